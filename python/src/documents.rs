//! Single pages: the text that a remover keeps, and blocks with features and labels.

use crate::errors::{Failure, Result};
use crate::given::{Arguments, Plain};
use crate::index::Index;
use crate::notices::warn_all;
use crate::signals::short;
use crate::tables::{Columns, Table};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::path::{Path, PathBuf};
use tamis::blocks::feature;
use tamis::job::{ExtractJob, InspectJob, Inspected, InspectedPage, Outcome, PageSource};
use tamis::{BlockGet, BlockOutput, BlockRow, Error, block_columns};

/// Reads a page: text, bytes whose encoding is still to be found, or the path of a file.
fn source(html: &Bound<'_, PyAny>) -> Result<PageSource> {
    if let Ok(text) = html.cast::<PyString>() {
        // A lone surrogate has no character in Unicode.
        let text = text.to_string_lossy().into_owned();
        if !text.contains('<') && Path::new(&text).is_file() {
            let expected = format!("the source of a page, or pathlib.Path('{text}')");
            let found = format!("html: found '{text}', the name of a file, expected {expected}");
            return Err(Failure::Input(found));
        }
        return Ok(PageSource::Text(text));
    }
    if let Ok(bytes) = html.cast::<PyBytes>() {
        return Ok(PageSource::bytes(bytes.as_bytes().to_vec(), "html"));
    }
    if html.hasattr("__fspath__")? {
        return Ok(PageSource::File(html.extract::<PathBuf>()?));
    }
    let class = html.get_type().name()?;
    Err(Failure::Input(format!(
        "html: found a value of the type {class}, expected str, bytes or a path"
    )))
}

/// Returns what is wanted of a page.
fn job(mut given: Arguments) -> Result<ExtractJob> {
    let job = given.take(&[
        "remover=classifier",
        "format=form",
        "details",
        "metadata",
        "comments",
        "links",
        "images",
        "url",
        "classifiers=labels",
        "cut",
        "encoding",
        "language",
    ])?;
    given.end()?;
    Ok(job)
}

/// Works on a page with these settings, and warns of what is missing from it.
fn on_page<T: Send>(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    job: &ExtractJob,
    work: impl FnOnce(&ExtractJob, PageSource) -> tamis::Result<Outcome<T>> + Send,
) -> Result<T> {
    let page = source(html)?;
    let found = short(py, || Ok(work(job, page)?))?;
    warn_all(py, &found.notices)?;
    Ok(found.result)
}

/// Returns the text that a remover keeps of a page, in the form that was asked for, or a dict.
#[pyfunction]
pub(crate) fn extract<'py>(
    py: Python<'py>,
    html: &Bound<'py, PyAny>,
    given: Arguments,
) -> Result<Bound<'py, PyAny>> {
    let job = job(given)?;
    let found = on_page(py, html, &job, |job, page| job.run(page, &()))?;
    if job.has_details() {
        return Ok(Plain::of(&found).into_pyobject(py)?);
    }
    let head = if job.metadata { &found.head } else { "" };
    Ok(PyString::new(py, &format!("{head}{}", found.written())).into_any())
}

/// Returns what a page says of itself.
#[pyfunction]
pub(crate) fn metadata(py: Python<'_>, html: &Bound<'_, PyAny>, given: Arguments) -> Result<Plain> {
    let found = on_page(py, html, &job(given)?, |job, page| job.metadata(page, &()))?;
    Ok(Plain::of(&found.json()))
}

/// Returns the blocks of a page, the title first, with these classifiers' labels. The features of
/// the paper that are not among the counts follow; a title has none.
#[pyfunction]
pub(crate) fn blocks(py: Python<'_>, html: &Bound<'_, PyAny>, given: Arguments) -> Result<Table> {
    let found = on_page(py, html, &job(given)?, |job, page| job.blocks(page, &()))?;
    let mut columns = shown(&found.rows, BlockOutput::PageFrame, &[], &found.labels);
    for (at, name) in feature::NAMES.iter().enumerate().take(feature::LOCAL) {
        if !["words", "link_density", "text_density"].contains(name) {
            let values = found.features.iter().map(|of_block| Some((*of_block)?[at]));
            columns = columns.numbers(name, values);
        }
    }
    columns.texts("text", found.rows.iter().map(|row| &row.text)).table()
}

