//! Exports a view page by page, as lines of JSON or as documents one after the other. In a line of
//! JSON, a page's contents are its permitted blocks, separated by blank lines, and its text is
//! these without the title. An index built from the contents with the same analyzer has the tokens
//! of the view, so searches give the same results.

use super::{ExportSize, WriteResult, index_error, pages};
use crate::View;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::borrow::Cow;
use std::io::Write;
use tamis_index::captures::utc;
use tamis_index::corpus::Corpus;
use tamis_index::error::Remedy;
use tamis_index::index::StoredTexts;
use tamis_index::index::recipe::Store;
use tamis_index::reread::{check_structure, structure};
use tamis_place::escaped_json;
use tamis_text::metadata::{Metadata, written};
use tamis_text::structure::Options;

/// What stands around the text of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineShape {
    /// One object per page: what Anserini's JsonCollection, Quickwit, ir_datasets-style tools and
    /// tamis itself read.
    Plain,
    /// An action line before each page, for the `_bulk` interface of OpenSearch and Elasticsearch.
    Bulk,
    /// The text of the page, after what is known of it: as YAML, or as META elements in an ARTICLE.
    Document,
}

/// The form of a page's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportForm {
    /// The texts of its blocks, a line each.
    Text,
    /// Markdown.
    Markdown(Options),
    /// HTML.
    Html(Options),
}

/// How pages are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExportLayout {
    /// What stands around their text.
    pub shape: LineShape,
    /// Their text; in a line of JSON, Markdown and HTML stand beside it.
    pub form: ExportForm,
    /// The words of text that a page has at least; the title does not count.
    pub least_words: u64,
}

/// A page. `id` and `contents` are Anserini's names.
#[derive(Serialize, JsonSchema)]
pub struct PageLine<'a> {
    /// The docno.
    id: &'a str,
    /// The URL; empty if unknown.
    url: &'a str,
    /// The title; empty if the page has none.
    title: &'a str,
    /// The date as in the archive, empty if unknown. For OpenSearch it is a time in UTC (RFC 3339),
    /// and absent if it cannot be read.
    // A search system refuses a page whose date has another form.
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<Cow<'a, str>>,
    /// The date of a revisit, because of which the page passes `--from` and `--to`.
    #[serde(skip_serializing_if = "Option::is_none")]
    revisited: Option<Cow<'a, str>>,
    /// What the page says of itself; only of an index that was built with `--metadata`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Metadata>")]
    metadata: Option<Value>,
    /// The permitted text: blocks, the title too if it is permitted, separated by blank lines.
    contents: String,
    /// The permitted text without the title.
    text: String,
    /// The text as Markdown; only with `--format markdown --json`.
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<String>,
    /// The text as HTML; only with `--format html --json`.
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<String>,
}

/// The action for the page on the next line: index it under its docno, in the index that the
/// request names.
#[derive(Serialize, JsonSchema)]
pub struct BulkAction<'a> {
    index: BulkId<'a>,
}

#[derive(Serialize, JsonSchema)]
struct BulkId<'a> {
    /// The docno.
    _id: &'a str,
}

/// Pages read and written together.
const BATCH: usize = 1024;

