//! An open index as Python sees it: what it contains, until it is closed, and labels that are added
//! to it.

use crate::errors::{Failure, Result};
use crate::given::Plain;
use crate::notices::{Noted, noted, warn_all};
use crate::search::{add_metadata, keeps_metadata};
use crate::signals::{short, work};
use crate::tables::{Columns, Table};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use tamis::Error;

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

    /// Refuses several indexes that are open as one.
    fn is_one(&self, instead: &str) -> Result<()> {
        match &self.paths[..] {
            [_] => Ok(()),
            _ => Err(Failure::Input(format!("several indexes are open as one; {instead}"))),
        }
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
        warn_all(py, index.notices())?;
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

    /// Adds a label: for each of these pages whether each of its blocks, the title first, is
    /// content. Blocks of other pages are boilerplate. Returns the number of blocks that are
    /// content.
    fn add_labels(
        &self,
        py: Python<'_>,
        name: &str,
        pages: Vec<(String, Vec<bool>)>,
        replace: bool,
    ) -> Result<u64> {
        let index = self.get()?;
        self.is_one("add labels to each")?;
        let content = work(py, |_| match index.add_labels(name, &pages, replace) {
            Err(Error::Setting(error)) if error.setting == "labels" => {
                Err(Failure::Input(error.to_string()))
            }
            done => Ok(done?),
        })?;
        self.reopen()?;
        Ok(content)
    }

    /// Removes labels that were added.
    fn remove_labels(&self, py: Python<'_>, names: Vec<String>) -> Result<()> {
        let index = self.get()?;
        self.is_one("remove labels from each")?;
        work(py, |_| Ok(index.remove_labels(&names)?))?;
        self.reopen()
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

/// Returns a row per page, in the order of the docnos, unless it is stopped.
fn page_table(index: &tamis::Index, stop: &AtomicBool) -> Result<Table> {
    let order = index.corpus().order()?;
    let mut pages = Vec::new();
    for rank in order.visible() {
        if stop.load(Ordering::Relaxed) {
            return Err(Error::Interrupted.into());
        }
        let mut page = index.corpus().page(rank)?;
        // Of blocks their number is enough, and of the source nothing.
        let blocks = std::mem::take(&mut page.blocks).len() as i64;
        page.body = None;
        pages.push((page, blocks));
    }
    let each = || pages.iter().map(|(page, _)| page);
    let table = Columns::default()
        .texts("docno", each().map(|page| &page.docno))
        .texts("url", each().map(|page| &page.url))
        .texts("title", each().map(|page| &page.title))
        .texts("date", each().map(|page| &page.date))
        .texts("file", each().map(|page| &page.archive))
        .wholes("blocks", pages.iter().map(|(_, blocks)| *blocks));
    match keeps_metadata(index) {
        true => add_metadata(table, || each().map(|page| &page.metadata)).table(),
        false => table.table(),
    }
}
