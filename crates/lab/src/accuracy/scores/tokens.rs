//! Bag of tokens in lower case, in any order: a token is a run of letters, numbers and underscores,
//! so neither punctuation nor case nor white space matters. Extraction is often judged so:
//! precision, recall and F1 of each page, then their means.

use super::overlap::{bags, of_pages};
use super::{PagePair, Scorer};
use crate::accuracy::tokens::tokens;

pub(super) const SCORER: Scorer = Scorer {
    name: "tokens",
    describe: "multiset of tokens (Python's \\w+ in lower case): precision, recall and F1 of a \
               page",
    source: "the measure of words (WSDM 2010, Figure 2) over other tokens",
    columns: &["tokens_p", "tokens_r", "tokens_f1"],
    page,
    figures: &["tokens_p_mean", "tokens_r_mean", "tokens_f1_mean", "tokens_f1_median"],
    shown: &[("tokens_f1_mean", "tokens F1")],
    summary: of_pages,
};

fn page(judged: &PagePair) -> Vec<f64> {
    score(judged.text, judged.gold)
}

/// Precision, recall and F1 of a text.
pub fn score(text: &str, gold: &str) -> Vec<f64> {
    let text = text.to_lowercase();
    let gold = gold.to_lowercase();
    bags(tokens(&text), tokens(&gold))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_case_nor_punctuation_nor_order_matters() {
        assert_eq!(score("The kettle -- boils.", "boils, the KETTLE!"), [1.0, 1.0, 1.0]);
        assert_eq!(score("a a b c", "b A x-y"), [0.5, 0.5, 0.5]);
        assert_eq!(score("?", "a"), [0.0, 0.0, 0.0]);
    }
}
