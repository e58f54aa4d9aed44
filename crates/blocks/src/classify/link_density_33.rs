//! Blocks of few linked words are content: the 1R rule over link density (WSDM 2010, Table 2; the side of the split is
//! not printed, so 0.33 itself is taken as content).

use super::rule::{Branch, LINK_DENSITY, Rule};

pub(super) const RULE: Rule =
    &[Branch { tests: &[LINK_DENSITY.above(0.33)], content: false }, Branch { tests: &[], content: true }];
