//! Views: the result of a rule over a corpus. A view is one bit per block, one length per page, and
//! totals. Memory: one bit per block (2, 4 or 8 if blocks have other weights than 0 and 1) and four
//! bytes per page. The codes of blocks are read from the memory map, and compared many at a time.

pub(crate) mod amounts;
mod classes;
pub(crate) mod compiled;
pub mod little_text;
mod packed;
pub(crate) mod range;

pub(crate) use self::classes::CompiledWeights;
use self::compiled::Compiled;
use self::packed::PackedNumbers;
pub(crate) use self::range::{BlockRange, RangeTokens, for_each_range};
use super::model::Statistics;
use crate::rule::weights::{BARRED, BlockRule, ByClass, by_low_bits};
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
    blocks: BlockTokens,
    /// The permitted tokens of every page, weighted.
    lengths: Amounts,
    /// The fewest of a page that is in the view; 0 if none is.
    shortest: u64,
    /// Whether a block with tokens is permitted, whatever its weight. Known only with weights.
    any: bool,
    /// Whether every block of every page is permitted, each token once.
    everything: bool,
}

/// What the tokens of every block count.
#[derive(Debug, Clone, PartialEq, Eq)]
enum BlockTokens {
    /// One bit per block: a token of a permitted block counts once.
    Once(PackedNumbers),
    /// The low bits of the class of every block, and what a token counts by these.
    ByClass(PackedNumbers, Box<ByClass>),
}

/// A rule made ready for many blocks.
struct CompiledRule {
    permits: Compiled,
    /// None if no block is weighed.
    classes: Option<CompiledWeights>,
    amounts: ByClass,
    /// The bits that tell the classes apart.
    width: u32,
    only_selects: bool,
}

impl CompiledRule {
    fn new(rule: &BlockRule) -> Self {
        let weights = &rule.weights;
        Self {
            permits: Compiled::new(&rule.permits),
            classes: (!weights.is_empty()).then(|| CompiledWeights::new(weights)),
            amounts: weights.by_class(),
            width: weights.class_bits(),
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

    /// Returns the bytes that it takes in memory.
    pub fn bytes(&self) -> u64 {
        self.segments.iter().map(SegmentView::bytes).sum()
    }

    /// Whether a token of every permitted block counts once.
    pub fn only_selects(&self) -> bool {
        self.segments.iter().all(|segment| matches!(segment.blocks, BlockTokens::Once(_)))
    }
}

impl SegmentView {
    fn new(segment: &Segment, rule: &CompiledRule) -> io::Result<Self> {
        let blocks = if rule.only_selects {
            BlockTokens::Once(PackedNumbers::with_capacity(1, segment.rows()))
        } else {
            let packed = PackedNumbers::with_capacity(rule.width, segment.rows());
            BlockTokens::ByClass(packed, Box::new(by_low_bits(&rule.amounts, rule.width)))
        };
        let lengths = Amounts::with_capacity(segment.documents() as usize);
        let mut view = Self { blocks, lengths, shortest: 0, any: false, everything: false };
        let mut mask = Vec::new();
        let mut classes = Vec::new();
        let mut amounts = Vec::new();
        for_each_range(segment, |range| {
            range.evaluate(&rule.permits, &mut mask)?;
            range.bar_unseen(&mut mask);
            let tokens = range.tokens()?;
            if let Some(weights) = &rule.classes {
                view.any = view.any || tokens.permitted(0..range.rows, &mask) > 0;
                range.classify(weights, &mut classes)?;
                for (class, permitted) in classes.iter_mut().zip(&mask) {
                    // All bits of this class are set.
                    *class |= BARRED * u8::from(!permitted);
                }
                amounts.clear();
                amounts.extend(classes.iter().map(|class| rule.amounts[usize::from(*class)]));
            }
            view.add(range, &tokens, &mut mask, &classes, &amounts);
            Ok(())
        })?;
        match &mut view.blocks {
            BlockTokens::Once(packed) => {
                packed.finish();
                view.everything = packed.are_ones(segment.rows());
            }
            BlockTokens::ByClass(packed, _) => packed.finish(),
        }
        view.shortest = view.lengths.least().unwrap_or(0);
        Ok(view)
    }

    /// Adds the blocks of a range and the lengths of its pages. Without weights there are neither
    /// classes nor amounts; with them, a block that counts 0 is not permitted.
    fn add(
        &mut self,
        range: &BlockRange<'_>,
        tokens: &RangeTokens<'_>,
        mask: &mut [bool],
        classes: &[u8],
        amounts: &[u16],
    ) {
        match &mut self.blocks {
            BlockTokens::Once(packed) => {
                for (permitted, amount) in mask.iter_mut().zip(amounts) {
                    *permitted = *amount > 0;
                }
                packed.extend(mask);
                for doc in range.pages.clone() {
                    self.lengths.push(tokens.permitted(range.rows_of(doc), mask));
                }
            }
            BlockTokens::ByClass(packed, _) => {
                packed.extend(classes);
                for doc in range.pages.clone() {
                    self.lengths.push(tokens.weighted(range.rows_of(doc), amounts));
                }
            }
        }
    }

    fn bytes(&self) -> u64 {
        let of_blocks = match &self.blocks {
            BlockTokens::Once(packed) => packed.bytes(),
            BlockTokens::ByClass(packed, amounts) => {
                packed.bytes() + size_of_val(&**amounts) as u64
            }
        };
        of_blocks + self.lengths.bytes()
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
            BlockTokens::Once(permitted) => permitted.bit(row),
            BlockTokens::ByClass(classes, amounts) => amounts[classes.get(row)].into(),
        }
    }

    /// Returns the term frequency of a term that occurs in these rows of a page, in the unit of the
    /// view.
    #[inline]
    pub fn frequency(&self, rows: &[u32]) -> u64 {
        match &self.blocks {
            BlockTokens::Once(permitted) => rows.iter().map(|&row| permitted.bit(row)).sum(),
            BlockTokens::ByClass(..) => rows.iter().map(|&row| self.amount(row)).sum(),
        }
    }

    /// Returns the permitted tokens of a page, in the unit of the view. If 0, the page is not in
    /// the view.
    #[inline]
    pub fn length(&self, doc: u32) -> u64 {
        self.lengths.get(doc as usize)
    }

    /// Whether every block of every page is permitted, and a token of each counts once.
    pub fn is_everything(&self) -> bool {
        self.everything
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
