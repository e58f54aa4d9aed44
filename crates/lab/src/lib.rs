//! The laboratory of tamis: scores classifiers, trains their models, measures distributions of
//! blocks, and generates the demo's collection. Nothing here changes an index.

pub mod accuracy;
pub mod demo;
pub mod distribution;
pub mod train;
