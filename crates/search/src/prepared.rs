//! A search that is ready for queries: a request, resolved against an index, and the view of its
//! rule.

use crate::experiment::{search_queries, without_query};
use crate::feedback::{Ranking, Searcher};
use crate::rank::top::Ranked;
use crate::request::Request;
use crate::result::explained::Explain;
use crate::result::{Explained, Hit};
use crate::typed::Analyzed;
use crate::view::View;
use crate::{BlockRule, typed};
use std::sync::Arc;
use tamis_index::analyze::Analyzer;
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use tamis_index::index::StoredPage;

/// A search that is ready for queries.
pub struct Prepared<'a> {
    /// The pages that are searched.
    pub corpus: &'a Corpus,
    /// Which blocks are permitted, and what they weigh.
    pub rule: BlockRule,
    pub ranking: Ranking,
    /// What the rule leaves of the pages.
    pub view: Arc<View>,
    /// The analyzer of the index.
    pub analyzer: Analyzer,
}

impl<'a> Prepared<'a> {
    /// Resolves a request and evaluates its rule. The corpus has the pages that the request
    /// permits.
    ///
    /// # Errors
    /// As [`Request::check_tuned`], [`Request::ranking`], [`Request::rule`] and [`Searcher::new`],
    /// and errors of reading the index.
    pub fn new(corpus: &'a Corpus, request: &Request) -> Result<Self> {
        Self::with_view(corpus, request, |rule| View::new(corpus, rule).map(Arc::new))
    }

    /// The same with a view that may be there already: `view` returns that of the rule.
    ///
    /// # Errors
    /// As [`new`](Self::new), and those of `view`.
    pub fn with_view(
        corpus: &'a Corpus,
        request: &Request,
        view: impl FnOnce(&BlockRule) -> Result<Arc<View>>,
    ) -> Result<Self> {
        request.check_tuned(corpus)?;
        let ranking = request.ranking()?;
        let manifest = &corpus.indexes[0].manifest;
        let rule = request.rule(manifest)?;
        let view = view(&rule)?;
        Searcher::check(corpus, &view, &ranking.model, ranking.feedback)?;
        let analyzer = manifest.recipe.analyzer()?;
        Ok(Self { corpus, rule, ranking, view, analyzer })
    }

    /// Analyzes a query; `operators` as of [`typed::analyze`].
    pub fn analyze(&mut self, text: &str, operators: bool) -> Analyzed {
        typed::analyze(text, operators, &mut self.analyzer)
    }

    /// Returns a searcher of the view.
    ///
    /// # Errors
    /// As [`Searcher::new`].
    pub fn searcher(&self) -> Result<Searcher<'_>> {
        Searcher::new(self.corpus, &self.view, &self.ranking.model, self.ranking.feedback)
    }

    /// Returns the best pages for a query, best first, without reading them.
    ///
    /// # Errors
    /// As [`Searcher::search_where`].
    pub fn ranked(&self, analyzed: &Analyzed, most: usize) -> Result<Vec<Ranked>> {
        self.searcher()?.search_where(&analyzed.query, &analyzed.conditions, most)
    }

    /// Returns the best pages for a query, best first, without those of the first `skipped` ranks.
    /// `page` reads one by the rank of its docno.
    ///
    /// # Errors
    /// As [`ranked`](Self::ranked), those of `page`, and errors of reading the index.
    pub fn hits(
        &mut self,
        analyzed: &Analyzed,
        (skipped, most): (usize, usize),
        page: &dyn Fn(u32) -> Result<Arc<StoredPage>>,
    ) -> Result<Vec<Hit>> {
        let found = self.ranked(analyzed, skipped.saturating_add(most))?;
        let mut hits = Vec::with_capacity(found.len().saturating_sub(skipped));
        for (rank, found) in (1..).zip(found).skip(skipped) {
            let page = page(found.document)?;
            let analyzer = &mut self.analyzer;
            let hit =
                Hit::from_page(self.corpus, &page, rank, found, &self.rule, analyzed, analyzer)?;
            hits.push(hit);
        }
        Ok(hits)
    }

    /// Returns the rankings of many queries, in their order; `stop` is called before each of them.
    ///
    /// # Errors
    /// As [`search_queries`].
    pub fn rankings(
        &self,
        queries: &[Analyzed],
        most: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Vec<Ranked>>> {
        search_queries(&self.searcher()?, queries, most, stop)
    }

    /// Returns the same for topics with these ids: each without the page whose docno is the id, if
    /// the request removes queries.
    ///
    /// # Errors
    /// As [`search_queries`].
    pub fn rankings_of_topics(
        &self,
        topics: (&[&str], &[Analyzed]),
        most: usize,
        remove_query: bool,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Vec<Ranked>>> {
        let (ids, queries) = topics;
        if !remove_query {
            return self.rankings(queries, most, stop);
        }
        let order = self.corpus.order()?;
        let mut rankings = self.rankings(queries, most.saturating_add(1), stop)?;
        for (ranking, id) in rankings.iter_mut().zip(ids) {
            without_query(ranking, order.rank(id)?, most);
        }
        Ok(rankings)
    }

    /// Explains a query, which was typed as `text` or is that of a topic; with a page, its docno
    /// and its rank in the order of docnos, also the score of that page.
    ///
    /// # Errors
    /// A phrase if the index stores no texts, and errors of reading the index.
    pub fn explain(
        &self,
        topic: Option<&str>,
        text: &str,
        analyzed: &Analyzed,
        page: Option<(&str, u32)>,
    ) -> Result<Explained> {
        analyzed.conditions.check(self.corpus)?;
        let searcher = self.searcher()?;
        let explain =
            Explain { searcher: &searcher, ranking: &self.ranking, rule: &self.rule, page };
        explain.query(topic, text, analyzed)
    }
}
