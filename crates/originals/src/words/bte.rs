//! Body Text Extraction: keeps the stretch of a page with the most words minus tags.
//!
//! Finn, Kushmerick and Smyth, "Fact or Fiction: Content Classification for Digital Libraries",
//! DELOS 2001, choose the stretch that maximises the tags before it, the words in it and the tags
//! after it; for a given page, that is words minus tags. Text, tokens and ties are those of
//! Pomikálek's `bte.py`, which the extraction benchmark of Bevendorff et al. 2023 runs. Its search
//! is quadratic in the number of runs of tags and words; this one takes one pass.

use super::stretch::best_stretch;
use crate::space::is_space;
use std::ops::Range;
use tamis_blocks::block::carry::{self, Piece};
use tamis_blocks::classify::{Classifier, Kept, Subject};
use tamis_blocks::html::decoded_text;
use tamis_blocks::page::Label;

/// The classifier.
pub struct Bte;

impl Classifier for Bte {
    fn classify(&self, subject: &Subject) -> Vec<Label> {
        self.keep(subject).labels
    }

    fn text(&self, subject: &Subject) -> String {
        BteBody::new(subject.markup).written()
    }

    fn keep(&self, subject: &Subject) -> Kept {
        let body = BteBody::new(subject.markup);
        let labels = carry::labels(&subject.words(), &kept(&body.pieces()));
        Kept { labels, text: body.written() }
    }

    fn explain(&self, subject: &Subject) -> Vec<String> {
        let body = BteBody::new(subject.markup);
        let texts = body.pieces();
        let start = body.stretch.start;
        let last = body.stretch.end.saturating_sub(1);
        let score = body.score;
        carry::shares(&subject.words(), &kept(&texts))
            .into_iter()
            .map(|share| {
                let percent = share * 100.0;
                format!(
                    "bte: {percent:.0} % of the words in tokens {start} to {last}, {score} more \
                     words than tags"
                )
            })
            .collect()
    }

    fn needs_markup(&self) -> bool {
        true
    }
}

fn kept(texts: &[String; 3]) -> [Piece<'_>; 3] {
    [0, 1, 2].map(|i| Piece { text: &texts[i], kept: i == 1 })
}

/// A page as tokenised by `bte.py`.
struct BteBody {
    markup: String,
    tokens: Vec<BteToken>,
    /// The tokens that are kept.
    stretch: Range<usize>,
    /// Their number of words minus tags.
    score: i64,
}

/// A token in 8 bytes: a large page has millions.
#[derive(Clone, Copy)]
struct BteToken {
    start: u32,
    /// Twice its length, plus 1 for a word.
    length_and_kind: u32,
}

impl BteToken {
    fn new(is_word: bool, span: Range<usize>) -> Self {
        Self {
            start: span.start as u32,
            length_and_kind: (span.len() as u32) << 1 | u32::from(is_word),
        }
    }

    fn is_word(self) -> bool {
        self.length_and_kind & 1 == 1
    }

    fn text(self, markup: &str) -> &str {
        &markup[self.start as usize..][..(self.length_and_kind >> 1) as usize]
    }
}

impl BteBody {
    fn new(markup: &str) -> Self {
        let markup = precleaned(markup);
        let tokens = tokens(&markup);
        let (mut stretch, score) =
            best_stretch(tokens.iter().map(|token| if token.is_word() { 1 } else { -1 }));
        // Without words the original keeps the first token.
        stretch.end = stretch.end.max(tokens.len().min(1));
        Self { markup, tokens, stretch, score }
    }

    /// Returns the words of the stretch; a tag that begins a paragraph starts a new line.
    fn text(&self) -> String {
        let mut text = String::new();
        // The separator before the next word.
        let mut between = "";
        for token in &self.tokens[self.stretch.clone()] {
            if token.is_word() {
                text.push_str(between);
                text.push_str(token.text(&self.markup));
                between = " ";
            } else if between == " " && begins_paragraph(token.text(&self.markup)) {
                between = "\n";
            }
        }
        text
    }

    /// Returns the text, its line ended.
    fn written(&self) -> String {
        let text = self.text();
        if text.is_empty() { text } else { text + "\n" }
    }

    /// Returns the words before, in and after the stretch, with character references decoded.
    fn pieces(&self) -> [String; 3] {
        let Range { start, end } = self.stretch;
        [0..start, start..end, end..self.tokens.len()].map(|range| {
            let mut words = String::new();
            for token in self.tokens[range].iter().filter(|token| token.is_word()) {
                words.push_str(if words.is_empty() { "" } else { " " });
                words.push_str(token.text(&self.markup));
            }
            // A word contains no `<`, so it is only text.
            decoded_text(&words)
        })
    }
}

/// Returns the page from its last `<body>` to the first `</body>`, with scripts and styles emptied
/// and three entities decoded.
fn precleaned(markup: &str) -> String {
    let body = last_open_tag(markup, "<body").map_or(markup, |end| &markup[end..]);
    let body = find(body, "</body>").map_or(body, |end| &body[..end]);
    let without = emptied(&emptied(body, "<script", "</script>"), "<style", "</style>");
    without.replace("&quot;", "\"").replace("&nbsp;", " ").replace("&#39;", "'")
}

