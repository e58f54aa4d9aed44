//! What the program assumes of tantivy where it reads in bulk, each against tantivy's own reads of
//! single values: which rows a page has, where a term occurs, which number a text of a dictionary
//! has, and in which order pages and their stored texts are. A wrong assumption shows only where
//! pages differ: in some that lack a value, after a merge, behind the 65,536th page.

use proptest::prelude::*;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use tamis_blocks::classify::LabelSet;
use tamis_blocks::page::{Block, BlockKind, Blocks, EncodingSource, Inside};
use tamis_collection::{Body, RawDocument, Source, date};
use tamis_index::analyze::Vocabulary;
use tamis_index::captures::{UrlKeys, key};
use tamis_index::corpus::{Corpus, Segment};
use tamis_index::index::columns::{BlockColumn, BlockNumbers};
use tamis_index::index::postings::BlockPostings;
use tamis_index::index::rewrite::Rewrite;
use tamis_index::index::schema::{PAYLOAD, payload_hash};
use tamis_index::index::{AnalyzedPage, Index, IndexWriter, Manifest, Recipe};
use tantivy::columnar::{Column, StrColumn};
use tantivy::index::SegmentReader;
use tantivy::postings::{Postings, TermInfo};
use tantivy::schema::{IndexRecordOption, Value};
use tantivy::{DocAddress, DocSet, TERMINATED, TantivyDocument};

/// The numbers words, words in anchors, wrapped words and wrapped lines: all that need sparse
/// columns.
const NEEDED: [BlockColumn; 4] = [
    BlockColumn::Words,
    BlockColumn::AnchorWords,
    BlockColumn::WrappedWords,
    BlockColumn::WrappedLines,
];
const COLUMNS_OF: [&str; 4] = ["words", "anchor_words", "last_line_words", "wrapped_lines"];

/// A page, as it is given to the index.
#[derive(Debug, Clone, Default)]
struct Made {
    docno: String,
    url: String,
    date: String,
    digest: String,
    blocks: Vec<MadeBlock>,
}

impl Made {
    /// A page without URL, date and digest.
    fn new(docno: impl Into<String>, blocks: Vec<MadeBlock>) -> Self {
        Self { docno: docno.into(), blocks, ..Self::default() }
    }
}

#[derive(Debug, Clone, Default)]
struct MadeBlock {
    tokens: Vec<String>,
    words: u32,
    anchors: u32,
    /// Lines beside the last one; if 0, the block has one line.
    lines: u32,
}

impl MadeBlock {
    fn new(tokens: &[&str]) -> Self {
        let tokens = tokens.iter().map(|token| (*token).to_owned()).collect();
        Self { tokens, words: 5, ..Self::default() }
    }

    fn block(&self, text: Range<u32>) -> Block {
        Block {
            text,
            words: self.words,
            anchor_words: self.anchors,
            wrapped_words: if self.lines == 0 { self.words } else { self.words / 2 },
            wrapped_lines: if self.lines == 0 { 1 } else { self.lines },
            tag_level: 1,
            inside: Inside::default(),
            kind: BlockKind::Text,
            events: 0..0,
        }
    }

    /// The numbers of [`NEEDED`].
    fn numbers(&self) -> [u64; 4] {
        let block = self.block(0..0);
        [block.words, block.anchor_words, block.wrapped_words, block.wrapped_lines].map(u64::from)
    }
}

fn analyzed(page: &Made, vocabulary: &mut Vocabulary) -> AnalyzedPage {
    let mut terms = Vec::new();
    let mut blocks = Blocks::default();
    let mut block_terms = Vec::new();
    for block in &page.blocks {
        let of_text = blocks.text.len() as u32;
        terms.extend(block.tokens.iter().map(|token| vocabulary.id(token)));
        blocks.text += &block.tokens.join(" ");
        block_terms.push(block.tokens.len() as u32);
        blocks.blocks.push(block.block(of_text..blocks.text.len() as u32));
    }
    let source = Source { archive: Arc::from("test"), offset: 0 };
    let document = RawDocument {
        url: page.url.clone(),
        date: page.date.clone(),
        payload_digest: page.digest.clone(),
        ..RawDocument::new(page.docno.clone(), source, Body::text(""))
    };
    AnalyzedPage {
        metadata: None,
        structure: None,
        document,
        encoding: "UTF-8",
        encoding_source: EncodingSource::Given,
        language: "en",
        blocks,
        labels: vec![LabelSet::default(); page.blocks.len()],
        added_labels: Vec::new(),
        scores: Vec::new(),
        terms,
        block_terms,
        fingerprint: None,
        defects: Vec::new(),
    }
}

