//! The weights of blocks in a pass. Every block has a class, the number of the first rule that
//! holds. The points of a grid have the same rules, so all planes share the classes, and each has
//! its own weights of the classes.

use crate::model::Unit;
use crate::rule::predicate::Predicate;
use crate::rule::weights::{ByClass, Weights};
use crate::view::{CompiledWeights, for_each_range};
use rayon::prelude::*;
use std::io;
use std::sync::Arc;
use tamis_index::corpus::{Corpus, Segment};
use tamis_index::error::Result;
use tamis_index::index::Score;

/// The class of every block of a segment.
type BlockClasses = Arc<Vec<u8>>;

/// Rules, and the score that weighs the blocks for which none of them holds.
type Rules = (Vec<Predicate>, Option<Score>);

/// What the tokens of a segment's blocks count, in a plane.
#[derive(Clone)]
pub(super) enum BlockWeights {
    One,
    /// By the class of the block.
    ByClass(BlockClasses, Arc<ByClass>),
}

/// The weights of all blocks in a plane.
pub(super) struct Weighing {
    pub segments: Vec<BlockWeights>,
    /// The unit of all amounts.
    pub unit: Unit,
}

/// Weighs the blocks of a corpus; evaluates every list of rules once.
pub(super) struct Weigher<'a> {
    corpus: &'a Corpus,
    /// The rules so far and the score beside them, with the classes of all segments.
    known: Vec<(Rules, Vec<BlockClasses>)>,
}

impl<'a> Weigher<'a> {
    pub fn new(corpus: &'a Corpus) -> Self {
        Self { corpus, known: Vec::new() }
    }

    /// Returns the weights of all blocks.
    pub fn weigh(&mut self, weights: &Weights) -> Result<Weighing> {
        let unit = weights.unit();
        if weights.are_one() {
            return Ok(Weighing {
                segments: vec![BlockWeights::One; self.corpus.segments.len()],
                unit,
            });
        }
        let by_class = Arc::new(weights.by_class());
        let weigh =
            |classes: &BlockClasses| BlockWeights::ByClass(classes.clone(), by_class.clone());
        Ok(Weighing { segments: self.known_classes(weights)?.iter().map(weigh).collect(), unit })
    }

    /// Returns the classes of all blocks by these rules, by segment.
    fn known_classes(&mut self, weights: &Weights) -> Result<&[BlockClasses]> {
        let predicates = weights.rules().iter().map(|rule| rule.rule.clone()).collect();
        let rules: Rules = (predicates, weights.by());
        let place = match self.known.iter().position(|(known, _)| *known == rules) {
            Some(place) => place,
            None => {
                self.known.push((rules, classes_of_corpus(self.corpus, weights)?));
                self.known.len() - 1
            }
        };
        Ok(&self.known[place].1)
    }
}

/// Evaluates the rules over every block of the corpus.
fn classes_of_corpus(corpus: &Corpus, weights: &Weights) -> Result<Vec<BlockClasses>> {
    corpus.check(weights.columns())?;
    corpus
        .segments
        .par_iter()
        .map(|segment| classes_of_segment(segment, weights).map_err(|e| corpus.error(segment, e)))
        .collect()
}

/// Evaluates the rules over every block of a segment.
fn classes_of_segment(segment: &Segment, weights: &Weights) -> io::Result<BlockClasses> {
    let weights = CompiledWeights::new(weights);
    let mut of_range = Vec::new();
    let mut classes = Vec::with_capacity(segment.rows());
    for_each_range(segment, |range| {
        range.classify(&weights, &mut of_range)?;
        classes.extend_from_slice(&of_range);
        Ok(())
    })?;
    Ok(Arc::new(classes))
}

impl BlockWeights {
    /// Returns what a token of a block counts.
    #[inline]
    pub fn weight(&self, row: usize) -> u64 {
        match self {
            Self::One => 1,
            Self::ByClass(classes, amounts) => amounts[usize::from(classes[row])].into(),
        }
    }
}
