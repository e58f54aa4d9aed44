//! Building an index: a new one from a collection, or more of one into an index that is there.

use super::Outcome;
use crate::notice::Notice;
use crate::recipe::RecipeSettings;
use crate::watch::{Told, Watch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tamis_collection::Reason;
use tamis_index::error::{Error, Remedy, Result};
use tamis_index::index::manifest::IndexCounts;
use tamis_index::index::shard::{Shard, ShardMark};
use tamis_index::index::{Index, Recipe};
use tamis_index::ingest::{IngestSummary, Options, ShardPlan, Share, ingest};

/// An index as it is wanted.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct IndexJob {
    /// Files, folders or globs: WARC, ARC, WACZ, TREC web, BLOGS06, JSONL or HTML, plain or
    /// compressed; `-` is standard input.
    pub collections: Vec<PathBuf>,
    /// The folder: new, empty, or with an index, to which the collections are added.
    pub out: PathBuf,
    /// The settings that are given; the others are those of the index in the folder, else the
    /// defaults.
    pub recipe: RecipeSettings,
    /// The number of threads that cut, analyze and index, 1 or more; none for all cores.
    pub threads: Option<usize>,
    /// Whether an index in the folder is replaced.
    pub replace: bool,
    /// The most damaged or lost records; one more, and the build fails. None for no limit.
    pub max_damaged: Option<u64>,
    /// The shard to index; none for the whole collection.
    pub shard: Option<Shard>,
    /// The plan that has the files of the shard, in the place of `collections`.
    pub plan: Option<PathBuf>,
    /// The share of the collection in memory, in the place of `shard` and `plan`.
    #[serde(skip)]
    pub share: Option<Share>,
    /// A program and its arguments in which a page is tried that may have killed an earlier build:
    /// it calls [`try_page`](crate::try_page) and ends with the status that it returns. A page that
    /// kills it is left out, and listed as `crashed`. Empty: such a page is analyzed like all
    /// others, but alone.
    #[serde(skip)]
    pub trial: Vec<OsString>,
}

/// An index that was built, in numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Built {
    /// The folder of the index, as it was named.
    pub index: PathBuf,
    /// Whether the whole collection is in it; false after an interruption, and the same build
    /// continues it.
    pub finished: bool,
    /// Archives read.
    pub archives: usize,
    /// What is in it, and what is not.
    #[serde(flatten)]
    pub counts: IndexCounts,
    /// Records that were found damaged or lost since it was last finished; the exit status is 3 if
    /// there are any.
    pub damaged: u64,
    /// Pages that a label from lines or `NAME-site` does not cover, because they were added later.
    pub pages_without_label: BTreeMap<String, u64>,
    /// Which shard it is; absent without `--shard`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<ShardMark>,
}

impl Built {
    fn new(out: &Path, summary: &IngestSummary) -> Self {
        let manifest = &summary.manifest;
        Self {
            index: out.to_owned(),
            finished: manifest.finished,
            archives: manifest.archives.len(),
            counts: manifest.counts.clone(),
            damaged: summary.damaged(),
            pages_without_label: summary.lacking.iter().cloned().collect(),
            shard: manifest.shard.clone(),
        }
    }

    /// Checks that the index has a page, unless it is not finished, or a shard, which may have no
    /// files: otherwise the wrong collection was probably named.
    ///
    /// # Errors
    /// [`Error::Index`] for an index without pages.
    pub fn check_pages(&self) -> Result<()> {
        if self.counts.pages > 0 || !self.finished || self.shard.is_some() {
            return Ok(());
        }
        let found = match self.counts.records {
            0 => "no page was indexed: the collection has no documents",
            _ => "no page was indexed: every record was skipped",
        };
        Err(Error::index(&self.index, found).with_remedy(Remedy::AddPages))
    }
}

