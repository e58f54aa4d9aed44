//! The text of lines: linear in the page's size, and without an allocation per line.

use std::ops::Range;
use tamis_blocks::html::{KNOWN, decode_reference, known_tag, tags_named};
use tamis_blocks::page::Tag;

/// A stretch of text between two tags.
#[derive(Debug, Clone)]
pub(super) struct LineSpan {
    /// Its bytes of the page.
    pub(super) range: Range<usize>,
    /// Whether a tag that separates words stands before it.
    pub(super) separate: bool,
}

/// The texts of lines, character references decoded. They lie in one string, so that a line takes
/// no allocation.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct LineTexts {
    all: String,
    ends: Vec<usize>,
}

impl LineTexts {
    /// Collects the texts of lines. Lines and spans are in the order of the page.
    pub(super) fn new(
        page: &str,
        lines: impl Iterator<Item = Range<usize>>,
        spans: impl Iterator<Item = LineSpan>,
    ) -> Self {
        let mut spans = spans.peekable();
        let mut texts = Self::default();
        let mut decoded = String::new();
        for line in lines {
            let text = &mut texts.all;
            let start = text.len();
            while spans.next_if(|span| span.range.end <= line.start).is_some() {}
            while let Some(LineSpan { range, separate }) =
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

/// Whether a tag separates words: its name, which may be a well-known one, and the tag as printed
/// from its `<`, whose letters and digits decide if there are others in the name.
pub(super) fn separates(name: &str, known: Option<Tag>, printed: &str) -> bool {
    let is_other = |byte: &u8| !byte.is_ascii_alphanumeric();
    let known = if name.strip_prefix('/').unwrap_or(name).bytes().any(|byte| is_other(&byte)) {
        let letters = printed.trim_start_matches(['<', '/']).as_bytes().split(is_other).next();
        known_tag(letters.unwrap_or_default())
    } else {
        known
    };
    known.is_none_or(|tag| !INLINE[tag.0 as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(start: usize, end: usize, separate: bool) -> LineSpan {
        LineSpan { range: start..end, separate }
    }

    #[test]
    fn text_is_cut_at_lines() {
        let page = "<b>a\nb c\n\nd</b>&amp;e<p>f";
        let spans = [span(3, 11, true), span(15, 21, false), span(24, 25, true)];
        let lines = [0..4, 5..8, 9..9, 10..25];
        let texts = LineTexts::new(page, lines.into_iter(), spans.into_iter());
        assert!(texts.iter().eq(["a", "b c", "", "d&e f"]));
    }

    #[test]
    fn inline_tags_separate_nothing() {
        let separates = |name: &str, printed| {
            let known = known_tag(name.trim_matches('/').as_bytes());
            separates(name, known, printed)
        };
        assert!(separates("p", "<p>") && separates("/TD", "</TD >") && separates("br/", "<br/>"));
        assert!(separates("/", "</ b>") && separates("!b", "<!b>") && separates("x", "<x>"));
        assert!(!separates("b", "<b>") && !separates("/SPAN", "</SPAN >"));
        assert!(!separates("a:x", "<a:x>") && !separates("b/", "<b/>"));
    }
}
