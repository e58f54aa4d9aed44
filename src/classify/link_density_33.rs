//! Blocks of few linked words are content: the 1R rule over link density (WSDM 2010, Table 2; the side of the split is
//! not printed, so 0.33 itself is taken as content).

use super::Neighbours;

pub(super) fn content(around: &Neighbours) -> bool {
    around.current.link_density <= 0.33
}
