//! Lays out text in columns: the part of a text around some words, cut at words with an ellipsis,
//! in lines of a width.

#[cfg(test)]
mod tests;

use crate::terminal::columns::column;
use crate::terminal::styles::{MATCH, PLAIN, Terminal};
use std::ops::Range;
use tamis::{Escaped, FoundWord, best_window as window};
use unicode_width::UnicodeWidthChar;

#[derive(Debug, Clone, Copy)]
pub struct SnippetLayout {
    pub width: usize,
    /// Lines at most, 1 or more.
    pub lines: usize,
}

const ELLIPSIS: &str = "…";
/// An ellipsis and a space.
const CUT: usize = 2;

/// What is not divided between lines: a word, a wide character, or a part of a word that is longer
/// than a line.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SnippetUnit {
    at: Range<usize>,
    width: usize,
    follows_space: bool,
}

/// Returns the lines that show the part of a text with most of the words; those of the same term
/// count once. White space of the text is single spaces. Where text is left out, an ellipsis
/// stands. With styles, `base` is the style of the text.
pub fn lines(
    text: &str,
    words: &[FoundWord],
    layout: SnippetLayout,
    terminal: &Terminal,
    base: &'static str,
) -> Vec<String> {
    let (start, best) = window(text, words, layout.width * layout.lines, column);
    let mut filled = Filled::new(text, start, layout);
    // Lines that end early may leave no room for the word that they should show.
    if let Some(word) = best.filter(|word| word.at.start >= filled.end()) {
        let before = text[..word.at.start].rfind(' ').map_or(0, |space| space + 1);
        let is_near = word.at.start - before < layout.width / 2;
        filled = Filled::new(text, if is_near { before } else { word.at.start }, layout);
    }
    let mut shown: Vec<String> =
        filled.lines.iter().map(|line| line.styled(text, words, terminal, base)).collect();
    if filled.start > 0 {
        shown[0].insert_str(0, &format!("{ELLIPSIS} "));
    }
    if filled.is_cut
        && let Some(line) = shown.iter_mut().next_back()
    {
        *line += &format!(" {ELLIPSIS}");
    }
    shown
}

/// Lines filled with the units of a text from a place on.
struct Filled {
    start: usize,
    lines: Vec<SnippetLine>,
    is_cut: bool,
}

impl Filled {
    fn new(text: &str, start: usize, layout: SnippetLayout) -> Self {
        let mut lines =
            vec![SnippetLine { at: start..start, width: if start > 0 { CUT } else { 0 } }];
        let mut units =
            SnippetUnits { text, at: start, most: layout.width.saturating_sub(CUT * 2).max(1) }
                .peekable();
        let mut is_cut = false;
        while let Some(unit) = units.next() {
            let is_last = lines.len() == layout.lines;
            let cut = if is_last && units.peek().is_some() { CUT } else { 0 };
            let room = layout.width.saturating_sub(cut);
            let fits = lines.last_mut().is_some_and(|line| line.takes(&unit, room));
            is_cut = is_last && !fits;
            if is_cut {
                break;
            }
            if !fits {
                lines.push(SnippetLine { at: unit.at, width: unit.width });
            }
        }
        Self { start, lines, is_cut }
    }

    /// The end of the text in the lines.
    fn end(&self) -> usize {
        self.lines.iter().map(|line| line.at.end).max().unwrap_or(self.start)
    }
}

/// The units of a text from a place on.
struct SnippetUnits<'t> {
    text: &'t str,
    at: usize,
    /// The most columns of a unit.
    most: usize,
}

impl Iterator for SnippetUnits<'_> {
    type Item = SnippetUnit;

    fn next(&mut self) -> Option<SnippetUnit> {
        let spaces =
            self.text[self.at..].len() - self.text[self.at..].trim_start_matches(' ').len();
        let start = self.at + spaces;
        let mut width = 0;
        let mut end = start;
        for c in self.text[start..].chars() {
            let of_char = column(c);
            let breaks = width > 0
                && of_char > 0
                && (of_char == 2 || is_wide(self.text[start..end].chars().next_back()));
            // A limit also for marks without a width, which have no end in hostile text.
            let is_full = width + of_char > self.most || end - start > self.most * 16;
            if c == ' ' || breaks || is_full && end > start {
                break;
            }
            (width, end) = (width + of_char, end + c.len_utf8());
        }
        self.at = end;
        (end > start).then_some(SnippetUnit { at: start..end, width, follows_space: spaces > 0 })
    }
}

fn is_wide(c: Option<char>) -> bool {
    c.and_then(UnicodeWidthChar::width) == Some(2)
}

/// A line as it fills.
struct SnippetLine {
    at: Range<usize>,
    width: usize,
}

impl SnippetLine {
    /// Adds a unit if there is room for it, and returns whether there is.
    fn takes(&mut self, unit: &SnippetUnit, room: usize) -> bool {
        let is_first = self.at.is_empty();
        let needed = unit.width + usize::from(unit.follows_space && !is_first);
        if self.width + needed > room {
            return false;
        }
        self.at = if is_first { unit.at.start } else { self.at.start }..unit.at.end;
        self.width += needed;
        true
    }

    /// Returns the text of the line, with the words in another style.
    fn styled(
        &self,
        text: &str,
        words: &[FoundWord],
        terminal: &Terminal,
        base: &'static str,
    ) -> String {
        let Range { start: mut at, end } = self.at.clone();
        let mut shown = String::new();
        let mut push = |range: Range<usize>, style| {
            let style = terminal.style(style);
            let plain = if style.is_empty() { "" } else { PLAIN };
            if !range.is_empty() {
                shown += &format!("{style}{}{plain}", Escaped(&text[range]));
            }
        };
        let seen = words.partition_point(|word| word.at.end <= at);
        for word in words[seen..].iter().take_while(|word| word.at.start < end) {
            let start = word.at.start.max(at);
            push(at..start, base);
            at = word.at.end.min(end);
            push(start..at, MATCH);
        }
        push(at..end, base);
        shown
    }
}
