//! Labels that were added to a finished index. Segments never change, so these labels are in a file of their own. Their
//! bits come above those of the column `labels`, and readers of the column read both.
//!
//! `labels.bin` is one line of JSON (names, segments), then for every segment and label one bit per block (deleted pages
//! included) in 64-bit words, little endian, then the XXH3 of everything before it. It is written to a temporary file and
//! renamed, so it is complete or absent; and it lists its segments, so it cannot be used with another index.

use crate::error::{Error, Place, Remedy, Result};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use tamis_blocks::classify::Set;
use xxhash_rust::xxh3::xxh3_64;

/// The file in the index folder.
pub const LABELS: &str = "labels.bin";
/// The temporary file. Rebuilding an index removes files with such a name.
const BESIDE: &str = ".tmp-labels";
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
    /// Reads the added labels of the index folder `path`; none if the file does not exist.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read, [`Error::Format`] if it is damaged.
    pub fn read(path: &Path) -> Result<Self> {
        let name = path.join(LABELS);
        let bytes = match std::fs::read(&name) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(Error::io("read", &name, error)),
        };
        Self::from_bytes(&bytes).map_err(|(found, expected)| {
            let remedy = format!("bring the file back from a copy, or remove it and add the labels again: {expected}");
            Error::format(Place::file(&name), found, remedy)
        })
    }

    /// Parses the file. The error is what was found and what was expected.
    fn from_bytes(bytes: &[u8]) -> std::result::Result<Self, (String, String)> {
        let (bytes, checksum) = bytes.split_last_chunk::<8>().unwrap_or((bytes, &[0; 8]));
        let end = memchr::memchr(b'\n', bytes).unwrap_or(bytes.len());
        let body = bytes.get(end + 1..).unwrap_or_default();
        let header: Header = serde_json::from_slice(&bytes[..end])
            .map_err(|e| (format!("a first line that does not parse ({e})"), "labels of a tamis index".to_owned()))?;
        if header.format != FORMAT {
            return Err((format!("format {}", header.format), format!("format {FORMAT}")));
        }
        let words: u64 = header.segments.iter().map(|segment| segment.rows.div_ceil(64)).sum();
        let expected = words * 8 * header.labels.len() as u64;
        if body.len() as u64 != expected {
            return Err((format!("{} bytes of labels", body.len()), format!("{expected} bytes")));
        }
        let (hash, written) = (xxh3_64(bytes), u64::from_le_bytes(*checksum));
        if hash != written {
            return Err((format!("bytes with the checksum {hash:016x}"), format!("{written:016x}")));
        }
        let mut words = body.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default()));
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
        let mut bytes = serde_json::to_vec(&header).unwrap_or_default();
        bytes.push(b'\n');
        for segment in 0..self.segments.len() {
            let words = self.labels.iter().flat_map(|label| &label.content[segment].0);
            bytes.extend(words.flat_map(|word| word.to_le_bytes()));
        }
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }

    /// Replaces the added labels of the index folder `path` in one atomic step; without labels, removes the file. The
    /// caller must hold the writer's lock.
    ///
    /// # Errors
    /// [`Error::Io`]; the old labels stay.
    pub fn write(&self, path: &Path) -> Result<()> {
        let (name, beside) = (path.join(LABELS), path.join(BESIDE));
        if self.labels.is_empty() {
            return match std::fs::remove_file(&name) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::io("remove", &name, error)),
                _ => Ok(()),
            };
        }
        let write = |beside: &PathBuf| -> std::io::Result<()> {
            let mut file = File::create(beside)?;
            file.write_all(&self.to_bytes())?;
            file.sync_all()?;
            std::fs::rename(beside, &name)?;
            // The rename is durable once the folder is synced. Not every system can open a folder.
            File::open(path).map_or(Ok(()), |folder| folder.sync_all())
        };
        write(&beside).map_err(|e| Error::io("write", &beside, e))
    }

    /// Whether the index folder `path` has added labels.
    pub fn is_there(path: &Path) -> bool {
        path.join(LABELS).exists()
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
            let message = format!("{LABELS} holds labels for other segments than the index has");
            return Err(Error::index(path, message).with_remedy(Remedy::AddLabelsAgain));
        };
        for label in &mut self.labels {
            label.content = places.iter().map(|&place| label.content[place].clone()).collect();
        }
        self.segments = segments;
        let names = self.labels.iter().map(|label| &label.name);
        match names.clone().find(|name| own.contains(name)) {
            Some(name) => refuse(format!("{LABELS} contains a label {name} that the index also has; remove that file")),
            None if own.len() + names.len() > Set::MOST => {
                let found = own.len() + names.len();
                refuse(format!("found {found} labels, expected at most {}; remove {LABELS}", Set::MOST))
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
    fn the_file_is_replaced_as_a_whole_and_goes_with_the_last_label() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Added::read(folder.path()).unwrap(), Added::default());
        let mut added = added(&[3], &[vec![0], vec![1]]);
        added.write(folder.path()).unwrap();
        assert_eq!(Added::read(folder.path()).unwrap(), added);
        added.remove("l0").unwrap();
        assert!(added.remove("l0").unwrap_err().to_string().contains("'l1'"));
        added.write(folder.path()).unwrap();
        assert_eq!(Added::read(folder.path()).unwrap().names(), "l1");
        added.remove("l1").unwrap();
        added.write(folder.path()).unwrap();
        assert!(!Added::is_there(folder.path()));
        added.write(folder.path()).unwrap();
    }
}
