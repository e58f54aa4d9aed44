//! Labels for a finished index, without indexing its text again: from classifiers, whose pages come
//! from the index or from the archives (`pages`), from the scores and repeats of the index itself
//! (`site`), or from the output of any other remover (`lines`). A label is one bit per block, in a
//! file beside the segments ([`crate::index::added`]).

mod labelling;
mod lines;
mod pages;
mod site;

pub use labelling::{Labelling, WrittenLabel};
pub use lines::{LabelLines, UnknownLine, from_lines};
pub use pages::from_classifiers;
