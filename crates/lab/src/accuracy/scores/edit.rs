//! The edit distance of Levenshtein (1966): insertions, deletions and substitutions, each of which
//! costs 1. Computed a machine word of one sequence against a symbol of the other at each step
//! (Myers, A fast bit-vector algorithm for approximate string matching based on dynamic
//! programming, JACM 1999; Hyyrö 2003 for the distance of whole sequences).

use super::lcs::{Pattern, Symbols};

/// Above so many pairs of characters two texts are compared by words. It takes a third of a second.
const PAIRS: usize = 10_000_000_000;

/// A text, prepared to be compared with others.
pub struct PreparedText {
    symbols: Vec<u32>,
    pattern: Pattern,
}

impl PreparedText {
    pub fn new(text: &str) -> Self {
        let symbols: Vec<u32> = text.chars().map(u32::from).collect();
        Self { pattern: Pattern::new(&symbols), symbols }
    }

    /// Returns the share of the longer text that need not change, 0 to 1: 1 - distance / length, of
    /// characters, or of words if both texts are very long: more than 100,000 characters each. 1 if
    /// both texts are empty.
    pub fn similarity(&self, other: &Self) -> f64 {
        if self.symbols == other.symbols {
            return 1.0;
        }
        let lengths = [self.symbols.len(), other.symbols.len()];
        if lengths[0].saturating_mul(lengths[1]) > PAIRS {
            return by_words(&self.text(), &other.text());
        }
        share(self.pattern.edits(&other.symbols), lengths)
    }

    fn text(&self) -> String {
        self.symbols.iter().filter_map(|&symbol| char::from_u32(symbol)).collect()
    }
}

/// Returns [`PreparedText::similarity`] of two texts.
pub fn similarity(a: &str, b: &str) -> f64 {
    PreparedText::new(a).similarity(&PreparedText::new(b))
}

fn by_words(a: &str, b: &str) -> f64 {
    let mut symbols = Symbols::default();
    let [a, b] = [a, b].map(|text| symbols.numbers(text.split_whitespace()));
    share(Pattern::new(&a).edits(&b), [a.len(), b.len()])
}

fn share(distance: usize, lengths: [usize; 2]) -> f64 {
    match lengths[0].max(lengths[1]) {
        0 => 1.0,
        longer => 1.0 - distance as f64 / longer as f64,
    }
}

/// The differences between neighbours in a column of the table of distances: bit i of `up` is 1
/// where the distance grows by 1 from row i to the next, and of `down` where it falls.
struct EditColumn {
    up: Vec<u64>,
    down: Vec<u64>,
}

impl EditColumn {
    /// Advances the column by a symbol at the places of `mask`, and returns by how much the
    /// distance in the row `last` changes.
    fn advance(&mut self, mask: &[u64], last: usize) -> i64 {
        // In the topmost row the distance grows with every symbol.
        let mut rises = 1;
        let mut falls = 0;
        let mut change = 0;
        for (word, &equal) in mask.iter().enumerate() {
            let up = self.up[word];
            let down = self.down[word];
            let vertical = equal | down;
            let equal = equal | falls;
            let horizontal = ((equal & up).wrapping_add(up) ^ up) | equal;
            let grown = down | !(horizontal | up);
            let fallen = up & horizontal;
            if word == last / 64 {
                let bit = last % 64;
                change = ((grown >> bit) & 1) as i64 - ((fallen >> bit) & 1) as i64;
            }
            let shifted_grown = (grown << 1) | rises;
            let shifted_fallen = (fallen << 1) | falls;
            self.up[word] = shifted_fallen | !(vertical | shifted_grown);
            self.down[word] = shifted_grown & vertical;
            rises = grown >> 63;
            falls = fallen >> 63;
        }
        change
    }
}

impl Pattern {
    /// Returns the edit distance to another sequence.
    pub fn edits(&self, other: &[u32]) -> usize {
        let Some(last) = self.length().checked_sub(1) else { return other.len() };
        let words = self.words();
        let mut column = EditColumn { up: vec![u64::MAX; words], down: vec![0; words] };
        let mut scratch = vec![0; words];
        let mut distance = self.length() as i64;
        for &symbol in other {
            distance += self.at(symbol, &mut scratch, |mask| column.advance(mask, last));
        }
        distance as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// The textbook's table, a row at a time.
    fn edits(a: &[u32], b: &[u32]) -> usize {
        let mut row: Vec<usize> = (0..=b.len()).collect();
        for (i, x) in a.iter().enumerate() {
            let mut diagonal = std::mem::replace(&mut row[0], i + 1);
            for (j, y) in b.iter().enumerate() {
                let best = (row[j] + 1).min(row[j + 1] + 1).min(diagonal + usize::from(x != y));
                diagonal = std::mem::replace(&mut row[j + 1], best);
            }
        }
        row[b.len()]
    }

    #[test]
    fn the_usual_examples() {
        assert_eq!(similarity("kitten", "sitting"), 1.0 - 3.0 / 7.0);
        assert_eq!(similarity("", "ab"), 0.0);
        assert_eq!(similarity("ab", "abcd"), 0.5);
        assert_eq!(similarity("", ""), 1.0);
    }

    #[test]
    fn very_long_texts_are_compared_by_words() {
        let [a, b] = ["word ", "ward "].map(|word| word.repeat(100_000));
        assert_eq!(similarity(&a, &b), 0.0);
        assert_eq!(similarity(&a, &a[5..]), 1.0 - 1e-5);
    }

    proptest! {
        #[test]
        fn the_distance_is_the_textbooks(a in vec(0..4u32, 0..150), b in vec(0..4u32, 0..150)) {
            prop_assert_eq!(Pattern::new(&a).edits(&b), edits(&a, &b));
        }

        #[test]
        fn and_with_symbols_that_are_rare(a in vec(0..90u32, 0..150), b in vec(0..90u32, 0..150)) {
            prop_assert_eq!(Pattern::new(&a).edits(&b), edits(&a, &b));
        }

        #[test]
        fn a_similarity_is_the_same_in_both_directions(a in "[ab ]{0,20}", b in "[abc]{0,20}") {
            let both = similarity(&a, &b);
            prop_assert_eq!(both, similarity(&b, &a));
            prop_assert!((0.0..=1.0).contains(&both));
            prop_assert_eq!(similarity(&a, &a), 1.0);
        }
    }
}
