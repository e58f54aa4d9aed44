//! A block with its two neighbours: the input of a rule.

use crate::page::{Block, Blocks};

/// The counts of a block that a rule may use. The densities are boilerpipe's f32 values widened to
/// f64, the type of its thresholds, so that 1/3 (0.33333334) is above 0.333333.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct RuleCounts {
    /// Number of words.
    pub words: u32,
    /// Words per full line.
    pub text_density: f64,
    /// Share of linked words, 0 to 1.
    pub link_density: f64,
}

impl From<&Block> for RuleCounts {
    fn from(block: &Block) -> Self {
        Self {
            words: block.words,
            text_density: block.text_density().into(),
            link_density: block.link_density().into(),
        }
    }
}

/// A block between its neighbours. The first and the last block have an empty neighbour.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Neighbours {
    /// The previous block.
    pub previous: RuleCounts,
    /// The current block.
    pub current: RuleCounts,
    /// The next block.
    pub next: RuleCounts,
}

/// Calls `answer` for every block of a page, in order, and returns the results.
pub(in crate::classify) fn map<T>(
    blocks: &Blocks,
    mut answer: impl FnMut(&Neighbours) -> T,
) -> Vec<T> {
    let Some(first) = blocks.blocks.first() else { return Vec::new() };
    let following = blocks.blocks[1..].iter().map(RuleCounts::from).chain([RuleCounts::default()]);
    let mut around = Neighbours { next: first.into(), ..Neighbours::default() };
    let mut answers = Vec::with_capacity(blocks.blocks.len());
    for next in following {
        around = Neighbours { previous: around.current, current: around.next, next };
        answers.push(answer(&around));
    }
    answers
}
