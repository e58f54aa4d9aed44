//! Nested views. The views of a plane are ordered from the loosest to the strictest, and each
//! permits a part of what the one before permits; so one byte per block, its *level*, is the number
//! of views that permit the block.

use super::grid::Grid;
use super::grids::Grids;
use super::leveled::Leveled;
use super::masks::bits;
use super::weighing::{BlockWeights, Weigher, Weighing};
use crate::model::{Statistics, Unit};
use crate::rule::decimal::Decimal;
use crate::rule::predicate::{Feature, Operator, Predicate, TitleRule};
use crate::rule::weights::Weights;
use crate::view::compiled::{CodeVerdict, Compiled, verdict};
use crate::view::{BlockRange, RangeTokens, for_each_range};
use rayon::prelude::*;
use std::io;
use std::ops::Range;
use tamis_index::corpus::{Corpus, Segment};
use tamis_index::error::Result;

const MAX_LEVELS: usize = 255;

/// Nested views: the baseline (in the first plane only), then values of the inner axis.
pub(super) struct LevelPlane {
    pub(super) places: Vec<usize>,
    pub(super) segments: Vec<LevelSegment>,
    /// The unit of all amounts.
    pub(super) unit: Unit,
    pub(super) statistics: Vec<Statistics>,
}

/// The levels of one segment's blocks. The views `0..level` permit a block.
pub(super) struct LevelSegment {
    pub(super) levels: Vec<u8>,
    pub(super) weights: BlockWeights,
    /// The steps of a page are `steps[first_step[doc]..first_step[doc + 1]]`.
    first_step: Vec<u32>,
    /// The length of a page in the views from the previous step's level up to the level of this
    /// step (exclusive).
    steps: Vec<Leveled>,
}

/// Returns one plane per row of the grids, or more if the inner axis has more values than there are
/// levels. The first view of the first plane is the baseline, in place 0; the points of these rows
/// follow. The baseline counts every block once: if the first row does not, the baseline has a
/// plane of its own.
pub(super) fn planes(
    corpus: &Corpus,
    grids: &Grids,
    rows: Range<usize>,
    weigher: &mut Weigher<'_>,
) -> Result<Vec<LevelPlane>> {
    let mut planes = Vec::new();
    let (grid, row) = grids.row(rows.start);
    if !grid.weights(row).are_one() {
        let unweighted = weigher.weigh(&Weights::default())?;
        planes.push(LevelPlane::new(corpus, grid, &grid.side(row), &[], vec![0], unweighted)?);
    }
    let mut first = 1;
    for (grid, row) in rows.map(|row| grids.row(row)) {
        let weights = grid.weights(row);
        for values in grid.inner.by_strictness().chunks(MAX_LEVELS - 1) {
            let baseline = planes.is_empty().then_some(0);
            let places =
                baseline.into_iter().chain(values.iter().map(|value| first + value)).collect();
            let thresholds: Vec<Decimal> =
                values.iter().map(|&value| grid.inner.values[value]).collect();
            let weighing = weigher.weigh(&weights)?;
            planes.push(LevelPlane::new(
                corpus,
                grid,
                &grid.side(row),
                &thresholds,
                places,
                weighing,
            )?);
        }
        first += grid.inner.values.len();
    }
    Ok(planes)
}

/// Divides the rows of grids into batches whose levels take at most `bytes`; a batch has at least
/// one row.
pub fn row_batches(corpus: &Corpus, grids: &Grids, bytes: usize) -> Vec<Range<usize>> {
    let blocks: usize = corpus.segments.iter().map(Segment::rows).sum();
    // A block has a level of one byte; the steps of its page add half a byte (adn-typepad, 110
    // blocks a page).
    let plane = (blocks + blocks / 2).max(1);
    let mut row_batches: Vec<Range<usize>> = Vec::new();
    let mut taken: usize = 0;
    for row in 0..grids.rows() {
        let of_row =
            plane.saturating_mul(grids.row(row).0.inner.values.len().div_ceil(MAX_LEVELS - 1));
        taken = taken.saturating_add(of_row);
        match row_batches.last_mut().filter(|_| taken <= bytes) {
            Some(batch) => batch.end = row + 1,
            None => {
                row_batches.push(row..row + 1);
                taken = of_row;
            }
        }
    }
    row_batches
}

