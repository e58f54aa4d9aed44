//! Blocks with few linked words are content: the 1R rule over link density (WSDM 2010, Table 2).
//! The paper does not say on which side 0.33 itself is; here it is content.

use super::rule::{Branch, LINK_DENSITY, Rule};

/// Blocks of a link density of at most 0.33 are content.
pub const RULE: Rule = &[
    Branch { tests: &[LINK_DENSITY.above(0.33)], content: false },
    Branch { tests: &[], content: true },
];
