//! Pages as an index stores them: found by docno or by address, with the text and the numbers of
//! every block.

use super::columns::{BlockColumn, BlockNumbers, ColumnSet};
#[cfg(doc)]
use super::manifest::Manifest;
use super::read::Index;
#[cfg(doc)]
use super::recipe::{Recipe, Store};
use super::schema::Fields;
#[cfg(doc)]
use super::schema::PAGE_COLUMNS;
use super::scores::BlockScores;
use crate::error::Result;
use tamis_blocks::classify::LabelSet;
use tamis_blocks::html::{Charset, decode};
use tamis_blocks::page::{Block, BlockKind, Inside};
use tamis_text::metadata::Metadata;
use tamis_text::structure::{Packed, Structure};
use tantivy::schema::{Field, IndexRecordOption, Value};
use tantivy::{DocAddress, DocSet, TERMINATED, TantivyDocument, TantivyError, Term};

/// A page as the index stores it.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredPage {
    pub docno: String,
    /// Its URL, or empty.
    pub url: String,
    /// Its date as the archive writes it, or empty.
    pub date: String,
    pub title: String,
    /// The archive that it came from.
    pub archive: String,
    /// The offset of its record in the archive, in bytes.
    pub offset: u64,
    /// The WHATWG name of its encoding.
    pub encoding: String,
    /// How the encoding was determined: the name of a [`tamis_blocks::page::EncodingSource`].
    pub encoding_source: String,
    /// The language of its text: a code of [`crate::analyze::language`].
    pub language: String,
    /// What it says of itself; empty unless [`Recipe::metadata`].
    pub metadata: Metadata,
    /// The page's bytes as in its archive; only in an index made with [`Store::All`].
    pub body: Option<Vec<u8>>,
    /// The title's block, if there is a title, then the blocks of the text.
    pub blocks: Vec<StoredBlock>,
}

impl StoredPage {
    /// The page itself, decoded; none without its bytes.
    pub fn html(&self) -> Option<String> {
        let charset = Charset { forced: Some(&self.encoding), http: None };
        Some(decode(self.body.as_ref()?, charset).text.into_owned())
    }
}

/// The stored texts of a page without the numbers of its blocks, for those who read many pages: the
/// numbers take several times as long.
#[derive(Debug, Clone)]
pub struct StoredTexts {
    document: TantivyDocument,
    fields: Fields,
}

impl StoredTexts {
    pub fn docno(&self) -> &str {
        text(&self.document, self.fields.docno)
    }

    /// Its URL, or empty.
    pub fn url(&self) -> &str {
        text(&self.document, self.fields.url)
    }

    /// Its date as the archive writes it, or empty.
    pub fn date(&self) -> &str {
        text(&self.document, self.fields.date)
    }

    pub fn title(&self) -> &str {
        text(&self.document, self.fields.title)
    }

    /// What it says of itself; empty unless [`Recipe::metadata`].
    pub fn metadata(&self) -> Metadata {
        metadata(&self.document, self.fields)
    }

    /// Its structure; none unless the index was made with [`Store::Structure`], or if it is
    /// damaged.
    /// `titles` is how many of its blocks are the title.
    pub(crate) fn structure(&self, titles: usize) -> Option<Structure> {
        let stored = self.document.get_first(self.fields.structure?)?.as_bytes()?;
        let packed: Packed = postcard::from_bytes(stored).ok()?;
        let texts: Vec<&str> = self.blocks().skip(titles).collect();
        packed.unpack(&|block| texts.get(block as usize).copied())
    }

    /// The same texts, with a change of the bytes of the structure.
    #[cfg(test)]
    pub(crate) fn with_structure(self, change: impl FnOnce(&mut Vec<u8>)) -> Self {
        let field = self.fields.structure.unwrap();
        let mut bytes = self.document.get_first(field).unwrap().as_bytes().unwrap().to_vec();
        change(&mut bytes);
        let mut document = TantivyDocument::default();
        document.add_text(self.fields.docno, self.docno());
        document.add_bytes(field, &bytes);
        for text in self.blocks() {
            document.add_text(self.fields.block_text, text);
        }
        Self { document, fields: self.fields }
    }

