//! Labels carried from another cut of the same page to its blocks, by the words that both have: what methods say that
//! cut pages their own way (jusText's paragraphs, BTE's tokens, the text that Readability gives).

use crate::page::{Blocks, Label};
use imara_diff::{Algorithm, Diff, InternedInput};

/// A piece of the page as another method sees it, in the order of the page, and whether the method keeps it. A method
/// that only tells what it keeps gives those pieces alone.
#[derive(Debug, Clone, Copy)]
pub struct Piece<'a> {
    /// Its text.
    pub text: &'a str,
    /// Whether it is kept.
    pub kept: bool,
}

/// For every block the share of its words, 0 to 1, that stand in kept pieces; 0 for a block without words. Words are
/// runs of letters and digits, or single ideographs, so that it is the same how a method spaces, wraps and punctuates. The two sequences of
/// words are aligned by a histogram diff, so a word counts where it stands, not wherever it occurs.
pub fn shares(blocks: &Blocks, pieces: &[Piece]) -> Vec<f32> {
    let mut counts = vec![(0u32, 0u32); blocks.blocks.len()];
    align(blocks, pieces, |block, piece| {
        let (all, standing) = &mut counts[block];
        *all += 1;
        *standing += u32::from(piece.is_some_and(|piece| pieces[piece].kept));
    });
    counts.into_iter().map(|(all, standing)| if all == 0 { 0.0 } else { standing as f32 / all as f32 }).collect()
}

/// For every block the piece in which most of its words stand, the first of several; none where no word does.
pub fn origins(blocks: &Blocks, pieces: &[Piece]) -> Vec<Option<usize>> {
    let mut best: Vec<Option<(usize, u32)>> = vec![None; blocks.blocks.len()];
    // Pieces come in order, so those of a block are runs.
    let mut run = (0, None, 0);
    align(blocks, pieces, |block, piece| {
        let Some(at) = piece else { return };
        run = if (run.0, run.1) == (block, piece) { (block, piece, run.2 + 1) } else { (block, piece, 1) };
        if best[block].is_none_or(|(_, most)| run.2 > most) {
            best[block] = Some((at, run.2));
        }
    });
    best.into_iter().map(|best| best.map(|(piece, _)| piece)).collect()
}

/// Tells of every word of every block, by number, the piece in which it stands.
fn align(blocks: &Blocks, pieces: &[Piece], mut tell: impl FnMut(usize, Option<usize>)) {
    let texts = || blocks.blocks.iter().map(|block| blocks.text_of(block));
    let mut input = InternedInput::default();
    input.update_before(texts().flat_map(words));
    input.update_after(pieces.iter().flat_map(|piece| words(piece.text)));
    let numbered = pieces.iter().enumerate();
    let piece_of: Vec<u32> =
        numbered.flat_map(|(number, piece)| words(piece.text).map(move |_| number as u32)).collect();
    let diff = Diff::compute(Algorithm::Histogram, &input);
    // What is in both stands in both in the same order.
    let mut common = (0..piece_of.len()).filter(|&after| !diff.is_added(after as u32)).map(|after| piece_of[after]);
    let mut before = 0u32;
    for (block, text) in texts().enumerate() {
        for _ in words(text) {
            let piece = if diff.is_removed(before) { None } else { common.next() };
            tell(block, piece.map(|piece| piece as usize));
            before += 1;
        }
    }
}

/// Content is every block of whose words at least half stand in kept pieces.
pub fn labels(blocks: &Blocks, pieces: &[Piece]) -> Vec<Label> {
    let label = |share| if share >= 0.5 { Label::Content } else { Label::Boilerplate };
    shares(blocks, pieces).into_iter().map(label).collect()
}

/// The words that are aligned.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let runs = text.split(|c: char| !c.is_alphanumeric());
    runs.flat_map(|mut run| {
        std::iter::from_fn(move || {
            let first = run.chars().next()?;
            let end = if is_unspaced(first) { first.len_utf8() } else { run.find(is_unspaced).unwrap_or(run.len()) };
            let (word, rest) = run.split_at(end);
            run = rest;
            Some(word)
        })
    })
}

/// Whether a character is of a script that sets no space between words: then it is a word, or no two methods that join
/// lines or inline elements otherwise would have one in common.
fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{3040}'..='\u{30FF}'
        | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
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
        let all = [("home about", false), ("a long\ntext - about home", true), ("Home about", false)];
        assert_eq!(shares_of(html, &all), [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(shares_of(html, &[("a long text about home", true)]), [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(shares_of(html, &[]), [0.0; 4]);
        assert!(shares_of("", &[("a", true)]).is_empty());
        assert_eq!(shares_of("<p>漢字<p>かn b", &[("漢", true), ("字かn", true), ("b", false)]), [1.0, 2.0 / 3.0]);
    }

    #[test]
    fn a_block_comes_from_the_piece_with_most_of_its_words() {
        let blocks = crate::block::cut(&crate::html::parse_str("<p>a b c d<p>e f<p>g"), Cut::Boilerpipe);
        let pieces = ["a b", "c", "d e f", "h"].map(|text| Piece { text, kept: false });
        assert_eq!(origins(&blocks, &pieces), [Some(0), Some(2), None]);
    }

    #[test]
    fn a_block_may_be_kept_in_part() {
        let shares = shares_of("<p>one two three four", &[("one two three", true), ("four", false)]);
        assert_eq!(shares, [0.75]);
        let blocks = crate::block::cut(&crate::html::parse_str("<p>one two<p>three four five"), Cut::Boilerpipe);
        let half = [Piece { text: "two three", kept: true }];
        assert_eq!(labels(&blocks, &half), [Label::Content, Label::Boilerplate]);
    }
}
