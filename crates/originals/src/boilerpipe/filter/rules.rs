//! Labels every block with a decision tree over the block and its neighbours in the list
//! (`NumWordsRulesClassifier`, `DensityRulesClassifier`, `CanolaExtractor.CLASSIFIER`).

use crate::boilerpipe::document::Document;
use tamis_blocks::classify::rule::{self, Rule};
use tamis_blocks::classify::{Neighbours, RuleCounts};

pub(super) fn apply(document: &mut Document, rule: Rule) {
    let mut around = Neighbours { next: counts_at(document, 0), ..Neighbours::default() };
    for at in 0..document.list.len() {
        around = Neighbours {
            previous: around.current,
            current: around.next,
            next: counts_at(document, at + 1),
        };
        document.decide(at, rule::is_content(rule, &around), |_| rule::explain(rule, &around));
    }
}

fn counts_at(document: &Document, at: usize) -> RuleCounts {
    document.list.get(at).map(RuleCounts::from).unwrap_or_default()
}
