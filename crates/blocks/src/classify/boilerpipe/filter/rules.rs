//! Labels every block with a decision tree over the block and its neighbours in the list (`NumWordsRulesClassifier`,
//! `DensityRulesClassifier`, `CanolaExtractor.CLASSIFIER`).

use crate::classify::boilerpipe::document::Document;
use crate::classify::neighbours::{Neighbours, Shallow};
use crate::classify::rule::{self, Rule};

pub(super) fn apply(document: &mut Document, rule: Rule) {
    let mut around = Neighbours { next: shallow(document, 0), ..Neighbours::default() };
    for at in 0..document.list.len() {
        around = Neighbours { previous: around.current, current: around.next, next: shallow(document, at + 1) };
        document.decide(at, rule::is_content(rule, &around), |_| rule::explain(rule, &around));
    }
}

fn shallow(document: &Document, at: usize) -> Shallow {
    document.list.get(at).map(Shallow::from).unwrap_or_default()
}
