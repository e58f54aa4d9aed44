//! Labels that were added to a finished index. Segments never change, so these labels are in a file
//! of their own. Their numbers follow those of the segments' own labels. When archives are added,
//! classifiers label the new pages too; labels from lines stay those of the pages that they were
//! made for.
//!
//! `labels-SUM.bin` has for every label and segment a frame with one bit per block (deleted pages
//! included), and a header with the names and the segments (`storage/framed.rs`). SUM is in the
//! manifest: so a missing file is detected, and new labels become visible with the commit that
//! names them. Opening reads no frame.

mod change;
mod rows;

pub use rows::Rows;

use super::manifest::Manifest;
use super::storage::framed::{self, Framed, FramedFormat};
use super::storage::{self, Storage, is_summed, remove_others, summed_name};
use super::tuned::TunedRule;
use crate::error::{Error, Remedy, Result};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use tantivy::TantivyError;

const KIND: FramedFormat = FramedFormat {
    prefix: "labels",
    content: "the added labels that the manifest names",
    remedy: "bring the file back from a copy, or remove the labels and add them again",
};

/// Whether a file has the name of a file of added labels.
pub(super) fn is_labels(name: &str) -> bool {
    // Older versions wrote one name.
    name == "labels.bin" || is_summed(KIND.prefix, name)
}

/// The version of the file format.
const FORMAT: u32 = 2;

/// The added labels of an index.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Added {
    /// In the order of their numbers; the first follows the labels that the index was built with.
    pub labels: Vec<AddedLabel>,
    /// The segments, in the order of the index.
    pub segments: Vec<SegmentRows>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddedLabel {
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

#[derive(Debug, Serialize, Deserialize)]
struct AddedHeader {
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
    /// Opens the added labels of the index folder `path` whose checksum the manifest names; none if
    /// it names none. Their blocks are read when they are first needed.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read, [`Error::Format`] if it is missing or damaged.
    pub fn open(path: &Path, sum: Option<&str>) -> Result<Self> {
        let Some(sum) = sum else { return Ok(Self::default()) };
        let (file, header, mut frames) = Framed::open::<AddedHeader>(path, &KIND, sum)?;
        if header.format != FORMAT {
            let found = format!("format {}", header.format);
            return Err(file.refused(found, &format!("format {FORMAT}")));
        }
        let file = Arc::new(file);
        let other =
            || file.refused("a directory of other frames", "one for each label and segment");
        let mut labels = Vec::with_capacity(header.labels.len());
        for HeaderLabel { name, origin, language, pages } in header.labels {
            let mut content = Vec::with_capacity(header.segments.len());
            for segment in &header.segments {
                let frame = frames.next().ok_or_else(other)?;
                let rows = Rows::stored(&file, frame).map_err(|error| file.error(error))?;
                if !rows.are_of(segment.rows) {
                    return Err(other());
                }
                content.push(rows);
            }
            labels.push(AddedLabel { name, origin, language, pages, content });
        }
        if !frames.are_read() {
            return Err(other());
        }
        Ok(Self { labels, segments: header.segments })
    }

    /// Compares the blocks of all labels with their checksums: what is copied to another file must
    /// not give damage a fresh checksum.
    ///
    /// # Errors
    /// [`Error::Format`] if one differs; [`Error::Io`].
    pub fn checked(self) -> Result<Self> {
        self.labels.iter().flat_map(|label| &label.content).try_for_each(Rows::check)?;
        Ok(self)
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
        let labels = self.labels.iter().map(HeaderLabel::from_label).collect();
        let header = AddedHeader { format: FORMAT, labels, segments: self.segments.clone() };
        let frames = || self.labels.iter().flat_map(|label| &label.content).map(Rows::as_bytes);
        let words = frames().flat_map(framed::words_of).collect();
        let write = |out: &mut dyn Write| frames().try_for_each(|frame| out.write_all(frame));
        framed::write(path, &KIND, &header, words, write).map(Some)
    }

    /// Replaces the added labels of the index folder `path` in one atomic step, and makes this
    /// change of its tuned rule. The caller must hold the writer's lock.
    ///
    /// # Errors
    /// [`Error::Io`], or a damaged index; the old labels stay.
    pub fn commit(&self, path: &Path, change: impl FnOnce(&mut Option<TunedRule>)) -> Result<()> {
        let failed = |source: TantivyError| storage::failure("write", path, source);
        let storage = Storage::writing(path).map_err(|e| failed(e.into()))?;
        let mut meta = storage.meta_json().map_err(failed)?;
        let mut manifest = Manifest::from_payload(path, meta["payload"].as_str())?;
        manifest.labels = self.write(path)?;
        change(&mut manifest.tuned);
        meta["payload"] = manifest.to_payload().into();
        if let Err(error) = storage.write_meta_json(&meta) {
            // The index may name them all the same; the error is the one to report.
            let now = storage.meta_json().ok();
            let now =
                now.and_then(|meta| Manifest::from_payload(path, meta["payload"].as_str()).ok());
            let _ = now.map(|manifest| Self::remove_others(path, manifest.labels.as_deref()));
            return Err(failed(error));
        }
        Self::remove_others(path, manifest.labels.as_deref()).map_err(|e| failed(e.into()))
    }

    /// Whether both have a label of this name with the same origin, and the same blocks in the
    /// segments that both have.
    pub fn have_alike(&self, other: &Self, name: &str) -> bool {
        let label_of = |added: &Self| added.labels.iter().position(|label| label.name == name);
        let (Some(ours), Some(theirs)) = (label_of(self), label_of(other)) else { return false };
        let (ours, theirs) = (&self.labels[ours], &other.labels[theirs]);
        let mut segments = self.segments.iter().zip(&ours.content);
        (&ours.origin, &ours.language) == (&theirs.origin, &theirs.language)
            && segments.all(|(segment, content)| {
                let place = other.segments.iter().position(|known| known == segment);
                place.is_none_or(|place| theirs.content[place] == *content)
            })
    }

    /// Removes the files of labels that the manifest does not name. The caller must hold the
    /// writer's lock.
    ///
    /// # Errors
    /// Those of the system.
    pub(super) fn remove_others(path: &Path, sum: Option<&str>) -> std::io::Result<()> {
        remove_others(path, is_labels, sum.map(|sum| summed_name(KIND.prefix, sum)))
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
            let problem = format!(
                "unknown added label '{name}'; all labels of this index were built with it, and \
                 stay"
            );
            return Err(Error::settings(problem));
        }
        let names = self.labels.iter().map(|label| label.name.as_str());
        Err(Error::unknown_name("added label", name, names))
    }
}

#[cfg(test)]
mod tests;
