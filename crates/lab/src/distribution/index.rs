//! Counts the blocks of an index, by one of its labels, or all in one class.

use super::{Bin, Counter, Distribution, ScoreBins};
use std::collections::BTreeMap;
use tamis_index::corpus::Corpus;
use tamis_index::corpus::NUMBERS;
use tamis_index::error::Result;
use tamis_index::index::Score;
use tamis_index::index::columns::{KIND, LABELS, REPEATS};

/// Columns that are read, beside labels, kind and repeats.
const WORDS: usize = 0;
const WRAPPED_WORDS: usize = 2;
const WRAPPED_LINES: usize = 3;

/// Counts all blocks of an index but the titles; with a label, content and boilerplate separately.
///
/// # Errors
/// [`tamis_index::Error::Setting`] for a label that the index does not have.
pub fn of_index(corpus: &Corpus, label: Option<&str>) -> Result<Distribution> {
    let index = &corpus.indexes[0];
    let bit = label.map(|name| index.manifest.label_bit(name)).transpose()?;
    let classes: &[&str] = if bit.is_some() { &["boilerplate", "content"] } else { &["all"] };
    let mut counter = Counter::new(classes, false);
    let scores = index.manifest.scores();
    let mut numbers: [Vec<u64>; NUMBERS] = Default::default();
    let needed: u32 = [WORDS, WRAPPED_WORDS, WRAPPED_LINES, LABELS, KIND, REPEATS]
        .iter()
        .map(|column| 1 << column)
        .sum();
    let needed = scores.iter().fold(needed, |needed, score| needed | 1 << score.column());
    for segment in &corpus.segments {
        for documents in segment.page_ranges() {
            segment.read(&documents, needed, &mut numbers).map_err(|e| index.error(e))?;
            let first = segment.first_row[documents.start as usize] as usize;
            for doc in documents.filter(|doc| segment.is_alive(*doc)) {
                let rows = segment.first_row[doc as usize] as usize
                    ..segment.first_row[doc as usize + 1] as usize;
                for row in rows.map(|row| row - first).filter(|row| numbers[KIND][*row] == 0) {
                    let class = bit.map_or(0, |bit| (numbers[LABELS][row] >> bit & 1) as usize);
                    let density = numbers[WRAPPED_WORDS][row] as f64
                        / numbers[WRAPPED_LINES][row].max(1) as f64;
                    let words = numbers[WORDS][row] as u32;
                    counter.add(class, words, density, 0, numbers[REPEATS][row] as u32);
                    let hundredths = |score: &Score| {
                        numbers[score.column()][row].checked_sub(1).map(|score| score as u32)
                    };
                    counter.add_scores(class, words, scores.iter().map(hundredths));
                }
            }
        }
    }
    let cut = index.manifest.recipe.cut.name().to_owned();
    let source = index.path.display().to_string();
    let by_score = std::mem::take(&mut counter.scores).into_iter().zip(&scores);
    let bins = |(bins, score): (BTreeMap<u32, Bin>, &Score)| ScoreBins {
        score: score.classifier().to_owned(),
        bins: bins.into_values().collect(),
    };
    let scores = by_score.map(bins).collect();
    Ok(Distribution { cut, scores, ..counter.finish(source, index.manifest.counts.pages) })
}
