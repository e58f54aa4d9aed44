//! The index of tamis, from archives to committed segments, and all operations that change a
//! finished one. A collection is one tantivy index whose blocks keep their places, so that any rule
//! over blocks can be a parameter of a search.
//!
//! The rooms, in the order in which a document passes through them: [`ingest`] reads, [`analyze`]
//! makes terms, [`index`] stores. [`corpus`] opens one index or several as one.

pub mod analyze;
pub mod captures;
pub mod combine;
pub mod corpus;
pub mod delete;
pub mod disk;
pub mod error;
pub mod index;
pub mod ingest;
pub mod label;
pub mod repeats;
pub mod reread;
pub mod stats;
pub mod verify;

pub use corpus::{Corpus, PageFilter};
pub use error::{Error, Result};
// Everything of tamis-blocks, and the removers of others if they are compiled in: names of removers
// are looked up in this list.
#[cfg(not(feature = "originals"))]
pub use tamis_blocks as blocks;
#[cfg(feature = "originals")]
pub use tamis_originals as blocks;
