//! TREC's files, as text: topics are the questions, qrels the judgements, a run the answers; lists of docnos. This room reads and
//! writes them and knows no measure and no index; a line that cannot be read stops it, with file and line.

pub mod docnos;
mod input;
pub mod qrels;
pub mod run;
pub mod topics;

pub(crate) use input::shown;
pub use qrels::{Qrels, TopicQrels};
pub use run::{Retrieved, Run};
pub use topics::{Topic, TopicField, TopicFields};