impl LevelPlane {
    fn new(
        corpus: &Corpus,
        grid: &Grid,
        side: &Predicate,
        thresholds: &[Decimal],
        places: Vec<usize>,
        weighing: Weighing,
    ) -> Result<Self> {
        corpus.check(side.columns().union(grid.inner.feature.columns()))?;
        let rule = LevelRule::new(grid, side, thresholds, places.len() - thresholds.len());
        let Weighing { segments: weights, unit } = weighing;
        let segments: Vec<LevelSegment> = corpus
            .segments
            .par_iter()
            .zip(weights)
            .map(|(segment, weights)| {
                LevelSegment::new(segment, &rule, weights).map_err(|e| corpus.error(segment, e))
            })
            .collect::<Result<_>>()?;
        let statistics = statistics(&segments, places.len(), unit);
        Ok(Self { places, segments, unit, statistics })
    }
}

/// Returns N and T of every view, in one pass over the steps.
fn statistics(segments: &[LevelSegment], views: usize, unit: Unit) -> Vec<Statistics> {
    // The change of N and T from each view to the next stricter one.
    let mut more = vec![(0i64, 0i64); views + 1];
    for segment in segments {
        for doc in 0..segment.first_step.len() - 1 {
            let mut from = 0;
            for step in segment.steps(doc as u32) {
                for (place, sign) in [(from, 1), (step.level(), -1)] {
                    more[place].0 += sign;
                    more[place].1 += sign * step.amount() as i64;
                }
                from = step.level();
            }
        }
    }
    let mut statistics = Vec::with_capacity(views);
    let mut pages = 0;
    let mut tokens = 0;
    for (more_pages, more_tokens) in &more[..views] {
        pages += more_pages;
        tokens += more_tokens;
        statistics.push(Statistics { pages: pages as u64, tokens: tokens as u64, unit });
    }
    statistics
}

/// Computes the levels of blocks from their codes.
struct LevelRule<'a> {
    side: Compiled,
    /// The values of the inner axis, from the loosest to the strictest.
    thresholds: &'a [Decimal],
    feature: Feature,
    comparison: Operator,
    title: TitleRule,
    /// 1 if the first view is the baseline, else 0.
    baseline: usize,
    /// The level of a block that the side rule permits, by its code.
    by_code: [u8; 256],
    /// Whether the numbers of a block decide instead, by its code.
    is_open: [bool; 256],
}

impl<'a> LevelRule<'a> {
    fn new(grid: &Grid, side: &Predicate, thresholds: &'a [Decimal], baseline: usize) -> Self {
        let mut rule = Self {
            side: Compiled::new(side),
            thresholds,
            feature: grid.inner.feature,
            comparison: grid.inner.comparison,
            title: grid.title,
            baseline,
            by_code: [0; 256],
            is_open: [false; 256],
        };
        for code in 0..=u8::MAX {
            match rule.level_of_code(code) {
                Some(level) => rule.by_code[usize::from(code)] = level,
                None => rule.is_open[usize::from(code)] = true,
            }
        }
        rule
    }

    /// Returns the level that a code decides; none if the numbers of the block do.
    fn level_of_code(&self, code: u8) -> Option<u8> {
        let verdict = |value: &Decimal| verdict(self.feature, self.comparison, *value, code);
        let verdicts: Vec<CodeVerdict> = self.thresholds.iter().map(verdict).collect();
        let passed = verdicts.iter().take_while(|verdict| **verdict == CodeVerdict::Holds).count();
        (!verdicts.contains(&CodeVerdict::Open)).then_some((self.baseline + passed) as u8)
    }

