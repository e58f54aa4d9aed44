//! The rules of a search over the blocks of a page: which are permitted, and how many times their
//! text counts.

pub mod decimal;
pub mod expression;
pub mod predicate;
mod ranges;
pub mod sieve;
pub mod weights;
