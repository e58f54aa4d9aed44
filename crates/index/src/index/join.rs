//! Makes one index of the segments of several: their files get a second name in a new folder, or
//! are copied there, and one commit makes all of them visible. Segments never change, so two
//! indexes can share their files.

use super::codes::CodesPlugin;
use super::lock::WriterLock;
use super::manifest::Manifest;
use super::read::Index;
use super::rewrite::{id_of, publish, remove_left_overs};
use super::storage::{META, Storage, failure};
use super::write::{JOINING, clear, is_empty};
use crate::disk::{self, DiskFile};
use crate::error::{Error, Remedy, Result};
use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tantivy::indexer::merge_filtered_segments;
use tantivy::{Directory, Segment, TantivyError};

/// An index in the making. Until [`Join::commit`], its folder holds no index; without a commit,
/// nothing stays in it.
pub struct Join {
    path: PathBuf,
    staging: Storage,
    /// The `meta.json` of the commit to come; null before the first index.
    meta: Value,
    committed: bool,
    /// The files that have a second name here, by that name.
    taken: HashMap<PathBuf, PathBuf>,
    _lock: WriterLock,
}

impl Join {
    /// Begins an index in `path`, a new or empty folder, or what an interrupted join left. With
    /// `force`, replaces an index.
    ///
    /// # Errors
    /// [`Error::Index`] if the folder holds an index or something else, or if another process
    /// writes it; [`Error::Io`].
    pub fn begin(path: &Path, force: bool) -> Result<Self> {
        disk::create_folder(path).map_err(|e| Error::io("create the output folder", path, e))?;
        let has_index = path.join(META).is_file();
        let begun = path.join(JOINING).is_file();
        if has_index && !force {
            let message = "holds an index already";
            return Err(Error::index(path, message).with_remedy(Remedy::ReplaceIndex));
        }
        if !has_index && !begun && !is_empty(path)? {
            return Err(Error::index(
                path,
                "holds something other than an index; name a new or empty folder",
            ));
        }
        let lock = WriterLock::take(path)?;
        let staging = Storage::staging(path).map_err(|e| failure("write", path, e.into()))?;
        let meta = Value::Null;
        let taken = HashMap::new();
        let join =
            Self { path: path.to_path_buf(), staging, meta, committed: false, taken, _lock: lock };
        mark(path).map_err(|e| Error::io("write", path.join(JOINING), e))?;
        clear(path)?;
        Ok(join)
    }

    /// Adds the segments of an index, in the order of its pages.
    ///
    /// # Errors
    /// [`Error::Index`] for an index that has changed since it was opened, that has other fields
    /// than those before, or a segment that one of those has; [`Error::Io`].
    pub fn add(&mut self, index: &Index) -> Result<()> {
        let unreadable = |source: TantivyError| failure("read", &index.path, source);
        let storage = Storage::reading(&index.path).map_err(|e| unreadable(e.into()))?;
        let mut meta = storage.meta_json().map_err(unreadable)?;
        let mut entries = match meta["segments"].take() {
            Value::Array(entries) => entries,
            _ => Vec::new(),
        };
        let opened = index.searcher.segment_readers().len();
        let is_unknown = entries.iter().any(|entry| place(entry, &index.manifest).is_none());
        if entries.len() != opened || is_unknown {
            return Err(Error::index(&index.path, "changed while it was read; run it again"));
        }
        entries.sort_by_key(|entry| place(entry, &index.manifest));
        self.take_settings(index, meta)?;
        for entry in &entries {
            self.take_files(index, &storage, entry)?;
        }
        self.entries()?.extend(entries);
        Ok(())
    }

    /// Takes tantivy's settings from the first index, and checks that the others have the same.
    fn take_settings(&mut self, index: &Index, mut meta: Value) -> Result<()> {
        meta["segments"] = Value::Array(Vec::new());
        if self.meta.is_null() {
            self.meta = meta;
            return Ok(());
        }
        if let Some(key) =
            ["schema", "index_settings"].into_iter().find(|key| self.meta[key] != meta[key])
        {
            let message = format!("has another {key} than the index before it");
            return Err(Error::index(&index.path, message).with_remedy(Remedy::Rebuild));
        }
        // The names of lists of deleted pages hold numbers up to this one.
        if meta["opstamp"].as_u64() > self.meta["opstamp"].as_u64() {
            self.meta["opstamp"] = meta["opstamp"].take();
        }
        Ok(())
    }

    /// Gives the files of a segment a name in this folder.
    fn take_files(&mut self, index: &Index, storage: &Storage, entry: &Value) -> Result<()> {
        let id = id_of(entry).unwrap_or_default();
        if self.entries()?.iter().any(|known| id_of(known).as_ref() == Some(&id)) {
            let message = format!(
                "has the segment {id}, which an index before it has too: one is a copy of the other"
            );
            return Err(Error::index(&index.path, message));
        }
        let names =
            storage.names(&id).map_err(|source| failure("read", &index.path, source.into()))?;
        for name in names {
            let from = index.path.join(&name);
            let to = self.path.join(&name);
            disk::link_or_copy(&from, &to)?;
            self.taken.insert(to, from);
        }
        Ok(())
    }

    fn entries(&mut self) -> Result<&mut Vec<Value>> {
        let path = &self.path;
        self.meta["segments"].as_array_mut().ok_or_else(|| Error::index(path, "no index was added"))
    }

    /// Returns the segments whose pages are all there: none is marked as deleted.
    ///
    /// # Errors
    /// [`Error::Index`] if no index was added yet.
    pub fn whole_segments(&mut self) -> Result<Vec<String>> {
        Ok(self
            .entries()?
            .iter()
            .filter(|entry| entry["deletes"].is_null())
            .filter_map(id_of)
            .collect())
    }

