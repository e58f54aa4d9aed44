//! Keeps one capture of every URL.

use super::corpus::Corpus;
use crate::captures::{Choice, Key, Revisits, UrlKeys};
use crate::error::{Error, Remedy, Result};
use crate::index::Index;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;
use tamis_collection::Reason;
use tantivy::DocAddress;

/// The best capture of a URL so far.
struct Best {
    score: (i64, i64),
    segment: usize,
    doc: u32,
}

impl Corpus {
    /// Removes all captures of a URL but the one that `choice` takes, of those with equal scores the one with the last docno.
    /// When a page's URL was seen again with its content, that is a date of the page too, if it is within `dates`. Pages
    /// without a URL stay.
    ///
    /// # Errors
    /// If an index cannot be read.
    pub(super) fn collapse(&mut self, choice: &Choice, dates: Option<&Range<i64>>) -> Result<()> {
        self.check_revisits()?;
        let revisits = self.indexes.iter().map(|index| Ok(Revisits::of(index)?.times()));
        let revisits: Vec<HashMap<DocAddress, Vec<i64>>> = revisits.collect::<Result<_>>()?;
        let mut best: HashMap<Key, Best> = HashMap::new();
        let mut older = Vec::new();
        for (number, segment) in self.segments.iter().enumerate() {
            let reader = self.indexes[segment.index].searcher.segment_reader(segment.ordinal);
            let keys = UrlKeys::open(reader).map_err(|e| self.error(segment, e))?;
            let times = reader.fast_fields().column_opt::<i64>("time").map_err(|e| self.error(segment, e))?;
            for doc in (0..segment.documents()).filter(|doc| segment.is_alive(*doc)) {
                let Some(key) = keys.of(doc) else { continue };
                let own = times.as_ref().and_then(|times| times.first(doc));
                let again = revisits[segment.index].get(&DocAddress::new(segment.ordinal, doc)).into_iter().flatten();
                let again = again.copied().filter(|time| dates.is_none_or(|dates| dates.contains(time)));
                let scores = again.map(|time| choice.score(Some(time)));
                let score = scores.fold(choice.score(own), Ord::max);
                let here = Best { score, segment: number, doc };
                match best.entry(key) {
                    Entry::Vacant(free) => drop(free.insert(here)),
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
        self.forget_order();
        Ok(())
    }

    /// Checks that every revisit finds its page: of several indexes, it may be in another one.
    fn check_revisits(&self) -> Result<()> {
        let revisits = |index: &&Index| index.manifest.counts.skipped.of(Reason::Revisit) > 0;
        match self.indexes.iter().find(revisits).filter(|_| self.indexes.len() > 1) {
            None => Ok(()),
            Some(index) => {
                let message = "its revisits may be of pages in another index, and collapsing goes by their dates";
                Err(Error::index(&index.path, message).with_remedy(Remedy::Combine))
            }
        }
    }

    fn is_better(&self, one: &Best, other: &Best) -> Result<bool> {
        if one.score != other.score {
            return Ok(one.score > other.score);
        }
        let docno = |best: &Best| {
            let segment = &self.segments[best.segment];
            segment.docno(best.doc).map_err(|e| self.error(segment, e))
        };
        Ok(docno(one)? > docno(other)?)
    }
}
