//! Exports a view as lines of JSON: a page's contents are its permitted blocks, separated by blank
//! lines, and its text is these without the title. An index built from the contents with the same
//! analyzer has the tokens of the view, so searches give the same results.

use super::{Exported, Written, index_error, pages};
use crate::View;
use rayon::prelude::*;
use serde::Serialize;
use std::borrow::Cow;
use std::io::Write;
use tamis_index::captures::utc;
use tamis_index::corpus::Corpus;
use tamis_index::error::Remedy;
use tamis_index::index::recipe::Store;
use tamis_place::escaped_json;

/// The format of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One object per page: what Anserini's JsonCollection, Quickwit, ir_datasets-style tools and
    /// tamis itself read.
    Plain,
    /// An action line before each page, for the `_bulk` interface of OpenSearch and Elasticsearch.
    Bulk,
}

/// A page. `id` and `contents` are Anserini's names.
#[derive(Serialize)]
struct PageLine<'a> {
    id: &'a str,
    url: &'a str,
    title: &'a str,
    /// As in the archive; in bulk a time in UTC (RFC 3339), absent where none can be read: a search
    /// system refuses a page whose date has another form.
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<Cow<'a, str>>,
    /// The date of a revisit; only where the page passes a filter by date because of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    revisited: Option<Cow<'a, str>>,
    contents: String,
    text: String,
}

/// The action for the page on the next line: index it under its docno, in the index that the
/// request names.
#[derive(Serialize)]
struct Action<'a> {
    index: Id<'a>,
}

#[derive(Serialize)]
struct Id<'a> {
    _id: &'a str,
}

/// Pages read and written together.
const BATCH: usize = 1024;

/// Writes the pages of a view of `corpus` in docno order, with one batch in memory at a time.
/// `title` always has the title; `contents` has it too if the view permits it, `text` never. Pages
/// with fewer words of `text` than `least` are left out.
///
/// # Errors
/// Fails if the index cannot be read or stores no texts, if the output cannot be written, and for
/// weights other than 0 and 1.
pub fn write(
    corpus: &Corpus,
    view: &View,
    shape: Shape,
    least: u64,
    out: &mut dyn Write,
) -> Written<Exported> {
    if !view.only_selects() {
        let problem = "found a weight other than 0 and 1, expected only these: a line holds the \
                       permitted text once; export CIFF, which takes whole weights, or leave the \
                       weight out";
        return Err(tamis_index::Error::setting("weight", problem).into());
    }
    if corpus.indexes.iter().any(|index| index.manifest.recipe.store == Store::None) {
        let error = index_error(corpus, "does not store the text of its pages");
        return Err(error.with_remedy(Remedy::StoreTextsOrCiff).into());
    }
    let mut pages = pages(corpus.order()?, view);
    let mut exported = Exported { tokens: view.statistics.tokens, ..Exported::default() };
    loop {
        let batch: Vec<(usize, u32)> =
            pages.by_ref().take(BATCH).map(|(_, segment, doc)| (segment, doc)).collect();
        if batch.is_empty() {
            return Ok(exported);
        }
        let lines = batch
            .par_iter()
            .map(|&(segment, doc)| page(corpus, view, (segment, doc), shape, least))
            .collect::<tamis_index::Result<Vec<Option<String>>>>()?;
        for (line, (segment, doc)) in lines.into_iter().zip(batch) {
            let Some(line) = line else {
                exported.short += 1;
                exported.tokens -= view.segments[segment].length(doc);
                continue;
            };
            out.write_all(line.as_bytes())?;
            exported.pages += 1;
        }
    }
}

/// Returns the line of a page; none if it has fewer words than `least`.
fn page(
    corpus: &Corpus,
    view: &View,
    (segment, doc): (usize, u32),
    shape: Shape,
    least: u64,
) -> tamis_index::Result<Option<String>> {
    let page = corpus.texts_at(segment, doc)?;
    let of = &corpus.segments[segment];
    let titles = of.columns().titles().map_err(|e| corpus.error(of, e))?;
    let has_title = titles[doc as usize / 8] >> (doc % 8) & 1 == 1;
    let first = of.first_row[doc as usize];
    let rows = (first..).zip(page.blocks());
    let permitted: Vec<(u32, &str)> =
        rows.filter(|(row, _)| view.segments[segment].permits(*row)).collect();
    let body = permitted.iter().filter(|(row, _)| *row > first || !has_title);
    let contents = joined(permitted.iter());
    let text = joined(body);
    if least > 0 && words(&text) < least {
        return Ok(None);
    }
    let [docno, url, title, date] = [page.docno(), page.url(), page.title(), page.date()];
    let date = dated(date.into(), shape);
    let revisited = corpus.revisited(segment, doc).and_then(|date| dated(date.into(), shape));
    let line = json(&PageLine { id: docno, url, title, date, revisited, contents, text });
    Ok(Some(match shape {
        Shape::Plain => line,
        Shape::Bulk => json(&Action { index: Id { _id: docno } }) + &line,
    }))
}

/// Counts the words of a text: pieces between white space with a letter or digit, as for blocks.
fn words(text: &str) -> u64 {
    let has_word = |piece: &&str| piece.chars().any(char::is_alphanumeric);
    text.split_whitespace().filter(has_word).count() as u64
}

/// Returns a date as the shape has it.
fn dated(date: Cow<'_, str>, shape: Shape) -> Option<Cow<'_, str>> {
    match shape {
        Shape::Plain => Some(date),
        Shape::Bulk => utc(&date).map(Cow::from),
    }
}

/// Returns the texts of blocks, separated by blank lines.
fn joined<'a>(blocks: impl Iterator<Item = &'a (u32, &'a str)>) -> String {
    blocks.map(|(_, text)| *text).collect::<Vec<_>>().join("\n\n")
}

/// Returns a line of JSON. Strings and structs of strings always serialize.
fn json(value: &impl Serialize) -> String {
    escaped_json(&serde_json::to_string(value).unwrap_or_default()).into_owned() + "\n"
}
