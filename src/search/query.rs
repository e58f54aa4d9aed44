//! Queries: the distinct analyzed terms of a text, in the order of their first appearance, with weights.

/// A query. It may be empty: a topic of stop words only gives no results, and no error.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Query {
    /// Distinct terms in the order of first appearance, with weights above 0. The weight is the number of occurrences in the
    /// query, unless feedback changed it.
    pub terms: Vec<(String, f64)>,
}

impl Query {
    /// Returns the query of these analyzed terms.
    pub fn new<'a>(terms: impl IntoIterator<Item = &'a str>) -> Self {
        let mut query = Self::default();
        for term in terms {
            query.add(term, 1.0);
        }
        query
    }

    /// Adds to a term's weight. Ignores weights of 0 or less: a term without weight would still match pages.
    pub fn add(&mut self, term: &str, weight: f64) {
        if weight <= 0.0 {
            return;
        }
        match self.terms.iter_mut().find(|(known, _)| known == term) {
            Some((_, sum)) => *sum += weight,
            None => self.terms.push((term.to_owned(), weight)),
        }
    }

    /// Returns the sum of all weights: Lucene's number of clauses, if the query was not expanded.
    pub fn clauses(&self) -> f64 {
        self.terms.iter().map(|(_, weight)| weight).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_terms_are_counted_in_the_order_of_their_first_appearance() {
        let query = Query::new(["b", "a", "b"]);
        assert_eq!(query.terms, [("b".to_owned(), 2.0), ("a".to_owned(), 1.0)]);
        assert_eq!(query.clauses(), 3.0);
    }

    #[test]
    fn a_term_without_weight_is_no_term() {
        let mut query = Query::new(["a"]);
        query.add("b", 0.0);
        query.add("a", 0.5);
        assert_eq!(query.terms, [("a".to_owned(), 1.5)]);
    }
}
