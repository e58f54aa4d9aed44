//! Scores the text that classifiers keep against gold text.

pub mod data;
pub mod datasets;
pub mod gold;
pub mod judge;
#[cfg(feature = "originals")]
pub mod leaves;
pub mod markdown;
pub mod read;
pub mod scores;
pub mod tokens;
