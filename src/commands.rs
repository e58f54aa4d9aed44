//! The commands, a file each: arguments, the job that they fill, and its outcome in words.

pub mod accuracy;
pub mod classifiers;
pub mod combine;
pub mod compare;
pub mod completions;
pub mod delete;
pub mod demo;
pub mod eval;
pub mod export;
pub mod extract;
pub mod index;
pub mod inspect;
pub mod label;
pub mod list;
pub mod man;
pub mod search;
#[cfg(feature = "serve")]
pub mod serve;
pub mod shard;
pub mod stats;
pub mod sweep;
pub mod train;
pub mod tune;
pub mod verify;
