//! The library's public face: [`Index`], its builders and their results. Everything here is thin;
//! the work is done by `ingest`, `search`, `experiment` and `report`, which stay free to change.

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
mod tune;
mod view;

pub use build::{BuildProgress, IndexBuilder};
pub use combine::CombineBuilder;
pub use compare::ComparisonBuilder;
pub use delete::DeletionBuilder;
pub use index::Index;
pub use results::{Comparison, Sweep, Tuned};
pub use search::{PageText, SearchBuilder};
pub use stats::Stats;
pub use sweep::SweepBuilder;
pub use tamis_search::result::{BlockRow, Explained, Hit};
pub use tamis_search::rule::weights::Weight;
pub use tamis_search::snippet::best_block::{FoundBlock, FoundWord};
pub use topic_search::TopicSearchBuilder;
pub use tune::TuneBuilder;

pub use tamis_eval::{Qrels, Run, Topics};
pub use tamis_index::captures::Capture;
pub use tamis_index::delete::{DeletedPage, Deletion};
pub use tamis_index::index::recipe::{Dedup, Store};
pub use tamis_index::index::{TunedParameter, TunedRule};
pub use tamis_search::experiment::parameter::{Parameter, Value};
pub use tamis_search::experiment::results::{ComparisonRow, SweepPoint};
pub use tamis_search::feedback::{Feedback, Method as FeedbackMethod};
pub use tamis_search::tune::Prior;
pub use tamis_search::{Decimal, TitleRule};
