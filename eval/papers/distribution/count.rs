//! The distribution of block lengths and densities in a collection, by class.

use crate::fit::{self, Fit};
use serde::Serialize;
use std::collections::BTreeMap;

/// The distributions of a collection.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Distribution {
    /// The command that repeats it.
    pub command: String,
    pub version: String,
    /// The data set or index, as the user named it.
    pub source: String,
    /// How pages are cut into blocks: `boilerpipe` or `atomic`.
    pub cut: String,
    pub pages: u64,
    /// The classes, in the order in which they are shown; titles are not counted.
    pub classes: Vec<ClassCounts>,
    pub words: Vec<Bin>,
    /// By text density, rounded to the nearest integer, half away from 0.
    pub density: Vec<Bin>,
    /// By the number of pages of the index that hold the block; without blocks that have no tokens.
    /// Empty for a data set, and for an index that is not finished.
    pub repeats: Vec<Bin>,
    /// By each score of the index, in hundredths; without blocks that have none. Empty for a data
    /// set.
    pub scores: Vec<ScoreBins>,
    /// Words in blocks of at least 11 words ([`LAMBDA`]).
    pub words_in_long_blocks: u64,
    /// Words in blocks of a text density of at least 11.
    pub words_in_dense_blocks: u64,
    pub fits: Vec<Fit>,
    /// The information gain of each feature; empty for an index, which has no gold.
    pub gains: Vec<Gain>,
}

/// The words after which a block wraps to a second line (section 5.1).
pub const LAMBDA: u32 = 11;

/// The size of a class (Table 1).
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ClassCounts {
    /// Its name: all, content, boilerplate and so on.
    pub class: String,
    pub blocks: u64,
    /// Words: tokens with a letter or digit.
    pub words: u64,
    /// All tokens, by boilerpipe's tokenizer; none for an index, which stores only words.
    pub tokens: Option<u64>,
}

/// The blocks by one of the scores of an index.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScoreBins {
    /// The classifier of the score.
    pub score: String,
    pub bins: Vec<Bin>,
}

/// The blocks with one value of a feature.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bin {
    /// The value; of a score in hundredths.
    pub value: u32,
    pub blocks: Vec<u64>,
    pub words: Vec<u64>,
}

/// The information gain of a feature in bits, with blocks weighted by their words (Figure 1).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Gain {
    /// The feature, of the block (C), the previous block (P) or the next block (N).
    pub feature: String,
    /// For two classes: content and boilerplate.
    pub two_classes: f64,
    /// For four classes: boilerplate, full text and comments, headline, supplemental; none if the
    /// gold has only two.
    pub four_classes: Option<f64>,
}

/// Counts the blocks of a collection.
pub struct Counter {
    classes: Vec<ClassCounts>,
    words: BTreeMap<u32, Bin>,
    density: BTreeMap<u32, Bin>,
    repeats: BTreeMap<u32, Bin>,
    pub scores: Vec<BTreeMap<u32, Bin>>,
    long: u64,
    dense: u64,
}

impl Counter {
    pub fn new(classes: &[&str], tokens: bool) -> Self {
        let tokens = tokens.then_some(0);
        let mut counted = Vec::new();
        for class in classes {
            let class = (*class).to_owned();
            counted.push(ClassCounts { class, tokens, ..ClassCounts::default() });
        }
        Self {
            classes: counted,
            words: BTreeMap::new(),
            density: BTreeMap::new(),
            repeats: BTreeMap::new(),
            scores: Vec::new(),
            long: 0,
            dense: 0,
        }
    }

    /// Adds the scores of a block, each in hundredths if it has it.
    pub fn add_scores(
        &mut self,
        class: usize,
        words: u32,
        scores: impl Iterator<Item = Option<u32>>,
    ) {
        let kinds = self.classes.len();
        for (number, score) in scores.enumerate() {
            if self.scores.len() == number {
                self.scores.push(BTreeMap::new());
            }
            if let Some(value) = score {
                count(&mut self.scores[number], kinds, class, value, words);
            }
        }
    }

