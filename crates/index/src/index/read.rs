//! Opens an index folder: its manifest, its added labels and its segments.

use super::added::{Added, SegmentRows};
use super::columns::{AddedBits, BlockColumns};
use super::lock::{LOCK, WriterLock};
use super::manifest::{Manifest, check_format};
#[cfg(doc)]
use super::recipe::Store;
use super::repeats::{CountedSegment, RepeatCounts, Repeats};
use super::schema::{self, Fields};
use super::storage::{self, META, Storage, damaged, format_in, guarded};
use crate::disk;
use crate::error::{Error, Remedy, Result};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tamis_collection::what_is;
use tantivy::collector::Count;
use tantivy::index::SegmentReader;
use tantivy::query::TermQuery;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, Searcher, TERMINATED, TantivyError, Term};

/// An index opened for reading, in the state of its last commit.
pub struct Index {
    /// The folder.
    pub path: PathBuf,
    /// How it was built and what it contains. Its classifiers are those of the column `labels`,
    /// then the added labels.
    pub manifest: Manifest,
    /// The labels that were added after it was finished.
    pub added: Arc<Added>,
    /// How often its blocks repeat.
    pub repeats: RepeatCounts,
    /// Its fields.
    pub fields: Fields,
    /// tantivy's view of the last commit.
    pub searcher: Searcher,
    /// The files of a commit to come; none for the last one.
    staged: Option<Storage>,
}

/// How often an index is opened again that changed while it was opened. A commit takes longer than
/// opening.
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
    let open = || tantivy::Index::open(storage.clone()).map_err(|source| damaged(path, source));
    Ok((guarded(path, open)?, storage))
}

