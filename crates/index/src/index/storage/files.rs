//! The files of an index folder and what is known of their checksums.

use super::checked::{Checked, Damaged};
use super::failure::unreadable;
use super::meta::{self, META};
use super::sums::{self, EXTENSION, FileSums, PARTS, SegmentSums, is_of_segment, segment_of};
use crate::disk;
use serde_json::Value;
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tantivy::directory::error::{OpenDirectoryError, OpenReadError};
use tantivy::directory::{Directory, MmapDirectory};

/// The files of an index folder. tantivy names them; each name must be that of a file of an index,
/// never a path.
#[derive(Clone)]
pub struct Storage(Arc<Inner>);

struct Inner {
    path: PathBuf,
    files: MmapDirectory,
    mode: OpenMode,
    state: Mutex<FilesState>,
}

/// What the files are opened for.
#[derive(Clone, Copy, Default)]
struct OpenMode {
    /// Whether tantivy may remove files: the caller holds the writer's lock.
    writes: bool,
    /// Whether files stay open until the storage is dropped.
    keeps: bool,
    /// Whether `meta.json` is written to memory alone.
    stages: bool,
}

#[derive(Default)]
struct FilesState {
    /// The checksums of segments, as far as they are known.
    segments: HashMap<String, KnownSums>,
    /// The files that a reader opened: they stay readable although a writer removes them.
    open: HashMap<PathBuf, Arc<Checked>>,
    /// The `meta.json` of a commit to come.
    staged: Option<Vec<u8>>,
}

/// The checksums of a segment's files.
#[derive(Default)]
struct KnownSums {
    files: SegmentSums,
    /// Whether files were written that `ID.sums` does not have yet.
    changed: bool,
}

