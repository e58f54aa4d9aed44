//! Labels every block with a decision tree over the block and its neighbours in the list
//! (`NumWordsRulesClassifier`, `DensityRulesClassifier`, `CanolaExtractor.CLASSIFIER`).

use crate::boilerpipe::document::Document;
use tamis_blocks::classify::rule::{self, Rule};
use tamis_blocks::classify::{Neighbours, Shallow};

pub(super) fn apply(document: &mut Document, rule: Rule) {
    let mut around = Neighbours { next: shallow(document, 0), ..Neighbours::default() };
    for at in 0..document.list.len() {
        around = Neighbours {
            previous: around.current,
            current: around.next,
            next: shallow(document, at + 1),
        };
        document.decide(at, rule::is_content(rule, &around), |_| rule::explain(rule, &around));
    }
}

fn shallow(document: &Document, at: usize) -> Shallow {
    document.list.get(at).map(Shallow::from).unwrap_or_default()
}
