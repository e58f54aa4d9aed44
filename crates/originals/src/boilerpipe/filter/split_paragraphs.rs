//! Splits fused blocks back into their parts; the parts have no counts
//! (`SplitParagraphBlocksFilter`).

use crate::boilerpipe::document::Document;

/// Makes one block of each of the page's blocks that a block was made from.
pub(super) fn apply(document: &mut Document) {
    let mut list = Vec::with_capacity(document.page.blocks.len());
    for block in &document.list {
        // A block of control characters only has no line.
        let lines = document
            .members(block)
            .filter(|&number| !document.page.blocks[number as usize].text.is_empty());
        match lines.clone().nth(1) {
            None => list.push(*block),
            Some(_) => list.extend(lines.map(|number| block.bare(number))),
        }
    }
    document.list = list;
}
