//! An index folder to its manifest, its segments and its stored pages.

use super::added::Added;
use super::manifest::Manifest;
#[cfg(doc)]
use super::recipe::Store;
use super::schema::{Fields, PAGE_COLUMNS};
use super::shape::{self, Shape};
use super::write::register;
use crate::error::{Error, Remedy, Result};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tamis_blocks::page::{Block, BlockKind, Inside};
use tantivy::collector::Count;
use tantivy::query::TermQuery;
use tantivy::schema::{IndexRecordOption, Value};
use tantivy::{DocAddress, DocSet, Searcher, TERMINATED, TantivyDocument, TantivyError, Term};

/// An index opened for reading: the state of its last commit.
pub struct Index {
    /// The folder.
    pub path: PathBuf,
    /// How it was built and what is in it; its classifiers are those of the column, then the added labels.
    pub manifest: Manifest,
    /// The labels that were added when it was finished.
    pub added: Arc<Added>,
    /// Its fields.
    pub fields: Fields,
    /// tantivy's reader of the last commit.
    pub searcher: Searcher,
}

/// A page as the index stores it.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredPage {
    /// The document's name.
    pub docno: String,
    /// Its URL, or empty.
    pub url: String,
    /// Its date as the archive writes it, or empty.
    pub date: String,
    /// Its title, or empty.
    pub title: String,
    /// The archive it came from.
    pub archive: String,
    /// The offset of its record there.
    pub offset: u64,
    /// Its encoding by its WHATWG name.
    pub encoding: String,
    /// What said so, by the name of an [`tamis_blocks::page::EncodingSource`].
    pub encoding_source: String,
    /// The language of its text, by a code of [`crate::analyze::language`].
    pub language: String,
    /// The page as its archive holds it; none unless the index was made with [`Store::All`].
    pub body: Option<Vec<u8>>,
    /// Title and blocks.
    pub blocks: Vec<StoredBlock>,
}

/// A block as the index stores it.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredBlock {
    /// Its text; empty if the index was made with [`Store::None`].
    pub text: String,
    /// Its counts; the spans in it mean nothing.
    pub block: Block,
    /// Tokens that the analyzer kept.
    pub tokens: u32,
    /// Label bits, in the order of [`Manifest::classifiers`].
    pub labels: u64,
}

/// Opens the tantivy index in `path`, or says what is there instead.
pub(crate) fn open_tantivy(path: &Path) -> Result<tantivy::Index> {
    if !path.join("meta.json").is_file() {
        let found = if path.is_dir() { "holds no index" } else { "is not an index folder" };
        return Err(Error::index(path, found).with_remedy(Remedy::Build));
    }
    tantivy::Index::open_in_dir(path).map_err(|source| damaged(path, &source))
}

/// The refusal of an index that does not open.
pub(crate) fn damaged(path: &Path, source: &TantivyError) -> Error {
    Error::index(path, format!("the index is damaged (tantivy: {source})")).with_remedy(Remedy::Rebuild)
}

impl Index {
    /// Opens the last commit of the index in `path`, with the labels that were added to it.
    pub fn open(path: &Path) -> Result<Self> {
        let mut index = Self::open_alone(path)?;
        let added = index.added_labels()?;
        index.manifest.classifiers.extend(added.labels.iter().map(|label| label.name.clone()));
        index.added = Arc::new(added);
        Ok(index)
    }

    /// Opens the last commit of the index in `path`, whatever labels were added to it.
    pub(crate) fn open_alone(path: &Path) -> Result<Self> {
        let index = open_tantivy(path)?;
        let wrap = |source: TantivyError| damaged(path, &source);
        let metas = index.load_metas().map_err(wrap)?;
        let manifest = Manifest::from_payload(path, metas.payload.as_deref())?;
        register(&index);
        let fields = Fields::of(&index.schema()).map_err(wrap)?;
        let reader = index.reader_builder().reload_policy(tantivy::ReloadPolicy::Manual).try_into().map_err(wrap)?;
        let reader: tantivy::IndexReader = reader;
        let (path, added) = (path.to_path_buf(), Arc::default());
        Ok(Self { path, manifest, added, fields, searcher: reader.searcher() })
    }

