//! What requests are answered: plain values, the same for the pages and for JSON.

pub mod collection;
pub mod index;
pub mod losses;
pub mod page;
pub mod search;
