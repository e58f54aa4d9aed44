//! The block columns of a segment, decoded in one place: for a single page, and in bulk for views
//! and counts.
//!
//! Most blocks need only a [`Shape`] and a word count; the sparse columns hold the rest
//! ([`super::shape`]). Columns are read in runs of whole pages, so memory depends on the run and
//! not on the segment.

use super::added::Added;
use super::repeats::{Plane, RepeatCounts};
use super::schema::SCORE_COLUMNS;
use super::scores::MOST_SCORES;
pub use super::scores::SCORES;
use super::shape::{self, Shape};
use std::io;
use std::ops::Range;
use std::sync::Arc;
use tantivy::columnar::Column;
use tantivy::index::SegmentReader;

/// Numbers that the index holds for a block: six counts, the label bits, the kind (1 for the
/// title), how often the block repeats: three counts, which are 0 where there is none; then the
/// scores ([`super::scores`]), 0 where there is none.
pub const NUMBERS: usize = SCORES + MOST_SCORES;
/// The number that counts words.
pub const WORDS: usize = 0;
const ANCHOR_WORDS: usize = 1;
const WRAPPED_WORDS: usize = 2;
const WRAPPED_LINES: usize = 3;
const TAG_LEVEL: usize = 4;
/// The number that counts analyzed tokens.
pub const TOKENS: usize = 5;
/// The number that holds the label bits.
pub const LABELS: usize = 6;
/// The number that holds the kind.
pub const KIND: usize = 7;
/// The number of pages with the block.
pub const REPEATS: usize = 8;
/// The number of pages of the site with the block.
pub const SITE_REPEATS: usize = 9;
/// The number of pages of the site.
pub const SITE_PAGES: usize = 10;
// Scores are the last numbers: hundredths plus 1.
const _: () = assert!(SITE_PAGES + 1 == SCORES);

/// The names of the numbers before the scores, in their order.
pub const NAMES: [&str; SCORES] = [
    "words",
    "anchor_words",
    "wrapped_words",
    "wrapped_lines",
    "tag_level",
    "tokens",
    "labels",
    "kind",
    "repeats",
    "site_repeats",
    "site_pages",
];

/// All numbers, as the set of bits that [`BlockColumns::read`] takes.
pub const ALL_NUMBERS: u32 = (1 << NUMBERS) - 1;

/// The numbers of a run of blocks: one list per number, each with one value per block.
pub type BlockNumbers = [Vec<u64>; NUMBERS];

/// Numbers that are decoded with the help of [`BlockColumns::shape`].
const SPARSE: u32 = 1 << ANCHOR_WORDS | 1 << WRAPPED_WORDS | 1 << WRAPPED_LINES | 1 << KIND;

/// The block columns of a segment. A row is a block; a column is missing where the segment has no
/// value for it.
pub struct BlockColumns {
    words: Option<Column<u64>>,
    shape: Option<Column<u64>>,
    anchor_words: Option<Column<u64>>,
    last_line_words: Option<Column<u64>>,
    wrapped_lines: Option<Column<u64>>,
    tag_level: Option<Column<u64>>,
    tokens_off: Option<Column<u64>>,
    labels: Option<Column<u64>>,
    scores: [Option<Column<u64>>; MOST_SCORES],
    added: AddedBits,
    repeats: RepeatCounts,
}

/// The added labels of a segment.
pub(super) struct AddedBits {
    pub labels: Arc<Added>,
    /// The segment's number within its index.
    pub segment: usize,
    /// The bit of the first added label.
    pub first_bit: usize,
}

impl BlockColumns {
    pub(super) fn open(
        reader: &SegmentReader,
        added: AddedBits,
        repeats: RepeatCounts,
    ) -> tantivy::Result<Self> {
        let column = |name: &str| reader.fast_fields().column_opt::<u64>(name);
        let mut scores = <[Option<Column<u64>>; MOST_SCORES]>::default();
        for (score, name) in scores.iter_mut().zip(SCORE_COLUMNS) {
            *score = column(name)?;
        }
        Ok(Self {
            words: column("words")?,
            shape: column("shape")?,
            anchor_words: column("anchor_words")?,
            last_line_words: column("last_line_words")?,
            wrapped_lines: column("wrapped_lines")?,
            tag_level: column("tag_level")?,
            tokens_off: column("tokens_off")?,
            labels: column("labels")?,
            scores,
            added,
            repeats,
        })
    }

    /// Returns the rows of a page.
    pub fn rows(&self, doc: u32) -> Range<u32> {
        self.words.as_ref().map_or(0..0, |words| words.index.value_row_ids(doc))
    }

    /// Returns the first row of each of `documents` pages, then the end of the last one.
    pub fn first_rows(&self, documents: u32) -> Vec<u32> {
        let mut first_rows = Vec::with_capacity(documents as usize + 1);
        let mut end = 0;
        for doc in 0..documents {
            first_rows.push(end);
            end += self.rows(doc).len() as u32;
        }
        first_rows.push(end);
        first_rows
    }