impl Storage {
    /// Opens the files of the index in `path` for reading.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn reading(path: &Path) -> Result<Self, OpenDirectoryError> {
        Self::open(path, OpenMode { keeps: true, ..OpenMode::default() })
    }

    /// Opens the files of the index in `path` for reading one after the other: each is closed when
    /// nobody uses it any more.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn passing(path: &Path) -> Result<Self, OpenDirectoryError> {
        Self::open(path, OpenMode::default())
    }

    /// Opens the files of the index in `path` for writing. The caller holds the writer's lock.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn writing(path: &Path) -> Result<Self, OpenDirectoryError> {
        Self::open(path, OpenMode { writes: true, ..OpenMode::default() })
    }

    /// Opens the files of the index in `path` for a commit of several steps: segments are written,
    /// but `meta.json` only to memory, where this storage alone sees it. The caller holds the
    /// writer's lock.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn staging(path: &Path) -> Result<Self, OpenDirectoryError> {
        Self::open(path, OpenMode { writes: true, stages: true, ..OpenMode::default() })
    }

    fn open(path: &Path, mode: OpenMode) -> Result<Self, OpenDirectoryError> {
        let files = MmapDirectory::open(path)?;
        let path = path.to_path_buf();
        Ok(Self(Arc::new(Inner { path, files, mode, state: Mutex::default() })))
    }

    /// Keeps `meta.json` in memory; false if it belongs on the disk.
    pub(super) fn stage(&self, meta: &[u8]) -> bool {
        if self.0.mode.stages {
            self.state().staged = Some(meta.to_vec());
        }
        self.0.mode.stages
    }

    pub(super) fn path(&self) -> &Path {
        &self.0.path
    }

    fn state(&self) -> MutexGuard<'_, FilesState> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the path of a file. Whatever a damaged or foreign index lists, it is a name in this
    /// folder.
    pub(super) fn file(&self, name: &Path) -> io::Result<PathBuf> {
        let mut parts = name.components();
        match (parts.next(), parts.next()) {
            (Some(Component::Normal(name)), None) => Ok(self.0.path.join(name)),
            _ => {
                let found = format!("the file name {}", name.display());
                Err(damaged(&self.0.path.join(META), &found, "a name in the index folder"))
            }
        }
    }

    /// Reads `meta.json` as tantivy wrote it.
    ///
    /// # Errors
    /// [`Damaged`] if its checksum differs.
    pub fn meta(&self) -> io::Result<Vec<u8>> {
        if let Some(staged) = &self.state().staged {
            return Ok(staged.clone());
        }
        let path = self.0.path.join(META);
        let bytes = std::fs::read(&path).map_err(|error| unreadable(&path, &error))?;
        match meta::open(&bytes) {
            Some(meta) => Ok(meta),
            // An index of an older version: its format is reported later.
            None if meta::is_foreign(&bytes) => Ok(bytes),
            None => Err(damaged(&path, "bytes without their checksum", "those of a commit")),
        }
    }

    /// Reads `meta.json`, parsed.
    ///
    /// # Errors
    /// [`Damaged`] if its checksum differs, or if it does not parse.
    pub fn meta_json(&self) -> tantivy::Result<Value> {
        Ok(serde_json::from_slice(&self.meta()?)?)
    }

    /// Replaces `meta.json`, in one atomic step.
    ///
    /// # Errors
    /// Those of the system.
    pub fn write_meta_json(&self, meta: &Value) -> tantivy::Result<()> {
        let mut bytes = serde_json::to_vec_pretty(meta)?;
        bytes.push(b'\n');
        Ok(self.atomic_write(Path::new(META), &bytes)?)
    }

    /// Returns the checksums of a file.
    fn sums(&self, name: &Path) -> io::Result<Arc<FileSums>> {
        let path = self.file(name)?;
        let Some(id) = segment_of(name) else {
            return Err(damaged(&path, "a file of another name", "the name of a segment's file"));
        };
        let sums = self.known(&mut self.state(), id)?.files.get(&*name.to_string_lossy()).cloned();
        sums.ok_or_else(|| {
            damaged(&self.sums_path(id), "no checksums of this file", &name.display().to_string())
        })
    }

    /// Returns the checksums of a segment; the first call reads them.
    fn known<'s>(&self, state: &'s mut FilesState, id: &str) -> io::Result<&'s mut KnownSums> {
        match state.segments.entry(id.to_owned()) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(place) => {
                Ok(place.insert(KnownSums { files: self.read_sums(id)?, changed: false }))
            }
        }
    }

    fn sums_path(&self, id: &str) -> PathBuf {
        self.0.path.join(format!("{id}.{EXTENSION}"))
    }

    fn read_sums(&self, id: &str) -> io::Result<SegmentSums> {
        let path = self.sums_path(id);
        match std::fs::read(&path) {
            Ok(bytes) => sums::from_bytes(&bytes)
                .map_err(|(found, expected)| damaged(&path, &found, &expected)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(damaged(&path, "no file", "the checksums of a segment"))
            }
            Err(error) => Err(unreadable(&path, &error)),
        }
    }

    pub(super) fn checked(&self, name: &Path) -> io::Result<Arc<Checked>> {
        if let Some(open) = self.state().open.get(name) {
            return Ok(open.clone());
        }
        let path = self.file(name)?;
        let sums = self.sums(name)?;
        let file = self.0.files.get_file_handle(name).map_err(|error| match error {
            OpenReadError::FileDoesNotExist(_) => {
                damaged(&path, "no file", &format!("{} bytes", sums.length))
            }
            OpenReadError::IoError { io_error, .. } => unreadable(&path, &io_error),
            other => io::Error::other(other),
        })?;
        let checked = Arc::new(Checked::new(path, file, sums)?);
        if self.0.mode.keeps {
            self.state().open.insert(name.to_path_buf(), checked.clone());
        }
        Ok(checked)
    }

    /// Compares every block of every file of a segment. Returns the number of files, and what
    /// differs.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn damage(&self, id: &str) -> io::Result<(usize, Vec<Damaged>)> {
        let mut names: BTreeSet<String> = PARTS.iter().map(|part| format!("{id}.{part}")).collect();
        // Without the checksums every file is reported as damaged.
        if let Ok(known) = self.known(&mut self.state(), id) {
            names.extend(known.files.keys().cloned());
        }
        let mut all = Vec::new();
        for name in &names {
            match self.checked(Path::new(name)).and_then(|file| file.damaged_blocks()) {
                Ok(damaged) => all.extend(damaged),
                Err(error) => all.push(error.downcast::<Damaged>()?),
            }
        }
        Ok((names.len(), all))
    }

    /// Returns the names of the files of a segment, and that of their checksums.
    ///
    /// # Errors
    /// If the checksums cannot be read.
    pub fn names(&self, id: &str) -> io::Result<Vec<String>> {
        let mut state = self.state();
        let known = self.known(&mut state, id)?;
        // A list of deleted pages has gone if there is a later one.
        let mut names: Vec<String> = known.files.keys().cloned().collect();
        names.retain(|name| !name.ends_with(".del") || self.0.path.join(name).exists());
        names.push(format!("{id}.{EXTENSION}"));
        Ok(names)
    }

    /// Writes the checksums of these segments, as far as files were added to them.
    pub(super) fn write_sums<'s>(&self, segments: impl Iterator<Item = &'s str>) -> io::Result<()> {
        for id in segments {
            let changed = match self.state().segments.get(id) {
                Some(known) if known.changed => sums::to_bytes(&known.files),
                _ => continue,
            };
            disk::replace(&self.sums_path(id), |file| file.write_all(&changed))?;
            self.state().segments.entry(id.to_owned()).or_default().changed = false;
        }
        Ok(())
    }

    /// Notes the checksums of a file that was written.
    pub(super) fn written(&self, name: &Path, file: FileSums) -> io::Result<()> {
        let Some(id) = segment_of(name) else { return Ok(()) };
        let mut state = self.state();
        // An older segment has checksums already; a file such as its list of deleted pages is added
        // to them.
        if !self.sums_path(id).exists() {
            state.segments.entry(id.to_owned()).or_default();
        }
        let known = self.known(&mut state, id)?;
        known.files.insert(name.to_string_lossy().into_owned(), Arc::new(file));
        known.changed = true;
        Ok(())
    }

    /// Returns the names of the files of segments in the folder; no reader needs them.
    pub(super) fn managed(&self) -> io::Result<Vec<String>> {
        if !self.0.mode.writes {
            return Ok(Vec::new());
        }
        let mut names = Vec::new();
        for entry in std::fs::read_dir(&self.0.path)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            let extension = Path::new(&name).extension();
            let is_sums = extension.is_some_and(|extension| extension == EXTENSION);
            if is_of_segment(&name) && !is_sums {
                names.push(name);
            }
        }
        Ok(names)
    }

    /// Removes the files of all segments but these. The caller holds the writer's lock.
    ///
    /// # Errors
    /// Those of the system.
    pub fn remove_segments_but(&self, segments: &[String]) -> io::Result<()> {
        for name in self.managed()? {
            let kept = segment_of(Path::new(&name))
                .is_some_and(|id| segments.iter().any(|segment| segment == id));
            if !kept {
                disk::remove(&self.0.path.join(name))?;
            }
        }
        self.remove_left_overs(segments)
    }

    /// Removes what tantivy does not know of: the checksums of other segments than these, and files
    /// that were never completed. The caller holds the writer's lock.
    ///
    /// # Errors
    /// Those of the system.
    pub fn remove_left_overs(&self, segments: &[String]) -> io::Result<()> {
        for entry in std::fs::read_dir(&self.0.path)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_old = name.strip_suffix(&format!(".{EXTENSION}")).is_some_and(|id| {
                is_of_segment(&name) && !segments.iter().any(|segment| segment == id)
            });
            if is_old || disk::is_left_over(&path) {
                disk::remove(&path)?;
            }
        }
        self.state().segments.retain(|id, known| known.changed || segments.contains(id));
        Ok(())
    }
}

/// Returns the error of a file that is damaged as a whole.
fn damaged(path: &Path, found: &str, expected: &str) -> io::Error {
    let path = path.to_path_buf();
    let found = found.to_owned();
    let expected = expected.to_owned();
    Damaged { path, offset: None, found, expected }.into()
}

impl std::fmt::Debug for Storage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Storage({})", self.0.path.display())
    }
}