fn manifest() -> Manifest {
    Manifest::new(Recipe { analyzer: "whitespace".into(), ..Recipe::default() })
}

/// An index that is being built.
struct Building {
    writer: IndexWriter,
    /// The names of its segments, in their order.
    ids: Vec<String>,
}

impl Building {
    /// Writes the pages to segments of this many pages.
    fn new(path: &Path, pages: &[Made], of_segment: usize) -> Self {
        let writer = IndexWriter::open(path, manifest(), false).unwrap().0;
        let mut ids = Vec::new();
        for part in pages.chunks(of_segment.max(1)) {
            let mut vocabulary = Vocabulary::default();
            let part: Vec<AnalyzedPage> =
                part.iter().map(|page| analyzed(page, &mut vocabulary)).collect();
            let segment = writer.segment(part, &vocabulary).unwrap().unwrap();
            ids.push(segment.id().uuid_string());
            writer.add(segment).unwrap();
        }
        writer.commit(&manifest()).unwrap();
        Self { writer, ids }
    }

    fn deleted<'d>(self, docnos: impl IntoIterator<Item = &'d String>) -> Self {
        for docno in docnos {
            self.writer.delete(docno).unwrap();
        }
        self.writer.commit(&manifest()).unwrap();
        self
    }

    /// Merges the first so many segments. tantivy drops those whose pages are all deleted.
    fn merged(self, segments: usize) -> Self {
        let there = self.writer.segments().unwrap();
        let ids = self.ids.iter().filter(|id| there.contains(id)).take(segments);
        let ids: Vec<&str> = ids.map(String::as_str).collect();
        if ids.len() > 1 {
            self.writer.merge(&ids).unwrap();
            self.writer.commit(&manifest()).unwrap();
        }
        self
    }

    fn opened(self) -> Corpus {
        opened(self.writer.path())
    }
}

fn opened(path: &Path) -> Corpus {
    Corpus::new(vec![Index::open(path).unwrap()]).unwrap()
}

fn reader<'c>(corpus: &'c Corpus, segment: &Segment) -> &'c SegmentReader {
    corpus.indexes[0].searcher.segment_reader(segment.ordinal)
}

/// What tantivy stored of a page, read alone.
fn stored(corpus: &Corpus, segment: &Segment, doc: u32) -> TantivyDocument {
    corpus.indexes[0].searcher.doc(DocAddress::new(segment.ordinal, doc)).unwrap()
}

fn stored_text(corpus: &Corpus, segment: &Segment, doc: u32, name: &str) -> String {
    let field = corpus.indexes[0].searcher.schema().get_field(name).unwrap();
    let page = stored(corpus, segment, doc);
    page.get_first(field).and_then(|value| value.as_str().map(str::to_owned)).unwrap()
}

fn docno(corpus: &Corpus, segment: &Segment, doc: u32) -> String {
    stored_text(corpus, segment, doc, "docno")
}

/// The pages by their docnos.
fn by_docno(pages: &[Made]) -> HashMap<&str, &Made> {
    pages.iter().map(|page| (&*page.docno, page)).collect()
}

/// A column's values of one page, as tantivy reads them; none without the column.
fn values(column: Option<&Column<u64>>, doc: u32) -> Vec<u64> {
    column.iter().flat_map(|column| column.values_for_doc(doc)).collect()
}

fn column(reader: &SegmentReader, name: &str) -> Option<Column<u64>> {
    reader.fast_fields().column_opt::<u64>(name).unwrap()
}

/// Checks that the rows of every page are those of its words, and that there are no others.
fn check_rows(corpus: &Corpus) {
    for segment in &corpus.segments {
        let words = column(reader(corpus, segment), "words");
        for doc in 0..segment.documents() {
            let of_page = segment.first_row[doc as usize]..segment.first_row[doc as usize + 1];
            let found: Vec<u64> =
                of_page.map(|row| words.as_ref().unwrap().values.get_val(row)).collect();
            assert_eq!(found, values(words.as_ref(), doc));
        }
        // Labels that are added later are listed with this number.
        let all = words.map_or(0, |words| words.values.num_vals());
        assert_eq!(segment.rows(), all as usize);
    }
}

