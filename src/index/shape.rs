//! What most blocks share, in four bits: a block is mostly one line, and its words are mostly all in links or all out of
//! them. Only the others have numbers of their own, in sparse columns; so 130 blocks a page cost half of what a number
//! per feature would.

use crate::page::{Block, Kind};

const TITLE: u64 = 1;
const LINES: u64 = 2;
const ANCHORS_ALL: u64 = 4;
const ANCHORS_SOME: u64 = 8;

/// A block's four bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape(pub u64);

impl Shape {
    /// The shape of a block.
    pub fn of(block: &Block) -> Self {
        let lines = block.wrapped_words != block.words || block.wrapped_lines != 1;
        let anchors = match block.anchor_words {
            0 => 0,
            words if words == block.words => ANCHORS_ALL,
            _ => ANCHORS_SOME,
        };
        Self(u64::from(block.kind == Kind::Title) * TITLE | u64::from(lines) * LINES | anchors)
    }

    /// Whether the block is its page's title.
    pub fn is_title(self) -> bool {
        self.0 & TITLE != 0
    }

    /// Whether it has a value in the columns `last_line_words` and `wrapped_lines`: it has more than one line.
    pub fn has_lines(self) -> bool {
        self.0 & LINES != 0
    }

    /// Whether it has a value in the column `anchor_words`: some words are in anchors, and some are not.
    pub fn has_anchors(self) -> bool {
        self.0 & ANCHORS_SOME != 0
    }

    /// Words in anchors of a block that has no value for them.
    pub fn plain_anchors(self, words: u64) -> u64 {
        if self.0 & ANCHORS_ALL != 0 { words } else { 0 }
    }
}
