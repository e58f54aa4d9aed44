//! The block columns of a segment, decoded in one place: for a single page, and in bulk for views
//! and counts.
//!
//! Most blocks need only a [`Shape`] and a word count; the sparse columns hold the rest
//! ([`super::shape`]). Columns are read in ranges of whole pages, so memory depends on the range
//! and not on the segment.

use super::added::Added;
use super::codes::{BlockCodes, SHARED_COUNT, Scale};
use super::columns::{BlockColumn, BlockNumbers, ColumnSet};
use super::feature::Feature;
use super::repeats::{CountPlane, RepeatCounts};
use super::schema::MAX_SCORES;
use super::scores;
use super::shape::{self, Shape};
use super::storage::{into_io, opened};
use std::io;
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use tamis_blocks::classify::LabelSet;
use tantivy::columnar::{Column, ColumnIndex};
use tantivy::directory::OwnedBytes;
use tantivy::index::SegmentReader;

/// Columns that are decoded with the help of the shapes ([`super::shape`]).
const SPARSE: ColumnSet = ColumnSet::new(&[
    BlockColumn::AnchorWords,
    BlockColumn::WrappedWords,
    BlockColumn::WrappedLines,
    BlockColumn::Kind,
]);

/// The block columns of a segment. A row is a block; a column is missing where the segment has no
/// value for it.
pub struct BlockColumns {
    reader: SegmentReader,
    words: Option<Column<u64>>,
    shape: LazyColumn,
    anchor_words: LazyColumn,
    last_line_words: LazyColumn,
    wrapped_lines: LazyColumn,
    tag_level: LazyColumn,
    tokens_off: LazyColumn,
    codes: BlockCodes,
    added: AddedBits,
    repeats: RepeatCounts,
    long_blocks: OnceLock<Vec<(u32, u32)>>,
}

/// Rows whose codes are looked at together for long blocks.
const LONG_CHUNK: usize = 512;

/// A column that is opened when it is first read: that compares all of it with its checksums, and
/// most searches need codes alone.
struct LazyColumn {
    name: &'static str,
    opened: OnceLock<Option<Column<u64>>>,
}

impl LazyColumn {
    fn new(name: &'static str) -> Self {
        Self { name, opened: OnceLock::new() }
    }

