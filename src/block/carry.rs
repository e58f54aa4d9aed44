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
/// runs of letters and digits, so that it is the same how a method spaces, wraps and punctuates. The two sequences of
/// words are aligned by a histogram diff, so a word counts where it stands, not wherever it occurs.
pub fn shares(blocks: &Blocks, pieces: &[Piece]) -> Vec<f32> {
    let texts = || blocks.blocks.iter().map(|block| blocks.text_of(block));
    let mut input = InternedInput::default();
    input.update_before(texts().flat_map(words));
    input.update_after(pieces.iter().flat_map(|piece| words(piece.text)));
    let kept: Vec<bool> = pieces.iter().flat_map(|piece| words(piece.text).map(|_| piece.kept)).collect();
    let diff = Diff::compute(Algorithm::Histogram, &input);
    // What is in both stands in both in the same order.
    let mut common = (0..kept.len()).filter(|&after| !diff.is_added(after as u32)).map(|after| kept[after]);
    let mut before = 0u32;
    let share = |text: &str| {
        let (mut all, mut standing) = (0u32, 0u32);
        for _ in words(text) {
            all += 1;
            standing += u32::from(!diff.is_removed(before) && common.next() == Some(true));
            before += 1;
        }
        if all == 0 { 0.0 } else { standing as f32 / all as f32 }
    };
    texts().map(share).collect()
}

/// Content is every block of whose words at least half stand in kept pieces.
pub fn labels(blocks: &Blocks, pieces: &[Piece]) -> Vec<Label> {
    let label = |share| if share >= 0.5 { Label::Content } else { Label::Boilerplate };
    shares(blocks, pieces).into_iter().map(label).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
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
