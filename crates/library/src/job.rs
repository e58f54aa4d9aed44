//! Jobs: what somebody wants of an index, as plain data that files can hold. `run` is the only
//! deed: the builders, the program, the server, Python and shards fill a job and show its outcome.

mod accuracy;
mod combine;
mod command;
mod compare;
mod datasets;
mod delete;
pub mod eval;
mod export;
mod extract;
mod index;
mod inspect;
mod judged;
mod label;
mod opening;
mod output;
mod over_shards;
mod pages;
mod prepared;
mod rounds;
mod search;
mod shard;
mod source;
mod stats;
mod sweep;
#[cfg(test)]
mod tests;
mod texts;
mod topics;
mod train;
mod tune;
mod verify;

pub use crate::recipe::RecipeSettings;
pub use accuracy::AccuracyJob;
pub use combine::{CombineJob, Combined};
pub use command::command_of_build;
pub use compare::CompareJob;
pub use datasets::Datasets;
pub use delete::{DeleteJob, Deleted};
pub use export::{ExportFormat, ExportJob, Exported};
pub use extract::{Extract, ExtractJob, PageBlocks, PageSource, TextForm};
pub use index::{Built, IndexJob};
pub use inspect::{InspectJob, Inspected, InspectedPage};
pub use judged::Judged;
pub use label::{LabelJob, LabelLinesJob, Labelled, LabelsRemoved, LinesRead, RemoveLabelsJob};
pub use output::Output;
pub use pages::PageLists;
pub use prepared::notices_of_request;
pub use rounds::Rounds;
pub use search::{Counted, Found, SearchJob, ViewSize};
pub use shard::{ShardCheckJob, ShardPlanJob, Shards};
pub use source::Source;
pub use stats::{IndexContents, Loss, LossesJob, StatsJob};
pub use sweep::SweepJob;
pub use texts::PageText;
pub use topics::{ByTopic, RankingSink, TopicsJob, lines_of_run};
pub use train::TrainJob;
pub use tune::TuneJob;
pub use verify::VerifyJob;

// What labels return.
pub use tamis_index::label::{UnknownLine, WrittenLabel as NewLabel};

use crate::notice::Notice;
use crate::watch::Told;
use serde::Serialize;
use std::path::PathBuf;

/// The docnos and scores of a query, best first.
pub type Ranking = Vec<(String, f32)>;

/// What a job found, and what its user should know of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Outcome<T> {
    /// The result.
    pub result: T,
    /// What was noticed, in the order in which it came.
    pub notices: Vec<Notice>,
    /// The files that were written.
    pub written: Vec<PathBuf>,
}

impl<T> Outcome<T> {
    fn new(result: T, told: Told<'_>) -> Self {
        Self { result, notices: told.into_notices(), written: Vec::new() }
    }
}
