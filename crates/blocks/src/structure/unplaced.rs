//! Text that a method keeps although it is in none of the blocks that it keeps: NOSCRIPT of a short
//! page, pieces of a method that cuts pages in its own way.

use super::{Inline, Part, Piece, Structure};
use crate::page::Blocks;

impl Structure {
    /// Makes a paragraph of every line of a text.
    pub fn of_lines(text: &str) -> Self {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        Self { parts: lines.map(paragraph).collect(), notes: Vec::new() }
    }

    /// Makes a paragraph of every block of a page without markup.
    pub fn of_blocks(blocks: &Blocks) -> Self {
        let texts = (0..).zip(&blocks.blocks).map(|(number, block)| Piece {
            text: blocks.text_of(block).to_owned(),
            block: Some(number),
        });
        let parts = texts.map(|piece| Part::Paragraph(vec![Inline::Text(piece)])).collect();
        Self { parts, notes: Vec::new() }
    }

    /// Adds the lines of the text that a method prints which are in none of the blocks that it
    /// keeps: paragraphs, before the part that follows in the text.
    pub fn add_unplaced(&mut self, text: &str, blocks: &Blocks, is_kept: &[bool]) {
        if is_all_of(text, blocks, is_kept) {
            return;
        }
        let mut reader = Reader::new(blocks, is_kept);
        let mut found: Vec<(u32, &str)> = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if !reader.reads(line) {
                found.push((reader.next_block(), line));
            }
        }
        if found.is_empty() {
            return;
        }
        let mut found = found.into_iter().peekable();
        let mut parts = Vec::new();
        for mut part in std::mem::take(&mut self.parts) {
            let last = last_block(&mut part);
            while let Some((_, line)) = found.next_if(|(next, _)| last.is_some_and(|l| *next <= l))
            {
                parts.push(paragraph(line));
            }
            parts.push(part);
        }
        parts.extend(found.map(|(_, line)| paragraph(line)));
        self.parts = parts;
    }
}

fn paragraph(line: &str) -> Part {
    Part::Paragraph(vec![Inline::Text(Piece::unplaced(line))])
}

/// The last block of which a part has text.
fn last_block(part: &mut Part) -> Option<u32> {
    let mut last = None;
    part.each_piece(&mut |piece| last = last.max(piece.block));
    last
}

/// Whether a text has the letters and marks of the blocks that are kept, one after the other; most
/// methods print no more.
fn is_all_of(text: &str, blocks: &Blocks, is_kept: &[bool]) -> bool {
    let mut kept = blocks.blocks.iter().zip(is_kept).filter(|(_, is_kept)| **is_kept);
    let rest = kept.try_fold(text.as_bytes(), |rest, (block, _)| {
        after_letters(rest, blocks.text_of(block).as_bytes())
    });
    rest.is_some_and(|rest| rest.trim_ascii_start().is_empty())
}

/// What is left of a text after the letters and marks of another, with which it begins.
fn after_letters<'a>(mut text: &'a [u8], mut start: &[u8]) -> Option<&'a [u8]> {
    const STEP: usize = 16;
    loop {
        start = start.trim_ascii_start();
        if start.is_empty() {
            return Some(text);
        }
        text = text.trim_ascii_start();
        let steps = text.chunks_exact(STEP).zip(start.chunks_exact(STEP));
        let same = STEP * steps.take_while(|(a, b)| a == b).count();
        let more = text[same..].iter().zip(&start[same..]).take_while(|(a, b)| a == b).count();
        if same + more == 0 {
            return None;
        }
        text = &text[same + more..];
        start = &start[same + more..];
    }
}

/// Reads a text beside that of the blocks that are kept, white space aside.
struct Reader {
    /// The letters and marks of the blocks that are kept.
    letters: String,
    /// Where each of these blocks begins in them, and its number.
    starts: Vec<(usize, u32)>,
    /// How far the text has been read.
    at: usize,
}

/// Pieces in which a line is found.
const GAPS: usize = 16;

/// Bytes of a line that are not found by chance.
const SURE: usize = 12;

/// How far ahead a line is looked for, in bytes.
const AHEAD: usize = 1 << 15;

impl Reader {
    fn new(blocks: &Blocks, is_kept: &[bool]) -> Self {
        let mut letters = String::new();
        let mut starts = Vec::new();
        for (number, block) in (0..).zip(&blocks.blocks) {
            if is_kept.get(number as usize) == Some(&true) {
                starts.push((letters.len(), number));
                add_letters(blocks.text_of(block), &mut letters);
            }
        }
        Self { letters, starts, at: 0 }
    }

    /// The block that is being read, or that comes next.
    fn next_block(&self) -> u32 {
        let next = self.starts.partition_point(|(start, _)| *start < self.at);
        self.starts.get(next).map_or(u32::MAX, |(_, block)| *block)
    }

    /// Reads a line, if it is in what comes next; a method may leave out something in its middle.
    fn reads(&mut self, line: &str) -> bool {
        let mut letters = String::with_capacity(line.len());
        add_letters(line, &mut letters);
        let mut rest = letters.as_bytes();
        let mut at = self.at;
        // Most lines follow that before.
        if self.letters.as_bytes()[at..].starts_with(rest) {
            self.at += rest.len();
            return true;
        }
        for _ in 0..GAPS {
            let ahead = &self.letters.as_bytes()[at..];
            let ahead = &ahead[..ahead.len().min(rest.len().saturating_add(AHEAD))];
            if let Some(found) = memchr::memmem::find(ahead, rest) {
                self.at = at + found + rest.len();
                return true;
            }
            // What it begins with is here, and the rest is further on.
            let start = &rest[..rest.len().min(SURE)];
            let Some(found) = memchr::memmem::find(ahead, start) else { return false };
            let same = ahead[found..].iter().zip(rest).take_while(|(a, b)| a == b).count();
            at += found + same;
            rest = &rest[same..];
        }
        false
    }
}

/// Adds the letters and marks of a text. Blocks have blanks for some control characters of the page.
fn add_letters(text: &str, letters: &mut String) {
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        letters.push_str(word);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Options, Outline};
    use super::*;
    use crate::block;
    use crate::page::{Budget, Cut};

    #[test]
    fn lines_of_no_block_are_paragraphs_where_they_stand() {
        let html = "<p>One two three.<p>Four five six.<p>Seven eight nine.";
        let (page, outline) = Outline::parse(html, &Budget::UNLIMITED);
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let made = |text: &str, is_kept: &[bool]| {
            let mut made = Structure::of_kept(&page, &blocks, &outline, None, is_kept);
            made.add_unplaced(text, &blocks, is_kept);
            made.markdown(Options::default())
        };
        let all = "One two three.\nFour five six.\nSeven eight nine.\n";
        let whole = "One two three.\n\nFour five six.\n\nSeven eight nine.\n";
        assert_eq!(made(all, &[true, true, true]), whole);
        assert_eq!(made(all, &[true, false, true]), whole);
        assert_eq!(made(all, &[false, false, false]), whole);
        let control = "One\u{1d} two three.\nFour five six.\nSeven eight nine.\n";
        assert_eq!(made(control, &[true, true, true]), whole);
        let one = "Zero.\nOne two three. Four five six.\n";
        assert_eq!(made(one, &[true, true, false]), "Zero.\n\nOne two three.\n\nFour five six.\n");
    }
}
