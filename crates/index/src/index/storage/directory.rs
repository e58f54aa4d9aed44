//! tantivy's directory over the files of an index.

use super::files::Storage;
use super::meta::{self, META};
use super::sums::Summing;
use crate::disk::{self, DiskFile};
use serde_json::Value;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    AntiCallToken, Directory, DirectoryLock, FileHandle, Lock, TerminatingWrite, WatchCallback,
    WatchHandle, WritePtr,
};

/// tantivy's list of its files.
const MANAGED: &str = ".managed.json";

/// Returns the ids of the segments that a `meta.json` lists.
fn segments_of(meta: &[u8]) -> Vec<String> {
    let meta: Value = serde_json::from_slice(meta).unwrap_or_default();
    let segments = meta["segments"].as_array().into_iter().flatten();
    segments.filter_map(|segment| Some(segment["segment_id"].as_str()?.replace('-', ""))).collect()
}

/// Writes a file of a segment and sums its blocks.
struct SummedFile {
    storage: Storage,
    name: PathBuf,
    file: DiskFile,
    summing: Summing,
}

impl Write for SummedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.file.write(bytes)?;
        self.summing.update(&bytes[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl TerminatingWrite for SummedFile {
    fn terminate_ref(&mut self, _: AntiCallToken) -> io::Result<()> {
        self.file.sync()?;
        self.storage.written(&self.name, std::mem::take(&mut self.summing).finish())
    }
}

/// tantivy's locks are not needed: [`super::super::lock`] keeps other writers away, and a reader
/// that finds a file removed starts again.
struct NoLock;

impl Directory for Storage {
    fn get_file_handle(&self, name: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        let file = self.checked(name);
        Ok(file.map_err(|error| OpenReadError::wrap_io_error(error, name.to_path_buf()))?)
    }

    fn delete(&self, name: &Path) -> Result<(), DeleteError> {
        let deleted = self.file(name).and_then(|path| disk::remove(&path));
        deleted.map_err(|error| DeleteError::IoError {
            io_error: Arc::new(error),
            filepath: name.to_path_buf(),
        })
    }

    fn exists(&self, name: &Path) -> Result<bool, OpenReadError> {
        let exists = self.file(name).and_then(|path| path.try_exists());
        exists.map_err(|error| OpenReadError::wrap_io_error(error, name.to_path_buf()))
    }

    fn open_write(&self, name: &Path) -> Result<WritePtr, OpenWriteError> {
        let file = self.file(name).and_then(|path| DiskFile::create(&path));
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => OpenWriteError::FileAlreadyExists(name.to_path_buf()),
            _ => OpenWriteError::wrap_io_error(error, name.to_path_buf()),
        })?;
        let storage = self.clone();
        let summing = Summing::default();
        Ok(BufWriter::new(Box::new(SummedFile {
            storage,
            name: name.to_path_buf(),
            file,
            summing,
        })))
    }

    fn atomic_read(&self, name: &Path) -> Result<Vec<u8>, OpenReadError> {
        let bytes = match name.to_str() {
            Some(META) => self.meta(),
            // The folder itself tells which files it holds; a list of them could be wrong.
            Some(MANAGED) => {
                self.managed().map(|names| serde_json::to_vec(&names).unwrap_or_default())
            }
            _ => self.file(name).and_then(std::fs::read),
        };
        bytes.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => OpenReadError::FileDoesNotExist(name.to_path_buf()),
            _ => OpenReadError::wrap_io_error(error, name.to_path_buf()),
        })
    }

    fn atomic_write(&self, name: &Path, bytes: &[u8]) -> io::Result<()> {
        match name.to_str() {
            Some(MANAGED) => Ok(()),
            Some(META) => {
                // A commit is readable only with the checksums of its segments.
                self.write_sums(segments_of(bytes).iter().map(String::as_str))?;
                if self.stage(bytes) {
                    return Ok(());
                }
                disk::replace(&self.path().join(META), |file| file.write_all(&meta::seal(bytes)))
            }
            _ => disk::replace(&self.file(name)?, |file| file.write_all(bytes)),
        }
    }

    fn sync_directory(&self) -> io::Result<()> {
        disk::sync_folder(self.path())
    }

    fn acquire_lock(&self, _: &Lock) -> Result<DirectoryLock, LockError> {
        Ok(DirectoryLock::from(Box::new(NoLock)))
    }

    fn watch(&self, _: WatchCallback) -> tantivy::Result<WatchHandle> {
        Ok(WatchHandle::empty())
    }
}
