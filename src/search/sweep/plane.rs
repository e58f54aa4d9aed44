//! Nested views of the whole index at once: the level of every block, the lengths of every page, N and T of every view.

use super::Grid;
use super::steps::{TermRows, TermSteps};
use crate::search::corpus::{Corpus, Segment};
use crate::search::decimal::Decimal;
use crate::search::model::Statistics;
use crate::search::predicate::{Feature, Operator, Predicate, TitleRule};
use crate::search::view::BlockRun;
use rayon::prelude::*;
use std::ops::Range;
use tamis_blocks::page::BlockKind;

/// Views that one byte can tell apart.
const MOST_LEVELS: usize = 255;
/// Rows that are read together.
const RUN: u32 = 4096;

/// Nested views: the baseline, then some values of the inner axis from the loosest to the strictest.
pub(super) struct Plane {
    /// Where each view stands in what comes of a query (see [`super::Pass`]).
    pub places: Vec<usize>,
    pub segments: Vec<PlaneSegment>,
    /// One per view.
    pub statistics: Vec<Statistics>,
}

/// The levels of one segment's blocks. A block stands in the views `0..level`.
pub(super) struct PlaneSegment {
    levels: Vec<u8>,
    /// `steps[first_step[doc]..first_step[doc + 1]]`: views up to `level` (exclusive, from the last step's on) see
    /// `length` tokens of the page.
    first_step: Vec<u32>,
    steps: Vec<Step>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub level: u8,
    pub length: u32,
}

/// One plane per row of the grid, or more where one byte does not hold the inner axis. The first plane's first view is the
/// baseline, in place 0; the points of these rows follow.
pub(super) fn planes(corpus: &Corpus, grid: &Grid, rows: Range<usize>) -> Vec<Plane> {
    let order = grid.inner.by_strictness();
    let mut planes = Vec::new();
    for (number, row) in rows.enumerate() {
        for values in order.chunks(MOST_LEVELS - 1) {
            let first = number * grid.inner.values.len() + 1;
            let baseline = planes.is_empty().then_some(0);
            let places = baseline.into_iter().chain(values.iter().map(|value| first + value)).collect();
            let thresholds: Vec<Decimal> = values.iter().map(|&value| grid.inner.values[value]).collect();
            planes.push(Plane::new(corpus, grid, &grid.side(row), &thresholds, places));
        }
    }
    planes
}

/// Rows of the grid that are searched together, one stretch after the other, so that the levels of a stretch take at most
/// so many bytes; a row at least.
pub fn stretches(corpus: &Corpus, grid: &Grid, bytes: usize) -> Vec<Range<usize>> {
    let blocks: usize = corpus.segments.iter().map(Segment::rows).sum();
    let of_row = blocks.max(1) * grid.inner.values.len().div_ceil(MOST_LEVELS - 1);
    let (rows, most) = (grid.rows(), (bytes / of_row).max(1));
    (0..rows).step_by(most).map(|first| first..rows.min(first + most)).collect()
}

impl Plane {
    fn new(corpus: &Corpus, grid: &Grid, side: &Predicate, thresholds: &[Decimal], places: Vec<usize>) -> Self {
        let rule = LevelRule {
            side,
            thresholds,
            feature: grid.inner.feature,
            comparison: grid.inner.comparison,
            title: grid.title,
            baseline: places.len() - thresholds.len(),
            whole: Vec::new(),
        };
        let whole = (0..WHOLE).map(|number| rule.passed(number, 1)).collect();
        let rule = LevelRule { whole, ..rule };
        let segments: Vec<PlaneSegment> =
            corpus.segments.par_iter().map(|segment| PlaneSegment::new(segment, &rule)).collect();
        let statistics = statistics(&segments, places.len());
        Self { places, segments, statistics }
    }

    /// The decoded postings with the levels of this plane: `terms[segment][term]`.
    pub fn terms(&self, decoded: &[Vec<TermRows>]) -> Vec<Vec<TermSteps>> {
        let of_segment = |(rows, segment): (&Vec<TermRows>, &PlaneSegment)| {
            rows.iter().map(|rows| TermSteps::new(rows, &segment.levels)).collect()
        };
        decoded.iter().zip(&self.segments).map(of_segment).collect()
    }
}

