//! The counts of how often blocks repeat (`crate::repeats` makes them), and the order of the pages
//! by docno, in a file `repeats-SUM.bin`: compressed frames of neighbouring rows, one for each of
//! the three counts and one of codes ([`super::codes`]) for each feature that is made of them, then
//! for each segment a frame of the ranks of its pages (32 bits each, little endian)
//! (`storage/framed.rs`).

use super::added::SegmentRows;
use super::columns::BlockColumn;
use super::feature::Feature;
use super::frame::{self, LastFrame};
use super::order::Order;
use super::storage::framed::{self, Frame, Framed, FramedFormat};
use super::storage::{self, is_summed, summed_name};
use crate::disk::spool::Spool;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tantivy::directory::OwnedBytes;

/// Rows of a frame; the last one of a segment has fewer.
pub const CHUNK: usize = 16 << 10;

/// The counts of neighbouring rows of a segment, in the order of [`CountPlane::ALL`].
pub type CountChunk = [Vec<u32>; 3];

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedRepeats {
    /// Sites that the pages are from.
    pub sites: u64,
    /// Pages with a site, each URL once for a site.
    pub pages_with_site: u64,
    /// The date of the public suffix list that defines the site of a page.
    pub list: String,
    /// Whether pages have hosts that are not written in ASCII, and count as those of the same hosts
    /// in Punycode. The first programs, which did not know that, wrote nothing here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub international: bool,
    /// The blocks on most pages, each once; the first of the collection before others on as many.
    pub most: Vec<MostRepeated>,
}

/// The most blocks in [`CountedRepeats::most`].
pub const MAX: usize = 20;

/// The first occurrence of a block that repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MostRepeated {
    /// The pages with the block.
    pub repeats: u32,
    /// The number of the segment.
    pub segment: usize,
    /// The row in the segment.
    pub row: u32,
}

/// The version of the file format.
const FORMAT: u32 = 4;
/// Higher levels save less than a tenth of the bytes.
const LEVEL: i32 = 3;

const KIND: FramedFormat = FramedFormat {
    prefix: "repeats",
    content: "the counts of blocks that the manifest names",
    remedy: "bring the file back from a copy, or run the same ingest again",
};

/// Whether a file has the name of a file of counts.
pub fn is_repeats(name: &str) -> bool {
    is_summed(KIND.prefix, name)
}

/// Removes the files of counts that the manifest does not name. The caller must hold the writer's
/// lock.
///
/// # Errors
/// Those of the system.
pub fn remove_others(path: &Path, sum: Option<&str>) -> io::Result<()> {
    storage::remove_others(path, is_repeats, sum.map(|sum| summed_name(KIND.prefix, sum)))
}

/// One of the counts of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountPlane {
    /// Pages of the index with the block, each URL once; 0 for a block without tokens.
    Repeats,
    /// Pages of the site with the block; 0 for a block without tokens, or a page without a site.
    SiteRepeats,
    /// Pages of the site, each URL once; 0 for a page without a site.
    SitePages,
}

impl CountPlane {
    /// All of them, in the order of a [`CountChunk`].
    pub const ALL: [Self; 3] = [Self::Repeats, Self::SiteRepeats, Self::SitePages];
}

/// The features that are made of the counts.
const CODED: [Feature; 3] = [Feature::Repeats, Feature::SiteRepeats, Feature::SiteShare];

/// Returns the codes of a feature of the rows of a chunk.
fn codes_of(feature: Feature, [repeats, site_repeats, site_pages]: &CountChunk) -> Vec<u8> {
    let scale = feature.scale();
    let code = |row: usize| {
        scale.code(feature.fraction(|column| match column {
            BlockColumn::Repeats => repeats[row].into(),
            BlockColumn::SiteRepeats => site_repeats[row].into(),
            _ => site_pages[row].into(),
        }))
    };
    (0..repeats.len()).map(code).collect()
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct RepeatsHeader {
    format: u32,
    /// The segments, in the order of the frames.
    segments: Vec<CountedSegment>,
    counted: CountedRepeats,
    /// Whether the order of the pages follows the counts.
    ordered: bool,
}

/// A segment as it was counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedSegment {
    /// Its name and the number of its blocks.
    #[serde(flatten)]
    pub rows: SegmentRows,
    /// Its pages that are not deleted.
    pub pages: u64,
}

/// Writes the counts of an index, segment by segment.
pub struct RepeatsWriter<'a> {
    path: &'a Path,
    frames: Spool,
    /// Length and checksum of every frame.
    words: Vec<u64>,
    ordered: bool,
}

