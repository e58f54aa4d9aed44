//! A lock beside a file that is written while one judges: the file itself is replaced by each
//! judgement, so it cannot be the lock.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use tamis::{Error, Result, disk};

/// What the name of the lock ends with, after the name of the file.
const LOCK: &str = ".lock";

/// The lock of a file, held as long as this value lives. The system lets go of it when the process
/// ends, however it ends.
pub struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Locks a file.
    ///
    /// # Errors
    /// [`Error::Io`] if another process has the lock.
    pub fn new(path: &Path) -> Result<Self> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(LOCK);
        let name = path.with_file_name(name);
        loop {
            let file =
                disk::open_for_lock(&name).map_err(|error| Error::io("create", &name, error))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let busy = "another server writes judgements to it; end that one, or name \
                                another file";
                    return Err(Error::io("lock", path, io::Error::other(busy)));
                }
                Err(TryLockError::Error(error)) => return Err(Error::io("lock", &name, error)),
            }
            let lock = Self { path: name.clone(), file };
            // Whoever had it may have removed the name since we opened it: what we have locked is
            // then a file that nobody else finds.
            if lock.has_name() {
                return Ok(lock);
            }
        }
    }

    /// Whether the file that is locked is the one of the name.
    #[cfg(unix)]
    fn has_name(&self) -> bool {
        let own = self.file.metadata();
        let named = self.path.symlink_metadata();
        own.is_ok_and(|own| named.is_ok_and(|named| same_file(&own, &named)))
    }

    /// Names are not removed here, so it is.
    #[cfg(not(unix))]
    fn has_name(&self) -> bool {
        true
    }
}

#[cfg(unix)]
impl Drop for Lock {
    fn drop(&mut self) {
        // While it is locked: who opens it before and locks it afterwards sees that it is gone.
        if self.has_name() {
            let _ = disk::remove(&self.path);
        }
    }
}

/// Whether two names lead to one file, also by links. Where the system does not number files, by
/// their paths.
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    #[cfg(unix)]
    if let (Ok(a), Ok(b)) = (a.metadata(), b.metadata()) {
        return same_file(&a, &b);
    }
    let whole = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path));
    whole(a).is_ok_and(|a| whole(b).is_ok_and(|b| a == b))
}

#[cfg(unix)]
fn same_file(a: &std::fs::Metadata, b: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    use super::*;

    #[cfg(unix)]
    #[test]
    fn the_lock_goes_with_its_value_and_is_never_held_twice() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let name = folder.path().join("a.lock");
        let lock = Lock::new(&path).unwrap();
        assert!(name.exists());
        assert!(Lock::new(&path).is_err());
        assert!(name.exists(), "a refusal takes the lock of nobody");
        drop(lock);
        assert!(!name.exists());
        // Threads that take it and let go of it at once: no two have it at a time.
        let holders = std::sync::atomic::AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        let Ok(lock) = Lock::new(&path) else { continue };
                        let others = holders.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                        assert_eq!(others, 0);
                        std::thread::yield_now();
                        holders.fetch_sub(1, std::sync::atomic::Ordering::SeqCst);
                        drop(lock);
                    }
                });
            }
        });
        assert!(!name.exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_the_same_by_all_its_names() {
        let folder = tempfile::tempdir().unwrap();
        let name = |name: &str| folder.path().join(name);
        std::fs::write(name("a"), "x").unwrap();
        std::fs::write(name("other"), "x").unwrap();
        std::fs::hard_link(name("a"), name("hard")).unwrap();
        std::os::unix::fs::symlink(name("a"), name("link")).unwrap();
        for other in ["a", "hard", "link"] {
            assert!(is_same_file(&name("a"), &name(other)), "{other}");
        }
        assert!(!is_same_file(&name("a"), &name("other")));
        assert!(!is_same_file(&name("a"), &name("new")));
    }
}
