//! What a search sees of pages: the text of the permitted blocks.

use super::{PageText, SearchBuilder};
use rayon::prelude::*;
use tamis_index::corpus::Corpus;
use tamis_index::error::{Error, Remedy, Result};
use tamis_index::index::recipe::Store;
use tamis_search::View;

impl SearchBuilder<'_> {
    /// Returns what the search sees of these pages, whatever its words; none for a page that it
    /// does not see at all.
    ///
    /// # Errors
    /// A setting out of range, and an index that cannot be read or stores no texts.
    pub fn texts<S: AsRef<str> + Sync>(self, docnos: &[S]) -> Result<Vec<Option<PageText>>> {
        self.job().with_pages(self.setup.index, self.setup.watch()?, |corpus, request| {
            check_texts(corpus)?;
            let rule = request.rule(self.setup.index.manifest())?;
            let view = View::new(corpus, &rule)?;
            corpus.order()?;
            docnos.par_iter().map(|docno| text_of(corpus, &view, docno.as_ref())).collect()
        })
    }
}

/// Refuses an index without texts.
fn check_texts(corpus: &Corpus) -> Result<()> {
    match corpus.indexes.iter().find(|index| index.manifest.recipe.store == Store::None) {
        Some(index) => Err(Error::index(&index.path, "does not store the text of its pages")
            .with_remedy(Remedy::StoreTexts)),
        None => Ok(()),
    }
}

fn text_of(corpus: &Corpus, view: &View, docno: &str) -> Result<Option<PageText>> {
    let order = corpus.order()?;
    let Some(rank) = order.rank(docno)? else { return Ok(None) };
    let (number, doc) = order.page(rank);
    let page = corpus.texts(rank)?;
    let rows = (corpus.segments[number].first_row[doc as usize]..).zip(page.blocks());
    let permitted = rows.filter(|(row, _)| view.segments[number].permits(*row));
    let text = permitted.map(|(_, text)| text).collect::<Vec<_>>().join("\n\n");
    let [docno, url, title, date] =
        [page.docno(), page.url(), page.title(), page.date()].map(str::to_owned);
    Ok(Some(PageText { docno, url, title, date, text }))
}
