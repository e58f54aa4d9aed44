//! The classes of blocks by the rules of weights.

use super::compiled::Compiled;
use super::range::BlockRange;
use crate::rule::predicate::Feature;
use crate::rule::weights::{NO_RULE, SCORED, Weights};
use std::io;
use tamis_index::index::codes::ABSENT;

/// Weights made ready for many blocks.
#[derive(Debug, Clone)]
pub(crate) struct CompiledWeights {
    rules: Vec<Compiled>,
    /// The score that a block weighs for which no rule holds.
    by: Option<Feature>,
}

impl CompiledWeights {
    pub fn new(weights: &Weights) -> Self {
        let rules = weights.rules().iter();
        Self {
            rules: rules.map(|rule| Compiled::new(&rule.rule)).collect(),
            by: weights.by().map(Feature::Score),
        }
    }
}

impl BlockRange<'_> {
    /// Sets the class of every row: the number of the first rule that holds, else that of its score
    /// from [`SCORED`] on if it weighs that, else [`NO_RULE`].
    pub fn classify(&self, weights: &CompiledWeights, classes: &mut Vec<u8>) -> io::Result<()> {
        classes.clear();
        match weights.by {
            Some(score) => classes.extend(self.codes(score)?.iter().map(|&code| class_of(code))),
            None => classes.resize(self.rows, NO_RULE),
        }
        let mut mask = Vec::new();
        // The last rule first, so that the first one that holds is the one that stays.
        for (number, rule) in (0..NO_RULE).zip(&weights.rules).rev() {
            self.evaluate(rule, &mut mask)?;
            for (class, holds) in classes.iter_mut().zip(&mask) {
                *class = if *holds { number } else { *class };
            }
        }
        Ok(())
    }
}

/// Returns the class of a block for which no rule holds, by the code of its score.
fn class_of(code: u8) -> u8 {
    if code == ABSENT { NO_RULE } else { SCORED + (code / 2).min(100) }
}
