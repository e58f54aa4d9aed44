//! trec_eval's numbers as a library: topics, qrels, runs, measures, significance tests, and
//! comparisons of runs.
//!
//! ```
//! use tamis_eval::{Measures, Qrels, Run, evaluate};
//!
//! let qrels = Qrels::read_from("1 0 a 1\n1 0 b 0\n2 0 c 2\n".as_bytes(), "qrels")?;
//! let lines = "1 Q0 b 1 9 demo\n1 Q0 a 2 8 demo\n2 Q0 c 1 7 demo\n";
//! let run = Run::read_from(lines.as_bytes(), "run")?;
//! let measures: Measures = "RR nDCG@10 P_1".parse()?;
//!
//! let evaluation = evaluate(&qrels, &run, &measures);
//! assert_eq!(evaluation.mean("RR"), Some(0.75));
//! assert_eq!(evaluation.per_topic("P@1"), Some(vec![("1", 0.0), ("2", 1.0)]));
//! # Ok::<(), tamis_eval::Error>(())
//! ```
//!
//! - [`trec`] reads the files: [`Topics`], [`Qrels`], [`Run`], and judgements of other kinds.
//! - [`measure`](mod@measure) scores a run: [`evaluate`] with defaults, [`evaluate_against`] with
//!   [`Options`] and judgements of any kind. [`Layout`](crate::measure::Layout) writes the scores
//!   as trec_eval does.
//! - [`runs`] compares runs with [`compare`]: differences, p-values, intervals.
//! - [`statistics`] has the tests, which take plain numbers.

#![warn(missing_docs)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod error;
pub mod measure;
pub mod runs;
pub mod statistics;
pub mod trec;

pub use error::{Error, Result};
pub use measure::{Evaluation, Instance, Measures, Options, evaluate, evaluate_against, measure};
pub use runs::{ComparedRun, RunComparison, compare};
pub use trec::{Qrels, Run, Topic, TopicField, Topics};
