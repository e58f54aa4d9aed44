//! Rules over a block and its two neighbours, and how they pass over a page.

use crate::page::{Block, Blocks};

/// What a rule may know of a block. The densities are boilerpipe's f32 values, widened: its thresholds are f64, so that
/// 1/3 (0.33333334) is above 0.333333.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Shallow {
    /// Words.
    pub words: u32,
    /// Words per full line.
    pub text_density: f64,
    /// Share of linked words, 0 to 1.
    pub link_density: f64,
}

impl From<&Block> for Shallow {
    fn from(block: &Block) -> Self {
        Self {
            words: block.words,
            text_density: block.text_density().into(),
            link_density: block.link_density().into(),
        }
    }
}

/// A block between its neighbours; before the first and after the last block stands an empty one.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Neighbours {
    /// The block before.
    pub previous: Shallow,
    /// The block in question.
    pub current: Shallow,
    /// The block behind.
    pub next: Shallow,
}

/// Applies `answer` to every block of a page, in order.
pub(super) fn map<T>(blocks: &Blocks, mut answer: impl FnMut(&Neighbours) -> T) -> Vec<T> {
    let Some(first) = blocks.blocks.first() else { return Vec::new() };
    let following = blocks.blocks[1..].iter().map(Shallow::from).chain([Shallow::default()]);
    let mut around = Neighbours { next: first.into(), ..Neighbours::default() };
    let step = |next| {
        around = Neighbours { previous: around.current, current: around.next, next };
        answer(&around)
    };
    following.map(step).collect()
}
