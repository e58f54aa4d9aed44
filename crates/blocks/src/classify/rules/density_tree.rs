//! Algorithm 1 of the paper (WSDM 2010, section 4.3.1), as in boilerpipe's
//! `DensityRulesClassifier`. As in boilerpipe, the last block of a page, which has no next block,
//! is boilerplate if it is dense.

use super::rule::*;

/// Algorithm 1 of the paper: text and link densities of the block and its neighbours.
pub const RULE: Rule = &[
    Branch { tests: &[LINK_DENSITY.above(0.333333)], content: false },
    Branch {
        tests: &[PREVIOUS_LINK_DENSITY.above(0.555556), NEXT_TEXT_DENSITY.above(11.0)],
        content: true,
    },
    Branch { tests: &[PREVIOUS_LINK_DENSITY.above(0.555556)], content: false },
    Branch { tests: &[TEXT_DENSITY.above(9.0), NEXT_TEXT_DENSITY.is_not(0.0)], content: true },
    Branch { tests: &[TEXT_DENSITY.above(9.0)], content: false },
    Branch { tests: &[NEXT_TEXT_DENSITY.above(10.0)], content: true },
    Branch { tests: &[PREVIOUS_TEXT_DENSITY.above(4.0)], content: true },
];
