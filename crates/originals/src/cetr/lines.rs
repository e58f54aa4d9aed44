//! The text of lines: linear in the page's size, and without an allocation per line.

use std::ops::Range;
use tamis_blocks::html::{KNOWN, decode_reference, known_tag, tags_named};

/// A stretch of text between two tags.
#[derive(Debug, Clone)]
pub(super) struct Span {
    /// Its bytes of the page.
    pub(super) range: Range<usize>,
    /// Whether a tag that separates words stands before it.
    pub(super) separate: bool,
}

/// The texts of lines, character references decoded. They lie in one string, so that a line takes
/// no allocation.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Texts {
    all: String,
    /// Where each line ends.
    ends: Vec<usize>,
}

impl Texts {
    /// Collects the texts of lines. Lines and spans are in the order of the page.
    pub(super) fn new(
        page: &str,
        lines: impl Iterator<Item = Range<usize>>,
        spans: impl Iterator<Item = Span>,
    ) -> Self {
        let mut spans = spans.peekable();
        let mut texts = Self::default();
        let mut decoded = String::new();
        for line in lines {
            let text = &mut texts.all;
            let start = text.len();
            while spans.next_if(|span| span.range.end <= line.start).is_some() {}
            while let Some(Span { range, separate }) =
                spans.peek().filter(|span| span.range.start < line.end)
            {
                if *separate && text.len() > start {
                    text.push(' ');
                }
                text.push_str(&page[range.start.max(line.start)..range.end.min(line.end)]);
                if range.end > line.end {
                    break;
                }
                spans.next();
            }
            if memchr::memchr(b'&', &text.as_bytes()[start..]).is_some() {
                decoded.clear();
                decode_reference(&text[start..], &mut decoded);
                text.replace_range(start.., &decoded);
            }
            texts.ends.push(text.len());
        }
        texts
    }

    /// The text of each line.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.all[start..end])
    }
}

/// Elements whose tags may stand inside a word.
static INLINE: [bool; KNOWN] = tags_named(&[
    "A", "ABBR", "ACRONYM", "B", "BIG", "CODE", "EM", "FONT", "I", "MARK", "S", "SMALL", "SPAN",
    "STRIKE", "STRONG", "SUB", "SUP", "TT", "U",
]);

/// Whether a tag, printed from its `<`, separates words.
pub(super) fn separates(tag: &str) -> bool {
    let name = tag.trim_start_matches(['<', '/']).as_bytes();
    let end = name.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(name.len());
    known_tag(&name[..end]).is_none_or(|tag| !INLINE[tag.0 as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(start: usize, end: usize, separate: bool) -> Span {
        Span { range: start..end, separate }
    }

    #[test]
    fn text_is_cut_at_lines() {
        let page = "<b>a\nb c\n\nd</b>&amp;e<p>f";
        let spans = [span(3, 11, true), span(15, 21, false), span(24, 25, true)];
        let lines = [0..4, 5..8, 9..9, 10..25];
        let texts = Texts::new(page, lines.into_iter(), spans.into_iter());
        assert!(texts.iter().eq(["a", "b c", "", "d&e f"]));
    }

    #[test]
    fn inline_tags_separate_nothing() {
        assert!(
            separates("<p>") && separates("</TD >") && separates("<br/>") && separates("<!-- x")
        );
        assert!(!separates("<b>") && !separates("</SPAN >") && !separates("<a href=x>"));
    }
}
