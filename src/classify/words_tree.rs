//! Algorithm 2 of the paper (WSDM 2010, section 4.3.1), as boilerpipe's `NumWordsRulesClassifier` has it.

use super::Neighbours;

pub(super) fn content(around: &Neighbours) -> bool {
    let Neighbours { previous, current, next } = around;
    if current.link_density > 0.333333 {
        return false;
    }
    if previous.link_density > 0.555556 {
        return current.words > 40 || next.words > 17;
    }
    current.words > 16 || next.words > 15 || previous.words > 4
}
