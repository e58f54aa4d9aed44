//! Views that need not be nested: every block has a word with one bit per view, its *mask*, set
//! where the view permits the block.

use super::pages::{TermPages, TermRows};
use super::plane::Plane;
use super::weighing::{BlockWeights, Weighing};
use crate::model::{Statistics, TermStatistics, Unit};
use crate::rule::predicate::Predicate;
use crate::view::amounts::Amounts;
use crate::view::compiled::Compiled;
use crate::view::{BlockRange, RangeTokens, for_each_range};
use rayon::prelude::*;
use std::io;
use std::ops::Range;
use tamis_index::corpus::{Corpus, Segment};
use tamis_index::error::Result;
use tamis_index::index::columns::ColumnSet;

/// The number of views that one mask holds.
pub(super) const MAX_VIEWS: usize = u64::BITS as usize;

/// Up to [`MAX_VIEWS`] views of a corpus.
pub(super) struct MaskPlane {
    places: Vec<usize>,
    segments: Vec<MaskSegment>,
    /// The unit of all amounts.
    unit: Unit,
    statistics: Vec<Statistics>,
}

/// The masks of one segment's blocks, and the lengths of its pages.
struct MaskSegment {
    /// 0 for a block with the weight 0.
    masks: Vec<u64>,
    weights: BlockWeights,
    /// `lengths[doc * views + view]`: permitted tokens, weighted.
    lengths: Amounts,
}

/// Returns the numbers of the bits that are set.
#[inline]
pub(super) fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (bit < MAX_VIEWS).then_some(bit)
    })
}

/// Returns the columns that these views need.
fn columns_of(views: &[Predicate]) -> ColumnSet {
    views.iter().map(Predicate::columns).collect()
}

impl MaskPlane {
    /// Evaluates the views over every block of the corpus. The results of the first view have the
    /// place `first`. All views have the same weights.
    pub fn new(
        corpus: &Corpus,
        views: &[Predicate],
        first: usize,
        weighing: Weighing,
    ) -> Result<Self> {
        corpus.check(columns_of(views))?;
        let Weighing { segments: weights, unit } = weighing;
        let compiled: Vec<Compiled> = views.iter().map(Compiled::new).collect();
        let segments: Vec<MaskSegment> = corpus
            .segments
            .par_iter()
            .zip(weights)
            .map(|(segment, weights)| {
                MaskSegment::new(segment, &compiled, weights).map_err(|e| corpus.error(segment, e))
            })
            .collect::<Result<_>>()?;
        let mut statistics = vec![Statistics { unit, ..Statistics::default() }; views.len()];
        for segment in &segments {
            for (view, length) in (0..views.len()).cycle().zip(segment.lengths.iter()) {
                statistics[view].pages += u64::from(length > 0);
                statistics[view].tokens += length;
            }
        }
        Ok(Self { places: (first..first + views.len()).collect(), segments, unit, statistics })
    }
}

impl MaskSegment {
    fn new(segment: &Segment, views: &[Compiled], weights: BlockWeights) -> io::Result<Self> {
        let mut masked = Self {
            masks: Vec::with_capacity(segment.rows()),
            weights,
            lengths: Amounts::with_capacity(segment.documents() as usize * views.len()),
        };
        let mut permitted = Vec::new();
        for_each_range(segment, |range| {
            let mut masks = vec![0u64; range.rows];
            for (bit, view) in views.iter().enumerate() {
                range.evaluate(view, &mut permitted)?;
                for (mask, &permitted) in masks.iter_mut().zip(&permitted) {
                    *mask |= u64::from(permitted) << bit;
                }
            }
            let tokens = range.tokens()?;
            for doc in range.pages.clone() {
                masked.push_lengths(doc, range, &tokens, &mut masks, views.len());
            }
            masked.masks.append(&mut masks);
            Ok(())
        })?;
        Ok(masked)
    }

    /// Adds the lengths of a page of the range. A page that searches do not see is in no view.
    fn push_lengths(
        &mut self,
        doc: u32,
        range: &BlockRange<'_>,
        tokens: &RangeTokens<'_>,
        masks: &mut [u64],
        views: usize,
    ) {
        let rows = range.rows_of(doc);
        let first = self.masks.len();
        if !range.segment.is_alive(doc) {
            masks[rows.clone()].fill(0);
        }
        let mut lengths = [0u64; MAX_VIEWS];
        for row in rows {
            let weight = self.weights.weight(first + row);
            if weight == 0 {
                masks[row] = 0;
            }
            for view in bits(masks[row]) {
                lengths[view] += tokens.get(row) * weight;
            }
        }
        for &length in &lengths[..views] {
            self.lengths.push(length);
        }
    }

    /// Adds the weighted occurrences in rows of a page, by mask.
    #[inline]
    fn push_occurrences(&self, rows: &[u32], entries: &mut Vec<(u64, u64)>) {
        let first = entries.len();
        for &row in rows {
            let mask = self.masks[row as usize];
            if mask == 0 {
                continue;
            }
            let weight = self.weights.weight(row as usize);
            match entries[first..].iter_mut().find(|(known, _)| *known == mask) {
                Some((_, count)) => *count += weight,
                None => entries.push((mask, weight)),
            }
        }
    }
}

/// The views of a set of occurrences.
#[inline]
fn any(entries: &[(u64, u64)]) -> u64 {
    entries.iter().fold(0, |all, (mask, _)| all | mask)
}

impl Plane for MaskPlane {
    /// A mask, and the weighted occurrences in blocks with this mask; a page has each mask once.
    type Entry = (u64, u64);
    type Views = u64;

    fn places(&self) -> &[usize] {
        &self.places
    }

    fn unit(&self) -> Unit {
        self.unit
    }

    fn statistics(&self) -> &[Statistics] {
        &self.statistics
    }

    fn term(&self, segment: usize, rows: &TermRows) -> TermPages<Self::Entry> {
        let segment = &self.segments[segment];
        let all = rows.entries();
        rows.convert(|of_page, entries| segment.push_occurrences(&all[of_page], entries))
    }

    fn count<'a>(&self, pages: impl Iterator<Item = &'a [Self::Entry]>) -> Vec<TermStatistics> {
        let mut statistics = vec![TermStatistics::default(); self.places.len()];
        for entries in pages {
            for view in bits(any(entries)) {
                statistics[view].pages += 1;
            }
            for &(mask, count) in entries {
                for view in bits(mask) {
                    statistics[view].occurrences += count;
                }
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
    fn lengths(
        &self,
        segment: usize,
        doc: u32,
        views: u64,
        mut each: impl FnMut(Range<usize>, u64),
    ) {
        let most = self.places.len();
        let lengths = &self.segments[segment].lengths;
        for view in bits(views) {
            each(view..view + 1, lengths.get(doc as usize * most + view));
        }
    }

    #[inline]
    fn most(entries: &[Self::Entry]) -> u64 {
        entries.iter().map(|(_, count)| count).sum()
    }

    #[inline]
    fn frequencies(entries: &[Self::Entry], mut each: impl FnMut(Range<usize>, u64)) {
        for view in bits(any(entries)) {
            let tf = entries.iter().map(|(mask, count)| (mask >> view & 1) * count).sum();
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