impl<'a> RepeatsWriter<'a> {
    /// Writes to the index folder `path`. The caller must hold the writer's lock.
    pub fn new(path: &'a Path) -> Self {
        Self { path, frames: Spool::new(path, 1 << 20), words: Vec::new(), ordered: false }
    }

    /// Adds the next [`CHUNK`] rows of a segment, or its last ones.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn add(&mut self, chunk: &CountChunk) -> Result<()> {
        let counts = chunk.iter().map(|plane| zstd::bulk::compress(&bytes_of(plane), LEVEL));
        let codes = CODED.iter().map(|feature| Ok(frame::compress(&codes_of(*feature, chunk))));
        for packed in counts.chain(codes) {
            let added = packed.and_then(|packed| self.write(&packed));
            added.map_err(|e| Error::io("write the counts of blocks to", self.path, e))?;
        }
        Ok(())
    }

    /// Adds the order of the pages, after the counts of all segments: the ranks of the pages of
    /// each segment, deleted ones included.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn add_order(&mut self, ranks: &[Vec<u32>]) -> Result<()> {
        for of_segment in ranks {
            let added = self.write(&bytes_of(of_segment));
            added.map_err(|e| Error::io("write the order of pages to", self.path, e))?;
        }
        self.ordered = true;
        Ok(())
    }

    fn write(&mut self, frame: &[u8]) -> io::Result<()> {
        self.frames.write(frame)?;
        self.words.extend(framed::words_of(frame));
        Ok(())
    }

    /// Ends the file and returns its checksum for the manifest: the counts take effect with the
    /// commit that names it.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn finish(self, segments: &[CountedSegment], counted: CountedRepeats) -> Result<String> {
        let segments = segments.to_vec();
        let ordered = self.ordered;
        let header = RepeatsHeader { format: FORMAT, segments, counted, ordered };
        let frames = self.frames.read();
        let mut frames =
            frames.map_err(|e| Error::io("read the counts of blocks in", self.path, e))?;
        framed::write(self.path, &KIND, &header, self.words, |out| {
            io::copy(&mut frames, out).map(|_| ())
        })
    }
}

