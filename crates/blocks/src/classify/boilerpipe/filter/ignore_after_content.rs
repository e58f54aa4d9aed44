//! Behind the end of the text nothing is content, once there was enough of it (`IgnoreBlocksAfterContentFilter`).

use crate::classify::boilerpipe::document::{Document, Marks, TextBlock};

/// The end counts once so many words of dense content stand before or in it.
pub(super) fn apply(document: &mut Document, least: u32) {
    let (mut words, mut ended) = (0, false);
    for at in 0..document.list.len() {
        let block = document.list[at];
        if block.content {
            words += full_text_words(&block);
        }
        ended |= block.marks.has(Marks::END_OF_TEXT) && words >= least;
        if ended {
            document
                .set(at, false, |_| format!("at or behind the end of the text, {words} words of full text before it"));
        }
    }
}

/// The words of a block that is dense enough to be running text.
fn full_text_words(block: &TextBlock) -> u32 {
    if block.text_density >= 9.0 { block.words } else { 0 }
}
