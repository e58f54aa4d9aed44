//! tamis sieves web pages and indexes what passes. The modules stand in the order in which a document passes them.

pub mod error;
pub mod page;

// Down the sieve: archive to index.
pub mod analyze;
pub mod block;
pub mod classify;
pub mod collection;
pub mod feature;
pub mod html;
pub mod index;
pub mod ingest;
pub mod label;
pub mod search;
pub mod verify;

// Out of the sieve again, for others.
pub mod export;

// The examination.
pub mod accuracy;
pub mod distribution;
pub mod experiment;
pub mod measure;
pub mod report;
pub mod runs;
pub mod statistics;
pub mod trec;

// The doors.
pub mod cli;
pub mod demo;

pub use error::{Error, Result};