/// Returns numbers as they are in a frame.
fn bytes_of(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Returns the numbers in a frame.
fn numbers_of(bytes: &[u8]) -> Vec<u32> {
    let numbers = bytes.chunks_exact(4);
    numbers.map(|number| number.try_into().map_or(0, u32::from_le_bytes)).collect()
}

/// The counts that searches of an index read: its own, until those over several indexes are made
/// that are searched as one.
#[derive(Clone, Default)]
pub struct RepeatCounts {
    own: Option<Arc<Repeats>>,
    together: Arc<OnceLock<Arc<Repeats>>>,
}

impl RepeatCounts {
    /// Those of the index alone; none until all archives have been indexed.
    pub(super) fn of_index(own: Option<Repeats>) -> Self {
        Self { own: own.map(Arc::new), together: Arc::default() }
    }

    pub fn get(&self) -> Option<&Repeats> {
        self.together.get().or(self.own.as_ref()).map(|counts| &**counts)
    }

    /// Those of the index alone, which know the order of its pages.
    pub(super) fn own(&self) -> Option<&Repeats> {
        self.own.as_deref()
    }

    /// Replaces the counts of the index by those over several, for all that read the blocks of this
    /// index. The first ones stay.
    pub fn replace(&self, together: Repeats) {
        self.together.get_or_init(|| Arc::new(together));
    }
}

/// The counts of an index, opened for reading.
pub struct Repeats {
    file: Framed,
    /// The frames of each segment, in the order of the index.
    segments: Vec<SegmentFrames>,
    /// The ranks of the pages of each segment, in the order of the index; none for several
    /// indexes or shards.
    order: Option<Vec<Frame>>,
    pub counted: CountedRepeats,
}

/// The frames of a segment.
struct SegmentFrames {
    rows: u64,
    frames: Vec<[Frame; 3]>,
    /// Those of the codes, in the order of [`CODED`].
    codes: Vec<[Frame; 3]>,
    /// The rows that were read last, of each plane: neighbours are read one after the other.
    last: Mutex<[Option<ReadFrame>; 3]>,
    last_codes: [LastFrame; 3],
}

/// A frame that was read: its number and its counts.
type ReadFrame = (usize, Vec<u32>);

impl Repeats {
    /// Opens the counts of the index folder `path` whose checksum the manifest names. `segments`
    /// are those of the index.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read, [`Error::Format`] if it is missing or damaged, or
    /// of other segments.
    pub fn open(path: &Path, sum: &str, segments: &[CountedSegment]) -> Result<Self> {
        let (file, header, mut frames) = Framed::open::<RepeatsHeader>(path, &KIND, sum)?;
        if header.format != FORMAT {
            let found = format!("format {}", header.format);
            return Err(file.refused(found, &format!("format {FORMAT}")));
        }
        let Some((frames, order)) = all_frames(&header, &mut frames) else {
            return Err(file.refused("a directory of other frames", "those before it"));
        };
        let Some(places) = places(&header.segments, segments) else {
            return Err(file.refused("the counts of other segments", "those of the index"));
        };
        let frames = in_order(frames, &places);
        let mut counted = header.counted;
        for most in &mut counted.most {
            most.segment =
                places.iter().position(|&place| place == most.segment).unwrap_or_default();
        }
        let order = header.ordered.then(|| in_order(order, &places));
        Ok(Self { file, segments: frames, order, counted })
    }

    /// Compares every frame with its checksum.
    ///
    /// # Errors
    /// A [`FormatError`](tamis_place::FormatError) if one differs.
    pub fn check(&self) -> io::Result<()> {
        let counts = self.segments.iter().flat_map(SegmentFrames::all);
        for frame in counts.chain(self.order.iter().flatten()) {
            self.file.bytes_of(frame)?;
        }
        Ok(())
    }

    /// Whether the file has the order of the pages.
    pub fn is_ordered(&self) -> bool {
        self.order.is_some()
    }

    /// Reads the order of the pages; none if the file does not have it. `pages` are the pages of
    /// each segment, including deleted ones.
    ///
    /// # Errors
    /// A [`FormatError`](tamis_place::FormatError) if a frame differs from its checksum, or is of
    /// other pages.
    pub fn order(&self, pages: &[u32]) -> io::Result<Option<Order>> {
        let Some(frames) = &self.order else { return Ok(None) };
        let mut ranks = Vec::with_capacity(frames.len());
        for (frame, pages) in frames.iter().zip(pages) {
            let bytes = self.file.bytes_of(frame)?;
            let expected = *pages as usize * 4;
            if bytes.len() != expected {
                let found = format!("{} bytes of ranks", bytes.len());
                return Err(self.file.damaged(frame, found, &expected.to_string()));
            }
            ranks.push(numbers_of(&bytes));
        }
        if let Some(order) = Order::from_ranks(ranks) {
            return Ok(Some(order));
        }
        let start = frames.iter().min_by_key(|frame| frame.start());
        let refuse =
            |frame| self.file.damaged(frame, "ranks of other pages".into(), "one of each page");
        start.map(refuse).map_or(Ok(None), Err)
    }

    /// Returns the size of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.file.bytes()
    }

    /// Reads the counts of neighbouring rows of a segment, the first of them `first`.
    ///
    /// # Errors
    /// A [`FormatError`](tamis_place::FormatError) if a frame differs from its checksum.
    pub fn read(
        &self,
        segment: usize,
        plane: CountPlane,
        first: u32,
        counts: &mut [u64],
    ) -> io::Result<()> {
        let frames = &self.segments[segment];
        let mut last = frames.last.lock().unwrap_or_else(PoisonError::into_inner);
        let last = &mut last[plane as usize];
        let mut row = first as usize;
        let mut rest = counts;
        while !rest.is_empty() {
            let number = row / CHUNK;
            let from = row % CHUNK;
            if last.as_ref().is_none_or(|(known, _)| *known != number) {
                let rows = (frames.rows as usize - number * CHUNK).min(CHUNK);
                *last = Some((number, self.frame(&frames.frames[number][plane as usize], rows)?));
            }
            let Some((_, of_frame)) = &*last else { return Ok(()) };
            let (some, others) = rest.split_at_mut(rest.len().min(of_frame.len() - from));
            for (count, read) in some.iter_mut().zip(&of_frame[from..]) {
                *count = (*read).into();
            }
            row += some.len();
            rest = others;
        }
        Ok(())
    }

    /// Reads the codes of a feature of neighbouring rows of a segment; none for a feature that is
    /// not made of counts.
    ///
    /// # Errors
    /// A [`FormatError`](tamis_place::FormatError) if a frame differs from its checksum.
    pub fn codes(
        &self,
        segment: usize,
        feature: Feature,
        rows: Range<usize>,
    ) -> io::Result<Option<OwnedBytes>> {
        let frames = &self.segments[segment];
        let Some(plane) = CODED.iter().position(|coded| *coded == feature) else {
            return Ok(None);
        };
        let unpack = |number: usize| {
            let rows = (frames.rows as usize - number * CHUNK).min(CHUNK);
            self.unpacked(&frames.codes[number][plane], rows, frame::decompress)
        };
        frames.last_codes[plane].bytes(rows, CHUNK, unpack).map(Some)
    }

    /// Returns how many codes of neighbouring rows, the first of them `first`, are not those of
    /// these counts; compares the first `features` of the features that are made of counts.
    ///
    /// # Errors
    /// A [`FormatError`](tamis_place::FormatError) if a frame differs from its checksum.
    pub fn differing_codes(
        &self,
        segment: usize,
        first: u32,
        counts: &CountChunk,
        features: usize,
    ) -> io::Result<u64> {
        let rows = first as usize..first as usize + counts[0].len();
        let mut differing = 0;
        for feature in CODED.into_iter().take(features) {
            let Some(codes) = self.codes(segment, feature, rows.clone())? else { continue };
            let pairs = codes.iter().zip(codes_of(feature, counts));
            differing += pairs.filter(|(found, expected)| *found != expected).count() as u64;
        }
        Ok(differing)
    }

    /// Reads a frame of this many rows.
    fn frame(&self, frame: &Frame, rows: usize) -> io::Result<Vec<u32>> {
        Ok(numbers_of(&self.unpacked(frame, rows * 4, zstd::bulk::decompress)?))
    }

    /// Reads the bytes of a frame, which must be as many as expected.
    fn unpacked(
        &self,
        frame: &Frame,
        expected: usize,
        decompress: impl Fn(&[u8], usize) -> io::Result<Vec<u8>>,
    ) -> io::Result<Vec<u8>> {
        let bytes = self.file.bytes_of(frame)?;
        let counts = decompress(&bytes, expected).map_err(|e| {
            let found = format!("a frame that does not decompress ({e})");
            self.file.damaged(frame, found, "counts of blocks")
        })?;
        if counts.len() != expected {
            let found = format!("{} bytes of counts", counts.len());
            return Err(self.file.damaged(frame, found, &expected.to_string()));
        }
        Ok(counts)
    }
}

