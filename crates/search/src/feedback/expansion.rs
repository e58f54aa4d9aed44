//! The expansion of a query from the texts of the best pages of a first search ([`crate::feedback`]
//! describes the methods). It needs no index, so that it is the same for one search and for one of
//! several processes.

use crate::model::Unit;
use crate::query::Query;
use crate::rank::texts::TermCounts;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use tamis_index::error::Result;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Anserini's RM3: a page's weight is its score.
    Rm3,
    /// Lavrenko's RM1: a page's weight is the likelihood of the query.
    Rm1Mixture,
}

impl Method {
    pub const ALL: [Self; 2] = [Self::Rm3, Self::Rm1Mixture];

    /// Its name: `rm3`, `rm1-mixture`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rm3 => "rm3",
            Self::Rm1Mixture => "rm1-mixture",
        }
    }
}

/// A feedback method with its parameters.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Feedback {
    pub method: Method,
    /// Number of terms to keep, 1 or more.
    pub terms: usize,
    /// Number of pages to read, 1 or more.
    pub documents: usize,
    /// The weight of the original query, 0 to 1.
    pub original_weight: f64,
}

/// A page of the first search: its score and its permitted terms.
pub(crate) struct FeedbackEvidence {
    pub score: f32,
    pub counts: TermCounts,
}

type WeightedTerms = Vec<(String, f64)>;

/// Returns the query, expanded by the terms of these pages, which are the best ones in their order;
/// the same query if they give no terms. `is_rare` returns whether a term occurs in at most a tenth
/// of the pages of the view, which counts in `unit`.
///
/// # Errors
/// Those of `is_rare`.
pub(crate) fn expand<'q>(
    feedback: &Feedback,
    query: &'q Query,
    pages: Vec<FeedbackEvidence>,
    unit: Unit,
    is_rare: impl FnMut(&str) -> Result<bool>,
) -> Result<Cow<'q, Query>> {
    let weights = match feedback.method {
        Method::Rm3 => rm3(pages, feedback.terms, unit, is_rare)?,
        Method::Rm1Mixture => rm1(&pages, unit),
    };
    let weights = shares(heaviest(weights, feedback.terms));
    if weights.is_empty() {
        return Ok(Cow::Borrowed(query));
    }
    let own = feedback.original_weight;
    let clauses = query.clauses();
    let original = query.terms.iter().map(|(term, weight)| (&**term, own * (weight / clauses)));
    let added = weights.iter().map(|(term, share)| (&**term, (1.0 - own) * share));
    Ok(Cow::Owned(Query::weighted(original.chain(added))))
}

/// Whether the method needs to know how often a term is in a page.
pub(crate) fn reads(feedback: &Feedback, term: &str) -> bool {
    match feedback.method {
        Method::Rm3 => is_plain(term),
        // It divides by the length of the page.
        Method::Rm1Mixture => true,
    }
}

/// Returns RM3's weights of the terms of these pages.
fn rm3(
    pages: Vec<FeedbackEvidence>,
    terms: usize,
    unit: Unit,
    mut is_rare: impl FnMut(&str) -> Result<bool>,
) -> Result<BTreeMap<String, f64>> {
    let mut weights = BTreeMap::new();
    for FeedbackEvidence { score, mut counts } in pages {
        // The heaviest first, so that df is needed for few terms; equal ones by term, whose order
        // the numbers keep.
        counts.counts.sort_unstable_by_key(|&(term, count)| (Reverse(count), term));
        let mut kept = Vec::new();
        for &(number, count) in &counts.counts {
            let term = counts.term(number);
            if is_plain(term) && is_rare(term)? {
                kept.push((term.to_owned(), unit.value(count)));
            }
            if kept.len() == terms {
                break;
            }
        }
        for (term, share) in shares(kept) {
            *weights.entry(term).or_insert(0.0) += share * f64::from(score);
        }
    }
    Ok(weights)
}

/// Returns RM1's weights of the terms of these pages.
fn rm1(pages: &[FeedbackEvidence], unit: Unit) -> BTreeMap<String, f64> {
    let best = pages.first().map_or(0.0, |page| f64::from(page.score));
    let likelihood = |page: &FeedbackEvidence| (f64::from(page.score) - best).exp();
    let sum: f64 = pages.iter().map(likelihood).sum();
    let mut weights = BTreeMap::new();
    for page in pages {
        let counts = &page.counts;
        let length = unit.value(counts.counts.iter().map(|(_, count)| count).sum());
        let of_page = likelihood(page) / sum;
        for &(number, count) in &counts.counts {
            let term = counts.term(number);
            let share = unit.value(count) / length;
            match weights.get_mut(term) {
                Some(weight) => *weight += of_page * share,
                None => _ = weights.insert(term.to_owned(), of_page * share),
            }
        }
    }
    weights
}

/// Whether RM3 considers a term.
fn is_plain(term: &str) -> bool {
    (2..=20).contains(&term.len())
        && term.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9'))
}

/// Sorts terms by weight, heaviest first, and equal weights by term.
fn ordered(mut weights: WeightedTerms) -> WeightedTerms {
    weights.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    weights
}

/// Returns the heaviest terms with a weight above 0. Scores of divergence models can be below 0.
fn heaviest(weights: BTreeMap<String, f64>, terms: usize) -> WeightedTerms {
    let mut weights = ordered(weights.into_iter().filter(|(_, weight)| *weight > 0.0).collect());
    weights.truncate(terms);
    weights
}

/// Divides the weights by their sum.
fn shares(mut weights: WeightedTerms) -> WeightedTerms {
    let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
    for (_, weight) in &mut weights {
        *weight /= sum;
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_terms_are_short_and_of_letters_and_digits() {
        for (term, plain) in
            [("ab", true), ("2016", true), ("a", false), ("e.g", false), ("häuser", false)]
        {
            assert_eq!(is_plain(term), plain, "{term}");
        }
        assert!(is_plain(&"a".repeat(20)) && !is_plain(&"a".repeat(21)));
    }

    #[test]
    fn equal_weights_are_ordered_by_the_term() {
        let weights = [("c", 2.0), ("b", 2.0), ("a", 1.0), ("d", -1.0)]
            .map(|(term, weight)| (term.to_owned(), weight));
        let kept = heaviest(BTreeMap::from(weights), 2);
        assert_eq!(shares(kept), [("b".to_owned(), 0.5), ("c".to_owned(), 0.5)]);
    }
}