/// Finds `tag`, which begins with `<`, in any case.
fn find(text: &str, tag: &str) -> Option<usize> {
    memchr::memchr_iter(b'<', text.as_bytes()).find(|&at| starts_with(&text[at..], tag))
}

fn starts_with(text: &str, tag: &str) -> bool {
    text.as_bytes().get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag.as_bytes()))
}

/// Returns the end of the start tag at the beginning of `text`.
fn open_tag(text: &str, tag: &str) -> Option<usize> {
    let next = text.get(tag.len()..)?.chars().next().filter(|_| starts_with(text, tag))?;
    let end = if next == '>' || is_space(next) {
        memchr::memchr(b'>', &text.as_bytes()[tag.len()..])
    } else {
        None
    };
    end.map(|end| tag.len() + end + 1)
}

fn last_open_tag(text: &str, tag: &str) -> Option<usize> {
    let tags = &text[..end_of_tags(text)];
    memchr::memrchr_iter(b'<', tags.as_bytes())
        .find_map(|at| Some(at + open_tag(&tags[at..], tag)?))
}

/// Removes the text between each start tag `open` and the next end tag `close`.
fn emptied(text: &str, open: &str, close: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut rest, tail) = text.split_at(end_of_tags(text));
    while let Some(at) = find(rest, open) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let Some(end) = open_tag(rest, open) else {
            out.push_str(&rest[..open.len()]);
            rest = &rest[open.len()..];
            continue;
        };
        // No end tag follows, for later start tags either.
        let Some(length) = find(&rest[end..], close) else { break };
        out.extend([open, ">", close]);
        rest = &rest[end + length + close.len()..];
    }
    out.extend([rest, tail]);
    out
}

/// Returns the end of the last tag. Not searching after it keeps the time linear.
fn end_of_tags(text: &str) -> usize {
    memchr::memrchr(b'>', text.as_bytes()).map_or(0, |end| end + 1)
}

/// Splits a page into tags and words: a tag goes from `<` to the next `>` and is not empty; a word
/// has no white space and no `<`.
fn tokens(markup: &str) -> Vec<BteToken> {
    let end_of_tags = end_of_tags(markup);
    let mut tokens = Vec::with_capacity(markup.len() / 8);
    let mut at = 0;
    while let Some(first) = markup[at..].chars().next() {
        let start = at;
        if first == '<' {
            let end = if at < end_of_tags {
                memchr::memchr(b'>', &markup.as_bytes()[at + 1..])
            } else {
                None
            };
            match end {
                Some(length @ 1..) => {
                    at += length + 2;
                    tokens.push(BteToken::new(false, start..at));
                }
                _ => at += 1,
            }
        } else if is_space(first) {
            at += first.len_utf8();
        } else {
            let rest = &markup[at..];
            at += rest.find(|c| c == '<' || is_space(c)).unwrap_or(rest.len());
            tokens.push(BteToken::new(true, start..at));
        }
    }
    tokens
}

fn begins_paragraph(tag: &str) -> bool {
    let name = tag[1..].split(|c| c == '>' || is_space(c)).next().unwrap_or_default();
    let begins = ["p", "div", "hr", "blockquote", "table", "h1", "h2", "h3", "li"];
    begins.iter().any(|begins| name.eq_ignore_ascii_case(begins))
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn any_page_is_read_to_its_end(page in "(<body|<|>|</script>|<script| \
                                                |a|é|\u{3000}|&nbsp;|</body>|<p>|<style>){0,40}") {
            let body = BteBody::new(&page);
            body.text();
            body.pieces();
        }
    }

    fn texts(markup: &str) -> Vec<&str> {
        tokens(markup).iter().map(|token| token.text(markup)).collect()
    }

    #[test]
    fn tokens_are_those_of_the_original() {
        assert_eq!(texts("a<b c\n>d\u{A0}e"), ["a", "<b c\n>", "d", "e"]);
        assert_eq!(texts("a < b > c <> d <e"), ["a", "< b >", "c", ">", "d", "e"]);
        assert_eq!(texts("<!-- a > b -->"), ["<!-- a >", "b", "-->"]);
    }

    #[test]
    fn the_body_is_found_and_cleaned() {
        assert_eq!(precleaned("x<body>y<BODY a=b>&quot;z&#39;&nbsp;</Body>v"), "\"z' ");
        assert_eq!(precleaned("<bodyx>a<body b"), "<bodyx>a<body b");
        assert_eq!(
            precleaned("a<script>b<style>c</SCRIPT>d<script e>f"),
            "a<script></script>d<script e>f"
        );
        assert_eq!(precleaned("<scripty>a<STYLE type=x>b</style>c"), "<scripty>a<style></style>c");
        assert_eq!(precleaned("<SCRIPTY>a<script b"), "<SCRIPTY>a<script b");
    }

    fn text(markup: &str) -> String {
        BteBody::new(markup).text()
    }

    #[test]
    fn tags_that_begin_paragraphs_end_lines() {
        assert_eq!(
            text("<p>a b <i>c d</i> e</p> f g<p/> h i <DIV x>j k l m"),
            "a b c d e f g h i\nj k l m"
        );
        assert_eq!(text("<a>x</a><a>y</a><p>a b c d"), "a b c d");
        assert_eq!((text(""), text("<p><p>")), (String::new(), String::new()));
    }
}
