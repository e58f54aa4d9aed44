//! Why a page has its score under a search.

use super::SearchBuilder;
use tamis_index::error::Result;
use tamis_search::result::Explained;

impl SearchBuilder<'_> {
    /// Returns the terms of the query with their counts, and with a docno the score of that page,
    /// term by term; none if the search does not see the page.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn explain(self, docno: Option<&str>) -> Result<Option<Explained>> {
        self.setup.search(
            |_| Ok(()),
            |mut prepared| {
                let order = prepared.corpus.order()?;
                let rank = docno.map_or(Ok(None), |docno| order.rank(docno))?;
                let page = docno.zip(rank);
                if docno.is_some() && page.is_none() {
                    return Ok(None);
                }
                let query = prepared.analyze(self.words, self.setup.request.query_syntax);
                prepared.explain(None, self.words, &query, page).map(Some)
            },
        )
    }
}
