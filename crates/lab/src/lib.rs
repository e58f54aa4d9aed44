//! The laboratory of tamis: what is measured and learned beside searches. Nothing here changes an
//! index.

pub mod accuracy;
pub mod demo;
pub mod distribution;
pub mod train;
