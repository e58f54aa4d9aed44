//! Single pages: the text that a remover keeps, and blocks with features and labels.

use crate::builds::cut;
use crate::errors::{Failure, Result};
use crate::index::{Index, page};
use crate::settings::one_of;
use crate::signals::short;
use crate::tables::{Columns, Table};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use serde_json::{Value, json};
use tamis::BlockRow;
use tamis::blocks::block::carry::{Alignment, BlockWords};
use tamis::blocks::classify::{CLASSIFIERS, Classifier, LabelSet};
use tamis::blocks::comments::{Apart, Removers};
use tamis::blocks::html::composed;
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

/// The form of an extract: text, markdown, html or json; whether the comments are apart, whether it
/// has links, and images; the URL of the page.
type Form = (String, bool, bool, bool, Option<String>);

/// Returns the text that a remover keeps of a page, in the form that was asked for.
#[pyfunction]
pub(crate) fn extract(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    remover: &str,
    form: Form,
    encoding: Option<&str>,
    language: Option<&str>,
) -> Result<String> {
    let source = Source::from_python(html)?;
    let (format, is_apart, links, images, url) = form;
    let options = Options { links, images };
    short(py, || {
        if !["text", "markdown", "html", "json"].contains(&&*format) {
            return Err(one_of("format", &format, "text, markdown, html or json"));
        }
        let remover = CLASSIFIERS.name_of(remover)?;
        let classifier = &*CLASSIFIERS.by_name(&remover)?;
        let comments = is_apart.then(|| Removers::of(&remover)).transpose()?;
        let document = source.parse(builder(encoding, language)?);
        let url = url.as_deref();
        let apart = comments.map(|removers| document.apart(&removers, url));
        let structure = || match &apart {
            Some((_, structure)) => structure.clone(),
            None => document.structure(classifier, url),
        };
        Ok(match &*format {
            "markdown" => structure().markdown(options),
            "html" => structure().html(options),
            "json" => {
                let apart = apart.as_ref().map(|(apart, _)| apart);
                object(&document, &remover, classifier, apart, url).to_string()
            }
            _ => match &apart {
                Some((apart, _)) => apart.all_text(),
                None => document.text(classifier),
            },
        })
    })
}

/// A page as `tamis extract --json` writes it, but for its file.
fn object(
    document: &Document,
    remover: &str,
    classifier: &dyn Classifier,
    apart: Option<&Apart>,
    url: Option<&str>,
) -> Value {
    let (encoding, encoding_source) = document.encoding();
    let mut object = json!({
        "title": composed(document.title().unwrap_or_default()),
        "text": match apart {
            Some(apart) => composed(&apart.text).into_owned(),
            None => document.text(classifier),
        },
        "classifier": remover,
        "encoding": encoding,
        "encoding_source": encoding_source,
        "metadata": document.metadata(url).json(),
    });
    if let Some(confidence) = classifier.confidence(&document.subject()) {
        object["confidence"] = confidence.into();
    }
    if let Some(apart) = apart {
        object["comments"] = apart.json().into();
    }
    object
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
            let text = composed(document.text_of(block));
            rows.push(BlockRow::new(number, block, &text, &labels, &names));
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
