//! Blocks of dense text are content: the 1R rule over text density, "any block with a text density less than 10.5 is
//! regarded boilerplate" (WSDM 2010, section 4.3.1).

use super::Neighbours;

pub(super) fn content(around: &Neighbours) -> bool {
    around.current.text_density >= 10.5
}