    /// The texts of its blocks in order; none if the index was made with [`Store::None`].
    pub fn blocks(&self) -> impl Iterator<Item = &str> {
        let texts = self.document.get_all(self.fields.block_text);
        texts.map(|value| value.as_str().unwrap_or_default())
    }
}

/// A block as the index stores it.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredBlock {
    /// Its text; empty if the index was made with [`Store::None`].
    pub text: String,
    /// Its counts. The spans in it are empty.
    pub block: Block,
    /// Tokens that the analyzer kept.
    pub tokens: u32,
    /// Its labels, by their places in [`Manifest::classifiers`].
    pub labels: LabelSet,
    pub repeats: BlockRepeats,
    /// The scores of the recipe.
    pub scores: BlockScores,
}

/// How often a block repeats; all 0 in an index without counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BlockRepeats {
    /// Pages of the index with a block of the same tokens, this one included, each URL once; 0 for
    /// a block without tokens.
    pub pages: u32,
    /// The same among the pages of its site; 0 for a page without a site.
    pub site_pages_with: u32,
    /// Pages of its site, each URL once; 0 for a page without a site.
    pub site_pages: u32,
}

impl BlockRepeats {
    /// Returns `repeats`; none for a block without tokens.
    pub fn repeats(self) -> Option<u32> {
        (self.pages > 0).then_some(self.pages)
    }

    /// Returns `site_repeats`; none for a block without tokens, and for a page without a site.
    pub fn site_repeats(self) -> Option<u32> {
        (self.site_pages_with > 0).then_some(self.site_pages_with)
    }

    /// Returns `site_share`: the share of the site's other pages that hold the block, 0 for a site
    /// of one page.
    pub fn site_share(self) -> Option<f64> {
        let others = f64::from(self.site_pages.saturating_sub(1).max(1));
        self.site_repeats().map(|pages| f64::from(pages - 1) / others)
    }
}

