//! Carries labels from another segmentation of a page to its blocks, by aligning their words. For
//! methods that segment pages their own way: jusText's paragraphs, BTE's tokens, Readability's
//! text.

use super::common;
use crate::page::{Blocks, Label};
use imara_diff::InternedInput;
use xxhash_rust::xxh3::xxh3_64;

/// A piece of the page in another method's segmentation, and whether the method keeps it. If a
/// method only returns the text it keeps, only pass that.
#[derive(Debug, Clone, Copy)]
pub struct Piece<'a> {
    /// Its text.
    pub text: &'a str,
    /// Whether it is kept.
    pub kept: bool,
}

/// An alignment of the words of a page's blocks with the words of the same page in pieces. Words
/// are sequences of letters and digits, or single ideographs, so spacing, line breaks and
/// punctuation do not matter. A histogram diff aligns the two sequences, so a word only counts at
/// its place in the page.
#[derive(Debug, Clone, Default)]
pub struct Alignment {
    /// Number of words in each block.
    words: Vec<u32>,
    /// Block, piece, and number of words in both; ordered by block, then by piece.
    common: Vec<(u32, u32, u32)>,
}

/// The words of a page's blocks, by their hashes: collisions within a page are not to be expected.
/// Several alignments share them ([`crate::classify::Subject::words`]).
#[derive(Debug, Clone, Default)]
pub struct BlockWords {
    /// Of all blocks in order.
    hashes: Vec<u64>,
    /// The number of words of each block.
    of_blocks: Vec<u32>,
}

impl BlockWords {
    /// The words of a page's blocks.
    pub fn new(blocks: &Blocks) -> Self {
        Self::from_texts(blocks.blocks.iter().map(|block| blocks.text_of(block)))
    }

    /// The words of the texts of blocks of any kind.
    pub fn from_texts<'a>(blocks: impl Iterator<Item = &'a str>) -> Self {
        let mut words = Self::default();
        for text in blocks {
            let from = words.hashes.len();
            each_word(text, |word| words.hashes.push(xxh3_64(word.as_bytes())));
            words.of_blocks.push((words.hashes.len() - from) as u32);
        }
        words
    }
}

