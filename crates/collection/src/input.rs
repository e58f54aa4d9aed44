//! A file, a pipe or a slice of memory -> a buffer of its bytes as they are stored, with their offset.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes read from the system at once.
const BUFFER: usize = 256 * 1024;

/// Opens a file that can be read from any place and again. A pipe or a device is refused, and not by opening it: that
/// would wait for a writer.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    if path.metadata()?.is_file() {
        return File::open(path);
    }
    let message = "a pipe or a device, and an archive is read in more than one pass; save it to a file (`-` reads JSONL \
                   from standard input)";
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

/// A path as archives are named: as it is, but for bytes that are no UTF-8, which are percent-encoded so that no two paths
/// have one name.
pub(crate) fn name_of(path: &Path) -> String {
    let mut name = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        name.push_str(chunk.valid());
        chunk.invalid().iter().for_each(|byte| name.push_str(&format!("%{byte:02X}")));
    }
    name
}

/// Where stored bytes come from.
pub(crate) enum Raw {
    /// A file; it can be read again from an earlier place.
    File(File),
    /// Memory; it can be read again from an earlier place.
    Memory(Cursor<Arc<[u8]>>),
    /// A stretch of a file; it can be read again from an earlier place.
    Part(Part),
    /// A pipe; what is read is gone.
    Pipe(Box<dyn Read + Send>),
}

/// A stretch of a file as a file of its own.
pub(crate) struct Part {
    file: File,
    start: u64,
    length: u64,
    at: u64,
}

impl Part {
    /// The `length` bytes of `file` from `start` on, or as many as there are.
    pub(crate) fn new(mut file: File, start: u64, length: u64) -> io::Result<Self> {
        file.seek(SeekFrom::Start(start))?;
        Ok(Self { file, start, length, at: 0 })
    }

    fn seek(&mut self, offset: u64) -> io::Result<()> {
        self.at = offset;
        self.file.seek(SeekFrom::Start(self.start.saturating_add(offset))).map(|_| ())
    }
}

impl Read for Part {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.length.saturating_sub(self.at)).unwrap_or(usize::MAX);
        let most = out.len().min(left);
        let n = self.file.read(&mut out[..most])?;
        self.at += n as u64;
        Ok(n)
    }
}

impl Read for Raw {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(out),
            Self::Memory(cursor) => cursor.read(out),
            Self::Part(part) => part.read(out),
            Self::Pipe(pipe) => pipe.read(out),
        }
    }
}

impl Raw {
    /// Goes to `offset` if it can.
    fn seek(&mut self, offset: u64) -> io::Result<bool> {
        match self {
            Self::File(file) => file.seek(SeekFrom::Start(offset)).map(|_| true),
            Self::Memory(cursor) => cursor.seek(SeekFrom::Start(offset)).map(|_| true),
            Self::Part(part) => part.seek(offset).map(|()| true),
            Self::Pipe(_) => Ok(false),
        }
    }
}

/// Stored bytes behind a buffer.
pub(crate) struct Input {
    raw: Raw,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    offset: u64,
    furthest: Arc<AtomicU64>,
}

impl Input {
    /// Reads `raw` from its start; `furthest` is told the highest offset read so far.
    pub(crate) fn new(raw: Raw, furthest: Arc<AtomicU64>) -> Self {
        Self { raw, buffer: vec![0; BUFFER], start: 0, end: 0, offset: 0, furthest }
    }

