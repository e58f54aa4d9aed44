//! Buffered stored bytes of a file, a pipe or memory, with their offset.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of bytes per read.
const BUFFER: usize = 256 * 1024;
/// Bytes of a pipe that are kept behind the current offset: reading continues after a damaged
/// member by going back to its start, and members of archives are rarely larger.
const HISTORY: usize = 8 << 20;

/// Opens a file that can be read repeatedly from any offset. It rejects pipes and devices without
/// opening them, because opening a pipe waits for a writer.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    if path.metadata()?.is_file() {
        return File::open(path);
    }
    if path.is_dir() {
        std::fs::read_dir(path)?;
        // A walk enters every folder that it can read, unless it is inside it already.
        let message = "a link that leads back to a folder above it, whose files are read once; \
                       remove the link";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let message = "a pipe or a device, and an archive is read in more than one pass; save it to a \
                   file (`-` reads standard input)";
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

/// Returns a path as an archive's name: unchanged, except that bytes that are not UTF-8 are
/// percent-encoded, so that no two paths get the same name.
pub(crate) fn name_of(path: &Path) -> String {
    let mut name = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        name.push_str(chunk.valid());
        for byte in chunk.invalid() {
            name.push_str(&format!("%{byte:02X}"));
        }
    }
    name
}

/// A source of stored bytes.
pub(crate) enum Raw {
    /// A file; it can seek backwards.
    File(File),
    /// Memory; it can seek backwards.
    Memory(Cursor<Arc<[u8]>>),
    /// Part of a file, for example; it can seek backwards.
    Part(Box<dyn ReadSeek>),
    /// A pipe; it cannot seek.
    Pipe(Box<dyn Read + Send>),
}

impl Raw {
    /// Returns the number of bytes to keep behind the current offset.
    fn history(&self) -> usize {
        if matches!(self, Self::Pipe(_)) { HISTORY } else { 0 }
    }
}

/// A source that can seek.
pub(crate) trait ReadSeek: Read + Seek + Send {}

impl<T: Read + Seek + Send> ReadSeek for T {}

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
    /// Seeks to `offset`; false if that is impossible.
    fn seek(&mut self, offset: u64) -> io::Result<bool> {
        match self {
            Self::File(file) => file.seek(SeekFrom::Start(offset)).map(|_| true),
            Self::Memory(cursor) => cursor.seek(SeekFrom::Start(offset)).map(|_| true),
            Self::Part(part) => part.seek(SeekFrom::Start(offset)).map(|_| true),
            Self::Pipe(_) => Ok(false),
        }
    }
}

/// A source of stored bytes with a buffer.
pub(crate) struct Input {
    raw: Raw,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    offset: u64,
    furthest: Arc<AtomicU64>,
    /// An error behind the buffered bytes.
    failed: Option<io::Error>,
}

impl Input {
    /// Reads `raw` from its start; `furthest` receives the highest offset read so far.
    pub(crate) fn new(raw: Raw, furthest: Arc<AtomicU64>) -> Self {
        Self { raw, buffer: vec![0; BUFFER], start: 0, end: 0, offset: 0, furthest, failed: None }
    }

    /// Returns the buffered bytes.
    pub(crate) fn data(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Returns the offset of the first buffered byte.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// Drops the first `n` buffered bytes.
    pub(crate) fn consume(&mut self, n: usize) {
        debug_assert!(n <= self.end - self.start);
        self.start += n;
        self.offset += n as u64;
    }

    /// Buffers more bytes; false at the end of the file, or before an error if bytes are buffered:
    /// these are used first.
    pub(crate) fn fill(&mut self) -> io::Result<bool> {
        if self.start == self.end && self.raw.history() == 0 {
            self.start = 0;
            self.end = 0;
        } else if self.end == self.buffer.len() {
            self.make_room();
        }
        let read = loop {
            match self.raw.read(&mut self.buffer[self.end..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        let n = match read {
            // The system reports some errors only once, so they are kept if bytes before them are
            // read again.
            Ok(0) if self.data().is_empty() => return self.failed.take().map_or(Ok(false), Err),
            Err(error) if !self.data().is_empty() => {
                self.failed = Some(error);
                0
            }
            read => read?,
        };
        self.end += n;
        self.furthest.fetch_max(self.offset + self.data().len() as u64, Ordering::Relaxed);
        Ok(n > 0)
    }

    /// Buffers at least `n` bytes; false if the file ends before.
    pub(crate) fn want(&mut self, n: usize) -> io::Result<bool> {
        while self.end - self.start < n {
            if !self.fill()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Reads into `out`, without the buffer if that is empty; 0 at the end of the file.
    pub(crate) fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.data().is_empty()
            && out.len() >= BUFFER
            && self.failed.is_none()
            && self.raw.history() == 0
        {
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

    /// Goes back to an earlier offset; false if the pipe no longer has it.
    pub(crate) fn rewind(&mut self, offset: u64) -> io::Result<bool> {
        let back = self.offset - offset;
        if back <= self.start as u64 {
            self.start -= back as usize;
        } else if self.raw.seek(offset)? {
            self.start = 0;
            self.end = 0;
        } else {
            return Ok(false);
        }
        self.offset = offset;
        Ok(true)
    }

    /// Goes forward to a later offset or to the end; a pipe is read up to there.
    pub(crate) fn skip_to(&mut self, offset: u64) -> io::Result<()> {
        if self.raw.seek(offset)? {
            self.start = 0;
            self.end = 0;
            self.offset = offset;
            self.furthest.fetch_max(offset, Ordering::Relaxed);
            return Ok(());
        }
        while self.offset < offset && self.want(1)? {
            let ahead = usize::try_from(offset - self.offset).unwrap_or(usize::MAX);
            self.consume(self.data().len().min(ahead));
        }
        Ok(())
    }

    /// Returns up to `n` bytes at `offset` without moving; `None` for a pipe.
    pub(crate) fn peek(&mut self, offset: u64, n: usize) -> io::Result<Option<Vec<u8>>> {
        if !self.raw.seek(offset)? {
            return Ok(None);
        }
        let mut bytes = Vec::with_capacity(n);
        let read = (&mut self.raw).take(n as u64).read_to_end(&mut bytes);
        self.raw.seek(self.offset + self.data().len() as u64)?;
        read.map(|_| Some(bytes))
    }

    /// Moves the buffered bytes to the start. If they are more than half of the buffer, it grows:
    /// otherwise a caller that wants many bytes after each few would have all of them moved each
    /// time.
    fn make_room(&mut self) {
        let first = self.start.saturating_sub(self.raw.history());
        self.buffer.copy_within(first..self.end, 0);
        self.start -= first;
        self.end -= first;
        if self.end > self.buffer.len() / 2 {
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
    fn wanting_many_bytes_after_each_few_grows_the_buffer_once() {
        let mut input = input(&vec![0; 8 * BUFFER]);
        while input.want(BUFFER).unwrap() {
            input.consume(14);
        }
        assert_eq!(
            (input.offset(), input.buffer.len()),
            ((7 * BUFFER + 1).next_multiple_of(14) as u64, 2 * BUFFER)
        );
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