/// The pages of a term with the blocks of its occurrences.
type Found = Vec<(u32, Vec<u32>)>;

/// As the program decodes them.
fn decoded(postings: &BlockPostings, term: &TermInfo, first_row: &[u32]) -> Found {
    let mut found = Found::new();
    postings
        .decode(term, first_row, |doc, rows| {
            let first = first_row[doc as usize];
            found.push((doc, rows.iter().map(|row| row - first).collect()));
        })
        .unwrap();
    found
}

/// As tantivy reads them, page by page.
fn single(postings: &BlockPostings, term: &TermInfo) -> Found {
    let option = IndexRecordOption::WithFreqsAndPositions;
    let mut pages = postings.inverted().unwrap().read_postings_from_terminfo(term, option).unwrap();
    let mut found = Found::new();
    while pages.doc() != TERMINATED {
        let mut positions = Vec::new();
        pages.positions(&mut positions);
        assert_eq!(pages.term_freq() as usize, positions.len());
        found.push((pages.doc(), positions));
        pages.advance();
    }
    found
}

/// Checks every occurrence of every term of a segment, and returns the terms of every page, with
/// their blocks.
fn check_postings(corpus: &Corpus, segment: &Segment) -> Vec<BTreeMap<String, Vec<u32>>> {
    let text = corpus.indexes[0].fields.text;
    let postings = BlockPostings::new(reader(corpus, segment), text);
    let mut of_pages = vec![BTreeMap::new(); segment.documents() as usize];
    let mut terms = postings.inverted().unwrap().terms().stream().unwrap();
    let mut before = Vec::new();
    while terms.advance() {
        assert!(*before < *terms.key(), "terms come in the order of their bytes");
        before = terms.key().to_vec();
        let found = decoded(&postings, terms.value(), &segment.first_row);
        assert_eq!(found, single(&postings, terms.value()));
        assert_eq!(found.len(), terms.value().doc_freq as usize);
        let term = str::from_utf8(terms.key()).unwrap();
        for (doc, blocks) in found {
            of_pages[doc as usize].insert(term.to_owned(), blocks);
        }
    }
    of_pages
}

/// Where the terms of a page are, as it was given to the index.
fn occurrences(page: &Made) -> BTreeMap<String, Vec<u32>> {
    let mut occurrences: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for (number, block) in (0..).zip(&page.blocks) {
        for token in &block.tokens {
            occurrences.entry(token.clone()).or_default().push(number);
        }
    }
    occurrences
}

/// Checks rows, postings and numbers of every page of an index, against tantivy and against what
/// was given to it. Pages that are marked as deleted are there too.
fn check(corpus: &Corpus, pages: &[Made]) {
    let made = by_docno(pages);
    check_rows(corpus);
    for segment in &corpus.segments {
        for (doc, found) in (0..).zip(check_postings(corpus, segment)) {
            let page = made[&*docno(corpus, segment, doc)];
            assert_eq!(found, occurrences(page), "{}", page.docno);
            assert_eq!(numbers(segment, doc..doc + 1), given(&[page]), "{}", page.docno);
        }
    }
}

/// The [`NEEDED`] numbers of a range of pages, as the program reads them.
fn numbers(segment: &Segment, documents: Range<u32>) -> [Vec<u64>; 4] {
    let mut numbers = BlockNumbers::default();
    segment.read(&documents, NEEDED.into(), &mut numbers).unwrap();
    NEEDED.map(|column| numbers[column].to_vec())
}

/// The same as they were given to the index.
fn given(pages: &[&Made]) -> [Vec<u64>; 4] {
    let mut numbers: [Vec<u64>; 4] = Default::default();
    for block in pages.iter().flat_map(|page| &page.blocks) {
        for (all, number) in numbers.iter_mut().zip(block.numbers()) {
            all.push(number);
        }
    }
    numbers
}

