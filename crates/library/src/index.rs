//! An opened index. `builder.rs` adds the methods that start jobs, `build.rs` that which builds
//! one.

use super::results::Tuned;
use super::stats::Stats;
use crate::notice::Notice;
use crate::opened::AllOpened;
use std::path::{Path, PathBuf};
use tamis_index::captures;
use tamis_index::captures::Capture;
use tamis_index::corpus::Corpus;
use tamis_index::error::{Error, Result};
use tamis_index::index::columns::BlockColumn;
use tamis_index::index::lock::WriterLock;
use tamis_index::index::storage::{META, Mapped, guarded};
use tamis_index::index::{Manifest, Score, StoredPage, TunedRule, store_tuned};
use tamis_index::ingest::record_reports::{self, ReportFilter, ReportLine, ReportList};
use tamis_index::stats::Contents;
use tamis_search::request::Pages;
use tamis_search::result::BlockRow;
use xxhash_rust::xxh3::xxh3_64;

/// An index, opened for reading at its last commit.
///
/// The text of every block is indexed, boilerplate included. Which blocks a search sees is decided
/// by each search. Many jobs may share it, also at once: it keeps what the last rules left, in at
/// most 128 MB (more of an index with more than 60 million blocks), what the last filters of pages
/// left, and 64 MB of the pages that were shown last.
pub struct Index {
    pub(crate) opened: AllOpened,
    mapped: Vec<Mapped>,
    /// What is to be known of the indexes, whatever is asked of them.
    pub(crate) notices: Vec<Notice>,
}

