//! The order of the pages of a corpus by their docnos.

use super::Corpus;
use crate::error::{Error, Remedy, Result};
use crate::index::order::{Docnos, Merged, Order};
use std::cmp::Ordering;
use std::ops::Range;

/// The pages of a corpus, ordered by the bytes of their docnos. A page's position is its *rank*,
/// which orders equal scores. Pages that searches do not see, because they are deleted or a filter
/// leaves them out, have ranks too: so a filter changes no rank.
#[derive(Clone, Copy)]
pub struct DocnoOrder<'a> {
    corpus: &'a Corpus,
    order: &'a Order,
}

impl<'a> DocnoOrder<'a> {
    /// Returns the ranks of all pages of a segment.
    pub fn ranks(self, segment: usize) -> &'a [u32] {
        self.order.ranks(segment)
    }

    /// Returns the segment of the page at a rank, and the page's number in it.
    pub fn page(self, rank: u32) -> (usize, u32) {
        self.order.page(rank)
    }

    /// Returns the ranks of the pages that searches see, ascending.
    pub fn visible(self) -> impl Iterator<Item = u32> + 'a {
        let all = self.corpus.segments.iter().all(|segment| segment.alive.is_none());
        (0..self.order.count()).filter(move |rank| all || self.is_visible(*rank))
    }

    fn is_visible(self, rank: u32) -> bool {
        let (segment, doc) = self.page(rank);
        self.corpus.segments[segment].is_alive(doc)
    }

    /// Returns the docno of the page at a rank. It is read from the index.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn docno(self, rank: u32) -> Result<String> {
        let mut docno = String::new();
        self.read(rank, &mut docno)?;
        Ok(docno)
    }

    fn read(self, rank: u32, docno: &mut String) -> Result<()> {
        let (segment, doc) = self.page(rank);
        let segment = &self.corpus.segments[segment];
        segment.docnos.read(doc, docno).map_err(|e| self.corpus.error(segment, e))
    }

    /// Returns the rank of the page with this docno; none if there is no such page, or searches do
    /// not see it.
    ///
    /// # Errors
    /// If docnos cannot be read.
    pub fn rank(self, docno: &str) -> Result<Option<u32>> {
        let mut low = 0;
        let mut high = self.order.count();
        let mut read = String::new();
        while low < high {
            let middle = low.midpoint(high);
            self.read(middle, &mut read)?;
            match read.as_str().cmp(docno) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal if self.is_visible(middle) => return Ok(Some(middle)),
                Ordering::Greater => high = middle,
                Ordering::Equal => return self.visible_with(docno, middle),
            }
        }
        Ok(None)
    }

    /// Returns the rank of the visible page among those with the same docno, one of which is at
    /// `found`: a page that was deleted can have been indexed again.
    fn visible_with(self, docno: &str, found: u32) -> Result<Option<u32>> {
        let mut first = found;
        while first > 0 && self.docno(first - 1)? == docno {
            first -= 1;
        }
        for rank in first..self.order.count() {
            if self.docno(rank)? != docno {
                break;
            }
            if self.is_visible(rank) {
                return Ok(Some(rank));
            }
        }
        Ok(None)
    }
}

impl Corpus {
    /// Returns all pages in the order of their docnos. The first call reads the order that a
    /// finished index keeps; for one that is not finished, or several, it sorts.
    ///
    /// # Errors
    /// [`Error::Format`] if the order is damaged, [`Error::Index`] if two indexes have a page of
    /// the same name; or if the docnos cannot be read.
    pub fn order(&self) -> Result<DocnoOrder<'_>> {
        let order = match self.order.get() {
            Some(order) => order,
            None => {
                let order = self.stored_or_sorted()?;
                self.order.get_or_init(|| order)
            }
        };
        Ok(DocnoOrder { corpus: self, order })
    }

    fn stored_or_sorted(&self) -> Result<Order> {
        if let [index] = &self.indexes[..]
            && let Some(order) = index.stored_order()?
        {
            return Ok(order);
        }
        let docnos: Vec<&Docnos> = self.segments.iter().map(|segment| &segment.docnos).collect();
        let Merged { ranks, shared } =
            Merged::new(&docnos).map_err(|e| self.indexes[0].error(e))?;
        let too_many = || Error::index(&self.indexes[0].path, "the index has too many pages");
        let order = Order::from_ranks(ranks).ok_or_else(too_many)?;
        self.check_distinct(DocnoOrder { corpus: self, order: &order }, &shared)?;
        Ok(order)
    }

    /// Checks that no docno is in two indexes; within one index, the ingest ensures that. `shared`
    /// are the ranks of pages with the same docno.
    fn check_distinct(&self, order: DocnoOrder<'_>, shared: &[Range<u32>]) -> Result<()> {
        for ranks in shared {
            let visible: Vec<u32> = ranks.clone().filter(|rank| order.is_visible(*rank)).collect();
            let index_of = |rank: u32| self.segments[order.page(rank).0].index;
            for pair in visible.windows(2) {
                let before = index_of(pair[0]);
                let here = index_of(pair[1]);
                if before != here {
                    let docno = order.docno(pair[1])?;
                    let first = self.indexes[before.min(here)].path.display();
                    let second = &self.indexes[before.max(here)].path;
                    let message = format!("its page {docno} is in {first} too");
                    return Err(Error::index(second, message).with_remedy(Remedy::DistinctDocnos));
                }
            }
        }
        Ok(())
    }
}
