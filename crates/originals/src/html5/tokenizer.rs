//! The tokenizer (13.2.5): texts as spans of the page, tags with the attributes that are kept.

use super::attributes::Reader;
use super::dialect::Dialect;
use super::element::Span;
use super::positions::Positions;
use super::references::References;
use super::tree::Tree;
use crate::name::{Name, Set};
use memchr::{memchr, memchr2};
use std::cell::Cell;

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

/// The place of what is not in the page.
pub const NOWHERE: i32 = -1;

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
    /// Where it begins, as [`Tree::places`] counts.
    pub start: i32,
    /// Where it ends.
    pub end: i32,
}

impl Token {
    /// A token that the page does not contain.
    pub fn new(kind: Kind, name: Name) -> Self {
        let span = Span::default();
        let (start, end) = (NOWHERE, NOWHERE);
        Self { kind, name, span, attributes: 0, self_closing: false, quirks: false, start, end }
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

/// What a `<` in a text begins.
enum Sign {
    /// More text.
    Text,
    /// What is not text.
    Markup,
    /// Text from the first place to the second, then more from the third.
    Part(usize, usize, usize),
}

pub struct Tokenizer<'a> {
    pub dialect: &'static Dialect,
    pub page: &'a str,
    pub bytes: &'a [u8],
    pub at: usize,
    pub state: State,
    /// A token that goes before what follows in the page.
    pub pending: Option<Token>,
    /// Where the token ends that is read, which may be after the page's end.
    pub end: usize,
    /// The last start tag: its end tag ends RCDATA and raw text.
    last_start: Name,
    references: References,
    positions: Positions<'a>,
    /// Where the last token ended: there the next text begins.
    last_end: i32,
    /// Where the end tag of an element was last found.
    found_end: Cell<(Name, usize)>,
}

impl<'a> Tokenizer<'a> {
    pub fn new(page: &'a str, dialect: &'static Dialect) -> Self {
        Self {
            dialect,
            page,
            bytes: page.as_bytes(),
            at: 0,
            state: State::Data,
            pending: None,
            end: 0,
            last_start: Name::TEXT,
            references: References::new(dialect.whole_references),
            positions: Positions::new(page),
            last_end: 0,
            found_end: Cell::new((Name::TEXT, 0)),
        }
    }

    /// Reads the next token. Only in elements of SVG and MathML, CDATA is text.
    pub fn next(&mut self, foreign: bool, tree: &mut Tree) -> Token {
        if let Some(token) = self.pending.take() {
            return token;
        }
        while self.at < self.bytes.len() {
            let start = self.at;
            let token = match self.state {
                State::Data => self.data(foreign || self.dialect.cdata_everywhere, tree),
                State::PlainText => Some(self.text_to(self.bytes.len())),
                _ => self.raw(tree),
            };
            if let Some(mut token) = token {
                if self.dialect.positions {
                    self.place(&mut token, start);
                }
                return token;
            }
        }
        Token::new(Kind::Eof, Name::DOCUMENT)
    }

    /// Notes where a token stands.
    fn place(&mut self, token: &mut Token, start: usize) {
        token.start = match token.kind {
            Kind::Text => self.last_end,
            Kind::Start => self.positions.position(start),
            _ => NOWHERE,
        };
        self.last_end = self.positions.position(self.end);
        token.end = self.last_end;
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
        self.end = end;
        Token::text(span)
    }

    fn is_letter(&self, at: usize) -> bool {
        self.byte(at).is_some_and(|byte| byte.is_ascii_alphabetic())
    }

    #[inline]
    fn sign(&self, at: usize, cdata: bool) -> Sign {
        match self.byte(at + 1) {
            Some(byte) if byte.is_ascii_alphabetic() => Sign::Markup,
            Some(b'/') if self.byte(at + 2) == Some(b'>') => Sign::Part(at, at, at + 3),
            Some(b'/') if at + 2 < self.bytes.len() => Sign::Markup,
            Some(b'!') if cdata && self.bytes[at + 2..].starts_with(b"[CDATA[") => {
                let inside = at + 9;
                let end = memchr::memmem::find(&self.bytes[inside..], b"]]>");
                let end = end.map_or(self.bytes.len(), |end| inside + end);
                Sign::Part(inside, end, (end + 3).min(self.bytes.len()))
            }
            Some(b'!' | b'?') => Sign::Markup,
            _ => Sign::Text,
        }
    }

    fn data(&mut self, cdata: bool, tree: &mut Tree) -> Option<Token> {
        let mut end = self.at;
        loop {
            // Most tags follow a tag: they need no search.
            if self.byte(end) != Some(b'<') {
                let Some(found) = memchr2(b'<', b'&', &self.bytes[end..]) else {
                    return Some(self.text_to(self.bytes.len()));
                };
                end += found;
            }
            if self.bytes[end] == b'<' {
                match self.sign(end, cdata) {
                    Sign::Text => {
                        end += 1;
                        continue;
                    }
                    Sign::Markup if end > self.at => return Some(self.text_to(end)),
                    Sign::Markup => return self.tag_open(tree),
                    Sign::Part(..) => {}
                }
            }
            return self.decoded_text(tree, |this, at| this.sign(at, cdata));
        }
    }

