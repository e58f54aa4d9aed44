//! The identity of a shard, so that a job refuses shards that do not belong together.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tamis_index::error::{Error, Remedy, Result};
use tamis_index::index::shard::{ShardMark, missing};
use tamis_index::index::tuned::{TunedRule, common_rule};
use tamis_index::index::{Index, Manifest, Recipe};

/// A shard, as it was when it answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardIdentity {
    pub path: String,
    pub pages: u64,
    /// The settings that it was built with, as JSON.
    recipe: String,
    labels: Vec<String>,
    /// The indexes over which its repeats were counted: the checksum of all, and their number; none
    /// if they were counted in this index alone.
    counted: Option<(u64, u64)>,
    /// The rule that was tuned for it.
    #[serde(with = "as_json")]
    tuned: Option<TunedRule>,
    /// The labels that some of its pages lack, with the number of these.
    lacking: Vec<(String, u64)>,
    /// Which shard of an assignment of files it is; none for an index of all files named.
    mark: Option<ShardMark>,
}

/// A value as JSON, which may leave fields out: the bytes of an answer name none.
mod as_json {
    use serde::de::{DeserializeOwned, Error as _};
    use serde::ser::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(value: &impl Serialize, to: S) -> Result<S::Ok, S::Error> {
        serde_json::to_string(value).map_err(S::Error::custom)?.serialize(to)
    }

    pub fn deserialize<'de, T: DeserializeOwned, D: Deserializer<'de>>(
        from: D,
    ) -> Result<T, D::Error> {
        serde_json::from_str(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

impl ShardIdentity {
    /// The identity of an index that is finished.
    ///
    /// # Errors
    /// [`Error::Index`] for one that is not: its missing pages would not be noticed.
    pub(super) fn read(index: &Index, counted: Option<(u64, u64)>) -> Result<Self> {
        let Manifest { recipe, classifiers, finished, .. } = &index.manifest;
        if !finished {
            return Err(Error::index(&index.path, "is not finished, so pages are missing")
                .with_remedy(Remedy::Finish));
        }
        let recipe =
            serde_json::to_string(recipe).map_err(|e| Error::index(&index.path, e.to_string()))?;
        let path = index.path.display().to_string();
        let pages = index.searcher.num_docs();
        let labels = classifiers.clone();
        let tuned = index.manifest.tuned.clone();
        let lacking = index.added.lacking(index.manifest.counts.pages);
        let lacking = lacking.map(|(label, pages)| (label.to_owned(), pages)).collect();
        let mark = index.manifest.shard.clone();
        Ok(Self { path, pages, recipe, labels, counted, tuned, lacking, mark })
    }

    /// The recipe, the labels and the tuned rule, as rules need them.
    pub(super) fn manifest(&self) -> Result<Manifest> {
        let recipe: Recipe = serde_json::from_str(&self.recipe)
            .map_err(|e| Error::index(&self.path, e.to_string()))?;
        let classifiers = self.labels.clone();
        Ok(Manifest { classifiers, tuned: self.tuned.clone(), ..Manifest::new(recipe) })
    }

    /// Checks that these are so many shards, each once, with the same settings and labels.
    ///
    /// # Errors
    /// [`Error::Index`] or [`Error::Setting`] with the shards that do not fit.
    pub(super) fn check(all: &[Self], expected: usize) -> Result<()> {
        if all.len() != expected || all.is_empty() {
            let found =
                format!("found answers of {} shards, expected {}", all.len(), expected.max(1));
            return Err(Error::settings(found));
        }
        let first = &all[0];
        let mut seen = BTreeSet::new();
        let recipe = first.manifest()?.recipe;
        for shard in all {
            if !seen.insert(&shard.path) {
                return Err(Error::index(
                    &shard.path,
                    "answered twice, expected other shards beside it",
                ));
            }
            if let Some((difference, _)) = shard.manifest()?.recipe.difference(&recipe) {
                let message = format!("{difference} as in {}", first.path);
                return Err(Error::index(&shard.path, message).with_remedy(Remedy::AlikeSettings));
            }
            if shard.labels != first.labels {
                let found = shard.labels.join(",");
                let expected = first.labels.join(",");
                let message =
                    format!("found labels {found}, expected {expected} as in {}", first.path);
                return Err(Error::index(&shard.path, message).with_remedy(Remedy::AlikeLabels));
            }
        }
        Ok(())
    }

    /// Checks that all shards have the same tuned rule.
    ///
    /// # Errors
    /// [`Error::Index`] with the first that has another one than the first shard.
    pub(super) fn check_tuned(all: &[Self]) -> Result<()> {
        Self::tuned(all).map(drop)
    }

    /// The tuned rule that all shards have, with the pages and the changes of all.
    fn tuned(all: &[Self]) -> Result<Option<TunedRule>> {
        common_rule(all.iter().map(|shard| (Path::new(&shard.path), shard.tuned.as_ref())))
    }

    /// What is to be said of the tuned rule of all shards, if it is outdated.
    pub(super) fn outdated_rule(all: &[Self]) -> Option<Error> {
        Self::tuned(all).ok()??.warning(Path::new(&all.first()?.path))
    }

    /// The labels that pages of shards lack, with the number of these.
    pub(super) fn lacking(all: &[Self]) -> BTreeMap<&str, u64> {
        let mut lacking = BTreeMap::new();
        for (label, pages) in all.iter().flat_map(|shard| &shard.lacking) {
            let sum: &mut u64 = lacking.entry(label.as_str()).or_default();
            *sum = sum.saturating_add(*pages);
        }
        lacking
    }

    /// Names the shards of the assignment of files that are not among these; none if all are, or if
    /// these are of none.
    pub(super) fn missing(all: &[Self]) -> Option<String> {
        let marks: Option<Vec<&ShardMark>> = all.iter().map(|shard| shard.mark.as_ref()).collect();
        missing(marks?)
    }

    /// Checks that all shards know how often their blocks repeat in all of them.
    ///
    /// # Errors
    /// [`Error::Index`] with the first that does not.
    pub(super) fn check_counted(all: &[Self]) -> Result<()> {
        if all.len() == 1 && all[0].counted.is_none() {
            return Ok(());
        }
        let count = all.len() as u64;
        let not_over_all =
            all.iter().find(|shard| shard.counted.is_none_or(|(_, indexes)| indexes != count));
        match not_over_all.or_else(|| all.iter().find(|shard| shard.counted != all[0].counted)) {
            None => Ok(()),
            Some(shard) => {
                let message = "how often its blocks repeat is not known over these shards; count \
                               them together first";
                Err(Error::index(&shard.path, message))
            }
        }
    }
}
