//! trec_eval's numbers as a library.

mod error;
pub mod measure;
pub mod runs;
pub mod statistics;
pub mod trec;

pub use error::{Error, Result};
pub use measure::{Evaluation, Instance, Measures, Options, evaluate, evaluate_against, measure};
pub use runs::{ComparedRun, RunComparison, compare};
pub use trec::{Qrels, Run, Topic, TopicField, Topics};
