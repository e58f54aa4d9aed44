//! Opens an index folder: its manifest, its added labels and its segments.

use super::added::{Added, SegmentRows};
use super::block_columns::{AddedBits, BlockColumns};
use super::codes::{BlockCodes, CodesPlugin};
use super::lock::{LOCK, WriterLock};
use super::manifest::{Manifest, check_format};
use super::order::{Docnos, Merged, Order};
#[cfg(doc)]
use super::recipe::Store;
use super::repeats::{CountedSegment, RepeatCounts, Repeats};
use super::schema::{self, Fields, PAGE_COLUMNS};
use super::storage::{self, META, Storage, damaged, format_in, guarded};
use crate::disk;
use crate::error::{Error, Remedy, Result};
use std::collections::{BTreeMap, HashMap};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use tamis_collection::what_is;
use tantivy::collector::Count;
use tantivy::columnar::StrColumn;
use tantivy::index::{SegmentId, SegmentReader};
use tantivy::query::TermQuery;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocSet, Searcher, TERMINATED, TantivyError, Term};

/// An index opened for reading, in the state of its last commit.
pub struct Index {
    pub path: PathBuf,
    /// How it was built and what it contains. Its classifiers are those of the column `labels`,
    /// then the added labels.
    pub manifest: Manifest,
    /// The labels that were added after it was finished.
    pub added: Arc<Added>,
    /// How often its blocks repeat.
    pub repeats: RepeatCounts,
    pub fields: Fields,
    /// tantivy's view of the last commit.
    pub searcher: Searcher,
    /// The columns of each segment, opened when they are needed: to open them takes longer than to
    /// read a page.
    block_columns: Vec<OnceLock<Arc<BlockColumns>>>,
    /// Those of [`PAGE_COLUMNS`].
    page_columns: Vec<OnceLock<Vec<Option<StrColumn>>>>,
    /// The files of a commit to come; none for the last one.
    staged: Option<Storage>,
}

/// How many times to try to open an index that changes while it is opened. A commit takes longer
/// than opening, so a few attempts are enough.
const ATTEMPTS: usize = 10;

/// Opens the tantivy index in `path` for reading.
///
/// # Errors
/// [`Error::Index`] or [`Error::Format`] if there is no index, or a damaged one; [`Error::Io`].
pub(crate) fn open_tantivy(path: &Path) -> Result<(tantivy::Index, Storage)> {
    if let Err(error) = std::fs::metadata(path.join(META)) {
        if !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) {
            return Err(Error::io("read", path.join(META), error));
        }
        return Err(WriterLock::explain(path, no_index(path)));
    }
    let storage = Storage::reading(path).map_err(|e| damaged(path, e.into()))?;
    open_stored(path, storage)
}

/// Opens the tantivy index in these files. Its format is checked before anything else is read.
pub(super) fn open_stored(path: &Path, storage: Storage) -> Result<(tantivy::Index, Storage)> {
    if let Some(format) = storage.meta().ok().and_then(|meta| format_in(&meta)) {
        check_format(path, format)?;
    }
    let mut index = guarded(path, || {
        tantivy::Index::open(storage.clone()).map_err(|source| damaged(path, source))
    })?;
    index.register_plugin(Arc::new(CodesPlugin));
    Ok((index, storage))
}

/// Returns the error of a path that is no index folder: it names what is there instead.
fn no_index(path: &Path) -> Error {
    let (found, remedy) = instead_of_index(path);
    Error::index(path, found).with_remedy(remedy)
}

/// Returns what is in a path that is no index folder, and what to do about it.
fn instead_of_index(path: &Path) -> (String, Remedy) {
    if let Ok(entries) = std::fs::read_dir(path) {
        let mut entries: Vec<PathBuf> =
            entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        entries.retain(|entry| !entry.ends_with(LOCK) && !disk::is_left_over(entry));
        entries.sort_unstable();
        return match entries.iter().find(|entry| entry.join(META).is_file()) {
            Some(inner) => {
                (format!("holds no index, but {} does", inner.display()), Remedy::NameIndex)
            }
            None if entries.is_empty() => ("holds no index".to_owned(), Remedy::Build),
            None => ("holds no index".to_owned(), Remedy::BuildFrom),
        };
    }
    match what_is(path) {
        Some((what, true)) => (format!("is {what}, not an index"), Remedy::BuildFrom),
        Some((what, false)) => (format!("is {what}, not an index"), Remedy::NameIndex),
        None if path.exists() => ("is a file, not an index folder".to_owned(), Remedy::NameIndex),
        None => ("is not an index folder".to_owned(), Remedy::Build),
    }
}

