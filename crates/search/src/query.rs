//! Queries: the distinct analyzed terms of a text, in the order of their first appearance, with
//! weights.

use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// A query. It may be empty: a topic of stop words only gives no results, and no error.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Query {
    /// Distinct terms in the order of first appearance, with weights above 0. The weight is the
    /// number of occurrences in the query, unless feedback changed it.
    pub terms: Vec<(String, f64)>,
}

impl Query {
    /// Returns the query of these analyzed terms.
    pub fn new<'a>(terms: impl IntoIterator<Item = &'a str>) -> Self {
        Self::weighted(terms.into_iter().map(|term| (term, 1.0)))
    }

    /// Returns the query of these analyzed terms with weights; those of the same term are added, in
    /// their order. Ignores weights of 0 or less: a term without weight would still match pages.
    pub fn weighted<'a>(terms: impl IntoIterator<Item = (&'a str, f64)>) -> Self {
        let mut query = Self::default();
        // A topic may have as many words as a file of topics has room for.
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (term, weight) in terms.into_iter().filter(|(_, weight)| *weight > 0.0) {
            match places.entry(term) {
                Entry::Occupied(place) => query.terms[*place.get()].1 += weight,
                Entry::Vacant(place) => {
                    place.insert(query.terms.len());
                    query.terms.push((term.to_owned(), weight));
                }
            }
        }
        query
    }

    /// Returns the sum of all weights: Lucene's number of clauses, if the query was not expanded.
    pub fn clauses(&self) -> f64 {
        self.terms.iter().map(|(_, weight)| weight).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn repeated_terms_are_counted_in_the_order_of_their_first_appearance() {
        let query = Query::new(["b", "a", "b"]);
        assert_eq!(query.terms, [("b".to_owned(), 2.0), ("a".to_owned(), 1.0)]);
        assert_eq!(query.clauses(), 3.0);
    }

    #[test]
    fn a_term_without_weight_is_no_term() {
        let query = Query::weighted([("a", 1.0), ("b", 0.0), ("c", -1.0), ("a", 0.5)]);
        assert_eq!(query.terms, [("a".to_owned(), 1.5)]);
    }

    proptest! {
        /// However many terms there are, each has its sum and the place of its first appearance.
        #[test]
        fn terms_and_weights_are_those_of_a_search_for_each_term(
            terms in prop::collection::vec(("[a-d]{1,2}", -0.5..2.0), 0..80)
        ) {
            let mut expected: Vec<(String, f64)> = Vec::new();
            for (term, weight) in terms.iter().filter(|(_, weight)| *weight > 0.0) {
                match expected.iter_mut().find(|(known, _)| known == term) {
                    Some((_, sum)) => *sum += weight,
                    None => expected.push((term.clone(), *weight)),
                }
            }
            let query = Query::weighted(terms.iter().map(|(term, weight)| (&**term, *weight)));
            prop_assert_eq!(query.terms, expected);
        }
    }

    #[test]
    fn a_million_distinct_terms_are_a_query() {
        let terms: Vec<String> = (0..1_000_000).map(|term: u32| term.to_string()).collect();
        let query = Query::new(terms.iter().chain(&terms).map(String::as_str));
        assert!(
            query
                .terms
                .iter()
                .zip(&terms)
                .all(|((term, weight), given)| term == given && *weight == 2.0)
        );
        assert_eq!(query.clauses(), 2e6);
    }
}