impl IndexJob {
    /// Reads the collection and writes the index. Asked to stop, it commits what is done, and the
    /// same job continues from there.
    ///
    /// # Errors
    /// No collection; one that cannot be read; a folder that holds something else, or an index with
    /// another value of a setting that is given; a full disk; more damage than allowed. What was
    /// committed stays, and the same job continues it.
    pub fn run(&self, watch: &dyn Watch) -> Result<Outcome<Built>> {
        let told = Told::new(watch);
        let (options, inputs) = self.options(&told)?;
        if self.replace {
            self.tell_of_deletions(&told);
        }
        let summary = ingest(&inputs, &self.out, &options, watch)?;
        told.tell_all(self.lacking(&summary));
        let rule = summary.manifest.tuned.as_ref();
        if rule != summary.before.tuned.as_ref() {
            let warning = rule.and_then(|rule| rule.warning(&self.out));
            told.tell_all(warning.map(Notice::outdated_rule));
        }
        Ok(Outcome::new(Built::new(&self.out, &summary), told))
    }

    /// The settings of the build, and the files to read.
    fn options(&self, told: &Told<'_>) -> Result<(Options, Vec<OsString>)> {
        let default = Options::default();
        let (share, inputs) = self.share()?;
        if inputs.is_empty() && matches!(share, Share::Whole) {
            let problem = "found none, expected a file, a folder or a glob";
            return Err(Error::setting("collection", problem));
        }
        let options = Options {
            recipe: self.recipe(told)?,
            threads: self.threads.unwrap_or(default.threads),
            force: self.replace,
            max_damaged: self.max_damaged,
            share,
            trial: self.trial.clone(),
        };
        Ok((options, inputs))
    }

    /// All settings. Of an index that cannot be opened, the ingest tells why.
    fn recipe(&self, told: &Told<'_>) -> Result<Recipe> {
        let found = match self.replace {
            true => None,
            false => Index::open_alone(&self.out).ok(),
        };
        let Some(found) = found else { return self.recipe.over(Recipe::default()) };
        let found = found.manifest.recipe;
        let found = Recipe { models: BTreeMap::new(), ..found };
        let wanted = self.recipe.over(found.clone())?;
        // The ingest refuses another recipe.
        if wanted == found && self.recipe.over(Recipe::default())? != wanted {
            let (index, settings) = (self.out.clone(), RecipeSettings::of(&found));
            told.tell(Notice::SettingsOfIndex { index, settings });
        }
        Ok(wanted)
    }

    /// Which part of which files to read.
    fn share(&self) -> Result<(Share, Vec<OsString>)> {
        let collections = || self.collections.iter().map(OsString::from).collect();
        match (&self.share, self.shard, &self.plan) {
            (Some(Share::Planned(planned)), ..) => {
                Ok((Share::Planned(planned.clone()), planned.inputs.clone()))
            }
            (Some(share), ..) => Ok((share.clone(), collections())),
            (None, None, None) => Ok((Share::Whole, collections())),
            (None, None, Some(plan)) => {
                let problem = format!("found none, expected one of the plan {}", plan.display());
                Err(Error::setting("shard", problem))
            }
            (None, Some(shard), None) => Ok((Share::Shard(shard), collections())),
            (None, Some(shard), Some(plan)) => {
                let planned = ShardPlan::read(plan)?.shard(shard)?;
                let inputs = planned.inputs.clone();
                Ok((Share::Planned(planned), inputs))
            }
        }
    }

    /// Tells if the index that is replaced has deleted pages: the list of them goes with it.
    fn tell_of_deletions(&self, told: &Told<'_>) {
        let counts = Index::open(&self.out).map(|index| index.manifest.counts);
        let pages = counts.map_or(0, |counts| counts.skipped.get(Reason::Deleted));
        if pages > 0 {
            told.tell(Notice::DeletedPagesReturn { index: self.out.clone(), pages });
        }
    }

    /// The notices of labels that no classifier can add to later pages.
    fn lacking(&self, summary: &IngestSummary) -> Vec<Notice> {
        let notice = |(label, pages): &(String, u64)| Notice::LabelNotGrown {
            index: self.out.clone(),
            label: label.clone(),
            pages: *pages,
            outdated: summary.outdated.contains(label),
        };
        summary.lacking.iter().map(notice).collect()
    }
}
