//! The dates of a page's captures, and the one capture of every URL that is kept.

use crate::captures::{Choice, Revisits, UrlKey, UrlKeys};
use crate::corpus::{Corpus, Segment};
use crate::error::{Error, Remedy, Result};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;
use tamis_collection::Reason;
use tantivy::{DocAddress, SegmentReader};

/// When the URLs of pages were seen again with their content, in seconds since 1970, for each index
/// of a corpus.
#[derive(Default)]
pub(super) struct SeenAgain(Vec<HashMap<DocAddress, Vec<i64>>>);

impl SeenAgain {
    pub fn dates(&self, segment: &Segment, doc: u32) -> &[i64] {
        let times = self
            .0
            .get(segment.index)
            .and_then(|times| times.get(&DocAddress::new(segment.ordinal, doc)));
        times.map_or(&[], Vec::as_slice)
    }
}

/// A page among the captures of its URL, which may be in several corpora: the one with the highest
/// score is the best, of equal ones that with the last docno.
#[derive(Debug, Clone)]
pub struct PageOfUrl {
    /// The key of its URL.
    pub key: UrlKey,
    /// How good a capture it is by its own date ([`Choice::score`]).
    pub score: (i64, i64),
    pub docno: String,
}

/// The best capture of a URL so far.
struct Best {
    score: (i64, i64),
    segment: usize,
    doc: u32,
}

impl Corpus {
    /// Returns when the URLs of pages were seen again with their content.
    ///
    /// # Errors
    /// [`Error::Index`] if one of several indexes has revisits; or if an index cannot be read.
    pub(super) fn seen_again(&self) -> Result<SeenAgain> {
        if self.indexes.len() > 1 {
            self.check_revisits()?;
        }
        let times = self.indexes.iter().map(|index| Ok(Revisits::read(index)?.times()));
        Ok(SeenAgain(times.collect::<Result<_>>()?))
    }

    /// Removes all captures of a URL but the one that `choice` takes, of those with equal scores
    /// the one with the last docno. When a page's URL was seen again with its content, that is a
    /// date of the page too; only those within `dates` count. Pages without a URL stay.
    ///
    /// # Errors
    /// If an index cannot be read.
    pub(super) fn collapse(
        &mut self,
        choice: &Choice,
        dates: Option<&Range<i64>>,
        again: &SeenAgain,
    ) -> Result<()> {
        let mut best: HashMap<UrlKey, Best> = HashMap::new();
        let mut older = Vec::new();
        for (number, segment) in self.segments.iter().enumerate() {
            let reader = self.indexes[segment.index].searcher.segment_reader(segment.ordinal);
            let keys = UrlKeys::open(reader).map_err(|e| self.error(segment, e))?;
            let times = reader
                .fast_fields()
                .column_opt::<i64>("time")
                .map_err(|e| self.error(segment, e))?;
            for doc in (0..segment.documents()).filter(|doc| segment.is_alive(*doc)) {
                let Some(key) = keys.key(doc) else { continue };
                let own = times.as_ref().and_then(|times| times.first(doc));
                let all = own.into_iter().chain(again.dates(segment, doc).iter().copied());
                let all = all.filter(|time| dates.is_none_or(|dates| dates.contains(time)));
                let score =
                    all.map(|time| choice.score(Some(time))).fold(choice.score(None), Ord::max);
                let here = Best { score, segment: number, doc };
                match best.entry(key) {
                    Entry::Vacant(free) => {
                        free.insert(here);
                    }
                    Entry::Occupied(mut held) if self.is_better(&here, held.get())? => {
                        let last = held.insert(here);
                        older.push((last.segment, last.doc));
                    }
                    Entry::Occupied(_) => older.push((number, doc)),
                }
            }
        }
        for (segment, doc) in older {
            self.segments[segment].remove(doc);
        }
        Ok(())
    }

    /// Returns every page with a URL that searches see.
    ///
    /// # Errors
    /// If an index cannot be read.
    pub fn captures(&self, choice: &Choice) -> Result<Vec<PageOfUrl>> {
        let mut captures = Vec::new();
        for segment in &self.segments {
            let reader = self.indexes[segment.index].searcher.segment_reader(segment.ordinal);
            add_captures(segment, reader, choice, &mut captures)
                .map_err(|e| self.error(segment, e))?;
        }
        Ok(captures)
    }

    /// Checks that no index has revisits: of several indexes, their pages may be in another one.
    ///
    /// # Errors
    /// [`Error::Index`] with one that has.
    pub fn check_revisits(&self) -> Result<()> {
        for index in &self.indexes {
            if index.manifest.counts.skipped.get(Reason::Revisit) > 0 {
                let message = "its revisits may be of pages in another index, and this filter goes \
                               by their dates";
                return Err(Error::index(&index.path, message).with_remedy(Remedy::Combine));
            }
        }
        Ok(())
    }

    /// Whether a capture is better than another one of the same URL.
    fn is_better(&self, one: &Best, other: &Best) -> Result<bool> {
        if one.score != other.score {
            return Ok(one.score > other.score);
        }
        Ok(self.docno(one)? > self.docno(other)?)
    }

    fn docno(&self, best: &Best) -> Result<String> {
        let segment = &self.segments[best.segment];
        segment.docno(best.doc).map_err(|e| self.error(segment, e))
    }
}

/// Adds every page with a URL of a segment that searches see.
fn add_captures(
    segment: &Segment,
    reader: &SegmentReader,
    choice: &Choice,
    captures: &mut Vec<PageOfUrl>,
) -> tantivy::Result<()> {
    let keys = UrlKeys::open(reader)?;
    let times = reader.fast_fields().column_opt::<i64>("time")?;
    for doc in (0..segment.documents()).filter(|doc| segment.is_alive(*doc)) {
        let Some(key) = keys.key(doc) else { continue };
        let time = times.as_ref().and_then(|times| times.first(doc));
        let score = choice.score(time);
        captures.push(PageOfUrl { key, score, docno: segment.docno(doc)? });
    }
    Ok(())
}
