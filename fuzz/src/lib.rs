//! Any bytes -> a panic if they break what must hold of all bytes. One function a target; cargo-fuzz calls it on what it
//! makes up, `tests/fuzz_corpora.rs` on the corpus.

mod members;
mod pages;
mod readers;
mod trec;

pub use members::members;
pub use pages::{html, rule};
pub use readers::{arc, http, jsonl, trecweb, warc};
pub use trec::{other_judgements, qrels, run, topics};
