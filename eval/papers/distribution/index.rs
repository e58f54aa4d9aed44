//! Counts the blocks of an index, by one of its labels, or all in one class.

use crate::count::{Counter, Distribution, ScoreBins};
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use tamis_index::index::columns::{BlockColumn, BlockNumbers, ColumnSet};

/// The columns that are read beside the scores.
const PLAIN: ColumnSet = ColumnSet::new(&[
    BlockColumn::Words,
    BlockColumn::WrappedWords,
    BlockColumn::WrappedLines,
    BlockColumn::Kind,
    BlockColumn::Repeats,
]);

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
    let mut numbers = BlockNumbers::default();
    let needed = scores.iter().fold(PLAIN, |needed, score| needed.with(score.column()));
    for segment in &corpus.segments {
        for documents in segment.page_ranges() {
            segment.read(&documents, needed, &mut numbers).map_err(|e| index.error(e))?;
            let first = segment.first_row[documents.start as usize] as usize;
            let rows = first as u32..segment.first_row[documents.end as usize];
            let bits = bit.map(|bit| segment.columns().label_bits(bit, rows)).transpose();
            let bits = bits.map_err(|e| index.error(e))?;
            let has_label = |row: usize| {
                let place = first % 8 + row;
                bits.as_ref().is_some_and(|bits| bits[place / 8] >> (place % 8) & 1 == 1)
            };
            for doc in documents.filter(|doc| segment.is_alive(*doc)) {
                let rows = segment.first_row[doc as usize] as usize
                    ..segment.first_row[doc as usize + 1] as usize;
                for row in rows.map(|row| row - first) {
                    let number = |column: BlockColumn| numbers[column][row];
                    if number(BlockColumn::Kind) != 0 {
                        continue;
                    }
                    let class = usize::from(has_label(row));
                    let density = number(BlockColumn::WrappedWords) as f64
                        / number(BlockColumn::WrappedLines).max(1) as f64;
                    let words = number(BlockColumn::Words) as u32;
                    let repeats = number(BlockColumn::Repeats) as u32;
                    counter.add(class, words, density, 0, repeats);
                    let hundredths = scores.iter().map(|score| {
                        number(score.column()).checked_sub(1).map(|score| score as u32)
                    });
                    counter.add_scores(class, words, hundredths);
                }
            }
        }
    }
    let cut = index.manifest.recipe.cut.name().to_owned();
    let source = index.path.display().to_string();
    let mut by_score = Vec::new();
    for (bins, score) in std::mem::take(&mut counter.scores).into_iter().zip(&scores) {
        let score = score.classifier().to_owned();
        by_score.push(ScoreBins { score, bins: bins.into_values().collect() });
    }
    let scores = by_score;
    Ok(Distribution { cut, scores, ..counter.finish(source, index.manifest.counts.pages) })
}
