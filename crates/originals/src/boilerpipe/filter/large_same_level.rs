//! Labels long blocks at the tag level of the main content as content
//! (`LargeBlockSameTagLevelToContentFilter`).

use crate::boilerpipe::document::{Document, FilterMarks};

/// Minimum number of words of a long block.
const WORDS: u32 = 100;

pub(super) fn apply(document: &mut Document) {
    let main = document
        .list
        .iter()
        .find(|block| block.content && block.marks.has(FilterMarks::VERY_LIKELY_CONTENT));
    let Some(level) = main.map(|block| block.tag_level) else { return };
    for at in 0..document.list.len() {
        let block = document.list[at];
        if block.words >= WORDS && block.tag_level == level {
            document.set(at, true, |_| {
                format!("{} words at tag level {level}, that of the main content", block.words)
            });
        }
    }
}
