//! The labels of Web2Text's blocks: by alignment if a page's gold is only text, by the classes of
//! their words if the judges annotated the page itself.

use crate::accuracy::leaves;
use crate::train::Example;
use tamis_blocks::block::align;
use tamis_blocks::page::{Block, BlockKind, Blocks, Inside};
use tamis_originals::classify::web2text::reading::{Leaf, Reading};

/// Returns whether each leaf of a page is content.
pub fn labels(reading: &Reading, example: &Example) -> Vec<bool> {
    let gold = &example.gold;
    if !gold.pieces.is_empty() {
        return gold.content(&blocks(reading), example.content);
    }
    let text = align::normalised(gold.marked.as_deref().unwrap_or(&gold.text));
    leaves::kept(example.page.html(), &reading.leaves, &text)
}

/// The leaves as blocks, for what needs their texts alone.
fn blocks(reading: &Reading) -> Blocks {
    Blocks {
        text: reading.text.clone(),
        blocks: reading.leaves.iter().map(block).collect(),
        ..Blocks::default()
    }
}

fn block(leaf: &Leaf) -> Block {
    Block {
        text: leaf.text.start as u32..leaf.text.end as u32,
        words: 0,
        anchor_words: 0,
        wrapped_words: 0,
        wrapped_lines: 1,
        tag_level: 0,
        inside: Inside::default(),
        kind: BlockKind::Text,
        events: 0..0,
    }
}
