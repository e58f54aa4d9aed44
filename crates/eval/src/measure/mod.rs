//! Measures: scores of a run against qrels. Each measure is a row of [`MEASURES`] and a file of
//! `catalog/`. Run and judgements meet only in [`evaluate()`]; a measure sees the [`TopicRanking`]
//! (or [`Preferences`], ...) made of them.

mod catalog;
mod checks;
mod definition;
mod evaluate;
mod gains;
mod instance;
mod ir_request;
mod judged;
mod layout;
mod measures;
mod mismatch;
mod names;
mod parameter;
mod preferences;
mod ranking;
mod request;
mod sampled;
mod settings;
mod subtopics;
mod summary;
mod trec_request;

pub use catalog::MEASURES;
pub use checks::{Checks, check_grades};
pub use definition::{Measure, Numbers, Score};
pub use evaluate::{Evaluation, Options, TopicScores, evaluate, evaluate_against};
pub use gains::Gains;
pub use instance::Instance;
pub use judged::{GroupRanking, JudgedRanking, JudgementKind, Relevance};
pub use layout::{Layout, LayoutBlock, LayoutParts};
pub use measures::{Measures, measure};
pub use mismatch::{like_judged, mismatch};
pub use preferences::Preferences;
pub use ranking::{Compat, Terms, TopicJudgements, TopicRanking};
pub use request::{in_list_order, parse, parse_all};
pub use sampled::Sampled;
pub use subtopics::{Subtopics, UserModel};
pub use summary::Summary;
