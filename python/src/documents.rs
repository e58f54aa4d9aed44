//! Single pages: the text that a remover keeps, and blocks with features and labels.

use crate::builds::cut;
use crate::errors::{Failure, Result};
use crate::index::{Index, page};
use crate::settings::one_of;
use crate::signals::short;
use crate::tables::{Columns, Table};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use tamis::BlockRow;
use tamis::blocks::block::carry::{Alignment, BlockWords};
use tamis::blocks::classify::{self, CLASSIFIERS, LabelSet};
use tamis::blocks::page::{BlockKind, Label};
use tamis::blocks::structure::Options;
use tamis::blocks::{Document, DocumentBuilder, feature};
use tamis_index::index::{Score, StoredBlock};
use tamis_search::result::block;
use tamis_search::result::block::{Get, Output};

/// A page's source: text, or bytes whose encoding is still to be found.
enum Source {
    Text(String),
    Bytes(Vec<u8>),
}

impl Source {
    fn from_python(html: &Bound<'_, PyAny>) -> Result<Self> {
        if let Ok(text) = html.cast::<PyString>() {
            // A lone surrogate has no character in Unicode.
            return Ok(Self::Text(text.to_string_lossy().into_owned()));
        }
        if let Ok(bytes) = html.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.as_bytes().to_vec()));
        }
        let class = html.get_type().name()?;
        Err(Failure::input(format!(
            "html: found a value of the type {class}, expected str or bytes"
        )))
    }

    fn parse(self, builder: DocumentBuilder) -> Document {
        match self {
            Self::Text(text) => builder.parse(text),
            Self::Bytes(bytes) => builder.decode(&bytes),
        }
    }
}

/// Returns the settings of a page.
fn builder(encoding: Option<&str>, language: Option<&str>) -> Result<DocumentBuilder> {
    let mut builder = Document::builder();
    if let Some(encoding) = encoding {
        tamis_index::index::recipe::check_encoding(encoding)?;
        builder = builder.charset(encoding);
    }
    if let Some(language) = language {
        let known = tamis_index::analyze::language::code_of(language)
            .ok_or_else(|| one_of("language", language, "a code such as en"))?;
        builder = builder.language(known);
    }
    Ok(builder)
}

/// Returns the text that a remover keeps of a page, in the form that was asked for: text, markdown
/// or html; with links and images or without; and the URL of the page.
#[pyfunction]
pub(crate) fn extract(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    remover: &str,
    form: (String, bool, bool, Option<String>),
    encoding: Option<&str>,
    language: Option<&str>,
) -> Result<String> {
    let source = Source::from_python(html)?;
    let (format, links, images, url) = form;
    let options = Options { links, images };
    short(py, || {
        let classifier = CLASSIFIERS.by_name(remover)?;
        let document = source.parse(builder(encoding, language)?);
        match &*format {
            "text" => Ok(classify::printed(classifier.as_ref(), &document.subject())),
            "markdown" => Ok(document.markdown(classifier.as_ref(), url.as_deref(), options)),
            "html" => Ok(document.structure(classifier.as_ref(), url.as_deref()).html(options)),
            other => Err(one_of("format", other, "text, markdown or html")),
        }
    })
}

/// Returns what a page says of itself, as JSON.
#[pyfunction]
pub(crate) fn metadata(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    url: Option<&str>,
    encoding: Option<&str>,
) -> Result<String> {
    let source = Source::from_python(html)?;
    short(py, || Ok(source.parse(builder(encoding, None)?).metadata(url).json().to_string()))
}

/// Returns the blocks of a page, the title first, with these classifiers' labels.
#[pyfunction]
pub(crate) fn blocks(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    classifiers: Vec<String>,
    cutting: &str,
    encoding: Option<&str>,
    language: Option<&str>,
) -> Result<Table> {
    let source = Source::from_python(html)?;
    short(py, || {
        let names = CLASSIFIERS.expand(&classifiers)?;
        let set = CLASSIFIERS.set(&names)?;
        let document = source.parse(builder(encoding, language)?.cut(cut(cutting)?));
        let title = document.cut().title.iter().map(|_| LabelSet::default());
        let labels = title.chain(set.labels(&document.subject()));
        let mut rows = Vec::new();
        for (number, (block, labels)) in document.cut().all().zip(labels).enumerate() {
            rows.push(BlockRow::new(number, block, document.text_of(block), &labels, &names));
        }
        let columns = featured(shown(&rows, Output::PageFrame, &[], &names), &document, rows.len());
        columns.texts("text", rows.iter().map(|row| &row.text)).table()
    })
}

