//! What an index contains, in numbers, and the list of what did not reach it.

use super::Outcome;
use super::command::command_of_manifest;
use crate::index::being_written;
use crate::notice::Notice;
use crate::watch::{Told, Watch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use std::path::{Path, PathBuf};
use tamis_index::blocks::page::Cut;
use tamis_index::error::Result;
use tamis_index::index::manifest::{ArchiveEntry, IndexCounts};
use tamis_index::index::{Index, Recipe, TunedParameter, TunedRule};
use tamis_index::ingest::record_reports::{ReportFilter, ReportLine, each_committed};
use tamis_index::stats::Contents;
use tamis_report::tune::flag;

/// A count of what an index contains.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StatsJob {
    /// The folder of the index.
    pub index: PathBuf,
}

/// What an index contains, and how it was built.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct IndexContents {
    /// The folder of the index.
    #[serde(skip)]
    pub index: PathBuf,
    /// Records, pages, blocks and tokens.
    #[serde(flatten)]
    pub counts: IndexCounts,
    /// The archives in the order in which they were read.
    pub archives: Vec<ArchiveEntry>,
    /// Starts of URLs whose pages were deleted, and are skipped from then on.
    pub deleted_url_prefixes: Vec<String>,
    /// Whether all archives are read; if not, the same build continues.
    pub finished: bool,
    /// The command that builds an index like it: `COLLECTION` stands for its archives, `INDEX` for
    /// the folder.
    pub command: String,
    /// The settings that it was built with.
    pub recipe: Recipe,
    /// The analyzer of the recipe.
    pub analyzer: String,
    /// How the recipe cuts pages.
    pub cut: Cut,
    /// Blocks by their words, labels, scores and repeats; pages by encoding; bytes.
    #[serde(flatten)]
    pub contents: Contents,
    /// The tuned rule; none if none is stored.
    #[serde(serialize_with = "with_flags")]
    #[schemars(with = "Option<RuleWithFlags<'_>>")]
    pub tuned: Option<TunedRule>,
    /// The number of the format of the index.
    pub format: u32,
    /// The version of the program that built it.
    pub program: String,
}

/// A tuned rule with the flags that set its parameters.
#[derive(Serialize, JsonSchema)]
struct RuleWithFlags<'a> {
    parameters: Vec<WithFlag<'a>>,
    /// How it was chosen, and how sure that is.
    summary: &'a str,
    /// Pages of the index when it was chosen.
    pages: u64,
    /// Pages that were added or deleted since it was chosen.
    changed: u64,
    /// The version of the program that chose it.
    program: &'a str,
}

/// A parameter with the flag that sets it.
#[derive(Serialize, JsonSchema)]
struct WithFlag<'a> {
    #[serde(flatten)]
    parameter: &'a TunedParameter,
    /// The flag that sets the parameter, as a shell reads it.
    flag: String,
}

/// Serialises a tuned rule with its flags.
fn with_flags<S: Serializer>(
    rule: &Option<TunedRule>,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    let with_flag = |parameter| WithFlag { parameter, flag: flag(parameter) };
    let rule = rule.as_ref().map(|rule| RuleWithFlags {
        parameters: rule.parameters.iter().map(with_flag).collect(),
        summary: &rule.summary,
        pages: rule.pages,
        changed: rule.changed,
        program: &rule.program,
    });
    rule.serialize(serializer)
}

impl StatsJob {
    /// Reads the columns of all blocks and counts.
    ///
    /// # Errors
    /// A folder without an index, or one that cannot be read.
    pub fn run(&self, watch: &dyn Watch) -> Result<Outcome<IndexContents>> {
        let told = Told::new(watch);
        let index = crate::index::Index::open(&self.index)?;
        told.tell_all(index.corpus().indexes.iter().filter_map(|index| being_written(index)));
        let manifest = index.manifest().clone();
        let command = command_of_manifest(Path::new("INDEX"), &manifest);
        let contents = IndexContents {
            index: self.index.clone(),
            counts: manifest.counts,
            archives: manifest.archives,
            deleted_url_prefixes: manifest.deleted_url_prefixes,
            finished: manifest.finished,
            command,
            analyzer: manifest.recipe.analyzer.clone(),
            cut: manifest.recipe.cut,
            recipe: manifest.recipe,
            contents: index.contents()?,
            tuned: manifest.tuned,
            format: manifest.format,
            program: manifest.program,
        };
        Ok(Outcome::new(contents, told))
    }
}

/// A reading of the list of skipped records and defects of an index.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LossesJob {
    /// The folder of the index.
    pub index: PathBuf,
    /// Whether only records are listed of which content is damaged or lost.
    pub damaged: bool,
}

/// A record that was skipped, or is defective.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Loss {
    /// The line of the list.
    #[serde(flatten)]
    pub line: ReportLine,
    /// Whether content is missing.
    pub damaged: bool,
}

impl LossesJob {
    /// Calls `show` with each line, in the order of the list, and keeps none: a list may be long.
    ///
    /// # Errors
    /// A folder without an index; one that cannot be read.
    pub fn run(&self, mut show: impl FnMut(Loss), watch: &dyn Watch) -> Result<Outcome<()>> {
        let told = Told::new(watch);
        let index = Index::open(&self.index)?;
        told.tell_all(being_written(&index));
        let Self { damaged, .. } = *self;
        let filter = ReportFilter { damaged, limit: usize::MAX, ..ReportFilter::default() };
        let found = each_committed(&index.path, &index.manifest, &filter, |line| {
            show(Loss { damaged: line.reason.is_damage(), line });
        })?;
        told.tell_all(found.damage.map(|problem| Notice::DamagedLosses { problem }));
        Ok(Outcome::new((), told))
    }
}
