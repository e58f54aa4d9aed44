//! The scores of blocks: words by the score of their block, in tenths.

use super::histogram::{Bin, add, empty};
use crate::index::Score;
use crate::index::columns::{BlockColumn, BlockNumbers};
use serde::Serialize;

/// The first hundredth of each bin; the last bin includes 1.
const BINS: [u64; 10] = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90];

/// The words of an index by one of its scores.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WordsByScore {
    /// The classifier that gave the score: its name in rules, without the prefix.
    pub score: String,
    /// Words, by the score of their block in hundredths.
    pub words: Vec<Bin>,
    /// Words of blocks without the score, such as titles.
    pub without: u64,
}

impl WordsByScore {
    pub(super) fn new(score: Score) -> Self {
        Self { score: score.classifier().to_owned(), words: empty(&BINS, Some(100)), without: 0 }
    }

    /// Adds the words of these blocks by `score`.
    pub(super) fn add(&mut self, score: Score, numbers: &BlockNumbers) {
        for (stored, words) in numbers[score.column()].iter().zip(&numbers[BlockColumn::Words]) {
            match stored.checked_sub(1) {
                Some(hundredths) => add(&mut self.words, hundredths, *words),
                None => self.without += words,
            }
        }
    }
}
