//! The order of the pages of some segments by the bytes of their docnos. It is made by a merge of
//! the segments' sorted docnos, so it needs memory for numbers but not for names; that of a
//! finished index is kept beside its counts of repeats (`repeats.rs`).

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use tantivy::columnar::StrColumn;
use tantivy::index::SegmentReader;

/// Once so many docnos of a segment were read one by one, as a share of its pages, all are read:
/// one docno costs as much as a hundred in their order.
const SHARE_READ: u32 = 64;

/// The docnos of a segment.
pub struct Docnos {
    /// None in a segment without any.
    column: Option<StrColumn>,
    /// Its pages, including deleted ones.
    pages: u32,
    /// How often one was read alone.
    reads: AtomicU32,
    /// All, once many were read.
    all: OnceLock<DocnoTexts>,
}

/// The docnos of a segment, in their order.
#[derive(Default)]
struct DocnoTexts {
    text: String,
    ends: Vec<usize>,
}

impl Docnos {
    /// Opens those of a segment.
    ///
    /// # Errors
    /// If the segment cannot be read.
    pub fn open(reader: &SegmentReader) -> tantivy::Result<Self> {
        let column = reader.fast_fields().str("docno")?;
        let reads = AtomicU32::new(0);
        Ok(Self { column, pages: reader.max_doc(), reads, all: OnceLock::new() })
    }

    /// Reads a page's docno into `docno`; empty if it has none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&self, doc: u32, docno: &mut String) -> io::Result<()> {
        docno.clear();
        let Some(column) = &self.column else { return Ok(()) };
        let Some(ordinal) = column.ords().first(doc) else { return Ok(()) };
        if self.all.get().is_none()
            && self.reads.fetch_add(1, Ordering::Relaxed) < self.pages / SHARE_READ
        {
            column.ord_to_str(ordinal, docno)?;
            return Ok(());
        }
        let all = match self.all.get() {
            Some(all) => all,
            None => {
                let all = DocnoTexts::read(column)?;
                self.all.get_or_init(|| all)
            }
        };
        docno.push_str(all.name(ordinal as usize));
        Ok(())
    }

    /// Returns the number of each page's docno in the order of docnos; none for a page without one.
    fn ordinals(&self) -> impl Iterator<Item = Option<usize>> {
        (0..self.pages).map(|doc| {
            let ordinal = self.column.as_ref()?.ords().first(doc)?;
            Some(ordinal as usize)
        })
    }

    /// Returns how many pages have each of the docnos.
    fn pages_by_docno(&self) -> Vec<u32> {
        let mut pages = vec![0; self.column.as_ref().map_or(0, |column| column.num_terms())];
        for ordinal in self.ordinals().flatten() {
            pages[ordinal] += 1;
        }
        pages
    }
}

impl DocnoTexts {
    fn read(column: &StrColumn) -> io::Result<Self> {
        let mut names = Self::default();
        let mut docnos = column.dictionary().stream()?;
        while docnos.advance() {
            names.text.push_str(&String::from_utf8_lossy(docnos.key()));
            names.ends.push(names.text.len());
        }
        Ok(names)
    }

    fn name(&self, ordinal: usize) -> &str {
        let start = ordinal.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[ordinal]]
    }
}

/// The pages of some segments, including deleted ones, in the order of their docnos. A page's
/// position is its *rank*.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    ranks: Vec<Vec<u32>>,
    /// The pages before each segment, and those of all.
    first_pages: Vec<u32>,
    /// The page at each rank, as its number among the pages of all segments.
    pages: Vec<u32>,
}

impl Order {
    /// Returns the order in which each page has its rank, `ranks[segment][doc]`; none if these are
    /// not the ranks of so many pages.
    pub fn from_ranks(ranks: Vec<Vec<u32>>) -> Option<Self> {
        /// A rank without a page.
        const FREE: u32 = u32::MAX;
        let mut first_pages = vec![0];
        let mut count: u32 = 0;
        for of_segment in &ranks {
            count = count.checked_add(u32::try_from(of_segment.len()).ok()?)?;
            first_pages.push(count);
        }
        let mut pages = vec![FREE; count as usize];
        for (page, rank) in (0..).zip(ranks.iter().flatten()) {
            let place = pages.get_mut(*rank as usize)?;
            if *place != FREE {
                return None;
            }
            *place = page;
        }
        Some(Self { ranks, first_pages, pages })
    }

