//! Algorithm 1 of the paper (WSDM 2010, section 4.3.1), as boilerpipe's `DensityRulesClassifier` has it. The last block of
//! a page, having no next one, is boilerplate if it is dense: that is boilerpipe's reading, too.

use super::Neighbours;

pub(super) fn content(around: &Neighbours) -> bool {
    let Neighbours { previous, current, next } = around;
    if current.link_density > 0.333333 {
        return false;
    }
    if previous.link_density > 0.555556 {
        return next.text_density > 11.0;
    }
    if current.text_density > 9.0 {
        return next.text_density != 0.0;
    }
    next.text_density > 10.0 || previous.text_density > 4.0
}