    /// Reads the `needed` numbers (a set of bits) of these rows, which belong to whole pages, the
    /// first of them `doc`. May also read other numbers that it needs for decoding. How often
    /// blocks repeat is 0 in an index without counts.
    ///
    /// # Errors
    /// Damage of the counts of blocks, which are checked when they are read.
    pub fn read(
        &self,
        doc: u32,
        rows: Range<u32>,
        needed: u32,
        numbers: &mut BlockNumbers,
    ) -> io::Result<()> {
        // Tokens and the sparse numbers are decoded from the words.
        let needed =
            if needed & (SPARSE | 1 << TOKENS) == 0 { needed } else { needed | 1 << WORDS };
        let is_needed = |number: usize| needed >> number & 1 == 1;
        let wanted = numbers.iter_mut().enumerate().filter(|(number, _)| is_needed(*number));
        wanted.for_each(|(_, values)| values.resize(rows.len(), 0));
        let dense = [
            (WORDS, &self.words),
            (TAG_LEVEL, &self.tag_level),
            (TOKENS, &self.tokens_off),
            (LABELS, &self.labels),
        ];
        for (number, column) in dense.into_iter().filter(|(number, _)| is_needed(*number)) {
            fill(column.as_ref(), rows.start, &mut numbers[number]);
        }
        for (number, column) in
            (SCORES..).zip(&self.scores).filter(|(number, _)| is_needed(*number))
        {
            fill(column.as_ref(), rows.start, &mut numbers[number]);
        }
        if is_needed(LABELS) {
            let AddedBits { labels, segment, first_bit } = &self.added;
            labels.add_to(*segment, rows.start, *first_bit, &mut numbers[LABELS]);
        }
        if is_needed(TOKENS) && self.tokens_off.is_some() {
            let [words, _, _, _, _, tokens, ..] = numbers;
            tokens
                .iter_mut()
                .zip(words)
                .for_each(|(tokens, words)| *tokens = shape::tokens(*tokens, *words));
        }
        let planes = [
            (REPEATS, Plane::Repeats),
            (SITE_REPEATS, Plane::SiteRepeats),
            (SITE_PAGES, Plane::SitePages),
        ];
        for (number, plane) in planes.into_iter().filter(|(number, _)| is_needed(*number)) {
            match self.repeats.get() {
                Some(counts) => {
                    counts.read(self.added.segment, plane, rows.start, &mut numbers[number])?
                }
                None => numbers[number].fill(0),
            }
        }
        if needed & SPARSE != 0 {
            self.read_sparse(doc, rows, needed, numbers);
        }
        Ok(())
    }

    /// Decodes the numbers that follow from the shapes, the words and the sparse columns.
    fn read_sparse(&self, doc: u32, rows: Range<u32>, needed: u32, numbers: &mut BlockNumbers) {
        let [words, anchors, wrapped, lines, _, _, _, kinds, ..] = numbers;
        let mut shapes = vec![0; rows.len()];
        fill(self.shape.as_ref(), rows.start, &mut shapes);
        let shapes = || shapes.iter().map(|shape| Shape(*shape)).zip(words.iter());
        if needed >> ANCHOR_WORDS & 1 == 1 {
            let mut some = Sparse::new(self.anchor_words.as_ref(), doc);
            for (anchors, (shape, words)) in anchors.iter_mut().zip(shapes()) {
                *anchors =
                    if shape.has_anchors() { some.next() } else { shape.plain_anchors(*words) };
            }
        }
        if needed >> WRAPPED_WORDS & 1 == 1 {
            let mut last = Sparse::new(self.last_line_words.as_ref(), doc);
            for (wrapped, (shape, words)) in wrapped.iter_mut().zip(shapes()) {
                *wrapped = if shape.has_lines() { words - last.next().min(*words) } else { *words };
            }
        }
        if needed >> WRAPPED_LINES & 1 == 1 {
            let mut some = Sparse::new(self.wrapped_lines.as_ref(), doc);
            for (lines, (shape, _)) in lines.iter_mut().zip(shapes()) {
                *lines = if shape.has_lines() { some.next() } else { 1 };
            }
        }
        if needed >> KIND & 1 == 1 {
            kinds
                .iter_mut()
                .zip(shapes())
                .for_each(|(kind, (shape, _))| *kind = u64::from(shape.is_title()));
        }
    }
}

/// Fills `values` with those of a dense column from a row on; with 0 if the column is missing.
fn fill(column: Option<&Column<u64>>, first: u32, values: &mut [u64]) {
    match column {
        Some(column) => column.values.get_range(first.into(), values),
        None => values.fill(0),
    }
}

/// The values of a sparse column in order, starting at a page.
struct Sparse<'a> {
    column: Option<&'a Column<u64>>,
    next: u32,
}

impl<'a> Sparse<'a> {
    /// Starts at the first value of this page or, if it has none, of a later one. tantivy's
    /// `value_row_ids` cannot tell where that is: for a page without values it returns `0..0`. The
    /// range of no pages starts there.
    fn new(column: Option<&'a Column<u64>>, doc: u32) -> Self {
        let first_value = |column: &Column<u64>| column.index.docid_range_to_rowids(doc..doc).start;
        Self { column, next: column.map_or(0, first_value) }
    }

    fn next(&mut self) -> u64 {
        self.next += 1;
        self.column.map_or(0, |column| column.values.get_val(self.next - 1))
    }
}
