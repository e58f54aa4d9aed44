//! The planes of a segment in the making: of the pages of a batch, or of the segments that become
//! one.

use super::file::BlockCodes;
use super::layout::{CODED, COMPRESSED, FORMAT, FRAME};
use super::scale::Scale;
use crate::index::columns::BlockColumn;
use crate::index::feature::Feature;
use crate::index::frame;
use crate::index::page::AnalyzedPage;
use std::io::{self, Write};
use std::ops::Range;
use tamis_blocks::page::{Block, BlockKind};

/// One bit per row, the first in the lowest bit of the first byte.
#[derive(Debug, Clone, Default)]
pub(super) struct Bits {
    bytes: Vec<u8>,
    rows: usize,
}

/// The planes of the pages so far.
#[derive(Debug, Default)]
pub(super) struct Planes {
    pages: usize,
    rows: usize,
    titles: Bits,
    /// Those of [`CODED`], then those of the scores.
    codes: Vec<Vec<u8>>,
    labels: Vec<Bits>,
}

impl Bits {
    pub fn push(&mut self, bit: bool) {
        if self.rows.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if let Some(last) = self.bytes.last_mut() {
            *last |= u8::from(bit) << (self.rows % 8);
        }
        self.rows += 1;
    }

    /// Appends some bits of others.
    fn extend(&mut self, others: &[u8], rows: Range<usize>) {
        for row in rows {
            self.push(others[row / 8] >> (row % 8) & 1 == 1);
        }
    }
}

impl Planes {
    /// Returns those of no page; every page will have this many scores and labels.
    pub fn new(scores: usize, labels: usize) -> Self {
        Self {
            codes: vec![Vec::new(); CODED.len() + scores],
            labels: vec![Bits::default(); labels],
            ..Self::default()
        }
    }

    /// Returns those of a segment without pages.
    pub fn empty() -> Self {
        Self::new(0, 0)
    }

    /// Appends the blocks of a page.
    pub fn push(&mut self, page: &AnalyzedPage) {
        self.titles.push(page.blocks.title.is_some());
        self.pages += 1;
        for (number, block) in page.blocks.all().enumerate() {
            self.push_block(page, number, block);
        }
    }

    fn push_block(&mut self, page: &AnalyzedPage, number: usize, block: &Block) {
        let tokens = page.block_terms[number];
        let (plain, scores) = self.codes.split_at_mut(CODED.len());
        for (plane, feature) in plain.iter_mut().zip(CODED) {
            plane.push(code(feature, block, tokens));
        }
        for (score, plane) in scores.iter_mut().enumerate() {
            let hundredths = page.scores.get(number).and_then(|scores| scores.hundredths(score));
            let fraction = hundredths.map(|hundredths| (hundredths.into(), 100));
            plane.push(Scale::Share.code(fraction));
        }
        for (label, plane) in self.labels.iter_mut().enumerate() {
            plane.push(page.labels[number].contains(label));
        }
        self.rows += 1;
    }

    /// Appends the planes of some pages of another segment.
    ///
    /// # Errors
    /// If the file cannot be read, or has other planes.
    pub fn copy(&mut self, from: &BlockCodes, pages: &[(u32, Range<u32>)]) -> io::Result<()> {
        from.check_planes(self.codes.len() - CODED.len(), self.labels.len())?;
        let rows = || pages.iter().map(|(_, rows)| rows.start as usize..rows.end as usize);
        let titles = from.titles()?;
        for (doc, _) in pages {
            let doc = *doc as usize;
            self.titles.extend(&titles, doc..doc + 1);
        }
        for (number, plane) in self.codes.iter_mut().enumerate() {
            let codes = from.codes_of_plane(number, 0..from.rows())?;
            rows().for_each(|rows| plane.extend_from_slice(&codes[rows]));
        }
        for (number, plane) in self.labels.iter_mut().enumerate() {
            let bits = from.label(number, 0..from.rows())?;
            rows().for_each(|rows| plane.extend(&bits, rows));
        }
        self.pages += pages.len();
        self.rows += rows().map(|rows| rows.len()).sum::<usize>();
        Ok(())
    }

    /// Writes the file: the planes, then the directory in 64-bit words, little endian: the format,
    /// the numbers of rows, pages, scores and labels; for each plane its length in bytes, and how
    /// many compressed frames it has, with the length of each; last the number of words.
    ///
    /// # Errors
    /// Those of the system.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let scores = self.codes.len() - CODED.len();
        let mut words = vec![
            FORMAT,
            self.rows as u64,
            self.pages as u64,
            scores as u64,
            self.labels.len() as u64,
        ];
        write_plane(&self.titles.bytes, true, out, &mut words)?;
        for (number, plane) in self.codes.iter().enumerate() {
            write_plane(plane, number >= COMPRESSED, out, &mut words)?;
        }
        for plane in &self.labels {
            write_plane(&plane.bytes, true, out, &mut words)?;
        }
        words.push(words.len() as u64);
        words.iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))
    }
}

/// Writes a plane: in compressed frames if it may be and they are at most half as long, else as it
/// is.
fn write_plane(
    plane: &[u8],
    compress: bool,
    out: &mut impl Write,
    words: &mut Vec<u64>,
) -> io::Result<()> {
    let frames = plane.chunks(FRAME).map(frame::compress);
    let frames: Vec<Vec<u8>> = if compress { frames.collect() } else { Vec::new() };
    let length: usize = frames.iter().map(Vec::len).sum();
    words.push(plane.len() as u64);
    if frames.is_empty() || length * 2 > plane.len() {
        words.push(0);
        return out.write_all(plane);
    }
    words.push(frames.len() as u64);
    for frame in &frames {
        words.push(frame.len() as u64);
        out.write_all(frame)?;
    }
    Ok(())
}

/// Returns the code of a feature of a block that has this many tokens.
pub(super) fn code(feature: Feature, block: &Block, tokens: u32) -> u8 {
    let fraction = feature.fraction(|column| number(column, block, tokens));
    feature.scale().code(fraction)
}

/// Returns what a column has for a block: all but its labels, its scores, and how often it repeats.
fn number(column: BlockColumn, block: &Block, tokens: u32) -> u64 {
    match column {
        BlockColumn::Words => block.words.into(),
        BlockColumn::AnchorWords => block.anchor_words.into(),
        BlockColumn::WrappedWords => block.wrapped_words.into(),
        BlockColumn::WrappedLines => block.wrapped_lines.into(),
        BlockColumn::TagLevel => block.tag_level.into(),
        BlockColumn::Tokens => tokens.into(),
        BlockColumn::Kind => u64::from(block.kind == BlockKind::Title),
        _ => 0,
    }
}
