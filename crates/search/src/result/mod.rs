//! What every door prints of an answer: one [`Hit`] and one [`BlockRow`], each made in one place.

pub mod block;
pub mod hit;

pub use block::BlockRow;
pub use hit::Hit;
