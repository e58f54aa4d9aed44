//! Writes analyzed pages to committed segments. Each segment is built separately, from a batch of
//! pages that depends on the collection only, and segments are added in order: so the number of
//! threads does not change the index.

use super::added::{Added, is_labels};
use super::codes::CodesPlugin;
use super::lock::{LOCK, WriterLock};
use super::manifest::Manifest;
use super::page::AnalyzedPage;
use super::read::open_stored;
use super::recipe::Recipe;
use super::repeats;
use super::schema::{self, Fields};
use super::segment::{PageLayout, SegmentWriter};
use super::shard;
use super::storage::{META, Storage, damaged, failure, is_of_segment};
use crate::analyze::Vocabulary;
use crate::disk;
use crate::error::{Error, Remedy, Result};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use tantivy::index::{SegmentId, SegmentMeta};
use tantivy::indexer::NoMergePolicy;
use tantivy::schema::Schema;
use tantivy::{IndexSettings, TantivyDocument, TantivyError};

/// The least memory that tantivy accepts for a writer thread, in bytes; ours only commits and
/// merges.
const WRITER_MEMORY: usize = 15 << 20;

/// The file with the list of skipped records, in the index folder.
pub const RECORD_REPORTS: &str = "losses.tsv";

/// The file that names the records in work while an index is built.
pub const IN_WORK: &str = "in-work.txt";

/// The file that marks a folder in which a join of indexes is not committed yet ([`super::join`]).
pub(super) const JOINING: &str = ".tmp-joining";

/// Writes an index, and locks it against other writers. If it is dropped without
/// [`IndexWriter::commit`], the last commit stays.
pub struct IndexWriter {
    path: PathBuf,
    index: tantivy::Index,
    storage: Storage,
    writer: Mutex<tantivy::IndexWriter<TantivyDocument>>,
    layout: PageLayout,
    _lock: WriterLock,
}

impl IndexWriter {
    /// Opens the index in `path`, or creates it with the manifest `new`. Creates the folder if
    /// needed. With `force`, replaces an existing index. Returns the writer and the index's
    /// manifest, which is `new` for a new index.
    ///
    /// # Errors
    /// [`Error::Index`] if another process writes the index, if the folder holds something else,
    /// and if the index has another recipe or another shard.
    pub fn open(path: &Path, new: Manifest, force: bool) -> Result<(Self, Manifest)> {
        disk::create_folder(path).map_err(|e| Error::io("create the output folder", path, e))?;
        if !path.join(META).is_file() && !is_empty(path)? {
            return Err(Error::index(
                path,
                "holds something other than an index; name a new or empty folder",
            ));
        }
        let lock = WriterLock::take(path)?;
        let begun = if path.join(META).is_file() && !force { begun(path)? } else { None };
        let Some((index, storage, manifest)) = begun else {
            let writer = Self::create(path, &new, lock)?;
            return Ok((writer, new));
        };
        let composed = manifest.recipe.composed;
        Recipe { composed, ..new.recipe.clone() }.check(path, &manifest.recipe)?;
        shard::check_same(path, new.shard.as_ref(), manifest.shard.as_ref())?;
        let writer = Self::new(path, index, storage, &new.recipe, lock)?;
        writer.collect_garbage()?;
        writer.remove_other_files(&manifest)?;
        Ok((writer, manifest))
    }

    /// Creates an index with this manifest. Removes what was in the folder before.
    fn create(path: &Path, manifest: &Manifest, lock: WriterLock) -> Result<Self> {
        clear(path)?;
        let storage = Storage::writing(path).map_err(|e| refuse(path, e.into()))?;
        let settings =
            IndexSettings { docstore_compress_dedicated_thread: false, ..IndexSettings::default() };
        let builder = tantivy::Index::builder().schema(schema::schema()).settings(settings);
        let index = builder
            .register_plugin(Arc::new(CodesPlugin))
            .open_or_create(storage.clone())
            .map_err(|source| refuse(path, source))?;
        let writer = Self::new(path, index, storage, &manifest.recipe, lock)?;
        // Commit the manifest at once, so that an interrupted ingest can be resumed.
        writer.commit(manifest)?;
        Ok(writer)
    }

