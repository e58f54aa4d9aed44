//! Searches for words and returns results with titles and snippets.

mod texts;

use super::index::Index;
use super::view::Asking;
use tamis_index::analyze::Analyzer;
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use tamis_index::index::StoredPage;
#[cfg(doc)]
use tamis_search::Typed;
use tamis_search::experiment::measures::{WORDS_HITS, check_hits};
use tamis_search::query::typed::{Analyzed, analyze};
use tamis_search::rank::top;
use tamis_search::snippet::best_block::best_blocks;
use tamis_search::{BlockRule, Searcher, View};

/// A search for words. Created by [`Index::search`]; [`run`](Self::run) starts it.
#[must_use = "a search does nothing until `run`"]
pub struct SearchBuilder<'a> {
    asking: Asking<'a>,
    words: &'a str,
}

/// A page that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// Its rank, from 1.
    pub rank: usize,
    /// Its score.
    pub score: f32,
    /// Its name in the collection.
    pub docno: String,
    /// Its URL, or empty.
    pub url: String,
    /// Its title, or empty if it has none or the index does not store it.
    pub title: String,
    /// Its date as the archive writes it, or empty.
    pub date: String,
    /// If it passes a filter by date only because its URL was seen again with its content: when
    /// that was, else empty.
    pub revisited: String,
    /// Of the blocks that the search may see, the one with most words of the query. Empty if the index stores no text.
    pub snippet: String,
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
        Self { asking: Asking::new(index), words }
    }

    threshold_setters!();
    rule_setters!();
    view_setters!();

    /// Reads phrases in quotes, `+required` and `-excluded` words as conditions, as [`Typed`] does. Default: all are words.
    pub fn query_syntax(mut self, on: bool) -> Self {
        self.asking.request.query_syntax = on;
        self
    }

    /// Sets the number of results. Default: 10.
    pub fn hits(mut self, hits: usize) -> Self {
        self.asking.request.hits = Some(hits);
        self
    }

    /// Searches, and returns the best pages, best first. Words that are all stop words find nothing.
    ///
    /// # Errors
    /// A setting out of range, an index that cannot be read, or a phrase if the index stores no texts.
    pub fn run(self) -> Result<Vec<Hit>> {
        let request = &self.asking.request;
        let most = check_hits(request.hits.unwrap_or(WORDS_HITS))?;
        let ranking = request.ranking()?;
        let rule = request.rule(self.asking.index.manifest())?;
        self.asking.with_corpus(|corpus| {
            let mut analyzer = Analyzer::by_name(&corpus.indexes[0].manifest.recipe.analyzer)?;
            let asked = analyze(self.words, request.query_syntax, &mut analyzer);
            let view = View::new(corpus, &rule)?;
            let searcher = Searcher::new(corpus, &view, &ranking.model, ranking.feedback)?;
            let hits = searcher.search_where(&asked.query, &asked.conditions, most)?;
            let hits = (1..).zip(hits);
            hits.map(|(rank, hit)| hit_of(corpus, rank, hit, &rule, &asked, &mut analyzer)).collect()
        })
    }
}

/// The page behind a result.
fn hit_of(
    corpus: &Corpus,
    rank: usize,
    hit: top::Hit,
    rule: &BlockRule,
    asked: &Analyzed,
    analyzer: &mut Analyzer,
) -> Result<Hit> {
    let (segment, doc) = corpus.order()?.documents[hit.document as usize];
    let revisited = corpus.revisited(segment as usize, doc).unwrap_or_default();
    let segment = &corpus.segments[segment as usize];
    let page = corpus.indexes[segment.index].page_at(tantivy::DocAddress::new(segment.ordinal, doc))?;
    let best = best_blocks(&page, rule, &asked.query, &asked.conditions, analyzer).into_iter().next();
    let snippet = best.map(|block| block.text).unwrap_or_default();
    let StoredPage { docno, url, title, date, .. } = page;
    Ok(Hit { rank, score: hit.score, docno, url, title, date, revisited, snippet })
}
