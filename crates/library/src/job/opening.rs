//! What a job sees of an index: the pages that pass the filters of its request, on its threads.

use super::PageLists;
use super::pages::of_filtered;
use crate::index::Index;
use crate::notice::Notice;
use crate::opened::Opened;
use crate::watch::Told;
use tamis_index::error::{Error, Result};
use tamis_index::ingest::check_threads;
use tamis_search::request::Request;

/// What is searched of an index.
pub(super) struct SearchScope<'a> {
    pub index: &'a Index,
    pub lists: &'a PageLists,
    pub threads: Option<usize>,
}

impl SearchScope<'_> {
    /// Calls `work` with the pages that pass, and the request with the lists read. Tells what is
    /// to be known of the index, of the tuned rule and of the filters.
    ///
    /// # Errors
    /// A filter that is wrong, an index that cannot be read, threads out of range, and errors of
    /// `work`.
    pub fn with_pages<T: Send>(
        &self,
        request: &Request,
        told: &Told<'_>,
        work: impl FnOnce(&Opened, &Request) -> Result<T> + Send,
    ) -> Result<T> {
        on_threads(self.threads, || self.with_pages_here(request, told, work))
    }

    /// The same on the thread of the caller.
    ///
    /// # Errors
    /// As [`with_pages`](Self::with_pages), but for threads.
    pub fn with_pages_here<T>(
        &self,
        request: &Request,
        told: &Told<'_>,
        work: impl FnOnce(&Opened, &Request) -> Result<T>,
    ) -> Result<T> {
        self.index.guarded(|| self.narrowed(request, told, work))
    }

    fn narrowed<T>(
        &self,
        request: &Request,
        told: &Told<'_>,
        work: impl FnOnce(&Opened, &Request) -> Result<T>,
    ) -> Result<T> {
        self.index.check_files()?;
        let corpus = self.index.corpus();
        told.tell_all(self.index.notices.iter().cloned());
        request.check_tuned(corpus)?;
        told.tell_all(request.outdated_rule(corpus).map(Notice::outdated_rule));
        let mut request = request.clone();
        self.lists.read(corpus, &mut request.pages, told)?;
        let opened = self.index.opened.narrowed(&request.pages)?;
        told.tell_all(opened.filtered.iter().flat_map(of_filtered));
        work(&opened, &request)
    }
}

/// Calls a function on so many threads of its own; none for those of the process.
pub(super) fn on_threads<T: Send>(
    threads: Option<usize>,
    work: impl FnOnce() -> Result<T> + Send,
) -> Result<T> {
    let Some(threads) = threads else { return work() };
    check_threads(threads)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Error::setting("threads", error.to_string()))?.install(work)
}
