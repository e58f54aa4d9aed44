//! Scores by counting: computes unrounded scores by docno from the permitted tokens, page by page,
//! without an index. Only the models' formulas come from the library, because equality to the last
//! bit needs the same operations. All amounts are hundredths of tokens, also where all weights are
//! whole.

use std::collections::{BTreeMap, HashMap};
use tamis_search::model::{Model, Statistics, TermStatistics, Unit};
use tamis_search::{ModelSpec, Query, with_model};

/// The permitted tokens of one page, counted in hundredths.
pub struct Bag<'a> {
    docno: &'a str,
    length: u64,
    counts: HashMap<&'a str, u64>,
}

impl<'a> Bag<'a> {
    /// Counts the permitted tokens of a page, each with its weight in hundredths.
    pub fn new(docno: &'a str, tokens: impl Iterator<Item = (&'a str, u64)>) -> Self {
        let mut bag = Self { docno, length: 0, counts: HashMap::new() };
        for (token, weight) in tokens {
            bag.length += weight;
            *bag.counts.entry(token).or_default() += weight;
        }
        bag
    }

    fn tf(&self, term: &str) -> u64 {
        self.counts.get(term).copied().unwrap_or(0)
    }
}

fn statistics(bags: &[Bag]) -> Statistics {
    Statistics {
        pages: bags.iter().filter(|bag| bag.length > 0).count() as u64,
        tokens: bags.iter().map(|bag| bag.length).sum(),
        unit: Unit::Hundredths,
    }
}

fn term_statistics(bags: &[Bag], term: &str) -> TermStatistics {
    TermStatistics {
        pages: bags.iter().filter(|bag| bag.tf(term) > 0).count() as u64,
        occurrences: bags.iter().map(|bag| bag.tf(term)).sum(),
    }
}

/// The unrounded score of every page that holds a permitted word of the query.
pub fn scores(bags: &[Bag], query: &Query, model: &ModelSpec) -> BTreeMap<String, f64> {
    let statistics = statistics(bags);
    let terms: Vec<TermStatistics> =
        query.terms.iter().map(|(term, _)| term_statistics(bags, term)).collect();
    let mut scores = BTreeMap::new();
    for bag in bags {
        if query.terms.iter().any(|(term, _)| bag.tf(term) > 0) {
            let score = with_model!(model, model => score(model, bag, query, &terms, statistics));
            scores.insert(bag.docno.to_owned(), score);
        }
    }
    scores
}

fn score<M: Model>(
    model: &M,
    bag: &Bag,
    query: &Query,
    terms: &[TermStatistics],
    statistics: Statistics,
) -> f64 {
    let norm = model.norm(&model.collection(statistics), bag.length as f64 / 100.0);
    let mut sum = 0.0;
    let mut matched = 0.0;
    for ((term, weight), of_term) in query.terms.iter().zip(terms) {
        let tf = bag.tf(term);
        if tf > 0 {
            sum +=
                model.weight(&model.term(*of_term, *weight, statistics), tf as f64 / 100.0, norm);
            matched += weight;
        }
    }
    model.finish(sum, &model.whole(query, terms, statistics), norm, matched, query.clauses())
}
