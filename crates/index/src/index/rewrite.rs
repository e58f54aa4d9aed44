//! Replaces segments of an index by copies without some of their pages, in one commit. tantivy's
//! own deletes only mark pages: their texts and terms stay in the files until a merge.

use super::added::Added;
use super::manifest::Manifest;
use super::read::{Index, open_tantivy};
use super::repeats;
use super::storage::{META, Storage, failure};
use crate::error::{Error, Remedy, Result};
use serde_json::Value;
use std::path::{Path, PathBuf};
use tantivy::directory::OwnedBytes;
use tantivy::fastfield::{AliveBitSet, write_alive_bitset};
use tantivy::indexer::merge_filtered_segments;
use tantivy::{BitSet, Directory, TantivyError};

/// A commit in the making. Until [`Rewrite::commit`], readers see the last one.
pub struct Rewrite {
    path: PathBuf,
    index: tantivy::Index,
    staging: Storage,
    /// The `meta.json` of the commit to come.
    meta: Value,
}

/// Removes the files that the last commit of the index in `path` does not name. The caller must
/// hold the writer's lock.
///
/// # Errors
/// If files cannot be removed.
pub fn remove_left_overs(path: &Path, manifest: &Manifest) -> Result<()> {
    remove_unnamed(path, manifest).map_err(|source| failure("write", path, source))
}

/// Removes what a failed commit left of the index in `path`: what the last commit does not name.
/// The caller must hold the writer's lock, and reports the error of the commit: what stays here,
/// the next writer removes.
pub fn remove_uncommitted(path: &Path) {
    if let Ok(index) = Index::open_alone(path) {
        let _ = remove_left_overs(path, &index.manifest);
    }
}

fn remove_unnamed(path: &Path, manifest: &Manifest) -> tantivy::Result<()> {
    let index = open_tantivy(path);
    let storage = Storage::writing(path)?;
    let Ok((index, _)) = index else { return Ok(()) };
    let metas = index.searchable_segment_metas()?;
    let segments: Vec<String> = metas.iter().map(|segment| segment.id().uuid_string()).collect();
    storage.remove_segments_but(&segments)?;
    Added::remove_others(path, manifest.labels.as_deref())?;
    Ok(repeats::remove_others(path, manifest.repeats.as_deref())?)
}

/// Makes the `meta.json` of a commit visible, whose files were written by `staging`.
pub(super) fn publish(staging: &Storage, path: &Path, meta: &[u8]) -> tantivy::Result<()> {
    staging.sync_directory()?;
    Ok(Storage::writing(path)?.atomic_write(Path::new(META), meta)?)
}

impl Rewrite {
    /// Begins a commit of the index in `path`. The caller must hold the writer's lock until the
    /// commit.
    ///
    /// # Errors
    /// If there is no index, or it cannot be read.
    pub fn begin(path: &Path) -> Result<Self> {
        let (index, storage) = open_tantivy(path)?;
        let meta = storage.meta_json().map_err(|source| failure("read", path, source))?;
        let staging = Storage::staging(path).map_err(|e| failure("read", path, e.into()))?;
        Ok(Self { path: path.to_path_buf(), index, staging, meta })
    }

    /// Replaces the segment `id` by one of the pages for which `keeps` is true, in their order.
    /// Returns its name, or none if no page is left. All bytes of the segment are compared with
    /// their checksums first.
    ///
    /// # Errors
    /// If the segment is unknown or damaged, or the disk is full.
    pub fn replace(&mut self, id: &str, keeps: &[bool]) -> Result<Option<String>> {
        let (_, damage) = self.staging.damage(id).map_err(|source| self.error(source))?;
        if let Some(first) = damage.into_iter().next() {
            return Err(first.into());
        }
        let copied = if keeps.contains(&true) { Some(self.copy(id, keeps)?) } else { None };
        let Some(entries) = self.meta["segments"].as_array_mut() else {
            return Err(self.unknown(id));
        };
        let place = entries.iter().position(|entry| id_of(entry).as_deref() == Some(id));
        let Some(place) = place else { return Err(self.unknown(id)) };
        let new = copied.as_ref().and_then(id_of);
        entries.splice(place..=place, copied);
        Ok(new)
    }

    /// Writes the pages of a segment to a new one, and returns its entry in `meta.json`.
    fn copy(&self, id: &str, keeps: &[bool]) -> Result<Value> {
        let entry = self.merge_kept(id, keeps).map_err(|source| self.error(source))?;
        entry.ok_or_else(|| self.unknown(id))
    }

    fn merge_kept(&self, id: &str, keeps: &[bool]) -> tantivy::Result<Option<Value>> {
        let segments = self.index.searchable_segments()?;
        let segment = segments.into_iter().find(|segment| segment.id().uuid_string() == id);
        let Some(segment) = segment else { return Ok(None) };
        let mut alive = BitSet::with_max_value(keeps.len() as u32);
        for (doc, keeps) in (0..).zip(keeps) {
            if *keeps {
                alive.insert(doc);
            }
        }
        let mut bytes = Vec::new();
        write_alive_bitset(&alive, &mut bytes)?;
        let filters = vec![Some(AliveBitSet::open(OwnedBytes::new(bytes)))];
        let target: Box<dyn Directory> = Box::new(self.staging.clone());
        merge_filtered_segments(&[segment], self.index.settings().clone(), filters, target)?;
        let meta = self.staging.meta_json()?;
        Ok(meta["segments"].get(0).cloned())
    }

    /// Opens the index as it will be with this manifest, without added labels and the counts of its
    /// blocks.
    ///
    /// # Errors
    /// If the new segments cannot be read.
    pub fn staged(&mut self, manifest: &Manifest) -> Result<Index> {
        let bytes = self.bytes(manifest)?;
        self.staging.atomic_write(Path::new(META), &bytes).map_err(|source| self.error(source))?;
        Index::open_staged(&self.path, self.staging.clone())
    }

    /// Makes the new segments and the manifest visible, in one atomic step, and removes the old
    /// segments.
    ///
    /// # Errors
    /// If the index cannot be written; the last commit stays, unless only the removal fails.
    pub fn commit(mut self, manifest: &Manifest) -> Result<()> {
        let bytes = self.bytes(manifest)?;
        publish(&self.staging, &self.path, &bytes).map_err(|source| self.error(source))?;
        remove_left_overs(&self.path, manifest)
    }

    fn bytes(&mut self, manifest: &Manifest) -> Result<Vec<u8>> {
        self.meta["payload"] = manifest.to_payload().into();
        let mut bytes =
            serde_json::to_vec_pretty(&self.meta).map_err(|source| self.error(source))?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    fn error(&self, source: impl Into<TantivyError>) -> Error {
        failure("write", &self.path, source.into())
    }

    fn unknown(&self, id: &str) -> Error {
        Error::index(&self.path, format!("has no segment {id}")).with_remedy(Remedy::Check)
    }
}

/// Returns the name of a segment from its entry in `meta.json`.
pub(super) fn id_of(entry: &Value) -> Option<String> {
    Some(entry["segment_id"].as_str()?.replace('-', ""))
}
