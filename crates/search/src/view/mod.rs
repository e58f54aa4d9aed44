//! Views: the result of a rule over a corpus. A view is one bit per block, one length per page, and
//! totals. Memory: one bit per block (one byte, if blocks have other weights than 0 and 1) and four
//! bytes per page; columns are read in chunks of whole pages.

pub(crate) mod amounts;
pub mod little_text;

use super::model::Statistics;
use crate::rule::decimal::Decimal;
use crate::rule::predicate::{Feature, Operator, Predicate};
use crate::rule::weights::{BARRED, BlockRule, ByClass, NO_RULE, SCORED, Weights};
use crate::view::amounts::Amounts;
use rayon::prelude::*;
use std::io;
use std::ops::Range;
use tamis_blocks::page::BlockKind;
use tamis_index::corpus::{Corpus, Segment};
use tamis_index::error::Result;
use tamis_index::index::columns::{BlockColumn, BlockNumbers, ColumnSet};

/// The blocks of a corpus that a rule permits, with their weights.
#[derive(Debug, Clone)]
pub struct View {
    /// One per segment of the corpus.
    pub segments: Vec<SegmentView>,
    /// N and T of the permitted text.
    pub statistics: Statistics,
}

/// The blocks of a segment that a rule permits, with their weights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SegmentView {
    blocks: Blocks,
    /// The permitted tokens of every page, weighted.
    lengths: Amounts,
    /// Whether a block with tokens is permitted, whatever its weight. Known only with weights.
    any: bool,
}

/// What the tokens of every block count.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Blocks {
    /// One bit per block: a token of a permitted block counts once.
    Once(Vec<u64>),
    /// The class of every block, and what a token counts in each class.
    ByClass(Vec<u8>, Box<ByClass>),
}

/// The needed columns of the blocks of a range of whole pages.
pub(crate) struct BlockRange<'a> {
    pub segment: &'a Segment,
    pub pages: Range<u32>,
    columns: BlockNumbers,
    /// The first row of the range.
    pub first: u32,
    /// The number of rows.
    pub rows: usize,
}

impl View {
    /// Evaluates a rule over every block of the corpus. A [`super::Predicate`] is a rule without
    /// weights.
    ///
    /// # Errors
    /// If the index cannot be read; [`tamis_index::Error::Setting`] if some text is permitted and
    /// all of it has the weight 0.
    pub fn new(corpus: &Corpus, rule: impl Into<BlockRule>) -> Result<Self> {
        let view = Self::evaluate(corpus, &rule.into())?;
        let is_weighed_away =
            view.statistics.pages == 0 && view.segments.iter().any(|segment| segment.any);
        if is_weighed_away { Err(BlockRule::nothing_left()) } else { Ok(view) }
    }

    /// Does the same, also if all the text has the weight 0.
    pub(crate) fn evaluate(corpus: &Corpus, rule: &BlockRule) -> Result<Self> {
        corpus.check(rule.columns())?;
        let segments: Vec<SegmentView> = corpus
            .segments
            .par_iter()
            .map(|segment| SegmentView::new(segment, rule).map_err(|e| corpus.error(segment, e)))
            .collect::<Result<_>>()?;
        let lengths = || segments.iter().flat_map(|segment| segment.lengths.iter());
        let pages = lengths().filter(|&length| length > 0).count() as u64;
        let statistics = Statistics { pages, tokens: lengths().sum(), unit: rule.weights.unit() };
        Ok(Self { segments, statistics })
    }

    /// Whether a token of every permitted block counts once.
    pub fn only_selects(&self) -> bool {
        self.segments.iter().all(|segment| matches!(segment.blocks, Blocks::Once(_)))
    }
}

impl SegmentView {
    fn new(segment: &Segment, rule: &BlockRule) -> io::Result<Self> {
        let blocks = if rule.weights.only_select() {
            Blocks::Once(vec![0; segment.rows().div_ceil(64)])
        } else {
            let by_class = Box::new(rule.weights.by_class());
            Blocks::ByClass(Vec::with_capacity(segment.rows()), by_class)
        };
        let lengths = Amounts::with_capacity(segment.documents() as usize);
        let mut view = Self { blocks, lengths, any: false };
        let mut mask = Vec::new();
        let mut classes = Vec::new();
        for_each_range(segment, rule.columns(), |range| {
            range.evaluate(&rule.permits, &mut mask);
            if !rule.weights.is_empty() {
                range.classify(&rule.weights, &mut classes);
                view.weigh(range, &mut mask, &mut classes, &rule.weights.by_class());
            }
            view.add(range, &mask, &mut classes);
        })?;
        Ok(view)
    }

