//! Views: the result of a predicate over a corpus. A view is one bit per block, one length per page, and totals. Memory:
//! one bit per block and four bytes per page; columns are read in chunks of whole pages.

use super::corpus::{Corpus, Segment};
use super::decimal::Decimal;
use super::model::Statistics;
use super::predicate::{Feature, Operator, Predicate};
use crate::index::columns::{BlockNumbers, KIND, LABELS, TOKENS};
use rayon::prelude::*;
use std::ops::Range;
use tamis_blocks::page::BlockKind;

/// The approximate number of rows that are read and evaluated at a time.
pub(super) const RUN: u32 = 4096;

/// The blocks of a corpus that a predicate permits.
#[derive(Debug, Clone)]
pub struct View {
    /// One per segment of the corpus.
    pub segments: Vec<SegmentView>,
    /// N and T of the permitted text.
    pub statistics: Statistics,
}

/// The blocks of a segment that a predicate permits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SegmentView {
    permitted: Vec<u64>,
    /// The permitted tokens of every page.
    pub lengths: Vec<u32>,
}

/// The needed numbers of the blocks in a run of whole pages.
pub(super) struct BlockRun {
    /// The needed numbers: bits in the order of [`super::predicate::BlockRow`].
    needed: u32,
    columns: BlockNumbers,
    /// The first row of the run.
    first: u32,
    /// The number of rows.
    pub rows: usize,
}

impl View {
    /// Evaluates a predicate over every block of the corpus.
    pub fn new(corpus: &Corpus, predicate: &Predicate) -> Self {
        let segments: Vec<SegmentView> =
            corpus.segments.par_iter().map(|segment| SegmentView::new(segment, predicate)).collect();
        let lengths = || segments.iter().flat_map(|segment| &segment.lengths);
        let pages = lengths().filter(|&&length| length > 0).count() as u64;
        let tokens = lengths().map(|&length| u64::from(length)).sum();
        Self { segments, statistics: Statistics { pages, tokens } }
    }
}

impl SegmentView {
    fn new(segment: &Segment, predicate: &Predicate) -> Self {
        let mut view = Self {
            permitted: vec![0; segment.rows().div_ceil(64)],
            lengths: Vec::with_capacity(segment.documents() as usize),
        };
        let mut run = BlockRun::new(predicate.columns());
        let mut mask = Vec::new();
        for documents in segment.runs(RUN) {
            run.read(segment, &documents);
            run.evaluate(predicate, &mut mask);
            view.take(segment, documents, &run, &mask);
        }
        view
    }

    /// Adds the bits of a run and the lengths of its pages.
    fn take(&mut self, segment: &Segment, documents: Range<u32>, run: &BlockRun, mask: &[bool]) {
        for doc in documents {
            let mut length = 0;
            if segment.is_alive(doc) {
                for row in run.rows_of(segment, doc) {
                    let (bit, of_segment) = (u64::from(mask[row]), run.first as usize + row);
                    self.permitted[of_segment / 64] |= bit << (of_segment % 64);
                    length += run.tokens(row) * bit;
                }
            }
            self.lengths.push(length as u32);
        }
    }

    /// Whether a block is permitted.
    pub fn permits(&self, row: u32) -> bool {
        self.permitted[row as usize / 64] >> (row % 64) & 1 == 1
    }
}

impl BlockRun {
    /// Returns a buffer for these numbers and the tokens.
    pub fn new(columns: u32) -> Self {
        Self { needed: columns | 1 << TOKENS, columns: BlockNumbers::default(), first: 0, rows: 0 }
    }

    /// Reads the rows of these pages.
    pub fn read(&mut self, segment: &Segment, documents: &Range<u32>) {
        self.first = segment.first_row[documents.start as usize];
        self.rows = (segment.first_row[documents.end as usize] - self.first) as usize;
        let _ = segment.read(documents, self.needed, &mut self.columns);
    }

    /// Returns the rows of a page of the run, counted from the start of the run.
    pub fn rows_of(&self, segment: &Segment, doc: u32) -> Range<usize> {
        let row = |doc: u32| (segment.first_row[doc as usize] - self.first) as usize;
        row(doc)..row(doc + 1)
    }

    /// Whether a row is its page's title.
    pub fn is_title(&self, row: usize) -> bool {
        self.columns[KIND][row] == 1
    }

    /// Returns a feature of a row as the fraction that [`super::predicate::BlockRow::compare`] compares; none if the row has no
    /// such value.
    pub fn fraction(&self, feature: Feature, row: usize) -> Option<(u64, u64)> {
        feature.fraction(|number| self.columns[number][row])
    }

    /// Returns the analyzed tokens of a row.
    pub fn tokens(&self, row: usize) -> u64 {
        self.columns[TOKENS][row]
    }

    /// Evaluates a predicate for all rows, with one loop over the columns per comparison.
    pub fn evaluate(&self, predicate: &Predicate, mask: &mut Vec<bool>) {
        mask.clear();
        match predicate {
            Predicate::All => mask.resize(self.rows, true),
            Predicate::Label(bit, _) => mask.extend(self.columns[LABELS].iter().map(|labels| labels >> bit & 1 == 1)),
            Predicate::Kind(kind) => mask.extend(
                self.columns[KIND].iter().map(|&kind_of_row| (kind_of_row == 1) == (*kind == BlockKind::Title)),
            ),
            Predicate::Feature(feature, comparison, value) => self.compare(*feature, *comparison, *value, mask),
            Predicate::Not(inner) => {
                self.evaluate(inner, mask);
                mask.iter_mut().for_each(|permitted| *permitted = !*permitted);
            }
            Predicate::And(parts) => self.combine(parts, true, mask, |a, b| a & b),
            Predicate::Or(parts) => self.combine(parts, false, mask, |a, b| a | b),
        }
    }

    /// Compares a feature of all rows as [`super::predicate::BlockRow::compare`] does.
    fn compare(&self, feature: Feature, comparison: Operator, value: Decimal, mask: &mut Vec<bool>) {
        let holds = |(numerator, denominator)| comparison.holds(value.compare_fraction(numerator, denominator));
        mask.extend((0..self.rows).map(|row| self.fraction(feature, row).is_some_and(holds)));
    }

    /// Combines the masks of all parts; `empty` is the mask of no part.
    fn combine(&self, parts: &[Predicate], empty: bool, mask: &mut Vec<bool>, with: impl Fn(bool, bool) -> bool) {
        mask.resize(self.rows, empty);
        let mut of_part = Vec::new();
        for part in parts {
            self.evaluate(part, &mut of_part);
            mask.iter_mut().zip(&of_part).for_each(|(permitted, part)| *permitted = with(*permitted, *part));
        }
    }
}
