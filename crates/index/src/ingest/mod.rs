//! Builds an index from archives, in stages. Each archive is decompressed ahead by its own thread
//! (`read`). Documents are put into one order, those with a repeated docno are dropped, and the
//! rest is cut into batches (`sequence`). Each batch becomes a segment, in parallel (`build`), and
//! is committed in order (`commit`). Order and batches depend only on the collection, so the index
//! depends neither on the number of threads nor on interruptions.

mod analyze;
mod build;
mod commit;
mod dedup;
mod labellers;
pub mod ledger;
mod open;
mod options;
mod pipeline;
mod plan;
mod progress;
mod read;
pub mod record_reports;
mod report_row;
pub(crate) mod segments;
mod sequence;
mod shard_plan;
mod share;

pub use analyze::analyze;
pub(crate) use analyze::{BlockClassifiers, Labelled, label};
pub(crate) use labellers::Labellers;
pub use ledger::RECORD_REPORTS;
pub use options::{Options, check_threads};
pub use pipeline::{Summary, ingest};
pub use progress::{Progress, Silent};
pub use shard_plan::{Planned, ShardFile, ShardFiles, ShardPlan};
pub use share::{GivenShard, Share};
