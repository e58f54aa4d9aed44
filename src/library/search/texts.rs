//! What a search sees of pages: the text of the permitted blocks.

use super::{PageText, SearchBuilder};
use rayon::prelude::*;
use tamis_index::corpus::Corpus;
use tamis_index::error::{Error, Remedy, Result};
use tamis_index::index::StoredPage;
use tamis_index::index::recipe::Store;
use tamis_search::View;
use tantivy::DocAddress;

impl SearchBuilder<'_> {
    /// Returns what the search sees of these pages, whatever its words; none for a page that it
    /// does not see at all.
    ///
    /// # Errors
    /// A setting out of range, and an index that cannot be read or stores no texts.
    pub fn texts<S: AsRef<str> + Sync>(self, docnos: &[S]) -> Result<Vec<Option<PageText>>> {
        let rule = self.setup.request.rule(self.setup.index.manifest())?;
        self.setup.with_corpus(|corpus| {
            check_texts(corpus)?;
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
    let segment = &corpus.segments[number];
    let page = corpus.indexes[segment.index].page_at(DocAddress::new(segment.ordinal, doc))?;
    let rows = (segment.first_row[doc as usize]..).zip(&page.blocks);
    let permitted = rows.filter(|(row, _)| view.segments[number].permits(*row));
    let text = permitted.map(|(_, block)| block.text.as_str()).collect::<Vec<_>>().join("\n\n");
    let StoredPage { docno, url, title, date, .. } = page;
    Ok(Some(PageText { docno, url, title, date, text }))
}
