//! Labels the blocks between the title and the content as content (`ExpandTitleToContentFilter`).

use crate::boilerpipe::document::{Document, FilterMarks};

pub(super) fn apply(document: &mut Document) {
    let Some(content) = document.list.iter().position(|block| block.content) else { return };
    // If the title itself is the first content, there is nothing between the two.
    let Some(title) =
        document.list[..content].iter().rposition(|block| block.marks.has(FilterMarks::TITLE))
    else {
        return;
    };
    if document.list[content].marks.has(FilterMarks::TITLE) {
        return;
    }
    for at in title..content {
        if document.list[at].marks.has(FilterMarks::MIGHT_BE_CONTENT) {
            document.set(at, true, |_| "between the title and the content".to_owned());
        }
    }
}
