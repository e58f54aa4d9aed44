//! Deletes pages from an index, for takedowns: from its texts, postings, columns, labels and
//! counts. The list of skipped records keeps their docnos, and the manifest the prefixes of URLs,
//! so that no ingest brings them back.

mod change;
mod deletion;
mod select;

pub use deletion::{DeletedPage, Deletion};
pub use select::Selection;

use crate::corpus::Corpus;
use crate::disk;
use crate::error::Result;
use crate::index::Index;
use crate::index::lock::WriterLock;
use crate::index::rewrite::{remove_left_overs, remove_uncommitted};
use change::Change;
use select::Selected;
use std::path::Path;

/// Returns what [`delete`] would delete; writes nothing.
///
/// # Errors
/// If there is no index in `path`, or it cannot be read.
pub fn preview(path: &Path, selection: &Selection) -> Result<Deletion> {
    let mut corpus = Corpus::new(vec![Index::open(path)?])?;
    Ok(Selected::find(&mut corpus, selection)?.deletion)
}

/// Deletes pages from the index in `path`, in one commit: before it, readers see all of them, and
/// after it no file of the index holds anything of them but docno and place in the list of skipped
/// records. The index then answers like one that never had these pages. An index that is not
/// finished can be finished afterwards.
///
/// # Errors
/// [`crate::Error::Index`] if there is no index, if it is damaged, or if another process writes it;
/// [`crate::Error::Io`] on a full disk, for example. Then nothing is deleted.
pub fn delete(path: &Path, selection: &Selection) -> Result<Deletion> {
    // Before the lock file is created: a folder without an index must not change.
    Index::open_alone(path)?;
    let _lock = WriterLock::take(path)?;
    let manifest = Index::open_alone(path)?.manifest;
    // A deletion that was killed after its commit left the old files.
    remove_left_overs(path, &manifest)?;
    let mut corpus = Corpus::new(vec![Index::open(path)?])?;
    let selected = Selected::find(&mut corpus, selection)?;
    if !selected.deletion.pages.is_empty() {
        let pages = manifest.counts.pages;
        let change = Change::new(path, &corpus, manifest)?;
        change.apply(&selected).map_err(|error| {
            remove_uncommitted(path);
            error.while_writing(path, pages)
        })?;
        drop(corpus);
        disk::sync_folder(path).map_err(|error| crate::Error::io("write", path, error))?;
    }
    Ok(selected.deletion)
}
