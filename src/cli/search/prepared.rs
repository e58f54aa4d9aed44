//! What every kind of search needs: the open index, the view and the ranking.

use super::operators;
use crate::cli::console::Talk;
use tamis_index::analyze::Analyzer;
use tamis_index::corpus::Corpus;
use tamis_search::feedback::Ranking;
use tamis_search::typed::{Analyzed, analyze};
use tamis_search::{BlockRule, Searcher, Typed};

/// A search that is ready for queries: the corpus, the ranking and a searcher of the view.
pub(super) struct Search<'a> {
    pub corpus: &'a Corpus,
    pub rule: BlockRule,
    pub ranking: Ranking,
    pub searcher: Searcher<'a>,
    pub analyzer: Analyzer,
}

impl Search<'_> {
    /// Analyzes a query; with `operators`, it may have conditions, and what it asks in vain is warned of.
    pub fn analyze(&mut self, text: &str, topic: Option<&str>, operators: bool, talk: Talk) -> Analyzed {
        if !operators {
            return analyze(text, false, &mut self.analyzer);
        }
        let typed = Typed::parse(text);
        let analyzed = typed.analyze(&mut self.analyzer);
        operators::warn(&typed, &analyzed, topic, talk);
        analyzed
    }
}
