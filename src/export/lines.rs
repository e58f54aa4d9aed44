//! A view to lines of JSON: a page's permitted blocks are its text, with a blank line between any two. An index made of
//! these lines by the same analyzer has the tokens of the view, so searches of both agree.

use super::{Exported, Written, index_error, pages};
use crate::error::Remedy;
use crate::index::StoredPage;
use crate::index::recipe::Store;
use crate::search::{Corpus, View};
use rayon::prelude::*;
use serde::Serialize;
use std::io::Write;
use tantivy::DocAddress;

/// How a page is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One object a page: what Anserini's JsonCollection, Quickwit, ir_datasets-style tools and tamis itself read.
    Plain,
    /// A line that says what to do before each page, as the `_bulk` interface of OpenSearch and Elasticsearch wants it.
    Bulk,
}

/// A page. `id` and `contents` are Anserini's names.
#[derive(Serialize)]
struct PageLine<'a> {
    id: &'a str,
    url: &'a str,
    title: &'a str,
    date: &'a str,
    contents: String,
}

/// What to do with the page of the next line: index it under its docno, in the index that the request names.
#[derive(Serialize)]
struct Action<'a> {
    index: Id<'a>,
}

#[derive(Serialize)]
struct Id<'a> {
    _id: &'a str,
}

/// Pages that are read and written together.
const BATCH: usize = 1024;

/// Writes the pages of a view of `corpus`, in the order of their docnos; a batch of them is in memory at a time. The title
/// stands in `contents` if the view permits it, and in `title` always.
///
/// # Errors
/// Whatever cannot be read or written, and an index without texts.
pub fn write(corpus: &Corpus, view: &View, shape: Shape, out: &mut dyn Write) -> Written<Exported> {
    if corpus.indexes.iter().any(|index| index.manifest.recipe.store == Store::None) {
        let error = index_error(corpus, "does not store the text of its pages");
        return Err(error.with_remedy(Remedy::StoreTextsOrCiff).into());
    }
    let mut pages = pages(corpus.order()?, view);
    let mut exported = Exported { tokens: view.statistics.tokens, ..Exported::default() };
    loop {
        let batch: Vec<(usize, u32)> = pages.by_ref().take(BATCH).map(|(segment, doc, _)| (segment, doc)).collect();
        if batch.is_empty() {
            return Ok(exported);
        }
        let lines = batch.par_iter().map(|&(segment, doc)| page(corpus, view, segment, doc, shape));
        for line in lines.collect::<crate::Result<Vec<String>>>()? {
            out.write_all(line.as_bytes())?;
            exported.pages += 1;
        }
    }
}

fn page(corpus: &Corpus, view: &View, segment: usize, doc: u32, shape: Shape) -> crate::Result<String> {
    let of = &corpus.segments[segment];
    let page = corpus.indexes[of.index].page_at(DocAddress::new(of.ordinal, doc))?;
    let rows = of.first_row[doc as usize]..;
    let permitted = rows.zip(&page.blocks).filter(|(row, _)| view.segments[segment].permits(*row));
    let texts: Vec<&str> = permitted.map(|(_, block)| block.text.as_str()).collect();
    let StoredPage { docno, url, title, date, .. } = &page;
    let line = json(&PageLine { id: docno, url, title, date, contents: texts.join("\n\n") });
    Ok(match shape {
        Shape::Plain => line,
        Shape::Bulk => json(&Action { index: Id { _id: docno } }) + &line,
    })
}

/// A line of JSON. Strings and structs of them cannot fail.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default() + "\n"
}
