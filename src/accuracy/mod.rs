//! Pages with gold and classifiers into scores of the text that each keeps.

pub mod data;
pub mod datasets;
pub mod gold;
pub mod judge;
pub mod scores;
