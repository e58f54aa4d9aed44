//! x
pub mod scores;
