//! Every block is content: the paper's baseline (WSDM 2010, section 4.3.2).

use super::rule::{Branch, Rule};

pub(super) const RULE: Rule = &[Branch { tests: &[], content: true }];