impl Alignment {
    /// Aligns the words of blocks with those of the texts of all pieces, in page order.
    pub fn new<'a>(blocks: &BlockWords, pieces: impl Iterator<Item = &'a str>) -> Self {
        let mut piece_words = Vec::with_capacity(blocks.hashes.len());
        let mut piece_of = Vec::with_capacity(blocks.hashes.len());
        for (number, text) in pieces.enumerate() {
            each_word(text, |word| piece_words.push(xxh3_64(word.as_bytes())));
            piece_of.resize(piece_words.len(), number as u32);
        }
        let mut alignment = Self { words: blocks.of_blocks.clone(), common: Vec::new() };
        let (removed, added) = differences(&blocks.hashes, &piece_words);
        // The common words are in the same order on both sides.
        let mut common =
            piece_of.into_iter().zip(added).filter(|(_, added)| !added).map(|(piece, _)| piece);
        let mut removed = removed.into_iter();
        for (block, &words) in (0..).zip(&blocks.of_blocks) {
            for _ in removed.by_ref().take(words as usize).filter(|removed| !removed) {
                if let Some(piece) = common.next() {
                    alignment.count(block, piece);
                }
            }
        }
        alignment
    }

    /// Counts a common word. Pieces come in order, so equal pairs are adjacent.
    fn count(&mut self, block: u32, piece: u32) {
        match self.common.last_mut() {
            Some((last_block, last_piece, words))
                if (*last_block, *last_piece) == (block, piece) =>
            {
                *words += 1;
            }
            _ => self.common.push((block, piece, 1)),
        }
    }

    /// Returns the share of each block's words, 0 to 1, that are in kept pieces; 0 for a block
    /// without words.
    pub fn shares(&self, kept: impl Fn(usize) -> bool) -> Vec<f32> {
        self.means(|piece| f32::from(u8::from(kept(piece))))
    }

    /// Returns the mean of a value of the pieces over each block's words. It is 0 for words in no
    /// piece, and for a block without words.
    pub fn means(&self, value: impl Fn(usize) -> f32) -> Vec<f32> {
        let mut sums = vec![0.0; self.words.len()];
        for &(block, piece, words) in &self.common {
            sums[block as usize] += words as f32 * value(piece as usize);
        }
        let blocks = self.words.iter().zip(sums);
        blocks.map(|(&words, sum)| if words == 0 { 0.0 } else { sum / words as f32 }).collect()
    }

    /// Labels a block as content if at least half of its words are in kept pieces.
    pub fn labels(&self, kept: impl Fn(usize) -> bool) -> Vec<Label> {
        self.shares(kept)
            .into_iter()
            .map(|share| if share >= 0.5 { Label::Content } else { Label::Boilerplate })
            .collect()
    }

    /// Returns the block with the most words of each of this many pieces, the first if several have
    /// as many; `None` if no block has any.
    pub fn blocks_of(&self, pieces: usize) -> Vec<Option<usize>> {
        let mut best: Vec<Option<(u32, u32)>> = vec![None; pieces];
        for &(block, piece, words) in &self.common {
            if let Some(best) = best.get_mut(piece as usize)
                && best.is_none_or(|(_, most)| words > most)
            {
                *best = Some((block, words));
            }
        }
        best.into_iter().map(|best| best.map(|(block, _)| block as usize)).collect()
    }

    /// Returns the piece with the most words of each block, the first if several have as many;
    /// `None` if no piece has any.
    pub fn origins(&self) -> Vec<Option<usize>> {
        let mut best: Vec<Option<(u32, u32)>> = vec![None; self.words.len()];
        for &(block, piece, words) in &self.common {
            let best = &mut best[block as usize];
            if best.is_none_or(|(_, most)| words > most) {
                *best = Some((piece, words));
            }
        }
        best.into_iter().map(|best| best.map(|(piece, _)| piece as usize)).collect()
    }
}

/// Returns which words of `before` have none in common with `after`, and the reverse. What both
/// begin and end with is common; a histogram diff decides between.
fn differences(before: &[u64], after: &[u64]) -> (Vec<bool>, Vec<bool>) {
    let alike = |(before, after): &(&u64, &u64)| before == after;
    let start = before.iter().zip(after).take_while(alike).count();
    let rest = (&before[start..], &after[start..]);
    let end = rest.0.iter().rev().zip(rest.1.iter().rev()).take_while(alike).count();
    let between = (&rest.0[..rest.0.len() - end], &rest.1[..rest.1.len() - end]);
    let mut differences = (vec![false; before.len()], vec![false; after.len()]);
    if between.0.is_empty() || between.1.is_empty() {
        differences.0[start..start + between.0.len()].fill(true);
        differences.1[start..start + between.1.len()].fill(true);
        return differences;
    }
    let mut input = InternedInput::<u64>::default();
    input.reserve(between.0.len() as u32, between.1.len() as u32);
    input.update_before(between.0.iter().copied());
    input.update_after(between.1.iter().copied());
    let (removed, added) = common::differences(&input);
    differences.0[start..start + removed.len()].copy_from_slice(&removed);
    differences.1[start..start + added.len()].copy_from_slice(&added);
    differences
}

/// Returns [`Alignment::shares`] for pieces that are used once.
pub fn shares(blocks: &BlockWords, pieces: &[Piece]) -> Vec<f32> {
    Alignment::new(blocks, pieces.iter().map(|piece| piece.text)).shares(|piece| pieces[piece].kept)
}

/// Returns [`Alignment::labels`] for pieces that are used once.
pub fn labels(blocks: &BlockWords, pieces: &[Piece]) -> Vec<Label> {
    Alignment::new(blocks, pieces.iter().map(|piece| piece.text)).labels(|piece| pieces[piece].kept)
}

