//! The laboratory of tamis: scores classifiers, trains their models, and generates the demo's
//! collection. Nothing here changes an index.

pub mod accuracy;
pub mod demo;
pub mod train;
