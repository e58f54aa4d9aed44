//! What an index says of itself: how it was built and what is in it. It travels as the payload of tantivy's commit,
//! so that it and the segments it speaks of appear in one atomic step.

use super::recipe::Recipe;
use crate::error::{Error, Remedy, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use tamis_collection::{Checkpoint, Reason, Stamp};

/// The version of the index's layout; raised whenever an older program could not read it.
pub const FORMAT: u32 = 4;

/// What an index says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`FORMAT`] of the program that wrote it.
    pub format: u32,
    /// The program's version.
    pub program: String,
    /// The classifiers whose labels are in the index, in the order of the bits.
    pub classifiers: Vec<String>,
    /// How pages became segments.
    pub recipe: Recipe,
    /// What is in the index.
    pub counts: Counts,
    /// The archives that are in it, in the order in which they were given; all but the last are wholly read.
    pub archives: Vec<ArchiveEntry>,
    /// The segments in the order of their pages.
    pub segments: Vec<SegmentEntry>,
    /// Bytes of the list of losses that belong to this commit; what stands behind them was never committed.
    pub losses: u64,
    /// XXH3 of these bytes, in hexadecimal.
    pub losses_hash: String,
    /// Whether everything that was asked for is in it.
    pub finished: bool,
    /// Damaged or lost records when it was last finished.
    pub damaged_before: u64,
}

/// What is in an index. Records seen are pages indexed and records skipped: nothing else can become of a record.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Records seen, as the readers counted them.
    pub records: u64,
    /// Pages indexed, those without any token included.
    pub pages: u64,
    /// Blocks, titles included.
    pub blocks: u64,
    /// Tokens after analysis.
    pub tokens: u64,
    /// Records not indexed, by reason.
    pub skipped: Tally,
    /// What was wrong with records that were counted already, indexed or skipped, by reason.
    pub flawed: Tally,
}

/// Numbers by reason.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tally(BTreeMap<String, u64>);

impl Tally {
    /// Counts one more.
    pub fn count(&mut self, reason: Reason) {
        *self.0.entry(reason.name().to_owned()).or_default() += 1;
    }

    /// Adds all of `other`.
    pub fn add(&mut self, other: &Self) {
        other.iter().for_each(|(reason, n)| *self.0.entry(reason.to_owned()).or_default() += n);
    }

    /// The sum over all reasons.
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// The sum over the reasons that are damage.
    pub fn damaged(&self) -> u64 {
        let damage = |name: &str| Reason::ALL.iter().any(|reason| reason.name() == name && reason.is_damage());
        self.iter().filter(|(name, _)| damage(name)).map(|(_, n)| n).sum()
    }

    /// Reasons by name, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(reason, n)| (reason.as_str(), *n))
    }
}

impl Counts {
    /// Losses and flaws by which something that an archive should hold did not reach the index.
    pub fn damaged(&self) -> u64 {
        self.skipped.damaged() + self.flawed.damaged()
    }
}

/// One archive in the index.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchiveEntry {
    /// Its path as it was found.
    pub path: String,
    /// Its kind: warc, arc, trecweb, jsonl, folder.
    pub kind: String,
    /// What it was when it was read.
    pub stamp: Stamp,
    /// Records seen in it.
    pub records: u64,
    /// Pages indexed from it.
    pub pages: u64,
    /// Records of it that were not indexed, by reason.
    pub skipped: Tally,
    /// What was wrong with records of it, by reason.
    pub flawed: Tally,
    /// Where reading goes on; none once all of it is in the index.
    pub checkpoint: Option<Checkpoint>,
}

/// One segment of the index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SegmentEntry {
    /// Its name, as tantivy's files bear it.
    pub id: String,
    /// Whether it was merged of the segments of several runs.
    pub merged: bool,
}

impl Manifest {
    /// Reads the manifest from a commit's payload. `path` is the index folder, for the error.
    pub fn from_payload(path: &Path, payload: Option<&str>) -> Result<Self> {
        let refuse = |message: String| Error::index(path, message).with_remedy(Remedy::Rebuild);
        let payload = payload.ok_or_else(|| refuse("a tantivy index without a tamis manifest".to_owned()))?;
        let invalid = |e| refuse(format!("its manifest does not parse ({e})"));
        let format = serde_json::from_str::<FormatOnly>(payload).map_err(invalid)?;
        if format.format != FORMAT {
            return Err(refuse(format!("found index format {}, expected {FORMAT}", format.format)));
        }
        serde_json::from_str(payload).map_err(invalid)
    }

    /// The manifest of an index in which there is nothing yet.
    pub fn new(recipe: Recipe) -> Self {
        Self {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            classifiers: recipe.classifiers.clone(),
            recipe,
            counts: Counts::default(),
            archives: Vec::new(),
            segments: Vec::new(),
            losses: 0,
            losses_hash: String::new(),
            finished: false,
            damaged_before: 0,
        }
    }

    /// The payload that [`Manifest::from_payload`] reads.
    pub fn to_payload(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The label bit of a classifier, or a usage error that names the ones this index has.
    pub fn label_bit(&self, classifier: &str) -> Result<u32> {
        self.classifiers
            .iter()
            .position(|name| name == classifier)
            .map(|bit| bit as u32)
            .ok_or_else(|| Error::unknown_name("label", classifier, self.classifiers.iter().map(String::as_str)))
    }
}

#[derive(Deserialize)]
struct FormatOnly {
    format: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest() -> Manifest {
        Manifest { classifiers: vec!["keep-all".into(), "words-tree".into()], ..Manifest::new(Recipe::default()) }
    }

    #[test]
    fn the_payload_reads_back() {
        let manifest = manifest();
        assert_eq!(Manifest::from_payload(Path::new("i"), Some(&manifest.to_payload())).unwrap(), manifest);
    }

    #[test]
    fn another_format_is_refused_with_both_versions() {
        let mut manifest = manifest();
        manifest.format = 99;
        let error = Manifest::from_payload(Path::new("i"), Some(&manifest.to_payload())).unwrap_err().to_string();
        assert!(error.contains("99") && error.contains("build the index again"), "{error}");
        assert!(Manifest::from_payload(Path::new("i"), None).unwrap_err().to_string().contains("without a tamis"));
    }

    #[test]
    fn labels_are_bits_in_order() {
        assert_eq!(manifest().label_bit("words-tree").unwrap(), 1);
        assert!(manifest().label_bit("word-tree").unwrap_err().to_string().contains("words-tree"));
    }
}
