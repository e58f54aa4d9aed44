//! An open index as Python sees it: what it contains, until it is closed.

use crate::errors::{Failure, Result};
use crate::given::Plain;
use crate::notices::{Noted, noted};
use crate::search::{add_metadata, keeps_metadata};
use crate::signals::{short, work};
use crate::tables::{Columns, Table};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use tamis::StoredPage;
use tamis::blocks::metadata::Metadata;

/// An index, opened for reading at its last commit. Calls of several threads share it; closing it
/// lets go of it once the calls that run are done.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Index {
    open: RwLock<Option<Arc<tamis::Index>>>,
    paths: Vec<PathBuf>,
}

impl Index {
    /// An index that was just opened.
    pub fn new(index: tamis::Index, paths: Vec<PathBuf>) -> Self {
        Self { open: RwLock::new(Some(Arc::new(index))), paths }
    }

    /// Returns the index, for as long as the caller keeps it. One whose files were shortened is
    /// refused: reading it would end the process.
    pub fn get(&self) -> Result<Arc<tamis::Index>> {
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(index) = open else {
            let message = format!("{}: the index is closed; open it again", self.name());
            return Err(Failure::Closed(message));
        };
        index.check_files()?;
        Ok(index)
    }

    /// Works on the index, and then warns of what was noticed.
    pub fn noted<T: Send>(
        &self,
        py: Python<'_>,
        job: impl FnOnce(&tamis::Index, &Noted<'_>) -> Result<T> + Send,
    ) -> Result<T> {
        let index = self.get()?;
        noted(py, index.notices(), |watch| job(&index, watch))
    }

    /// Opens the index again, at what is now its last commit.
    pub fn reopen(&self) -> Result<()> {
        let index = tamis::Index::open_all(&self.paths)?;
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        if open.is_some() {
            *open = Some(Arc::new(index));
        }
        Ok(())
    }

    /// The folders of the index.
    pub fn folders(&self) -> &[PathBuf] {
        &self.paths
    }

    /// The folders of the index, for messages.
    fn name(&self) -> String {
        self.paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
    }
}

#[pymethods]
impl Index {
    #[staticmethod]
    fn open(py: Python<'_>, paths: Vec<PathBuf>) -> Result<Self> {
        let index = work(py, |_| Ok(tamis::Index::open_all(&paths)?))?;
        Ok(Self::new(index, paths))
    }

    #[getter]
    fn paths(&self) -> Vec<PathBuf> {
        self.paths.clone()
    }

    #[getter]
    fn closed(&self) -> bool {
        self.open.read().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    fn close(&self, py: Python<'_>) {
        let open = self.open.write().unwrap_or_else(PoisonError::into_inner).take();
        py.detach(|| drop(open));
    }

    fn labels(&self) -> Result<Vec<String>> {
        Ok(self.get()?.labels().to_vec())
    }

    fn scores(&self) -> Result<Vec<String>> {
        Ok(self.get()?.scores().into_iter().map(str::to_owned).collect())
    }

    /// The tuned rule; None if there is none.
    fn tuned(&self) -> Result<Plain> {
        Ok(Plain::of(&self.get()?.tuned()?))
    }

    /// The counts.
    fn stats(&self) -> Result<Plain> {
        Ok(Plain::of(&self.get()?.stats()))
    }

    /// What searches would miss: the warnings that the program prints when it opens indexes.
    fn gaps(&self) -> Result<Vec<String>> {
        Ok(self.get()?.notices().iter().map(ToString::to_string).collect())
    }

    /// The list of skipped and damaged records.
    fn losses(&self, py: Python<'_>) -> Result<Table> {
        let index = self.get()?;
        short(py, || record_table(&index))
    }

    /// Every page, in the order of the docnos.
    fn pages(&self, py: Python<'_>) -> Result<Table> {
        let index = self.get()?;
        work(py, |stop| page_table(&index, stop))
    }

    /// The docnos, in order.
    fn docnos(&self, py: Python<'_>) -> Result<Vec<String>> {
        let index = self.get()?;
        short(py, || {
            let order = index.corpus().order()?;
            let mut docnos = Vec::new();
            for rank in order.visible() {
                docnos.push(order.docno(rank)?);
            }
            Ok(docnos)
        })
    }
}

/// Returns the lists of skipped and damaged records.
fn record_table(index: &tamis::Index) -> Result<Table> {
    let rows = index.losses()?;
    Columns::default()
        .texts("file", rows.iter().map(|row| &row.archive))
        .wholes("offset", rows.iter().map(|row| row.offset as i64))
        .texts("record", rows.iter().map(|row| &row.record))
        .texts("outcome", rows.iter().map(|row| row.outcome.name()))
        .texts("reason", rows.iter().map(|row| row.reason.name()))
        .wholes("bytes", rows.iter().map(|row| row.bytes as i64))
        .texts("detail", rows.iter().map(|row| &row.detail))
        .table()
}

/// What the table of pages has of a page.
struct PageRow {
    docno: String,
    url: String,
    title: String,
    date: String,
    archive: String,
    metadata: Metadata,
    blocks: i64,
}

/// Returns a row per page, in the order of the docnos, unless it is stopped.
fn page_table(index: &tamis::Index, stop: &AtomicBool) -> Result<Table> {
    let order = index.corpus().order()?;
    let mut rows = Vec::new();
    for rank in order.visible() {
        if stop.load(Ordering::Relaxed) {
            return Err(tamis::Error::Interrupted.into());
        }
        let found = index.corpus().page(rank)?;
        let StoredPage { docno, url, title, date, archive, metadata, blocks, .. } = found;
        let blocks = blocks.len() as i64;
        rows.push(PageRow { docno, url, title, date, archive, metadata, blocks });
    }
    let table = Columns::default()
        .texts("docno", rows.iter().map(|row| &row.docno))
        .texts("url", rows.iter().map(|row| &row.url))
        .texts("title", rows.iter().map(|row| &row.title))
        .texts("date", rows.iter().map(|row| &row.date))
        .texts("file", rows.iter().map(|row| &row.archive))
        .wholes("blocks", rows.iter().map(|row| row.blocks));
    match keeps_metadata(index) {
        true => add_metadata(table, || rows.iter().map(|row| &row.metadata)).table(),
        false => table.table(),
    }
}