impl Index {
    /// Opens the last commit of the index in `path`, with its added labels.
    ///
    /// # Errors
    /// [`Error::Index`] if there is no index or it is damaged, [`Error::Io`] or [`Error::Format`]
    /// for its added labels.
    pub fn open(path: &Path) -> Result<Self> {
        // Reading takes no lock: a writer may remove a file between our reading its name and
        // opening it.
        let meta = path.join(META);
        for _ in 1..ATTEMPTS {
            let before = std::fs::read(&meta).ok();
            match Self::open_once(path) {
                Err(_) if std::fs::read(&meta).ok() != before => {}
                opened => return opened,
            }
        }
        Self::open_once(path)
    }

    fn open_once(path: &Path) -> Result<Self> {
        let mut index = Self::open_alone(path)?;
        index.open_codes()?;
        let added = index.open_labels()?;
        index.manifest.classifiers.extend(added.labels.iter().map(|label| label.name.clone()));
        index.added = Arc::new(added);
        index.repeats = RepeatCounts::of_index(index.open_repeats()?);
        Ok(index)
    }

    /// Opens the last commit of the index in `path`, without its added labels and the counts of its
    /// blocks.
    ///
    /// # Errors
    /// As [`Index::open`], but for added labels.
    pub fn open_alone(path: &Path) -> Result<Self> {
        Self::from_tantivy(path, open_tantivy(path)?.0, None)
    }

    /// Opens a commit to come, without its added labels and the counts of its blocks.
    pub(super) fn open_staged(path: &Path, storage: Storage) -> Result<Self> {
        Self::from_tantivy(path, open_stored(path, storage.clone())?.0, Some(storage))
    }

    fn from_tantivy(path: &Path, index: tantivy::Index, staged: Option<Storage>) -> Result<Self> {
        let wrap = |source: TantivyError| damaged(path, source);
        let metas = index.load_metas().map_err(wrap)?;
        let manifest = Manifest::from_payload(path, metas.payload.as_deref());
        let manifest = manifest.map_err(|error| match metas.payload {
            None => WriterLock::explain(path, error),
            Some(_) => error,
        })?;
        schema::register(&index);
        let fields = Fields::from_schema(&index.schema()).map_err(wrap)?;
        let reader: tantivy::IndexReader = guarded(path, || {
            let builder = index.reader_builder().reload_policy(tantivy::ReloadPolicy::Manual);
            builder.try_into().map_err(wrap)
        })?;
        let path = path.to_path_buf();
        let added = Arc::default();
        let searcher = reader.searcher();
        let segments = || 0..searcher.segment_readers().len();
        Ok(Self {
            path,
            manifest,
            added,
            repeats: RepeatCounts::default(),
            fields,
            block_columns: segments().map(|_| OnceLock::new()).collect(),
            page_columns: segments().map(|_| OnceLock::new()).collect(),
            searcher,
            staged,
        })
    }

    /// Wraps a tantivy error with the folder of this index.
    pub fn error(&self, source: impl Into<TantivyError>) -> Error {
        storage::failure("read", &self.path, source.into())
    }

