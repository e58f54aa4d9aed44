//! Counts the blocks of an index, by one of its labels, or all in one class.

use super::{Counter, Distribution};
use crate::error::Result;
use crate::index::columns::{KIND, LABELS, REPEATS};
use crate::search::Corpus;
use crate::search::corpus::NUMBERS;

/// Columns that are read, beside labels, kind and repeats.
const WORDS: usize = 0;
const WRAPPED_WORDS: usize = 2;
const WRAPPED_LINES: usize = 3;

/// Counts all blocks of an index but the titles; with a label, content and boilerplate separately.
///
/// # Errors
/// [`crate::Error::Setting`] for a label that the index does not have.
pub fn of_index(corpus: &Corpus, label: Option<&str>) -> Result<Distribution> {
    let index = &corpus.indexes[0];
    let bit = label.map(|name| index.manifest.label_bit(name)).transpose()?;
    let classes: &[&str] = if bit.is_some() { &["boilerplate", "content"] } else { &["all"] };
    let mut counter = Counter::new(classes, false);
    let mut numbers: [Vec<u64>; NUMBERS] = Default::default();
    let needed = [WORDS, WRAPPED_WORDS, WRAPPED_LINES, LABELS, KIND, REPEATS].iter().map(|column| 1 << column).sum();
    for segment in &corpus.segments {
        for documents in segment.runs(4096) {
            segment.read(&documents, needed, &mut numbers).map_err(|e| index.error(e))?;
            let first = segment.first_row[documents.start as usize] as usize;
            for doc in documents.filter(|doc| segment.is_alive(*doc)) {
                let rows = segment.first_row[doc as usize] as usize..segment.first_row[doc as usize + 1] as usize;
                for row in rows.map(|row| row - first).filter(|row| numbers[KIND][*row] == 0) {
                    let class = bit.map_or(0, |bit| (numbers[LABELS][row] >> bit & 1) as usize);
                    let density = numbers[WRAPPED_WORDS][row] as f64 / numbers[WRAPPED_LINES][row].max(1) as f64;
                    counter.add(class, numbers[WORDS][row] as u32, density, 0, numbers[REPEATS][row] as u32);
                }
            }
        }
    }
    let cut = index.manifest.recipe.cut.name().to_owned();
    let source = index.path.display().to_string();
    Ok(Distribution { cut, ..counter.finish(source, index.manifest.counts.pages) })
}
