//! The numbers of blocks: read in ranges of any size, against tantivy's own reads of single values,
//! and against the blocks that were indexed.

use crate::made_up::{TestPage, build, pages, recounted};
use proptest::prelude::*;
use std::collections::HashMap;
use std::ops::Range;
use tamis_index::corpus::{Corpus, Segment};
use tamis_index::index::codes::ABSENT;
use tamis_index::index::columns::{BlockColumn, BlockNumbers, ColumnSet};
use tamis_index::index::feature::{FEATURES, Feature};
use tamis_index::index::shape::tokens;
use tamis_index::index::{Index, Shape};
use tamis_search::rule::predicate::RuleRow;
use tantivy::fastfield::FastFieldReaders;

/// Rows of the ranges: pages alone, a few pages, all pages of a segment.
pub const RANGE_ROWS: [u32; 7] = [1, 2, 3, 7, 64, 4096, u32::MAX];

/// The numbers of a block, in the order of the columns.
pub type Numbers = [u64; BlockColumn::COUNT];

/// Returns the numbers of all blocks of a segment, read in ranges.
pub fn in_ranges(segment: &Segment) -> Vec<Numbers> {
    let mut numbers = BlockNumbers::default();
    let mut all = Vec::with_capacity(segment.rows());
    for range in segment.page_ranges() {
        segment.read(&range, ColumnSet::ALL, &mut numbers).unwrap();
        let rows = segment.first_row[range.end as usize] - segment.first_row[range.start as usize];
        all.extend(
            (0..rows as usize).map(|row| BlockColumn::ALL.map(|column| numbers[column][row])),
        );
    }
    all
}

/// Returns the numbers of a page's blocks, value by value, without a bulk read. How often a block
/// repeats is not among them, and stays 0.
pub fn one_by_one(index: &Index, segment: &Segment, doc: u32) -> Vec<Numbers> {
    let columns = index.searcher.segment_reader(segment.ordinal).fast_fields();
    let [shapes, words, levels, offs] =
        ["shape", "words", "tag_level", "tokens_off"].map(|name| values_of(columns, name, doc));
    let mut anchors = values_of(columns, "anchor_words", doc).into_iter();
    let mut last_words = values_of(columns, "last_line_words", doc).into_iter();
    let mut lines = values_of(columns, "wrapped_lines", doc).into_iter();
    assert_eq!(shapes.len(), words.len(), "as many shapes as blocks");
    let mut blocks = Vec::with_capacity(shapes.len());
    for (block, shape) in shapes.into_iter().map(Shape).enumerate() {
        let mut numbers = [0; BlockColumn::COUNT];
        numbers[BlockColumn::Words.index()] = words[block];
        numbers[BlockColumn::AnchorWords.index()] = match shape.has_anchors() {
            true => anchors.next().unwrap(),
            false => shape.plain_anchors(words[block]),
        };
        numbers[BlockColumn::WrappedWords.index()] = words[block];
        numbers[BlockColumn::WrappedLines.index()] = 1;
        if shape.has_lines() {
            numbers[BlockColumn::WrappedWords.index()] -= last_words.next().unwrap();
            numbers[BlockColumn::WrappedLines.index()] = lines.next().unwrap();
        }
        numbers[BlockColumn::TagLevel.index()] = levels[block];
        numbers[BlockColumn::Tokens.index()] = tokens(offs[block], words[block]);
        numbers[BlockColumn::Kind.index()] = u64::from(shape.is_title());
        let row = segment.first_row[doc as usize] + block as u32;
        for score in index.manifest.scores() {
            let code = segment.columns().codes(Feature::Score(score), row..row + 1).unwrap()[0];
            numbers[score.column().index()] =
                if code == ABSENT { 0 } else { u64::from(code) / 2 + 1 };
        }
        blocks.push(numbers);
    }
    assert!(anchors.chain(last_words).chain(lines).next().is_none(), "no value is left over");
    blocks
}

/// The values of a column for a page; none without the column.
fn values_of(columns: &FastFieldReaders, name: &str, doc: u32) -> Vec<u64> {
    let column = columns.column_opt::<u64>(name).unwrap();
    column.map_or_else(Vec::new, |column| column.values_for_doc(doc).collect())
}

