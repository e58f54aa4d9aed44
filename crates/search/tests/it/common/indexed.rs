//! Scores from an index under a view: unrounded, by docno.

use std::collections::BTreeMap;
use tamis_index::corpus::Corpus;
use tamis_search::{ModelSpec, Query, View, rank};

/// The unrounded score of every page that holds a permitted word of the query.
pub fn scores(
    corpus: &Corpus,
    view: &View,
    query: &Query,
    model: &ModelSpec,
) -> BTreeMap<String, f64> {
    let order = corpus.order().unwrap();
    let mut scores = BTreeMap::new();
    rank::scores(corpus, view, query, model, |segment, doc, score| {
        let twice = scores.insert(order.docno(order.ranks(segment)[doc as usize]).unwrap(), score);
        assert_eq!(twice, None, "a page is scored once");
    })
    .unwrap();
    scores
}
