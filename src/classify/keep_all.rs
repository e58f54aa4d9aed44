//! Every block is content: the paper's baseline (WSDM 2010, section 4.4).

use super::Neighbours;

pub(super) fn content(_: &Neighbours) -> bool {
    true
}
