//! What every door prints of an answer, made in one place.

pub mod hit;

pub use hit::Hit;
