//! Labels blocks: one trait ([`Classifier`]), one list ([`CLASSIFIERS`]), one file per algorithm.

mod blur;
mod boilerpipe;
mod bte;
pub mod cetr;
mod classifier;
mod cleaneval_rule;
mod density_tree;
mod elements;
mod feature_extractor;
#[cfg(feature = "justext")]
pub mod justext;
mod keep_all;
mod link_density_33;
mod link_quota;
mod list;
mod local;
mod min_words;
mod models;
mod neighbours;
mod on_tokens;
mod pagelet;
mod printed;
#[cfg(feature = "readability")]
mod readability;
pub mod rule;
mod scorers;
mod set;
mod shared;
mod slope;
mod space;
mod stretch;
#[doc(hidden)]
pub mod subsequence;
#[doc(hidden)]
pub mod tamis;
mod text_density_1r;
pub mod trained;
mod tree_filter;
#[cfg(feature = "unfluff")]
mod unfluff;
pub mod victor;
#[doc(hidden)]
pub mod web2text;
mod words_tree;
mod written;

pub use classifier::{Classifier, Subject, content};
pub use list::{CLASSIFIERS, ClassifierEntry, DEFAULT, by_name, entry_of, name_of, without_argument};
pub use models::with_model;
pub use neighbours::{Neighbours, Shallow};
pub use printed::printed;
pub use rule::{Branch, Quantity, Rule, Test};
pub use scorers::{Scorers, expand_scores, with_scores};
pub use set::{Set, expand};

#[cfg(test)]
mod tests;