/// Returns the columns that a frame shows of blocks; each score and each label has one.
fn shown(rows: &[BlockRow], output: Output, scores: &[&str], labels: &[String]) -> Columns {
    let mut columns = Columns::default();
    for column in block::columns(output) {
        let name = column.name;
        columns = match column.get {
            Get::Whole(get) => columns.wholes(name, rows.iter().map(|row| i64::from(get(row)))),
            Get::MaybeWhole(get) => {
                columns.maybe_wholes(name, rows.iter().map(|row| get(row).map(i64::from)))
            }
            Get::Number(get) => columns.numbers(name, rows.iter().map(|row| f64::from(get(row)))),
            Get::MaybeNumber(get) => columns.maybe_numbers(name, rows.iter().map(get)),
            Get::MaybeFlag(get) => columns.maybe_flags(name, rows.iter().map(get)),
            Get::Text(get) => columns.texts(name, rows.iter().map(get)),
            Get::MaybeText(get) => columns.maybe_texts(name, rows.iter().map(get)),
            Get::Scores(_) => {
                for name in scores {
                    let values = rows.iter().map(|row| row.score(name));
                    columns = columns.maybe_numbers(&format!("score.{name}"), values);
                }
                columns
            }
            Get::Labels(get) => {
                for name in labels {
                    let values = rows.iter().map(|row| get(row).contains(name));
                    columns = columns.flags(&format!("label.{name}"), values);
                }
                columns
            }
        };
    }
    columns
}

/// Adds the features of the paper that are not among the counts; a title has none.
fn featured(columns: Columns, document: &Document, blocks: usize) -> Columns {
    let features = document.features();
    let title = usize::from(document.cut().title.is_some());
    let mut columns = columns;
    for (at, name) in feature::NAMES.iter().enumerate().take(feature::LOCAL) {
        if ["words", "link_density", "text_density"].contains(name) {
            continue;
        }
        let values = (0..blocks).map(|block| Some(features.get(block.checked_sub(title)?)?[at]));
        columns = columns.maybe_numbers(name, values);
    }
    columns
}

/// Returns for each block of a page, the title first, whether at least half of its words are in a
/// text; the title counts as not.
#[pyfunction]
pub(crate) fn align(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    text: &str,
    cutting: &str,
    encoding: Option<&str>,
) -> Result<Vec<bool>> {
    let source = Source::from_python(html)?;
    short(py, || {
        let document = source.parse(builder(encoding, None)?.cut(cut(cutting)?));
        let labels =
            Alignment::new(&BlockWords::new(document.cut()), [text].into_iter()).labels(|_| true);
        let title = document.cut().title.iter().map(|_| false);
        Ok(title.chain(labels.into_iter().map(|label| label == Label::Content)).collect())
    })
}

#[pymethods]
impl Index {
    /// The blocks of a page, the title first.
    fn blocks(&self, py: Python<'_>, docno: &str) -> Result<Table> {
        let index = self.get()?;
        short(py, || {
            let page = page(&index, docno)?;
            let manifest = &index.corpus().indexes[0].manifest;
            let rows: Vec<BlockRow> = BlockRow::from_page(&page, manifest).collect();
            let scores: Vec<&str> = manifest.scores().into_iter().map(Score::classifier).collect();
            shown(&rows, Output::IndexFrame, &scores, &manifest.classifiers).table()
        })
    }

    /// For each block of a page, whether at least half of its words are in a text.
    fn align(&self, py: Python<'_>, docno: &str, text: &str) -> Result<Vec<bool>> {
        let index = self.get()?;
        short(py, || Ok(aligned(&page(&index, docno)?.blocks, text)))
    }
}

fn aligned(blocks: &[StoredBlock], text: &str) -> Vec<bool> {
    let texts = blocks
        .iter()
        .filter(|block| block.block.kind != BlockKind::Title)
        .map(|block| block.text.as_str());
    let labels =
        Alignment::new(&BlockWords::from_texts(texts), [text].into_iter()).labels(|_| true);
    let title = blocks.iter().filter(|block| block.block.kind == BlockKind::Title).map(|_| false);
    title.chain(labels.into_iter().map(|label| label == Label::Content)).collect()
}
