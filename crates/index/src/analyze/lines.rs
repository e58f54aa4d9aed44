//! The tokenizer that the index uses: splits analyzed text, one token per line, into tantivy's
//! tokens. Blocks are analyzed before they reach the index; this tokenizer only gives each token
//! the position of its block.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Splits at line feeds. Every token has position 0 and position length 0, and tantivy leaves a gap
/// of 1 after each value of a field (`POSITION_GAP`, postings_writer.rs). So a token's position in
/// the index is the number of its value, which is its block. Values without tokens count too.
#[derive(Debug, Clone, Default)]
pub struct LineTokenizer {
    token: Token,
}

impl Tokenizer for LineTokenizer {
    type TokenStream<'a> = LinesStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> LinesStream<'a> {
        self.token.position = 0;
        self.token.position_length = 0;
        LinesStream { text, at: 0, token: &mut self.token }
    }
}

/// The lines of one text. Empty lines are skipped.
#[derive(Debug)]
pub struct LinesStream<'a> {
    text: &'a str,
    at: usize,
    token: &'a mut Token,
}

impl TokenStream for LinesStream<'_> {
    fn advance(&mut self) -> bool {
        while self.at < self.text.len() {
            let from = self.at;
            let line = &self.text[from..];
            let line = &line[..memchr::memchr(b'\n', line.as_bytes()).unwrap_or(line.len())];
            self.at = from + line.len() + 1;
            if !line.is_empty() {
                self.token.offset_from = from;
                self.token.offset_to = from + line.len();
                self.token.text.clear();
                self.token.text.push_str(line);
                return true;
            }
        }
        false
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantivy::collector::DocSetCollector;
    use tantivy::indexer::NoMergePolicy;
    use tantivy::postings::Postings;
    use tantivy::query::AllQuery;
    use tantivy::schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
    use tantivy::tokenizer::TextAnalyzer;
    use tantivy::{DocSet, Index, TERMINATED, TantivyDocument, Term};

    fn index() -> (Index, Field) {
        let mut schema = Schema::builder();
        let indexing = TextFieldIndexing::default()
            .set_tokenizer("lines")
            .set_index_option(IndexRecordOption::WithFreqsAndPositions);
        let text =
            schema.add_text_field("text", TextOptions::default().set_indexing_options(indexing));
        let index = Index::create_in_ram(schema.build());
        index
            .tokenizers()
            .register("lines", TextAnalyzer::builder(LineTokenizer::default()).build());
        (index, text)
    }

    /// The positions of a term, page by page, over all segments.
    fn positions(index: &Index, text: Field, term: &str) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        for segment in index.reader().unwrap().searcher().segment_readers() {
            let postings = segment.inverted_index(text).unwrap();
            let term = Term::from_field_text(text, term);
            let Some(mut pages) =
                postings.read_postings(&term, IndexRecordOption::WithFreqsAndPositions).unwrap()
            else {
                continue;
            };
            while pages.doc() != TERMINATED {
                let mut at = Vec::new();
                pages.positions(&mut at);
                found.push(at);
                pages.advance();
            }
        }
        found.sort();
        found
    }

    #[test]
    fn a_position_is_a_block_number_in_every_segment_and_after_a_merge() {
        let (index, text) = index();
        let mut writer = index.writer_with_num_threads::<TantivyDocument>(1, 15_000_000).unwrap();
        writer.set_merge_policy(Box::new(NoMergePolicy));
        let pages: [&[&str]; 3] =
            [&["a\nb\na", "", "", "b\na"], &["", "a"], &["b", "c", "", "", "", "a\na\n"]];
        for blocks in pages {
            let mut page = TantivyDocument::new();
            for block in blocks {
                page.add_text(text, block);
            }
            writer.add_document(page).unwrap();
            writer.commit().unwrap();
        }
        let expected = [vec![0, 0, 3], vec![1], vec![5, 5]];
        assert_eq!(index.searchable_segment_ids().unwrap().len(), 3);
        assert_eq!(positions(&index, text, "a"), expected);
        assert_eq!(positions(&index, text, "b"), [vec![0], vec![0, 3]]);

        writer.merge(&index.searchable_segment_ids().unwrap()).wait().unwrap();
        assert_eq!(index.searchable_segment_ids().unwrap().len(), 1);
        assert_eq!(positions(&index, text, "a"), expected);
        let searcher = index.reader().unwrap().searcher();
        assert_eq!(searcher.search(&AllQuery, &DocSetCollector).unwrap().len(), 3);
        assert_eq!(searcher.segment_reader(0).inverted_index(text).unwrap().total_num_tokens(), 10);
    }

    #[test]
    fn empty_lines_are_no_tokens() {
        let mut lines = LineTokenizer::default();
        let mut stream = lines.token_stream("\n\na\n\nbc\n");
        let mut tokens = Vec::new();
        stream.process(&mut |token: &Token| {
            tokens.push((token.text.clone(), token.offset_from, token.position));
        });
        assert_eq!(tokens, [("a".to_string(), 2, 0), ("bc".to_string(), 5, 0)]);
    }
}
