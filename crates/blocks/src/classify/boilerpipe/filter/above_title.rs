//! What stands above the page's title is removed: a half of the WSDM paper's Main Content Filter (section 4.3.2). Removed,
//! so that no fusion brings it back.

use crate::classify::boilerpipe::document::{Document, Marks};

pub(super) fn apply(document: &mut Document) {
    // A title below the largest block, such as one in a list of articles, is not that of the article.
    let Some(largest) = document.largest() else { return };
    let Some(title) = document.list[..=largest].iter().rposition(|block| block.marks.has(Marks::TITLE)) else { return };
    let title = document.list[title].first;
    document.retain(|block| block.first >= title, "removed, above the title");
}
