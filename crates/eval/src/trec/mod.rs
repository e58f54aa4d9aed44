//! TREC's files, as text: topics are the questions, qrels (or preferences) the judgements, a run the answers; lists of docnos.
//! This room reads and writes them and knows no measure and no index; a line that cannot be read stops it, with file and
//! line.

pub mod docnos;
pub mod grouped;
mod input;
pub mod prefs;
pub mod prels;
pub mod qrels;
mod references;
pub mod run;
pub mod topics;
pub mod zscores;

pub use grouped::GroupedQrels;
pub use prefs::Prefs;
pub use prels::Prels;
pub use qrels::{Qrels, TopicQrels};
pub use run::{Retrieved, Run};
pub use topics::{Topic, TopicField, TopicFields};
pub use zscores::Zscores;
