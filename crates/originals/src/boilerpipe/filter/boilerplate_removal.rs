//! Removes boilerplate, so that the blocks around it become neighbours (`BoilerplateBlockFilter`).

use crate::boilerpipe::document::{Document, FilterMarks};

/// Removes boilerplate; with `keep_title`, not the title.
pub(super) fn apply(document: &mut Document, keep_title: bool) {
    document.retain(
        |block| block.content || keep_title && block.marks.has(FilterMarks::TITLE),
        "removed",
    );
}