impl Index {
    /// Returns the page with this docno, if the index has it.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn page(&self, docno: &str) -> Result<Option<StoredPage>> {
        self.address(docno)?.map(|address| self.page_at(address)).transpose()
    }

    /// Returns where the page with this docno is, if the index has it.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn address(&self, docno: &str) -> Result<Option<DocAddress>> {
        let term = Term::from_field_text(self.fields.docno, docno);
        for (number, segment) in self.searcher.segment_readers().iter().enumerate() {
            let inverted = segment.inverted_index(self.fields.docno).map_err(|e| self.error(e))?;
            let postings = inverted
                .read_postings(&term, IndexRecordOption::Basic)
                .map_err(|e| self.error(e))?;
            let Some(mut postings) = postings else { continue };
            while postings.doc() != TERMINATED {
                let doc = postings.doc();
                if !segment.is_deleted(doc) {
                    return Ok(Some(DocAddress::new(number as u32, doc)));
                }
                postings.advance();
            }
        }
        Ok(None)
    }

    /// Returns the page at an address.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn page_at(&self, address: DocAddress) -> Result<StoredPage> {
        let doc: TantivyDocument = self.searcher.doc(address).map_err(|e| self.error(e))?;
        Ok(StoredPage {
            docno: text(&doc, self.fields.docno).to_owned(),
            url: text(&doc, self.fields.url).to_owned(),
            date: text(&doc, self.fields.date).to_owned(),
            title: text(&doc, self.fields.title).to_owned(),
            archive: text(&doc, self.fields.archive).to_owned(),
            offset: doc.get_first(self.fields.offset).and_then(|v| v.as_u64()).unwrap_or_default(),
            encoding: self.text_value(0, address)?,
            encoding_source: self.text_value(1, address)?,
            language: self.text_value(2, address)?,
            metadata: metadata(&doc, self.fields),
            body: doc.get_first(self.fields.body).and_then(|v| v.as_bytes().map(<[u8]>::to_vec)),
            blocks: self.stored_blocks(address, &doc)?,
        })
    }

    /// Returns the texts of the page at an address.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub(crate) fn texts_at(&self, address: DocAddress) -> Result<StoredTexts> {
        let document = self.searcher.doc(address).map_err(|e| self.error(e))?;
        Ok(StoredTexts { document, fields: self.fields })
    }

    /// Returns a page's value in one of [`PAGE_COLUMNS`]; empty if it has none.
    fn text_value(&self, column: usize, address: DocAddress) -> Result<String> {
        let columns = self.page_columns(address.segment_ord).map_err(|e| self.error(e))?;
        let mut value = String::new();
        if let Some(column) = &columns[column]
            && let Some(term) = column.term_ords(address.doc_id).next()
        {
            column.ord_to_str(term, &mut value).map_err(|e| self.error(TantivyError::from(e)))?;
        }
        Ok(value)
    }

    fn stored_blocks(
        &self,
        address: DocAddress,
        doc: &TantivyDocument,
    ) -> Result<Vec<StoredBlock>> {
        let columns = self.block_columns(address.segment_ord).map_err(|e| self.error(e))?;
        let rows = columns.rows(address.doc_id);
        let labels = columns.labels(rows.clone()).map_err(|e| self.error(e))?;
        let mut numbers = BlockNumbers::default();
        columns
            .read(address.doc_id, rows, ColumnSet::ALL, &mut numbers)
            .map_err(|e| self.error(e))?;
        let texts =
            doc.get_all(self.fields.block_text).map(|v| v.as_str().unwrap_or_default().to_owned());
        let texts = texts.chain(std::iter::repeat_with(String::new));
        let mut blocks = Vec::with_capacity(labels.len());
        for ((block, labels), text) in labels.into_iter().enumerate().zip(texts) {
            blocks.push(StoredBlock::new(text, labels, &numbers, block));
        }
        Ok(blocks)
    }
}

/// Returns a page's stored text in a field; empty if it has none.
fn text(doc: &TantivyDocument, field: Field) -> &str {
    doc.get_first(field).and_then(|value| value.as_str()).unwrap_or_default()
}

/// What a page says of itself. A field that a later program adds is passed over.
fn metadata(doc: &TantivyDocument, fields: Fields) -> Metadata {
    let stored = fields.metadata.map(|fields| text(doc, fields.stored)).unwrap_or_default();
    serde_json::from_str(stored).unwrap_or_default()
}

impl StoredBlock {
    /// The block whose numbers are at this position.
    fn new(text: String, labels: LabelSet, numbers: &BlockNumbers, position: usize) -> Self {
        let number = |column: BlockColumn| numbers[column][position];
        let count = |column: BlockColumn| number(column) as u32;
        let is_title = number(BlockColumn::Kind) == 1;
        let block = Block {
            text: 0..0,
            words: count(BlockColumn::Words),
            anchor_words: count(BlockColumn::AnchorWords),
            wrapped_words: count(BlockColumn::WrappedWords),
            wrapped_lines: count(BlockColumn::WrappedLines),
            tag_level: count(BlockColumn::TagLevel),
            inside: Inside::default(),
            kind: if is_title { BlockKind::Title } else { BlockKind::Text },
            events: 0..0,
        };
        let repeats = BlockRepeats {
            pages: count(BlockColumn::Repeats),
            site_pages_with: count(BlockColumn::SiteRepeats),
            site_pages: count(BlockColumn::SitePages),
        };
        Self {
            text,
            block,
            tokens: count(BlockColumn::Tokens),
            labels,
            repeats,
            scores: BlockScores::from_columns(number),
        }
    }
}
