//! The names of all fields of the index. Programs that open the index with plain tantivy use these.

use crate::analyze::LineTokenizer;
use tamis_blocks::classify::Scorers;
use tantivy::schema::{
    FAST, Field, IndexRecordOption, NumericOptions, STORED, STRING, Schema, TextFieldIndexing,
    TextOptions,
};
use tantivy::tokenizer::TextAnalyzer;
use xxhash_rust::xxh3::xxh3_64;

/// The name of the tokenizer of the field `text`: it splits text into lines, and gives every token
/// the position 0.
pub const TOKENIZER: &str = "tamis_lines";

/// The fields of the index.
#[derive(Debug, Clone, Copy)]
pub struct Fields {
    /// The document's name: a term, stored, and a column, which orders equal scores.
    pub docno: Field,
    pub url: Field,
    /// The date as the archive writes it; stored.
    pub date: Field,
    /// The date in seconds since 1970; a column, without a value if
    /// [`tamis_collection::date::seconds`] cannot parse the date.
    pub time: Field,
    /// The page's title; stored, except with [`super::recipe::Store::None`]. It is also the page's
    /// first block.
    pub title: Field,
    /// Path of the archive; stored.
    pub archive: Field,
    /// Offset of the record in the archive, bytes; stored.
    pub offset: Field,
    /// The WHATWG name of the page's encoding; a column.
    pub encoding: Field,
    /// How the encoding was determined ([`tamis_blocks::page::EncodingSource::name`]); a column.
    pub encoding_source: Field,
    /// The language of its text ([`crate::analyze::language`]); a column.
    pub language: Field,
    /// The analyzed tokens, one value per block; position = block number.
    pub text: Field,
    /// The original text of every block; stored, except with [`super::recipe::Store::None`].
    pub block_text: Field,
    /// The page as in its archive, with the HTTP encoding undone; stored with
    /// [`super::recipe::Store::All`].
    pub body: Field,
    /// A hash of the page's text, one number or two; a column, if the recipe removes duplicates.
    pub fingerprint: Field,
    /// A hash of the payload's digest ([`payload_hash`]), by which revisits find their captures: a
    /// column, without a value if the archive states no digest. None in an index of a program that
    /// did not know it.
    pub payload: Option<Field>,
    /// What the page says of itself; none in an index of a program that did not know it.
    pub metadata: Option<MetadataFields>,
    /// The page's structure ([`tamis_text::structure::Packed`]) by postcard; stored with
    /// [`super::recipe::Store::Structure`]. None likewise.
    pub structure: Option<Field>,
    pub blocks: BlockFields,
}

/// The fields of what a page says of itself; without values unless [`super::Recipe::metadata`].
#[derive(Debug, Clone, Copy)]
pub struct MetadataFields {
    /// [`tamis_text::metadata::Metadata`] as JSON; stored.
    pub stored: Field,
    /// When it was published, in seconds since 1970; a column, without a value if the page does
    /// not say it.
    pub published: Field,
}

/// The columns about blocks. All but the three sparse ones have exactly one value per block, in the
/// order of the blocks. All but the two densities hold integers.
#[derive(Debug, Clone, Copy)]
pub struct BlockFields {
    pub words: Field,
    /// [`super::Shape`]: the kind, and which sparse columns have a value for the block.
    pub shape: Field,
    /// Sparse: [`tamis_blocks::page::Block::anchor_words`] if some words are in anchors and some
    /// are not.
    pub anchor_words: Field,
    /// Sparse: words on the last, open line, if there is more than one line: words minus
    /// [`tamis_blocks::page::Block::wrapped_words`].
    pub last_line_words: Field,
    /// Sparse: [`tamis_blocks::page::Block::wrapped_lines`] if there is more than one line.
    pub wrapped_lines: Field,
    pub tag_level: Field,
    /// Tokens that the analyzer kept, encoded by [`super::shape::tokens_off`].
    pub tokens_off: Field,
    /// [`tamis_blocks::page::Block::text_density`] with eight binary digits, rounded down, for
    /// other programs; tamis computes it from the integers.
    pub text_density: Field,
    pub link_density: Field,
}

