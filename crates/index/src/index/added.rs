//! Labels that were added to a finished index. Segments never change, so these labels are in a file
//! of their own. Their numbers follow those of the segments' own labels. When archives are added,
//! classifiers label the new pages too; labels from lines stay those of the pages that they were
//! made for.
//!
//! `labels-SUM.bin` has a header (names, segments), then for every segment and label one bit per
//! block (deleted pages included) in 64-bit words (`storage/sealed.rs`). SUM is the checksum of the
//! file, which the manifest names: so a missing file is detected, and new labels become visible
//! with the commit that names them.

mod change;
mod rows;

pub use rows::Rows;

use super::manifest::Manifest;
use super::storage::{self, Storage, is_summed, remove_others, sealed, summed_name};
use crate::disk;
use crate::error::{Error, Place, Remedy, Result};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::Path;
use tantivy::TantivyError;
use xxhash_rust::xxh3::xxh3_64;

/// The start of the name of a file of added labels.
const PREFIX: &str = "labels";

/// Whether a file has the name of a file of added labels.
pub(super) fn is_labels(name: &str) -> bool {
    // Older versions wrote one name.
    name == "labels.bin" || is_summed(PREFIX, name)
}

/// The version of the file format.
const FORMAT: u32 = 1;

/// The added labels of an index.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Added {
    /// In the order of their numbers; the first follows the labels that the index was built with.
    pub labels: Vec<AddedLabel>,
    /// The segments, in the order of the index.
    pub segments: Vec<SegmentRows>,
}

/// One added label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddedLabel {
    /// Its name.
    pub name: String,
    /// Its origin: a classifier, or the file it was read from.
    pub origin: String,
    /// The language that the classifier assumed for all pages; if none, that of the index's recipe.
    pub language: Option<String>,
    /// The number of pages, from the first one of the index, that the label was made for; none if
    /// for all. Later pages lack it, and a rule over it does not hold for their blocks.
    pub pages: Option<u64>,
    /// The blocks with this label, one set per segment.
    pub content: Vec<Rows>,
}

/// How the origin of a classifier's label begins.
const CLASSIFIER: &str = "classifier (tamis ";
/// How the origin of a label from the collection begins.
const COLLECTION: &str = "collection (tamis ";
/// What is between the classifier and the checksum of its model.
const MODEL: &str = ", model ";

impl AddedLabel {
    /// The origin of the labels of a classifier of this program, with the checksum of its model if
    /// it has one.
    pub fn classifier(model: Option<&str>) -> String {
        let model = model.map_or(String::new(), |sum| format!("{MODEL}{sum}"));
        format!("{CLASSIFIER}{}){model}", env!("CARGO_PKG_VERSION"))
    }

    /// The origin of a label that this program made from a score and the counts of repeats, with
    /// the checksum of the model of the score if it has one.
    pub fn collection(score: &str, model: Option<&str>) -> String {
        let model = model.map_or(String::new(), |sum| format!("{MODEL}{sum}"));
        format!("{COLLECTION}{}), {score} and repeats{model}", env!("CARGO_PKG_VERSION"))
    }

    /// Whether it was made from a score and the counts of repeats, which change with every page
    /// that is added or deleted.
    pub fn is_from_collection(&self) -> bool {
        self.origin.starts_with(COLLECTION)
    }

    /// The checksum of the classifier's model.
    pub fn model(&self) -> Option<&str> {
        self.origin.split_once(MODEL).filter(|_| self.is_from_classifier()).map(|(_, sum)| sum)
    }

    /// Whether a classifier of its name made it, which can label further pages.
    pub fn is_from_classifier(&self) -> bool {
        self.origin.starts_with(CLASSIFIER)
    }
}

/// A segment and the number of its blocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SegmentRows {
    /// Its name, which the names of its files start with.
    pub id: String,
    /// Number of blocks, including those of deleted pages.
    pub rows: u64,
}

/// The file's first line.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    format: u32,
    labels: Vec<HeaderLabel>,
    segments: Vec<SegmentRows>,
}

#[derive(Debug, Serialize, Deserialize)]
struct HeaderLabel {
    name: String,
    origin: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pages: Option<u64>,
}

impl HeaderLabel {
    fn from_label(label: &AddedLabel) -> Self {
        let name = label.name.clone();
        let origin = label.origin.clone();
        Self { name, origin, language: label.language.clone(), pages: label.pages }
    }
}