/// The error of a path that is no index folder: it says what is there instead.
fn no_index(path: &Path) -> Error {
    let refuse = |found: &str, remedy: Remedy| Error::index(path, found).with_remedy(remedy);
    if let Ok(entries) = std::fs::read_dir(path) {
        let mut entries: Vec<PathBuf> =
            entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        entries.retain(|entry| !entry.ends_with(LOCK) && !disk::is_left_over(entry));
        entries.sort_unstable();
        return match entries.iter().find(|entry| entry.join(META).is_file()) {
            Some(inner) => {
                refuse(&format!("holds no index, but {} does", inner.display()), Remedy::NameIndex)
            }
            None if entries.is_empty() => refuse("holds no index", Remedy::Build),
            None => refuse("holds no index", Remedy::BuildFrom),
        };
    }
    match what_is(path) {
        Some((what, true)) => refuse(&format!("is {what}, not an index"), Remedy::BuildFrom),
        Some((what, false)) => refuse(&format!("is {what}, not an index"), Remedy::NameIndex),
        None if path.exists() => refuse("is a file, not an index folder", Remedy::NameIndex),
        None => refuse("is not an index folder", Remedy::Build),
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
        let commit = || std::fs::read(path.join(META)).ok();
        for _ in 1..ATTEMPTS {
            let before = commit();
            match Self::open_once(path) {
                Err(_) if commit() != before => {}
                opened => return opened,
            }
        }
        Self::open_once(path)
    }

    fn open_once(path: &Path) -> Result<Self> {
        let mut index = Self::open_alone(path)?;
        let added = index.added_labels()?;
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
        let reader = || {
            index
                .reader_builder()
                .reload_policy(tantivy::ReloadPolicy::Manual)
                .try_into()
                .map_err(wrap)
        };
        let reader: tantivy::IndexReader = guarded(path, reader)?;
        let path = path.to_path_buf();
        let added = Arc::default();
        Ok(Self {
            path,
            manifest,
            added,
            repeats: RepeatCounts::default(),
            fields,
            searcher: reader.searcher(),
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
            let mut pages = || -> std::result::Result<(), TantivyError> {
                let fingerprints = segment.fast_fields().column_opt::<u64>("fingerprint")?;
                let inverted = segment.inverted_index(self.fields.docno)?;
                let mut terms = inverted.terms().stream()?;
                let mut fingerprint = Vec::new();
                while terms.advance() {
                    let mut docs = inverted
                        .read_postings_from_terminfo(terms.value(), IndexRecordOption::Basic)?;
                    let docno = String::from_utf8_lossy(terms.key());
                    while docs.doc() != TERMINATED {
                        fingerprint.clear();
                        fingerprint.extend(
                            fingerprints
                                .iter()
                                .flat_map(|column| column.values_for_doc(docs.doc())),
                        );
                        if !segment.is_deleted(docs.doc()) {
                            show(&docno, &fingerprint);
                        }
                        docs.advance();
                    }
                }
                Ok(())
            };
            pages().map_err(|e| self.error(e))?;
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
            let terms = segment.doc_ids_alive().flat_map(|doc| column.term_ords(doc));
            terms.for_each(|term| by_term[term as usize] += 1);
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

    /// Opens the block columns of a segment.
    pub(crate) fn block_columns(&self, segment: u32) -> tantivy::Result<BlockColumns> {
        let labels = self.added.clone();
        let first_bit = self.first_added_bit();
        let added = AddedBits { labels, segment: segment as usize, first_bit };
        BlockColumns::open(self.searcher.segment_reader(segment), added, self.repeats.clone())
    }

    /// The added labels, even if the index was opened without them.
    ///
    /// # Errors
    /// As [`Added::read`]; [`Error::Index`] for labels of another index.
    pub(crate) fn added_labels(&self) -> Result<Added> {
        let own = &self.manifest.classifiers[..self.first_added_bit()];
        Added::read(&self.path, self.manifest.labels.as_deref())?.arranged(
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
        let open = || {
            let storage = self.staged.clone().map_or_else(|| Storage::passing(&self.path), Ok)?;
            let index = tantivy::Index::open(storage)?;
            let segments = index.searchable_segments()?;
            segments.iter().find(|segment| segment.id() == id).map(SegmentReader::open).transpose()
        };
        guarded(&self.path, || open().map_err(|e: TantivyError| self.error(e)))?
            .ok_or_else(|| Error::index(&self.path, "changed while it was read; run it again"))
    }

    /// Returns the first row of each page of a segment, then the end of the last one.
    pub(crate) fn first_rows(&self, reader: &SegmentReader) -> tantivy::Result<Vec<u32>> {
        let added = AddedBits { labels: Arc::default(), segment: 0, first_bit: 0 };
        Ok(BlockColumns::open(reader, added, RepeatCounts::default())?.first_rows(reader.max_doc()))
    }

    /// Returns tantivy's numbers of the segments in the order of their pages, which is not always
    /// tantivy's.
    pub fn segments_in_order(&self) -> Vec<u32> {
        let readers = self.searcher.segment_readers();
        let place = |ordinal: &u32| {
            let id = readers[*ordinal as usize].segment_id().uuid_string();
            self.manifest.segments.iter().position(|segment| segment.id == id).unwrap_or(usize::MAX)
        };
        let mut ordinals: Vec<u32> = (0..readers.len() as u32).collect();
        ordinals.sort_by_key(place);
        ordinals
    }

    /// The segments as the counts of how often blocks repeat must list them, in tantivy's order.
    ///
    /// # Errors
    /// [`Error::Index`] if the index cannot be read.
    pub fn counted_segments(&self) -> Result<Vec<CountedSegment>> {
        let pages =
            self.searcher.segment_readers().iter().map(|reader| u64::from(reader.num_docs()));
        Ok(self
            .segment_rows()?
            .into_iter()
            .zip(pages)
            .map(|(rows, pages)| CountedSegment { rows, pages })
            .collect())
    }

    /// The same in the order of their pages, as counting goes through them.
    pub(crate) fn counted_in_order(&self) -> Result<Vec<CountedSegment>> {
        let segments = self.counted_segments()?;
        Ok(self
            .segments_in_order()
            .iter()
            .map(|&ordinal| segments[ordinal as usize].clone())
            .collect())
    }

    /// The segments as [`Added::segments`] must list them.
    fn segment_rows(&self) -> Result<Vec<SegmentRows>> {
        let rows = |reader: &tantivy::SegmentReader| {
            let words =
                reader.fast_fields().column_opt::<u64>("words").map_err(|e| self.error(e))?;
            let rows = words.map_or(0, |column| u64::from(column.values.num_vals()));
            Ok(SegmentRows { id: reader.segment_id().uuid_string(), rows })
        };
        self.searcher.segment_readers().iter().map(rows).collect()
    }
}