impl Index {
    /// Opens the index in a folder.
    ///
    /// # Errors
    /// A folder without an index, a damaged index, or one of another format.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        Self::open_all([path])
    }

    /// Opens the indexes in several folders, which are searched as one: all counts are summed, so
    /// scores are to the last bit those of one index of all archives. They must have been built
    /// with the same settings, without [`dedup`](crate::job::RecipeSettings::dedup) (which compares
    /// the pages of one index alone), and have the same labels.
    ///
    /// # Errors
    /// No folder; as [`open`](Self::open) for each; two indexes that differ in their settings or
    /// labels, or have a page of the same name, with both of them.
    pub fn open_all<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Result<Self> {
        let mut mapped = Vec::new();
        let mut indexes = Vec::new();
        for path in paths {
            mapped.push(Mapped::new(path.as_ref()));
            indexes.push(tamis_index::index::Index::open(path.as_ref())?);
        }
        if indexes.is_empty() {
            return Err(Error::setting("index", "found none, expected one or more index folders"));
        }
        let corpus = Corpus::new(indexes)?;
        let notices = notices(&corpus);
        Ok(Self { opened: AllOpened::new(corpus), mapped, notices })
    }

    /// The index's folder; of several, the first.
    pub fn path(&self) -> &Path {
        &self.corpus().indexes[0].path
    }

    /// The folders of all indexes that are searched as one.
    pub fn paths(&self) -> impl ExactSizeIterator<Item = &Path> {
        self.corpus().indexes.iter().map(|index| index.path.as_path())
    }

    /// Returns what is in the index, and what was skipped while it was built.
    pub fn stats(&self) -> Stats {
        Stats::sum(self.corpus().indexes.iter().map(|index| &index.manifest))
    }

    /// Counts the blocks, labels, repeats and bytes of the index, which is one alone.
    ///
    /// # Errors
    /// Several indexes; an index that cannot be read.
    pub fn contents(&self) -> Result<Contents> {
        self.check_files()?;
        self.guarded(|| Contents::count(self.corpus()))
    }

    /// The rule that was tuned for its pages, which a search uses by
    /// `set("rule", "tuned")`; none if none was. Of several indexes, the one
    /// that all have, with the pages and the changes of all.
    ///
    /// # Errors
    /// Several indexes with different rules, with two of them.
    pub fn tuned(&self) -> Result<Option<TunedRule>> {
        self.corpus().tuned()
    }

    /// Stores a rule that was tuned for this index in it; of several, in each. It takes the place
    /// of the one before. This value stays as it was opened; an index that is opened later has the
    /// rule: [`tuned`](Self::tuned).
    ///
    /// # Errors
    /// An index that is being written, that is not finished, or that was built anew since it was
    /// opened.
    pub fn store_tuned(&self, tuned: &Tuned) -> Result<()> {
        tuned.store(self.corpus())
    }

    /// Removes the tuned rule from the index, of several from each, and returns the folders of
    /// those that had one.
    ///
    /// # Errors
    /// An index that is being written.
    pub fn forget_tuned(&self) -> Result<Vec<PathBuf>> {
        let mut forgotten = Vec::new();
        for index in self.corpus().indexes.iter().filter(|index| index.manifest.tuned.is_some()) {
            store_tuned(&index.path, None, &index.manifest)?;
            forgotten.push(index.path.clone());
        }
        Ok(forgotten)
    }

    /// The labels of its blocks, by the names of their classifiers.
    pub fn labels(&self) -> &[String] {
        &self.manifest().classifiers
    }

    /// The scores of its blocks, by the names of their classifiers.
    pub fn scores(&self) -> Vec<&'static str> {
        self.manifest().scores().into_iter().map(Score::classifier).collect()
    }

    /// Returns a page by its docno or the id of its record; none if there is none. Of several
    /// indexes the repeats of its blocks are counted over all.
    ///
    /// # Errors
    /// An index that cannot be read.
    pub fn page(&self, name: &str) -> Result<Option<StoredPage>> {
        self.check_files()?;
        let corpus = self.corpus();
        if corpus.indexes.len() > 1 && corpus.knows_repeats() {
            corpus.check(BlockColumn::Repeats.into())?;
        }
        for index in &corpus.indexes {
            if let Some(address) = captures::record(index, name)? {
                return index.page_at(address).map(Some);
            }
        }
        Ok(None)
    }

    /// Returns the blocks of a page, the title first; none if no page has this docno.
    ///
    /// # Errors
    /// An index that cannot be read.
    pub fn blocks(&self, docno: &str) -> Result<Option<Vec<BlockRow>>> {
        let page = self.guarded(|| self.page(docno))?;
        Ok(page.map(|page| BlockRow::from_page(&page, self.manifest()).collect()))
    }

    /// Returns the captures of a URL, the oldest first: its pages, and the times at which an
    /// archive saw it again with content that it had stored before (revisits). The URL matches with
    /// and without scheme, `www.`, final slash and fragment. Of several indexes, a revisit finds
    /// its page in its own one.
    ///
    /// # Errors
    /// An index that cannot be read.
    pub fn captures(&self, url: &str) -> Result<Vec<Capture>> {
        self.check_files()?;
        let mut found = Vec::new();
        for index in &self.corpus().indexes {
            found.extend(captures::captures(index, url)?);
        }
        // Stable: captures of one index of the same date keep their order.
        if self.corpus().indexes.len() > 1 {
            found.sort_by(|a, b| a.date.cmp(&b.date));
        }
        Ok(found)
    }

    /// Returns the records that were skipped, and the defects of others, of all indexes.
    ///
    /// # Errors
    /// A list that cannot be read.
    pub fn losses(&self) -> Result<Vec<ReportLine>> {
        let filter = ReportFilter { limit: usize::MAX, ..ReportFilter::default() };
        let mut losses = Vec::new();
        for path in self.paths() {
            losses.extend(record_reports::read(path, &filter)?.rows);
        }
        Ok(losses)
    }

    /// Reads the list of the records that were skipped, and of the defects of others, as it was at
    /// the commit; of several indexes, the first's.
    ///
    /// # Errors
    /// A list that may not be read.
    pub fn record_reports(&self, filter: &ReportFilter) -> Result<ReportList> {
        record_reports::read_committed(self.path(), self.manifest(), filter)
    }

    /// Names the last commit of the index in a folder: another commit has another name.
    ///
    /// # Errors
    /// A folder without an index, or one that cannot be read.
    pub fn last_commit(path: impl AsRef<Path>) -> std::io::Result<String> {
        Ok(format!("{:016x}", xxh3_64(&std::fs::read(path.as_ref().join(META))?)))
    }

    /// Does what reads the index. One that changes while it is read may let the reading panic; that
    /// is an error of the index.
    ///
    /// # Errors
    /// Those of `read`; a panic of it.
    pub fn guarded<T>(&self, read: impl FnOnce() -> Result<T>) -> Result<T> {
        guarded(self.path(), read)
    }

    /// Checks that no file of the index was shortened in place since it was opened: reading on
    /// would end the program.
    ///
    /// # Errors
    /// One that names the file.
    pub fn check_files(&self) -> Result<()> {
        self.mapped.iter().try_for_each(Mapped::check)
    }

    /// The open index with its segments and pages, for programs that need more than this type
    /// offers.
    pub fn corpus(&self) -> &Corpus {
        &self.opened.all.corpus
    }

    /// Checks that the index can answer filters of pages. The pages that pass are kept for the next
    /// jobs.
    ///
    /// # Errors
    /// A filter that is wrong, or over what the index does not know.
    pub fn check_pages(&self, pages: &Pages) -> Result<()> {
        self.opened.narrowed(pages).map(drop)
    }

    /// Returns what its user should know of it: that it is not finished, or lacks labels on some
    /// pages. The outcome of every job begins with them.
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// How the index in a folder was built and what it contains, without keeping it open.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn manifest_of(path: impl AsRef<Path>) -> Result<Manifest> {
        Ok(tamis_index::index::Index::open(path.as_ref())?.manifest)
    }

    /// How the index was built and what it contains; of several indexes, the first's.
    pub fn manifest(&self) -> &Manifest {
        &self.corpus().indexes[0].manifest
    }
}

/// Returns the notice of an index that a process writes.
pub(crate) fn being_written(index: &tamis_index::index::Index) -> Option<Notice> {
    let writer = if index.manifest.finished { None } else { WriterLock::writer(&index.path) };
    let unfinished =
        |writer| Notice::Unfinished { index: index.path.clone(), writer: Some(writer) };
    writer.map(|writer| unfinished(writer.to_string()))
}

/// Returns the notices of opened indexes.
fn notices(corpus: &Corpus) -> Vec<Notice> {
    let mut notices = Vec::new();
    for index in &corpus.indexes {
        if !index.manifest.finished {
            let writer = WriterLock::writer(&index.path).map(|writer| writer.to_string());
            notices.push(Notice::Unfinished { index: index.path.clone(), writer });
        }
        for (label, pages) in index.added.lacking(index.manifest.counts.pages) {
            notices.push(Notice::LabelMissing { label: label.to_owned(), pages });
        }
    }
    notices.extend(corpus.missing_shards().map(|shards| Notice::ShardsMissing { shards }));
    notices
}

impl std::fmt::Debug for Index {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Index").field("path", &self.path()).field("stats", &self.stats()).finish()
    }
}
