//! A corpus: the segments of one or more indexes, searched as one.
//! Statistics are computed over the whole corpus, so scores are the same as in one index of all
//! pages.

mod collapse;
mod order;
pub mod pages;

pub use collapse::PageOfUrl;
pub use order::DocnoOrder;
pub use pages::PageFilter;

use crate::disk::TemporaryFolder;
use crate::error::{Error, Remedy, Result};
use crate::index::block_columns::BlockColumns;
use crate::index::columns::{BlockColumn, BlockNumbers, ColumnSet};
use crate::index::lock::WriterLock;
use crate::index::order::{Docnos, Order};
use crate::index::postings::BlockPostings;
use crate::index::repeats::CountedRepeats;
use crate::index::shard::{self, ShardMark};
use crate::index::storage::guarded;
use crate::index::tuned::{TunedRule, common_rule};
use crate::index::{Index, StoredBlock, StoredPage, StoredTexts, check_alike};
use crate::repeats;
use rayon::prelude::*;
use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tamis_collection::date;
use tantivy::DocAddress;
use tantivy::schema::Field;

/// The columns that an index has only once its blocks are counted.
const REPEATS: ColumnSet = ColumnSet::new(&[BlockColumn::Repeats, BlockColumn::SiteRepeats]);

/// The rows that are read at a time: some dozens of pages, whose numbers stay in the processor's
/// cache.
const ROWS_PER_RANGE: u32 = 4096;

/// The segments of one or more indexes, searched as one.
pub struct Corpus {
    /// The indexes, in the order given.
    pub indexes: Vec<Arc<Index>>,
    pub segments: Vec<Segment>,
    /// The order of the docnos of all pages, whether or not searches see them.
    order: Arc<OnceLock<Order>>,
    /// Pages that pass a filter by date only because their URLs were seen again with their content:
    /// when that was, in seconds since 1970, by segment and page.
    revisited: HashMap<(usize, u32), i64>,
    /// What was counted of the blocks of several indexes, once a rule needs it, and where the
    /// counts are.
    counted: Arc<Mutex<Option<(CountedRepeats, TemporaryFolder)>>>,
}

/// One segment of one index.
pub struct Segment {
    /// The number of its index in the corpus.
    pub index: usize,
    /// tantivy's number of the segment within its index.
    pub ordinal: u32,
    /// The rows (blocks) of a page in the columns are `first_row[doc]..first_row[doc + 1]`.
    pub first_row: Vec<u32>,
    /// Whether searches see a page: it is not deleted, and no filter removed it. None if they see
    /// all pages.
    alive: Option<Vec<bool>>,
    /// About how many rows are read at a time.
    rows_per_range: u32,
    columns: Arc<BlockColumns>,
    /// Where the tokens of its blocks are.
    pub postings: BlockPostings,
    /// The field of the tokens.
    pub text: Field,
    docnos: Docnos,
}

impl Corpus {
    /// Opens the segments of these indexes. Several must have the same recipe and labels, and no
    /// docno in common: then every search finds what it would find in one index of the same
    /// archives.
    ///
    /// # Errors
    /// [`Error::Index`] if two indexes differ or have a page of the same name, with both of them;
    /// or if one cannot be read.
    pub fn new(indexes: Vec<Index>) -> Result<Self> {
        check_alike(&indexes)?;
        let indexes: Vec<Arc<Index>> = indexes.into_iter().map(Arc::new).collect();
        let corpus = Self {
            segments: open_segments(&indexes)?,
            indexes,
            order: Arc::default(),
            revisited: HashMap::new(),
            counted: Arc::default(),
        };
        if corpus.indexes.len() > 1 {
            corpus.order()?;
        }
        Ok(corpus)
    }

    /// Opens the segments of these indexes again, with all pages but the deleted ones.
    pub(super) fn reopened(&self) -> Result<Self> {
        Ok(Self {
            segments: open_segments(&self.indexes)?,
            indexes: self.indexes.clone(),
            order: self.order.clone(),
            revisited: HashMap::new(),
            counted: self.counted.clone(),
        })
    }

    /// Returns the tuned rule that all indexes have, with the pages and the changes of all; none if
    /// none of them has one.
    ///
    /// # Errors
    /// [`Error::Index`] with the first index that has another rule than the first one.
    pub fn tuned(&self) -> Result<Option<TunedRule>> {
        let indexes = self.indexes.iter();
        common_rule(indexes.map(|index| (index.path.as_path(), index.manifest.tuned.as_ref())))
    }

    /// Names the shards of the same assignment that are not here. An index that is no shard may
    /// hold them: several were combined.
    pub fn missing_shards(&self) -> Option<String> {
        let marks: Option<Vec<&ShardMark>> =
            self.indexes.iter().map(|index| index.manifest.shard.as_ref()).collect();
        shard::missing(marks?)
    }