    /// A failure of tantivy's, with this index's folder.
    pub fn error(&self, source: impl Into<TantivyError>) -> Error {
        Error::Tantivy { path: self.path.clone(), source: Box::new(source.into()) }
    }

    /// Whether a document of that name is in the index.
    pub fn contains(&self, docno: &str) -> Result<bool> {
        let query = TermQuery::new(Term::from_field_text(self.fields.docno, docno), IndexRecordOption::Basic);
        Ok(self.searcher.search(&query, &Count).map_err(|e| self.error(e))? > 0)
    }

    /// The page of that name, or none.
    pub fn page(&self, docno: &str) -> Result<Option<StoredPage>> {
        let term = Term::from_field_text(self.fields.docno, docno);
        for (number, segment) in self.searcher.segment_readers().iter().enumerate() {
            let inverted = segment.inverted_index(self.fields.docno).map_err(|e| self.error(e))?;
            let postings = inverted.read_postings(&term, IndexRecordOption::Basic).map_err(|e| self.error(e))?;
            let Some(mut postings) = postings else { continue };
            while postings.doc() != TERMINATED {
                let doc = postings.doc();
                if !segment.is_deleted(doc) {
                    return self.page_at(DocAddress::new(number as u32, doc)).map(Some);
                }
                postings.advance();
            }
        }
        Ok(None)
    }

    /// Shows every page's docno and fingerprint (empty without one), segment by segment, in the order of the docnos.
    pub fn each_page(&self, mut show: impl FnMut(&str, &[u64])) -> Result<()> {
        for segment in self.searcher.segment_readers() {
            let mut pages = || -> std::result::Result<(), TantivyError> {
                let fingerprints = segment.fast_fields().column_opt::<u64>("fingerprint")?;
                let inverted = segment.inverted_index(self.fields.docno)?;
                let mut terms = inverted.terms().stream()?;
                let mut fingerprint = Vec::new();
                while terms.advance() {
                    let mut docs = inverted.read_postings_from_terminfo(terms.value(), IndexRecordOption::Basic)?;
                    let docno = String::from_utf8_lossy(terms.key());
                    while docs.doc() != TERMINATED {
                        fingerprint.clear();
                        fingerprint.extend(fingerprints.iter().flat_map(|column| column.values_for_doc(docs.doc())));
                        if !segment.is_deleted(docs.doc()) {
                            show(&docno, &fingerprint);
                        }
                        docs.advance();
                    }
                }
                Ok(())
            };
            pages().map_err(|e| self.error(e))?;
        }
        Ok(())
    }

    /// The page at an address.
    pub fn page_at(&self, address: DocAddress) -> Result<StoredPage> {
        let doc: TantivyDocument = self.searcher.doc(address).map_err(|e| self.error(e))?;
        let text = |field| doc.get_first(field).and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default();
        Ok(StoredPage {
            docno: text(self.fields.docno),
            url: text(self.fields.url),
            date: text(self.fields.date),
            title: text(self.fields.title),
            archive: text(self.fields.archive),
            offset: doc.get_first(self.fields.offset).and_then(|v| v.as_u64()).unwrap_or_default(),
            encoding: self.text_value(PAGE_COLUMNS[0], address)?,
            encoding_source: self.text_value(PAGE_COLUMNS[1], address)?,
            language: self.text_value(PAGE_COLUMNS[2], address)?,
            body: doc.get_first(self.fields.body).and_then(|v| v.as_bytes().map(<[u8]>::to_vec)),
            blocks: self.stored_blocks(address, &doc)?,
        })
    }

