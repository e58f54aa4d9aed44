//! trec_eval's numbers as a library.

mod error;
pub mod measure;
pub mod runs;
pub mod statistics;
pub mod trec;

pub use error::{Error, Result};
