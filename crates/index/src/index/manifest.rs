//! The manifest of an index: how it was built and what it contains. It is the payload of tantivy's
//! commit, so the manifest and its segments become visible in one atomic step.

use super::recipe::Recipe;
use super::shard::ShardMark;
use super::tuned::TunedRule;
use super::url::UrlPrefix;
use crate::blocks::classify::CLASSIFIERS;
use crate::error::{Error, Remedy, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::Path;
use tamis_collection::{Checkpoint, Reason, Stamp};
use tamis_place::{SettingError, in_our_words, nearest};

/// The version of the index format; raised whenever older versions of the program cannot read it.
pub const FORMAT: u32 = 6;

/// The manifest of an index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`FORMAT`] of the program that wrote it.
    pub format: u32,
    /// The program's version.
    pub program: String,
    /// The classifiers whose labels are in the index, in the order of the bits.
    pub classifiers: Vec<String>,
    /// The settings that it was built with.
    pub recipe: Recipe,
    /// Totals over all archives.
    pub counts: IndexCounts,
    /// The archives, in the order given; all but the last are read completely.
    pub archives: Vec<ArchiveEntry>,
    /// The segments in the order of their pages.
    pub segments: Vec<SegmentEntry>,
    /// Bytes of the list of skipped records that belong to this commit; bytes after them were never
    /// committed.
    #[serde(rename = "losses")]
    pub report_list_bytes: u64,
    /// XXH3 of these bytes, in hexadecimal.
    #[serde(rename = "losses_hash")]
    pub report_list_hash: String,
    /// The checksum in the name of the file of added labels ([`super::added`]); none without added
    /// labels.
    pub labels: Option<String>,
    /// The checksum in the name of the file of the counts of blocks ([`super::repeats`]); none
    /// until all archives have been indexed.
    #[serde(default)]
    pub repeats: Option<String>,
    /// Whether all archives have been indexed.
    pub finished: bool,
    /// Damaged or lost records when it was last finished.
    pub damaged_before: u64,
    /// Which shard of a collection it holds; none if the collection was not divided into shards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<ShardMark>,
    /// The rule that was tuned for its pages; none if none was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tuned: Option<TunedRule>,
    /// Starts of the URLs whose pages were deleted, as they were written: later pages with such a
    /// URL are skipped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deleted_url_prefixes: Vec<String>,
}

/// Whether an index with this manifest can use a tuned rule. The crate that reads rules knows.
pub type CanUse = fn(&TunedRule, &Manifest) -> bool;

/// Totals of an index. Every record is either indexed as a page or skipped.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IndexCounts {
    /// Records read.
    pub records: u64,
    /// Pages indexed, including those without tokens.
    pub pages: u64,
    /// Blocks, including titles.
    pub blocks: u64,
    /// Tokens after analysis.
    pub tokens: u64,
    /// Records that are no page of the index, by reason.
    pub skipped: Tally,
    /// Problems with records that are already counted as indexed or skipped, by reason.
    #[serde(rename = "flawed")]
    pub defective: Tally,
}

/// Counts by reason.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Tally(BTreeMap<String, u64>);

impl Tally {
    /// Adds one.
    pub fn count(&mut self, reason: Reason) {
        *self.0.entry(reason.name().to_owned()).or_default() += 1;
    }

    /// Takes back one that was counted.
    pub(crate) fn uncount(&mut self, reason: Reason) {
        if let Some(n) = self.0.get_mut(reason.name()) {
            *n -= 1;
        }
        self.0.retain(|_, n| *n > 0);
    }

    /// Adds all of `other`.
    pub fn add(&mut self, other: &Self) {
        for (reason, n) in other.iter() {
            *self.0.entry(reason.to_owned()).or_default() += n;
        }
    }

    /// Returns the count of a reason.
    pub fn get(&self, reason: Reason) -> u64 {
        self.0.get(reason.name()).copied().unwrap_or_default()
    }

    /// Returns the sum over all reasons.
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// Returns the reasons that are damage, with their counts.
    pub fn damage(&self) -> Self {
        let is_damage = |name: &str| Reason::named(name).is_some_and(Reason::is_damage);
        let counts = self.iter().filter(|(name, _)| is_damage(name));
        Self(counts.map(|(name, n)| (name.to_owned(), n)).collect())
    }

    /// Iterates over the reasons by name, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(reason, n)| (reason.as_str(), *n))
    }
}

impl IndexCounts {
    /// Adds all of `other`.
    pub fn add(&mut self, other: &Self) {
        let Self { records, pages, blocks, tokens, skipped, defective } = other;
        self.records += records;
        self.pages += pages;
        self.blocks += blocks;
        self.tokens += tokens;
        self.skipped.add(skipped);
        self.defective.add(defective);
    }

