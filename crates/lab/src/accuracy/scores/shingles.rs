//! Shingles of four tokens, without order (Scrapinghub's article-extraction-benchmark): tokens are
//! runs of letters, digits and underscores; a page's counts are divided by their sum, so that long
//! pages do not count more.

use super::overlap::{harmonic, mean};
use super::{PagePair, Scorer};
use crate::accuracy::tokens::tokens;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};
use std::collections::HashMap;

pub(super) const SCORER: Scorer = Scorer {
    name: "shingles",
    describe: "multiset of 4-token shingles: mean precision and recall, their F1, its standard \
               deviation by the bootstrap",
    source: "scrapinghub/article-extraction-benchmark",
    columns: &["shingle_tp", "shingle_fp", "shingle_fn", "shingle_equal"],
    page,
    figures: &["shingle_p", "shingle_r", "shingle_f1", "shingle_f1_sd", "shingle_accuracy"],
    shown: &[("shingle_f1", "shingles F1")],
    summary,
};

/// Tokens of a shingle; a shorter text is one shingle.
const SIZE: usize = 4;
const SAMPLES: usize = 1000;

fn page(judged: &PagePair) -> Vec<f64> {
    score(judged.text, judged.gold)
}

/// The shares of true positives, false positives and false negatives, and whether the tokens are
/// the same.
pub fn score(text: &str, gold: &str) -> Vec<f64> {
    let text: Vec<&str> = tokens(text).collect();
    let gold: Vec<&str> = tokens(gold).collect();
    // How often each shingle is in the text and in the gold.
    let mut occurrences: HashMap<&[&str], (usize, usize)> = HashMap::new();
    for shingle in shingles(&text) {
        occurrences.entry(shingle).or_default().0 += 1;
    }
    for shingle in shingles(&gold) {
        occurrences.entry(shingle).or_default().1 += 1;
    }
    let mut true_positives = 0;
    let mut false_positives = 0;
    let mut false_negatives = 0;
    for &(in_text, in_gold) in occurrences.values() {
        true_positives += in_text.min(in_gold);
        false_positives += in_text.saturating_sub(in_gold);
        false_negatives += in_gold.saturating_sub(in_text);
    }
    let sum = (true_positives + false_positives + false_negatives).max(1) as f64;
    vec![
        true_positives as f64 / sum,
        false_positives as f64 / sum,
        false_negatives as f64 / sum,
        f64::from(u8::from(text == gold)),
    ]
}

fn shingles<'a>(tokens: &'a [&'a str]) -> impl Iterator<Item = &'a [&'a str]> {
    let short = (1..SIZE).contains(&tokens.len()).then_some(tokens);
    tokens.windows(SIZE).chain(short)
}

/// Returns precision over the pages with kept text, recall over the pages with gold, and F1 of the
/// two means.
fn means<'a>(pages: impl Iterator<Item = &'a Vec<f64>>) -> [f64; 3] {
    let mut precision = (0.0, 0u32);
    let mut recall = (0.0, 0u32);
    for page in pages {
        for (mean, other) in [(&mut precision, page[1]), (&mut recall, page[2])] {
            if page[0] + other > 0.0 {
                *mean = (mean.0 + page[0] / (page[0] + other), mean.1 + 1);
            }
        }
    }
    let [precision, recall] = [precision, recall].map(|(sum, count)| sum / f64::from(count));
    [precision, recall, harmonic(precision, recall)]
}

fn summary(pages: &[Vec<f64>]) -> Vec<f64> {
    let [precision, recall, f1] = means(pages.iter());
    vec![precision, recall, f1, deviation(pages), mean(pages, 3)]
}

/// Returns the bootstrap's standard deviation of F1; the same for the same pages.
fn deviation(pages: &[Vec<f64>]) -> f64 {
    if pages.is_empty() {
        return f64::NAN;
    }
    let mut chance = Pcg32::seed_from_u64(SIZE as u64);
    let mut values = Vec::with_capacity(SAMPLES);
    for _ in 0..SAMPLES {
        let [_, _, f1] = means((0..pages.len()).map(|_| draw(pages, &mut chance)));
        values.push(f1);
    }
    let mean = values.iter().sum::<f64>() / SAMPLES as f64;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (SAMPLES - 1) as f64).sqrt()
}

/// Draws a page. They are equally likely to within 2^-32 times their number: the upper half of a
/// number of 32 bits times that number.
fn draw<'a>(pages: &'a [Vec<f64>], chance: &mut Pcg32) -> &'a Vec<f64> {
    &pages[((u64::from(chance.next_u32()) * pages.len() as u64) >> 32) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shingles_are_counted_and_a_short_text_is_one() {
        assert_eq!(score("a b c d e", "a b c d"), [0.5, 0.5, 0.0, 0.0]);
        assert_eq!(score("a, b!", "a b"), [1.0, 0.0, 0.0, 1.0]);
        assert_eq!(score("", "a b"), [0.0, 0.0, 1.0, 0.0]);
        assert_eq!(score("", ""), [0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn a_page_without_anything_kept_counts_in_recall_alone() {
        let figures = summary(&[vec![1.0, 0.0, 0.0, 1.0], vec![0.0, 0.0, 1.0, 0.0]]);
        assert_eq!((figures[0], figures[1], figures[4]), (1.0, 0.5, 0.5));
        assert!(
            figures[3] > 0.0
                && figures == summary(&[vec![1.0, 0.0, 0.0, 1.0], vec![0.0, 0.0, 1.0, 0.0]])
        );
        assert_eq!(summary(&vec![vec![1.0, 0.0, 0.0, 1.0]; 3]), [1.0, 1.0, 1.0, 0.0, 1.0]);
    }
}
