//! The longest common subsequence of two sequences. Its length is computed in linear space, a
//! machine word of one sequence against a symbol of the other at each step (Hyyrö, Bit-Parallel
//! LCS-length Computation Revisited, AWOCA 2004). Scorers that need the common symbols themselves
//! get the whole table, one bit per cell.

use std::collections::HashMap;

const BITS: usize = u64::BITS as usize;

/// Maps words to numbers; equal words get equal numbers.
#[derive(Debug, Default)]
pub struct Symbols<'a> {
    numbers: HashMap<&'a str, u32>,
}

impl<'a> Symbols<'a> {
    /// Returns the number of a word.
    pub fn number(&mut self, word: &'a str) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(word).or_insert(next)
    }

    /// Returns the numbers of words.
    pub fn numbers(&mut self, words: impl IntoIterator<Item = &'a str>) -> Vec<u32> {
        words.into_iter().map(|word| self.number(word)).collect()
    }
}

/// The positions of a symbol in the pattern.
enum SymbolPlaces {
    /// As a set of bits, for the symbols (at most 64) at more than a 64th of all positions.
    Often(Vec<u64>),
    /// As a list, so that many symbols still need only linear space.
    Seldom(Vec<u32>),
}

impl SymbolPlaces {
    /// Stores positions, as a list unless that is longer than the `words` machine words of a set.
    fn new(list: Vec<u32>, words: usize) -> Self {
        if list.len() <= words {
            return Self::Seldom(list);
        }
        let mut mask = vec![0; words];
        set(&mut mask, &list);
        Self::Often(mask)
    }
}

/// A sequence prepared for comparison with others.
pub struct Pattern {
    length: usize,
    places: HashMap<u32, SymbolPlaces>,
}

impl Pattern {
    pub fn new(sequence: &[u32]) -> Self {
        let mut lists: HashMap<u32, Vec<u32>> = HashMap::new();
        for (place, &symbol) in sequence.iter().enumerate() {
            lists.entry(symbol).or_default().push(place as u32);
        }
        let words = sequence.len().div_ceil(BITS);
        let places =
            lists.into_iter().map(|(symbol, list)| (symbol, SymbolPlaces::new(list, words)));
        Self { length: sequence.len(), places: places.collect() }
    }

    /// Returns the number of symbols.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Returns the number of machine words of a set of positions.
    pub fn words(&self) -> usize {
        self.length.div_ceil(BITS)
    }

    /// Calls `with` with the positions of a symbol as a set of bits. `scratch` has as many words,
    /// all 0 before and after.
    pub fn at<T>(&self, symbol: u32, scratch: &mut [u64], with: impl FnOnce(&[u64]) -> T) -> T {
        match self.places.get(&symbol) {
            None => with(scratch),
            Some(SymbolPlaces::Often(mask)) => with(mask),
            Some(SymbolPlaces::Seldom(list)) => {
                set(scratch, list);
                let result = with(scratch);
                for &place in list {
                    scratch[place as usize / BITS] = 0;
                }
                result
            }
        }
    }

    /// One step: bit i of `row` becomes 0 where a common subsequence grows with the pattern's i-th
    /// symbol.
    fn step(&self, row: &mut [u64], symbol: u32, scratch: &mut [u64]) {
        if self.places.contains_key(&symbol) {
            self.at(symbol, scratch, |mask| advance(row, mask));
        }
    }

    /// Returns the length of the longest common subsequence with another sequence.
    pub fn lcs(&self, other: &[u32]) -> usize {
        let mut row = vec![u64::MAX; self.words()];
        let mut scratch = vec![0; self.words()];
        for &symbol in other {
            self.step(&mut row, symbol, &mut scratch);
        }
        zeros(&row, self.length)
    }

    /// Returns the lengths for every prefix of the pattern with every prefix of `other`, one bit
    /// per cell.
    pub fn table(&self, other: &[u32]) -> LcsTable {
        let words = self.words();
        let mut rows = vec![u64::MAX; words * (other.len() + 1)];
        let mut scratch = vec![0; words];
        for (j, &symbol) in other.iter().enumerate() {
            rows.copy_within(j * words..(j + 1) * words, (j + 1) * words);
            self.step(&mut rows[(j + 1) * words..(j + 2) * words], symbol, &mut scratch);
        }
        LcsTable { words, rows }
    }
}

/// Sets the bits at these places.
fn set(mask: &mut [u64], places: &[u32]) {
    for &place in places {
        mask[place as usize / BITS] |= 1 << (place as usize % BITS);
    }
}

/// Advances a row by a symbol that is at the places of the mask.
fn advance(row: &mut [u64], mask: &[u64]) {
    let mut carry = false;
    for (bits, &mask) in row.iter_mut().zip(mask) {
        let (sum, over) = bits.overflowing_add(*bits & mask);
        let (sum, over_again) = sum.overflowing_add(carry.into());
        carry = over | over_again;
        *bits = sum | (*bits & !mask);
    }
}

/// Counts the zeros among the first `length` bits.
fn zeros(row: &[u64], length: usize) -> usize {
    let whole: u32 = row[..length / BITS].iter().map(|bits| bits.count_zeros()).sum();
    let rest = length % BITS;
    let rest = if rest == 0 { 0 } else { (!row[length / BITS] & ((1 << rest) - 1)).count_ones() };
    (whole + rest) as usize
}

/// The lengths of the longest common subsequences of all prefixes.
pub struct LcsTable {
    words: usize,
    rows: Vec<u64>,
}

impl LcsTable {
    /// Returns the length for the first `i` symbols of the pattern and the first `j` of the other
    /// sequence.
    pub fn at(&self, i: usize, j: usize) -> usize {
        zeros(&self.rows[j * self.words..(j + 1) * self.words], i)
    }
}

/// Returns the length of the longest common subsequence. Skips the common prefix and suffix.
pub fn lcs(a: &[u32], b: &[u32]) -> usize {
    let start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let a = &a[start..];
    let b = &b[start..];
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    start + end + Pattern::new(&a[..a.len() - end]).lcs(&b[..b.len() - end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn lengths(a: &[u32], b: &[u32]) -> Vec<Vec<usize>> {
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                table[i + 1][j + 1] =
                    if x == y { table[i][j] + 1 } else { table[i][j + 1].max(table[i + 1][j]) };
            }
        }
        table
    }

    fn check(a: &[u32], b: &[u32]) {
        let expected = lengths(a, b);
        assert_eq!(lcs(a, b), expected[a.len()][b.len()]);
        let table = Pattern::new(a).table(b);
        for (i, row) in expected.iter().enumerate() {
            for (j, &length) in row.iter().enumerate() {
                assert_eq!(table.at(i, j), length, "{i} {j}");
            }
        }
    }

    #[test]
    fn nothing_and_everything() {
        check(&[], &[]);
        check(&[1], &[]);
        check(&[], &[1]);
        let long: Vec<u32> = (0..200).collect();
        check(&long, &long);
    }

    proptest! {
        #[test]
        fn the_length_is_the_textbooks(a in vec(0..4u32, 0..150), b in vec(0..4u32, 0..150)) {
            check(&a, &b);
        }

        #[test]
        fn and_with_symbols_that_are_rare(a in vec(0..90u32, 0..150), b in vec(0..90u32, 0..150)) {
            check(&a, &b);
        }
    }
}
