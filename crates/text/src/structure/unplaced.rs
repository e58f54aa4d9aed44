//! Text that a method keeps although it is in none of the blocks that it keeps: pieces of a method
//! that cuts pages in its own way.

use super::text::{Texts, flush};
use super::{Inline, Is, Part, Piece, Structure};
use std::cell::OnceCell;
use std::ops::Range;
use tamis_blocks::block::carry::is_unspaced;
use tamis_blocks::html::decoded_text;
use tamis_blocks::page::Blocks;

impl Structure {
    /// Makes a paragraph of every line of a text.
    pub fn of_lines(text: &str) -> Self {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        Self { parts: lines.map(paragraph).collect(), ..Self::default() }.composed()
    }

    /// Makes a paragraph of every run of texts that one block has.
    pub(super) fn of_texts(texts: &Texts) -> Self {
        let mut lines: Vec<(u32, Vec<Inline>)> = Vec::new();
        for node in texts.outline.nodes() {
            let Is::Text(span) = &node.is else { continue };
            texts.blocks(span, |part, block| {
                let piece = Piece { text: texts.text(&part).to_owned(), block: Some(block) };
                if lines.last().is_none_or(|(of, _)| *of != block) {
                    lines.push((block, Vec::new()));
                }
                if let Some((_, line)) = lines.last_mut() {
                    line.push(Inline::Text(piece));
                }
            });
        }
        let mut parts = Vec::new();
        for (_, mut line) in lines {
            flush(&mut line, &mut parts);
        }
        Self { parts, ..Self::default() }
    }

    /// Makes a paragraph of every block of a page without markup.
    pub fn of_blocks(blocks: &Blocks) -> Self {
        let texts = (0..).zip(&blocks.blocks).map(|(number, block)| Piece {
            text: blocks.text_of(block).to_owned(),
            block: Some(number),
        });
        let parts = texts.map(|piece| Part::Paragraph(vec![Inline::Text(piece)])).collect();
        Self { parts, ..Self::default() }
    }

    /// Adds what a method prints that is in none of the blocks that it keeps: of every line the
    /// whole or the parts, as paragraphs before the part that follows in the text.
    pub fn add_unplaced(&mut self, text: &str, blocks: &Blocks, is_kept: &[bool]) {
        if is_all_of(text, blocks, is_kept) {
            return;
        }
        let found = unplaced(text, TextFinder::new(blocks, is_kept));
        if found.is_empty() {
            return;
        }
        let mut found = found.into_iter().peekable();
        let mut parts = Vec::new();
        for mut part in std::mem::take(&mut self.parts) {
            let last = last_block(&mut part);
            while let Some((_, text)) = found.next_if(|(next, _)| last.is_some_and(|l| *next <= l))
            {
                parts.push(paragraph(&text));
            }
            parts.push(part);
        }
        parts.extend(found.map(|(_, text)| paragraph(&text)));
        self.parts = parts;
    }
}

/// What a reader does not find of a text, and the block that follows each. Some methods print
/// character references as they are in the page: they are decoded if the blocks say so.
fn unplaced(text: &str, mut reader: TextFinder) -> Vec<(u32, String)> {
    let mut found = Vec::new();
    // How many lines the blocks have as they are printed, and decoded.
    let mut lines = [0, 0];
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let decoded = decoded(line);
        let both = [line, decoded.as_deref().unwrap_or(line).trim()];
        let likely = usize::from(lines[1] > lines[0]);
        let start = reader.at;
        let mut rest = reader.unread(both[likely]);
        let mut is_found = rest.is_empty();
        let mut used = likely;
        if !is_found && decoded.is_some() {
            let end = std::mem::replace(&mut reader.at, start);
            let other = reader.unread(both[1 - likely]);
            let length = |parts: &[String]| parts.iter().map(String::len).sum::<usize>();
            is_found = length(&other) * both[likely].len() < length(&rest) * both[1 - likely].len();
            if is_found {
                rest = other;
                used = 1 - likely;
            } else {
                reader.at = end;
            }
        }
        lines[used] += usize::from(is_found && decoded.is_some());
        let next = reader.next_block();
        found.extend(rest.into_iter().map(|text| (next, text, used)));
    }
    let is_decoded = lines[1] > lines[0];
    let text = |(next, text, used): (u32, String, usize)| match decoded(&text) {
        Some(decoded) if is_decoded && used == 0 => (next, decoded),
        _ => (next, text),
    };
    found.into_iter().map(text).collect()
}

