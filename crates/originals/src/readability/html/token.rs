//! The tokenizer (13.2.5): texts as spans of the page, tags with the attributes that are kept.

use super::attributes::Reader;
use super::element::Span;
use super::reference::References;
use super::tree::Tree;
use crate::name::{Name, Set};
use memchr::{memchr, memchr2};

/// Elements that are reopened where a block ends them; their attributes are compared.
pub const FORMATTERS: Set =
    Set::from_names("a b big code em font i nobr s small strike strong tt u");

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Doctype,
    Start,
    End,
    Comment,
    Text,
    Eof,
}

#[derive(Debug, Clone, Copy)]
pub struct Token {
    pub kind: Kind,
    pub name: Name,
    /// The text of a text or a comment.
    pub span: Span,
    /// The number of the tag's attributes in the tree.
    pub attributes: u32,
    pub self_closing: bool,
    /// Of a doctype, whether it is one of old pages.
    pub quirks: bool,
}

impl Token {
    pub fn new(kind: Kind, name: Name) -> Self {
        let span = Span::default();
        Self { kind, name, span, attributes: 0, self_closing: false, quirks: false }
    }

    pub fn text(span: Span) -> Self {
        Self { span, ..Self::new(Kind::Text, Name::TEXT) }
    }

    pub fn is_start(&self, name: Name) -> bool {
        self.kind == Kind::Start && self.name == name
    }
}

/// How to read what follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Data,
    /// Text with character references, up to an end tag.
    RcData,
    /// Text up to an end tag.
    RawText,
    Script,
    PlainText,
}

pub struct Tokenizer<'a> {
    pub page: &'a str,
    pub bytes: &'a [u8],
    pub at: usize,
    pub state: State,
    /// The last start tag: its end tag ends RCDATA and raw text.
    pub last_start: Name,
    references: References,
}

impl<'a> Tokenizer<'a> {
    pub fn new(page: &'a str) -> Self {
        let references = References::default();
        let bytes = page.as_bytes();
        Self { page, bytes, at: 0, state: State::Data, last_start: Name::TEXT, references }
    }

    /// Reads the next token. Only in elements of SVG and MathML, CDATA is text.
    pub fn next(&mut self, foreign: bool, tree: &mut Tree) -> Token {
        while self.at < self.bytes.len() {
            let token = match self.state {
                State::Data => self.data(foreign, tree),
                State::PlainText => Some(self.text_to(self.bytes.len())),
                _ => self.raw(tree),
            };
            if let Some(token) = token {
                return token;
            }
        }
        Token::new(Kind::Eof, Name::DOCUMENT)
    }

    pub fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    /// The next such byte, or the page's end.
    pub fn find(&self, from: usize, byte: u8) -> usize {
        let from = from.min(self.bytes.len());
        memchr(byte, &self.bytes[from..]).map_or(self.bytes.len(), |found| from + found)
    }

    fn text_to(&mut self, end: usize) -> Token {
        let span = Span { start: self.at as u32, end: end as u32 };
        self.at = end;
        Token::text(span)
    }

    fn is_letter(&self, at: usize) -> bool {
        self.byte(at).is_some_and(|byte| byte.is_ascii_alphabetic())
    }

    /// Whether a `<` begins something other than text.
    fn is_markup(&self, sign: usize) -> bool {
        match self.byte(sign + 1) {
            Some(b'!' | b'?') => true,
            Some(b'/') => sign + 2 < self.bytes.len(),
            _ => self.is_letter(sign + 1),
        }
    }

    fn data(&mut self, foreign: bool, tree: &mut Tree) -> Option<Token> {
        if self.bytes[self.at] == b'<' && self.is_markup(self.at) {
            return self.tag_open(foreign, tree);
        }
        let mut end = self.at;
        loop {
            let rest = &self.bytes[end..];
            let Some(found) = memchr2(b'<', b'&', rest) else {
                return Some(self.text_to(self.bytes.len()));
            };
            end += found;
            if self.bytes[end] == b'&' {
                return Some(self.decoded_text(tree, |this, at| this.is_markup(at)));
            }
            if self.is_markup(end) {
                return Some(self.text_to(end));
            }
            end += 1;
        }
    }

    /// Reads a text that contains character references, up to a `<` that ends it.
    fn decoded_text(&mut self, tree: &mut Tree, ends: impl Fn(&Self, usize) -> bool) -> Token {
        let from = tree.pool.len();
        while self.at < self.bytes.len() {
            let rest = &self.bytes[self.at..];
            let stop = self.at + memchr2(b'<', b'&', rest).unwrap_or(rest.len());
            tree.pool.push_str(&self.page[self.at..stop]);
            self.at = stop;
            match self.byte(stop) {
                None => break,
                Some(b'&') => {
                    self.at = self.references.decode(self.page, stop, false, &mut tree.pool);
                }
                _ if ends(self, stop) => break,
                _ => {
                    tree.pool.push('<');
                    self.at += 1;
                }
            }
        }
        Token::text(tree.pooled(from))
    }

    fn tag_open(&mut self, foreign: bool, tree: &mut Tree) -> Option<Token> {
        let sign = self.at;
        match self.bytes[sign + 1] {
            b'!' => self.declaration(foreign),
            b'?' => Some(self.bogus(sign + 1)),
            b'/' if self.is_letter(sign + 2) => self.tag(Kind::End, sign + 2, tree),
            b'/' if self.byte(sign + 2) == Some(b'>') => {
                self.at += 3;
                None
            }
            b'/' => Some(self.bogus(sign + 2)),
            _ => self.tag(Kind::Start, sign + 1, tree),
        }
    }

