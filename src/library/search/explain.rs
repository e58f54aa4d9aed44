//! Why a page has its score under a search.

use super::{Opened, SearchBuilder};
use tamis_index::error::Result;
use tamis_search::result::Explained;
use tamis_search::result::explained::Explain;

impl SearchBuilder<'_> {
    /// Returns the terms of the query with their counts, and with a docno the score of that page, term by term; none if the search
    /// does not see the page.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn explain(self, docno: Option<&str>) -> Result<Option<Explained>> {
        self.asking.search(
            |_| Ok(()),
            |mut view| {
                let order = view.corpus.order()?;
                let page = docno.and_then(|docno| Some((docno, order.rank(docno)?)));
                if docno.is_some() && page.is_none() {
                    return Ok(None);
                }
                let asked = view.analyze(self.words, self.asking.request.query_syntax);
                asked.conditions.check(view.corpus)?;
                let Opened { searcher, ranking, rule, .. } = view;
                Explain { searcher, ranking, rule, page }.query(None, self.words, &asked).map(Some)
            },
        )
    }
}
