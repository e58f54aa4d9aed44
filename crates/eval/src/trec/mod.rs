//! TREC's files: topics (the questions), qrels and other judgements, and runs (the answers); also
//! lists of docnos and tables of z-scores. Knows no measure and no index. A line that cannot be
//! read is an error with file and line. `lines` and `limits` read any other input of lines in the
//! same way.

pub mod docnos;
pub mod grouped;
pub mod ids;
mod input;
pub mod limits;
pub mod lines;
pub mod prefs;
pub mod prels;
pub mod qrels;
mod ranking;
mod records;
mod references;
pub mod run;
pub mod topics;
pub mod zscores;

pub use grouped::GroupedQrels;
pub use prefs::Prefs;
pub use prels::Prels;
pub use qrels::{Qrels, TopicQrels};
pub use ranking::{Ranking, Retrieved, ranking_order};
pub use run::Run;
pub use topics::{Topic, TopicField, TopicFields, TopicReader, Topics};
pub use zscores::Zscores;
