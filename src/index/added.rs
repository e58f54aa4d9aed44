//! Labels that were added to a finished index. Segments never change, so these labels are in a file of their own. Their
//! bits come above those of the column `labels`, and readers of the column read both.
//!
//! `labels-SUM.bin` has a header (names, segments), then for every segment and label one bit per block (deleted pages
//! included) in 64-bit words (`storage/sealed.rs`). SUM is the checksum of the file, which the manifest names: so a
//! file that is missing is missed, and new labels become visible with the commit that names them.

use super::manifest::Manifest;
use super::storage::{self, META, Storage, is_summed, remove_others, sealed, summed_name};
use crate::disk;
use crate::error::{Error, Place, Remedy, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;
use tamis_blocks::classify::Set;
use tantivy::{Directory, TantivyError};
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
    /// In the order of their bits; the first follows those of the column `labels`.
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
    /// The blocks with this label, one set per segment.
    pub content: Vec<Rows>,
}

/// A segment and the number of its blocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SegmentRows {
    /// Its name, which the names of its files start with.
    pub id: String,
    /// Number of blocks, including those of deleted pages.
    pub rows: u64,
}

/// A set of blocks of a segment, one bit per block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows(Vec<u64>);

impl Rows {
    /// Returns the empty set for a segment with this number of blocks.
    pub fn new(rows: u64) -> Self {
        Self(vec![0; rows.div_ceil(64) as usize])
    }

    /// Adds a block. Its number must be less than the number given to [`Rows::new`].
    pub fn insert(&mut self, row: u32) {
        self.0[row as usize / 64] |= 1 << (row % 64);
    }

    /// Returns the set over the blocks that `keeps` is true for, which are numbered anew.
    pub fn kept(&self, keeps: &[bool]) -> Self {
        let kept = (0..).zip(keeps).filter(|(_, keeps)| **keeps);
        let mut rows = Self::new(keeps.iter().filter(|keeps| **keeps).count() as u64);
        (0..).zip(kept).filter(|(_, (row, _))| self.contains(*row)).for_each(|(new, _)| rows.insert(new));
        rows
    }

    /// Whether the set contains a block.
    pub fn contains(&self, row: u32) -> bool {
        self.0[row as usize / 64] >> (row % 64) & 1 == 1
    }

    /// Returns the number of blocks in the set.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }
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
}

