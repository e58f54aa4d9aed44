//! Every block is content: the paper's baseline (WSDM 2010, section 4.3.2).

use super::Neighbours;

pub(super) fn content(_: &Neighbours) -> bool {
    true
}
