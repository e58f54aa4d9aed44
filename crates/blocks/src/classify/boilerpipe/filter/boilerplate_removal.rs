//! What is not content is removed, so that what stood around it becomes neighbours (`BoilerplateBlockFilter`).

use crate::classify::boilerpipe::document::{Document, Marks};

/// Removes boilerplate, but not the title where that is kept.
pub(super) fn apply(document: &mut Document, keep_title: bool) {
    document.retain(|block| block.content || keep_title && block.marks.has(Marks::TITLE), "removed");
}
