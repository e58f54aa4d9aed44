//! Labels everything after the end of the text as boilerplate, if there was enough text before
//! (`IgnoreBlocksAfterContentFilter`).

use crate::boilerpipe::document::{Document, FilterMarks, TextBlock};

/// The text density from which on a block is running text.
const DENSE: f32 = 9.0;

/// The end only counts after `least` words of dense content, its own included.
pub(super) fn apply(document: &mut Document, least: u32) {
    let mut words = 0;
    let mut ended = false;
    for at in 0..document.list.len() {
        let block = document.list[at];
        if block.content {
            words += full_text_words(&block);
        }
        ended |= block.marks.has(FilterMarks::END_OF_TEXT) && words >= least;
        if ended {
            document.set(at, false, |_| {
                format!("at or after the end of the text, {words} words of full text before it")
            });
        }
    }
}

/// The words of a block that is dense enough to be running text.
fn full_text_words(block: &TextBlock) -> u32 {
    if block.text_density >= DENSE { block.words } else { 0 }
}
