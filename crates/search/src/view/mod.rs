//! Views: the result of a rule over a corpus. A view is one bit per block, one length per page, and
//! totals. Memory: one bit per block (one byte, if blocks have other weights than 0 and 1) and four
//! bytes per page. The codes of blocks are read from the memory map, and compared many at a time.

pub(crate) mod amounts;
mod classes;
pub(crate) mod compiled;
pub mod little_text;
pub(crate) mod range;

pub(crate) use self::classes::CompiledWeights;
use self::compiled::Compiled;
pub(crate) use self::range::{BlockRange, Tokens, for_each_range};
use super::model::Statistics;
use crate::rule::weights::{BARRED, BlockRule, ByClass};
use crate::view::amounts::Amounts;
use rayon::prelude::*;
use std::io;
use tamis_index::corpus::{Corpus, Segment};
use tamis_index::error::Result;

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
    /// The fewest of a page that is in the view; 0 if none is.
    shortest: u64,
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

/// A rule made ready for many blocks.
struct CompiledRule {
    permits: Compiled,
    /// None if no block is weighed.
    classes: Option<CompiledWeights>,
    amounts: ByClass,
    only_selects: bool,
}

impl CompiledRule {
    fn new(rule: &BlockRule) -> Self {
        let weights = &rule.weights;
        Self {
            permits: Compiled::new(&rule.permits),
            classes: (!weights.is_empty()).then(|| CompiledWeights::new(weights)),
            amounts: weights.by_class(),
            only_selects: weights.only_select(),
        }
    }
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
        let compiled = CompiledRule::new(rule);
        let segments: Vec<SegmentView> = corpus
            .segments
            .par_iter()
            .map(|segment| {
                SegmentView::new(segment, &compiled).map_err(|e| corpus.error(segment, e))
            })
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
    fn new(segment: &Segment, rule: &CompiledRule) -> io::Result<Self> {
        let blocks = if rule.only_selects {
            Blocks::Once(vec![0; segment.rows().div_ceil(64)])
        } else {
            let by_class = Box::new(rule.amounts);
            Blocks::ByClass(Vec::with_capacity(segment.rows()), by_class)
        };
        let lengths = Amounts::with_capacity(segment.documents() as usize);
        let mut view = Self { blocks, lengths, shortest: 0, any: false };
        let mut mask = Vec::new();
        let mut classes = Vec::new();
        for_each_range(segment, |range| {
            range.evaluate(&rule.permits, &mut mask)?;
            range.bar_unseen(&mut mask);
            let tokens = range.tokens()?;
            if let Some(weights) = &rule.classes {
                range.classify(weights, &mut classes)?;
                view.weigh(&tokens, range, &mut mask, &mut classes, &rule.amounts);
            }
            view.add(range, &tokens, &mask, &classes);
            Ok(())
        })?;
        view.shortest = view.lengths.least().unwrap_or(0);
        Ok(view)
    }

    /// Bars the blocks of a range with the weight 0.
    fn weigh(
        &mut self,
        tokens: &Tokens<'_>,
        range: &BlockRange<'_>,
        mask: &mut [bool],
        classes: &mut [u8],
        amounts: &ByClass,
    ) {
        self.any |= tokens.permitted(0..range.rows, mask) > 0;
        for (permitted, class) in mask.iter_mut().zip(classes) {
            *permitted &= amounts[usize::from(*class)] > 0;
            *class = if *permitted { *class } else { BARRED };
        }
    }

    /// Adds the blocks of a range and the lengths of its pages. Without weights there are no
    /// classes.
    fn add(&mut self, range: &BlockRange<'_>, tokens: &Tokens<'_>, mask: &[bool], classes: &[u8]) {
        match &mut self.blocks {
            Blocks::Once(permitted) => {
                pack(mask, range.first as usize, permitted);
                for doc in range.pages.clone() {
                    self.lengths.push(tokens.permitted(range.rows_of(doc), mask));
                }
            }
            Blocks::ByClass(of_segment, by_class) => {
                of_segment.extend_from_slice(classes);
                let amounts = classes.iter().map(|class| by_class[usize::from(*class)]);
                let amounts: Vec<u16> = amounts.collect();
                for doc in range.pages.clone() {
                    self.lengths.push(tokens.weighted(range.rows_of(doc), &amounts));
                }
            }
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

    /// Returns the fewest permitted tokens of a page that is in the view; 0 if none is.
    pub fn shortest(&self) -> u64 {
        self.shortest
    }

    /// Returns the number of pages, including those that are not in the view.
    pub fn documents(&self) -> usize {
        self.lengths.len()
    }
}

/// Sets the bits of the permitted rows, the first of which has the number `first` in its segment.
fn pack(mask: &[bool], first: usize, permitted: &mut [u64]) {
    /// Moves the lowest bit of byte n to bit 56 + n.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (eights, rest) = mask.as_chunks::<8>();
    let mut row = first;
    let mut add = |bits: u64| {
        let shift = row % 64;
        permitted[row / 64] |= bits << shift;
        if shift > 56 {
            // The bits beyond the word; the last word of a segment has none.
            let beyond = bits >> (64 - shift);
            if beyond > 0 {
                permitted[row / 64 + 1] |= beyond;
            }
        }
        row += 8;
    };
    for eight in eights {
        add(u64::from_le_bytes(eight.map(u8::from)).wrapping_mul(GATHER) >> 56);
    }
    let rest = rest.iter().rev().fold(0, |bits, permitted| bits << 1 | u64::from(*permitted));
    if rest > 0 {
        add(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn permitted_rows_become_bits(
            ranges in prop::collection::vec(prop::collection::vec(any::<bool>(), 0..300), 1..5),
        ) {
            let all = ranges.concat();
            let mut bits = vec![0; all.len().div_ceil(64)];
            let mut first = 0;
            for mask in &ranges {
                pack(mask, first, &mut bits);
                first += mask.len();
            }
            for (row, permitted) in all.iter().enumerate() {
                prop_assert_eq!(bits[row / 64] >> (row % 64) & 1 == 1, *permitted);
            }
        }
    }
}
