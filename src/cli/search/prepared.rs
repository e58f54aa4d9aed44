//! What every kind of search needs: the open index, the view and the ranking.

use tamis::analyze::Analyzer;
use tamis::search::feedback::Ranking;
use tamis::search::{BlockRule, Corpus, Searcher, View};

/// A search that is ready for queries: the corpus, its view and the ranking.
pub(super) struct Search<'a> {
    pub corpus: &'a Corpus,
    pub rule: BlockRule,
    pub view: &'a View,
    pub ranking: Ranking,
    pub searcher: Searcher<'a>,
    pub analyzer: Analyzer,
}
