//! Bag of words: tokens between white space, with their counts, in any order (Kohlschütter,
//! Fankhauser, Nejdl 2010, section 4.3.2 and Figure 2).

use super::overlap::{bags, of_pages};
use super::{PagePair, Scorer};

pub(super) const SCORER: Scorer = Scorer {
    name: "words",
    describe: "tokens between white space, without order: precision, recall and F1 of a page",
    source: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.2, Figure 2",
    columns: &["words_p", "words_r", "words_f1"],
    page,
    figures: &["words_p_mean", "words_r_mean", "words_f1_mean", "words_f1_median"],
    shown: &[("words_f1_mean", "words F1"), ("words_f1_median", "median")],
    summary: of_pages,
};

fn page(judged: &PagePair) -> Vec<f64> {
    score(judged.text, judged.gold)
}

/// Precision, recall and F1 of a text.
pub fn score(text: &str, gold: &str) -> Vec<f64> {
    bags(text.split_whitespace(), gold.split_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_counts_as_often_as_it_occurs_in_both() {
        assert_eq!(score("a a b c", "b a x y"), [0.5, 0.5, 0.5]);
    }
}
