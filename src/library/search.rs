//! Searches for words and returns results with titles and snippets.

mod texts;

use super::index::Index;
use super::view::ViewSettings;
use crate::analyze::Analyzer;
use crate::error::Result;
use crate::experiment::measures::check_hits;
use crate::experiment::thresholds::Thresholds;
use crate::result::Hit;
#[cfg(doc)]
use crate::search::Typed;
use crate::search::typed::analyze;
use crate::search::{Searcher, View};

/// A search for words. Created by [`Index::search`]; [`run`](Self::run) starts it.
#[must_use = "a search does nothing until `run`"]
pub struct SearchBuilder<'a> {
    view: ViewSettings<'a>,
    thresholds: Thresholds,
    words: &'a str,
    operators: bool,
    hits: usize,
}

/// A page, and what a search sees of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageText {
    /// Its name in the collection.
    pub docno: String,
    /// Its URL, or empty.
    pub url: String,
    /// Its title, or empty if it has none.
    pub title: String,
    /// Its date as the archive writes it, or empty.
    pub date: String,
    /// The blocks that the search may see, with blank lines between.
    pub text: String,
}

impl Index {
    /// Searches for words.
    pub fn search<'a>(&'a self, words: &'a str) -> SearchBuilder<'a> {
        SearchBuilder::new(self, words)
    }
}

impl<'a> SearchBuilder<'a> {
    fn new(index: &'a Index, words: &'a str) -> Self {
        Self { view: ViewSettings::new(index), thresholds: Thresholds::default(), words, operators: false, hits: 10 }
    }

    threshold_setters!();
    rule_setters!();
    view_setters!();

    /// Reads phrases in quotes, `+required` and `-excluded` words as conditions, as [`Typed`] does. Default: all are words.
    pub fn query_syntax(mut self, on: bool) -> Self {
        self.operators = on;
        self
    }

    /// Sets the number of results. Default: 10.
    pub fn hits(mut self, hits: usize) -> Self {
        self.hits = hits;
        self
    }

    /// Searches, and returns the best pages, best first. Words that are all stop words find nothing.
    ///
    /// # Errors
    /// A setting out of range, an index that cannot be read, or a phrase if the index stores no texts.
    pub fn run(self) -> Result<Vec<Hit>> {
        check_hits(self.hits)?;
        let (ranking, rule) = (self.view.ranking()?, self.view.permitted(&self.thresholds)?);
        self.view.with_corpus(|corpus| {
            let mut analyzer = Analyzer::by_name(&corpus.indexes[0].manifest.recipe.analyzer)?;
            let asked = analyze(self.words, self.operators, &mut analyzer);
            let view = View::new(corpus, &rule)?;
            let searcher = Searcher::new(corpus, &view, &ranking.model, ranking.feedback)?;
            let hits = searcher.search_where(&asked.query, &asked.conditions, self.hits)?;
            let hits = (1..).zip(hits);
            hits.map(|(rank, hit)| Hit::read(corpus, rank, hit, &rule, &asked, &mut analyzer)).collect()
        })
    }
}