    /// Sets the levels of the rows of a range, whose `side` is which rows the side rule permits.
    fn levels(
        &self,
        range: &BlockRange<'_>,
        side: &[bool],
        levels: &mut Vec<u8>,
    ) -> io::Result<()> {
        let baseline = self.baseline as u8;
        let codes = range.codes(self.feature)?;
        levels.clear();
        let permitted = codes.iter().zip(side);
        levels.extend(
            permitted.map(
                |(code, side)| {
                    if *side { self.by_code[usize::from(*code)] } else { baseline }
                },
            ),
        );
        if self.is_open.contains(&true) {
            let rows = codes.iter().zip(side).enumerate();
            let open = rows.filter(|(_, (code, side))| **side && self.is_open[usize::from(**code)]);
            range.fractions(self.feature, open.map(|(row, _)| row), |row, fraction| {
                levels[row] = fraction.map_or(baseline, |fraction| self.passed(fraction));
            })?;
        }
        let of_title = match self.title {
            TitleRule::Keep => (self.baseline + self.thresholds.len()) as u8,
            TitleRule::Drop => 0,
            TitleRule::Block => return Ok(()),
        };
        range.for_each_title(|row| levels[row] = of_title)
    }

    /// Returns the level of a block that the side rule permits and whose feature has this value.
    fn passed(&self, (numerator, denominator): (u64, u64)) -> u8 {
        let holds =
            |value: &Decimal| self.comparison.holds(value.compare_fraction(numerator, denominator));
        (self.baseline + self.thresholds.partition_point(holds)) as u8
    }
}

impl LevelSegment {
    fn new(segment: &Segment, rule: &LevelRule<'_>, weights: BlockWeights) -> io::Result<Self> {
        let levels = Vec::with_capacity(segment.rows());
        let mut leveled = Self { levels, weights, first_step: vec![0], steps: Vec::new() };
        let mut side = Vec::new();
        let mut levels = Vec::new();
        let mut by_level = [0; MAX_LEVELS + 1];
        for_each_range(segment, |range| {
            range.evaluate(&rule.side, &mut side)?;
            rule.levels(range, &side, &mut levels)?;
            leveled.push_levels(range, &mut levels);
            let tokens = range.tokens()?;
            for doc in range.pages.clone() {
                leveled.push_steps(doc, range, &tokens, &mut by_level);
            }
            Ok(())
        })?;
        Ok(leveled)
    }

    /// Adds the levels of a range. A block with the weight 0 and a page that searches do not see
    /// are in no view.
    fn push_levels(&mut self, range: &BlockRange<'_>, levels: &mut [u8]) {
        for doc in range.pages.clone().filter(|&doc| !range.segment.is_alive(doc)) {
            levels[range.rows_of(doc)].fill(0);
        }
        if !matches!(self.weights, BlockWeights::One) {
            for (row, level) in (range.first as usize..).zip(levels.iter_mut()) {
                *level = if self.weights.weight(row) > 0 { *level } else { 0 };
            }
        }
        self.levels.extend_from_slice(levels);
    }

    /// Adds the steps of a page of the range whose levels are known. `by_level` are zeros, and are
    /// left so.
    fn push_steps(
        &mut self,
        doc: u32,
        range: &BlockRange<'_>,
        tokens: &RangeTokens<'_>,
        by_level: &mut [u64; MAX_LEVELS + 1],
    ) {
        let first = range.first as usize;
        // Few of the levels occur in a page: one bit each.
        let mut occur = [0u64; (MAX_LEVELS + 1) / 64];
        for row in range.rows_of(doc) {
            let level = usize::from(self.levels[first + row]);
            by_level[level] += tokens.get(row) * self.weights.weight(first + row);
            occur[level / 64] |= 1 << (level % 64);
        }
        by_level[0] = 0;
        let levels =
            || (0..).zip(occur).flat_map(|(at, some)| bits(some).map(move |b| 64 * at + b));
        let mut length = levels().map(|level| by_level[level]).sum();
        for level in levels() {
            let tokens = std::mem::take(&mut by_level[level]);
            if tokens > 0 {
                self.steps.push(Leveled::new(level as u8, length));
                length -= tokens;
            }
        }
        self.first_step.push(self.steps.len() as u32);
    }

    #[inline]
    pub(super) fn steps(&self, doc: u32) -> &[Leveled] {
        &self.steps
            [self.first_step[doc as usize] as usize..self.first_step[doc as usize + 1] as usize]
    }
}