/// Writes the pages of a view of `corpus` in docno order, with one batch in memory at a time.
/// `title` always has the title; `contents` has it too if the view permits it, `text` never.
///
/// # Errors
/// Fails if the index cannot be read, stores no texts, or no structure for Markdown and HTML, if
/// the output cannot be written, and for weights other than 0 and 1.
pub fn write(
    corpus: &Corpus,
    view: &View,
    layout: ExportLayout,
    out: &mut dyn Write,
) -> WriteResult<ExportSize> {
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
    if layout.form != ExportForm::Text {
        check_structure(corpus)?;
    }
    let mut pages = pages(corpus.order()?, view);
    let mut exported = ExportSize { tokens: view.statistics.tokens, ..ExportSize::default() };
    loop {
        let batch: Vec<(usize, u32)> =
            pages.by_ref().take(BATCH).map(|(_, segment, doc)| (segment, doc)).collect();
        if batch.is_empty() {
            return Ok(exported);
        }
        let lines = batch
            .par_iter()
            .map(|&(segment, doc)| page(corpus, view, (segment, doc), layout))
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

/// Returns a page as it is written; none if it has too few words.
fn page(
    corpus: &Corpus,
    view: &View,
    (segment, doc): (usize, u32),
    layout: ExportLayout,
) -> tamis_index::Result<Option<String>> {
    let page = corpus.texts_at(segment, doc)?;
    let first = corpus.segments[segment].first_row[doc as usize];
    let first_of_text = first + corpus.titles(segment, doc)?;
    let rows = (first..).zip(page.blocks());
    let permitted: Vec<(u32, &str)> =
        rows.filter(|(row, _)| view.segments[segment].permits(*row)).collect();
    let of_text = permitted.iter().filter(|(row, _)| *row >= first_of_text);
    let texts: Vec<&str> = of_text.map(|(_, text)| *text).collect();
    if layout.least_words > 0 && words(&texts) < layout.least_words {
        return Ok(None);
    }
    let structure = || {
        let mut structure = structure(corpus, (segment, doc), &page)?;
        // A page that was cut off while it was indexed has fewer blocks than one that is read
        // again.
        let end = first + page.blocks().count() as u32;
        let row = |block: u32| Some(first_of_text.saturating_add(block)).filter(|row| *row < end);
        structure.keep(&|block| row(block).is_some_and(|row| view.segments[segment].permits(row)));
        Ok::<_, tamis_index::Error>(structure)
    };
    let markup = match layout.form {
        ExportForm::Text => None,
        ExportForm::Markdown(options) => Some(structure()?.markdown(options)),
        ExportForm::Html(options) => Some(structure()?.html(options)),
    };
    let revisited = corpus.revisited(segment, doc);
    if layout.shape == LineShape::Document {
        let body = markup.unwrap_or_else(|| texts.join("\n") + "\n");
        return Ok(Some(document(&page, revisited, layout.form, &body)));
    }
    let (markdown, html) =
        if matches!(layout.form, ExportForm::Html(_)) { (None, markup) } else { (markup, None) };
    let [docno, url, title, date] = [page.docno(), page.url(), page.title(), page.date()];
    let line = json(&PageLine {
        id: docno,
        url,
        title,
        date: dated(date.into(), layout.shape),
        revisited: revisited.and_then(|date| dated(date.into(), layout.shape)),
        metadata: Some(page.metadata()).filter(|known| !known.is_empty()).map(|m| m.json()),
        contents: permitted.iter().map(|(_, text)| *text).collect::<Vec<_>>().join("\n\n"),
        text: texts.join("\n\n"),
        markdown,
        html,
    });
    Ok(Some(match layout.shape {
        LineShape::Bulk => json(&BulkAction { index: BulkId { _id: docno } }) + &line,
        _ => line,
    }))
}

/// Returns a text after what is known of its page.
fn document(page: &StoredTexts, revisited: Option<String>, form: ExportForm, body: &str) -> String {
    let known = [
        ("id", Some(page.docno().to_owned())),
        ("url", Some(page.url().to_owned())),
        ("date", Some(page.date().to_owned())),
        ("revisited", revisited),
    ];
    let known = known.into_iter().filter_map(|(name, value)| Some((name, value?)));
    let known = known.filter(|(_, value)| !value.is_empty());
    let mut fields: Vec<(&str, Value)> = known.map(|(name, text)| (name, text.into())).collect();
    let metadata = page.metadata();
    if metadata.title.is_none() && !page.title().is_empty() {
        fields.push(("title", page.title().into()));
    }
    fields.extend(metadata.fields());
    match form {
        ExportForm::Html(_) => format!("<article>\n{}{body}</article>\n", written::html(&fields)),
        // An empty line also before the next page.
        _ => format!("{}{body}\n", written::front_matter(&fields)),
    }
}

/// Counts the words of texts: pieces between white space with a letter or digit, as for blocks.
fn words(texts: &[&str]) -> u64 {
    let has_word = |piece: &&str| piece.chars().any(char::is_alphanumeric);
    let pieces = texts.iter().flat_map(|text| text.split_whitespace());
    pieces.filter(has_word).count() as u64
}

/// Returns a date as the shape has it.
fn dated(date: Cow<'_, str>, shape: LineShape) -> Option<Cow<'_, str>> {
    match shape {
        LineShape::Plain | LineShape::Document => Some(date),
        LineShape::Bulk => utc(&date).map(Cow::from),
    }
}

/// Returns a line of JSON. Strings and structs of strings always serialize.
fn json(value: &impl Serialize) -> String {
    escaped_json(&serde_json::to_string(value).unwrap_or_default()).into_owned() + "\n"
}
