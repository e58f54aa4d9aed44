//! Making one index of several.

use super::Outcome;
use crate::notice::Notice;
use crate::watch::{Told, Watch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use tamis_index::combine::{Combination as Made, CombineOptions, combine};
use tamis_index::error::Result;
use tamis_index::index::manifest::IndexCounts;

/// A combination as it is wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CombineJob {
    /// The folders of the indexes, in the order in which one build would have named their
    /// collections.
    pub indexes: Vec<PathBuf>,
    /// The folder of the new index, new or empty.
    pub out: PathBuf,
    /// Whether an index in the folder is replaced.
    pub replace: bool,
}

/// An index that was made of others, in numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Combined {
    /// The folder of the new index, as it was named.
    pub index: PathBuf,
    /// The folders of the indexes that were combined, as they were named.
    pub combined: Vec<PathBuf>,
    /// Archives of all indexes.
    pub archives: usize,
    /// What is in it, and what is not.
    #[serde(flatten)]
    pub counts: IndexCounts,
}

impl CombineJob {
    /// Combines the indexes. They stay as they are; the collections are not read.
    ///
    /// # Errors
    /// Indexes that one build could not have given, with both of them: other settings or labels, a
    /// page or an archive in two; an index that is not finished; a folder that holds something; a
    /// full disk; [`Error::Interrupted`](crate::Error::Interrupted). Then the folder holds no
    /// index.
    pub fn run(&self, watch: &dyn Watch) -> Result<Outcome<Combined>> {
        let told = Told::new(watch);
        let options = CombineOptions { force: self.replace };
        let made = combine(&self.indexes, &self.out, options, &|| watch.stops())?;
        let Made { manifest, missing_shards } = made;
        let index = self.out.clone();
        told.tell_all(missing_shards.map(|shards| Notice::ShardsNotCombined { index, shards }));
        let combined = Combined {
            index: self.out.clone(),
            combined: self.indexes.clone(),
            archives: manifest.archives.len(),
            counts: manifest.counts,
        };
        Ok(Outcome::new(combined, told))
    }
}