/// The names of the columns about blocks; the two densities are last.
pub const BLOCK_COLUMNS: [&str; 9] = [
    "words",
    "shape",
    "anchor_words",
    "last_line_words",
    "wrapped_lines",
    "tag_level",
    "tokens_off",
    "text_density",
    "link_density",
];

/// The most scores of an index.
pub const MAX_SCORES: usize = Scorers::MAX;

/// The names of the columns about a page's encoding and language. They have few distinct values, so
/// they take a few bits per page.
pub const PAGE_COLUMNS: [&str; 3] = ["encoding", "encoding_source", "language"];

/// The name of the column of payload digests.
pub const PAYLOAD: &str = "payload";

/// The name of the column of the dates of publication.
pub const PUBLISHED: &str = "published";

/// Returns the schema, which is the same for every index of this format version.
pub fn schema() -> Schema {
    let mut builder = Schema::builder();
    let tokens = TextFieldIndexing::default()
        .set_tokenizer(TOKENIZER)
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    builder.add_text_field("docno", STRING | STORED | FAST);
    builder.add_text_field("url", STORED | FAST);
    builder.add_text_field("date", STORED);
    builder.add_i64_field("time", FAST);
    builder.add_text_field("title", STORED);
    builder.add_text_field("archive", STORED);
    builder.add_u64_field("offset", STORED);
    for name in PAGE_COLUMNS {
        builder.add_text_field(name, FAST);
    }
    builder.add_text_field("text", TextOptions::default().set_indexing_options(tokens));
    builder.add_text_field("block_text", STORED);
    builder.add_bytes_field("body", STORED);
    let column = NumericOptions::default().set_fast();
    builder.add_u64_field("fingerprint", column.clone());
    for name in &BLOCK_COLUMNS[..7] {
        builder.add_u64_field(name, column.clone());
    }
    for name in &BLOCK_COLUMNS[7..] {
        builder.add_f64_field(name, column.clone());
    }
    builder.add_u64_field(PAYLOAD, column.clone());
    builder.add_text_field("metadata", STORED);
    builder.add_i64_field(PUBLISHED, FAST);
    builder.add_bytes_field("structure", STORED);
    builder.build()
}

/// Returns what the column [`PAYLOAD`] holds for a digest as an archive writes it; none if it is
/// blank. Digests that differ in case only are one.
pub fn payload_hash(digest: &str) -> Option<u64> {
    let digest = digest.trim();
    (!digest.is_empty()).then(|| xxh3_64(digest.to_ascii_lowercase().as_bytes()))
}

/// Registers the tokenizer that the field `text` names.
pub(super) fn register(index: &tantivy::Index) {
    index.tokenizers().register(TOKENIZER, TextAnalyzer::builder(LineTokenizer::default()).build());
}

impl Fields {
    /// Returns the fields of a schema.
    ///
    /// # Errors
    /// If a field is missing.
    pub fn from_schema(schema: &Schema) -> Result<Self, tantivy::TantivyError> {
        let field = |name| schema.get_field(name);
        Ok(Self {
            docno: field("docno")?,
            url: field("url")?,
            date: field("date")?,
            time: field("time")?,
            title: field("title")?,
            archive: field("archive")?,
            offset: field("offset")?,
            encoding: field(PAGE_COLUMNS[0])?,
            encoding_source: field(PAGE_COLUMNS[1])?,
            language: field(PAGE_COLUMNS[2])?,
            text: field("text")?,
            block_text: field("block_text")?,
            body: field("body")?,
            fingerprint: field("fingerprint")?,
            payload: field(PAYLOAD).ok(),
            metadata: match (field("metadata"), field(PUBLISHED)) {
                (Ok(stored), Ok(published)) => Some(MetadataFields { stored, published }),
                _ => None,
            },
            structure: field("structure").ok(),
            blocks: BlockFields {
                words: field("words")?,
                shape: field("shape")?,
                anchor_words: field("anchor_words")?,
                last_line_words: field("last_line_words")?,
                wrapped_lines: field("wrapped_lines")?,
                tag_level: field("tag_level")?,
                tokens_off: field("tokens_off")?,
                text_density: field("text_density")?,
                link_density: field("link_density")?,
            },
        })
    }
}
