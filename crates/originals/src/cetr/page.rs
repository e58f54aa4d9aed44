//! A page as the paper's CETR reads it: lines of the source without comments, scripts and style
//! sheets.

use super::htmlparser::{CetrToken, Lexer};
use super::lines::{LineSpan, LineTexts, separates};
use super::ratio::lines;
use std::ops::Range;
use tamis_blocks::html::{KNOWN, known_name, tags_named};

/// A page of one line is broken where a piece has this many characters, tags included, or after the
/// tag there.
const WIDTH: usize = 65;

/// Elements that are left out with their content.
static REMOVED: [bool; KNOWN] = tags_named(&["SCRIPT", "STYLE"]);

pub(super) struct PageLines {
    /// The text of each line.
    pub(super) texts: LineTexts,
    /// The number of characters of its text per tag that begins in it.
    pub(super) ratios: Vec<f64>,
}

/// A tag, as bytes of the source.
type TagRange = Range<usize>;

/// The source without what is removed.
#[derive(Default)]
struct StrippedSource {
    text: String,
    tags: Vec<TagRange>,
    spans: Vec<LineSpan>,
}

impl StrippedSource {
    fn new(markup: &str) -> Self {
        let text = String::with_capacity(markup.len());
        let mut source = Self { text, ..Self::default() };
        let mut lexer = Lexer::new(markup);
        let mut separate = false;
        // What is kept is copied in long stretches: up to `copied` all is done, and so many bytes
        // were removed before it.
        let mut copied = 0;
        let mut removed = 0;
        let end = loop {
            let end = lexer.at;
            let Some(token) = lexer.next() else { break end };
            let start = match token {
                CetrToken::Text(range) => {
                    let range = range.start - removed..range.end - removed;
                    source.spans.push(LineSpan { range, separate });
                    separate = false;
                    continue;
                }
                CetrToken::Remark(range) => {
                    lexer.at = comment_end(markup, range.clone());
                    range.start
                }
                CetrToken::Tag(tag) => {
                    let known = tag.known(markup);
                    separate |= separates(&markup[tag.name.clone()], known, &lexer.printed);
                    let Some(name) = known.filter(|name| REMOVED[name.0 as usize]) else {
                        source.tags.push(tag.start - removed..lexer.at - removed);
                        continue;
                    };
                    if let Some(name) = known_name(name).filter(|_| !tag.is_end(markup)) {
                        lexer.at = end_of(markup, lexer.at, name);
                    }
                    tag.start
                }
            };
            source.text.push_str(&markup[copied..start]);
            copied = lexer.at;
            removed += lexer.at - start;
        };
        source.text.push_str(&markup[copied..end]);
        source
    }

    /// Returns the lines; if there is only one with anything in it, in pieces.
    fn lines(&self) -> Vec<Range<usize>> {
        let whole: Vec<_> = lines(&self.text).collect();
        let filled = whole.iter().filter(|line| !self.text[(*line).clone()].trim().is_empty());
        if filled.take(2).count() > 1 {
            return whole;
        }
        let mut tags = self.tags.iter().peekable();
        let mut pieces = Vec::new();
        for line in whole {
            let mut start = line.start;
            let mut width = 0;
            for (at, _) in self.text[line.clone()].char_indices() {
                let at = line.start + at;
                while tags.next_if(|tag| tag.end <= at).is_some() {}
                if width >= WIDTH && tags.peek().is_none_or(|tag| tag.start >= at) {
                    pieces.push(start..at);
                    start = at;
                    width = 0;
                }
                width += 1;
            }
            pieces.push(start..line.end);
        }
        pieces
    }
}

/// Returns where a comment ends: after the first `-->`, also that of `<!-->`, or at the end of the
/// page. htmlparser reads on if there are more than two hyphens.
fn comment_end(markup: &str, remark: Range<usize>) -> usize {
    if !markup[remark.clone()].starts_with("<!--") {
        return remark.end;
    }
    let inside = remark.start + 2;
    markup[inside..].find("-->").map_or(markup.len(), |at| inside + at + 3)
}

/// Returns where the element's end tag begins, or the end of the page.
fn end_of(markup: &str, from: usize, name: &str) -> usize {
    let rest = &markup.as_bytes()[from..];
    for at in memchr::memchr_iter(b'<', rest) {
        let tag = &rest[at + 1..];
        if tag.first() == Some(&b'/')
            && tag.get(1..=name.len()).is_some_and(|end| end.eq_ignore_ascii_case(name.as_bytes()))
        {
            return from + at;
        }
    }
    markup.len()
}

impl PageLines {
    pub(super) fn new(markup: &str) -> Self {
        let source = StrippedSource::new(markup);
        let lines = source.lines();
        let mut tags = source.tags.iter().peekable();
        let mut ratios = Vec::with_capacity(lines.len());
        for line in &lines {
            let mut count = 0;
            while tags.next_if(|tag| tag.start < line.end).is_some() {
                count += 1;
            }
            ratios.push(count as f64);
        }
        let texts = LineTexts::new(&source.text, lines.into_iter(), source.spans.into_iter());
        for (ratio, text) in ratios.iter_mut().zip(texts.iter()) {
            *ratio = text.trim().chars().count() as f64 / ratio.max(1.0);
        }
        Self { texts, ratios }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratios(markup: &str) -> Vec<(String, f64)> {
        let PageLines { texts, ratios } = PageLines::new(markup);
        texts.iter().map(str::to_owned).zip(ratios).collect()
    }

    fn line(text: &str, ratio: f64) -> (String, f64) {
        (text.to_owned(), ratio)
    }

    #[test]
    fn comments_scripts_and_style_sheets_are_no_lines() {
        let page = "<p>a&amp;b</p>\n<!-- x\ny --><i>c</i>\n<script>\"</b>\n\"</SCRIPT \
                    >d<style>\n</Style>\ne";
        assert_eq!(
            ratios(page),
            [line("a&b", 1.5), line("c", 0.5), line("d", 1.0), line("e", 1.0)]
        );
        assert_eq!(ratios("a\n<script>b\nc"), [line("a", 1.0)]);
        assert_eq!(
            ratios("a<!----- b ---->c<!-->d<!---><!>\ne<!-- f"),
            [line("acd", 3.0), line("e", 1.0)]
        );
    }

    /// A tag counts where it begins; the rest of it is no text.
    #[test]
    fn a_tag_may_go_over_lines() {
        assert_eq!(
            ratios("ab<p\nclass='>\n'>cd"),
            [line("ab", 2.0), line("", 0.0), line("cd", 2.0)]
        );
    }

    #[test]
    fn a_page_of_one_line_is_broken_outside_of_tags() {
        let word = "0123456789";
        let page = format!("\n{}<a href=\"{word}\">{}</a>\n", word.repeat(6), word.repeat(7));
        let lines = ratios(&page);
        assert_eq!(lines[1], line(&word.repeat(6), 60.0));
        assert_eq!(lines[2].0.len(), 65);
        assert_eq!(lines[3], line(&word.repeat(7)[65..], 5.0));
        assert_eq!(ratios(&format!("{page}\nx")).len(), 4);
    }

    proptest::proptest! {
        #[test]
        fn any_page_is_read_to_its_end(
            page in "(<script|<p|<!--|-->|<style>|</|>|\\n|\"|a|é|&amp;|<%|<\\?| ){0,60}",
        ) {
            let PageLines { texts, ratios } = PageLines::new(&page);
            proptest::prop_assert_eq!(texts.iter().count(), ratios.len());
        }
    }
}
