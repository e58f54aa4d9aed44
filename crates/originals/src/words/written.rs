//! A page as it is written: its words and tags in source order. For methods that compare the number
//! of words with the number of tags. All these methods share some conventions:
//!
//! - Only the body counts: what precedes its start tag is left out. Pages without that tag are read
//!   whole, without their title.
//! - A tag goes from `<` and a letter (or `</` and a letter) to the next `>`. Comments,
//!   declarations, and the content of SCRIPT, STYLE and TITLE are neither words nor tags.
//! - A word is a run of text without white space or tag; character references are decoded first.

use std::sync::Arc;
use tamis_blocks::block::carry::Alignment;
use tamis_blocks::classify::Subject;
use tamis_blocks::html::{KNOWN, decoded_text, known_tag, tags_named};
use tamis_blocks::page::Tag;

/// A word or a tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WrittenToken {
    /// A word, a span of [`WrittenPage::text`]; whether white space stands before it.
    Word { start: u32, length: u32, spaced: bool },
    /// A tag; its length in characters with `<` and `>`. Elements that are not well-known share
    /// [`OTHER`].
    Tag { name: Tag, is_end: bool, length: u32 },
}

/// The tag of all elements that are not well-known.
pub(crate) const OTHER: Tag = Tag(u16::MAX);

/// The words and tags of a page.
#[derive(Debug, Default)]
pub(crate) struct WrittenPage {
    text: String,
    pub(crate) tokens: Vec<WrittenToken>,
}

/// A page as it is written, its words aligned with the page's blocks.
pub(crate) struct AlignedWords {
    pub(crate) written: WrittenPage,
    /// The token of each word.
    words: Vec<u32>,
    blocks: Alignment,
}

impl AlignedWords {
    /// All methods share one reading of a page.
    pub(crate) fn shared(subject: &Subject) -> Arc<Self> {
        subject.shared(|| {
            let written = WrittenPage::read(subject.markup);
            let numbered = (0..).zip(&written.tokens);
            let words: Vec<u32> =
                numbered.filter(|(_, one)| one.is_word()).map(|(i, _)| i).collect();
            let texts = words.iter().map(|&word| written.word(word as usize));
            let blocks = Alignment::new(&subject.words(), texts);
            Self { written, words, blocks }
        })
    }

    /// Returns the share of each block's words, 0 to 1, that are kept; `kept` has one value per
    /// token.
    pub(crate) fn shares(&self, kept: &[bool]) -> Vec<f32> {
        self.blocks.shares(|word| kept[self.words[word] as usize])
    }

    /// Returns the block of each token that is a word of a block.
    pub(crate) fn blocks_of_tokens(&self) -> Vec<Option<usize>> {
        let mut blocks = vec![None; self.written.tokens.len()];
        let of_words = self.blocks.blocks_of(self.words.len());
        for (&token, block) in self.words.iter().zip(of_words) {
            blocks[token as usize] = block;
        }
        blocks
    }
}

impl WrittenToken {
    pub(crate) fn is_word(self) -> bool {
        matches!(self, Self::Word { .. })
    }
}

impl WrittenPage {
    /// Reads a page. Never fails; linear in the page's size.
    pub(crate) fn read(markup: &str) -> Self {
        let mut reader = WrittenReader { written: Self::default(), spaced: true, body: false };
        let mut rest = markup;
        // Not searching for an end that is not there keeps the time linear.
        let mut comments_end = true;
        let mut titles_end = true;
        loop {
            let at = tag_start(rest);
            reader.text(&rest[..at]);
            rest = &rest[at..];
            if rest.is_empty() {
                return reader.written;
            }
            if let (true, Some(comment)) = (comments_end, rest.strip_prefix("<!--")) {
                if let Some(end) = memchr::memmem::find(comment.as_bytes(), b"-->") {
                    rest = &comment[end + 3..];
                    continue;
                }
                comments_end = false;
            }
            let Some(end) = memchr::memchr(b'>', rest.as_bytes()) else { return reader.written };
            let tag = &rest[..end + 1];
            rest = &rest[end + 1..];
            match reader.tag(tag) {
                // A broken title does not swallow the page, a script without end does.
                Some("title") => match titles_end.then(|| end_tag(rest, "title")).flatten() {
                    Some(end) => rest = &rest[end..],
                    None => titles_end = false,
                },
                Some(raw) => rest = end_tag(rest, raw).map_or("", |end| &rest[end..]),
                None => {}
            }
        }
    }

