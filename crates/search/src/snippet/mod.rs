//! The parts of a page that a result shows: the blocks that match best, and the words around the
//! match.

pub mod best_block;
pub mod window;
