//! The rule that the paper learned on CleanEval: dense text with few linked words (WSDM 2010,
//! section 4.3.2).

use super::rule::{Branch, LINK_DENSITY, Rule, TEXT_DENSITY};

/// Blocks of a text density of at least 7 and a link density of at most 0.35 are content.
pub const RULE: Rule = &[
    Branch { tests: &[LINK_DENSITY.above(0.35)], content: false },
    Branch { tests: &[TEXT_DENSITY.at_least(7.0)], content: true },
];
