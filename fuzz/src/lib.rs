//! Fuzz targets: each function panics if some bytes break a property that every input must have.
//! cargo-fuzz calls them on generated inputs, `tests/it/fuzz_corpora.rs` on the corpus.

mod address;
mod codings;
mod language;
mod members;
mod model;
mod pages;
mod query;
mod readers;
mod remover;
mod steps;
mod trec;
mod wacz;

pub use address::address;
pub use codings::codings;
pub use language::language;
pub use members::members;
pub use model::model;
pub use pages::{html, rule};
pub use query::query;
pub use readers::{formats, http};
pub use remover::remover;
pub use steps::{steps, values};
pub use trec::{other_judgements, qrels, run, topics};
pub use wacz::wacz;
