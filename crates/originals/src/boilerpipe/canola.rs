//! The tree of boilerpipe's `CanolaExtractor`, learned on the KrdWrd Canola corpus.

use tamis_blocks::classify::rule::*;

pub(super) const RULE: Rule = &[
    Branch { tests: &[LINK_DENSITY.above(0.0), NEXT_WORDS.above(11.0)], content: true },
    Branch { tests: &[WORDS.above(19.0)], content: true },
    Branch {
        tests: &[UNLINKED_AROUND[0], UNLINKED_AROUND[1], UNLINKED_AROUND[2], WORDS.above(6.0)],
        content: true,
    },
    Branch {
        tests: &[
            UNLINKED_AROUND[0],
            UNLINKED_AROUND[1],
            UNLINKED_AROUND[2],
            PREVIOUS_WORDS.above(7.0),
        ],
        content: true,
    },
    Branch {
        tests: &[
            UNLINKED_AROUND[0],
            UNLINKED_AROUND[1],
            UNLINKED_AROUND[2],
            NEXT_WORDS.above(19.0),
        ],
        content: true,
    },
];

const UNLINKED_AROUND: [RuleTest; 3] =
    [NEXT_WORDS.above(6.0), NEXT_LINK_DENSITY.is(0.0), PREVIOUS_LINK_DENSITY.is(0.0)];