    /// Returns the column; none if the segment has no value for it.
    fn get(&self, reader: &SegmentReader) -> io::Result<Option<&Column<u64>>> {
        let open = || reader.fast_fields().column_opt(self.name).map_err(into_io);
        opened(&self.opened, open).map(Option::as_ref)
    }
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
        let words = reader.fast_fields().column_opt::<u64>("words")?;
        let codes = BlockCodes::open(reader)?;
        let rows = words.as_ref().map_or(0, |words| words.values.num_vals() as usize);
        codes.check(reader.max_doc() as usize, rows)?;
        Ok(Self {
            reader: reader.clone(),
            words,
            shape: LazyColumn::new("shape"),
            anchor_words: LazyColumn::new("anchor_words"),
            last_line_words: LazyColumn::new("last_line_words"),
            wrapped_lines: LazyColumn::new("wrapped_lines"),
            tag_level: LazyColumn::new("tag_level"),
            tokens_off: LazyColumn::new("tokens_off"),
            codes,
            added,
            repeats,
            long_blocks: OnceLock::new(),
        })
    }

    /// Returns the rows of a page.
    pub fn rows(&self, doc: u32) -> Range<u32> {
        self.words.as_ref().map_or(0..0, |words| words.index.value_row_ids(doc))
    }

    /// Returns the first row of each of `documents` pages, then the end of the last one.
    pub fn first_rows(&self, documents: u32) -> Vec<u32> {
        if let Some(starts) = self.starts(documents) {
            return starts;
        }
        let mut first_rows = Vec::with_capacity(documents as usize + 1);
        let mut end = 0;
        for doc in 0..documents {
            first_rows.push(end);
            end += self.rows(doc).len() as u32;
        }
        first_rows.push(end);
        first_rows
    }

    /// Returns the same from a column that keeps them as they are, which is one whose pages all
    /// have blocks; none from another one.
    fn starts(&self, documents: u32) -> Option<Vec<u32>> {
        let ColumnIndex::Multivalued(index) = &self.words.as_ref()?.index else { return None };
        let starts = index.get_start_index_column();
        if starts.num_vals() != documents + 1 {
            return None;
        }
        let mut first_rows = vec![0; documents as usize + 1];
        starts.get_range(0, &mut first_rows);
        Some(first_rows)
    }

    /// Reads the `needed` columns of these rows, which belong to whole pages, the first of them
    /// `doc`. May also read other columns that it needs for decoding. How often blocks repeat is 0
    /// in an index without counts.
    ///
    /// # Errors
    /// Damage of the counts of blocks, which are checked when they are read.
    pub fn read(
        &self,
        doc: u32,
        rows: Range<u32>,
        mut needed: ColumnSet,
        numbers: &mut BlockNumbers,
    ) -> io::Result<()> {
        if needed.intersects(SPARSE.with(BlockColumn::Tokens)) {
            // They are decoded from the words.
            needed.insert(BlockColumn::Words);
        }
        for column in BlockColumn::ALL {
            if needed.contains(column) {
                numbers.0[column.index()].resize(rows.len(), 0);
            }
        }
        self.read_dense(rows.start, needed, numbers)?;
        self.read_scores(rows.start, needed, numbers)?;
        self.read_repeats(rows.start, needed, numbers)?;
        if needed.intersects(SPARSE) {
            self.read_sparse(doc, rows, needed, numbers)?;
        }
        Ok(())
    }

    /// Reads the columns that have a value for every block, from the row `first` on.
    fn read_dense(
        &self,
        first: u32,
        needed: ColumnSet,
        numbers: &mut BlockNumbers,
    ) -> io::Result<()> {
        if needed.contains(BlockColumn::Words) {
            fill(self.words.as_ref(), first, &mut numbers[BlockColumn::Words]);
        }
        if needed.contains(BlockColumn::TagLevel) {
            let tag_level = self.tag_level.get(&self.reader)?;
            fill(tag_level, first, &mut numbers[BlockColumn::TagLevel]);
        }
        if !needed.contains(BlockColumn::Tokens) {
            return Ok(());
        }
        let tokens_off = self.tokens_off.get(&self.reader)?;
        fill(tokens_off, first, &mut numbers[BlockColumn::Tokens]);
        if tokens_off.is_some() {
            let [words, tokens] = numbers.several_mut([BlockColumn::Words, BlockColumn::Tokens]);
            for (tokens, words) in tokens.iter_mut().zip(words) {
                *tokens = shape::tokens(*tokens, *words);
            }
        }
        Ok(())
    }

    /// Reads the scores, from the row `first` on.
    fn read_scores(
        &self,
        first: u32,
        needed: ColumnSet,
        numbers: &mut BlockNumbers,
    ) -> io::Result<()> {
        for score in 0..MAX_SCORES as u8 {
            let column = BlockColumn::Score(score);
            if !needed.contains(column) {
                continue;
            }
            let rows = first as usize..first as usize + numbers[column].len();
            match self.codes.score(score.into(), rows)? {
                Some(codes) => {
                    for (number, code) in numbers[column].iter_mut().zip(codes.iter()) {
                        *number = scores::stored(Scale::hundredths(*code)).into();
                    }
                }
                None => numbers[column].fill(0),
            }
        }
        Ok(())
    }

    /// Returns the codes of a feature of some rows.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn codes(&self, feature: Feature, rows: Range<u32>) -> io::Result<OwnedBytes> {
        if let Some(codes) = self.codes.codes(feature, rows.start as usize..rows.end as usize)? {
            return Ok(codes);
        }
        if let Some(counts) = self.repeats.get() {
            let rows = rows.start as usize..rows.end as usize;
            if let Some(codes) = counts.codes(self.added.segment, feature, rows)? {
                return Ok(codes);
            }
        }
        let mut numbers = BlockNumbers::default();
        for column in BlockColumn::ALL {
            if feature.columns().contains(column) {
                numbers.0[column.index()].resize(rows.len(), 0);
            }
        }
        self.read_repeats(rows.start, feature.columns(), &mut numbers)?;
        let scale = feature.scale();
        let codes = |row| scale.code(feature.fraction(|column| numbers[column][row]));
        Ok(OwnedBytes::new((0..rows.len()).map(codes).collect::<Vec<u8>>()))
    }

    /// Returns the labels of some rows, one set each.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn labels(&self, rows: Range<u32>) -> io::Result<Vec<LabelSet>> {
        let mut sets = vec![LabelSet::default(); rows.len()];
        let skipped = rows.start as usize % 8;
        for label in 0..(self.added.first_bit + self.added.labels.labels.len()) {
            let bits = self.label_bits(label as u32, rows.clone())?;
            for (bit, set) in (skipped..).zip(&mut sets) {
                if bits[bit / 8] >> (bit % 8) & 1 == 1 {
                    set.insert(label);
                }
            }
        }
        Ok(sets)
    }

    /// Returns the bits of the blocks with a label: that of the row `rows.start + n` is bit
    /// `rows.start % 8 + n`, counted from the lowest bit of the first byte.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn label_bits(&self, label: u32, rows: Range<u32>) -> io::Result<OwnedBytes> {
        let AddedBits { labels, segment, first_bit } = &self.added;
        let rows = rows.start as usize..rows.end as usize;
        match (label as usize).checked_sub(*first_bit) {
            None => self.codes.label(label as usize, rows),
            Some(added) => {
                let content = &labels.labels[added].content[*segment];
                content.bytes(rows.start / 8..rows.end.div_ceil(8))
            }
        }
    }

    /// Returns the bits of the pages with a title ([`BlockCodes::titles`]).
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn titles(&self) -> io::Result<OwnedBytes> {
        self.codes.titles()
    }

    /// Returns the rows whose tokens share a code with others ([`SHARED_COUNT`]), ascending, with
    /// their tokens. They are few, a block in five hundred, and are read once.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn long_blocks(&self) -> io::Result<&[(u32, u32)]> {
        if let Some(long) = self.long_blocks.get() {
            return Ok(long);
        }
        let rows = self.codes.rows() as u32;
        let mut long = Vec::new();
        for start in (0..rows).step_by(LONG_CHUNK) {
            let codes = self.codes(Feature::Tokens, start..rows.min(start + LONG_CHUNK as u32))?;
            // A test of all codes, many at a time, fails for most.
            let largest = codes.iter().fold(0, |largest, code| (*code).max(largest));
            if u64::from(largest) < SHARED_COUNT {
                continue;
            }
            for (row, _) in
                (start..).zip(&*codes).filter(|(_, code)| u64::from(**code) >= SHARED_COUNT)
            {
                long.push((row, self.tokens(row)?));
            }
        }
        Ok(self.long_blocks.get_or_init(|| long))
    }

    /// Returns the tokens of a block.
    fn tokens(&self, row: u32) -> io::Result<u32> {
        Ok(match (&self.words, self.tokens_off.get(&self.reader)?) {
            (Some(words), Some(off)) => {
                shape::tokens(off.values.get_val(row), words.values.get_val(row)) as u32
            }
            _ => 0,
        })
    }

    /// Reads how often the blocks repeat, from the row `first` on.
    fn read_repeats(
        &self,
        first: u32,
        needed: ColumnSet,
        numbers: &mut BlockNumbers,
    ) -> io::Result<()> {
        let planes = [
            (BlockColumn::Repeats, CountPlane::Repeats),
            (BlockColumn::SiteRepeats, CountPlane::SiteRepeats),
            (BlockColumn::SitePages, CountPlane::SitePages),
        ];
        for (column, plane) in planes {
            if !needed.contains(column) {
                continue;
            }
            match self.repeats.get() {
                Some(counts) => {
                    counts.read(self.added.segment, plane, first, &mut numbers[column])?;
                }
                None => numbers[column].fill(0),
            }
        }
        Ok(())
    }

    /// Decodes the numbers that follow from the shapes, the words and the sparse columns.
    fn read_sparse(
        &self,
        doc: u32,
        rows: Range<u32>,
        needed: ColumnSet,
        numbers: &mut BlockNumbers,
    ) -> io::Result<()> {
        let [words, anchors, wrapped, lines, kinds] = numbers.several_mut([
            BlockColumn::Words,
            BlockColumn::AnchorWords,
            BlockColumn::WrappedWords,
            BlockColumn::WrappedLines,
            BlockColumn::Kind,
        ]);
        let mut shapes = vec![0; rows.len()];
        fill(self.shape.get(&self.reader)?, rows.start, &mut shapes);
        let shapes = || shapes.iter().map(|shape| Shape(*shape)).zip(words.iter());
        if needed.contains(BlockColumn::AnchorWords) {
            let mut some = Sparse::new(self.anchor_words.get(&self.reader)?, doc);
            for (anchors, (shape, words)) in anchors.iter_mut().zip(shapes()) {
                *anchors =
                    if shape.has_anchors() { some.next() } else { shape.plain_anchors(*words) };
            }
        }
        if needed.contains(BlockColumn::WrappedWords) {
            let mut last = Sparse::new(self.last_line_words.get(&self.reader)?, doc);
            for (wrapped, (shape, words)) in wrapped.iter_mut().zip(shapes()) {
                *wrapped = if shape.has_lines() { words - last.next().min(*words) } else { *words };
            }
        }
        if needed.contains(BlockColumn::WrappedLines) {
            let mut some = Sparse::new(self.wrapped_lines.get(&self.reader)?, doc);
            for (lines, (shape, _)) in lines.iter_mut().zip(shapes()) {
                *lines = if shape.has_lines() { some.next() } else { 1 };
            }
        }
        if needed.contains(BlockColumn::Kind) {
            for (kind, (shape, _)) in kinds.iter_mut().zip(shapes()) {
                *kind = u64::from(shape.is_title());
            }
        }
        Ok(())
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
