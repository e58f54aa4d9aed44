//! (being built)

pub mod eval;