    /// A page's value in a column of text; empty if it has none.
    fn text_value(&self, column: &str, address: DocAddress) -> Result<String> {
        let columns = self.searcher.segment_reader(address.segment_ord).fast_fields();
        let mut value = String::new();
        if let Some(column) = columns.str(column).map_err(|e| self.error(e))?
            && let Some(term) = column.term_ords(address.doc_id).next()
        {
            column.ord_to_str(term, &mut value).map_err(|e| self.error(TantivyError::from(e)))?;
        }
        Ok(value)
    }

    /// How many pages have which value in a column of text.
    pub fn pages_by_value(&self, column: &str) -> Result<BTreeMap<String, u64>> {
        let mut pages = BTreeMap::new();
        for segment in self.searcher.segment_readers() {
            let Some(column) = segment.fast_fields().str(column).map_err(|e| self.error(e))? else { continue };
            let mut by_term = vec![0; column.num_terms()];
            let terms = segment.doc_ids_alive().flat_map(|doc| column.term_ords(doc));
            terms.for_each(|term| by_term[term as usize] += 1);
            for (term, count) in (0..).zip(by_term).filter(|&(_, count)| count > 0) {
                let mut value = String::new();
                column.ord_to_str(term, &mut value).map_err(|e| self.error(TantivyError::from(e)))?;
                *pages.entry(value).or_default() += count;
            }
        }
        Ok(pages)
    }

    /// The bit of the first added label: those of the column come before it.
    pub fn first_added_bit(&self) -> usize {
        self.manifest.classifiers.len() - self.added.labels.len()
    }

    fn stored_blocks(&self, address: DocAddress, doc: &TantivyDocument) -> Result<Vec<StoredBlock>> {
        let columns = self.searcher.segment_reader(address.segment_ord).fast_fields();
        let values = |name: &str| -> Result<Vec<u64>> {
            let column = columns.column_opt::<u64>(name).map_err(|e| self.error(e))?;
            Ok(column.map(|column| column.values_for_doc(address.doc_id).collect()).unwrap_or_default())
        };
        let (words, shapes) = (values("words")?, values("shape")?);
        let (levels, tokens, mut labels) = (values("tag_level")?, values("tokens_off")?, values("labels")?);
        if let Some(column) = columns.column_opt::<u64>("words").map_err(|e| self.error(e))? {
            let first = column.index.value_row_ids(address.doc_id).start;
            self.added.add_to(address.segment_ord as usize, first, self.first_added_bit(), &mut labels);
        }
        let (mut anchors, mut lines) = (values("anchor_words")?.into_iter(), values("wrapped_lines")?.into_iter());
        let mut last_lines = values("last_line_words")?.into_iter();
        let mut texts = doc.get_all(self.fields.block_text).map(|v| v.as_str().unwrap_or_default().to_owned());
        Ok((0..words.len())
            .map(|i| {
                let text = texts.next().unwrap_or_default();
                let of_block = Shape(shapes[i]);
                let sparse = |has: bool, values: &mut std::vec::IntoIter<u64>, plain: u64| {
                    if has { values.next().unwrap_or(plain) } else { plain }
                };
                let anchors = sparse(of_block.has_anchors(), &mut anchors, of_block.plain_anchors(words[i]));
                let last_line = sparse(of_block.has_lines(), &mut last_lines, 0);
                StoredBlock {
                    text,
                    tokens: shape::tokens(tokens[i], words[i]) as u32,
                    labels: labels[i],
                    block: Block {
                        text: 0..0,
                        words: words[i] as u32,
                        anchor_words: anchors as u32,
                        wrapped_words: (words[i] - last_line) as u32,
                        wrapped_lines: sparse(of_block.has_lines(), &mut lines, 1) as u32,
                        tag_level: levels[i] as u32,
                        inside: Inside::default(),
                        kind: if of_block.is_title() { BlockKind::Title } else { BlockKind::Text },
                        events: 0..0,
                    },
                }
            })
            .collect())
    }
}
