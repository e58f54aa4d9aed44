//! As `tamis_blocks::classify`, with the longer list of this crate.

#[cfg(feature = "justext")]
pub use crate::justext;
pub use crate::list::CLASSIFIERS;
pub use crate::words::subsequence;
pub use crate::{cetr, victor, web2text};
pub use tamis_blocks::classify::*;