    /// Returns the ranks of a segment's pages.
    pub fn ranks(&self, segment: usize) -> &[u32] {
        &self.ranks[segment]
    }

    /// Returns the segment of the page at a rank, and the page's number in it.
    pub fn page(&self, rank: u32) -> (usize, u32) {
        let page = self.pages[rank as usize];
        let segment = self.first_pages.partition_point(|&first| first <= page) - 1;
        (segment, page - self.first_pages[segment])
    }

    /// Returns the number of pages.
    pub fn count(&self) -> u32 {
        self.pages.len() as u32
    }
}

/// What a merge of the docnos of some segments gives.
pub struct Merged {
    /// `ranks[segment][doc]`. Pages with the same docno are in the order of the segments; those
    /// without one are the last.
    pub ranks: Vec<Vec<u32>>,
    /// The ranks of pages that share their docno with others, deleted ones included.
    pub shared: Vec<Range<u32>>,
}

impl Merged {
    /// Merges the docnos of these segments.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn new(segments: &[&Docnos]) -> io::Result<Self> {
        // First the pages with each docno, then the rank of the next of them.
        let mut next: Vec<Vec<u32>> =
            segments.iter().map(|docnos| docnos.pages_by_docno()).collect();
        let mut shared = SharedDocnos::default();
        let mut rank = 0;
        let mut streams = Vec::with_capacity(segments.len());
        let mut heads = BinaryHeap::with_capacity(segments.len());
        for (segment, docnos) in segments.iter().enumerate() {
            let Some(column) = &docnos.column else { continue };
            let mut stream = column.dictionary().stream()?;
            if stream.advance() {
                heads.push(Reverse((stream.key().to_vec(), segment, streams.len())));
                streams.push(stream);
            }
        }
        while let Some(mut head) = heads.peek_mut() {
            let Reverse((docno, segment, number)) = &mut *head;
            let stream = &mut streams[*number];
            let place = &mut next[*segment][stream.term_ord() as usize];
            let pages = std::mem::replace(place, rank);
            shared.add(docno, rank, pages);
            rank += pages;
            if stream.advance() {
                docno.clear();
                docno.extend_from_slice(stream.key());
            } else {
                PeekMut::pop(head);
            }
        }
        let mut ranks = Vec::with_capacity(segments.len());
        for (docnos, mut next) in segments.iter().zip(next) {
            ranks.push(ranks_of_pages(docnos, &mut next, &mut rank));
        }
        Ok(Self { ranks, shared: shared.ranges })
    }
}

/// Returns the ranks of a segment's pages. `next` has the next rank of each docno, and `without`
/// is that of pages without one.
fn ranks_of_pages(docnos: &Docnos, next: &mut [u32], without: &mut u32) -> Vec<u32> {
    let mut ranks = Vec::with_capacity(docnos.pages as usize);
    for ordinal in docnos.ordinals() {
        let next = ordinal.map_or(&mut *without, |ordinal| &mut next[ordinal]);
        ranks.push(*next);
        *next += 1;
    }
    ranks
}

/// Finds the docnos that several pages have.
#[derive(Default)]
struct SharedDocnos {
    last: Vec<u8>,
    /// The first rank of the last docno.
    start: u32,
    ranges: Vec<Range<u32>>,
}

impl SharedDocnos {
    /// Adds the pages of a segment with a docno, which start at a rank. Docnos come in their order.
    fn add(&mut self, docno: &[u8], rank: u32, pages: u32) {
        if docno != self.last {
            self.last.clear();
            self.last.extend_from_slice(docno);
            self.start = rank;
        }
        let range = self.start..rank + pages;
        match self.ranges.last_mut() {
            Some(last) if last.start == range.start => last.end = range.end,
            _ if range.len() > 1 => self.ranges.push(range),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