    fn new(
        path: &Path,
        index: tantivy::Index,
        storage: Storage,
        recipe: &Recipe,
        lock: WriterLock,
    ) -> Result<Self> {
        schema::register(&index);
        let writer = index
            .writer_with_num_threads(1, WRITER_MEMORY)
            .map_err(|source| refuse(path, source))?;
        writer.set_merge_policy(Box::new(NoMergePolicy));
        let fields = Fields::from_schema(&index.schema()).map_err(|source| refuse(path, source))?;
        Ok(Self {
            path: path.to_path_buf(),
            index,
            storage,
            writer: Mutex::new(writer),
            layout: PageLayout {
                fields,
                store: recipe.store,
                labels: recipe.classifiers.len(),
                scores: recipe.scores.len(),
            },
            _lock: lock,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the names of the committed segments.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn segments(&self) -> Result<Vec<String>> {
        let metas = self.index.load_metas().map_err(|source| refuse(&self.path, source))?;
        Ok(metas.segments.iter().map(|segment| segment.id().uuid_string()).collect())
    }

    /// Begins a segment. Several threads may do so at once. It becomes visible with
    /// [`IndexWriter::add`] and [`IndexWriter::commit`].
    pub fn begin_segment(&self) -> SegmentInMaking<'_> {
        SegmentInMaking { writer: self, segment: None }
    }

    /// Builds a segment from pages that are all analyzed; returns none if there are no pages.
    ///
    /// # Errors
    /// If the segment cannot be written.
    pub fn segment(
        &self,
        pages: impl IntoIterator<Item = AnalyzedPage>,
        vocabulary: &Vocabulary,
    ) -> Result<Option<SegmentMeta>> {
        let mut segment = self.begin_segment();
        for page in pages {
            segment.add(page)?;
        }
        segment.finish(vocabulary)
    }

    /// Adds a segment; the order of these calls is the order of the segments.
    ///
    /// # Errors
    /// If the index cannot be written.
    pub fn add(&self, segment: SegmentMeta) -> Result<()> {
        self.with(|writer| writer.add_segment(segment))
    }

    /// Marks a page as deleted, by its docno, at the next commit. Its text stays until a merge, so
    /// no command uses it ([`Rewrite`](super::rewrite::Rewrite) deletes); tests do.
    ///
    /// # Errors
    /// If the index cannot be written.
    pub fn delete(&self, docno: &str) -> Result<()> {
        let term = tantivy::Term::from_field_text(self.layout.fields.docno, docno);
        self.with(|writer| {
            writer.delete_term(term);
            Ok(())
        })
    }

    /// Makes all changes visible, together with the manifest, in one atomic step.
    ///
    /// # Errors
    /// If the index cannot be written.
    pub fn commit(&self, manifest: &Manifest) -> Result<()> {
        self.with(|writer| {
            let mut prepared = writer.prepare_commit()?;
            prepared.set_payload(&manifest.to_payload());
            prepared.commit().map(|_| ())
        })
    }

    /// Merges these committed segments into one, in their order, and returns its name. All their
    /// bytes are compared with their checksums first: a merge must not give damage a fresh
    /// checksum.
    ///
    /// # Errors
    /// If the index cannot be written, or the segments are damaged.
    pub fn merge(&self, group: &[&str]) -> Result<String> {
        if let [only] = group {
            return Ok((*only).to_owned());
        }
        let mut ids = Vec::with_capacity(group.len());
        for id in group {
            let id = SegmentId::from_uuid_string(id);
            ids.push(id.map_err(|_| self.damaged("its manifest has an invalid segment name"))?);
        }
        for id in group {
            let damage = self.storage.damage(id);
            let (_, damage) = damage.map_err(|source| refuse(&self.path, source.into()))?;
            if let Some(first) = damage.into_iter().next() {
                return Err(first.into());
            }
        }
        match self.with(|writer| writer.merge(&ids).wait())? {
            Some(merged) => Ok(merged.id().uuid_string()),
            None => Err(self.damaged("merging returned no segment")),
        }
    }

    /// Returns the error of an index that is probably damaged.
    fn damaged(&self, what: &str) -> Error {
        let message = format!("{what}; the index may be damaged");
        Error::index(&self.path, message).with_remedy(Remedy::Check)
    }

    /// Removes files of segments that are no longer part of the index, and files that were never
    /// completed.
    ///
    /// # Errors
    /// If files cannot be removed.
    pub fn collect_garbage(&self) -> Result<()> {
        self.with(|writer| writer.garbage_collect_files().wait())?;
        let segments = self.segments()?;
        self.storage
            .remove_left_overs(&segments)
            .map_err(|source| refuse(&self.path, source.into()))
    }

    /// Removes the added labels and the counts of blocks that the last commit does not name.
    ///
    /// # Errors
    /// If files cannot be removed.
    pub fn remove_other_files(&self, manifest: &Manifest) -> Result<()> {
        let refused = |source: std::io::Error| refuse(&self.path, source.into());
        Added::remove_others(&self.path, manifest.labels.as_deref()).map_err(refused)?;
        repeats::remove_others(&self.path, manifest.repeats.as_deref()).map_err(refused)
    }

    fn with<T>(
        &self,
        act: impl FnOnce(
            &mut tantivy::IndexWriter<TantivyDocument>,
        ) -> std::result::Result<T, TantivyError>,
    ) -> Result<T> {
        let mut writer = self.writer.lock().map_err(|_| Error::Interrupted)?;
        act(&mut writer).map_err(|source| refuse(&self.path, source))
    }
}

/// A segment that is being built from pages, in their order.
pub struct SegmentInMaking<'w> {
    writer: &'w IndexWriter,
    /// None before the first page: a segment without pages has no files.
    segment: Option<SegmentWriter>,
}

impl SegmentInMaking<'_> {
    /// Adds the next page.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, page: AnalyzedPage) -> Result<()> {
        let IndexWriter { path, index, layout, .. } = self.writer;
        let refused = |source| refuse(path, source);
        let segment = match &mut self.segment {
            Some(segment) => segment,
            none => none.insert(SegmentWriter::new(index, *layout).map_err(refused)?),
        };
        segment.add(page).map_err(refused)
    }

    /// Writes the segment; returns none if it has no pages. `vocabulary` has the terms of all its
    /// pages.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self, vocabulary: &Vocabulary) -> Result<Option<SegmentMeta>> {
        let Some(segment) = self.segment else { return Ok(None) };
        let segment = segment.finish(vocabulary);
        segment.map(Some).map_err(|source| refuse(&self.writer.path, source))
    }
}