/// Blocks of which most need no sparse column.
fn block() -> impl Strategy<Value = MadeBlock> {
    let token = prop::sample::select(vec!["a", "aa", "b", "é", "𝒜", "\u{ffff}", "z"]);
    let anchors = prop_oneof![9 => Just(0u32), 1 => 1u32..4];
    let lines = prop_oneof![9 => Just(0u32), 1 => 1u32..5];
    (prop::collection::vec(token, 0..5), 4u32..9, anchors, lines).prop_map(
        |(tokens, words, anchors, lines)| {
            let tokens = tokens.into_iter().map(str::to_owned).collect();
            MadeBlock { tokens, words, anchors, lines }
        },
    )
}

/// Pages of which most have neither a date nor a digest, and many no block.
fn pages() -> impl Strategy<Value = Vec<Made>> {
    let blocks = prop_oneof![
        2 => prop::collection::vec(block(), 0..1),
        2 => prop::collection::vec(block(), 1..2),
        1 => prop::collection::vec(block(), 2..5),
    ];
    let date = prop::sample::select(vec!["", "", "", "", "no date", "1901-02-03", "2006-01-02"]);
    let digest = prop_oneof![4 => Just(String::new()), 1 => "sha1:[a-z]{3}"];
    let page = ("[a-c/é𝒜\u{ffff}]{1,5}", "[ab/é]{0,3}", date, digest, blocks);
    prop::collection::vec(page, 1..40).prop_map(|pages| {
        let mut seen = HashSet::new();
        let mut made = Vec::new();
        for (docno, url, date, digest, blocks) in pages {
            if seen.insert(docno.clone()) {
                made.push(Made { docno, url, date: date.to_owned(), digest, blocks });
            }
        }
        made
    })
}

/// Pages with exactly one block each, at most one, one or none of the same page, or any.
fn blocks_per_page(mut pages: Vec<Made>, most: usize, least: usize) -> Vec<Made> {
    for page in &mut pages {
        page.blocks.truncate(most);
        page.blocks.resize(page.blocks.len().max(least), MadeBlock::new(&["a"]));
    }
    pages
}

fn every(pages: &[Made], nth: usize) -> Vec<String> {
    pages.iter().skip(1).step_by(nth).map(|page| page.docno.clone()).collect()
}

/// Checks the columns of single values, whose type tantivy chooses and may choose anew in a merge.
fn check_types(corpus: &Corpus, pages: &[Made]) {
    let made = by_docno(pages);
    for segment in &corpus.segments {
        let reader = reader(corpus, segment);
        let times = reader.fast_fields().column_opt::<i64>("time").unwrap();
        let payloads = column(reader, PAYLOAD);
        for doc in 0..segment.documents() {
            let page = made[&*docno(corpus, segment, doc)];
            let time = times.as_ref().and_then(|times| times.first(doc));
            assert_eq!(time, date::seconds(&page.date));
            let payload = payloads.as_ref().and_then(|payloads| payloads.first(doc));
            assert_eq!(payload, payload_hash(&page.digest));
        }
    }
}

/// Checks that the numbers of a dictionary's texts are those of its stream, counted from 0.
fn check_dictionary(column: &StrColumn) {
    let mut stream = column.dictionary().stream().unwrap();
    let mut next = 0;
    while stream.advance() {
        assert_eq!(stream.term_ord(), next);
        let mut alone = String::new();
        assert!(column.ord_to_str(next, &mut alone).unwrap());
        assert_eq!(stream.key(), alone.as_bytes());
        next += 1;
    }
    assert_eq!(next, column.num_terms() as u64);
}

/// Checks a column of texts against the texts that are stored.
fn check_texts(corpus: &Corpus, segment: &Segment, name: &str) {
    let column = reader(corpus, segment).fast_fields().str(name).unwrap().unwrap();
    check_dictionary(&column);
    for doc in 0..segment.documents() {
        let ordinals: Vec<u64> = column.ords().values_for_doc(doc).collect();
        assert_eq!(ordinals.len(), 1);
        assert_eq!(column.ords().first(doc), Some(ordinals[0]));
        let mut text = String::new();
        column.ord_to_str(ordinals[0], &mut text).unwrap();
        assert_eq!(text, stored_text(corpus, segment, doc, name));
    }
}

/// Checks the URLs' keys, which are computed once for every text of the dictionary.
fn check_keys(corpus: &Corpus, segment: &Segment) {
    let keys = UrlKeys::open(reader(corpus, segment)).unwrap();
    for doc in 0..segment.documents() {
        assert_eq!(keys.key(doc), key(&stored_text(corpus, segment, doc, "url")));
    }
}

