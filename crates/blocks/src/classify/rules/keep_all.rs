//! Every block is content: the paper's baseline (WSDM 2010, section 4.3.2).

use super::rule::{Branch, Rule};

/// Every block is content.
pub const RULE: Rule = &[Branch { tests: &[], content: true }];
