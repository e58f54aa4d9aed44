//! Aligns the text that should be kept of a page with the page's source: which characters of the
//! source are kept. So data sets whose gold is only text get labels of blocks, and texts of any
//! system are scored by blocks.
//!
//! Vogels, Ganea and Eickhoff, "Web2Text: Deep Structured Boilerplate Removal", ECIR 2018, section
//! 4.1.1. The paper fixes the idea: snippets of ten characters that are unique in the page divide
//! text and page, and a dynamic programme aligns the rest. Masks, anchors, scores and ties are
//! those of the released code (`Alignment.scala`). Four things are ours:
//! - A source character without a like in the text between two anchors costs nothing and is skipped
//!   in one step. The alignment stays the same.
//! - Decisions of a large gap are computed again, in parts, from stored rows, so that memory stays
//!   below [`gap::MAX_DECISIONS`] bytes. The alignment stays the same.
//! - A gap of more than [`gap::MAX_CELLS`] pairs of characters keeps nothing. The slowest page of
//!   CleanEval has at most 2^28.2 pairs.
//! - U+25A1, the original's mask, stands for itself if the text has it.

mod anchors;
mod chars;
pub mod gap;
mod mask;
mod normalised;

pub use normalised::normalised;

use crate::page::Blocks;
use std::ops::Range;

/// Which characters of a source are kept. Positions are UTF-16 units, as in the original.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptUnits {
    /// The number of kept units before each position.
    before: Vec<u32>,
}

impl KeptUnits {
    fn new(kept: &[bool]) -> Self {
        let mut before = Vec::with_capacity(kept.len() + 1);
        let mut count = 0;
        before.push(0);
        for &kept in kept {
            count += u32::from(kept);
            before.push(count);
        }
        Self { before }
    }

    /// The number of kept units in a range of the source; 0 if the range is reversed or not in the
    /// source.
    pub fn count(&self, range: Range<usize>) -> usize {
        match (self.before.get(range.start), self.before.get(range.end)) {
            (Some(start), Some(end)) => end.saturating_sub(*start) as usize,
            _ => 0,
        }
    }

    /// Whether a block is content: more than two thirds of its text is kept, `length` units, in
    /// integers as the original computes it.
    pub fn is_content(&self, range: Range<usize>, length: usize) -> bool {
        self.count(range) > 2 * length / 3
    }
}

/// Aligns a text with the source of a page. The text is used as it is: see [`normalised`] for gold
/// of CleanEval.
pub fn align(source: &str, text: &str) -> KeptUnits {
    let mut units: Vec<u16> = source.encode_utf16().collect();
    mask::mask(&mut units);
    aligned(&units, text)
}

/// Aligns a text with the texts of a page's blocks. Returns whether each block is content, by the
/// rule of [`KeptUnits::is_content`].
pub fn blocks(blocks: &Blocks, text: &str) -> Vec<bool> {
    let mut units: Vec<u16> = Vec::new();
    let mut ranges = Vec::with_capacity(blocks.blocks.len());
    for block in &blocks.blocks {
        let start = units.len();
        units.extend(blocks.text_of(block).encode_utf16());
        ranges.push(start..units.len());
        units.push(chars::MASK);
    }
    let kept = aligned(&units, text);
    ranges.into_iter().map(|range| kept.is_content(range.clone(), range.len().max(1))).collect()
}

fn aligned(units: &[u16], text: &str) -> KeptUnits {
    let text: Vec<u16> = text
        .encode_utf16()
        .map(|unit| if unit == chars::MASK { chars::NONE } else { unit })
        .collect();
    let mut kept = vec![false; units.len()];
    for segment in anchors::segments(units, &text) {
        let kept = &mut kept[segment.source.clone()];
        if segment.matched {
            kept.fill(true);
            continue;
        }
        let source = &units[segment.source.clone()];
        // The original's segments may be reversed in the text; they are empty then.
        let text = text.get(segment.text.clone()).unwrap_or_default();
        gap::align(source, text, kept);
    }
    KeptUnits::new(&kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Cut;
    use proptest::prelude::*;

    /// The source with `_` for what is not kept.
    fn kept(source: &str, text: &str) -> String {
        let kept = align(source, text);
        let units: Vec<u16> = source.encode_utf16().collect();
        let shown = units
            .iter()
            .enumerate()
            .map(|(i, &unit)| if kept.count(i..i + 1) == 1 { unit } else { u16::from(b'_') });
        String::from_utf16_lossy(&shown.collect::<Vec<_>>())
    }

    #[test]
    fn unique_snippets_divide_the_page() {
        let source = "<p>Home and away</p><p>Two penguins crossed the bay.</p><p>Home</p>";
        assert_eq!(
            kept(source, "Two penguins crossed the bay."),
            "_______________________Two penguins crossed the bay._______________"
        );
    }

    #[test]
    fn letters_of_either_case_and_any_white_space_match() {
        assert_eq!(kept("<b>ICE</b>\nis  cold", "Ice\nis cold"), "___ICE____\nis _cold");
    }

    #[test]
    fn a_short_text_is_aligned_without_anchors() {
        assert_eq!(kept("a <i>b</i> c", "b"), "_____b______");
        assert_eq!(kept("", "b"), "");
        assert_eq!(kept("a", ""), "_");
    }

    #[test]
    fn a_block_is_content_if_more_than_two_thirds_are_kept() {
        let kept = KeptUnits::new(&[true, true, true, false]);
        assert!(kept.is_content(0..4, 4) && !kept.is_content(0..4, 5));
        // A node that the parser made up ends before it begins.
        let made_up = Range { start: 2, end: 0 };
        assert!(
            kept.is_content(0..2, 1) && !kept.is_content(made_up, 1) && !kept.is_content(3..9, 0)
        );
    }

    #[test]
    fn blocks_are_labelled_by_their_own_text() {
        let html = "<p>Home<p>Two penguins crossed the bay.<p>Home and away";
        let cut = crate::block::cut(&crate::html::parse_str(html), Cut::Boilerpipe);
        assert_eq!(blocks(&cut, "Two penguins crossed the bay"), [false, true, false]);
        assert_eq!(blocks(&cut, ""), [false; 3]);
    }

    proptest! {
        #[test]
        fn any_page_and_any_text_can_be_aligned(
            source in "[a-c<>/& \n\u{25a1}é]{0,80}",
            text in "[a-cA \n\u{25a1}é]{0,60}",
        ) {
            let kept = align(&source, &text);
            let length = source.encode_utf16().count();
            prop_assert!(kept.count(0..length) <= text.encode_utf16().count());
        }
    }

    #[test]
    fn a_large_page_without_anchors_is_aligned() {
        // Every snippet is repeated, so that the whole page is one gap.
        let source = "<p>again and again</p>\n".repeat(400);
        let text = "again and again\n".repeat(100);
        assert!(align(&source, &text).count(0..source.len()) >= 1_200);
    }
}
