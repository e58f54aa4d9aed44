//! Compares the files of a segment with those of tantivy's own writer.

use super::*;
use crate::analyze::Analyzer;
use crate::index::document::rounded;
use crate::index::recipe::Recipe;
use crate::index::schema;
use crate::index::shape::{Shape, tokens_off};
use crate::ingest;
use proptest::prelude::*;
use tamis_blocks::classify::Set;
use tamis_collection::{Body, RawDocument, Source};
use tantivy::indexer::{self, AddOperation};
use tantivy::schema::document::{Document, OwnedValue, Value};
use tantivy::{Index, TantivyDocument};

const FILES: [SegmentComponent; 6] = [
    SegmentComponent::FieldNorms,
    SegmentComponent::Terms,
    SegmentComponent::Postings,
    SegmentComponent::Positions,
    SegmentComponent::FastFields,
    SegmentComponent::Store,
];

fn layout(index: &Index, store: Store) -> PageLayout {
    let fields = Fields::from_schema(&index.schema()).unwrap();
    PageLayout { fields, store, labels: 8, scores: 0 }
}

fn index() -> Index {
    let index = Index::create_in_ram(schema::schema());
    schema::register(&index);
    index
}

fn bytes(segment: &Segment) -> Vec<Vec<u8>> {
    let read = |part| segment.open_read(part).unwrap().read_bytes().unwrap().to_vec();
    FILES.map(read).into()
}

/// The pages of texts, one document each, whose blocks are lines.
fn analyzed(texts: &[String], store: Store) -> (Vec<AnalyzedPage>, Vocabulary) {
    let recipe = Recipe { store, ..Recipe::default() };
    let options = ingest::Options { recipe, threads: 1, ..ingest::Options::default() };
    let mut analyzer = Analyzer::by_name("english").unwrap();
    let mut vocabulary = Vocabulary::default();
    let mut pages = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        let source = Source { archive: "a".into(), offset: number as u64 };
        let blocks = text.replace('\n', "<p>");
        let body = Body::Html(format!("<title>Page {number}</title>{blocks}").into());
        let document = RawDocument::new(format!("d{}", number % 7), source, body);
        let document = RawDocument { url: format!("http://a/{}", number % 5), ..document };
        let set = Set::published();
        pages.push(ingest::analyze(document, &mut analyzer, &mut vocabulary, set, &options));
    }
    (pages, vocabulary)
}

/// The page as a document of tantivy's own: what is stored first, then what is only in columns, and
/// the terms of every block, one per line.
fn document(page: &AnalyzedPage, layout: &PageLayout, vocabulary: &Vocabulary) -> TantivyDocument {
    let PageLayout { fields, store, .. } = *layout;
    let mut document = TantivyDocument::default();
    let page = page.clone();
    let stored = PageDocument { fields, store, part: ValueStore::Stored, page };
    for (field, value) in stored.iter_fields_and_values() {
        document.add_field_value(field, &OwnedValue::from(value.as_value()));
    }
    let columns = PageDocument { part: ValueStore::Columns, ..stored };
    let page = &columns.page;
    for (field, value) in columns.iter_fields_and_values() {
        if field != fields.docno && field != fields.url {
            document.add_field_value(field, &OwnedValue::from(value.as_value()));
        }
    }
    let blocks = &fields.blocks;
    let mut terms = page.terms.iter();
    for (block, count) in page.blocks.all().zip(&page.block_terms) {
        let shape = Shape::from_block(block);
        document.add_u64(blocks.words, block.words.into());
        document.add_u64(blocks.shape, shape.0);
        if shape.has_anchors() {
            document.add_u64(blocks.anchor_words, block.anchor_words.into());
        }
        if shape.has_lines() {
            let last = block.words - block.wrapped_words;
            document.add_u64(blocks.last_line_words, last.into());
            document.add_u64(blocks.wrapped_lines, block.wrapped_lines.into());
        }
        document.add_u64(blocks.tag_level, block.tag_level.into());
        document.add_u64(blocks.tokens_off, tokens_off((*count).into(), block.words.into()));
        document.add_f64(blocks.text_density, rounded(block.text_density()).into());
        document.add_f64(blocks.link_density, rounded(block.link_density()).into());
        let of_block = terms.by_ref().take(*count as usize);
        let lines: Vec<&str> = of_block.map(|term| vocabulary.term(*term)).collect();
        document.add_text(fields.text, lines.join("\n"));
    }
    document
}

/// The files of a segment as tantivy's own writer writes them.
fn by_tantivy(pages: &[AnalyzedPage], vocabulary: &Vocabulary, store: Store) -> Vec<Vec<u8>> {
    let index = index();
    let layout = layout(&index, store);
    let segment = index.new_segment();
    let mut writer = indexer::SegmentWriter::for_segment(64 << 20, segment.clone()).unwrap();
    for page in pages {
        let document = document(page, &layout, vocabulary);
        writer.add_document(AddOperation { opstamp: 0, document }).unwrap();
    }
    writer.finalize().unwrap();
    bytes(&segment)
}

fn by_us(pages: &[AnalyzedPage], vocabulary: &Vocabulary, store: Store) -> Vec<Vec<u8>> {
    let index = index();
    let mut writer = SegmentWriter::new(&index, layout(&index, store)).unwrap();
    for page in pages {
        writer.add(page.clone()).unwrap();
    }
    bytes(&index.segment(writer.finish(vocabulary).unwrap()))
}

#[test]
fn a_segment_without_tokens_is_tantivys() {
    let (pages, vocabulary) = analyzed(&["the of".to_owned()], Store::Text);
    let pages: Vec<AnalyzedPage> = pages
        .into_iter()
        .map(|page| AnalyzedPage { terms: Vec::new(), block_terms: vec![0; 2], ..page })
        .collect();
    assert!(!vocabulary.is_empty());
    assert_eq!(
        by_us(&pages, &vocabulary, Store::Text),
        by_tantivy(&pages, &vocabulary, Store::Text)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Enough pages for several of tantivy's batches of 128 pages, and terms on all of them.
    #[test]
    fn a_segment_is_tantivys_byte_for_byte(
        texts in prop::collection::vec("([a-c]{1,2}|the|x[0-9]{3}|é|\n| ){0,30}", 1..300),
        all: bool,
    ) {
        let store = if all { Store::All } else { Store::None };
        let (pages, vocabulary) = analyzed(&texts, store);
        let ours = by_us(&pages, &vocabulary, store);
        prop_assert_eq!(ours, by_tantivy(&pages, &vocabulary, store));
    }
}