    /// Returns the skipped and defective records that are damage, by reason: content of an archive
    /// is missing from the index.
    pub fn damage(&self) -> Tally {
        let mut damage = self.skipped.damage();
        damage.add(&self.defective.damage());
        damage
    }

    /// Returns the number of skipped and defective records that are damage.
    pub fn damaged(&self) -> u64 {
        self.damage().total()
    }
}

/// One archive in the index.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ArchiveEntry {
    /// The file, as it was named.
    pub path: String,
    /// Its kind: warc, arc, trecweb, jsonl, folder and so on.
    pub kind: String,
    /// Identifies the file's content at the time of reading.
    pub stamp: Stamp,
    /// Records read from it.
    pub records: u64,
    /// Pages indexed from it.
    pub pages: u64,
    /// Records that are no page of the index, by reason.
    pub skipped: Tally,
    /// Problems with its other records, by reason.
    #[serde(rename = "flawed")]
    pub defective: Tally,
    /// Where reading resumes; none once the whole archive is indexed.
    pub checkpoint: Option<Checkpoint>,
}

/// One segment of the index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SegmentEntry {
    /// Its name, which the names of its files start with.
    pub id: String,
    /// Whether it is the result of a merge.
    pub merged: bool,
}

impl Manifest {
    /// Reads the manifest from a commit's payload. `path` is the index folder, for messages.
    ///
    /// # Errors
    /// [`Error::Index`] if there is no manifest, if it does not parse, or if it has another format
    /// version.
    pub fn from_payload(path: &Path, payload: Option<&str>) -> Result<Self> {
        let Some(payload) = payload else {
            let message = "a tantivy index without a tamis manifest";
            return Err(Error::index(path, message).with_remedy(Remedy::Rebuild));
        };
        let format: FormatOnly =
            serde_json::from_str(payload).map_err(|error| invalid(path, &error))?;
        check_format(path, format.format)?;
        serde_json::from_str(payload).map_err(|error| invalid(path, &error))
    }

    /// Returns the manifest of an empty index.
    pub fn new(recipe: Recipe) -> Self {
        Self {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            classifiers: recipe.classifiers.clone(),
            recipe,
            counts: IndexCounts::default(),
            archives: Vec::new(),
            segments: Vec::new(),
            report_list_bytes: 0,
            report_list_hash: String::new(),
            labels: None,
            repeats: None,
            finished: false,
            damaged_before: 0,
            shard: None,
            tuned: None,
            deleted_url_prefixes: Vec::new(),
        }
    }

    /// Adds starts of URLs to those whose pages were deleted.
    pub(crate) fn forbid_urls<'a>(&mut self, prefixes: impl IntoIterator<Item = &'a String>) {
        for prefix in prefixes {
            if !self.deleted_url_prefixes.contains(prefix) {
                self.deleted_url_prefixes.push(prefix.clone());
            }
        }
    }

    /// Returns the starts of URLs whose pages were deleted.
    pub(crate) fn deleted_prefixes(&self) -> Vec<UrlPrefix> {
        self.deleted_url_prefixes.iter().filter_map(|prefix| UrlPrefix::new(prefix)).collect()
    }

    /// Whether this is a later state of the index that `before` is of, with archives added or pages
    /// deleted since, and not another index in its place.
    pub(super) fn continues(&self, before: &Self) -> bool {
        let known = self.archives.iter().zip(&before.archives);
        let is_later = |(now, then): (&ArchiveEntry, &ArchiveEntry)| {
            (&now.path, &now.kind, &now.stamp) == (&then.path, &then.kind, &then.stamp)
                && now.records == then.records
                && now.skipped.get(Reason::Deleted) >= then.skipped.get(Reason::Deleted)
        };
        self.recipe == before.recipe
            && self.archives.len() >= before.archives.len()
            && known.clone().all(is_later)
            && (self.archives != before.archives || self.counts == before.counts)
    }

    /// Notes that pages were added or deleted, if there is a tuned rule.
    pub(crate) fn count_changed(&mut self, pages: u64) {
        if let Some(rule) = &mut self.tuned {
            rule.changed += pages;
        }
    }

    /// Whether a rule that was tuned for this index uses a label.
    pub fn rule_uses(&self, rule: &TunedRule, label: &str, can_use: CanUse) -> bool {
        let mut without = self.clone();
        without.classifiers.retain(|name| name != label);
        can_use(rule, self) && !can_use(rule, &without)
    }

    /// Returns the payload that [`Manifest::from_payload`] reads.
    pub fn to_payload(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Returns the bit of a label; see [`label`](Self::label).
    ///
    /// # Errors
    /// [`Error::Setting`] for a label that the index does not have.
    pub fn label_bit(&self, classifier: &str) -> Result<u32> {
        self.label(classifier).map(|(bit, _)| bit)
    }

    /// Returns the bit of a label and its name in the index. The case of letters matters only where
    /// names differ by it.
    ///
    /// # Errors
    /// [`Error::Setting`] for a label that the index does not have.
    pub fn label(&self, classifier: &str) -> Result<(u32, &str)> {
        let names = (0..).zip(self.classifiers.iter().map(String::as_str));
        if let Some(exact) = names.clone().find(|(_, name)| *name == classifier) {
            return Ok(exact);
        }
        let mut like = names.filter(|(_, name)| name.eq_ignore_ascii_case(classifier));
        match (like.next(), like.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(self.unknown_label(classifier)),
        }
    }

    /// Returns the error for a label that the index does not have. What a classifier is called
    /// needs no guess: its label can be added.
    fn unknown_label(&self, name: &str) -> Error {
        let Ok(classifier) = CLASSIFIERS.name_of(name) else {
            /// Labels that a message lists.
            const LISTED: usize = 20;
            let names = self.classifiers.iter().map(String::as_str);
            if names.len() > LISTED && nearest(name, names.clone()).is_none() {
                return Error::settings(format!("unknown label '{name}'; see those of the index"));
            }
            return Error::unknown_name("label", name, names);
        };
        let remedy = Remedy::AddLabel;
        let problem = format!("unknown label '{name}'; it is a classifier: {remedy}");
        SettingError::unnamed(problem).with_missing_label(classifier).into()
    }
}

