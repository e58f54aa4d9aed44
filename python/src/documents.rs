//! Single pages: the text that a remover keeps, and blocks with features and labels.

use crate::builds::cut;
use crate::errors::{Failure, Result};
use crate::index::{Index, page};
use crate::settings::one_of;
use crate::signals::short;
use crate::tables::{Columns, Table};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use tamis::blocks::classify::{self, Set};
use tamis::blocks::page::{Block, BlockKind, Label};
use tamis::blocks::{Document, DocumentBuilder, block::carry::Alignment, feature};
use tamis_index::index::{Score, StoredBlock};

/// A page's source: text, or bytes whose encoding is still to be found.
enum Source {
    Text(String),
    Bytes(Vec<u8>),
}

impl Source {
    fn of(html: &Bound<'_, PyAny>) -> Result<Self> {
        if let Ok(text) = html.cast::<PyString>() {
            // A lone surrogate has no character in Unicode.
            return Ok(Self::Text(text.to_string_lossy().into_owned()));
        }
        if let Ok(bytes) = html.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.as_bytes().to_vec()));
        }
        let class = html.get_type().name()?;
        Err(Failure::input(format!("html: found a value of the type {class}, expected str or bytes")))
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

/// Returns the text that a remover keeps of a page.
#[pyfunction]
pub(crate) fn extract(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    remover: &str,
    encoding: Option<&str>,
    language: Option<&str>,
) -> Result<String> {
    let source = Source::of(html)?;
    short(py, || {
        let classifier = classify::by_name(remover)?;
        Ok(classify::printed(classifier.as_ref(), &source.parse(builder(encoding, language)?).subject()))
    })
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
    let source = Source::of(html)?;
    short(py, || {
        let set = Set::new(&classify::expand(&classifiers)?)?;
        let document = source.parse(builder(encoding, language)?.cut(cut(cutting)?));
        let title = document.cut().title.iter().map(|_| None);
        let labels: Vec<Option<u64>> = title.chain(set.label_bits(&document.subject()).into_iter().map(Some)).collect();
        let blocks: Vec<&Block> = document.cut().all().collect();
        let texts = blocks.iter().map(|block| document.text_of(block)).collect::<Vec<_>>();
        let columns = labelled(counted(Columns::default(), &blocks), &classify::expand(&classifiers)?, &labels);
        featured(columns, &document, blocks.len()).texts("text", texts).table()
    })
}

/// Adds the counts of blocks.
fn counted(columns: Columns, blocks: &[&Block]) -> Columns {
    let whole = |of: fn(&Block) -> u32| blocks.iter().map(move |block| i64::from(of(block)));
    let kind = |block: &&Block| if block.kind == BlockKind::Title { "title" } else { "text" };
    columns
        .wholes("block", 0..blocks.len() as i64)
        .texts("kind", blocks.iter().map(kind))
        .wholes("words", whole(|block| block.words))
        .wholes("anchor_words", whole(|block| block.anchor_words))
        .numbers("text_density", blocks.iter().map(|block| f64::from(block.text_density())))
        .numbers("link_density", blocks.iter().map(|block| f64::from(block.link_density())))
        .wholes("tag_level", whole(|block| block.tag_level))
}

/// Adds a column per label; a title has none.
fn labelled(columns: Columns, names: &[String], labels: &[Option<u64>]) -> Columns {
    names.iter().enumerate().fold(columns, |columns, (bit, name)| {
        columns.flags(
            &format!("label.{name}"),
            labels.iter().map(|labels| labels.is_some_and(|bits| bits >> bit & 1 == 1)),
        )
    })
}

/// Adds the features of the paper that are not among the counts; a title has none.
fn featured(columns: Columns, document: &Document, blocks: usize) -> Columns {
    let (features, title) = (document.features(), usize::from(document.cut().title.is_some()));
    let new =
        (0..feature::LOCAL).filter(|at| !["words", "link_density", "text_density"].contains(&feature::NAMES[*at]));
    new.fold(columns, |columns, at| {
        let value = |block: usize| features.get(block.checked_sub(title)?).map(|row| row[at]);
        columns.maybe_numbers(feature::NAMES[at], (0..blocks).map(value))
    })
}

/// Returns for each block of a page, the title first, whether at least half of its words are in a text; the title counts as
/// not.
#[pyfunction]
pub(crate) fn align(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    text: &str,
    cutting: &str,
    encoding: Option<&str>,
) -> Result<Vec<bool>> {
    let source = Source::of(html)?;
    short(py, || {
        let document = source.parse(builder(encoding, None)?.cut(cut(cutting)?));
        let labels = Alignment::new(document.cut(), [text].into_iter()).labels(|_| true);
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
            stored(&page.blocks, &manifest.classifiers, &manifest.scores())
        })
    }

    /// For each block of a page, whether at least half of its words are in a text.
    fn align(&self, py: Python<'_>, docno: &str, text: &str) -> Result<Vec<bool>> {
        let index = self.get()?;
        short(py, || Ok(aligned(&page(&index, docno)?.blocks, text)))
    }
}

fn aligned(blocks: &[StoredBlock], text: &str) -> Vec<bool> {
    let texts = blocks.iter().filter(|block| block.block.kind != BlockKind::Title).map(|block| block.text.as_str());
    let labels = Alignment::between(texts, [text].into_iter()).labels(|_| true);
    let title = blocks.iter().filter(|block| block.block.kind == BlockKind::Title).map(|_| false);
    title.chain(labels.into_iter().map(|label| label == Label::Content)).collect()
}

/// Returns the blocks of a page of an index.
fn stored(stored: &[StoredBlock], classifiers: &[String], scores: &[Score]) -> Result<Table> {
    let blocks: Vec<&Block> = stored.iter().map(|block| &block.block).collect();
    let labels: Vec<Option<u64>> = stored.iter().map(|block| Some(block.labels)).collect();
    let columns = counted(Columns::default(), &blocks)
        .wholes("tokens", stored.iter().map(|block| i64::from(block.tokens)))
        .maybe_wholes("repeats", stored.iter().map(|block| block.repeats.repeats().map(i64::from)))
        .maybe_wholes("site_repeats", stored.iter().map(|block| block.repeats.site_repeats().map(i64::from)))
        .maybe_numbers("site_share", stored.iter().map(|block| block.repeats.site_share()));
    let columns = scores.iter().fold(columns, |columns, score| {
        let name = format!("score.{}", score.classifier());
        columns.maybe_numbers(&name, stored.iter().map(|block| block.scores.score(*score)))
    });
    labelled(columns, classifiers, &labels).texts("text", stored.iter().map(|block| &block.text)).table()
}
