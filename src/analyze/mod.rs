//! (being built)
pub mod lines;
pub use lines::Lines;