    /// A comment that ends at the next `>`.
    pub fn bogus(&mut self, from: usize) -> Token {
        let end = self.find(from, b'>');
        self.at = (end + 1).min(self.bytes.len());
        let span = Span { start: from as u32, end: end as u32 };
        Token { span, ..Token::new(Kind::Comment, Name::COMMENT) }
    }

    fn tag(&mut self, kind: Kind, from: usize, tree: &mut Tree) -> Option<Token> {
        let rest = &self.bytes[from..];
        let ends = |&byte: &u8| is_space(byte) || matches!(byte, b'/' | b'>');
        let length = rest.iter().position(ends).unwrap_or(rest.len());
        let name = tree.names.intern(&rest[..length]);
        self.tag_from(kind, name, from + length, tree)
    }

    /// Reads a tag from the end of its name. A tag that the page's end cuts off is dropped.
    fn tag_from(&mut self, kind: Kind, name: Name, from: usize, tree: &mut Tree) -> Option<Token> {
        let mut token = Token::new(kind, name);
        if kind == Kind::Start {
            self.last_start = name;
        }
        let hashes = kind == Kind::Start && FORMATTERS.has(name);
        let mut reader = Reader::new(name, hashes, tree);
        let mut at = from;
        loop {
            at = self.skip_space(at);
            match self.byte(at) {
                None => {
                    self.at = self.bytes.len();
                    return None;
                }
                Some(b'>') => break,
                Some(b'/') => {
                    token.self_closing = self.byte(at + 1) == Some(b'>');
                    at += 1;
                }
                Some(_) => at = self.attribute(at, &mut reader, tree),
            }
        }
        self.at = at + 1;
        if kind == Kind::Start {
            token.attributes = reader.finish(tree);
        }
        Some(token)
    }

    pub fn skip_space(&self, mut at: usize) -> usize {
        while self.byte(at).is_some_and(is_space) {
            at += 1;
        }
        at
    }

    /// Reads an attribute, and returns its end.
    fn attribute(&mut self, start: usize, reader: &mut Reader, tree: &mut Tree) -> usize {
        // The first character belongs to the name, whatever it is.
        let mut at = start + 1;
        while self
            .byte(at)
            .is_some_and(|byte| !matches!(byte, b'/' | b'=' | b'>') && !is_space(byte))
        {
            at += 1;
        }
        let name = &self.bytes[start..at];
        let sign = self.skip_space(at);
        if self.byte(sign) != Some(b'=') {
            reader.add(name, Span::default(), tree);
            return sign;
        }
        let from = self.skip_space(sign + 1);
        let (range, end) = match self.byte(from) {
            Some(quote @ (b'"' | b'\'')) => {
                let end = self.find(from + 1, quote);
                ((from + 1, end), end + 1)
            }
            _ => {
                let rest = &self.bytes[from.min(self.bytes.len())..];
                let ends = |&byte: &u8| byte == b'>' || is_space(byte);
                let end = from + rest.iter().position(ends).unwrap_or(rest.len());
                ((from, end), end)
            }
        };
        let value = self.value(range.0, range.1, tree);
        reader.add(name, value, tree);
        end
    }

    /// The value of an attribute, with its character references decoded.
    fn value(&mut self, from: usize, end: usize, tree: &mut Tree) -> Span {
        if from >= end || memchr(b'&', &self.bytes[from..end]).is_none() {
            return Span { start: from as u32, end: end.max(from) as u32 };
        }
        let pooled = tree.pool.len();
        let inside = &self.page[..end];
        let mut at = from;
        while at < end {
            let sign = at + memchr(b'&', &self.bytes[at..end]).unwrap_or(end - at);
            tree.pool.push_str(&self.page[at..sign]);
            at = sign;
            if at < end {
                at = self.references.decode(inside, at, true, &mut tree.pool);
            }
        }
        tree.pooled(pooled)
    }

    /// Text up to the end tag of the last start tag, then that tag.
    fn raw(&mut self, tree: &mut Tree) -> Option<Token> {
        let name = tree.names.get(self.last_start).to_vec();
        if let Some(end) = self.raw_end(self.at, &name) {
            self.state = State::Data;
            return self.tag_from(Kind::End, self.last_start, end, tree);
        }
        let end = match self.state {
            State::Script => self.script_end(&name),
            State::RcData => {
                return Some(
                    self.decoded_text(tree, |this, sign| this.raw_end(sign, &name).is_some()),
                );
            }
            _ => {
                let mut signs = memchr::memchr_iter(b'<', &self.bytes[self.at..]);
                let sign = signs.find(|&sign| self.raw_end(self.at + sign, &name).is_some());
                sign.map_or(self.bytes.len(), |sign| self.at + sign)
            }
        };
        Some(self.text_to(end))
    }

    /// Returns the end of the name if an end tag of this name begins here.
    pub fn raw_end(&self, sign: usize, name: &[u8]) -> Option<usize> {
        let rest = self.bytes[sign..].strip_prefix(b"</")?;
        let (written, after) = rest.split_at_checked(name.len())?;
        let ends = is_space(*after.first()?) || matches!(after[0], b'/' | b'>');
        (ends && written.eq_ignore_ascii_case(name)).then_some(sign + 2 + name.len())
    }
}

pub fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C | b' ')
}
