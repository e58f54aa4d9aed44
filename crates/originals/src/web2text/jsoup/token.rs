//! jsoup 1.8's tokenizer, with positions: the WHATWG's of 2011, without many of its repairs of
//! character references.

use super::position::Positions;
use super::reference::References;
use crate::name::{Name, Names};

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Doctype,
    Start,
    End,
    Comment,
    Text,
    Eof,
}

/// A token. The text of a [`Kind::Text`] is in [`Tokenizer::text`] until the next text is read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub kind: Kind,
    pub name: Name,
    /// Its first position; -1 if the page does not contain it.
    pub start: i32,
    /// The position after it; -1 if the page does not contain it.
    pub end: i32,
    pub self_closing: bool,
    /// The range of the value of the attribute `class`.
    pub class: (u32, u32),
    /// A hash of all attributes; of formatting elements only.
    pub attributes: u64,
    /// Whether the attribute `type` is `hidden`.
    pub hidden: bool,
    /// Of a doctype, whether it is malformed.
    pub quirks: bool,
}

impl Token {
    /// A token that the page does not contain.
    pub fn implied(kind: Kind, name: Name) -> Self {
        let class = (0, 0);
        let attributes = 0;
        Self {
            kind,
            name,
            start: -1,
            end: -1,
            self_closing: false,
            class,
            attributes,
            hidden: false,
            quirks: false,
        }
    }
}

/// How to read what follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Data,
    /// Text with character references, up to an end tag.
    RcData,
    /// Text up to an end tag.
    RawText,
    Script,
    PlainText,
}

pub(super) struct Tokenizer<'a> {
    pub(super) page: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    pub(super) state: State,
    /// The text of the last text token, decoded.
    pub(super) text: String,
    has_text: bool,
    /// Where the text ends, in bytes.
    text_end: usize,
    /// The token after the text.
    pending: Option<Token>,
    /// Where the last token ended: there the next text begins.
    end: i32,
    pub(super) positions: Positions<'a>,
    references: References,
    pub(super) last_start: Name,
    /// Where the end tag that ends RCDATA was last found, from the place where it was searched.
    rc_end: Option<(Name, usize)>,
}

impl<'a> Tokenizer<'a> {
    pub fn new(page: &'a str) -> Self {
        Self {
            page,
            bytes: page.as_bytes(),
            at: 0,
            state: State::Data,
            text: String::new(),
            has_text: false,
            text_end: 0,
            pending: None,
            end: 0,
            positions: Positions::new(page),
            references: References::default(),
            last_start: Name::DOCUMENT,
            rc_end: None,
        }
    }

    /// Reads the next token. After the end, there are only ends.
    pub fn next(&mut self, names: &mut Names) -> Token {
        if self.pending.is_none() {
            self.text.clear();
            while self.pending.is_none() {
                self.step(names);
            }
        }
        if std::mem::take(&mut self.has_text) {
            let mut token = Token::implied(Kind::Text, Name::TEXT);
            token.start = self.end;
            token.end = self.positions.position(self.text_end);
            self.end = token.end;
            return token;
        }
        let token = self.pending.take().unwrap_or(Token::implied(Kind::Eof, Name::DOCUMENT));
        // A made-up end tag stands nowhere.
        if token.end >= 0 {
            self.end = token.end;
        }
        token
    }

    /// Puts a token before what follows in the page.
    pub fn emit(&mut self, token: Token) {
        if token.kind == Kind::Start {
            self.last_start = token.name;
        }
        self.pending = Some(token);
    }

    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    pub(super) fn find(&self, from: usize, byte: u8) -> usize {
        let from = from.min(self.bytes.len());
        memchr::memchr(byte, &self.bytes[from..]).map_or(self.bytes.len(), |found| from + found)
    }

    fn is_letter(&self, at: usize) -> bool {
        self.byte(at).is_some_and(|byte| byte.is_ascii_alphabetic())
    }

    pub(super) fn letters_end(&self, at: usize) -> usize {
        let rest = &self.bytes[at.min(self.bytes.len())..];
        at + rest.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(rest.len())
    }

    /// Adds the page up to `to` to the text.
    fn take_text(&mut self, to: usize) {
        self.text.push_str(&self.page[self.at..to]);
        self.text_to(to);
    }

    fn text_to(&mut self, to: usize) {
        self.has_text = true;
        self.at = to;
        self.text_end = to;
    }

    fn step(&mut self, names: &mut Names) {
        match self.state {
            _ if self.at >= self.bytes.len() => {
                self.emit(Token::implied(Kind::Eof, Name::DOCUMENT));
            }
            State::Data => self.data(names),
            State::RcData | State::RawText => self.raw(names),
            State::Script => self.script(names),
            State::PlainText => self.take_text(self.bytes.len()),
        }
    }

    fn data(&mut self, names: &mut Names) {
        match self.bytes[self.at] {
            b'<' => self.tag_open(names),
            b'&' => self.reference(),
            _ => {
                let rest = &self.bytes[self.at..];
                self.take_text(self.at + memchr::memchr2(b'<', b'&', rest).unwrap_or(rest.len()));
            }
        }
    }

    fn reference(&mut self) {
        let end = self.references.decode(self.page, self.at, &mut self.text);
        self.text_to(end);
    }

