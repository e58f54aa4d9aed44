//! Analyzed pages to committed segments. Segments are built apart, each from a run of pages that the collection
//! determines, and added in order: the same collection gives the same segments whatever the number of threads.

use super::manifest::Manifest;
use super::schema::{self, Fields, TOKENIZER};
use super::shape::{self, Shape};
use crate::analyze::Lines;
use crate::error::{Error, Result};
use crate::page::{Block, Blocks, RawDocument};
use std::ops::Range;
use std::path::{Path, PathBuf};
use tantivy::index::SegmentMeta;
use tantivy::indexer::{AddOperation, NoMergePolicy, SegmentWriter};
use tantivy::tokenizer::TextAnalyzer;
use tantivy::{IndexSettings, TantivyDocument, TantivyError};

/// tantivy keeps a term's arena below this before it would flush; a run of pages stays far below it.
const SEGMENT_MEMORY: usize = 256 << 20;
/// The least that tantivy accepts for a writer thread; ours only keeps the books.
const WRITER_MEMORY: usize = 15 << 20;
/// Segments that an index may have before neighbours are merged.
const MOST_SEGMENTS: usize = 12;

/// The file beside the index that lists every record which was not indexed.
pub const LOSSES: &str = "losses.tsv";

/// A page ready for the index: its blocks, their labels and their tokens.
#[derive(Debug)]
pub struct AnalyzedPage {
    /// Name, source, URL and date; the body may be empty by now.
    pub document: RawDocument,
    /// Title and blocks.
    pub blocks: Blocks,
    /// Label bits, one per block of [`Blocks::all`]; 0 for the title.
    pub labels: Vec<u64>,
    /// The tokens of all blocks, one a line.
    pub tokens: String,
    /// One per block of [`Blocks::all`].
    pub block_tokens: Vec<BlockTokens>,
}

/// The tokens of one block.
#[derive(Debug, Clone)]
pub struct BlockTokens {
    /// In [`AnalyzedPage::tokens`].
    pub span: Range<usize>,
    /// How many.
    pub count: u32,
}

/// An index being written. Dropping it without [`IndexWriter::commit`] leaves the last commit.
pub struct IndexWriter {
    path: PathBuf,
    index: tantivy::Index,
    writer: tantivy::IndexWriter<TantivyDocument>,
    fields: Fields,
}

impl IndexWriter {
    /// Creates an empty index in `path`, which must not exist or be empty, unless it holds an index and `force` is set.
    pub fn create(path: &Path, force: bool) -> Result<Self> {
        prepare_folder(path, force)?;
        let settings = IndexSettings { docstore_compress_dedicated_thread: false, ..IndexSettings::default() };
        let index = tantivy::Index::builder().schema(schema::schema()).settings(settings).create_in_dir(path);
        Self::new(path, index.map_err(|source| refuse(path, source))?)
    }

    /// Opens the index in `path` to change it.
    pub fn open(path: &Path) -> Result<Self> {
        Self::new(path, super::read::open_tantivy(path)?)
    }

    fn new(path: &Path, index: tantivy::Index) -> Result<Self> {
        let wrap = |source| refuse(path, source);
        register(&index);
        let writer = index.writer_with_num_threads(1, WRITER_MEMORY).map_err(wrap)?;
        writer.set_merge_policy(Box::new(NoMergePolicy));
        let fields = Fields::of(&index.schema()).map_err(wrap)?;
        Ok(Self { path: path.to_path_buf(), index, writer, fields })
    }

    /// Builds a segment from pages, in their order. May run in many threads at once; nothing is visible before
    /// [`IndexWriter::add`] and [`IndexWriter::commit`].
    pub fn segment(&self, pages: impl Iterator<Item = AnalyzedPage>) -> Result<SegmentMeta> {
        self.build(pages).map_err(|source| refuse(&self.path, source))
    }

    fn build(&self, pages: impl Iterator<Item = AnalyzedPage>) -> std::result::Result<SegmentMeta, TantivyError> {
        let segment = self.index.new_segment();
        let mut writer = SegmentWriter::for_segment(SEGMENT_MEMORY, segment.clone())?;
        for page in pages {
            writer.add_document(AddOperation { opstamp: 0, document: document(&self.fields, &page) })?;
        }
        let pages = writer.max_doc();
        writer.finalize()?;
        Ok(self.index.new_segment_meta(segment.id(), pages))
    }

    /// Adds a built segment; segments stand in the order of these calls.
    pub fn add(&self, segment: SegmentMeta) -> Result<()> {
        self.writer.add_segment(segment).map_err(|source| refuse(&self.path, source))
    }

    /// Deletes a page by its docno, at the next commit.
    pub fn delete(&self, docno: &str) {
        self.writer.delete_term(tantivy::Term::from_field_text(self.fields.docno, docno));
    }

    /// Makes all that was added visible, with the manifest, in one atomic step.
    pub fn commit(&mut self, manifest: &Manifest) -> Result<()> {
        let commit = |writer: &mut tantivy::IndexWriter<TantivyDocument>| {
            let mut prepared = writer.prepare_commit()?;
            prepared.set_payload(&manifest.to_payload());
            prepared.commit()
        };
        commit(&mut self.writer).map(|_| ()).map_err(|source| refuse(&self.path, source))
    }

    /// Merges neighbouring segments, in the order given, until at most 12 are left, and commits.
    pub fn merge_down(&mut self, mut segments: Vec<tantivy::index::SegmentId>, manifest: &Manifest) -> Result<()> {
        while segments.len() > MOST_SEGMENTS {
            let mut merged = Vec::with_capacity(segments.len() / MOST_SEGMENTS + 1);
            for group in segments.chunks(MOST_SEGMENTS) {
                merged.push(self.merge(group)?);
            }
            segments = merged;
        }
        self.commit(manifest)?;
        self.collect_garbage()
    }

