//! Fused blocks are taken apart again, without their numbers (`SplitParagraphBlocksFilter`).

use crate::classify::boilerpipe::document::Document;

/// A block's text has a line for every block of the page that it was made from.
pub(super) fn apply(document: &mut Document) {
    let mut list = Vec::with_capacity(document.page.blocks.len());
    for block in &document.list {
        // Of a block that is nothing but control characters there is no line.
        let has_text = |number: &u32| !document.page.blocks[*number as usize].text.is_empty();
        let lines = document.members(block).filter(has_text);
        match lines.clone().nth(1) {
            None => list.push(*block),
            Some(_) => list.extend(lines.map(|number| block.bare(number))),
        }
    }
    document.list = list;
}
