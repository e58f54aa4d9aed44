//! Replaces a file as a whole.

use super::file::DiskFile;
use super::names::{remove, sync_folder};
use super::record::{self, Operation};
use crate::error::{Error, Result as OurResult};
use std::fs::{File, Metadata};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// What the name of a file begins with until it is complete.
const BESIDE: &str = ".tmp-";
/// The longest name that file systems take, in bytes.
const MAX_NAME_BYTES: usize = 255;

/// Writes a file beside `path` and renames it once it is complete and durable: until then, an older
/// file stays. A link is replaced, not followed. A device or a pipe is written directly, and so is
/// what `/dev/stdout` and `/proc/self/fd` lead to. Returns what `write` returns.
///
/// # Errors
/// Those of the system and of `write`; then `path` is as before.
pub fn replace<T, E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<T, E>,
) -> Result<T, E> {
    let old = path.metadata().ok();
    if old.as_ref().is_some_and(|old| !old.is_file() || is_of_the_system(path)) {
        let mut file = BufWriter::new(File::options().write(true).open(path)?);
        let written = write(&mut file)?;
        file.flush()?;
        return Ok(written);
    }
    let beside = beside(path)?;
    // A killed process may have left it.
    remove(&beside)?;
    let written = write_beside(&beside, old, write).and_then(|written| {
        std::fs::rename(&beside, path)?;
        record::note(path, || Operation::Rename(beside.clone(), path.to_path_buf()));
        Ok(written)
    });
    if written.is_err() {
        // The error of the write is the one to report.
        let _ = remove(&beside);
    }
    let written = written?;
    sync_folder(path.parent().unwrap_or(Path::new("")))?;
    Ok(written)
}

/// Replaces a file by these bytes, as [`replace`] does.
///
/// # Errors
/// [`Error::Io`]; then the file is as before.
pub fn save(path: &Path, bytes: impl AsRef<[u8]>) -> OurResult<()> {
    let written: io::Result<()> = replace(path, |file| file.write_all(bytes.as_ref()));
    written.map_err(|error| Error::io("write", path, error))
}

/// Whether a name belongs to the system: `/dev/stdout` is a link to what the process has open, and
/// not ours to replace. `/dev/shm` is memory for the files of everybody.
fn is_of_the_system(path: &Path) -> bool {
    let path = std::path::absolute(path).unwrap_or_default();
    let is_device = path.starts_with("/dev") && !path.starts_with("/dev/shm");
    is_device || path.starts_with("/proc")
}

fn write_beside<T, E: From<io::Error>>(
    beside: &Path,
    old: Option<Metadata>,
    write: impl FnOnce(&mut dyn Write) -> Result<T, E>,
) -> Result<T, E> {
    let mut file = BufWriter::new(DiskFile::create(beside)?);
    if let Some(old) = old {
        file.get_ref().file().set_permissions(old.permissions())?;
    }
    let written = write(&mut file)?;
    file.flush()?;
    file.get_mut().sync()?;
    Ok(written)
}

/// Returns the name of a file until it is complete.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let mut name = std::ffi::OsString::from(BESIDE);
    let own = path
        .file_name()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "not the name of a file"))?;
    if own.len() + BESIDE.len() > MAX_NAME_BYTES {
        name.push(format!("{:016x}", xxh3_64(own.as_encoded_bytes())));
    } else {
        name.push(own);
    }
    Ok(path.with_file_name(name))
}

/// Removes what a killed process left of replacing `path`. Nobody may be replacing it.
///
/// # Errors
/// Those of the system; none if nothing is left.
pub fn remove_left_over(path: &Path) -> io::Result<()> {
    remove(&beside(path)?)
}

/// Whether this is the name of a file that was never completed.
pub fn is_left_over(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(BESIDE))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(path: &Path, content: &str) -> io::Result<()> {
        replace(path, |file| file.write_all(content.as_bytes()))
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.txt");
        text(&path, "one").unwrap();
        text(&path, "two").unwrap();
        let failed: io::Result<()> = replace(&path, |file| {
            file.write_all(&[b'x'; 100_000])?;
            Err(io::Error::other("full"))
        });
        assert!(failed.is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_in_shared_memory_is_replaced_as_any_other() {
        let Ok(folder) = tempfile::tempdir_in("/dev/shm") else { return };
        let path = folder.path().join("run.txt");
        text(&path, "longer").unwrap();
        text(&path, "new").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
    }

    #[test]
    fn what_a_kill_left_is_replaced_and_a_folder_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.txt");
        std::fs::write(folder.path().join(".tmp-run.txt"), "half").unwrap();
        text(&path, "whole").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "whole");
        assert!(text(folder.path(), "x").is_err());
        let long = folder.path().join("n".repeat(255));
        text(&long, "one").unwrap();
        text(&long, "two").unwrap();
        assert_eq!(std::fs::read_to_string(&long).unwrap(), "two");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_replaced_and_not_followed_and_a_mode_is_kept() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let victim = folder.path().join("victim");
        let link = folder.path().join("run.txt");
        std::fs::write(&victim, "safe").unwrap();
        std::fs::set_permissions(&victim, PermissionsExt::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&victim, &link).unwrap();
        std::os::unix::fs::symlink(&victim, folder.path().join(".tmp-run.txt")).unwrap();
        text(&link, "new").unwrap();
        assert_eq!(std::fs::read_to_string(&victim).unwrap(), "safe");
        assert!(!link.is_symlink());
        text(&victim, "newer").unwrap();
        assert_eq!(victim.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        text(Path::new("/dev/null"), "gone").unwrap();
    }
}
