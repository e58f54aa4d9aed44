//! Labels blocks: one trait ([`Classifier`]), one list of those of this crate ([`CLASSIFIERS`]),
//! and a folder for each kind: rules over counts, models that were trained for the WSDM paper, and
//! the project's own remover.

mod builtin;
mod classifier;
mod kinds;
mod label_set;
mod list;
mod measured;
mod printed;
pub mod rules;
mod scorers;
mod set;
mod shared;
pub mod tamis;
pub mod trained;

pub use builtin::{CLASSIFIERS, DEFAULT, OURS, RULES, WITH_MODELS};
pub use classifier::{Classifier, Kept, Subject, content};
pub use kinds::{DESCRIPTION, KINDS, kind};
pub use label_set::LabelSet;
pub use list::{Argument, ClassifierEntry, Classifiers, TrainedEntry};
pub use measured::{LEGEND, Measured, Purpose, measured};
pub use printed::{kept, printed};
pub use rules::rule::{self, Branch, Quantity, Rule, RuleTest};
pub use rules::{Neighbours, RuleCounts};
pub use scorers::Scorers;
pub use set::Set;

#[cfg(test)]
mod tests;
