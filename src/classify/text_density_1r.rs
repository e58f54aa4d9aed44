//! Blocks of dense text are content: the 1R rule over text density (WSDM 2010, Table 2).

use super::Neighbours;

pub(super) fn content(around: &Neighbours) -> bool {
    around.current.text_density >= 10.5
}
