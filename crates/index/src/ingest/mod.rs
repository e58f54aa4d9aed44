//! Builds an index from archives, in stages. Each archive is decompressed ahead by its own thread
//! (`read`). Documents are put into one order, those with a repeated docno are dropped, and the
//! rest is cut into batches (`sequence`). Each batch becomes a segment, in parallel (`build`), and
//! is committed in order (`commit`). Order and batches depend only on the collection, so the index
//! depends neither on the number of threads nor on interruptions. Which records are in work is
//! noted (`in_work`): after a death of the process they are tried apart (`trial`).

mod analyze;
mod build;
mod commit;
mod dedup;
mod in_work;
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
mod trial;

pub use analyze::analyze;
pub(crate) use analyze::{BlockClassifiers, LabelledPage, described, label, read_page};
pub(crate) use labellers::Labellers;
pub use ledger::RECORD_REPORTS;
pub use options::{Options, check_threads};
pub use pipeline::{IngestSummary, ingest};
pub use progress::Progress;
pub use shard_plan::{PlannedShard, ShardFile, ShardFiles, ShardPlan};
pub use share::{GivenShard, Share};
pub use trial::try_page;