/// Returns for each block of a page, the title first, whether at least half of its words are in a
/// text; the title counts as not.
#[pyfunction]
pub(crate) fn align(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    text: &str,
    given: Arguments,
) -> Result<Vec<bool>> {
    on_page(py, html, &job(given)?, |job, page| job.align(page, text, &()))
}

/// Returns the columns that a frame shows of blocks; each score and each label has one.
fn shown(rows: &[BlockRow], output: BlockOutput, scores: &[&str], labels: &[String]) -> Columns {
    let mut columns = Columns::default();
    for column in block_columns(output) {
        let name = column.name;
        columns = match column.get {
            BlockGet::Whole(get) => {
                columns.wholes(name, rows.iter().map(|row| i64::from(get(row))))
            }
            BlockGet::MaybeWhole(get) => {
                columns.wholes(name, rows.iter().map(|row| get(row).map(i64::from)))
            }
            BlockGet::Number(get) => {
                columns.numbers(name, rows.iter().map(|row| f64::from(get(row))))
            }
            BlockGet::MaybeNumber(get) => columns.numbers(name, rows.iter().map(get)),
            BlockGet::MaybeFlag(get) => columns.flags(name, rows.iter().map(get)),
            BlockGet::Text(get) => columns.texts(name, rows.iter().map(get)),
            BlockGet::MaybeText(get) => columns.maybe_texts(name, rows.iter().map(get)),
            BlockGet::Scores(_) => scores.iter().fold(columns, |columns, name| {
                let values = rows.iter().map(|row| row.score(name));
                columns.numbers(&format!("score.{name}"), values)
            }),
            BlockGet::Labels(get) => labels.iter().fold(columns, |columns, name| {
                let values = rows.iter().map(|row| get(row).contains(name));
                columns.flags(&format!("label.{name}"), values)
            }),
        };
    }
    columns
}

/// A page of an index by its docno, the id of its record, or its URL.
fn inspected(index: &tamis::Index, page: &str) -> Result<InspectedPage> {
    let job = InspectJob { page: page.to_owned(), ..InspectJob::default() };
    Ok(job.page(index, &())?)
}

#[pymethods]
impl Index {
    /// The blocks of a page, the title first.
    fn blocks(&self, py: Python<'_>, page: &str) -> Result<Table> {
        let index = self.get()?;
        short(py, || {
            let rows = inspected(&index, page)?.blocks;
            shown(&rows, BlockOutput::IndexFrame, &index.scores(), index.labels()).table()
        })
    }

    /// For each block of a page, whether at least half of its words are in a text.
    fn align(&self, py: Python<'_>, page: &str, text: &str) -> Result<Vec<bool>> {
        let index = self.get()?;
        short(py, || Ok(inspected(&index, page)?.align(text)))
    }

    /// The source of a page, decoded.
    fn html(&self, py: Python<'_>, page: &str) -> Result<String> {
        let index = self.get()?;
        short(py, || {
            let without = "keeps no sources of pages; build it with store='all'";
            let source = inspected(&index, page)?.source();
            Ok(source.ok_or_else(|| Error::index(index.path(), without))?)
        })
    }

    /// The captures of a URL, the oldest first.
    fn captures(&self, py: Python<'_>, page: &str) -> Result<Table> {
        let index = self.get()?;
        short(py, || {
            let job = InspectJob { page: page.into(), captures: true, ..InspectJob::default() };
            let Inspected::Captures(found) = job.run(&index, &())?.result else {
                return Columns::default().table();
            };
            let each = || found.iter();
            Columns::default()
                .maybe_texts("docno", each().map(|capture| capture.docno.as_ref()))
                .texts("url", each().map(|capture| &capture.url))
                .texts("date", each().map(|capture| &capture.date))
                .texts("file", each().map(|capture| &capture.archive))
                .wholes("offset", each().map(|capture| capture.offset as i64))
                .flags("revisit", each().map(|capture| capture.revisit))
                .table()
        })
    }
}
