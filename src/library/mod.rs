//! The library's public face: [`Index`], its builders and their results. Everything here is thin; the work is done by
//! `ingest`, `search`, `experiment` and `report`, which stay free to change.

#[macro_use]
mod setters;

mod blocks;
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

pub use blocks::IndexedBlock;
pub use build::{BuildProgress, IndexBuilder};
pub use combine::CombineBuilder;
pub use compare::{Comparison, ComparisonBuilder, ComparisonRow};
pub use delete::DeletionBuilder;
pub use index::Index;
pub use results::{Sweep, SweepPoint};
pub use search::{Hit, PageText, SearchBuilder};
pub use stats::Stats;
pub use sweep::SweepBuilder;
pub use topic_search::TopicSearchBuilder;

pub use tamis_eval::{Qrels, Run, Topics};
pub use tamis_index::captures::Capture;
pub use tamis_index::delete::{DeletedPage, Deletion};
pub use tamis_index::index::recipe::{Dedup, Store};
pub use tamis_search::experiment::parameter::{Parameter, Value};
pub use tamis_search::feedback::{Feedback, Method as FeedbackMethod};
pub use tamis_search::{Decimal, TitleRule};
