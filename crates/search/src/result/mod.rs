//! What every door prints of an answer: one [`Hit`], one [`BlockRow`] and one [`Explained`], each
//! made in one place.

pub mod block;
pub mod explained;
pub mod hit;

pub use block::BlockRow;
pub use explained::Explained;
pub use hit::Hit;
