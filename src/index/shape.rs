//! What most blocks share, in three bits: a block is mostly one line, and its words are mostly all in links or all out of
//! them. Only the others have numbers of their own, in sparse columns; so the 130 blocks of a page cost half of what a
//! number per feature would.

use tamis_blocks::page::{Block, BlockKind};

/// A block's three bits: 0 to 5 for text, by lines and anchors; 6 and 7 for the title, which has no anchors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape(pub u64);

/// Added where there is more than one line.
const LINES: u64 = 1;
/// All words are in anchors; below it none are, and from [`ANCHORS_SOME`] on some.
const ANCHORS_ALL: u64 = 2;
const ANCHORS_SOME: u64 = 4;
const TITLE: u64 = 6;

impl Shape {
    /// The shape of a block.
    pub fn of(block: &Block) -> Self {
        let lines = u64::from(block.wrapped_words != block.words || block.wrapped_lines != 1) * LINES;
        let rest = match (block.kind, block.anchor_words) {
            (BlockKind::Title, _) => TITLE,
            (BlockKind::Text, 0) => 0,
            (BlockKind::Text, words) if words == block.words => ANCHORS_ALL,
            (BlockKind::Text, _) => ANCHORS_SOME,
        };
        Self(rest | lines)
    }

    /// Whether the block is its page's title.
    pub fn is_title(self) -> bool {
        self.0 >= TITLE
    }

    /// Whether it has a value in the columns `last_line_words` and `wrapped_lines`: it has more than one line.
    pub fn has_lines(self) -> bool {
        self.0 & LINES != 0
    }

    /// Whether it has a value in the column `anchor_words`: some words are in anchors, and some are not.
    pub fn has_anchors(self) -> bool {
        (ANCHORS_SOME..TITLE).contains(&self.0)
    }

    /// Words in anchors of a block that has no value for them.
    pub fn plain_anchors(self, words: u64) -> u64 {
        if (ANCHORS_ALL..ANCHORS_SOME).contains(&self.0) { words } else { 0 }
    }
}

/// The column `tokens_off`: how far the tokens of a block are from three fifths of its words, the usual share that a stop
/// list leaves, in zigzag: small numbers, and so few bits, for long blocks as for short ones.
pub fn tokens_off(tokens: u64, words: u64) -> u64 {
    let off = tokens as i64 - usual(words);
    (off << 1 ^ off >> 63) as u64
}

/// The tokens that [`tokens_off`] was made from.
pub fn tokens(off: u64, words: u64) -> u64 {
    let off = (off >> 1) as i64 ^ -((off & 1) as i64);
    (usual(words) + off) as u64
}

fn usual(words: u64) -> i64 {
    (words * 3 / 5) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tamis_blocks::page::Inside;

    proptest! {
        #[test]
        fn tokens_come_back(tokens in 0u64..1 << 32, words in 0u64..1 << 32) {
            prop_assert_eq!(super::tokens(tokens_off(tokens, words), words), tokens);
        }

        #[test]
        fn a_shape_says_what_was_left_out(words in 0u32..4, anchors in 0u32..4, wrapped in 0u32..4, lines in 1u32..3, title: bool) {
            let kind = if title { BlockKind::Title } else { BlockKind::Text };
            let anchor_words = if title { 0 } else { anchors.min(words) };
            let block = Block {
                text: 0..0,
                words,
                anchor_words,
                wrapped_words: wrapped.min(words),
                wrapped_lines: lines,
                tag_level: 0,
                inside: Inside::default(),
                kind,
                events: 0..0,
            };
            let shape = Shape::of(&block);
            prop_assert!(shape.0 < 8);
            prop_assert_eq!(shape.is_title(), title);
            prop_assert!(shape.has_lines() || (block.wrapped_words == words && lines == 1));
            prop_assert!(shape.has_anchors() || shape.plain_anchors(words.into()) == u64::from(anchor_words));
        }
    }
}