impl Added {
    /// Reads the added labels of the index folder `path` whose checksum the manifest names; none if
    /// it names none.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read, [`Error::Format`] if it is missing or damaged.
    pub fn read(path: &Path, sum: Option<&str>) -> Result<Self> {
        let Some(sum) = sum else { return Ok(Self::default()) };
        let name = path.join(summed_name(PREFIX, sum));
        let bytes = match std::fs::read(&name) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(damaged(&name, "no file", "the added labels that the manifest names"));
            }
            Err(error) => return Err(Error::io("read", &name, error)),
        };
        Self::from_bytes(&bytes).map_err(|(found, expected)| damaged(&name, &found, &expected))
    }

    /// Parses the file. The error is what was found and what was expected.
    fn from_bytes(bytes: &[u8]) -> std::result::Result<Self, (String, String)> {
        let (header, words): (Header, Vec<u64>) = sealed::open(bytes)?;
        if header.format != FORMAT {
            return Err((format!("format {}", header.format), format!("format {FORMAT}")));
        }
        let per_label: u64 = header.segments.iter().map(|segment| segment.rows.div_ceil(64)).sum();
        let expected = per_label * header.labels.len() as u64;
        if words.len() as u64 != expected {
            return Err((format!("{} words of labels", words.len()), format!("{expected} words")));
        }
        let mut labels = Vec::with_capacity(header.labels.len());
        for HeaderLabel { name, origin, language, pages } in header.labels {
            let content = Vec::with_capacity(header.segments.len());
            labels.push(AddedLabel { name, origin, language, pages, content });
        }
        let mut words = words.into_iter();
        for segment in &header.segments {
            let length = segment.rows.div_ceil(64) as usize;
            for label in &mut labels {
                label.content.push(Rows(words.by_ref().take(length).collect()));
            }
        }
        Ok(Self { labels, segments: header.segments })
    }

    fn to_bytes(&self) -> Vec<u8> {
        let labels = self.labels.iter().map(HeaderLabel::from_label).collect();
        let header = Header { format: FORMAT, labels, segments: self.segments.clone() };
        let words = (0..self.segments.len()).flat_map(|segment| {
            self.labels.iter().flat_map(move |label| &label.content[segment].0).copied()
        });
        sealed::seal(&header, words)
    }

    /// Writes the labels beside those of the index folder `path`, and returns the checksum for the
    /// manifest; none without labels. They take effect with the commit that names it. The caller
    /// must hold the writer's lock.
    ///
    /// # Errors
    /// [`Error::Io`]; the old labels stay.
    pub(crate) fn write(&self, path: &Path) -> Result<Option<String>> {
        if self.labels.is_empty() {
            return Ok(None);
        }
        let bytes = self.to_bytes();
        let sum = format!("{:016x}", xxh3_64(&bytes));
        let name = path.join(summed_name(PREFIX, &sum));
        let written: std::io::Result<()> = disk::replace(&name, |file| file.write_all(&bytes));
        written.map_err(|e| Error::io("write", &name, e))?;
        Ok(Some(sum))
    }

    /// Replaces the added labels of the index folder `path` in one atomic step. The caller must
    /// hold the writer's lock.
    ///
    /// # Errors
    /// [`Error::Io`], or a damaged index; the old labels stay.
    pub fn commit(&self, path: &Path) -> Result<()> {
        let sum = self.write(path)?;
        let failed = |source: TantivyError| storage::failure("write", path, source);
        let storage = Storage::writing(path).map_err(|e| failed(e.into()))?;
        let mut meta = storage.meta_json().map_err(failed)?;
        let mut manifest = Manifest::from_payload(path, meta["payload"].as_str())?;
        manifest.labels.clone_from(&sum);
        meta["payload"] = manifest.to_payload().into();
        storage.write_meta_json(&meta).map_err(failed)?;
        Self::remove_others(path, sum.as_deref()).map_err(|e| failed(e.into()))
    }

    /// Removes the files of labels that the manifest does not name. The caller must hold the
    /// writer's lock.
    ///
    /// # Errors
    /// Those of the system.
    pub(super) fn remove_others(path: &Path, sum: Option<&str>) -> std::io::Result<()> {
        remove_others(path, is_labels, sum.map(|sum| summed_name(PREFIX, sum)))
    }

    /// Returns the labels with their segments in this order. `own` are the labels of the index's
    /// column.
    ///
    /// # Errors
    /// [`Error::Index`] for labels of other segments, and for a name that is also in `own`.
    pub(super) fn arranged(
        mut self,
        path: &Path,
        segments: Vec<SegmentRows>,
        own: &[String],
    ) -> Result<Self> {
        if self.labels.is_empty() {
            return Ok(Self { segments, ..self });
        }
        self.settle(&segments.iter().map(|segment| segment.id.as_str()).collect::<Vec<_>>());
        let known = self.segments.iter().enumerate();
        let known: HashMap<(&str, u64), usize> =
            known.map(|(place, segment)| ((segment.id.as_str(), segment.rows), place)).collect();
        let places: Option<Vec<usize>> = segments
            .iter()
            .map(|segment| known.get(&(segment.id.as_str(), segment.rows)).copied())
            .collect();
        let Some(places) = places.filter(|places| places.len() == self.segments.len()) else {
            return Err(Self::other_segments(path));
        };
        self.arrange(&places);
        if let Some(label) = self.labels.iter().find(|label| own.contains(&label.name)) {
            let name = &label.name;
            let message = format!(
                "an added label {name} has the name of a label that the index was built with; \
                 remove it"
            );
            return Err(Error::index(path, message));
        }
        Ok(self)
    }

    /// Returns the error of an index in `path` whose added labels are for other segments.
    pub(super) fn other_segments(path: &Path) -> Error {
        let message = "the added labels are for other segments than the index has";
        Error::index(path, message).with_remedy(Remedy::AddLabelsAgain)
    }

    /// Returns the names, separated by commas.
    pub fn names(&self) -> String {
        self.labels.iter().map(|label| label.name.as_str()).collect::<Vec<_>>().join(",")
    }

    /// Removes a label.
    ///
    /// # Errors
    /// [`Error::Setting`] for an unknown name.
    pub fn remove(&mut self, name: &str) -> Result<()> {
        if let Some(place) = self.labels.iter().position(|label| label.name == name) {
            self.labels.remove(place);
            return Ok(());
        }
        if self.labels.is_empty() {
            let problem =
                format!("unknown added label '{name}'; no labels were added to this index");
            return Err(Error::settings(problem));
        }
        let names = self.labels.iter().map(|label| label.name.as_str());
        Err(Error::unknown_name("added label", name, names))
    }
}

/// Returns the error of a file that is missing or damaged.
fn damaged(name: &Path, found: &str, expected: &str) -> Error {
    let remedy = "bring the file back from a copy, or remove the labels and add them again";
    Error::format(Place::file(name), found, format!("{expected}; {remedy}"))
}

#[cfg(test)]
mod tests;
