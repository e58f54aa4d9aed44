//! The scores of blocks: words by the score of their block, in tenths.

use super::histogram::bar;
use serde_json::{Value, json};
use tamis::error::Result;
use tamis::index::Score;
use tamis::report::words::grouped;
use tamis::search::Corpus;
use tamis::search::corpus::NUMBERS;

/// Bins of a tenth each; the last one includes 1.
const BINS: usize = 10;

/// The words of an index by one of its scores.
pub struct Scored {
    score: Score,
    words: [u64; BINS],
    /// Words in blocks without the score.
    without: u64,
}

impl Scored {
    /// Counts the words by every score of the index.
    pub fn all(corpus: &Corpus) -> Result<Vec<Self>> {
        let index = &corpus.indexes[0];
        let new = |score: Score| Self { score, words: [0; BINS], without: 0 };
        let mut all: Vec<Self> = index.manifest.scores().into_iter().map(new).collect();
        if all.is_empty() {
            return Ok(all);
        }
        let needed = all.iter().fold(1, |needed, scored| needed | 1 << scored.score.column());
        let mut numbers: [Vec<u64>; NUMBERS] = Default::default();
        for segment in &corpus.segments {
            for documents in segment.runs(4096) {
                segment.read(&documents, needed, &mut numbers).map_err(|e| index.error(e))?;
                for scored in &mut all {
                    for (stored, words) in numbers[scored.score.column()].iter().zip(&numbers[0]) {
                        match stored.checked_sub(1) {
                            Some(hundredths) => scored.words[(hundredths as usize / BINS).min(BINS - 1)] += words,
                            None => scored.without += words,
                        }
                    }
                }
            }
        }
        Ok(all)
    }

    pub fn as_json(&self) -> Value {
        let bin = |(bin, words): (usize, &u64)| json!({"from": f64::from(first(bin)) / 100.0, "to": f64::from(last(bin)) / 100.0, "words": words});
        let words: Vec<Value> = self.words.iter().enumerate().map(bin).collect();
        json!({"score": self.score.classifier(), "words_by_score": words, "words_without": self.without})
    }

    pub fn in_words(&self) -> String {
        let mut text = format!("\nwords by {}\n", self.score.name());
        let all = (self.words.iter().sum::<u64>() + self.without).max(1);
        let share = |words: u64| words as f64 * 100.0 / all as f64;
        for (bin, words) in self.words.iter().enumerate() {
            let range = format!("{:.2}-{:.2}", f64::from(first(bin)) / 100.0, f64::from(last(bin)) / 100.0);
            let (words, share, bar) = (grouped(*words), share(*words), bar(*words, &self.words));
            text += &format!("{range:>9} {words:>12} {share:5.1} % {bar}\n");
        }
        text + &format!("{:>9} {:>12} {:5.1} %\n", "none", grouped(self.without), share(self.without))
    }
}

/// The first hundredth of a bin.
fn first(bin: usize) -> u8 {
    (bin * BINS) as u8
}

/// The last hundredth of a bin.
fn last(bin: usize) -> u8 {
    if bin == BINS - 1 { 100 } else { first(bin + 1) - 1 }
}
