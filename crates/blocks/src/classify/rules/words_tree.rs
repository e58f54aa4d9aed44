//! Algorithm 2 of the paper (WSDM 2010, section 4.3.1), as in boilerpipe's
//! `NumWordsRulesClassifier`.

use super::rule::*;

/// Algorithm 2 of the paper: words and link densities of the block and its neighbours.
pub const RULE: Rule = &[
    Branch { tests: &[LINK_DENSITY.above(0.333333)], content: false },
    Branch { tests: &[PREVIOUS_LINK_DENSITY.above(0.555556), WORDS.above(40.0)], content: true },
    Branch {
        tests: &[PREVIOUS_LINK_DENSITY.above(0.555556), NEXT_WORDS.above(17.0)],
        content: true,
    },
    Branch { tests: &[PREVIOUS_LINK_DENSITY.above(0.555556)], content: false },
    Branch { tests: &[WORDS.above(16.0)], content: true },
    Branch { tests: &[NEXT_WORDS.above(15.0)], content: true },
    Branch { tests: &[PREVIOUS_WORDS.above(4.0)], content: true },
];
