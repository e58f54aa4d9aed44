//! CETR's score: the longest common subsequence of the words of both texts, in their order
//! (Weninger, Hsu, Han 2010, section 4.2). Over the same tokens its F1 is the Levenshtein ratio of
//! Bevendorff et al. 2023.

use super::lcs::{Symbols, lcs};
use super::overlap::{of_pages, shares};
use super::{PagePair, Scorer};

pub(super) const SCORER: Scorer = Scorer {
    name: "cetr",
    describe: "longest common subsequence of the words: precision, recall and F1 of a page",
    source: "Weninger, Hsu, Han, WWW 2010, section 4.2",
    columns: &["cetr_p", "cetr_r", "cetr_f1"],
    page,
    figures: &["cetr_p_mean", "cetr_r_mean", "cetr_f1_mean", "cetr_f1_median"],
    shown: &[("cetr_f1_mean", "CETR F1")],
    summary: of_pages,
};

fn page(judged: &PagePair) -> Vec<f64> {
    score(judged.text, judged.gold)
}

/// Precision, recall and F1 of a text.
pub fn score(text: &str, gold: &str) -> Vec<f64> {
    let mut symbols = Symbols::default();
    let text = symbols.numbers(text.split_whitespace());
    let gold = symbols.numbers(gold.split_whitespace());
    shares(lcs(&gold, &text), text.len(), gold.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_counts() {
        assert_eq!(score("b a", "a b"), [0.5, 0.5, 0.5]);
        assert_eq!(score("x a y b", "a b"), [0.5, 1.0, 2.0 / 3.0]);
    }
}
