//! A topic's text to a bag of words: the analyzed terms in the order of their first appearance, with their counts.

/// A query. It may be empty: a topic whose words are all stopped gives no results, not an error.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    /// Distinct terms in order of first appearance, each with how often it stands in the query.
    pub terms: Vec<(String, u32)>,
}

impl Query {
    /// Counts analyzed terms.
    pub fn new<'a>(terms: impl IntoIterator<Item = &'a str>) -> Self {
        let mut query = Self::default();
        for term in terms {
            query.push(term);
        }
        query
    }

    /// Adds one occurrence of a term.
    pub fn push(&mut self, term: &str) {
        match self.terms.iter_mut().find(|(known, _)| known == term) {
            Some((_, count)) => *count += 1,
            None => self.terms.push((term.to_owned(), 1)),
        }
    }

    /// Occurrences of all terms: Lucene's clauses.
    pub fn clauses(&self) -> u32 {
        self.terms.iter().map(|(_, count)| count).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_terms_are_counted_in_the_order_of_their_first_appearance() {
        let query = Query::new(["b", "a", "b"]);
        assert_eq!(query.terms, [("b".to_owned(), 2), ("a".to_owned(), 1)]);
        assert_eq!(query.clauses(), 3);
    }
}
