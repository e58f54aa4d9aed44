//! Maximum Subsequence Segmentation: keeps the contiguous run of words and tags with the greatest
//! score.
//!
//! Pasternack and Roth, "Extracting Article Text from the Web with Maximum Subsequence
//! Segmentation", WWW 2009. The paper specifies the segmentation, one pass over the scores; of
//! several equal runs the first counts. It also has a variant without training, in which a word
//! scores 1 and a tag -3.25: that is this one. What is a word and what is a tag is our choice
//! (`written.rs`), and the paper's cleaning of pages before is left out. BTE (`bte.rs`) is the same
//! with -1. The supervised variant is in `trained.rs`.

pub mod features;
mod trained;

use super::on_tokens::{KeptTokens, OnTokens};
use super::stretch::best_stretch;
use super::written::WrittenPage;
pub(crate) use trained::TrainedWords;
pub use trained::{KIND, model};

/// The scores of a word and of a tag, in hundredths.
const WORD: i64 = 100;
const TAG: i64 = -325;

pub(crate) struct Subsequence;

impl OnTokens for Subsequence {
    fn judge(&self, written: &WrittenPage) -> KeptTokens {
        keep_best_run(
            written.tokens.iter().map(|token| if token.is_word() { WORD } else { TAG }),
            WORD,
        )
    }
}

/// Keeps the run of greatest score; `one` is the score 1.
fn keep_best_run(scores: impl ExactSizeIterator<Item = i64>, one: i64) -> KeptTokens {
    let tokens = scores.len();
    let (run, sum) = best_stretch(scores);
    let start = run.start;
    let last = run.end.saturating_sub(1);
    let score = sum as f64 / one as f64;
    let reason = format!("in the run of greatest score, {score:.2}: tokens {start} to {last}");
    KeptTokens { kept: (0..tokens).map(|token| run.contains(&token)).collect(), reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(markup: &str) -> String {
        let written = WrittenPage::read(markup);
        written.kept_text(&Subsequence.judge(&written).kept)
    }

    #[test]
    fn a_tag_costs_three_words_and_a_quarter() {
        assert_eq!(
            kept("<p>a b c d<p>e f g h"),
            "a b c d\ne f g h\n",
            "4 - 3.25 + 4 is more than 4"
        );
        assert_eq!(kept("<p>a b c<p>d e f"), "a b c\n", "the first of equals");
        assert_eq!(kept("<p>a b c d</p><p>e f g h i j k l"), "e f g h i j k l\n");
        assert_eq!((kept(""), kept("<p><p>")), (String::new(), String::new()));
    }

    #[test]
    fn the_place_of_the_run_is_explained() {
        let judged = Subsequence.judge(&WrittenPage::read("<p>a b c d<p>e f g h"));
        assert_eq!(judged.reason, "in the run of greatest score, 4.75: tokens 1 to 9");
    }
}
