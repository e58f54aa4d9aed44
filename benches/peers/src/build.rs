//! Converts a tamis index to a plain page index: one document per page, its terms in one value at
//! positions 0, 1, 2, ..., the docno as a term and a column, nothing stored. Segment for segment,
//! so that both have as many.

use crate::{Outcome, size};
use std::path::Path;
use tamis_index::analyze::{Analyzer, LineTokenizer, LinesStream};
use tamis_index::index::Index;
use tantivy::indexer::{AddOperation, NoMergePolicy, SegmentWriter};
use tantivy::schema::{FAST, IndexRecordOption, STRING, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::{TextAnalyzer, Token, TokenStream, Tokenizer};
use tantivy::{DocAddress, TantivyDocument};

/// tantivy's memory budget of one segment: none here comes near it. Bytes.
const MEMORY: usize = 1 << 30;

pub fn run(index: &Path, plain: &Path) -> Outcome {
    let tamis = Index::open(index)?;
    let mut schema = Schema::builder();
    let text = TextFieldIndexing::default()
        .set_tokenizer("sequence")
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    let text = schema.add_text_field("text", TextOptions::default().set_indexing_options(text));
    let docno = schema.add_text_field("docno", STRING | FAST);
    std::fs::create_dir(plain)?;
    let target = tantivy::Index::create_in_dir(plain, schema.build())?;
    target.tokenizers().register("sequence", TextAnalyzer::builder(Sequence::default()).build());
    let mut committer = target.writer_with_num_threads::<TantivyDocument>(1, 15_000_000)?;
    committer.set_merge_policy(Box::new(NoMergePolicy));
    let mut analyzer = Analyzer::by_name(&tamis.manifest.recipe.analyzer)?;
    for (number, source) in tamis.searcher.segment_readers().iter().enumerate() {
        let segment = target.new_segment();
        let mut writer = SegmentWriter::for_segment(MEMORY, segment.clone())?;
        for doc in source.doc_ids_alive() {
            let page = tamis.page_at(DocAddress::new(number as u32, doc))?;
            let mut lines = String::new();
            for block in &page.blocks {
                analyzer.analyze(&block.text, &mut lines);
            }
            let mut document = TantivyDocument::new();
            document.add_text(docno, &page.docno);
            document.add_text(text, lines);
            writer.add_document(AddOperation { opstamp: 0, document })?;
        }
        let pages = writer.max_doc();
        writer.finalize()?;
        committer.add_segment(target.new_segment_meta(segment.id(), pages))?;
    }
    committer.commit()?;
    drop(committer);
    size::print(index, "tamis")?;
    size::print(plain, "plain")
}

/// tamis's lines at consecutive positions.
#[derive(Clone, Default)]
pub struct Sequence(LineTokenizer);

impl Tokenizer for Sequence {
    type TokenStream<'a> = SequenceStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> SequenceStream<'a> {
        SequenceStream { lines: self.0.token_stream(text), next: 0 }
    }
}

pub struct SequenceStream<'a> {
    lines: LinesStream<'a>,
    next: usize,
}

impl TokenStream for SequenceStream<'_> {
    fn advance(&mut self) -> bool {
        let found = self.lines.advance();
        let token = self.lines.token_mut();
        token.position = self.next;
        token.position_length = 1;
        self.next += 1;
        found
    }

    fn token(&self) -> &Token {
        self.lines.token()
    }

    fn token_mut(&mut self) -> &mut Token {
        self.lines.token_mut()
    }
}
