//! Blocks with enough words are content: 15 in the paper's 1R rule (WSDM 2010, Table 2), 10 in its CleanEval baseline
//! (section 4.3.2). The paper does not say on which side 15 itself is; here it is content.

use super::rule::{Branch, Rule, WORDS};

pub(super) const TEN: Rule = &[Branch { tests: &[WORDS.at_least(10.0)], content: true }];

pub(super) const FIFTEEN: Rule = &[Branch { tests: &[WORDS.at_least(15.0)], content: true }];
