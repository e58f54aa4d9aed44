//! The library's public face: [`Index`], its builders and their results. Everything here is thin; the work is done by
//! `ingest`, `search`, `experiment` and `report`, which stay free to change.

#[macro_use]
mod setters;

mod best_block;
mod blocks;
mod build;
mod compare;
mod eval;
mod grid;
mod index;
mod judging;
mod number;
mod results;
mod search;
mod stats;
mod sweep;
mod topic_search;
mod view;

pub use blocks::IndexedBlock;
pub use build::{BuildProgress, IndexBuilder};
pub use compare::{Comparison, ComparisonBuilder, ComparisonRow};
pub use eval::{Qrels, Run, Topics};
pub use index::Index;
pub use results::{Parameter, Sweep, SweepPoint, Value};
pub use search::{Hit, SearchBuilder};
pub use stats::Stats;
pub use sweep::SweepBuilder;
pub use topic_search::TopicSearchBuilder;

pub use crate::index::recipe::{Dedup, Store};
pub use crate::search::TitleRule;
pub use crate::search::feedback::{Feedback, Method as FeedbackMethod};
