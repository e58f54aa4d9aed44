//! Why a page has its score under a search.

use super::SearchBuilder;
use tamis_index::error::Result;
use tamis_search::result::Explained;

impl SearchBuilder<'_> {
    /// Returns the terms of the query with their counts, and with a docno the score of that page,
    /// term by term.
    ///
    /// # Errors
    /// As [`run`](Self::run), and a page that the search does not see.
    pub fn explain(self, docno: Option<&str>) -> Result<Explained> {
        Ok(self.job().explain(docno, self.setup.index, self.setup.watch()?)?.result)
    }
}
