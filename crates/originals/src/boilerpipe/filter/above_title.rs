//! Removes everything above the title: one half of the WSDM paper's Main Content Filter (section
//! 4.3.2). Removed blocks cannot be fused back in.

use crate::boilerpipe::document::{Document, FilterMarks};

pub(super) fn apply(document: &mut Document) {
    // A title below the largest block is not the article's, but for example in a list of articles.
    let Some(largest) = document.largest() else { return };
    let Some(title) =
        document.list[..=largest].iter().rposition(|block| block.marks.has(FilterMarks::TITLE))
    else {
        return;
    };
    let title = document.list[title].first;
    document.retain(|block| block.first >= title, "removed, above the title");
}