    /// Checks that there is a page to search, whether or not a filter leaves it out.
    ///
    /// # Errors
    /// [`Error::Index`] for an index without pages: whatever is measured in it would be 0.
    pub fn check_pages(&self) -> Result<()> {
        if self.indexes.iter().any(|index| index.searcher.num_docs() > 0) {
            return Ok(());
        }
        let index = &self.indexes[0];
        let remedy = if index.manifest.finished { Remedy::AddPages } else { Remedy::Finish };
        let error = Error::index(&index.path, "the index has no pages").with_remedy(remedy);
        Err(if index.manifest.finished { error } else { WriterLock::explain(&index.path, error) })
    }

    /// Returns the number of pages that are searched: those that a filter leaves.
    pub fn pages(&self) -> u64 {
        self.segments.iter().map(Segment::pages).sum()
    }

    /// Returns whether a filter leaves out pages of the indexes.
    pub fn is_filtered(&self) -> bool {
        self.pages() < self.indexes.iter().map(|index| index.searcher.num_docs()).sum()
    }

    /// Returns when the URL of a page was seen again with its content, if the page passes a filter
    /// by date because of that alone; of several such dates the last one.
    pub fn revisited(&self, segment: usize, doc: u32) -> Option<String> {
        self.revisited.get(&(segment, doc)).copied().map(date::written)
    }

    /// Checks that the indexes have the columns that a rule needs.
    ///
    /// # Errors
    /// [`Error::Index`] if a rule needs to know how often blocks repeat and they are not counted,
    /// or a page's site and no page has a URL. Of several indexes the blocks are counted for the
    /// first rule that needs it.
    pub fn check(&self, columns: ColumnSet) -> Result<()> {
        if !columns.intersects(REPEATS) {
            return Ok(());
        }
        let pages_with_site = self.count_repeats()?;
        if columns.contains(BlockColumn::SiteRepeats) && pages_with_site == 0 {
            let message = "no page has a URL, so no page has a site: site_repeats and site_share \
                           are not known; use repeats";
            return Err(Error::index(&self.indexes[0].path, message));
        }
        Ok(())
    }

    /// Whether every index knows how often its blocks repeat.
    pub fn knows_repeats(&self) -> bool {
        self.indexes.iter().all(|index| index.repeats.get().is_some())
    }

    /// Counts how often blocks repeat over all indexes, unless that is known. Returns the number of
    /// pages with a site.
    ///
    /// # Errors
    /// [`Error::Index`] for an index without counts; those of counting several indexes.
    fn count_repeats(&self) -> Result<u64> {
        if let Some(index) = self.indexes.iter().find(|index| index.repeats.get().is_none()) {
            let message = if index.manifest.finished {
                "an older program built it, which did not count how often its blocks repeat"
            } else {
                "how often its blocks repeat is counted when its ingest ends, and that has not \
                 happened"
            };
            return Err(Error::index(&index.path, message).with_remedy(Remedy::Count));
        }
        if let [index] = &self.indexes[..] {
            return Ok(index.repeats.get().map_or(0, |counts| counts.counted.pages_with_site));
        }
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        if counted.is_none() {
            *counted = Some(repeats::together(&self.indexes)?);
        }
        Ok(counted.as_ref().map_or(0, |(counted, _)| counted.pages_with_site))
    }

    /// Reads the page of a document, which is its rank in the [`order`](Self::order) of docnos.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn page(&self, document: u32) -> Result<StoredPage> {
        let (segment, doc) = self.order()?.page(document);
        let segment = &self.segments[segment];
        self.indexes[segment.index].page_at(DocAddress::new(segment.ordinal, doc))
    }

    /// Reads the texts of a document.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn texts(&self, document: u32) -> Result<StoredTexts> {
        let (segment, doc) = self.order()?.page(document);
        self.texts_at(segment, doc)
    }

    /// Reads the texts of a page of a segment.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn texts_at(&self, segment: usize, doc: u32) -> Result<StoredTexts> {
        let segment = &self.segments[segment];
        self.indexes[segment.index].texts_at(DocAddress::new(segment.ordinal, doc))
    }

    /// Returns how many of the blocks of a page are its title: one or none.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn titles(&self, segment: usize, doc: u32) -> Result<u32> {
        let segment = &self.segments[segment];
        let titles = segment.columns().titles().map_err(|error| self.error(segment, error))?;
        Ok(u32::from(titles[doc as usize / 8] >> (doc % 8) & 1))
    }

    /// Returns the docno of a row's page, and its block.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn block(&self, segment: usize, row: u32) -> Result<(String, StoredBlock)> {
        let segment = &self.segments[segment];
        let doc = segment.first_row.partition_point(|&first| first <= row) as u32 - 1;
        let address = DocAddress::new(segment.ordinal, doc);
        let mut page = self.indexes[segment.index].page_at(address)?;
        let block = page.blocks.swap_remove((row - segment.first_row[doc as usize]) as usize);
        Ok((page.docno, block))
    }

    /// Sets about how many rows are read at a time: whole pages, at least one, with at most this
    /// many rows if there are several pages. No result depends on it, as tests check.
    pub fn set_rows_per_range(&mut self, rows: u32) {
        for segment in &mut self.segments {
            segment.rows_per_range = rows;
        }
    }

    /// Wraps a tantivy error with the index of a segment.
    pub fn error(&self, segment: &Segment, source: impl Into<tantivy::TantivyError>) -> Error {
        self.indexes[segment.index].error(source)
    }
}

