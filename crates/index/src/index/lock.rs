//! Only one process writes an index at a time: the lock file holds its process id. The system
//! releases the lock when the process ends, even after a crash, so no cleanup is needed.

use crate::disk;
use crate::error::{Error, Result};
use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;

/// The lock file in the index folder.
pub const LOCK: &str = "tamis.lock";

/// The lock on an index; released when dropped.
#[derive(Debug)]
pub struct WriterLock(File);

impl Drop for WriterLock {
    fn drop(&mut self) {
        // Closing the file would not do: a process that another thread starts has a copy of it
        // until it runs its program.
        let _ = self.0.unlock();
    }
}

impl WriterLock {
    /// Locks the index folder `path`, which must exist.
    ///
    /// # Errors
    /// [`Error::Index`] if another process holds the lock, [`Error::Io`] if the folder cannot be
    /// written.
    pub fn take(path: &Path) -> Result<Self> {
        let name = path.join(LOCK);
        let refused = |error| Error::io("lock", &name, error);
        let mut file = disk::open_for_lock(&name).map_err(refused)?;
        while let Err(error) = file.try_lock() {
            match (error, file.try_lock_shared()) {
                // Whoever held it only looked whether there is a writer.
                (TryLockError::WouldBlock, Ok(())) => file.unlock().map_err(refused)?,
                (TryLockError::WouldBlock, Err(_)) => return Err(busy(path, &mut file)),
                (TryLockError::Error(error), _) => return Err(refused(error)),
            }
        }
        write_process_id(&mut file).map_err(refused)?;
        Ok(Self(file))
    }

    /// Checks that no process writes the index, without writing anything.
    ///
    /// # Errors
    /// [`Error::Index`] if a process holds the lock, [`Error::Io`] if the lock cannot be queried.
    pub fn check(path: &Path) -> Result<()> {
        let name = path.join(LOCK);
        let Ok(mut file) = File::open(&name) else { return Ok(()) };
        match file.try_lock_shared() {
            Ok(()) => Ok(()),
            Err(TryLockError::WouldBlock) => Err(busy(path, &mut file)),
            Err(TryLockError::Error(error)) => Err(Error::io("lock", &name, error)),
        }
    }

    /// Names the process that is writing the index; none if there is none, or if the lock cannot be
    /// queried.
    pub fn writer(path: &Path) -> Option<String> {
        let mut file = File::open(path.join(LOCK)).ok()?;
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)).then(|| holder(&mut file))
    }

    /// Returns the error of an index of which nothing is committed yet, if a process is writing it;
    /// else the error `otherwise`.
    pub fn explain(path: &Path, otherwise: Error) -> Error {
        let Some(writer) = Self::writer(path) else { return otherwise };
        Error::index(
            path,
            format!("is being written by {writer}, and nothing is committed yet; wait a little"),
        )
    }
}

/// Writes our process id to the lock file.
fn write_process_id(file: &mut File) -> std::io::Result<()> {
    if disk::is_shared(file)? {
        // The process id is only for messages. Another name of the file may be anything.
        return Ok(());
    }
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{}", std::process::id())
}

/// Returns the error that names the process that holds the lock.
fn busy(path: &Path, file: &mut File) -> Error {
    let holder = holder(file);
    let message =
        format!("is being written by {holder}; wait until it ends, or name another folder");
    Error::index(path, message)
}

/// Names the process that holds the lock.
fn holder(file: &mut File) -> String {
    let mut holder = String::new();
    // The process id is only for the message: the holder may not have written it yet.
    let _ = file.read_to_string(&mut holder);
    match holder.trim() {
        "" => "another process".to_owned(),
        pid => format!("process {pid}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_writer_learns_of_the_first_until_that_one_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let lock = WriterLock::take(folder.path()).unwrap();
        let refused = WriterLock::take(folder.path()).unwrap_err().to_string();
        assert!(refused.contains(&format!("process {}", std::process::id())), "{refused}");
        assert!(WriterLock::check(folder.path()).is_err());
        let otherwise = || Error::index(folder.path(), "holds no index");
        let message = WriterLock::explain(folder.path(), otherwise()).to_string();
        let expected = format!("is being written by process {}, and nothing", std::process::id());
        assert!(message.contains(&expected), "{message}");
        drop(lock);
        assert!(
            WriterLock::explain(folder.path(), otherwise()).to_string().contains("holds no index")
        );
        WriterLock::check(folder.path()).unwrap();
        WriterLock::take(folder.path()).unwrap();
    }

    #[test]
    fn a_copy_of_the_open_file_does_not_hold_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let lock = WriterLock::take(folder.path()).unwrap();
        let copy = lock.0.try_clone().unwrap();
        drop(lock);
        WriterLock::check(folder.path()).unwrap();
        drop(copy);
    }

    #[test]
    fn who_looks_whether_there_is_a_writer_keeps_none_away() {
        let folder = tempfile::tempdir().unwrap();
        drop(WriterLock::take(folder.path()).unwrap());
        let look = File::open(folder.path().join(LOCK)).unwrap();
        look.lock_shared().unwrap();
        std::thread::scope(|scope| {
            let taken = scope.spawn(|| WriterLock::take(folder.path()).map(drop));
            std::thread::yield_now();
            look.unlock().unwrap();
            taken.join().unwrap().unwrap();
        });
    }
}
