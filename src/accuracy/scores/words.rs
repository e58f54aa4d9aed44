//! Bag of words: tokens between white space, with their counts, in any order (Kohlschütter, Fankhauser,
//! Nejdl 2010, section 4.3.2 and Figure 2).

use super::overlap::{of_pages, shares};
use super::{Judged, Scorer};
use std::collections::HashMap;

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

fn page(judged: &Judged) -> Vec<f64> {
    score(judged.text, judged.gold)
}

/// Precision, recall and F1 of a text.
pub fn score(text: &str, gold: &str) -> Vec<f64> {
    let mut left: HashMap<&str, usize> = HashMap::new();
    let mut in_gold = 0;
    for word in gold.split_whitespace() {
        *left.entry(word).or_default() += 1;
        in_gold += 1;
    }
    let (mut kept, mut common) = (0, 0);
    for word in text.split_whitespace() {
        kept += 1;
        if let Some(count) = left.get_mut(word).filter(|count| **count > 0) {
            *count -= 1;
            common += 1;
        }
    }
    shares(common, kept, in_gold)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_counts_as_often_as_it_occurs_in_both() {
        assert_eq!(score("a a b c", "b a x y"), [0.5, 0.5, 0.5]);
    }
}
