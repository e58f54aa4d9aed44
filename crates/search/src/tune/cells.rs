//! Cells: the blocks of a corpus, told apart by which rules of a list hold for them. Blocks of one
//! cell weigh the same under all weights over these rules. So a page is its tokens by cell,
//! whatever weights are tried.

use crate::rule::predicate::Predicate;
use crate::view::compiled::Compiled;
use crate::view::{BlockRange, for_each_range};
use std::collections::HashMap;
use std::io;
use tamis_index::corpus::Segment;

/// The most rules of a list: each has a bit.
pub const MAX_RULES: usize = 127;

/// The rules that hold for a block: bit `n` is set if rule `n` of the list does.
pub type Holds = u128;

/// The bit of a block that repeats the title of its page.
pub const HEADING: Holds = 1 << MAX_RULES;

/// Gives every combination of rules that occurs a number, that of its cell.
#[derive(Default)]
pub struct Cells {
    numbers: HashMap<Holds, u32>,
    /// The rules that hold in every cell.
    pub holds: Vec<Holds>,
    /// The tokens of all blocks in every cell.
    pub tokens: Vec<u64>,
    /// The last combination: neighbours are often alike.
    last: Option<(Holds, u32)>,
}

impl Cells {
    /// Adds the tokens of a block for which these rules hold; returns the number of its cell.
    pub fn add(&mut self, holds: Holds, tokens: u64) -> u32 {
        let number = match self.last {
            Some((known, number)) if known == holds => number,
            _ => self.number(holds),
        };
        self.last = Some((holds, number));
        self.tokens[number as usize] += tokens;
        number
    }

    fn number(&mut self, holds: Holds) -> u32 {
        let next = self.holds.len() as u32;
        let number = *self.numbers.entry(holds).or_insert(next);
        if number == next {
            self.holds.push(holds);
            self.tokens.push(0);
        }
        number
    }
}

/// Calls `visit` with every range of a segment's pages, in order, and the rules that hold for each
/// of its rows.
///
/// # Errors
/// If the index cannot be read.
pub(super) fn for_each_range_with_rules(
    segment: &Segment,
    rules: &[Predicate],
    mut visit: impl FnMut(&BlockRange<'_>, &[Holds]) -> io::Result<()>,
) -> io::Result<()> {
    let rules: Vec<Compiled> = rules.iter().map(Compiled::new).collect();
    let mut permitted = Vec::new();
    let mut holds = Vec::new();
    for_each_range(segment, |range| {
        holds.clear();
        holds.resize(range.rows, 0);
        for (bit, rule) in rules.iter().enumerate() {
            range.evaluate(rule, &mut permitted)?;
            for (holds, &permitted) in holds.iter_mut().zip(&permitted) {
                *holds |= Holds::from(permitted) << bit;
            }
        }
        visit(range, &holds)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_combination_has_one_cell_with_the_tokens_of_all_its_blocks() {
        let mut cells = Cells::default();
        let numbers: Vec<u32> = [(5, 10), (5, 1), (0, 7), (5, 100)]
            .map(|(holds, tokens)| cells.add(holds, tokens))
            .into();
        assert_eq!(numbers, [0, 0, 1, 0]);
        assert_eq!((cells.holds, cells.tokens), (vec![5, 0], vec![111, 7]));
    }
}
