//! The trained classifiers of the WSDM paper (Kohlschütter, Fankhauser, Nejdl 2010, section 4.3.1
//! and Table 2): decision trees in the manner of C4.5, rules of one feature (1R), and a linear
//! support vector machine, over the features of [`crate::feature`].
//!
//! The paper fixes the features, the learners (Weka's J48, OneR and SMO) and the weight of a block,
//! its words. It publishes two of its trees (`density-tree`, `words-tree`) and no other model.
//! Those here are trained on the same pages, L3S-GN1. A tree may have more than two classes; all
//! but the first, boilerplate, are content.

mod columns;
mod linear;
mod shipped;
mod tree;

pub use columns::FeatureColumns;
pub use linear::Linear;
pub use tree::{DecisionTree, TreeNode};

pub(super) use shipped::{build, from_model};