    /// Merges these committed segments into one and returns its id.
    pub fn merge(&mut self, group: &[tantivy::index::SegmentId]) -> Result<tantivy::index::SegmentId> {
        if let [only] = group {
            return Ok(*only);
        }
        let merged = self.writer.merge(group).wait().map_err(|source| refuse(&self.path, source))?;
        merged.map(|meta| meta.id()).ok_or_else(|| Error::Index {
            path: self.path.clone(),
            message: "merging segments left nothing; the index may be damaged, index the collection again".into(),
        })
    }

    fn collect_garbage(&self) -> Result<()> {
        self.writer.garbage_collect_files().wait().map(|_| ()).map_err(|source| refuse(&self.path, source))
    }
}

/// Gives the index the tokenizer that its field `text` names.
pub(super) fn register(index: &tantivy::Index) {
    index.tokenizers().register(TOKENIZER, TextAnalyzer::builder(Lines::default()).build());
}

fn refuse(path: &Path, source: TantivyError) -> Error {
    Error::Tantivy { path: path.to_path_buf(), source }
}

/// Makes `path` an empty folder, or says what stands in the way.
fn prepare_folder(path: &Path, force: bool) -> Result<()> {
    let occupied = match std::fs::read_dir(path) {
        Ok(mut entries) => entries.next().is_some(),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => false,
        Err(e) => return Err(Error::io("read the output folder", path, e)),
    };
    if occupied {
        let message = match (path.join("meta.json").is_file(), force) {
            (true, true) => return clear(path),
            (true, false) => "holds an index already; --force replaces it",
            (false, _) => "holds something else than an index; name a new or empty folder",
        };
        return Err(Error::Index { path: path.to_path_buf(), message: message.into() });
    }
    std::fs::create_dir_all(path).map_err(|e| Error::io("create the output folder", path, e))
}

/// Removes the files of an index, if there is nothing else in the folder: another program's `meta.json` must not cost
/// the user what stands beside it.
fn clear(path: &Path) -> Result<()> {
    let refused = |e| Error::io("read the output folder", path, e);
    let entries = std::fs::read_dir(path).map_err(refused)?;
    let files: Vec<PathBuf> = entries.map(|entry| Ok(entry.map_err(refused)?.path())).collect::<Result<_>>()?;
    if let Some(other) = files.iter().find(|file| file.is_dir() || !is_of_an_index(file)) {
        let message = format!("holds something that tamis did not make ({}); remove it first", other.display());
        return Err(Error::Index { path: path.to_path_buf(), message });
    }
    files.iter().try_for_each(|file| std::fs::remove_file(file).map_err(|e| Error::io("remove", file, e)))
}

/// Whether a file has a name that tantivy or tamis gives: its books and locks, the list of losses, and the parts of
/// segments, which are named by 32 hexadecimal digits.
fn is_of_an_index(file: &Path) -> bool {
    const NAMES: [&str; 5] = ["meta.json", ".managed.json", ".tantivy-meta.lock", ".tantivy-writer.lock", LOSSES];
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let segment =
        name.split_once('.').is_some_and(|(id, _)| id.len() == 32 && id.bytes().all(|b| b.is_ascii_hexdigit()));
    // tantivy writes its books beside themselves before it renames them.
    segment || NAMES.contains(&&*name) || name.starts_with(".tmp")
}

/// One page as a tantivy document: one value per block in every column but the sparse ones, in the order of the blocks.
fn document(fields: &Fields, page: &AnalyzedPage) -> TantivyDocument {
    let raw = &page.document;
    let mut doc = TantivyDocument::with_capacity(page.tokens.len() + page.blocks.text.len() + 1024);
    doc.add_text(fields.docno, &raw.docno);
    doc.add_text(fields.url, &raw.url);
    doc.add_text(fields.date, &raw.date);
    doc.add_text(fields.archive, &raw.source.archive);
    doc.add_u64(fields.offset, raw.source.offset);
    if let Some(title) = &page.blocks.title {
        doc.add_text(fields.title, page.blocks.text_of(title));
    }
    for (number, block) in page.blocks.all().enumerate() {
        doc.add_text(fields.block_text, page.blocks.text_of(block));
        let tokens = &page.block_tokens[number];
        doc.add_text(fields.text, &page.tokens[tokens.span.clone()]);
        add_columns(&mut doc, fields, block, page.labels[number], tokens.count);
    }
    doc
}

fn add_columns(doc: &mut TantivyDocument, fields: &Fields, block: &Block, labels: u64, tokens: u32) {
    let columns = &fields.blocks;
    let of_block = Shape::of(block);
    doc.add_u64(columns.words, block.words.into());
    doc.add_u64(columns.shape, of_block.0);
    if of_block.has_anchors() {
        doc.add_u64(columns.anchor_words, block.anchor_words.into());
    }
    if of_block.has_lines() {
        doc.add_u64(columns.last_line_words, (block.words - block.wrapped_words).into());
        doc.add_u64(columns.wrapped_lines, block.wrapped_lines.into());
    }
    doc.add_u64(columns.tag_level, block.tag_level.into());
    doc.add_u64(columns.tokens_off, shape::tokens_off(tokens.into(), block.words.into()));
    doc.add_u64(columns.labels, labels);
    doc.add_f64(columns.text_density, block.text_density().into());
    doc.add_f64(columns.link_density, block.link_density().into());
}
