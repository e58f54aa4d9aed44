//! Victor: a conditional random field over 46 features of each run of text.

mod block;
mod crf;
mod features;
mod model;
mod page;
mod template;
mod text_model;
mod words;

pub use block::Block;
pub use crf::{Crf, Kind, LABELS, Lattice, PerLabel};
pub use features::{FEATURES, NAMES, Row, features};
pub use page::blocks;
