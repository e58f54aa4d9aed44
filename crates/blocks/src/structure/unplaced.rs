//! Text that a method keeps although it is in none of the blocks that it keeps: NOSCRIPT of a short
//! page, pieces of a method that cuts pages in its own way.

use super::text::Texts;
use super::{Inline, Is, Outline, Part, Piece, Structure};
use crate::page::{Blocks, Span};

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

    /// Forgets the blocks of NOSCRIPT, which no other has: those from a number on.
    pub(crate) fn forget_from(&mut self, first: u32) {
        self.each_piece(&mut |piece| piece.block = piece.block.filter(|block| *block < first));
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

/// The texts in NOSCRIPT of a page, as blocks after the others: forums show their threads by scripts,
/// and have them there for who runs none.
pub struct Noscript {
    /// The number of the first of these blocks.
    first: u32,
    count: usize,
}

impl Noscript {
    /// Adds those of a page to its texts; none, if there are none.
    pub fn add(texts: &mut Texts, blocks: &Blocks, outline: &Outline) -> Option<Self> {
        let first = blocks.blocks.len() as u32;
        let spans = noscript(outline, texts);
        texts.add_blocks(first, &spans);
        (!spans.is_empty()).then_some(Self { first, count: spans.len() })
    }

    /// Returns which blocks a method keeps, those of NOSCRIPT too, by the text that it prints, and
    /// whether that is all of what it prints; if not, it keeps none of NOSCRIPT.
    pub fn kept(&self, texts: &Texts, mut is_kept: Vec<bool>, text: &str) -> (Vec<bool>, bool) {
        is_kept.resize(self.first as usize + self.count, false);
        let mut printed = String::with_capacity(text.len());
        add_letters(text, &mut printed);
        let mut walk = Walk::new(&printed);
        let mut letters = String::new();
        for (span, block) in texts.of_blocks() {
            let is_noscript = *block >= self.first;
            letters.clear();
            if is_noscript || is_kept[*block as usize] {
                add_letters(texts.text(span), &mut letters);
            }
            if !letters.is_empty() && !walk.takes(&letters, *block, is_noscript) {
                break;
            }
        }
        let taken = walk.all_taken();
        let is_all = taken.is_some();
        for block in taken.into_iter().flatten() {
            is_kept[block as usize] = true;
        }
        (is_kept, is_all)
    }
}

/// A text that is read as texts of blocks, one after the other, of which some may be left out.
struct Walk<'a> {
    text: &'a str,
    /// Ways to read it: how far, the block that was read last, and the way before that.
    ways: Vec<(usize, u32, usize)>,
    /// The ways that may go on, no two of them as far.
    open: Vec<usize>,
}

/// Ways that are followed at once, and in all.
const WAYS: [usize; 2] = [256, 1 << 18];

impl<'a> Walk<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, ways: vec![(0, 0, 0)], open: vec![0] }
    }

    /// Reads the text of a block, which may be left out or not. Returns whether there is a way on.
    fn takes(&mut self, letters: &str, block: u32, is_optional: bool) -> bool {
        let before = self.open.len();
        for at in 0..before {
            let way = self.open[at];
            let end = self.ways[way].0 + letters.len();
            let is_next = self.text.as_bytes()[self.ways[way].0..].starts_with(letters.as_bytes());
            let is_known = || is_optional && self.open.iter().any(|of| self.ways[*of].0 == end);
            if is_next && !is_known() {
                self.open.push(self.ways.len());
                self.ways.push((end, block, way));
            }
        }
        if !is_optional {
            self.open.drain(..before);
        }
        (1..=WAYS[0]).contains(&self.open.len()) && self.ways.len() <= WAYS[1]
    }

    /// The blocks of a way that has read all, from the last; none, if there is none.
    fn all_taken(&self) -> Option<Vec<u32>> {
        let is_whole = |way: &&usize| self.ways[**way].0 == self.text.len();
        let mut way = *self.open.iter().find(is_whole)?;
        let mut blocks = Vec::new();
        while way > 0 {
            let (_, block, before) = self.ways[way];
            blocks.push(block);
            way = before;
        }
        Some(blocks)
    }
}

/// The texts in NOSCRIPT that no block has.
fn noscript(outline: &Outline, texts: &Texts) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut node = 0;
    while (node as usize) < outline.nodes().len() {
        if outline.name(node) != "NOSCRIPT" {
            node += 1;
            continue;
        }
        for inner in outline.inside(node) {
            if let Is::Text(span) = &outline.nodes()[inner as usize].is
                && texts.is_in_none(span)
            {
                spans.push(span.clone());
            }
        }
        node = outline.end(node);
    }
    spans
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
pub fn is_all_of(text: &str, blocks: &Blocks, is_kept: &[bool]) -> bool {
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

    /// Reads a line, if the blocks have it.
    fn reads(&mut self, line: &str) -> bool {
        let mut letters = String::with_capacity(line.len());
        add_letters(line, &mut letters);
        if let Some(end) = self.end_of(letters.as_bytes(), self.at) {
            self.at = end;
            return true;
        }
        // One that was found further on than it stands has passed over others.
        let before = self.at.saturating_sub(AHEAD);
        before < self.at && self.end_of(letters.as_bytes(), before).is_some()
    }

    /// Where a line ends that comes after a place; a method may leave out something in its middle.
    fn end_of(&self, line: &[u8], mut at: usize) -> Option<usize> {
        let mut rest = line;
        // Most lines follow that before.
        if self.letters.as_bytes()[at..].starts_with(rest) {
            return Some(at + rest.len());
        }
        for _ in 0..GAPS {
            let ahead = &self.letters.as_bytes()[at..];
            let ahead = &ahead[..ahead.len().min(rest.len().saturating_add(AHEAD))];
            if let Some(found) = memchr::memmem::find(ahead, rest) {
                return Some(at + found + rest.len());
            }
            // What it begins with is here, and the rest is further on.
            let start = &rest[..rest.len().min(SURE)];
            let found = memchr::memmem::find(ahead, start)?;
            let same = ahead[found..].iter().zip(rest).take_while(|(a, b)| a == b).count();
            at += found + same;
            rest = &rest[same..];
        }
        None
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
    use super::super::Options;
    use super::*;
    use crate::block;
    use crate::classify::Subject;
    use crate::page::{Budget, Cut, Label};

    #[test]
    fn text_in_noscript_has_its_structure() {
        let html = "<p>Loading</p><noscript><p>No. <p>One <a href=x>two</a> three four.</p><ul>\
                    <li>Five six seven eight.</ul><pre>a  b</pre></noscript>";
        let (page, outline) = Outline::parse(html, &Budget::UNLIMITED);
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let subject = Subject::new(&page, &blocks);
        let written = |text: &str| {
            let labels = vec![Label::Boilerplate; blocks.blocks.len()];
            let made = Structure::of_text(&subject, &outline, None, &labels, text);
            made.markdown(Options { links: true, images: true })
        };
        let whole = "One [two](x) three four.\n\n- Five six seven eight.\n\n```\na  b\n```\n";
        assert_eq!(written("One two three four.\nFive six seven eight.\na b\n"), whole);
        assert_eq!(
            written("One two three four.\nNine ten.\n"),
            "One two three four.\n\nNine ten.\n"
        );
    }

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
        let other = "Seven eight nine.\nFour five six.\nOne two three.\n";
        assert_eq!(made(other, &[true, true, true]), whole);
        let one = "Zero.\nOne two three. Four five six.\n";
        assert_eq!(made(one, &[true, true, false]), "Zero.\n\nOne two three.\n\nFour five six.\n");
    }
}