/// Returns the frames of the counts of all segments, and those of their ranks; none if the file has
/// others.
fn all_frames(
    header: &RepeatsHeader,
    listed: &mut framed::Frames,
) -> Option<(Vec<SegmentFrames>, Vec<Frame>)> {
    let mut all = Vec::with_capacity(header.segments.len());
    for segment in &header.segments {
        let rows = segment.rows.rows;
        let mut frames = Vec::new();
        let mut codes = Vec::new();
        for _ in 0..rows.div_ceil(CHUNK as u64) {
            frames.push(listed.next_three()?);
            codes.push(listed.next_three()?);
        }
        let last = Mutex::default();
        let last_codes = Default::default();
        all.push(SegmentFrames { rows, frames, codes, last, last_codes });
    }
    let mut order = Vec::new();
    if header.ordered {
        for _ in &header.segments {
            order.push(listed.next()?);
        }
    }
    listed.are_read().then_some((all, order))
}

impl SegmentFrames {
    fn all(&self) -> impl Iterator<Item = &Frame> {
        self.frames.iter().chain(&self.codes).flatten()
    }
}

/// Returns the places of the index's `segments` among those that were counted; none if these are
/// other segments.
fn places(counted: &[CountedSegment], segments: &[CountedSegment]) -> Option<Vec<usize>> {
    let by_id: HashMap<&str, usize> = counted
        .iter()
        .enumerate()
        .map(|(place, segment)| (segment.rows.id.as_str(), place))
        .collect();
    let mut places = Vec::with_capacity(segments.len());
    for segment in segments {
        let place = *by_id.get(segment.rows.id.as_str())?;
        places.push(place);
        if counted[place] != *segment {
            return None;
        }
    }
    (places.len() == counted.len()).then_some(places)
}

/// Puts what belongs to the segments that were counted into the order of the index.
fn in_order<T>(counted: Vec<T>, places: &[usize]) -> Vec<T> {
    let mut counted: Vec<Option<T>> = counted.into_iter().map(Some).collect();
    places.iter().filter_map(|&place| counted[place].take()).collect()
}

#[cfg(test)]
mod tests;