    /// Bars the blocks of a range with the weight 0.
    fn weigh(
        &mut self,
        range: &BlockRange<'_>,
        mask: &mut [bool],
        classes: &mut [u8],
        amounts: &ByClass,
    ) {
        for doc in range.pages.clone().filter(|&doc| range.segment.is_alive(doc)) {
            self.any |= range.rows_of(doc).any(|row| mask[row] && range.tokens(row) > 0);
        }
        for (permitted, class) in mask.iter_mut().zip(classes) {
            *permitted &= amounts[usize::from(*class)] > 0;
            *class = if *permitted { *class } else { BARRED };
        }
    }

    /// Adds the blocks of a range and the lengths of its pages.
    fn add(&mut self, range: &BlockRange<'_>, mask: &[bool], classes: &mut [u8]) {
        for doc in range.pages.clone() {
            let mut length = 0;
            let rows = range.rows_of(doc);
            let alive = range.segment.is_alive(doc);
            match &mut self.blocks {
                Blocks::Once(permitted) if alive => {
                    for row in rows {
                        let bit = u64::from(mask[row]);
                        let of_segment = range.first as usize + row;
                        permitted[of_segment / 64] |= bit << (of_segment % 64);
                        length += range.tokens(row) * bit;
                    }
                }
                Blocks::Once(_) => {}
                Blocks::ByClass(_, _) if !alive => classes[rows].fill(BARRED),
                Blocks::ByClass(_, amounts) => {
                    for row in rows {
                        let amount = amounts[usize::from(classes[row])];
                        length += range.tokens(row) * u64::from(amount);
                    }
                }
            }
            self.lengths.push(length);
        }
        if let Blocks::ByClass(of_segment, _) = &mut self.blocks {
            of_segment.extend_from_slice(classes);
        }
    }

    /// Whether a block is permitted, with a weight above 0.
    #[inline]
    pub fn permits(&self, row: u32) -> bool {
        self.amount(row) > 0
    }

    /// Returns what a token of a block counts, in the unit of the view; 0 if the block is not
    /// permitted.
    #[inline]
    pub fn amount(&self, row: u32) -> u64 {
        match &self.blocks {
            Blocks::Once(permitted) => permitted[row as usize / 64] >> (row % 64) & 1,
            Blocks::ByClass(classes, amounts) => amounts[usize::from(classes[row as usize])].into(),
        }
    }

    /// Returns the term frequency of a term that occurs in these rows of a page, in the unit of the
    /// view.
    #[inline]
    pub fn frequency(&self, rows: &[u32]) -> u64 {
        match &self.blocks {
            Blocks::Once(permitted) => rows
                .iter()
                .filter(|&&row| permitted[row as usize / 64] >> (row % 64) & 1 == 1)
                .count() as u64,
            Blocks::ByClass(..) => rows.iter().map(|&row| self.amount(row)).sum(),
        }
    }

    /// Returns the permitted tokens of a page, in the unit of the view. If 0, the page is not in
    /// the view.
    #[inline]
    pub fn length(&self, doc: u32) -> u64 {
        self.lengths.get(doc as usize)
    }

    /// Returns the number of pages, including those that are not in the view.
    pub fn documents(&self) -> usize {
        self.lengths.len()
    }
}

/// Returns the class of a block for which no rule holds, by its stored score.
#[inline]
fn class_of_score(stored: u64) -> u8 {
    match stored.checked_sub(1) {
        Some(hundredths) => SCORED + hundredths.min(100) as u8,
        None => NO_RULE,
    }
}