/// Opens the index in `path` with its manifest; none if it is empty and has no manifest yet.
fn begun(path: &Path) -> Result<Option<(tantivy::Index, Storage, Manifest)>> {
    let storage = Storage::writing(path).map_err(|e| damaged(path, e.into()))?;
    let (index, storage) = open_stored(path, storage)?;
    let metas = index.load_metas().map_err(|source| refuse(path, source))?;
    if metas.payload.is_none() && metas.segments.is_empty() && is_ours(&index.schema()) {
        return Ok(None);
    }
    let manifest = Manifest::from_payload(path, metas.payload.as_deref())?;
    Ok(Some((index, storage, manifest)))
}

/// Whether a schema is that of an index of this program.
fn is_ours(found: &Schema) -> bool {
    *found == schema::schema()
}

fn refuse(path: &Path, source: TantivyError) -> Error {
    failure("write", path, source)
}

/// Whether a folder holds nothing but our lock and the left-overs of an ingest that ended before
/// its first commit.
pub(super) fn is_empty(path: &Path) -> Result<bool> {
    let files = files_in(path)?;
    Ok(files.iter().all(|file| file.ends_with(LOCK) || disk::is_left_over(file)))
}

fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let unreadable = |e| Error::io("read the output folder", folder, e);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        files.push(entry.map_err(unreadable)?.path());
    }
    Ok(files)
}

/// Removes the files of an index, if the folder holds nothing else: it may belong to another
/// program that also writes a `meta.json`. The mark of a join stays until the folder is empty,
/// because it shows that nothing in it is needed.
pub(super) fn clear(path: &Path) -> Result<()> {
    let mut files = files_in(path)?;
    if let Some(other) = files.iter().find(|file| file.is_dir() || !is_of_an_index(file)) {
        let message = format!(
            "holds something that is not part of an index ({}); remove it first",
            other.display()
        );
        return Err(Error::index(path, message));
    }
    // First the list of segments: until then it is an index, and afterwards none.
    files.sort_by_key(|file| !file.ends_with(META));
    for file in files.iter().filter(|file| !file.ends_with(LOCK) && !file.ends_with(JOINING)) {
        std::fs::remove_file(file).map_err(|e| Error::io("remove", file, e))?;
    }
    Ok(())
}

/// Whether a file has a name that tantivy or tamis uses: metadata, locks, the list of skipped
/// records, those in work, added labels, and the files of segments, whose names start with 32
/// hexadecimal digits.
fn is_of_an_index(file: &Path) -> bool {
    // Older versions left tantivy's lists and locks, and its temporary files.
    const NAMES: [&str; 7] = [
        META,
        ".managed.json",
        ".tantivy-meta.lock",
        ".tantivy-writer.lock",
        RECORD_REPORTS,
        IN_WORK,
        LOCK,
    ];
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    is_of_segment(&name)
        || is_labels(&name)
        || repeats::is_repeats(&name)
        || NAMES.contains(&&*name)
        || name.starts_with(".tmp")
}
