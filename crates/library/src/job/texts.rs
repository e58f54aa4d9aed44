//! What a search sees of pages: the text of the permitted blocks.

use super::Outcome;
use super::search::SearchJob;
use crate::index::Index;
use crate::watch::{Told, Watch};
use rayon::prelude::*;
use tamis_index::corpus::Corpus;
use tamis_index::error::{Error, Remedy, Result};
use tamis_index::index::recipe::Store;
use tamis_search::View;

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

impl SearchJob {
    /// Returns what the search sees of these pages, whatever its words; none for a page that it
    /// does not see at all.
    ///
    /// # Errors
    /// A setting out of range, and an index that cannot be read or stores no texts.
    pub fn texts<S: AsRef<str> + Sync>(
        &self,
        docnos: &[S],
        index: &Index,
        watch: &dyn Watch,
    ) -> Result<Outcome<Vec<Option<PageText>>>> {
        let told = Told::new(watch);
        let texts = self.with_pages(index, &told, |opened, request| {
            let corpus = &opened.corpus;
            check_texts(corpus)?;
            let view = opened.view(&request.rule(index.manifest())?)?;
            corpus.order()?;
            docnos.par_iter().map(|docno| text_of(corpus, &view, docno.as_ref())).collect()
        })?;
        Ok(Outcome::new(texts, told))
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