/// Splits a text into the words that are aligned.
pub fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    each_word(text, |word| words.push(word));
    words
}

/// Takes the words of a text in order. It is run over every text of every method: a byte of ASCII
/// costs one look into a table.
fn each_word<'a>(text: &'a str, mut take: impl FnMut(&'a str)) {
    let bytes = text.as_bytes();
    let mut start = 0;
    let mut at = 0;
    // All before `start` is done; from `start` to `at` is one word, or nothing.
    while let Some(&byte) = bytes.get(at) {
        if WORD_BYTES[byte as usize] {
            at += 1;
            continue;
        }
        let c = if byte < 128 { ' ' } else { text[at..].chars().next().unwrap_or_default() };
        let end = at + c.len_utf8();
        let is_letter = byte >= 128 && c.is_alphanumeric();
        if !is_letter || is_unspaced(c) {
            if start < at {
                take(&text[start..at]);
            }
            if is_letter {
                take(&text[at..end]);
            }
            start = end;
        }
        at = end;
    }
    if start < at {
        take(&text[start..]);
    }
}

/// The letters and digits of ASCII.
static WORD_BYTES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    table
};

/// Whether a character belongs to a script that puts no space between words. Each such character is
/// a word: methods that join lines or inline elements differently would have no longer words in
/// common.
pub fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}'
        | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Cut;

    fn shares_of(html: &str, pieces: &[(&str, bool)]) -> Vec<f32> {
        let blocks = crate::block::cut(&crate::html::parse_str(html), Cut::Boilerpipe);
        let pieces: Vec<Piece> = pieces.iter().map(|&(text, kept)| Piece { text, kept }).collect();
        shares(&BlockWords::new(&blocks), &pieces)
    }

    #[test]
    fn words_count_where_they_stand() {
        let html = "<p>home about<p>a long text about home<p>home about<p>***";
        let all =
            [("home about", false), ("a long\ntext - about home", true), ("Home about", false)];
        assert_eq!(shares_of(html, &all), [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(shares_of(html, &[("a long text about home", true)]), [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(shares_of(html, &[]), [0.0; 4]);
        assert!(shares_of("", &[("a", true)]).is_empty());
        assert_eq!(
            shares_of("<p>漢字<p>かn b", &[("漢", true), ("字かn", true), ("b", false)]),
            [1.0, 2.0 / 3.0]
        );
    }

    #[test]
    fn words_are_letters_and_digits_in_a_row_or_single_ideographs() {
        assert_eq!(
            words("don't «Émile» 3.14 漢字 xかy_"),
            ["don", "t", "Émile", "3", "14", "漢", "字", "x", "か", "y"]
        );
        assert!(words(" - ").is_empty());
    }

    #[test]
    fn a_block_comes_from_the_piece_with_most_of_its_words() {
        let blocks =
            crate::block::cut(&crate::html::parse_str("<p>a b c d<p>e f<p>g"), Cut::Boilerpipe);
        let alignment =
            Alignment::new(&BlockWords::new(&blocks), ["a b", "c", "d e f", "h"].into_iter());
        assert_eq!(alignment.origins(), [Some(0), Some(2), None]);
        assert_eq!(alignment.blocks_of(4), [Some(0), Some(0), Some(1), None]);
    }

    #[test]
    fn a_block_may_be_kept_in_part() {
        let shares =
            shares_of("<p>one two three four", &[("one two three", true), ("four", false)]);
        assert_eq!(shares, [0.75]);
        let blocks = crate::block::cut(
            &crate::html::parse_str("<p>one two<p>three four five"),
            Cut::Boilerpipe,
        );
        let half = [Piece { text: "two three", kept: true }];
        assert_eq!(labels(&BlockWords::new(&blocks), &half), [Label::Content, Label::Boilerplate]);
    }
}
