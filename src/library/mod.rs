//! The library's public face: [`Index`], its builders and their results. Everything here is thin; the work is done by
//! `ingest`, `search`, `experiment` and `report`, which stay free to change.

#[macro_use]
mod setters;

mod build;
mod combine;
mod compare;
mod delete;
mod index;
mod judging;
mod results;
mod search;
mod stats;
mod sweep;
mod topic_search;
mod view;

pub use crate::result::{BlockRow, Hit};
pub use crate::search::best_block::{FoundBlock, FoundWord};
pub use crate::search::weights::Weight;
pub use build::{BuildProgress, IndexBuilder};
pub use combine::CombineBuilder;
pub use compare::ComparisonBuilder;
pub use delete::DeletionBuilder;
pub use index::Index;
pub use results::{Comparison, Sweep};
pub use search::{PageText, SearchBuilder};
pub use stats::Stats;
pub use sweep::SweepBuilder;
pub use topic_search::TopicSearchBuilder;

pub use crate::captures::Capture;
pub use crate::delete::{DeletedPage, Deletion};
pub use crate::experiment::parameter::{Parameter, Value};
pub use crate::experiment::results::{ComparisonRow, SweepPoint};
pub use crate::index::recipe::{Dedup, Store};
pub use crate::search::feedback::{Feedback, Method as FeedbackMethod};
pub use crate::search::{Decimal, TitleRule};
pub use tamis_eval::{Qrels, Run, Topics};
