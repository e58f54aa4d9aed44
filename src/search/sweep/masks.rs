//! Views that need not be nested: every block has a word with one bit per view, its *mask*, set where the view permits
//! the block.

use super::pages::{TermPages, TermRows};
use super::plane::Plane;
use crate::search::corpus::{Corpus, Segment};
use crate::search::model::{Statistics, TermStatistics};
use crate::search::predicate::Predicate;
use crate::search::view::{BlockRun, RUN};
use rayon::prelude::*;
use std::ops::Range;

/// The number of views that one mask holds.
pub(super) const MOST_VIEWS: usize = u64::BITS as usize;

/// Up to [`MOST_VIEWS`] views of a corpus.
pub(super) struct MaskPlane {
    places: Vec<usize>,
    segments: Vec<MaskSegment>,
    /// One per view.
    statistics: Vec<Statistics>,
}

/// The masks of one segment's blocks, and the lengths of its pages.
struct MaskSegment {
    masks: Vec<u64>,
    /// `lengths[doc * views + view]`: permitted tokens.
    lengths: Vec<u32>,
}

/// Returns the numbers of the bits that are set.
#[inline]
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (bit < MOST_VIEWS).then_some(bit)
    })
}

impl MaskPlane {
    /// Evaluates the views over every block of the corpus. The results of the first view have the place `first`.
    pub fn new(corpus: &Corpus, views: &[Predicate], first: usize) -> Self {
        let segments: Vec<MaskSegment> =
            corpus.segments.par_iter().map(|segment| MaskSegment::new(segment, views)).collect();
        let mut statistics = vec![Statistics::default(); views.len()];
        for lengths in segments.iter().flat_map(|segment| segment.lengths.chunks_exact(views.len())) {
            for (statistics, &length) in statistics.iter_mut().zip(lengths) {
                statistics.pages += u64::from(length > 0);
                statistics.tokens += u64::from(length);
            }
        }
        Self { places: (first..first + views.len()).collect(), segments, statistics }
    }
}

impl MaskSegment {
    fn new(segment: &Segment, views: &[Predicate]) -> Self {
        let mut masked = Self {
            masks: Vec::with_capacity(segment.rows()),
            lengths: Vec::with_capacity(segment.documents() as usize * views.len()),
        };
        let columns = views.iter().fold(0, |columns, view| columns | view.columns());
        let (mut run, mut permitted) = (BlockRun::new(columns), Vec::new());
        for documents in segment.runs(RUN) {
            run.read(segment, &documents);
            let mut masks = vec![0u64; run.rows];
            for (bit, view) in views.iter().enumerate() {
                run.evaluate(view, &mut permitted);
                masks.iter_mut().zip(&permitted).for_each(|(mask, &permitted)| *mask |= u64::from(permitted) << bit);
            }
            for doc in documents {
                masked.push_lengths(segment, doc, &run, &mut masks, views.len());
            }
            masked.masks.append(&mut masks);
        }
        masked
    }

    /// Adds the lengths of a page of the run. A page that searches do not see is in no view.
    fn push_lengths(&mut self, segment: &Segment, doc: u32, run: &BlockRun, masks: &mut [u64], views: usize) {
        let rows = run.rows_of(segment, doc);
        if !segment.is_alive(doc) {
            masks[rows.clone()].fill(0);
        }
        let mut lengths = [0u64; MOST_VIEWS];
        for row in rows {
            bits(masks[row]).for_each(|view| lengths[view] += run.tokens(row));
        }
        self.lengths.extend(lengths[..views].iter().map(|&length| length as u32));
    }
}

/// The views of a set of occurrences.
#[inline]
fn any(entries: &[(u64, u32)]) -> u64 {
    entries.iter().fold(0, |all, (mask, _)| all | mask)
}

impl Plane for MaskPlane {
    /// A mask, and the number of occurrences in blocks with this mask; a page has each mask once.
    type Entry = (u64, u32);
    /// One bit per view.
    type Views = u64;

    fn places(&self) -> &[usize] {
        &self.places
    }

    fn statistics(&self) -> &[Statistics] {
        &self.statistics
    }

    fn term(&self, segment: usize, rows: &TermRows) -> TermPages<Self::Entry> {
        let masks = &self.segments[segment].masks;
        rows.convert(|rows, entries: &mut Vec<Self::Entry>| {
            let first = entries.len();
            for mask in rows.iter().map(|&row| masks[row as usize]).filter(|&mask| mask != 0) {
                match entries[first..].iter_mut().find(|(known, _)| *known == mask) {
                    Some((_, count)) => *count += 1,
                    None => entries.push((mask, 1)),
                }
            }
        })
    }

    fn count<'a>(&self, pages: impl Iterator<Item = &'a [Self::Entry]>) -> Vec<TermStatistics> {
        let mut statistics = vec![TermStatistics::default(); self.places.len()];
        for entries in pages {
            bits(any(entries)).for_each(|view| statistics[view].pages += 1);
            for &(mask, count) in entries {
                bits(mask).for_each(|view| statistics[view].occurrences += u64::from(count));
            }
        }
        statistics
    }

    #[inline]
    fn views(entries: &[Self::Entry]) -> u64 {
        any(entries)
    }

    #[inline]
    fn union(a: u64, b: u64) -> u64 {
        a | b
    }

    #[inline]
    fn ranges(views: u64) -> impl Iterator<Item = Range<usize>> {
        bits(views).map(|view| view..view + 1)
    }

    #[inline]
    fn lengths(&self, segment: usize, doc: u32, views: u64, mut each: impl FnMut(Range<usize>, u32)) {
        let most = self.places.len();
        let lengths = &self.segments[segment].lengths[doc as usize * most..][..most];
        bits(views).for_each(|view| each(view..view + 1, lengths[view]));
    }

    #[inline]
    fn frequencies(entries: &[Self::Entry], mut each: impl FnMut(Range<usize>, u32)) {
        for view in bits(any(entries)) {
            let tf = entries.iter().map(|(mask, count)| (mask >> view & 1) as u32 * count).sum();
            each(view..view + 1, tf);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_numbered_from_the_lowest() {
        assert_eq!(bits(0).count(), 0);
        assert_eq!(bits(0b10011).collect::<Vec<_>>(), [0, 1, 4]);
        assert_eq!(bits(u64::MAX).count(), 64);
        assert_eq!(bits(1 << 63).collect::<Vec<_>>(), [63]);
    }
}