    /// Reads a text that is not in the page as it stands there, up to a `<` that ends it.
    fn decoded_text(
        &mut self,
        tree: &mut Tree,
        sign: impl Fn(&Self, usize) -> Sign,
    ) -> Option<Token> {
        let from = tree.pool.len();
        let mut end = None;
        while self.at < self.bytes.len() {
            let rest = &self.bytes[self.at..];
            let stop = self.at + memchr2(b'<', b'&', rest).unwrap_or(rest.len());
            if stop > self.at {
                tree.pool.push_str(&self.page[self.at..stop]);
                self.at = stop;
                end = Some(stop);
                continue;
            }
            if self.bytes[stop] == b'&' {
                self.at = self.references.decode(self.page, stop, false, &mut tree.pool);
                end = Some(self.at);
                continue;
            }
            match sign(self, stop) {
                Sign::Markup => break,
                Sign::Text => {
                    tree.pool.push('<');
                    self.at += 1;
                    end = Some(self.at);
                }
                Sign::Part(inside, after, next) => {
                    tree.pool.push_str(&self.page[inside..after]);
                    self.at = next;
                    end = if inside > stop { Some(after) } else { end };
                }
            }
        }
        self.end = end?;
        Some(Token::text(tree.pooled(from)))
    }

    fn tag_open(&mut self, tree: &mut Tree) -> Option<Token> {
        let sign = self.at;
        match self.bytes[sign + 1] {
            b'!' => Some(self.declaration()),
            b'?' => Some(self.bogus(sign + 1)),
            b'/' if self.is_letter(sign + 2) => self.tag(Kind::End, sign + 2, tree),
            b'/' => Some(self.bogus(sign + 2)),
            _ => self.tag(Kind::Start, sign + 1, tree),
        }
    }

    /// A comment that ends at the next `>`.
    pub fn bogus(&mut self, from: usize) -> Token {
        let end = self.find(from, b'>');
        let span = Span { start: from as u32, end: end as u32 };
        self.ended(Token { span, ..Token::new(Kind::Comment, Name::COMMENT) }, end + 1)
    }

    /// A token that ends there.
    pub fn ended(&mut self, token: Token, end: usize) -> Token {
        self.at = end.min(self.bytes.len());
        self.end = end;
        token
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
                    let skips = self.dialect.skips_after_slash && !token.self_closing;
                    at += 1 + usize::from(skips);
                }
                Some(_) => at = self.attribute(at, &mut reader, tree),
            }
        }
        if kind == Kind::Start {
            token.attributes = reader.finish(tree);
        }
        Some(self.ended(token, at + 1))
    }

    fn skip_space(&self, mut at: usize) -> usize {
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
            reader.add(name, Span::default(), tree, self.dialect.note_attribute);
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
        reader.add(name, value, tree, self.dialect.note_attribute);
        end
    }

    /// The value of an attribute, with its character references decoded.
    fn value(&mut self, from: usize, end: usize, tree: &mut Tree) -> Span {
        let raw = self.dialect.raw_values || from >= end;
        if raw || memchr(b'&', &self.bytes[from..end]).is_none() {
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
            State::RcData if self.is_cut(self.at, &name) => {
                self.state = State::Data;
                self.end = self.at + 1;
                return Some(Token::new(Kind::End, self.last_start));
            }
            State::RcData => {
                return self.decoded_text(tree, |this, sign| {
                    let ends = this.raw_end(sign, &name).is_some() || this.is_cut(sign, &name);
                    if ends { Sign::Markup } else { Sign::Text }
                });
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

    /// Whether a start tag begins here, and no end tag of this name follows, in lower or in upper
    /// case: jsoup ends the element there.
    fn is_cut(&self, sign: usize, name: &[u8]) -> bool {
        let start = self.bytes[sign] == b'<' && self.is_letter(sign + 1);
        if !(self.dialect.repairs_text && start) {
            return false;
        }
        let (of, mut found) = self.found_end.get();
        if of != self.last_start || found < sign {
            let tag = [b"</", name].concat();
            let rest = &self.bytes[sign..];
            let place = memchr::memmem::find(rest, &tag)
                .or_else(|| memchr::memmem::find(rest, &tag.to_ascii_uppercase()));
            found = place.map_or(self.bytes.len(), |place| sign + place);
            self.found_end.set((self.last_start, found));
        }
        found == self.bytes.len()
    }
}

pub fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C | b' ')
}
