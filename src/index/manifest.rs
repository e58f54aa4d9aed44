//! What an index says of itself: how it was built and what is in it. It travels as the payload of tantivy's commit,
//! so that it and the segments it speaks of appear in one atomic step.

use crate::error::{Error, Result};
use crate::page::Cut;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The version of the index's layout; raised whenever an older program could not read it.
pub const FORMAT: u32 = 1;

/// What an index says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`FORMAT`] of the program that wrote it.
    pub format: u32,
    /// The program's version.
    pub program: String,
    /// The analyzer's name; restored on open.
    pub analyzer: String,
    /// The cut.
    pub cut: Cut,
    /// The classifiers whose labels are in the index, in the order of the bits.
    pub classifiers: Vec<String>,
    /// What is in the index.
    pub counts: Counts,
    /// The archives that are in it, in the order in which they were given.
    pub archives: Vec<ArchiveEntry>,
}

/// What is in an index.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Pages indexed, those without any token included.
    pub pages: u64,
    /// Blocks, titles included.
    pub blocks: u64,
    /// Tokens after analysis.
    pub tokens: u64,
    /// Records not indexed, by reason.
    pub skipped: BTreeMap<String, u64>,
}

/// One archive in the index.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchiveEntry {
    /// Its path as it was found.
    pub path: String,
    /// Its kind: warc, trecweb, jsonl, folder.
    pub kind: String,
    /// Its size on disk, bytes; 0 for standard input.
    pub bytes: u64,
    /// Pages indexed from it.
    pub pages: u64,
    /// Records of it that were not indexed, by reason.
    pub skipped: BTreeMap<String, u64>,
}

impl Manifest {
    /// Reads the manifest from a commit's payload. `path` is the index folder, for the error.
    pub fn from_payload(path: &Path, payload: Option<&str>) -> Result<Self> {
        let refuse = |message: String| Error::Index { path: path.to_path_buf(), message };
        let payload = payload.ok_or_else(|| {
            refuse(
                "a tantivy index without a tamis manifest; index the collection again with `tamis index --force`"
                    .into(),
            )
        })?;
        let format = serde_json::from_str::<FormatOnly>(payload).map_err(|e| {
            refuse(format!("its manifest does not parse ({e}); index the collection again with `tamis index --force`"))
        })?;
        if format.format != FORMAT {
            return Err(refuse(format!(
                "found index format {}, expected {FORMAT}; index the collection again with `tamis index --force`",
                format.format
            )));
        }
        serde_json::from_str(payload).map_err(|e| refuse(format!("its manifest does not parse: {e}")))
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
            .ok_or_else(|| crate::error::unknown_name("label", classifier, self.classifiers.iter().map(String::as_str)))
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
        Manifest {
            format: FORMAT,
            program: "0.0.0".into(),
            analyzer: "english".into(),
            cut: Cut::Boilerpipe,
            classifiers: vec!["keep-all".into(), "words-tree".into()],
            counts: Counts::default(),
            archives: vec![],
        }
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
        assert!(error.contains("99") && error.contains("--force"), "{error}");
        assert!(Manifest::from_payload(Path::new("i"), None).unwrap_err().to_string().contains("without a tamis"));
    }

    #[test]
    fn labels_are_bits_in_order() {
        assert_eq!(manifest().label_bit("words-tree").unwrap(), 1);
        assert!(manifest().label_bit("word-tree").unwrap_err().to_string().contains("words-tree"));
    }
}