    /// Merges these neighbouring segments into one, in their order, and returns its name. All their
    /// bytes are compared with their checksums first: a merge must not give damage a fresh
    /// checksum.
    ///
    /// # Errors
    /// If a segment is unknown or damaged, or the disk is full.
    pub fn merge(&mut self, ids: &[&str]) -> Result<String> {
        for id in ids {
            let (_, damage) = self.staging.damage(id).map_err(|source| self.error(source))?;
            if let Some(first) = damage.into_iter().next() {
                return Err(first.into());
            }
        }
        self.stage(None)?;
        let merged = self.merge_staged(ids).map_err(|source| self.error(source))?;
        let Some(id) = id_of(&merged) else {
            let message = "merging returned no segment";
            return Err(Error::index(&self.path, message).with_remedy(Remedy::Check));
        };
        let entries = self.entries()?;
        let place = entries.iter().position(|entry| is_one_of(entry, ids)).unwrap_or_default();
        entries.retain(|entry| !is_one_of(entry, ids));
        entries.insert(place, merged);
        Ok(id)
    }

    /// Merges segments of the staged index, and returns the entry of the new one in `meta.json`.
    fn merge_staged(&self, ids: &[&str]) -> tantivy::Result<Value> {
        let mut index = tantivy::Index::open(self.staging.clone())?;
        index.register_plugin(Arc::new(CodesPlugin));
        let mut segments = Vec::with_capacity(ids.len());
        for segment in index.searchable_segments()? {
            let id = segment.id().uuid_string();
            if let Some(place) = ids.iter().position(|known| *known == id) {
                segments.push((place, segment));
            }
        }
        segments.sort_by_key(|(place, _)| *place);
        let segments: Vec<Segment> = segments.into_iter().map(|(_, segment)| segment).collect();
        let filters = segments.iter().map(|_| None).collect();
        let target: Box<dyn Directory> = Box::new(self.staging.clone());
        merge_filtered_segments(&segments, index.settings().clone(), filters, target)?;
        let meta = self.staging.meta_json()?;
        Ok(meta["segments"].get(0).cloned().unwrap_or_default())
    }

    /// Opens the index as it will be with this manifest, without added labels and the counts of its
    /// blocks.
    ///
    /// # Errors
    /// If the segments cannot be read.
    pub fn staged(&mut self, manifest: &Manifest) -> Result<Index> {
        self.stage(Some(manifest))?;
        Index::open_staged(&self.path, self.staging.clone())
    }

    /// Makes the segments and the manifest visible, in one atomic step.
    ///
    /// # Errors
    /// If the index cannot be written.
    pub fn commit(mut self, manifest: &Manifest) -> Result<()> {
        let bytes = self.stage(Some(manifest))?;
        publish(&self.staging, &self.path, &bytes).map_err(|source| self.error(source))?;
        self.committed = true;
        remove_left_overs(&self.path, manifest)?;
        disk::sync_folder(&self.path).map_err(|error| Error::io("write", &self.path, error))
    }

    /// Writes `meta.json` to memory, where only this join sees it, and returns its bytes.
    fn stage(&mut self, manifest: Option<&Manifest>) -> Result<Vec<u8>> {
        if let Some(manifest) = manifest {
            self.meta["payload"] = manifest.to_payload().into();
        }
        let mut bytes =
            serde_json::to_vec_pretty(&self.meta).map_err(|source| self.error(source))?;
        bytes.push(b'\n');
        self.staging.atomic_write(Path::new(META), &bytes).map_err(|source| self.error(source))?;
        Ok(bytes)
    }

    /// Replaces the path in an error by that of the original file: the second name in this folder
    /// is removed with the failed join.
    pub fn at_source(&self, mut error: Error) -> Error {
        let path = match &mut error {
            Error::Format(error) => &mut error.place.path,
            Error::Io(error) => &mut error.path,
            _ => return error,
        };
        if let Some(from) = self.taken.get(path) {
            path.clone_from(from);
        }
        error
    }

    fn error(&self, source: impl Into<TantivyError>) -> Error {
        failure("write", &self.path, source.into())
    }
}

impl Drop for Join {
    fn drop(&mut self) {
        if !self.committed {
            // The error that ended the join is the one to report; what stays here, the next join
            // removes.
            let _ = clear(&self.path);
            let _ = disk::remove(&self.path.join(JOINING));
        }
    }
}

/// Removes what an interrupted join left in the folder `path`, unless another process writes there.
/// The error of the caller is the one to report.
pub fn remove_begun(path: &Path) {
    let mark = path.join(JOINING);
    if !mark.is_file() {
        return;
    }
    let Ok(_lock) = WriterLock::take(path) else { return };
    // With its list of segments the index is whole: the join ended, or did not begin.
    if path.join(META).is_file() || clear(path).is_ok() {
        let _ = disk::remove(&mark);
    }
}

/// Returns the place of a segment in a manifest, by its entry in `meta.json`.
fn place(entry: &Value, manifest: &Manifest) -> Option<usize> {
    let id = id_of(entry)?;
    manifest.segments.iter().position(|segment| segment.id == id)
}

/// Whether an entry of `meta.json` is one of these segments.
fn is_one_of(entry: &Value, ids: &[&str]) -> bool {
    id_of(entry).is_some_and(|id| ids.contains(&&*id))
}

/// Marks a folder as that of a join, before anything else is in it.
fn mark(path: &Path) -> std::io::Result<()> {
    if !path.join(JOINING).exists() {
        DiskFile::create(&path.join(JOINING))?.sync()?;
    }
    disk::sync_folder(path)
}