impl Added {
    /// Reads the added labels of the index folder `path` whose checksum the manifest names; none if it names none.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read, [`Error::Format`] if it is missing or damaged.
    pub fn read(path: &Path, sum: Option<&str>) -> Result<Self> {
        let Some(sum) = sum else { return Ok(Self::default()) };
        let name = path.join(summed_name(PREFIX, sum));
        let refuse = |(found, expected): (String, String)| {
            let expected =
                format!("{expected}; bring the file back from a copy, or remove the labels and add them again");
            Error::format(Place::file(&name), found, expected)
        };
        let bytes = match std::fs::read(&name) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(refuse(("no file".to_owned(), "the added labels that the manifest names".to_owned())));
            }
            Err(error) => return Err(Error::io("read", &name, error)),
        };
        Self::from_bytes(&bytes).map_err(refuse)
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
        let mut words = words.into_iter();
        let named = header.labels.into_iter().map(|HeaderLabel { name, origin }| AddedLabel {
            name,
            origin,
            content: Vec::with_capacity(header.segments.len()),
        });
        let mut labels: Vec<AddedLabel> = named.collect();
        for segment in &header.segments {
            for label in &mut labels {
                label.content.push(Rows(words.by_ref().take(segment.rows.div_ceil(64) as usize).collect()));
            }
        }
        Ok(Self { labels, segments: header.segments })
    }

    fn to_bytes(&self) -> Vec<u8> {
        let labels = self.labels.iter();
        let header = Header {
            format: FORMAT,
            labels: labels.map(|l| HeaderLabel { name: l.name.clone(), origin: l.origin.clone() }).collect(),
            segments: self.segments.clone(),
        };
        let of_segment = |segment: usize| self.labels.iter().flat_map(move |label| &label.content[segment].0).copied();
        sealed::seal(&header, (0..self.segments.len()).flat_map(of_segment))
    }

    /// Writes the labels beside those of the index folder `path`, and returns the checksum for the manifest; none without
    /// labels. They take effect with the commit that names it. The caller must hold the writer's lock.
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

    /// Replaces the added labels of the index folder `path` in one atomic step. The caller must hold the writer's lock.
    ///
    /// # Errors
    /// [`Error::Io`], or a damaged index; the old labels stay.
    pub fn commit(&self, path: &Path) -> Result<()> {
        let sum = self.write(path)?;
        let failed = |source: TantivyError| storage::failure("write", path, source);
        let storage = Storage::writing(path).map_err(|e| failed(e.into()))?;
        let read = || -> tantivy::Result<Value> { Ok(serde_json::from_slice(&storage.meta()?)?) };
        let mut meta = read().map_err(failed)?;
        let mut manifest = Manifest::from_payload(path, meta["payload"].as_str())?;
        manifest.labels.clone_from(&sum);
        meta["payload"] = manifest.to_payload().into();
        let write = || -> tantivy::Result<()> {
            let mut bytes = serde_json::to_vec_pretty(&meta)?;
            bytes.push(b'\n');
            storage.atomic_write(Path::new(META), &bytes)?;
            Ok(Self::remove_others(path, sum.as_deref())?)
        };
        write().map_err(failed)
    }

    /// Removes the files of labels that the manifest does not name. The caller must hold the writer's lock.
    ///
    /// # Errors
    /// Those of the system.
    pub(super) fn remove_others(path: &Path, sum: Option<&str>) -> std::io::Result<()> {
        remove_others(path, is_labels, sum.map(|sum| summed_name(PREFIX, sum)))
    }

    /// Returns the labels with their segments in this order. `own` are the labels of the index's column.
    ///
    /// # Errors
    /// [`Error::Index`] for labels of other segments, for a name that is also in `own`, and for more labels than bits.
    pub(super) fn arranged(mut self, path: &Path, segments: Vec<SegmentRows>, own: &[String]) -> Result<Self> {
        let refuse = |message: String| Err(Error::index(path, message));
        if self.labels.is_empty() {
            return Ok(Self { segments, ..self });
        }
        let place = |segment| self.segments.iter().position(|known| known == segment);
        let places: Option<Vec<usize>> = segments.iter().map(place).collect();
        let Some(places) = places.filter(|places| places.len() == self.segments.len()) else {
            let message = "the added labels are for other segments than the index has";
            return Err(Error::index(path, message).with_remedy(Remedy::AddLabelsAgain));
        };
        for label in &mut self.labels {
            label.content = places.iter().map(|&place| label.content[place].clone()).collect();
        }
        self.segments = segments;
        let names = self.labels.iter().map(|label| &label.name);
        match names.clone().find(|name| own.contains(name)) {
            Some(name) => refuse(format!(
                "an added label {name} has the name of a label that the index was built with; remove it"
            )),
            None if own.len() + names.len() > Set::MOST => {
                let found = own.len() + names.len();
                refuse(format!("found {found} labels, expected at most {}; remove added labels", Set::MOST))
            }
            None => Ok(self),
        }
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
        let names = || self.labels.iter().map(|label| label.name.as_str());
        let Some(place) = names().position(|known| known == name) else {
            return Err(match self.labels.is_empty() {
                true => Error::settings(format!("unknown added label '{name}'; no labels were added to this index")),
                false => Error::unknown_name("added label", name, names()),
            });
        };
        self.labels.remove(place);
        Ok(())
    }

    /// Replaces a segment by one that has those of its blocks for which `keeps` is true.
    pub(crate) fn replace(&mut self, segment: usize, new: SegmentRows, keeps: &[bool]) {
        self.labels.iter_mut().for_each(|label| label.content[segment] = label.content[segment].kept(keeps));
        self.segments[segment] = new;
    }

    /// Removes the segments without a name.
    pub(crate) fn drop_unnamed_segments(&mut self) {
        let named: Vec<bool> = self.segments.iter().map(|segment| !segment.id.is_empty()).collect();
        for label in &mut self.labels {
            let content = std::mem::take(&mut label.content);
            label.content = content.into_iter().zip(&named).filter_map(|(rows, named)| named.then_some(rows)).collect();
        }
        self.segments.retain(|segment| !segment.id.is_empty());
    }

    /// Sets the bits of these labels in `labels`, which holds one word per block of `segment`, starting at block `first`.
    /// The first label has the number `bit`.
    pub fn add_to(&self, segment: usize, first: u32, bit: usize, labels: &mut [u64]) {
        for (bit, label) in (bit..).zip(&self.labels) {
            let content = &label.content[segment];
            for (row, word) in (first..).zip(labels.iter_mut()) {
                *word |= u64::from(content.contains(row)) << bit;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn added(rows: &[u64], labels: &[Vec<u32>]) -> Added {
        let segments = rows.iter().enumerate().map(|(i, &rows)| SegmentRows { id: format!("{i:032x}"), rows });
        let of_segment = |of_label: &[u32], rows: u64| {
            let mut content = Rows::new(rows);
            of_label.iter().filter(|row| u64::from(**row) < rows).for_each(|row| content.insert(*row));
            content
        };
        let label = |(i, of_label): (usize, &Vec<u32>)| AddedLabel {
            name: format!("l{i}"),
            origin: "classifier".into(),
            content: rows.iter().map(|rows| of_segment(of_label, *rows)).collect(),
        };
        Added { labels: labels.iter().enumerate().map(label).collect(), segments: segments.collect() }
    }

    proptest! {
        #[test]
        fn what_was_written_is_read_and_no_other_byte_is_taken_for_it(
            rows in prop::collection::vec(0u64..200, 0..4),
            labels in prop::collection::vec(prop::collection::vec(0u32..200, 0..40), 1..4),
            at in any::<prop::sample::Index>(), bit in 0u8..8, cut in any::<prop::sample::Index>(),
        ) {
            let added = added(&rows, &labels);
            let bytes = added.to_bytes();
            prop_assert_eq!(Added::from_bytes(&bytes).unwrap(), added.clone());
            prop_assert!(Added::from_bytes(&bytes[..cut.index(bytes.len())]).is_err());
            let mut damaged = bytes.clone();
            damaged[at.index(bytes.len())] ^= 1 << bit;
            prop_assert!(Added::from_bytes(&damaged).is_err());
        }
    }

    #[test]
    fn bits_stand_above_those_of_the_column() {
        let added = added(&[70], &[vec![0, 65], vec![65, 66]]);
        let mut labels = [0b1, 0b10, 0];
        added.add_to(0, 64, 3, &mut labels);
        assert_eq!(labels, [0b1, 0b11010, 0b10000]);
        assert_eq!(added.labels[1].content[0].count(), 2);
    }

    #[test]
    fn labels_of_another_index_are_refused_and_the_order_of_segments_is_the_indexs() {
        let added = added(&[3, 5], &[vec![0, 4]]);
        let there = added.segments.clone();
        let arranged = |segments: &[SegmentRows], own: &[String]| {
            added.clone().arranged(Path::new("i"), segments.to_vec(), own).map_err(|error| error.to_string())
        };
        assert_eq!(arranged(&there, &["words-tree".into()]).unwrap(), added);
        let turned = arranged(&[there[1].clone(), there[0].clone()], &[]).unwrap();
        assert!(turned.labels[0].content[0].contains(4) && turned.segments[0] == there[1]);
        let other = [there[0].clone(), SegmentRows { rows: 6, ..there[1].clone() }];
        for segments in [&other[..], &there[..1], &[]] {
            assert!(arranged(segments, &[]).unwrap_err().contains("other segments"));
        }
        assert!(arranged(&there, &["l0".into()]).unwrap_err().contains("l0"));
        let own: Vec<String> = (0..64).map(|i| format!("own{i}")).collect();
        assert!(arranged(&there, &own).unwrap_err().contains("65 labels"));
    }

    #[test]
    fn new_labels_stand_beside_the_old_ones_until_a_commit_names_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        assert_eq!(Added::read(path, None).unwrap(), Added::default());
        let mut added = added(&[3], &[vec![0], vec![1]]);
        let first = added.write(path).unwrap();
        added.remove("l0").unwrap();
        assert!(added.remove("l0").unwrap_err().to_string().contains("'l1'"));
        let second = added.write(path).unwrap();
        assert_eq!(Added::read(path, first.as_deref()).unwrap().names(), "l0,l1");
        assert_eq!(Added::read(path, second.as_deref()).unwrap(), added);
        Added::remove_others(path, second.as_deref()).unwrap();
        let missing = Added::read(path, first.as_deref()).unwrap_err().to_string();
        assert!(missing.contains("found no file"), "{missing}");
        added.remove("l1").unwrap();
        assert_eq!(added.write(path).unwrap(), None);
        Added::remove_others(path, None).unwrap();
        assert_eq!(std::fs::read_dir(path).unwrap().count(), 0);
    }
}
