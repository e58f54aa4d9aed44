//! Opens files that are changed in place.

use super::file::DiskFile;
use super::replace::replace;
use std::fs::File;
use std::io;
use std::path::Path;

/// Opens a file to change it in place; creates it if it is not there. A file with several names
/// (hard links) is copied first, so that only this name changes.
///
/// # Errors
/// Those of the system; [`io::ErrorKind::InvalidInput`] for a link.
pub fn open(path: &Path) -> io::Result<DiskFile> {
    let is_new = !path.exists();
    let mut file = open_for_lock(path)?;
    if is_shared(&file)? {
        replace(path, |copy| io::copy(&mut file, copy))?;
        file = open_for_lock(path)?;
    }
    Ok(DiskFile::opened(path, file, is_new))
}

/// Opens a file to lock it; creates it if it is not there. It may have other names.
///
/// # Errors
/// Those of the system; [`io::ErrorKind::InvalidInput`] for a link.
pub fn open_for_lock(path: &Path) -> io::Result<File> {
    if path.is_symlink() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "a link, expected a file; remove the link",
        ));
    }
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        // The name may have become a link since it was looked at.
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(libc::O_NOFOLLOW);
    }
    options.open(path)
}

/// Whether a file has several names (hard links), as far as the system reports it.
///
/// # Errors
/// Those of the system.
pub fn is_shared(file: &File) -> io::Result<bool> {
    #[cfg(unix)]
    return Ok(std::os::unix::fs::MetadataExt::nlink(&file.metadata()?) > 1);
    #[cfg(not(unix))]
    return file.metadata().map(|_| false);
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_file_to_change_in_place_is_no_link_and_changes_under_one_name_only() {
        let folder = tempfile::tempdir().unwrap();
        let name = |name: &str| folder.path().join(name);
        std::fs::write(name("victim"), "safe").unwrap();
        std::os::unix::fs::symlink(name("victim"), name("link")).unwrap();
        std::os::unix::fs::symlink(name("nowhere"), name("dangling")).unwrap();
        for link in ["link", "dangling"] {
            let refused = open(&name(link)).unwrap_err().to_string();
            assert!(refused.contains("a link"), "{refused}");
            assert!(DiskFile::create(&name(link)).is_err());
        }
        assert!(!name("nowhere").exists());
        std::fs::hard_link(name("victim"), name("second")).unwrap();
        open(&name("second")).unwrap().write_all(b"SA").unwrap();
        assert_eq!(std::fs::read_to_string(name("victim")).unwrap(), "safe");
        assert_eq!(std::fs::read_to_string(name("second")).unwrap(), "SAfe");
    }
}