/// Reads these columns and the tokens of all blocks of a segment, and calls `visit` with every
/// range of pages, in order.
pub(crate) fn for_each_range(
    segment: &Segment,
    columns: ColumnSet,
    mut visit: impl FnMut(&BlockRange<'_>),
) -> io::Result<()> {
    let needed = columns.with(BlockColumn::Tokens);
    let columns = BlockNumbers::default();
    let mut range = BlockRange { segment, pages: 0..0, columns, first: 0, rows: 0 };
    for pages in segment.page_ranges() {
        range.first = segment.first_row[pages.start as usize];
        range.rows = (segment.first_row[pages.end as usize] - range.first) as usize;
        segment.read(&pages, needed, &mut range.columns)?;
        range.pages = pages;
        visit(&range);
    }
    Ok(())
}

impl BlockRange<'_> {
    /// Returns the rows of a page of the range, counted from the start of the range.
    pub fn rows_of(&self, doc: u32) -> Range<usize> {
        self.row(doc)..self.row(doc + 1)
    }

    /// Returns the first row of a page, counted from the start of the range.
    fn row(&self, doc: u32) -> usize {
        (self.segment.first_row[doc as usize] - self.first) as usize
    }

    /// Whether a row is its page's title.
    pub fn is_title(&self, row: usize) -> bool {
        self.columns[BlockColumn::Kind][row] == 1
    }

    /// Returns a feature of a row as the fraction that [`crate::rule::predicate::RuleRow::compare`]
    /// compares; none if the row has no such value.
    pub fn fraction(&self, feature: Feature, row: usize) -> Option<(u64, u64)> {
        feature.fraction(|column| self.columns[column][row])
    }

    /// Returns the analyzed tokens of a row.
    pub fn tokens(&self, row: usize) -> u64 {
        self.columns[BlockColumn::Tokens][row]
    }

    /// Evaluates a predicate for all rows, with one loop over the columns per comparison.
    pub fn evaluate(&self, predicate: &Predicate, mask: &mut Vec<bool>) {
        mask.clear();
        match predicate {
            Predicate::All => mask.resize(self.rows, true),
            Predicate::Label(bit, _) => {
                let labels = self.columns[BlockColumn::Labels].iter();
                mask.extend(labels.map(|labels| labels >> bit & 1 == 1));
            }
            Predicate::Kind(kind) => {
                let kinds = self.columns[BlockColumn::Kind].iter();
                let is_title = *kind == BlockKind::Title;
                mask.extend(kinds.map(|&kind| (kind == 1) == is_title));
            }
            Predicate::Feature(feature, comparison, value) => {
                self.compare(*feature, *comparison, *value, mask);
            }
            Predicate::Not(inner) => {
                self.evaluate(inner, mask);
                for permitted in mask {
                    *permitted = !*permitted;
                }
            }
            Predicate::And(parts) => self.combine(parts, true, mask, |a, b| a & b),
            Predicate::Or(parts) => self.combine(parts, false, mask, |a, b| a | b),
        }
    }

    /// Sets the class of every row: the number of the first rule that holds, else that of its score
    /// from [`SCORED`] on if it weighs that, else [`NO_RULE`].
    pub fn classify(&self, weights: &Weights, classes: &mut Vec<u8>) {
        classes.clear();
        match weights.by() {
            Some(score) => {
                let scores = &self.columns[score.column()][..self.rows];
                classes.extend(scores.iter().map(|&stored| class_of_score(stored)));
            }
            None => classes.resize(self.rows, NO_RULE),
        }
        let mut mask = Vec::new();
        // The last rule first, so that the first one that holds is the one that stays.
        for (number, rule) in (0..NO_RULE).zip(weights.rules()).rev() {
            self.evaluate(&rule.rule, &mut mask);
            for (class, holds) in classes.iter_mut().zip(&mask) {
                if *holds {
                    *class = number;
                }
            }
        }
    }

    /// Compares a feature of all rows as [`crate::rule::predicate::RuleRow::compare`] does.
    fn compare(
        &self,
        feature: Feature,
        comparison: Operator,
        value: Decimal,
        mask: &mut Vec<bool>,
    ) {
        let holds = |(numerator, denominator)| {
            comparison.holds(value.compare_fraction(numerator, denominator))
        };
        mask.extend((0..self.rows).map(|row| self.fraction(feature, row).is_some_and(holds)));
    }

    /// Combines the masks of all parts; `empty` is the mask of no part.
    fn combine(
        &self,
        parts: &[Predicate],
        empty: bool,
        mask: &mut Vec<bool>,
        with: impl Fn(bool, bool) -> bool,
    ) {
        mask.resize(self.rows, empty);
        let mut of_part = Vec::new();
        for part in parts {
            self.evaluate(part, &mut of_part);
            for (permitted, part) in mask.iter_mut().zip(&of_part) {
                *permitted = with(*permitted, *part);
            }
        }
    }
}
