//! Carries labels from another segmentation of a page to its blocks, by aligning their words. For
//! methods that segment pages their own way: jusText's paragraphs, BTE's tokens, Readability's
//! text.

use crate::page::{Blocks, Label};
use imara_diff::{Algorithm, Diff, InternedInput};
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

impl Alignment {
    /// Aligns the blocks with the texts of all pieces, in page order.
    pub fn new<'a>(blocks: &'a Blocks, pieces: impl Iterator<Item = &'a str>) -> Self {
        Self::between(blocks.blocks.iter().map(|block| blocks.text_of(block)), pieces)
    }

    /// Aligns the texts of blocks of any kind with those of all pieces, in page order.
    pub fn between<'a>(
        blocks: impl Iterator<Item = &'a str>,
        pieces: impl Iterator<Item = &'a str>,
    ) -> Self {
        let mut alignment = Self::default();
        // Words are compared by 64-bit hashes: collisions within a page are not to be expected.
        let mut input = InternedInput::<u64>::default();
        let mut piece_of = Vec::new();
        for text in blocks {
            let from = input.before.len();
            each_word(text, |word| {
                input.before.push(input.interner.intern(xxh3_64(word.as_bytes())));
            });
            alignment.words.push((input.before.len() - from) as u32);
        }
        for (number, text) in pieces.enumerate() {
            each_word(text, |word| {
                input.after.push(input.interner.intern(xxh3_64(word.as_bytes())));
            });
            piece_of.resize(input.after.len(), number as u32);
        }
        let diff = Diff::compute(Algorithm::Histogram, &input);
        // The common words are in the same order on both sides.
        let mut common = (0..piece_of.len())
            .filter(|&after| !diff.is_added(after as u32))
            .map(|after| piece_of[after]);
        let mut before = 0;
        for block in 0..alignment.words.len() {
            let end = before + alignment.words[block];
            for _ in (before..end).filter(|word| !diff.is_removed(*word)) {
                if let Some(piece) = common.next() {
                    alignment.count(block as u32, piece);
                }
            }
            before = end;
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

/// Returns [`Alignment::shares`] for pieces that are used once.
pub fn shares(blocks: &Blocks, pieces: &[Piece]) -> Vec<f32> {
    Alignment::new(blocks, pieces.iter().map(|piece| piece.text)).shares(|piece| pieces[piece].kept)
}

/// Returns [`Alignment::labels`] for pieces that are used once.
pub fn labels(blocks: &Blocks, pieces: &[Piece]) -> Vec<Label> {
    Alignment::new(blocks, pieces.iter().map(|piece| piece.text)).labels(|piece| pieces[piece].kept)
}

/// Splits a text into the words that are aligned.
pub fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    each_word(text, |word| words.push(word));
    words
}

fn each_word<'a>(text: &'a str, mut take: impl FnMut(&'a str)) {
    let mut start = None;
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        let (in_word, alone, width) = if byte < 128 {
            (byte.is_ascii_alphanumeric(), false, 1)
        } else {
            let c = text[at..].chars().next().unwrap_or_default();
            (c.is_alphanumeric(), is_unspaced(c), c.len_utf8())
        };
        if in_word && !alone {
            start.get_or_insert(at);
        } else {
            if let Some(start) = start.take() {
                take(&text[start..at]);
            }
            if in_word {
                take(&text[at..at + width]);
            }
        }
        at += width;
    }
    if let Some(start) = start {
        take(&text[start..]);
    }
}

/// Whether a character belongs to a script that puts no space between words. Each such character is
/// a word: methods that join lines or inline elements differently would have no longer words in
/// common.
fn is_unspaced(c: char) -> bool {
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
        shares(&blocks, &pieces)
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
        let alignment = Alignment::new(&blocks, ["a b", "c", "d e f", "h"].into_iter());
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
        assert_eq!(labels(&blocks, &half), [Label::Content, Label::Boilerplate]);
    }
}
