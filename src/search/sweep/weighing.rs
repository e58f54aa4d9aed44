//! The weights of blocks in a pass. Every block has a class, the number of the first rule that holds. The rules are those of
//! the whole grid, so all planes share the classes, and each has its own weights of the classes.

use crate::error::Result;
use crate::search::corpus::{Corpus, Segment};
use crate::search::model::Unit;
use crate::search::view::{BlockRun, RUN};
use crate::search::weights::{ByClass, Weights};
use rayon::prelude::*;
use std::sync::Arc;

/// The class of every block of a corpus, by segment; none without rules.
pub(super) struct Classes(Vec<Option<Arc<Vec<u8>>>>);

/// What the tokens of a segment's blocks count, in a plane.
#[derive(Clone)]
pub(super) enum BlockWeights {
    /// Each counts once.
    One,
    /// By the class of the block.
    ByClass(Arc<Vec<u8>>, Arc<ByClass>),
}

/// The weights of all blocks in a plane.
pub(super) struct Weighing {
    /// One per segment.
    pub segments: Vec<BlockWeights>,
    /// The unit of all amounts.
    pub unit: Unit,
}

impl Classes {
    /// Evaluates the rules of these weights over every block of the corpus.
    pub fn new(corpus: &Corpus, weights: &Weights) -> Result<Self> {
        if weights.rules().is_empty() {
            return Ok(Self(vec![None; corpus.segments.len()]));
        }
        corpus.check(weights.columns())?;
        let of_segment = |segment: &Segment| {
            let (mut run, mut classes) = (BlockRun::new(weights.columns()), Vec::new());
            let mut all = Vec::with_capacity(segment.rows());
            for documents in segment.runs(RUN) {
                run.read(segment, &documents).map_err(|e| corpus.error(segment, e))?;
                run.classify(weights, &mut classes);
                all.extend_from_slice(&classes);
            }
            Ok(Some(Arc::new(all)))
        };
        corpus.segments.par_iter().map(of_segment).collect::<Result<_>>().map(Self)
    }

    /// Returns the weights of all blocks. The rules of `weights` must be those of the classes, the weights may be others.
    pub fn weigh(&self, weights: &Weights) -> Weighing {
        let by_class = Arc::new(weights.by_class());
        let of_segment = |classes: &Option<Arc<Vec<u8>>>| match classes {
            Some(classes) if !weights.are_one() => BlockWeights::ByClass(classes.clone(), by_class.clone()),
            _ => BlockWeights::One,
        };
        Weighing { segments: self.0.iter().map(of_segment).collect(), unit: weights.unit() }
    }

    /// Returns the weights of the unfiltered text: each block counts once.
    pub fn unweighted(&self) -> Weighing {
        self.weigh(&Weights::default())
    }
}

impl BlockWeights {
    /// Returns what a token of a block counts.
    #[inline]
    pub fn of(&self, row: usize) -> u64 {
        match self {
            Self::One => 1,
            Self::ByClass(classes, amounts) => amounts[usize::from(classes[row])].into(),
        }
    }
}