    /// The buffered bytes.
    pub(crate) fn data(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// The offset of the first buffered byte.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// Goes past the first `n` buffered bytes.
    pub(crate) fn consume(&mut self, n: usize) {
        debug_assert!(n <= self.end - self.start);
        self.start += n;
        self.offset += n as u64;
    }

    /// Buffers more bytes behind those that are there; false at the end of the file.
    pub(crate) fn fill(&mut self) -> io::Result<bool> {
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
        } else if self.end == self.buffer.len() {
            self.make_room();
        }
        let n = loop {
            match self.raw.read(&mut self.buffer[self.end..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        self.end += n;
        self.furthest.fetch_max(self.offset + self.data().len() as u64, Ordering::Relaxed);
        Ok(n > 0)
    }

    /// Buffers at least `n` bytes if the file still has them.
    pub(crate) fn want(&mut self, n: usize) -> io::Result<bool> {
        while self.end - self.start < n {
            if !self.fill()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Reads straight into `out`, past an empty buffer; 0 at the end of the file.
    pub(crate) fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.data().is_empty() && out.len() >= BUFFER {
            let n = self.raw.read(out)?;
            self.offset += n as u64;
            self.furthest.fetch_max(self.offset, Ordering::Relaxed);
            return Ok(n);
        }
        if self.data().is_empty() && !self.fill()? {
            return Ok(0);
        }
        let n = out.len().min(self.data().len());
        out[..n].copy_from_slice(&self.data()[..n]);
        self.consume(n);
        Ok(n)
    }

    /// Goes back to an earlier offset; false if a pipe has no such thing.
    pub(crate) fn rewind(&mut self, offset: u64) -> io::Result<bool> {
        let back = self.offset - offset;
        if back <= self.start as u64 {
            self.start -= back as usize;
        } else if self.raw.seek(offset)? {
            (self.start, self.end) = (0, 0);
        } else {
            return Ok(false);
        }
        self.offset = offset;
        Ok(true)
    }

    /// Goes on to a later offset, or to the end if there is none; a pipe is read up to there.
    pub(crate) fn skip_to(&mut self, offset: u64) -> io::Result<()> {
        if self.raw.seek(offset)? {
            (self.start, self.end, self.offset) = (0, 0, offset);
            self.furthest.fetch_max(offset, Ordering::Relaxed);
            return Ok(());
        }
        while self.offset < offset && self.want(1)? {
            let ahead = usize::try_from(offset - self.offset).unwrap_or(usize::MAX);
            self.consume(self.data().len().min(ahead));
        }
        Ok(())
    }

    /// Up to `n` bytes at `offset`, without going there; none from a pipe.
    pub(crate) fn peek(&mut self, offset: u64, n: usize) -> io::Result<Option<Vec<u8>>> {
        if !self.raw.seek(offset)? {
            return Ok(None);
        }
        let mut bytes = Vec::with_capacity(n);
        let read = (&mut self.raw).take(n as u64).read_to_end(&mut bytes);
        self.raw.seek(self.offset + self.data().len() as u64)?;
        read.map(|_| Some(bytes))
    }

    fn make_room(&mut self) {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        } else {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(bytes: &[u8]) -> Input {
        Input::new(Raw::Memory(Cursor::new(bytes.into())), Arc::default())
    }

    #[test]
    fn an_input_goes_back_within_the_buffer_and_beyond_it() {
        let bytes: Vec<u8> = (0..2 * BUFFER + 7).map(|i| (i % 251) as u8).collect();
        let mut input = input(&bytes);
        let mut seen = 0;
        while input.fill().unwrap() {
            seen += input.data().len();
            input.consume(input.data().len());
        }
        assert_eq!(seen, bytes.len());
        for offset in [bytes.len() - 3, 5] {
            assert!(input.rewind(offset as u64).unwrap());
            assert!(input.want(3).unwrap());
            assert_eq!(input.data()[..3], bytes[offset..offset + 3]);
        }
    }

    #[test]
    fn the_furthest_offset_never_goes_back() {
        let furthest = Arc::new(AtomicU64::new(0));
        let mut input = Input::new(Raw::Memory(Cursor::new(vec![0; 100].into())), furthest.clone());
        input.want(100).unwrap();
        input.consume(100);
        input.rewind(0).unwrap();
        assert_eq!(furthest.load(Ordering::Relaxed), 100);
    }
}
