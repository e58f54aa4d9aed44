//! A file of *frames*: pieces of bytes one after the other, then the directory (`sealed.rs`), whose
//! words are the length and the XXH3 of every frame, then the directory's length. The name of the
//! file has the checksum of the directory, which the manifest names. A frame is compared with its
//! checksum when it is first read.

use super::{failure, sealed, summed_name};
use crate::disk;
use crate::error::{Error, Place, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tamis_place::FormatError;
use tantivy::TantivyError;
use tantivy::directory::error::OpenReadError;
use tantivy::directory::{Directory, FileHandle, MmapDirectory, OwnedBytes};
use xxhash_rust::xxh3::xxh3_64;

#[derive(Debug, PartialEq, Eq)]
pub struct FramedFormat {
    /// The start of its name.
    pub prefix: &'static str,
    pub content: &'static str,
    /// What to do if the file is missing or damaged.
    pub remedy: &'static str,
}

/// A file that is open.
#[derive(Debug)]
pub struct Framed {
    path: PathBuf,
    file: Arc<dyn FileHandle>,
    kind: &'static FramedFormat,
}

/// A frame in a file.
#[derive(Debug)]
pub struct Frame {
    bytes: Range<usize>,
    sum: u64,
    /// Whether it was compared with its checksum.
    is_good: AtomicBool,
}

/// The frames of a file, in their order.
pub struct Frames {
    words: std::vec::IntoIter<u64>,
    at: usize,
    end: usize,
}

/// Returns the words of a frame in the directory.
pub fn words_of(frame: &[u8]) -> [u64; 2] {
    [frame.len() as u64, xxh3_64(frame)]
}

/// Writes a file to the index folder `path`, and returns the checksum for the manifest. `words` are
/// those of all frames, which `frames` writes.
///
/// # Errors
/// [`Error::Io`].
pub fn write(
    path: &Path,
    kind: &FramedFormat,
    header: &impl Serialize,
    words: Vec<u64>,
    frames: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<String> {
    let directory = sealed::seal(header, words.into_iter());
    let sum = format!("{:016x}", xxh3_64(&directory));
    let name = path.join(summed_name(kind.prefix, &sum));
    let written: io::Result<()> = disk::replace(&name, |file| {
        frames(file)?;
        file.write_all(&directory)?;
        file.write_all(&(directory.len() as u64).to_le_bytes())
    });
    written.map_err(|e| Error::io("write", &name, e))?;
    Ok(sum)
}

impl Framed {
    /// Opens the file in the index folder `path` whose checksum the manifest names: returns its
    /// header and its frames, too.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read, [`Error::Format`] if it is missing or its
    /// directory is damaged.
    pub fn open<T: DeserializeOwned>(
        path: &Path,
        kind: &'static FramedFormat,
        sum: &str,
    ) -> Result<(Self, T, Frames)> {
        let name = path.join(summed_name(kind.prefix, sum));
        let folder = MmapDirectory::open(path).map_err(|e| unreadable(&name, e))?;
        let file = match folder.get_file_handle(Path::new(name.file_name().unwrap_or_default())) {
            Ok(file) => file,
            Err(OpenReadError::FileDoesNotExist(_)) => {
                let expected = format!("{}; {}", kind.content, kind.remedy);
                return Err(Error::format(Place::file(&name), "no file", expected));
            }
            Err(error) => return Err(unreadable(&name, error)),
        };
        let framed = Self { path: name, file, kind };
        let (directory, end) = framed.directory()?;
        let found = format!("{:016x}", xxh3_64(&directory));
        if found != sum {
            return Err(framed.refused(format!("a directory with the checksum {found}"), sum));
        }
        let (header, words): (T, Vec<u64>) = sealed::open(&directory)
            .map_err(|(found, expected)| framed.refused(found, &expected))?;
        Ok((framed, header, Frames { words: words.into_iter(), at: 0, end }))
    }

    /// Reads the directory, and returns where it starts.
    fn directory(&self) -> Result<(OwnedBytes, usize)> {
        let read = |range| self.file.read_bytes(range).map_err(|e| unreadable(&self.path, e));
        let end = self.file.len().saturating_sub(8);
        let length = read(end..self.file.len())?;
        let length = u64::from_le_bytes(length.as_slice().try_into().unwrap_or_default());
        match usize::try_from(length).ok().and_then(|length| end.checked_sub(length)) {
            Some(start) => Ok((read(start..end)?, start)),
            None => {
                let found = format!("{} bytes", self.file.len());
                Err(self.refused(found, "a directory at its end"))
            }
        }
    }

    /// Returns the size of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.file.len() as u64
    }

    /// Returns the bytes of a frame as they are.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn mapped(&self, frame: &Frame) -> io::Result<OwnedBytes> {
        self.file.read_bytes(frame.bytes.clone())
    }

    /// Returns the bytes of a frame.
    ///
    /// # Errors
    /// A [`FormatError`] if they differ from its checksum.
    pub fn bytes_of(&self, frame: &Frame) -> io::Result<OwnedBytes> {
        let bytes = self.mapped(frame)?;
        if frame.is_good.load(Ordering::Relaxed) {
            return Ok(bytes);
        }
        let sum = xxh3_64(&bytes);
        if sum == frame.sum {
            frame.is_good.store(true, Ordering::Relaxed);
            return Ok(bytes);
        }
        let found = format!("bytes with the checksum {sum:016x}");
        Err(self.damaged(frame, found, &format!("{:016x}", frame.sum)))
    }

    /// Returns the error of a frame that is damaged.
    pub fn damaged(&self, frame: &Frame, found: String, expected: &str) -> io::Error {
        let place = Place::offset(&self.path, frame.start() as u64);
        let expected = format!("{expected}; {}", self.kind.remedy);
        io::Error::new(io::ErrorKind::InvalidData, FormatError::new(place, found, expected))
    }

    /// Returns the error of a file that is damaged as a whole, or of something else.
    pub fn refused(&self, found: impl Into<String>, expected: &str) -> Error {
        let expected = format!("{expected}; {}", self.kind.remedy);
        Error::format(Place::file(&self.path), found, expected)
    }

    /// Returns the error of a frame that could not be read.
    pub fn error(&self, source: io::Error) -> Error {
        unreadable(&self.path, source)
    }
}

impl Frame {
    pub fn start(&self) -> usize {
        self.bytes.start
    }
}

impl Frames {
    /// Returns the next three frames, as [`next`](Self::next) does.
    pub fn next_three(&mut self) -> Option<[Frame; 3]> {
        Some([self.next()?, self.next()?, self.next()?])
    }

    /// Whether these were all frames of the file.
    pub fn are_read(&self) -> bool {
        self.at == self.end && self.words.len() == 0
    }
}

impl Iterator for Frames {
    type Item = Frame;

    /// Returns the next frame; none if it does not end before the directory.
    fn next(&mut self) -> Option<Frame> {
        let length = usize::try_from(self.words.next()?).ok()?;
        let sum = self.words.next()?;
        let bytes = self.at..self.at.checked_add(length)?;
        self.at = bytes.end;
        (bytes.end <= self.end).then_some(Frame { bytes, sum, is_good: AtomicBool::new(false) })
    }
}

fn unreadable(name: &Path, error: impl Into<TantivyError>) -> Error {
    failure("read", name, error.into())
}