/// N and T of every view, in one pass: a page's step counts in all views from the last step's level to its own.
fn statistics(segments: &[PlaneSegment], views: usize) -> Vec<Statistics> {
    // What a view has more than the next stricter one.
    let mut more = vec![(0i64, 0i64); views + 1];
    for segment in segments {
        for doc in 0..segment.first_step.len() - 1 {
            let mut from = 0;
            for step in segment.steps(doc as u32) {
                for (place, sign) in [(from, 1), (usize::from(step.level), -1)] {
                    more[place].0 += sign;
                    more[place].1 += sign * i64::from(step.length);
                }
                from = usize::from(step.level);
            }
        }
    }
    let mut sum = (0, 0);
    let running = more[..views].iter().map(|(pages, tokens)| {
        sum = (sum.0 + pages, sum.1 + tokens);
        Statistics { pages: sum.0 as u64, tokens: sum.1 as u64 }
    });
    running.collect()
}

/// How a block's level follows from its features.
struct LevelRule<'a> {
    side: &'a Predicate,
    /// From the loosest to the strictest.
    thresholds: &'a [Decimal],
    feature: Feature,
    comparison: Operator,
    title: TitleRule,
    /// 1 if the first view is the unfiltered text.
    baseline: usize,
    /// The levels of whole numbers: nearly all blocks have few words and one line.
    whole: Vec<u8>,
}

/// Whole numbers whose levels are looked up.
const WHOLE: u64 = 512;

impl LevelRule<'_> {
    fn columns(&self) -> u32 {
        let axis = Predicate::Feature(self.feature, self.comparison, Decimal::whole(0));
        self.side.columns() | axis.columns() | Predicate::Kind(BlockKind::Title).columns()
    }

    /// How many of the views permit this row of the run.
    fn level(&self, run: &BlockRun, row: usize, side: bool) -> u8 {
        match (run.is_title(row), self.title) {
            (true, TitleRule::Keep) => (self.baseline + self.thresholds.len()) as u8,
            (true, TitleRule::Drop) => 0,
            _ if !side => self.baseline as u8,
            _ => {
                let (numerator, denominator) = run.fraction(self.feature, row);
                match self.whole.get(numerator as usize) {
                    Some(level) if denominator == 1 => *level,
                    _ => self.passed(numerator, denominator),
                }
            }
        }
    }

    /// The level of a block that passes the side predicate and has this value.
    fn passed(&self, numerator: u64, denominator: u64) -> u8 {
        let holds = |value: &Decimal| self.comparison.holds(value.compare_fraction(numerator, denominator));
        (self.baseline + self.thresholds.partition_point(holds)) as u8
    }
}

impl PlaneSegment {
    fn new(segment: &Segment, rule: &LevelRule<'_>) -> Self {
        let mut plane = Self { levels: Vec::with_capacity(segment.rows()), first_step: vec![0], steps: Vec::new() };
        let (mut run, mut side) = (BlockRun::new(rule.columns()), Vec::new());
        for documents in segment.runs(RUN) {
            run.read(segment, &documents);
            run.evaluate(rule.side, &mut side);
            let first = segment.first_row[documents.start as usize] as usize;
            for doc in documents {
                let rows = segment.first_row[doc as usize] as usize - first
                    ..segment.first_row[doc as usize + 1] as usize - first;
                let alive = segment.is_alive(doc);
                let level = |row| if alive { rule.level(&run, row, side[row]) } else { 0 };
                plane.levels.extend(rows.clone().map(level));
                plane.push_steps(first + rows.start, rows.map(|row| run.tokens(row)));
            }
        }
        plane
    }

    /// The steps of a page whose rows begin at `first` and hold so many tokens each.
    fn push_steps(&mut self, first: usize, tokens: impl Iterator<Item = u64>) {
        let mut by_level = [0u64; MOST_LEVELS + 1];
        let (mut length, mut most) = (0, 0);
        for (row, tokens) in tokens.enumerate() {
            let level = self.levels[first + row];
            if level > 0 {
                by_level[usize::from(level)] += tokens;
                length += tokens;
                most = most.max(level);
            }
        }
        for level in 1..=most {
            let tokens = by_level[usize::from(level)];
            if tokens > 0 {
                self.steps.push(Step { level, length: length as u32 });
                length -= tokens;
            }
        }
        self.first_step.push(self.steps.len() as u32);
    }

    /// The steps of a page.
    pub fn steps(&self, doc: u32) -> &[Step] {
        &self.steps[self.first_step[doc as usize] as usize..self.first_step[doc as usize + 1] as usize]
    }
}
