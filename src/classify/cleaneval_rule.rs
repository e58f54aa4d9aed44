//! The rule that the paper's learner finds on CleanEval: dense text with few linked words (WSDM 2010, section 4.3.2).

use super::Neighbours;

pub(super) fn content(around: &Neighbours) -> bool {
    around.current.text_density >= 7.0 && around.current.link_density <= 0.35
}
