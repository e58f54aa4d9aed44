//! Methods that read a page as it is written, as a sequence of words and tags, and keep some of its
//! words.

mod blur;
mod bte;
mod on_tokens;
mod slope;
mod stretch;
pub mod subsequence;
mod written;

pub(crate) use blur::Blur;
pub(crate) use bte::Bte;
pub(crate) use on_tokens::WordMajority;
pub(crate) use slope::Slope;
pub(crate) use written::is_inline;