/// Checks the order of docnos, and that each is found: pages that are deleted are not.
fn check_order(corpus: &Corpus, deleted: &[String]) {
    let order = corpus.order().unwrap();
    for (number, segment) in corpus.segments.iter().enumerate() {
        for doc in 0..segment.documents() {
            let docno = docno(corpus, segment, doc);
            let rank = order.ranks(number)[doc as usize];
            let address = corpus.indexes[0].address(&docno).unwrap();
            assert_eq!(order.docno(rank).unwrap(), docno);
            assert_eq!(order.page(rank), (number, doc));
            if deleted.contains(&docno) {
                assert_eq!((order.rank(&docno).unwrap(), address), (None, None));
                continue;
            }
            assert_eq!(order.rank(&docno).unwrap(), Some(rank));
            assert_eq!(address, Some(DocAddress::new(segment.ordinal, doc)));
        }
    }
    let names: Vec<String> = order.visible().map(|rank| order.docno(rank).unwrap()).collect();
    assert!(names.is_sorted_by(|one, next| one.as_bytes() < next.as_bytes()), "{names:?}");
    assert_eq!(names.len() as u64, corpus.pages());
}

/// Checks that the stored texts of a page are those of its blocks, one by one, empty ones too.
fn check_stored(corpus: &Corpus, pages: &[Made]) {
    let made = by_docno(pages);
    let index = &corpus.indexes[0];
    for (number, segment) in corpus.segments.iter().enumerate() {
        for doc in 0..segment.documents() {
            let page = index.page_at(DocAddress::new(segment.ordinal, doc)).unwrap();
            let found: Vec<&str> = page.blocks.iter().map(|block| &*block.text).collect();
            let blocks = &made[&*page.docno].blocks;
            let texts: Vec<String> = blocks.iter().map(|block| block.tokens.join(" ")).collect();
            assert_eq!(found, texts);
            let alone = stored(corpus, segment, doc);
            assert_eq!(alone.get_all(index.fields.block_text).count(), texts.len());
            let first = segment.first_row[doc as usize];
            for (row, text) in (first..).zip(&texts) {
                let block = corpus.block(number, row).unwrap();
                assert_eq!((&block.0, &block.1.text), (&page.docno, text));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn every_page_has_the_rows_and_every_term_the_blocks_that_tantivy_reads(
        pages in pages(), of_segment in 1usize..20, merged in 0usize..9, nth in 2usize..9,
        most in prop::sample::select(vec![9usize, 1, 1, 0]), least in 0usize..2,
    ) {
        let folder = tamis_testing::folder();
        let pages = blocks_per_page(pages, most, least);
        let building = Building::new(folder.path(), &pages, of_segment);
        // Some deleted pages are dropped by the merge, and others stay.
        let deleted = every(&pages, nth);
        let half = deleted.len() / 2;
        let building = building.deleted(&deleted[..half]).merged(merged).deleted(&deleted[half..]);
        check(&building.opened(), &pages);
    }

    #[test]
    fn columns_of_single_values_keep_their_types_in_merges(
        pages in pages(), of_segment in 1usize..20, merged in 0usize..9, nth in 2usize..9,
    ) {
        let folder = tamis_testing::folder();
        let building = Building::new(folder.path(), &pages, of_segment);
        let building = building.deleted(&every(&pages, nth)).merged(merged);
        check_types(&building.opened(), &pages);
    }

    #[test]
    fn docnos_and_urls_have_the_numbers_of_their_dictionaries(
        pages in pages(), of_segment in 1usize..20, merged in 0usize..9, nth in 2usize..9,
    ) {
        let folder = tamis_testing::folder();
        let deleted = every(&pages, nth);
        let half = deleted.len() / 2;
        let building = Building::new(folder.path(), &pages, of_segment);
        let building = building.deleted(&deleted[..half]).merged(merged).deleted(&deleted[half..]);
        let corpus = building.opened();
        check_order(&corpus, &deleted);
        for segment in &corpus.segments {
            check_texts(&corpus, segment, "docno");
            check_texts(&corpus, segment, "url");
            check_keys(&corpus, segment);
        }
    }

    #[test]
    fn stored_texts_stay_beside_the_numbers_of_their_blocks(
        pages in pages(), of_segment in 1usize..20, merged in 0usize..9, nth in 2usize..9,
    ) {
        let folder = tamis_testing::folder();
        let building = Building::new(folder.path(), &pages, of_segment);
        let building = building.deleted(&every(&pages, nth)).merged(merged);
        check_stored(&building.opened(), &pages);
    }

    #[test]
    fn pages_keep_their_order_and_their_values_when_a_segment_is_written_again(
        pages in pages(), of_segment in 1usize..40,
        keeps in prop::collection::vec(any::<bool>(), 40),
    ) {
        let folder = tamis_testing::folder();
        let building = Building::new(folder.path(), &pages, of_segment);
        let corpus = building.deleted(&every(&pages, 7)).opened();
        let chosen = pages.iter().zip(&keeps).filter(|(_, keeps)| **keeps);
        let chosen: HashSet<&str> = chosen.map(|(page, _)| &*page.docno).collect();
        let mut rewrite = Rewrite::begin(folder.path()).unwrap();
        let mut expected = BTreeMap::new();
        for (id, docnos) in docnos_by_segment(&corpus) {
            // What is marked as deleted is not among those that are to be kept.
            let is_kept = |docno: &String| {
                chosen.contains(&**docno) && corpus.indexes[0].address(docno).unwrap().is_some()
            };
            let keeps: Vec<bool> = docnos.iter().map(is_kept).collect();
            let new = rewrite.replace(&id, &keeps).unwrap();
            prop_assert_eq!(new.is_some(), keeps.contains(&true));
            expected.extend(new.map(|new| (new, docnos.into_iter().filter(is_kept).collect())));
        }
        rewrite.commit(&manifest()).unwrap();
        let corpus = opened(folder.path());
        prop_assert_eq!(docnos_by_segment(&corpus), expected);
        check(&corpus, &pages);
        check_types(&corpus, &pages);
        check_stored(&corpus, &pages);
    }
}

/// The docnos of every segment, by its name, in the order of its pages.
fn docnos_by_segment(corpus: &Corpus) -> BTreeMap<String, Vec<String>> {
    let mut by_segment = BTreeMap::new();
    for segment in &corpus.segments {
        let id = reader(corpus, segment).segment_id().uuid_string();
        let docnos = (0..segment.documents()).map(|doc| docno(corpus, segment, doc)).collect();
        by_segment.insert(id, docnos);
    }
    by_segment
}

#[test]
fn a_merge_takes_segments_in_the_order_in_which_they_are_named() {
    let folder = tamis_testing::folder();
    let pages: Vec<Made> = (0..9)
        .map(|number| Made::new(format!("d{number}"), vec![MadeBlock::new(&["a"]); number % 3]))
        .collect();
    let mut building = Building::new(folder.path(), &pages, 3);
    building.ids = [2, 0, 1].map(|part: usize| building.ids[part].clone()).to_vec();
    let corpus = building.merged(3).opened();
    let expected = [6, 7, 8, 0, 1, 2, 3, 4, 5].map(|number| format!("d{number}"));
    let found: Vec<Vec<String>> = docnos_by_segment(&corpus).into_values().collect();
    assert_eq!(found, [expected]);
    check(&corpus, &pages);
}

/// Pages whose terms end around whole batches of pages: the term of a number is in so many pages.
/// A term occurs up to three times in a page, so that batches of occurrences end elsewhere.
fn batches() -> Vec<Made> {
    let mut pages = Vec::new();
    for number in 0..400 {
        let numbers = [1usize, 127, 128, 129, 255, 256, 257, 384];
        let terms = numbers.iter().filter(|pages| number < **pages);
        let terms = terms.map(usize::to_string).collect();
        let with = MadeBlock { tokens: terms, words: 5, ..MadeBlock::default() };
        let mut blocks = vec![MadeBlock::new(&["x"]); number % 4];
        blocks.extend(vec![with; number % 3 + 1]);
        pages.push(Made::new(format!("d{number:03}"), blocks));
    }
    pages
}

#[test]
fn terms_of_whole_batches_of_pages_end_where_tantivy_ends_them() {
    // In one segment, in several, in several that are merged.
    for (of_segment, merged) in [(400, 0), (128, 0), (128, 4), (100, 3)] {
        let folder = tamis_testing::folder();
        let corpus = Building::new(folder.path(), &batches(), of_segment).merged(merged).opened();
        check(&corpus, &batches());
    }
}

/// Occurrences that tantivy packs in any number of bits: none, where 128 and more follow each other
/// in the first block, and 17, where they are 70,000 blocks apart. With words in the last block.
fn far_apart() -> Vec<Made> {
    let same = MadeBlock { words: 400, ..MadeBlock::new(&["same"; 400]) };
    let mut long = vec![MadeBlock::default(); 70_000];
    for block in [0, 1, 127, 128, 65_535, 65_536, 69_999] {
        long[block] = MadeBlock::new(&["far", "far", "same"]);
    }
    let small = vec![same.clone(), MadeBlock::new(&["far"]), same.clone()];
    vec![
        Made::new("a", vec![same]),
        Made::new("b", small),
        Made::new("c", long),
        Made::new("d", vec![MadeBlock::new(&["far"])]),
    ]
}

#[test]
fn occurrences_far_apart_and_in_one_block_are_in_their_blocks() {
    let pages = far_apart();
    for merged in [0, 2] {
        let folder = tamis_testing::folder();
        let corpus = Building::new(folder.path(), &pages, 2).merged(merged).opened();
        check(&corpus, &pages);
    }
}

/// A page of an index with more pages than one of tantivy's lists of pages with a value can hold,
/// which is 65,536. There are two kinds of lists, for fewer than 5,120 pages and for more. Some
/// pages have no block, and long stretches no value in a sparse column.
fn of_many(number: usize) -> Made {
    let with_anchors = (5_000..5_050).contains(&number) || number >= 69_000;
    let with_lines = (10_000..60_000).contains(&number) || (67_000..67_100).contains(&number);
    let count = if number.is_multiple_of(9) { 2 } else { usize::from(number.is_multiple_of(4)) };
    let mut blocks = Vec::with_capacity(count);
    for place in 0..count {
        blocks.push(MadeBlock {
            tokens: vec!["t".to_owned()],
            words: 4 + (number % 50) as u32,
            anchors: if with_anchors { 1 + (number % 3 + place) as u32 } else { 0 },
            lines: if with_lines && place == 0 { 1 + (number % 7) as u32 } else { 0 },
        });
    }
    Made::new(format!("d{number:05}"), blocks)
}

/// Checks where the values of a page begin in a column, page after page. The range of no pages
/// begins there, also for a page without a value.
fn check_begins(segment: &Segment, column: &Column<u64>) {
    let mut next = 0;
    for doc in 0..segment.documents() {
        assert_eq!(column.index.docid_range_to_rowids(doc..doc).start, next, "{doc}");
        next += column.values_for_doc(doc).count() as u32;
    }
    assert_eq!(column.values.num_vals(), next);
}

#[test]
fn pages_behind_the_65_536th_have_their_own_numbers() {
    let folder = tamis_testing::folder();
    let pages: Vec<Made> = (0..71_000).map(of_many).collect();
    // Another segment has the first pages, and a merge that drops some writes all columns anew.
    let deleted = [3, 36, 5_004, 65_536, 70_999].map(|number: usize| pages[number].docno.clone());
    let building = Building::new(folder.path(), &pages, 36_000).deleted(&deleted).merged(2);
    let mut corpus = building.opened();
    let left: Vec<&Made> = pages.iter().filter(|page| !deleted.contains(&page.docno)).collect();
    assert_eq!(corpus.segments[0].documents() as usize, left.len());
    for name in COLUMNS_OF {
        let segment = &corpus.segments[0];
        check_begins(segment, &column(reader(&corpus, segment), name).unwrap());
    }
    check_rows(&corpus);
    check_postings(&corpus, &corpus.segments[0]);
    let expected = given(&left);
    // A range at every page with blocks, and ranges that begin at some pages.
    for rows in [1, 1_000] {
        corpus.set_rows_per_range(rows);
        let mut found: [Vec<u64>; 4] = Default::default();
        for range in corpus.segments[0].page_ranges() {
            for (all, of_range) in found.iter_mut().zip(numbers(&corpus.segments[0], range)) {
                all.extend(of_range);
            }
        }
        assert!(found == expected, "in ranges of {rows} rows");
    }
}
