//! Dense blocks are content: the 1R rule over text density, "any block with a text density less
//! than 10.5 is regarded boilerplate" (WSDM 2010, section 4.3.1).

use super::rule::{Branch, Rule, TEXT_DENSITY};

/// Blocks of a text density of at least 10.5 are content.
pub const RULE: Rule = &[Branch { tests: &[TEXT_DENSITY.at_least(10.5)], content: true }];
