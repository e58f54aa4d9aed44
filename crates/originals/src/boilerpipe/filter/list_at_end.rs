//! Labels list items without links as content if they follow the main content at a deeper tag level
//! (`ListAtEndFilter`).

use crate::boilerpipe::document::{Document, FilterMarks};
use tamis_blocks::page::Inside;

pub(super) fn apply(document: &mut Document) {
    let mut level = u32::MAX;
    for at in 0..document.list.len() {
        let block = document.list[at];
        if block.content && block.marks.has(FilterMarks::VERY_LIKELY_CONTENT) {
            level = block.tag_level;
        } else if block.tag_level > level
            && block.marks.has(FilterMarks::MIGHT_BE_CONTENT)
            && block.inside.any(Inside::LI)
            && block.link_density == 0.0
        {
            document.set(at, true, |_| {
                "an item without links, in a list after the main content".to_owned()
            });
        } else {
            level = u32::MAX;
        }
    }
}
