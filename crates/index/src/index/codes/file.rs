//! Reads the file of a segment's codes. The bytes are compared with their checksums when they are
//! first read, as those of all files of a segment (`storage/checked.rs`).

use super::layout::{CODED, EXTENSION, FORMAT, FRAME, plane_of};
use crate::index::feature::Feature;
use crate::index::frame::{self, LastFrame};
use crate::index::schema::MAX_SCORES;
use std::io;
use std::ops::Range;
use tantivy::HasLen;
use tantivy::directory::{FileSlice, OwnedBytes};
use tantivy::index::{SegmentComponent, SegmentReader};

/// The codes and labels of a segment's blocks.
pub struct BlockCodes {
    file: FileSlice,
    rows: usize,
    pages: usize,
    titles: FilePlane,
    /// Those of [`CODED`], then those of the scores.
    codes: Vec<FilePlane>,
    labels: Vec<FilePlane>,
}

/// Where a plane is in the file.
struct FilePlane {
    /// Its bytes, compressed or not.
    at: Range<usize>,
    length: usize,
    /// The ends of its compressed frames, from its start; none if it is stored as it is.
    frames: Vec<usize>,
    last: LastFrame,
}

/// The error of a file that is not as it was written, although its checksums are right.
fn foreign(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the codes of blocks: {what}"))
}

impl BlockCodes {
    /// Opens those of a segment.
    ///
    /// # Errors
    /// If the file is missing or damaged.
    pub fn open(reader: &SegmentReader) -> tantivy::Result<Self> {
        Ok(Self::from_file(Self::file(reader)?)?)
    }

    /// Opens the file of a segment, and reads nothing.
    ///
    /// # Errors
    /// If it is missing, or has another length than when it was written.
    pub fn file(reader: &SegmentReader) -> tantivy::Result<FileSlice> {
        Ok(reader.open_read(SegmentComponent::Custom(EXTENSION.to_owned()))?)
    }

    fn from_file(file: FileSlice) -> io::Result<Self> {
        let (words, end) = read_directory(&file)?;
        let mut directory = PlaneDirectory { words: words.into_iter(), at: 0, end };
        if directory.next()? != FORMAT as usize {
            return Err(foreign("another format"));
        }
        let rows = directory.next()?;
        let pages = directory.next()?;
        let scores = directory.next()?;
        let labels = directory.next()?;
        if scores > MAX_SCORES || labels > directory.words.len() {
            return Err(foreign("more planes than their directory has"));
        }
        let titles = directory.plane(pages.div_ceil(8))?;
        let codes =
            (0..CODED.len() + scores).map(|_| directory.plane(rows)).collect::<Result<_, _>>()?;
        let labels =
            (0..labels).map(|_| directory.plane(rows.div_ceil(8))).collect::<Result<_, _>>()?;
        Ok(Self { file, rows, pages, titles, codes, labels })
    }

    /// Returns the number of blocks, including those of deleted pages.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of scores.
    pub fn scores(&self) -> usize {
        self.codes.len() - CODED.len()
    }

    /// Returns the number of labels.
    pub fn labels(&self) -> usize {
        self.labels.len()
    }

    /// Returns the bytes of the file.
    pub fn bytes(&self) -> u64 {
        self.file.len() as u64
    }

    /// Checks that they are those of a segment with this many pages and blocks.
    ///
    /// # Errors
    /// If they are not.
    pub fn check(&self, pages: usize, rows: usize) -> io::Result<()> {
        let is_same = (self.pages, self.rows) == (pages, rows);
        if is_same { Ok(()) } else { Err(foreign("those of another segment")) }
    }

    /// Checks that the segment has this many planes of each kind.
    pub(super) fn check_planes(&self, scores: usize, labels: usize) -> io::Result<()> {
        let is_same = (self.scores(), self.labels()) == (scores, labels);
        if is_same { Ok(()) } else { Err(foreign("segments with other scores or labels")) }
    }