/// Opens the segments of these indexes, on all threads.
fn open_segments(indexes: &[Arc<Index>]) -> Result<Vec<Segment>> {
    let mut places: Vec<(usize, u32)> = Vec::new();
    for (number, index) in indexes.iter().enumerate() {
        let segments = index.searcher.segment_readers().len() as u32;
        places.extend((0..segments).map(|ordinal| (number, ordinal)));
    }
    let opened: Vec<Result<Segment>> = places
        .into_par_iter()
        .map(|(number, ordinal)| {
            let index = &indexes[number];
            guarded(&index.path, || Segment::open(index, number, ordinal))
        })
        .collect();
    // One after the other: of several errors the first one.
    opened.into_iter().collect()
}

impl Segment {
    fn open(index: &Index, number: usize, ordinal: u32) -> Result<Self> {
        let reader = index.searcher.segment_reader(ordinal);
        let wrap = |e: tantivy::TantivyError| index.error(e);
        let columns = index.block_columns(ordinal).map_err(wrap)?;
        Ok(Self {
            index: number,
            ordinal,
            first_row: columns.first_rows(reader.max_doc()),
            alive: reader
                .alive_bitset()
                .map(|alive| (0..reader.max_doc()).map(|doc| alive.is_alive(doc)).collect()),
            rows_per_range: ROWS_PER_RANGE,
            columns: columns.clone(),
            postings: BlockPostings::new(reader, index.fields.text),
            text: index.fields.text,
            docnos: Docnos::open(reader).map_err(wrap)?,
        })
    }

    /// Returns the number of pages, including deleted ones.
    pub fn documents(&self) -> u32 {
        self.first_row.len() as u32 - 1
    }

    /// Returns the number of blocks, including those of deleted pages.
    pub fn rows(&self) -> usize {
        self.first_row[self.documents() as usize] as usize
    }

    /// Sets which pages searches see.
    pub(crate) fn set_alive(&mut self, alive: Vec<bool>) {
        self.alive = Some(alive);
    }

    /// Returns the number of pages that searches see.
    fn pages(&self) -> u64 {
        let visible = |alive: &Vec<bool>| alive.iter().filter(|alive| **alive).count() as u64;
        self.alive.as_ref().map_or_else(|| self.documents().into(), visible)
    }

    /// Whether searches see a page.
    pub fn is_alive(&self, doc: u32) -> bool {
        self.alive.as_ref().is_none_or(|alive| alive[doc as usize])
    }

    /// Returns a page's docno.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn docno(&self, doc: u32) -> io::Result<String> {
        let mut docno = String::new();
        self.docnos.read(doc, &mut docno)?;
        Ok(docno)
    }

    /// Hides a page from searches.
    fn remove(&mut self, doc: u32) {
        let documents = self.documents() as usize;
        self.alive.get_or_insert_with(|| vec![true; documents])[doc as usize] = false;
    }

    /// Divides the pages into ranges of neighbours, for reading columns: of about as many rows as
    /// [`Corpus::set_rows_per_range`] sets.
    pub fn page_ranges(&self) -> impl Iterator<Item = Range<u32>> + '_ {
        let documents = self.documents();
        let mut start = 0;
        std::iter::from_fn(move || {
            if start >= documents {
                return None;
            }
            let rows = &self.first_row[start as usize..];
            let limit = rows[0].saturating_add(self.rows_per_range);
            let fitting = rows.partition_point(|&row| row <= limit) as u32 - 1;
            let range = start..(start + fitting).clamp(start + 1, documents);
            start = range.end;
            Some(range)
        })
    }

    /// Reads the numbers of all rows of a range of pages.
    ///
    /// # Errors
    /// As [`BlockColumns::read`].
    pub fn read(
        &self,
        documents: &Range<u32>,
        needed: ColumnSet,
        numbers: &mut BlockNumbers,
    ) -> io::Result<()> {
        let rows = self.first_row[documents.start as usize]..self.first_row[documents.end as usize];
        self.columns.read(documents.start, rows, needed, numbers)
    }

    /// Returns the numbers of its blocks.
    pub fn columns(&self) -> &BlockColumns {
        &self.columns
    }
}
