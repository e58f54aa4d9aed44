//! Removes files, creates folders, and makes names durable.

use super::file::DiskFile;
use super::record::{self, Operation};
use crate::error::{Error, Result};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// Bytes that are copied at a time.
const PIECE: u64 = 1 << 16;

/// Removes a file. The removal is durable after [`sync_folder`].
///
/// # Errors
/// Those of the system; none if there is no such file.
pub fn remove(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Ok(()) => {
            record::note(path, || Operation::Remove(path.to_path_buf()));
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Removes a file, if it is there, and makes that durable.
///
/// # Errors
/// [`Error::Io`].
pub fn remove_durably(path: &Path) -> Result<()> {
    if path.symlink_metadata().is_err() {
        return Ok(());
    }
    let removed = remove(path);
    let synced = removed.and_then(|()| sync_folder(path.parent().unwrap_or(Path::new(""))));
    synced.map_err(|error| Error::io("remove", path, error))
}

/// Gives a file that never changes a second name, or copies it where that is not possible: on
/// another file system, or where the system does not allow it. The content is durable, the name
/// after [`sync_folder`].
///
/// # Errors
/// Those of the system, with the one of the two files that it failed on: also if the name is taken.
pub fn link_or_copy(from: &Path, to: &Path) -> Result<()> {
    let unread = |error| Error::io("read", from, error);
    // A second name of a link would lead elsewhere.
    if from.symlink_metadata().map_err(unread)?.is_file() && std::fs::hard_link(from, to).is_ok() {
        let number = record::next_number();
        record::note(to, || Operation::Create(number, to.to_path_buf()));
        record::note(to, || Operation::Write(number, 0, std::fs::read(to).unwrap_or_default()));
        record::note(to, || Operation::Sync(number));
        return Ok(());
    }
    let unwritten = |error| Error::io("write", to, error);
    let mut file = File::open(from).map_err(unread)?;
    let mut copy = DiskFile::create(to).map_err(unwritten)?;
    let mut piece = Vec::new();
    while (&mut file).take(PIECE).read_to_end(&mut piece).map_err(unread)? > 0 {
        copy.write_all(&piece).map_err(unwritten)?;
        piece.clear();
    }
    copy.sync().map_err(unwritten)
}

/// Makes the names in a folder durable: files that were created, renamed or removed in it.
///
/// # Errors
/// Those of the system. A system that cannot open folders makes names durable by itself.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    File::open(path).map_or(Ok(()), |folder| folder.sync_all())?;
    record::note(path, || Operation::SyncFolder(path.to_path_buf()));
    Ok(())
}

/// Creates a folder and those above it, durably, unless it is there.
///
/// # Errors
/// Those of the system.
pub fn create_folder(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    std::fs::create_dir_all(path)?;
    record::note(path, || Operation::CreateFolder(path.to_path_buf()));
    path.parent().map_or(Ok(()), sync_folder)
}
