//! The results that the program, the server and Python print: a [`Hit`], a [`BlockRow`] and an
//! [`Explained`], each made in one place.

pub mod block;
pub mod explained;
pub mod hit;

pub use block::BlockRow;
pub use explained::Explained;
pub use hit::Hit;