fn invalid(path: &Path, error: &serde_json::Error) -> Error {
    let message = format!("its manifest does not parse ({})", in_our_words(error));
    Error::index(path, message).with_remedy(Remedy::Rebuild)
}

/// Checks the format of the index in `path`.
///
/// # Errors
/// [`Error::Index`] for another one than [`FORMAT`].
pub(super) fn check_format(path: &Path, format: u64) -> Result<()> {
    let other = format!("has format {format}, and this version reads format {FORMAT}");
    match format.cmp(&FORMAT.into()) {
        Ordering::Equal => Ok(()),
        Ordering::Less => Err(Error::index(path, other).with_remedy(Remedy::Rebuild)),
        Ordering::Greater => Err(Error::index(path, other).with_remedy(Remedy::Update)),
    }
}

#[derive(Deserialize)]
struct FormatOnly {
    format: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest() -> Manifest {
        Manifest {
            classifiers: vec!["keep-all".into(), "words-tree".into()],
            ..Manifest::new(Recipe::default())
        }
    }

    #[test]
    fn the_payload_reads_back() {
        let manifest = manifest();
        assert_eq!(
            Manifest::from_payload(Path::new("i"), Some(&manifest.to_payload())).unwrap(),
            manifest
        );
    }

    #[test]
    fn another_format_is_refused_with_both_versions() {
        let mut manifest = manifest();
        for (format, remedy) in [(FORMAT - 1, "build the index again"), (99, "update tamis")] {
            manifest.format = format;
            let error = Manifest::from_payload(Path::new("i"), Some(&manifest.to_payload()))
                .unwrap_err()
                .to_string();
            let expected =
                format!("has format {format}, and this version reads format {FORMAT}; {remedy}");
            assert!(error.contains(&expected), "{error}");
        }
        assert!(
            Manifest::from_payload(Path::new("i"), None)
                .unwrap_err()
                .to_string()
                .contains("without a tamis")
        );
    }

    #[test]
    fn a_label_that_is_a_classifier_can_be_added() {
        let error = manifest().label("Density-Tree").unwrap_err();
        assert_eq!(error.remedy(), Some(Remedy::AddLabel));
        let Error::Setting(setting) = &error else { panic!("{error}") };
        assert_eq!(setting.missing_label.as_deref(), Some("density-tree"));
        let expected = "unknown label 'Density-Tree'; it is a classifier: add it as a label";
        assert_eq!(error.to_string(), expected);
        assert_eq!(manifest().label("my-own").unwrap_err().remedy(), None);
    }

    #[test]
    fn labels_are_bits_in_order() {
        assert_eq!(manifest().label_bit("words-tree").unwrap(), 1);
        assert!(manifest().label_bit("word-tree").unwrap_err().to_string().contains("words-tree"));
        assert_eq!(manifest().label("Words-Tree").unwrap(), (1, "words-tree"));
        let mut two = manifest();
        two.classifiers.push("Words-tree".into());
        assert_eq!(
            [two.label_bit("words-tree").unwrap(), two.label_bit("Words-tree").unwrap()],
            [1, 2]
        );
        assert!(two.label_bit("WORDS-TREE").is_err());
    }
}