    /// The text of a word; empty for a tag.
    pub(crate) fn word(&self, token: usize) -> &str {
        match self.tokens[token] {
            WrittenToken::Word { start, length, .. } => {
                &self.text[start as usize..][..length as usize]
            }
            WrittenToken::Tag { .. } => "",
        }
    }

    /// Returns the kept words, a line for each run between tags that end lines; `kept` has one
    /// value per token.
    pub(crate) fn kept_text(&self, kept: &[bool]) -> String {
        let mut text = String::new();
        let mut between = "";
        for (token, _) in kept.iter().enumerate() {
            match self.tokens[token] {
                WrittenToken::Tag { name, .. } if !is_inline(name) => between = "\n",
                WrittenToken::Tag { .. } => {}
                WrittenToken::Word { spaced, .. } => {
                    if spaced && between.is_empty() {
                        between = " ";
                    }
                    if kept[token] {
                        text.push_str(if text.is_empty() { "" } else { between });
                        text.push_str(self.word(token));
                        between = "";
                    } else {
                        between = if between.is_empty() { " " } else { between };
                    }
                }
            }
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }
}

/// Returns the position of the next tag, comment or declaration; the length of the text if there is
/// none.
fn tag_start(text: &str) -> usize {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'<', bytes)
        .find(|&at| match bytes.get(at + 1) {
            Some(b'/') => bytes.get(at + 2).is_some_and(u8::is_ascii_alphabetic),
            Some(next) => next.is_ascii_alphabetic() || matches!(next, b'!' | b'?'),
            None => false,
        })
        .unwrap_or(text.len())
}

/// Returns the position of an end tag.
fn end_tag(text: &str, name: &str) -> Option<usize> {
    memchr::memchr_iter(b'<', text.as_bytes()).find(|&at| {
        let tag = text.as_bytes().get(at + 1..at + 2 + name.len());
        tag.is_some_and(|tag| tag[0] == b'/' && tag[1..].eq_ignore_ascii_case(name.as_bytes()))
    })
}

struct WrittenReader {
    written: WrittenPage,
    /// Whether white space stands before the next word.
    spaced: bool,
    /// Whether the body has begun.
    body: bool,
}

impl WrittenReader {
    fn text(&mut self, run: &str) {
        if run.contains('&') {
            self.words(&decoded_text(run));
        } else {
            self.words(run);
        }
    }

    fn words(&mut self, mut rest: &str) {
        loop {
            let text = rest.trim_start();
            self.spaced |= text.len() < rest.len();
            if text.is_empty() {
                return;
            }
            let length = text.find(char::is_whitespace).unwrap_or(text.len());
            let WrittenPage { text: all, tokens } = &mut self.written;
            tokens.push(WrittenToken::Word {
                start: all.len() as u32,
                length: length as u32,
                spaced: self.spaced,
            });
            all.push_str(&text[..length]);
            self.spaced = false;
            rest = &text[length..];
        }
    }

    /// Adds a tag. Returns the name of the element if its content is to be skipped.
    fn tag(&mut self, tag: &str) -> Option<&'static str> {
        let is_end = tag.as_bytes()[1] == b'/';
        let name = &tag[1 + usize::from(is_end)..tag.len() - 1];
        let name =
            name.split(|c: char| c.is_ascii_whitespace() || c == '/').next().unwrap_or_default();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        if name.eq_ignore_ascii_case("body") && !is_end && !self.body {
            *self = Self { written: WrittenPage::default(), spaced: true, body: true };
        }
        let known = known_tag(name.as_bytes()).unwrap_or(OTHER);
        self.written.tokens.push(WrittenToken::Tag {
            name: known,
            is_end,
            length: tag.chars().count() as u32,
        });
        ["script", "style", "title"]
            .into_iter()
            .find(|raw| !is_end && name.eq_ignore_ascii_case(raw))
    }
}

