//! Labels blocks: one trait ([`Classifier`]), one list ([`CLASSIFIERS`]), one file per algorithm.

mod boilerpipe;
mod bte;
pub mod cetr;
mod classifier;
mod cleaneval_rule;
mod density_tree;
#[cfg(feature = "justext")]
pub mod justext;
mod keep_all;
mod link_density_33;
mod list;
mod local;
mod min_words;
mod neighbours;
#[cfg(feature = "readability")]
mod readability;
pub mod rule;
mod set;
mod shared;
mod space;
mod text_density_1r;
mod tree_filter;
#[cfg(feature = "unfluff")]
mod unfluff;
mod words_tree;

pub use classifier::{Classifier, Subject, content};
pub use list::{CLASSIFIERS, ClassifierEntry, DEFAULT, by_name, entry_of, name_of, without_argument};
pub use neighbours::{Neighbours, Shallow};
pub use rule::{Branch, Quantity, Rule, Test};
pub use set::{Set, expand};

#[cfg(test)]
mod tests;