    /// Whether the index has a page with this docno.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn contains(&self, docno: &str) -> Result<bool> {
        let query = TermQuery::new(
            Term::from_field_text(self.fields.docno, docno),
            IndexRecordOption::Basic,
        );
        Ok(self.searcher.search(&query, &Count).map_err(|e| self.error(e))? > 0)
    }

    /// Calls `show` with the docno and the fingerprint (may be empty) of every page, segment by
    /// segment, ordered by docno.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn each_page(&self, mut show: impl FnMut(&str, &[u64])) -> Result<()> {
        for segment in self.searcher.segment_readers() {
            each_page_of(segment, self.fields.docno, &mut show).map_err(|e| self.error(e))?;
        }
        Ok(())
    }

    /// Returns how many pages have each value of a text column.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn pages_by_value(&self, column: &str) -> Result<BTreeMap<String, u64>> {
        let mut pages = BTreeMap::new();
        for segment in self.searcher.segment_readers() {
            let Some(column) = segment.fast_fields().str(column).map_err(|e| self.error(e))? else {
                continue;
            };
            let mut by_term = vec![0; column.num_terms()];
            for term in segment.doc_ids_alive().flat_map(|doc| column.term_ords(doc)) {
                by_term[term as usize] += 1;
            }
            for (term, count) in (0..).zip(by_term).filter(|&(_, count)| count > 0) {
                let mut value = String::new();
                column
                    .ord_to_str(term, &mut value)
                    .map_err(|e| self.error(TantivyError::from(e)))?;
                *pages.entry(value).or_default() += count;
            }
        }
        Ok(pages)
    }

    /// Returns the bit of the first added label: the labels of the column come first.
    pub fn first_added_bit(&self) -> usize {
        self.manifest.classifiers.len() - self.added.labels.len()
    }

    /// The block columns of a segment.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub(crate) fn block_columns(&self, segment: u32) -> tantivy::Result<&Arc<BlockColumns>> {
        storage::opened(&self.block_columns[segment as usize], || {
            let reader = self.searcher.segment_reader(segment);
            let labels = self.added.clone();
            let first_bit = self.first_added_bit();
            let added = AddedBits { labels, segment: segment as usize, first_bit };
            BlockColumns::open(reader, added, self.repeats.clone()).map(Arc::new)
        })
    }

    /// The columns of a segment with the values of [`PAGE_COLUMNS`].
    ///
    /// # Errors
    /// If the index cannot be read.
    pub(super) fn page_columns(&self, segment: u32) -> tantivy::Result<&[Option<StrColumn>]> {
        let columns = storage::opened(&self.page_columns[segment as usize], || {
            let fast_fields = self.searcher.segment_reader(segment).fast_fields();
            PAGE_COLUMNS.iter().map(|name| fast_fields.str(name)).collect()
        })?;
        Ok(columns)
    }

    /// Opens the files of codes, as tantivy opened all others: they are read later, when a writer
    /// may have removed them.
    fn open_codes(&self) -> Result<()> {
        for segment in self.searcher.segment_readers() {
            BlockCodes::file(segment).map_err(|e| self.error(e))?;
        }
        Ok(())
    }

    /// The added labels, even if the index was opened without them.
    ///
    /// # Errors
    /// As [`Added::open`]; [`Error::Index`] for labels of another index.
    pub(crate) fn open_labels(&self) -> Result<Added> {
        let own = &self.manifest.classifiers[..self.first_added_bit()];
        Added::open(&self.path, self.manifest.labels.as_deref())?.arranged(
            &self.path,
            self.segment_rows()?,
            own,
        )
    }

    /// The counts of how often blocks repeat, even if the index was opened without them; none if
    /// they are not counted yet.
    ///
    /// # Errors
    /// As [`Repeats::open`].
    pub(crate) fn open_repeats(&self) -> Result<Option<Repeats>> {
        let Some(sum) = self.manifest.repeats.as_deref() else { return Ok(None) };
        Repeats::open(&self.path, sum, &self.counted_segments()?).map(Some)
    }

    /// Opens a segment apart from the searcher, which keeps what it read of its files until it is
    /// dropped.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub(crate) fn reopened(&self, ordinal: u32) -> Result<SegmentReader> {
        let id = self.searcher.segment_reader(ordinal).segment_id();
        guarded(&self.path, || self.open_segment(id).map_err(|e| self.error(e)))?
            .ok_or_else(|| Error::index(&self.path, "changed while it was read; run it again"))
    }

    fn open_segment(&self, id: SegmentId) -> tantivy::Result<Option<SegmentReader>> {
        let storage = match &self.staged {
            Some(storage) => storage.clone(),
            None => Storage::passing(&self.path)?,
        };
        let index = tantivy::Index::open(storage)?;
        let segments = index.searchable_segments()?;
        segments.iter().find(|segment| segment.id() == id).map(SegmentReader::open).transpose()
    }

    /// Returns the first row of each page of a segment, then the end of the last one.
    pub(crate) fn first_rows(&self, reader: &SegmentReader) -> tantivy::Result<Vec<u32>> {
        let added = AddedBits { labels: Arc::default(), segment: 0, first_bit: 0 };
        Ok(BlockColumns::open(reader, added, RepeatCounts::default())?.first_rows(reader.max_doc()))
    }

    /// Returns tantivy's numbers of the segments in the order of their pages, which is not always
    /// tantivy's.
    pub fn segments_in_order(&self) -> Vec<u32> {
        let listed = self.manifest.segments.iter().enumerate();
        let places: HashMap<&str, usize> =
            listed.map(|(place, segment)| (segment.id.as_str(), place)).collect();
        let readers = self.searcher.segment_readers();
        let mut ordinals: Vec<u32> = (0..readers.len() as u32).collect();
        // Beyond the end if it is not in the manifest.
        ordinals.sort_by_cached_key(|&ordinal| {
            let id = readers[ordinal as usize].segment_id().uuid_string();
            places.get(id.as_str()).copied().unwrap_or(usize::MAX)
        });
        ordinals
    }

    /// Opens the docnos of all segments, in tantivy's order.
    fn docnos(&self) -> Result<Vec<Docnos>> {
        let readers = self.searcher.segment_readers().iter();
        readers.map(|reader| Docnos::open(reader).map_err(|e| self.error(e))).collect()
    }

    /// Returns the ranks of all pages, deleted ones included, in the order of their docnos. The
    /// segments are in the order of their pages.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub(crate) fn ranks_in_order(&self) -> Result<Vec<Vec<u32>>> {
        let docnos = self.docnos()?;
        let in_order = self.segments_in_order().into_iter();
        let docnos: Vec<&Docnos> = in_order.map(|ordinal| &docnos[ordinal as usize]).collect();
        Ok(Merged::new(&docnos).map_err(|e| self.error(e))?.ranks)
    }

    /// Returns the order of the pages by their docnos that the index keeps; none if it is not
    /// finished, or an older program built it. The segments are in tantivy's order.
    ///
    /// # Errors
    /// [`Error::Format`] if it is damaged.
    pub(crate) fn stored_order(&self) -> Result<Option<Order>> {
        let Some(repeats) = self.repeats.own() else { return Ok(None) };
        repeats.order(&self.pages_of_segments()).map_err(|e| self.error(e))
    }

    /// Returns the number of pages of each segment, deleted ones included, in tantivy's order.
    pub(crate) fn pages_of_segments(&self) -> Vec<u32> {
        self.searcher.segment_readers().iter().map(|reader| reader.max_doc()).collect()
    }

    /// The segments as the counts of how often blocks repeat must list them, in tantivy's order.
    ///
    /// # Errors
    /// [`Error::Index`] if the index cannot be read.
    pub fn counted_segments(&self) -> Result<Vec<CountedSegment>> {
        let mut segments = Vec::new();
        for (rows, reader) in self.segment_rows()?.into_iter().zip(self.searcher.segment_readers())
        {
            segments.push(CountedSegment { rows, pages: reader.num_docs().into() });
        }
        Ok(segments)
    }

    /// The same in the order of their pages, as counting goes through them.
    pub(crate) fn counted_in_order(&self) -> Result<Vec<CountedSegment>> {
        let segments = self.counted_segments()?;
        let in_order = self.segments_in_order().into_iter();
        Ok(in_order.map(|ordinal| segments[ordinal as usize].clone()).collect())
    }

    /// The segments as [`Added::segments`] must list them.
    fn segment_rows(&self) -> Result<Vec<SegmentRows>> {
        let mut segments = Vec::new();
        for reader in self.searcher.segment_readers() {
            let words = reader.fast_fields().column_opt::<u64>("words");
            let words = words.map_err(|e| self.error(e))?;
            let rows = words.map_or(0, |column| u64::from(column.values.num_vals()));
            segments.push(SegmentRows { id: reader.segment_id().uuid_string(), rows });
        }
        Ok(segments)
    }
}

/// Calls `show` with the docno and the fingerprint (may be empty) of every page of a segment,
/// ordered by docno.
fn each_page_of(
    segment: &SegmentReader,
    docno: Field,
    mut show: impl FnMut(&str, &[u64]),
) -> tantivy::Result<()> {
    let fingerprints = segment.fast_fields().column_opt::<u64>("fingerprint")?;
    let inverted = segment.inverted_index(docno)?;
    let mut terms = inverted.terms().stream()?;
    let mut fingerprint = Vec::new();
    while terms.advance() {
        let mut docs =
            inverted.read_postings_from_terminfo(terms.value(), IndexRecordOption::Basic)?;
        let docno = String::from_utf8_lossy(terms.key());
        while docs.doc() != TERMINATED {
            fingerprint.clear();
            if let Some(column) = &fingerprints {
                fingerprint.extend(column.values_for_doc(docs.doc()));
            }
            if !segment.is_deleted(docs.doc()) {
                show(&docno, &fingerprint);
            }
            docs.advance();
        }
    }
    Ok(())
}
