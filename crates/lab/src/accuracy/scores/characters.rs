//! Precision and recall of characters (Viveros-Jiménez et al., Improving the Boilerpipe Algorithm
//! …, 2018, section 5). The paper does not say how characters are matched. Here the longest common
//! subsequence is used, without white space, so that line breaks do not matter.

use super::lcs::lcs;
use super::overlap::{of_pages, shares};
use super::{PagePair, Scorer};

pub(super) const SCORER: Scorer = Scorer {
    name: "characters",
    describe: "longest common subsequence of the characters, without white space",
    source: "Viveros-Jiménez et al. 2018, section 5",
    columns: &["chars_p", "chars_r", "chars_f1"],
    page,
    figures: &["chars_p_mean", "chars_r_mean", "chars_f1_mean", "chars_f1_median"],
    shown: &[("chars_f1_mean", "chars F1")],
    summary: of_pages,
};

fn page(judged: &PagePair) -> Vec<f64> {
    score(judged.text, judged.gold)
}

/// Precision, recall and F1 of a text.
pub fn score(text: &str, gold: &str) -> Vec<f64> {
    let text = characters(text);
    let gold = characters(gold);
    shares(lcs(&gold, &text), text.len(), gold.len())
}

fn characters(text: &str) -> Vec<u32> {
    text.chars().filter(|c| !c.is_whitespace()).map(u32::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_does_not_count() {
        assert_eq!(score("a b\nc", "abc"), [1.0, 1.0, 1.0]);
        assert_eq!(score("abxx", "ab"), [0.5, 1.0, 2.0 / 3.0]);
    }
}