    fn tag_open(&mut self, names: &mut Names) {
        let sign = self.at;
        match self.byte(sign + 1) {
            Some(b'!') => self.declaration(),
            Some(b'?') => self.bogus(sign + 1),
            Some(b'/') if self.is_letter(sign + 2) => self.tag(Kind::End, sign + 2, names),
            Some(b'/') if self.byte(sign + 2) == Some(b'>') => self.at += 3,
            Some(b'/') if sign + 2 < self.bytes.len() => self.bogus(sign + 2),
            Some(b'/') => self.take_text(sign + 2),
            _ if self.is_letter(sign + 1) => self.tag(Kind::Start, sign + 1, names),
            _ => self.take_text(sign + 1),
        }
    }

    /// Ends a token at a position in bytes, from which reading goes on.
    pub(super) fn emit_to(&mut self, mut token: Token, end: usize) {
        self.at = end.min(self.bytes.len());
        token.end = self.positions.position(end);
        self.emit(token);
    }

    fn bogus(&mut self, from: usize) {
        let token = Token::implied(Kind::Comment, Name::COMMENT);
        self.emit_to(token, self.find(from, b'>') + 1);
    }

    fn declaration(&mut self) {
        let inside = self.at + 2;
        let rest = &self.bytes[inside..];
        if rest.starts_with(b"--") {
            let end = self.comment_end(inside + 2);
            self.emit_to(Token::implied(Kind::Comment, Name::COMMENT), end);
        } else if rest.get(..7).is_some_and(|start| start.eq_ignore_ascii_case(b"doctype")) {
            self.doctype(inside + 7);
        } else if rest.starts_with(b"[CDATA[") {
            let inside = inside + 7;
            let end = memchr::memmem::find(&self.bytes[inside..], b"]]>")
                .map_or(self.bytes.len(), |end| inside + end);
            self.at = inside;
            self.take_text(end);
            self.at = (end + 3).min(self.bytes.len());
        } else {
            self.bogus(inside);
        }
    }

    fn comment_end(&self, inside: usize) -> usize {
        let mut at = inside + self.dashes(inside);
        if self.byte(at) == Some(b'>') {
            return at + 1;
        }
        while let Some(found) = memchr::memmem::find(&self.bytes[at.min(self.bytes.len())..], b"--")
        {
            at += found + 2;
            at += self.dashes(at);
            match self.byte(at) {
                Some(b'>') => return at + 1,
                Some(b'!') if self.byte(at + 1) == Some(b'>') => return at + 2,
                _ => {}
            }
        }
        self.bytes.len()
    }

    /// Number of dashes at a place.
    fn dashes(&self, at: usize) -> usize {
        self.bytes[at.min(self.bytes.len())..].iter().take_while(|&&byte| byte == b'-').count()
    }

    /// Text up to the end tag of the last start tag.
    fn raw(&mut self, names: &Names) {
        let rest = &self.bytes[self.at..];
        let decodes = self.state == State::RcData;
        let sign = match self.bytes[self.at] {
            b'<' => self.at,
            b'&' if decodes => return self.reference(),
            _ => {
                let stop = if decodes {
                    memchr::memchr2(b'<', b'&', rest)
                } else {
                    memchr::memchr(b'<', rest)
                };
                return self.take_text(self.at + stop.unwrap_or(rest.len()));
            }
        };
        if self.byte(sign + 1) == Some(b'/') {
            match self.raw_end(sign, names) {
                Some(end) => self.tag_from(Kind::End, self.last_start, sign, end),
                None => self.take_text(self.letters_end(sign + 2).min(self.bytes.len())),
            }
        } else if decodes && self.is_letter(sign + 1) && !self.rc_data_ends(names) {
            // jsoup's repair of a missing end tag: the element ends at the first start tag.
            let mut token = Token::implied(Kind::End, self.last_start);
            token.end = self.positions.position(sign + 1);
            self.emit(token);
            self.state = State::Data;
        } else {
            self.take_text(sign + 1);
        }
    }

    /// Returns the end of the name if an end tag of the last start tag begins here.
    pub(super) fn raw_end(&self, sign: usize, names: &Names) -> Option<usize> {
        let end = self.letters_end(sign + 2);
        let ends = matches!(self.byte(end)?, b'\t' | b'\n' | b'\r' | 0x0C | b' ' | b'/' | b'>');
        let name = &self.bytes[sign + 2..end];
        (ends && name.eq_ignore_ascii_case(names.get(self.last_start))).then_some(end)
    }

    /// Whether an end tag of the last start tag follows, in lower or in upper case.
    fn rc_data_ends(&mut self, names: &Names) -> bool {
        if let Some((name, found)) = self.rc_end
            && name == self.last_start
            && found >= self.at
        {
            return found < self.bytes.len();
        }
        let lower = [b"</", names.get(self.last_start)].concat();
        let rest = &self.bytes[self.at..];
        let found = memchr::memmem::find(rest, &lower)
            .or_else(|| memchr::memmem::find(rest, &lower.to_ascii_uppercase()));
        self.rc_end =
            Some((self.last_start, found.map_or(self.bytes.len(), |found| self.at + found)));
        found.is_some()
    }
}

pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C | b' ')
}
