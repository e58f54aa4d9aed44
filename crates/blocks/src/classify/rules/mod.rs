//! Rules over the counts of a block and its neighbours: those of the WSDM paper (Kohlschütter,
//! Fankhauser, Nejdl 2010), one file each, and what all rules stand on.

mod classifier;
mod cleaneval_rule;
mod density_tree;
mod keep_all;
mod link_density_33;
mod min_words;
pub(super) mod neighbours;
pub mod rule;
mod text_density_1r;
mod words_tree;

pub(super) use classifier::RuleClassifier;
pub use cleaneval_rule::RULE as CLEANEVAL_RULE;
pub use density_tree::RULE as DENSITY_TREE;
pub use keep_all::RULE as KEEP_ALL;
pub use link_density_33::RULE as LINK_DENSITY_33;
pub use min_words::{FIFTEEN as MIN_WORDS_15, TEN as MIN_WORDS_10};
pub use neighbours::{Neighbours, RuleCounts};
pub use text_density_1r::RULE as TEXT_DENSITY_1R;
pub use words_tree::RULE as WORDS_TREE;