/// The numbers of a block that is not read from an index.
pub fn of_row(row: &RuleRow) -> Numbers {
    BlockColumn::ALL.map(|column| row.number(column))
}

/// The rows of a page.
pub fn rows(segment: &Segment, doc: u32) -> Range<usize> {
    segment.first_row[doc as usize] as usize..segment.first_row[doc as usize + 1] as usize
}

/// The numbers without how often the block repeats.
pub fn without_repeats(mut numbers: Numbers) -> Numbers {
    for column in [BlockColumn::Repeats, BlockColumn::SiteRepeats, BlockColumn::SitePages] {
        numbers[column.index()] = 0;
    }
    numbers
}

/// Compares every page of an index, read in ranges of every size, with its single values and, by
/// docno, with what was drawn.
fn check(corpus: &mut Corpus, pages: &[TestPage]) {
    let by_docno: HashMap<&str, &TestPage> =
        pages.iter().map(|page| (page.docno.as_str(), page)).collect();
    for range_rows in RANGE_ROWS {
        corpus.set_rows_per_range(range_rows);
        for segment in &corpus.segments {
            let ranges: Vec<Range<u32>> = segment.page_ranges().collect();
            assert!(ranges.iter().flat_map(Clone::clone).eq(0..segment.documents()), "{ranges:?}");
            let numbers = in_ranges(segment);
            check_codes(segment, &ranges, &numbers);
            for doc in 0..segment.documents() {
                let of_page = &numbers[rows(segment, doc)];
                let single = one_by_one(&corpus.indexes[0], segment, doc);
                let without: Vec<Numbers> = of_page.iter().copied().map(without_repeats).collect();
                assert_eq!(without, single, "page {doc} in ranges of {range_rows} rows");
                if segment.is_alive(doc) {
                    let docno = docno(corpus, segment, doc);
                    let drawn: Vec<Numbers> = by_docno[docno.as_str()]
                        .blocks
                        .iter()
                        .map(|block| of_row(&block.row))
                        .collect();
                    assert_eq!(of_page, drawn, "{docno} in ranges of {range_rows} rows");
                }
            }
        }
    }
}

/// Compares the codes of all features and the bits of titles, read in these ranges of pages, with
/// the numbers of the blocks.
pub fn check_codes(segment: &Segment, ranges: &[Range<u32>], numbers: &[Numbers]) {
    for feature in FEATURES {
        let mut codes = Vec::new();
        for pages in ranges {
            let first = segment.first_row[pages.start as usize];
            let end = segment.first_row[pages.end as usize];
            codes.extend_from_slice(&segment.columns().codes(feature, first..end).unwrap());
        }
        let code = |numbers: &Numbers| {
            feature.scale().code(feature.fraction(|column| numbers[column.index()]))
        };
        let expected: Vec<u8> = numbers.iter().map(code).collect();
        assert_eq!(codes, expected, "codes of {}", feature.name());
    }
    let titles = segment.columns().titles().unwrap();
    for doc in 0..segment.documents() {
        let rows = rows(segment, doc);
        let has_title = titles[doc as usize / 8] >> (doc % 8) & 1 == 1;
        let kinds: Vec<u64> =
            numbers[rows].iter().map(|numbers| numbers[BlockColumn::Kind.index()]).collect();
        assert_eq!(has_title, kinds.first() == Some(&1), "page {doc}");
        assert!(kinds.iter().skip(1).all(|kind| *kind == 0), "page {doc}");
    }
}

fn docno(corpus: &Corpus, segment: &Segment, doc: u32) -> String {
    corpus.indexes[0].page_at(tantivy::DocAddress::new(segment.ordinal, doc)).unwrap().docno
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn numbers_of_any_range_are_those_of_single_values(
        pages in pages(60), segments in 1usize..4, merged in 0usize..4, every in 2usize..9,
    ) {
        let folder = tamis_testing::folder();
        let deleted = super::every(&pages, 1, every);
        let pages = recounted(pages, &deleted);
        let mut corpus = build(folder.path(), &pages, segments, merged, &deleted);
        check(&mut corpus, &pages);
    }
}