    /// Returns the codes of a feature in these rows; none for a feature or a score that the file
    /// does not have.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn codes(&self, feature: Feature, rows: Range<usize>) -> io::Result<Option<OwnedBytes>> {
        match plane_of(feature).filter(|plane| *plane < self.codes.len()) {
            Some(plane) => self.codes_of_plane(plane, rows).map(Some),
            None => Ok(None),
        }
    }

    /// Returns the codes of a score in these rows, by its number in the recipe; none if the file
    /// does not have it.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn score(&self, number: usize, rows: Range<usize>) -> io::Result<Option<OwnedBytes>> {
        let plane = CODED.len() + number;
        (plane < self.codes.len()).then(|| self.codes_of_plane(plane, rows)).transpose()
    }

    /// Returns the codes of a plane in these rows.
    pub(super) fn codes_of_plane(
        &self,
        plane: usize,
        rows: Range<usize>,
    ) -> io::Result<OwnedBytes> {
        self.codes[plane].read(&self.file, rows)
    }

    /// Returns the bits of the pages with a title: that of a page is `bits[doc / 8] >> (doc % 8)`.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn titles(&self) -> io::Result<OwnedBytes> {
        self.titles.read(&self.file, 0..self.titles.length)
    }

    /// Returns the bits of the blocks with a label whose bytes hold these rows, from the byte of
    /// the first one on.
    ///
    /// # Errors
    /// If the file cannot be read, or has no such label.
    pub fn label(&self, label: usize, rows: Range<usize>) -> io::Result<OwnedBytes> {
        let plane = self.labels.get(label).ok_or_else(|| foreign("no such label"))?;
        plane.read(&self.file, rows.start / 8..rows.end.div_ceil(8))
    }
}

impl FilePlane {
    /// Reads some of its bytes.
    fn read(&self, file: &FileSlice, bytes: Range<usize>) -> io::Result<OwnedBytes> {
        if bytes.end > self.length {
            return Err(foreign("blocks that the segment does not have"));
        }
        if self.frames.is_empty() {
            return file.read_bytes_slice(self.at.start + bytes.start..self.at.start + bytes.end);
        }
        self.last.bytes(bytes, FRAME, |number| self.unpacked(file, number))
    }

    /// Returns the bytes of a compressed frame.
    fn unpacked(&self, file: &FileSlice, number: usize) -> io::Result<Vec<u8>> {
        let start = if number == 0 { 0 } else { self.frames[number - 1] };
        let end = self.frames[number];
        let packed = file.read_bytes_slice(self.at.start + start..self.at.start + end)?;
        let length = (self.length - number * FRAME).min(FRAME);
        let frame = frame::decompress(&packed, length)?;
        if frame.len() != length {
            return Err(foreign("a frame of another length"));
        }
        Ok(frame)
    }
}

/// Reads the directory at the end of the file, and returns where it starts.
fn read_directory(file: &FileSlice) -> io::Result<(Vec<u64>, usize)> {
    let words_of = |bytes: OwnedBytes| -> Vec<u64> {
        let words = bytes.as_slice().chunks_exact(8);
        words.map(|word| word.try_into().map_or(0, u64::from_le_bytes)).collect()
    };
    let end = file.len().saturating_sub(8);
    let count = words_of(file.read_bytes_slice(end..file.len())?);
    let length = count.first().and_then(|count| usize::try_from(*count).ok()?.checked_mul(8));
    let start = length.and_then(|length| end.checked_sub(length));
    let start = start.ok_or_else(|| foreign("no directory at the end"))?;
    Ok((words_of(file.read_bytes_slice(start..end)?), start))
}

/// The directory, word by word.
struct PlaneDirectory {
    words: std::vec::IntoIter<u64>,
    /// Where the next plane is.
    at: usize,
    end: usize,
}

impl PlaneDirectory {
    fn next(&mut self) -> io::Result<usize> {
        let word = self.words.next().and_then(|word| usize::try_from(word).ok());
        word.ok_or_else(|| foreign("a directory that is too short"))
    }

    /// Reads where the next plane is, which must have this length.
    fn plane(&mut self, length: usize) -> io::Result<FilePlane> {
        let found = self.next()?;
        let frames = self.next()?;
        if found != length || (frames > 0 && frames != length.div_ceil(FRAME)) {
            return Err(foreign("a plane of another length"));
        }
        let mut ends = Vec::with_capacity(frames.min(self.words.len()));
        let mut packed = 0usize;
        for _ in 0..frames {
            packed = packed.saturating_add(self.next()?);
            ends.push(packed);
        }
        let at = self.at..self.at.saturating_add(if frames > 0 { packed } else { length });
        self.at = at.end;
        if at.end > self.end {
            return Err(foreign("planes beyond the directory"));
        }
        Ok(FilePlane { at, length, frames: ends, last: LastFrame::default() })
    }
}
