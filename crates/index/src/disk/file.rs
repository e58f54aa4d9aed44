//! A file that is written.

use super::record::{self, Operation};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is written. It is durable after [`DiskFile::sync`], its name after
/// [`super::sync_folder`].
#[derive(Debug)]
pub struct DiskFile {
    path: PathBuf,
    file: File,
    /// Where the next byte is written.
    at: u64,
    /// Its number in a recording.
    number: u64,
}

impl DiskFile {
    /// Creates a file.
    ///
    /// # Errors
    /// Those of the system: also if the name is taken, even by a link that leads nowhere.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = File::options().read(true).write(true).create_new(true).open(path)?;
        Ok(Self::opened(path, file, true))
    }

    /// Wraps a file that was opened to be changed in place; `is_new` if it was created. The
    /// position is its start.
    pub(super) fn opened(path: &Path, file: File, is_new: bool) -> Self {
        let number = record::next_number();
        record::note(path, || {
            if is_new {
                Operation::Create(number, path.to_path_buf())
            } else {
                Operation::Open(number, path.to_path_buf())
            }
        });
        Self { path: path.to_path_buf(), file, at: 0, number }
    }

    /// Returns the system's file, for locks and metadata.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Cuts or extends the file.
    ///
    /// # Errors
    /// Those of the system.
    pub fn set_len(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        record::note(&self.path, || Operation::SetLength(self.number, length));
        Ok(())
    }

    /// Makes the content durable.
    ///
    /// # Errors
    /// Those of the system.
    pub fn sync(&mut self) -> io::Result<()> {
        self.file.sync_all()?;
        record::note(&self.path, || Operation::Sync(self.number));
        Ok(())
    }
}

impl Read for DiskFile {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let n = self.file.read(out)?;
        self.at += n as u64;
        Ok(n)
    }
}

impl Write for DiskFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.file.write(bytes)?;
        record::note(&self.path, || Operation::Write(self.number, self.at, bytes[..n].to_vec()));
        self.at += n as u64;
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for DiskFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = self.file.seek(to)?;
        Ok(self.at)
    }
}