/// Elements whose tags do not end a line.
static INLINE: [bool; KNOWN] = tags_named(&[
    "A", "ABBR", "ACRONYM", "B", "BIG", "CITE", "CODE", "EM", "FONT", "I", "IMG", "KBD", "MARK",
    "S", "SMALL", "SPAN", "STRIKE", "STRONG", "SUB", "SUP", "TT", "U", "VAR", "WBR",
]);

/// Whether the tags of an element do not end a line.
pub(crate) fn is_inline(tag: Tag) -> bool {
    INLINE.get(tag.0 as usize).copied().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_blocks::html::known_name;

    /// The words, and the tags as `<name>`.
    fn read(markup: &str) -> String {
        let written = WrittenPage::read(markup);
        let mut shown = Vec::new();
        for (token, one) in written.tokens.iter().enumerate() {
            shown.push(match *one {
                WrittenToken::Word { spaced, .. } => {
                    format!("{}{}", if spaced { "_" } else { "" }, written.word(token))
                }
                WrittenToken::Tag { name, is_end, length } => {
                    let slash = if is_end { "/" } else { "" };
                    format!("<{slash}{}{length}>", known_name(name).unwrap_or("?"))
                }
            });
        }
        shown.join(" ")
    }

    #[test]
    fn words_and_tags_are_read_as_they_are_written() {
        assert_eq!(read("a b<b>c</b> d"), "_a _b <B3> c </B4> _d");
        assert_eq!(
            read("<p class='é'>a < b&nbsp;&amp;c &lt;p&gt;<x-y/>"),
            "<P13> _a _< _b _&c _<p> <?6>"
        );
        assert_eq!(read("a<br/>b<P\n>c"), "_a <BR5> b <P4> c");
        assert_eq!(read("a <b c"), "_a", "a tag without end");
    }

    #[test]
    fn what_is_not_shown_is_left_out() {
        assert_eq!(read("a<!-- <p> b -->c<!doctype x>d<?php ?>e"), "_a c d e");
        assert_eq!(
            read("a<script x><p>b</SCRIPT>c<style>d</style>"),
            "_a <SCRIPT10> </SCRIPT9> c <STYLE7> </STYLE8>"
        );
        assert_eq!(read("<title>t</title>a<title>b"), "<TITLE7> </TITLE8> _a <TITLE7> b");
        assert_eq!(read("a<script>b"), "_a <SCRIPT8>");
        assert_eq!(read("a<!-- b"), "_a");
        assert_eq!(read("<html><title>t</title>x<BODY id=1>a<body>b"), "<BODY11> _a <BODY6> b");
    }

    /// The text of a page of which these words are kept.
    fn text(kept: &[&str]) -> String {
        let written = WrittenPage::read("<p>a<b>b</b> c d<p>e <i>f</i>g");
        let tokens = 0..written.tokens.len();
        let kept: Vec<bool> = tokens.map(|token| kept.contains(&written.word(token))).collect();
        written.kept_text(&kept)
    }

    #[test]
    fn kept_words_are_joined_as_they_stand() {
        assert_eq!(text(&["a", "b", "c", "d", "e", "f", "g"]), "ab c d\ne fg\n");
        assert_eq!((text(&["a", "d", "g"]), text(&[])), ("a d\ng\n".to_owned(), String::new()));
    }

    proptest::proptest! {
        #[test]
        fn any_page_is_read_to_its_end(
            page in "(<body|<|>|</script>|<script| \
                     |a|é|\u{3000}|&nbsp;|&|;|<!--|-->|<p>|<title>|</){0,40}",
        ) {
            let written = WrittenPage::read(&page);
            written.kept_text(&vec![true; written.tokens.len()]);
        }
    }
}
