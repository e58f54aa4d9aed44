//! A page as htmlparser 1.6 reads it and writes it back.
//!
//! The library closes open elements at the places that its table of tags names, and prints every
//! tag from its attributes. Where pages are well-formed, what it prints is the page. It was
//! compared with the original (Debian's 1.6.20060610) on the pages of the oracle and on 950,000
//! random ones; encoded scripts (`JScript.Encode`) are not decoded here.

mod attributes;
mod lexer;
mod special;
mod tags;

use std::ops::Range;
use tamis_blocks::html::{KNOWN, known_tag};
use tamis_blocks::page;

use lexer::{CetrTag, is_space};
pub(super) use lexer::{CetrToken, Lexer};
use tags::{Scanner, TagRules};

/// Receives what is read, in the order of the page.
pub(super) trait Sink {
    /// Some text: its bytes of the page, and whether it is printed. The content of `<script/>` is
    /// not.
    fn text(&mut self, range: Range<usize>, printed: bool);
    /// A tag as it is printed, its name as it stands in the page, and the well-known tag of that.
    fn tag(&mut self, printed: &str, name: &str, known: Option<page::Tag>);
    fn remark(&mut self, printed: &str);
}

/// Whether htmlparser takes a string for a page. Other strings are file names or addresses to it.
pub(super) fn is_page(text: &str) -> bool {
    text.chars().find(|&c| !is_space(c)) == Some('<')
}

/// An element that is open.
struct OpenName<'a> {
    kind: &'static TagRules,
    name: &'a str,
}

/// Reads a page. An end tag finds its element by a list per name, so time is linear whatever is
/// open.
pub(super) fn read(page: &str, sink: &mut impl Sink) {
    let mut lexer = Lexer::new(page);
    let mut open = OpenElements { stack: Vec::new(), ended_by: vec![Vec::new(); KNOWN] };
    let mut ahead: Option<CetrToken> = None;
    while let Some(token) = ahead.take().or_else(|| lexer.next()) {
        let tag = match token {
            CetrToken::Text(range) => {
                sink.text(range, true);
                continue;
            }
            CetrToken::Remark(range) => {
                sink.remark(&page[range]);
                continue;
            }
            CetrToken::Tag(tag) => tag,
        };
        let name = tag.known(page);
        let written = &page[tag.name.clone()];
        let is_end = written.starts_with('/');
        if let (Some(top), Some(name)) = (open.stack.last(), name) {
            if is_end && name == top.kind.tag {
                sink.tag(&lexer.printed, written, Some(name));
                open.pop();
                continue;
            }
            let enders = if is_end { &top.kind.end_tag_enders } else { &top.kind.enders };
            if enders.contains(&name) {
                open.close(sink);
                ahead = Some(CetrToken::Tag(tag));
                continue;
            }
        }
        let kind = name.and_then(TagRules::of);
        match kind.map(|kind| kind.scanner) {
            Some(Scanner::Composite) if is_end => match name.and_then(|name| open.ended_by(name)) {
                // The end tag itself is not printed.
                Some(index) => {
                    for _ in index..open.stack.len() {
                        open.close(sink);
                    }
                }
                None => sink.tag(&lexer.printed, written, name),
            },
            Some(Scanner::Composite) => {
                sink.tag(&lexer.printed, written, name);
                if let Some(kind) = kind.filter(|_| !tag.is_empty) {
                    open.push(kind, written);
                }
            }
            Some(Scanner::Code) if !is_end => ahead = read_code(&mut lexer, &tag, name, sink),
            _ => sink.tag(&lexer.printed, written, name),
        }
    }
    while !open.stack.is_empty() {
        open.close(sink);
    }
}

/// Reads a script or style sheet whose start tag is `tag`. Its end tag is printed even if it is
/// missing. Returns the token after the content, unless that is the end tag.
fn read_code(
    lexer: &mut Lexer,
    tag: &CetrTag,
    name: Option<page::Tag>,
    sink: &mut impl Sink,
) -> Option<CetrToken> {
    sink.tag(&lexer.printed, &lexer.page[tag.name.clone()], name);
    let code = lexer.code();
    if !code.is_empty() {
        sink.text(code, !tag.is_empty);
    }
    let next = lexer.next();
    let closed = match &next {
        Some(CetrToken::Tag(next)) => next.is_end(lexer.page) && next.known(lexer.page) == name,
        _ => false,
    };
    if !tag.is_empty {
        let end = if name == known_tag(b"STYLE") { "</style>" } else { "</script>" };
        sink.tag(if closed { &lexer.printed } else { end }, &end[1..end.len() - 1], name);
    }
    if closed { None } else { next }
}

struct OpenElements<'a> {
    stack: Vec<OpenName<'a>>,
    /// For each name, by the number of its tag, the positions in the stack that its end tag ends.
    ended_by: Vec<Vec<usize>>,
}

impl<'a> OpenElements<'a> {
    fn push(&mut self, kind: &'static TagRules, name: &'a str) {
        for tag in kind.all_enders() {
            self.ended_by[tag.0 as usize].push(self.stack.len());
        }
        self.stack.push(OpenName { kind, name });
    }

    fn pop(&mut self) -> Option<OpenName<'a>> {
        let top = self.stack.pop()?;
        for tag in top.kind.all_enders() {
            self.ended_by[tag.0 as usize].pop();
        }
        Some(top)
    }

    /// Closes the last element with an end tag that is not in the page.
    fn close(&mut self, sink: &mut impl Sink) {
        if let Some(top) = self.pop() {
            sink.tag(&format!("</{}>", top.name), top.name, Some(top.kind.tag));
        }
    }

    /// Returns the position of the last element that this end tag ends.
    fn ended_by(&self, name: page::Tag) -> Option<usize> {
        self.ended_by[name.0 as usize].last().copied()
    }
}

/// Collects the text nodes of a page.
struct TextNodes<'a> {
    page: &'a str,
    text: String,
}

impl Sink for TextNodes<'_> {
    fn text(&mut self, range: Range<usize>, _: bool) {
        self.text.push_str(&self.page[range]);
        self.text.push(' ');
    }

    fn tag(&mut self, _: &str, _: &str, _: Option<page::Tag>) {}

    fn remark(&mut self, _: &str) {}
}

/// Returns the text of some HTML as the original extracts it: every text node and a space after it.
pub(super) fn text(html: &str) -> String {
    if is_page(html) {
        let mut nodes = TextNodes { page: html, text: String::new() };
        read(html, &mut nodes);
        return nodes.text;
    }
    // The original fails to open it as a file, and removes all that looks like a tag.
    let mut text = String::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        let Some(end) = rest[start..].find('>') else { break };
        text.push_str(&rest[..start]);
        rest = &rest[start + end + 1..];
    }
    text + rest
}
