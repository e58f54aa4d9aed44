//! The shape of a block in three bits. Most blocks have one line, and most have all their words in
//! links or none. Only the other blocks have values in the sparse columns, so the 130 blocks of an
//! average page take half the space of one number per feature.

use tamis_blocks::page::{Block, BlockKind};

/// A block's three bits: 0 to 5 for text, by lines and anchors; 6 and 7 for the title, which has no
/// anchors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape(pub u64);

/// Added if there is more than one line.
const LINES: u64 = 1;
/// All words are in anchors; for smaller values none are, from [`ANCHORS_SOME`] on some.
const ANCHORS_ALL: u64 = 2;
const ANCHORS_SOME: u64 = 4;
const TITLE: u64 = 6;

impl Shape {
    /// Returns the shape of a block.
    pub fn from_block(block: &Block) -> Self {
        let lines =
            u64::from(block.wrapped_words != block.words || block.wrapped_lines != 1) * LINES;
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

    /// Whether the block has more than one line, and so values in the columns `last_line_words` and
    /// `wrapped_lines`.
    pub fn has_lines(self) -> bool {
        self.0 & LINES != 0
    }

    /// Whether some of the block's words are in anchors and some are not, so it has a value in the
    /// column `anchor_words`.
    pub fn has_anchors(self) -> bool {
        (ANCHORS_SOME..TITLE).contains(&self.0)
    }

    /// Returns the words in anchors of a block without a value in that column.
    pub fn plain_anchors(self, words: u64) -> u64 {
        if (ANCHORS_ALL..ANCHORS_SOME).contains(&self.0) { words } else { 0 }
    }
}

/// Encodes the tokens of a block for the column `tokens_off`: the difference from three fifths of
/// its words, zigzag encoded. A stop list usually leaves about that share, so the numbers are small
/// and take few bits, even for long blocks.
pub fn tokens_off(tokens: u64, words: u64) -> u64 {
    let off = tokens as i64 - usual(words);
    (off << 1 ^ off >> 63) as u64
}

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
        fn a_shape_says_what_was_left_out(
            words in 0u32..4,
            anchors in 0u32..4,
            wrapped in 0u32..4,
            lines in 1u32..3,
            title: bool,
        ) {
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
            let shape = Shape::from_block(&block);
            prop_assert!(shape.0 < 8);
            prop_assert_eq!(shape.is_title(), title);
            prop_assert!(shape.has_lines() || (block.wrapped_words == words && lines == 1));
            prop_assert!(
                shape.has_anchors() || shape.plain_anchors(words.into()) == u64::from(anchor_words)
            );
        }
    }
}
