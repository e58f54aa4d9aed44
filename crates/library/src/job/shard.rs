//! Shards of a collection: who indexes which of its files, and whether the indexes of all are
//! there.

use super::Outcome;
use crate::index::being_written;
use crate::notice::Notice;
use crate::watch::{Told, Watch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use tamis_index::error::Result;
use tamis_index::index::manifest::IndexCounts;
use tamis_index::index::shards::check_complete;
use tamis_index::index::{Index, Manifest};
use tamis_index::ingest::ShardPlan;

/// A division of the files of a collection into shards of about equal bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ShardPlanJob {
    /// Files, folders or patterns.
    pub collections: Vec<PathBuf>,
    /// The number of shards.
    pub shards: NonZeroU32,
}

impl Default for ShardPlanJob {
    fn default() -> Self {
        Self { collections: Vec::new(), shards: NonZeroU32::MIN }
    }
}

impl ShardPlanJob {
    /// Divides the files.
    ///
    /// # Errors
    /// A file or folder that cannot be read; standard input, which cannot be divided.
    pub fn run(&self, watch: &dyn Watch) -> Result<Outcome<ShardPlan>> {
        let told = Told::new(watch);
        let plan = ShardPlan::make(&self.collections, self.shards)?;
        let empty = plan.shards.iter().filter(|shard| shard.files.is_empty()).count() as u64;
        if empty > 0 {
            told.tell(Notice::EmptyShards { shards: empty });
        }
        told.tell_all(plan.passed_over.iter().cloned().map(|what| Notice::PassedOver { what }));
        told.tell_all(plan.too_large.iter().cloned().map(|file| Notice::LargeFile { file }));
        Ok(Outcome::new(plan, told))
    }
}

/// A check that the indexes of all shards are there and finished.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ShardCheckJob {
    /// The folders of the indexes.
    pub indexes: Vec<PathBuf>,
}

/// The indexes of all shards of a collection, counted together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Shards {
    /// The number of shards.
    pub shards: usize,
    /// Archives read.
    pub archives: usize,
    /// Records, pages, blocks and tokens.
    #[serde(flatten)]
    pub counts: IndexCounts,
    /// Records damaged or lost; the exit status is 3 if there are any.
    pub damaged: u64,
    /// The folder of each, its number and its counts, as they were named.
    #[serde(skip)]
    pub each: Vec<(PathBuf, String, IndexCounts)>,
}

impl ShardCheckJob {
    /// Checks the indexes, and sums up their counts.
    ///
    /// # Errors
    /// A folder without an index; shards that are missing, not finished, or of different
    /// collections.
    pub fn run(&self, watch: &dyn Watch) -> Result<Outcome<Shards>> {
        let told = Told::new(watch);
        let mut manifests = Vec::new();
        for path in &self.indexes {
            let index = Index::open(path)?;
            told.tell_all(being_written(&index));
            manifests.push(index.manifest);
        }
        let paths = self.indexes.iter().map(PathBuf::as_path);
        let indexes: Vec<(&Path, &Manifest)> = paths.zip(&manifests).collect();
        check_complete(indexes.iter().copied())?;
        let mut sum = IndexCounts::default();
        for manifest in &manifests {
            sum.add(&manifest.counts);
        }
        let number = |manifest: &Manifest| {
            manifest.shard.as_ref().map_or(String::new(), |mark| mark.shard().to_string())
        };
        let each = indexes.iter().map(|(path, manifest)| {
            (path.to_path_buf(), number(manifest), manifest.counts.clone())
        });
        let shards = Shards {
            shards: manifests.len(),
            archives: manifests.iter().map(|manifest| manifest.archives.len()).sum(),
            damaged: sum.damaged(),
            counts: sum,
            each: each.collect(),
        };
        Ok(Outcome::new(shards, told))
    }
}