    /// Adds a block; `repeats` is 0 if it is not known.
    pub fn add(&mut self, class: usize, words: u32, density: f64, tokens: u32, repeats: u32) {
        let counts = &mut self.classes[class];
        counts.blocks += 1;
        counts.words += u64::from(words);
        if let Some(sum) = &mut counts.tokens {
            *sum += u64::from(tokens);
        }
        let kinds = self.classes.len();
        count(&mut self.words, kinds, class, words, words);
        count(&mut self.density, kinds, class, density.round() as u32, words);
        if repeats > 0 {
            count(&mut self.repeats, kinds, class, repeats, words);
        }
        self.long += if words >= LAMBDA { u64::from(words) } else { 0 };
        self.dense += if density >= f64::from(LAMBDA) { u64::from(words) } else { 0 };
    }

    pub fn finish(self, source: String, pages: u64) -> Distribution {
        let words: Vec<Bin> = self.words.into_values().collect();
        let density: Vec<Bin> = self.density.into_values().collect();
        let by_words = shares(&words, |bin| bin.blocks.iter().sum());
        let by_density = shares(&density, |bin| bin.words.iter().sum());
        let fits = [
            fit::geometric(&by_words),
            fit::two_strata(&by_words),
            fit::two_betas_and_normal(&by_density),
        ];
        Distribution {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            source,
            pages,
            classes: self.classes,
            words,
            density,
            repeats: self.repeats.into_values().collect(),
            words_in_long_blocks: self.long,
            words_in_dense_blocks: self.dense,
            fits: fits.into_iter().flatten().collect(),
            ..Distribution::default()
        }
    }
}

/// Counts a block of one of `kinds` classes in the bin of its value.
fn count(bins: &mut BTreeMap<u32, Bin>, kinds: usize, class: usize, value: u32, words: u32) {
    let bin = bins.entry(value).or_insert_with(|| Bin {
        value,
        blocks: vec![0; kinds],
        words: vec![0; kinds],
    });
    bin.blocks[class] += 1;
    bin.words[class] += u64::from(words);
}

/// Returns the share of each bin that occurs. Blocks without words are left out.
fn shares(bins: &[Bin], count: impl Fn(&Bin) -> u64) -> Vec<(u32, f64)> {
    let counts: Vec<(u32, u64)> =
        bins.iter().filter(|bin| bin.value > 0).map(|bin| (bin.value, count(bin))).collect();
    let total = counts.iter().map(|(_, n)| n).sum::<u64>().max(1) as f64;
    counts.into_iter().map(|(value, n)| (value, n as f64 / total)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bin(value: u32, blocks: [u64; 2], words: [u64; 2]) -> Bin {
        Bin { value, blocks: blocks.into(), words: words.into() }
    }

    #[test]
    fn blocks_are_counted_by_words_density_and_class() {
        let mut counter = Counter::new(&["boilerplate", "content"], true);
        counter.add(0, 3, 3.0, 4, 0);
        counter.add(0, 3, 2.5, 3, 2);
        counter.add(1, 40, 10.6, 41, 2);
        counter.add(0, 0, 0.0, 1, 0);
        let found = counter.finish("x".into(), 2);
        assert_eq!(
            found.words,
            [bin(0, [1, 0], [0, 0]), bin(3, [2, 0], [6, 0]), bin(40, [0, 1], [0, 40])]
        );
        assert_eq!(
            found.density,
            [bin(0, [1, 0], [0, 0]), bin(3, [2, 0], [6, 0]), bin(11, [0, 1], [0, 40])]
        );
        assert_eq!((found.words_in_long_blocks, found.words_in_dense_blocks), (40, 0));
        assert_eq!(found.classes[0].tokens, Some(8));
        assert_eq!(
            shares(&found.words, |bin| bin.blocks.iter().sum()),
            [(3, 2.0 / 3.0), (40, 1.0 / 3.0)]
        );
    }
}