/// A text with its character references decoded, if it has any.
fn decoded(text: &str) -> Option<String> {
    let may_have = text.contains('&') && !text.contains('<');
    may_have.then(|| decoded_text(text)).filter(|decoded| decoded != text)
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

/// Bytes of a line that are not found nearby by chance.
const SURE: usize = 12;

/// Bytes of a line that are not found anywhere by chance: six or seven words.
const LONG: usize = 32;

/// How far ahead a line is looked for first, in bytes.
const NEAR: usize = 1 << 10;

/// Finds a text in that of the blocks that are kept, white space aside.
struct TextFinder {
    /// The text of the blocks that are kept.
    text: Letters,
    /// Where each of these blocks begins in it, and its number.
    starts: Vec<(usize, u32)>,
    /// The words of it, sorted by what they begin; made when it is needed.
    sorted: OnceCell<Vec<usize>>,
    /// How far it has been read.
    at: usize,
}

impl TextFinder {
    fn new(blocks: &Blocks, is_kept: &[bool]) -> Self {
        let mut text = Letters::default();
        let mut starts = Vec::new();
        for (number, block) in (0..).zip(&blocks.blocks) {
            if is_kept.get(number as usize) == Some(&true) {
                starts.push((text.all.len(), number));
                text.add(blocks.text_of(block));
            }
        }
        Self { text, starts, sorted: OnceCell::new(), at: 0 }
    }

    /// The block that is being read, or that comes next.
    fn next_block(&self) -> u32 {
        let next = self.starts.partition_point(|(start, _)| *start < self.at);
        self.starts.get(next).map_or(u32::MAX, |(_, block)| *block)
    }

    /// Reads a line. Returns what has words and is in no block.
    fn unread(&mut self, line: &str) -> Vec<String> {
        // Most lines follow that before.
        if let Some(rest) = after_letters(&self.text.all.as_bytes()[self.at..], line.as_bytes()) {
            self.at = self.text.all.len() - rest.len();
            return Vec::new();
        }
        let mut read = Letters::default();
        let places = read.add(line);
        let mut gaps: Vec<Range<usize>> = Vec::new();
        let mut at = 0;
        let mut after_gap = false;
        while at < read.all.len() {
            let found = self.find(&read.all.as_bytes()[at..], after_gap);
            let end = found.map_or(at, |(end, _)| read.end_of_words(at + end).max(at));
            if let Some((length, place)) = found.filter(|_| end > at) {
                if length >= SURE {
                    self.at = place + end - at;
                }
                after_gap = false;
                at = end;
                continue;
            }
            let end = read.next_word(at);
            let has_words = read.all[at..end].contains(char::is_alphanumeric);
            after_gap |= has_words;
            match gaps.last_mut() {
                // Little that is found between is found by chance.
                Some(gap) if gap.end == at || has_words && at < gap.end + LONG => gap.end = end,
                _ if has_words => gaps.push(if at < LONG { 0 } else { at }..end),
                _ => {}
            }
            at = end;
        }
        if let Some(gap) = gaps.last_mut().filter(|gap| at < gap.end + LONG) {
            gap.end = at;
        }
        let place = |letter: usize| places.get(letter).copied().unwrap_or(line.len());
        // With the marks that stand beside its words.
        let is_mark = |c: char| !c.is_alphanumeric() && !is_blank(c);
        let text = |gap: Range<usize>| {
            let before = line[..place(gap.start)].trim_end_matches(is_mark).len();
            let after = &line[place(gap.end)..];
            let end = line.len() - after.trim_start_matches(is_mark).len();
            line[before..end].trim().to_owned()
        };
        gaps.into_iter().map(text).collect()
    }

    /// How much of a text is in the blocks from its beginning, and where, unless that is by chance.
    fn find(&self, text: &[u8], after_gap: bool) -> Option<(usize, usize)> {
        let all = self.text.all.as_bytes();
        let found = |at: usize| (same(&all[at..], text), at);
        let ahead = &all[self.at..all.len().min(self.at + NEAR)];
        let start = &text[..text.len().min(SURE)];
        if (start.len() == SURE || !after_gap)
            && let Some(near) = memchr::memmem::find(ahead, start)
        {
            return Some(found(self.at + near));
        }
        let sorted = self.sorted.get_or_init(|| self.text.sorted());
        let next = sorted.partition_point(|word| self.text.from(*word) < text);
        let beside = &sorted[next.saturating_sub(1)..sorted.len().min(next + 1)];
        let (length, at) = beside.iter().map(|word| found(*word)).max()?;
        let is_line = || length == text.len() && !after_gap && self.text.is_word(at + length);
        (length >= LONG || is_line()).then_some((length, at))
    }
}

/// Letters and marks, without white space.
#[derive(Default)]
struct Letters {
    all: String,
    /// Where words begin, and the marks between them.
    words: Vec<usize>,
}

impl Letters {
    /// Adds those of a text. Returns where each byte of them is in it.
    fn add(&mut self, text: &str) -> Vec<usize> {
        let mut places = Vec::new();
        let mut last = None;
        for (at, c) in text.char_indices() {
            if is_blank(c) {
                last = None;
                continue;
            }
            let is_letter = Some(c.is_alphanumeric());
            if is_letter != last || is_unspaced(c) {
                self.words.push(self.all.len());
                last = is_letter;
            }
            self.all.push(c);
            places.resize(places.len() + c.len_utf8(), at);
        }
        places
    }

    /// The words in the order of what they begin.
    fn sorted(&self) -> Vec<usize> {
        let mut sorted = self.words.clone();
        sorted.sort_by_key(|word| self.from(*word));
        sorted
    }

    /// What begins with a word.
    fn from(&self, word: usize) -> &[u8] {
        const ENOUGH: usize = 64;
        &self.all.as_bytes()[word..self.all.len().min(word + ENOUGH)]
    }

    /// Whether a word begins at a place, or the end is there.
    fn is_word(&self, at: usize) -> bool {
        at == self.all.len() || self.words.binary_search(&at).is_ok()
    }

    /// Where the next word begins.
    fn next_word(&self, at: usize) -> usize {
        let next = self.words.partition_point(|word| *word <= at);
        self.words.get(next).copied().unwrap_or(self.all.len())
    }

    /// Where the last word ends, or begins, that is not beyond a place.
    fn end_of_words(&self, place: usize) -> usize {
        let last = self.words.partition_point(|word| *word <= place);
        match last.checked_sub(1) {
            Some(last) if place < self.all.len() => self.words[last],
            _ => place,
        }
    }
}

/// How many bytes two texts have in common from their beginnings.
fn same(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// Whether a character is white space, or a control character for which blocks may have it.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// Adds the letters and marks of a text. Blocks have blanks for some control characters of the
/// page.
pub fn add_letters(text: &str, letters: &mut String) {
    for word in text.split(is_blank) {
        letters.push_str(word);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Options, Outline};
    use super::*;
    use tamis_blocks::block;
    use tamis_blocks::page::{Budget, Cut};

    #[test]
    fn lines_of_no_block_are_paragraphs_where_they_stand() {
        let html = "<p>One two three.<p>Four five six.<p>Seven eight nine.";
        let (page, outline) = Outline::parse(html, &Budget::UNLIMITED);
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let made = |text: &str, is_kept: &[bool]| {
            let mut made =
                Structure::of_kept_texts(&Texts::seen(&page, &blocks, &outline), None, is_kept);
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

    #[test]
    fn text_of_a_block_is_not_written_again() {
        let html = "<p>Ah, one &amp; only, two or three.<p>Four five six seven eight nine ten \
                    eleven.<p>Other.<p>Twelve thirteen fourteen fifteen sixteen seventeen.\
                    <p>One two three four five.<p>一二三四五六七八九十百千";
        let (page, outline) = Outline::parse(html, &Budget::UNLIMITED);
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let is_kept = [true, true, false, true, true, true];
        let written = |text: &str| {
            let mut made =
                Structure::of_kept_texts(&Texts::seen(&page, &blocks, &outline), None, &is_kept);
            made.add_unplaced(text, &blocks, &is_kept);
            made.markdown(Options::default())
        };
        let added = |text: &str| {
            let of_blocks = written("");
            let is_added = |line: &&str| !of_blocks.contains(line);
            written(text).lines().filter(is_added).map(str::to_owned).collect::<Vec<_>>()
        };
        let none: [&str; 0] = [];
        // Lines that span blocks, or are out of turn, or have marks of their own.
        let all = "Ah, one & only, two or three. Four five six seven eight nine ten eleven.\n\
                   * One two three four five.\nTwelve thirteen fourteen fifteen sixteen seventeen.";
        assert_eq!(added(all), none);
        // Parts of lines; a few words that blocks have, too, are left where they are.
        let parts = "Four five six seven eight nine ten eleven. Other. Twelve thirteen fourteen \
                     fifteen sixteen seventeen.\nOne two three four six.\n零一二三四五六七八九十百千";
        assert_eq!(added(parts), ["Other.", "One two three four six.", "零"]);
        // References as they are in the page.
        let raw = "Ah, one &amp; only, two or three.\nMore &amp; more of it.";
        assert_eq!(added(raw), ["More & more of it."]);
        let decoded = "Ah, one & only, two or three.\nAs &amp;amp; is.";
        assert_eq!(added(decoded), ["As \\&amp;amp; is."]);
    }
}
