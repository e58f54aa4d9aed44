//! Why a page has its score under a search.

use super::SearchBuilder;
use tamis_index::analyze::Analyzer;
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use tamis_search::result::Explained;
use tamis_search::result::explained::Explain;
use tamis_search::typed::analyze;
use tamis_search::{Searcher, View};

impl SearchBuilder<'_> {
    /// Returns the terms of the query with their counts, and with a docno the score of that page, term by term; none if the search
    /// does not see the page.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn explain(self, docno: Option<&str>) -> Result<Option<Explained>> {
        let request = &self.asking.request;
        let ranking = request.ranking()?;
        let rule = request.rule(self.asking.index.manifest())?;
        self.asking.with_corpus(|corpus| {
            let page = match docno.map(|docno| page(corpus, docno)).transpose()? {
                Some(None) => return Ok(None),
                page => page.flatten().zip(docno).map(|(document, docno)| (docno, document)),
            };
            let mut analyzer = Analyzer::by_name(&corpus.indexes[0].manifest.recipe.analyzer)?;
            let asked = analyze(self.words, request.query_syntax, &mut analyzer);
            asked.conditions.check(corpus)?;
            let view = View::new(corpus, &rule)?;
            let searcher = Searcher::new(corpus, &view, &ranking.model, ranking.feedback)?;
            let explain = Explain { searcher: &searcher, ranking: &ranking, rule: &rule, page };
            explain.query(None, self.words, &asked).map(Some)
        })
    }
}

/// The rank of a docno among the pages that the search sees.
fn page(corpus: &Corpus, docno: &str) -> Result<Option<u32>> {
    Ok(corpus.order()?.rank(docno))
}
