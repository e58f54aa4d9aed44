//! tamis sieves web pages and indexes what passes. The modules stand in the order in which a document passes them.

pub mod error;

// Down the sieve: archive to index.
pub mod analyze;
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
pub mod report;

// The doors.
pub mod demo;

pub use error::{Error, Result};
