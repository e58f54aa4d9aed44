//! Blocks with enough words are content: 15 in the paper's 1R rule (WSDM 2010, Table 2), 10 in its
//! CleanEval baseline (section 4.3.2). The paper does not say on which side 15 itself is; here it
//! is content.

use super::rule::{Branch, Rule, WORDS};

/// Blocks of at least 10 words are content.
pub const TEN: Rule = &[Branch { tests: &[WORDS.at_least(10.0)], content: true }];

/// Blocks of at least 15 words are content.
pub const FIFTEEN: Rule = &[Branch { tests: &[WORDS.at_least(15.0)], content: true }];
