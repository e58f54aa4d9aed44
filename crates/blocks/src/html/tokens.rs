//! Tokenises HTML as the WHATWG specifies, and calls the methods of [`Tokens`] without building
//! tokens. Most of a page is simple markup, which `simple.rs` reads; html5gum's state machine
//! reads the rest: from where something is not simple to the end of the next tag or comment, and
//! the content of elements that hold no markup.
//!
//! *Invariant*: html5gum begins and ends where its state is the data state (between tags), or
//! begins in the state that a start tag asks for. So nothing but the position passes between the
//! readers.

use super::element::TagCode;
use super::simple::{KnownAttribute, SimpleTag, decode_value, read_tag, read_text};
use crate::page::Attribute;
use html5gum::{Emitter, Readable, Reader, State, StringReader, Tokenizer};
use std::cell::Cell;

/// Receives the tokens of a page. Names may be in any case; text comes in pieces.
pub trait Tokens {
    /// Whether it reads attributes; if not, they are skipped.
    const ATTRIBUTES: bool = false;

    /// Returns the attribute of this name, in any case, if it is one that is read.
    fn known(name: &[u8]) -> Option<Attribute> {
        Attribute::known(name)
    }

    /// An attribute of the start tag that comes next, entities decoded.
    fn attribute(&mut self, _attribute: Attribute, _value: &str) {}
    /// A piece of text, entities decoded. A piece may end inside a character; the text between two
    /// other tokens does not.
    fn text(&mut self, piece: &[u8]);
    /// A start tag. Returns how to read the element's content.
    fn start(&mut self, name: &[u8], self_closing: bool) -> ContentModel;
    /// An end tag.
    fn end(&mut self, name: &[u8]);
    /// A comment, a processing instruction or a CDATA section.
    fn comment(&mut self);
}

/// How to read the content of an element: as NekoHTML's scanner does, so NOSCRIPT, IFRAME, NOFRAMES
/// and NOEMBED contain markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentModel {
    /// Tags and text.
    Markup,
    /// Text up to the end tag.
    RawText,
    /// Text with entities up to the end tag.
    RcData,
    /// The same, but only if an end tag follows soon: a broken `</title` does not swallow the page.
    Title,
    /// Script.
    Script,
    /// Text to the end of the page.
    PlainText,
}

impl ContentModel {
    pub(super) fn for_element(code: TagCode, self_closing: bool) -> Self {
        match code {
            TagCode::SCRIPT => Self::Script,
            _ if self_closing => Self::Markup,
            TagCode::STYLE | TagCode::XMP | TagCode::COMMENT => Self::RawText,
            TagCode::TEXTAREA => Self::RcData,
            TagCode::TITLE => Self::Title,
            TagCode::PLAINTEXT => Self::PlainText,
            _ => Self::Markup,
        }
    }
}

/// How far ahead to search for `</title>`, in bytes: NekoHTML's buffer (2,048 characters).
const TITLE_WINDOW: usize = 2048;

/// How often to call `stop`, in bytes of the page: a quarter of a millisecond's work.
const LOOK_EVERY: usize = 64 << 10;

/// Reads a page.
pub fn tokenize<T: Tokens>(html: &str, tokens: &mut T) {
    tokenize_until(html, tokens, || false);
}

/// Reads a page until it ends or `stop`, called every 64 KiB, returns true. Returns the number of
/// bytes read if stopped.
pub fn tokenize_until<T: Tokens>(
    html: &str,
    tokens: &mut T,
    mut stop: impl FnMut() -> bool,
) -> Option<usize> {
    let bytes = html.as_bytes();
    let mut known = Vec::new();
    let mut at = 0;
    let mut next_look = LOOK_EVERY;
    loop {
        if at >= next_look {
            next_look = at + LOOK_EVERY;
            if stop() {
                return Some(at);
            }
        }
        at = read_text(bytes, at, |piece| tokens.text(piece));
        if at == bytes.len() {
            return None;
        }
        let mut last_start = Vec::new();
        let mut state = None;
        if let Some(tag) = read_tag(bytes, at, &mut known, T::known) {
            at = tag.end;
            state = hand_over(&tag, &known, html, tokens);
            if state.is_none() {
                continue;
            }
            last_start = tag.name.to_ascii_lowercase();
        }
        let read = Cell::new(at);
        let position = &read;
        let unwind = &Cell::new(false);
        let feed = Feed {
            html: bytes,
            position,
            unwind,
            tokens,
            tag: CurrentTag::default(),
            attribute: CurrentAttribute::default(),
            last_start,
            stop: &mut stop,
            next_look: &mut next_look,
            is_done: false,
        };
        let source = TokenSource { rest: html[at..].to_reader(), position, unwind };
        let mut tokenizer = Tokenizer::new_with_emitter(source, feed);
        if let Some(state) = state {
            tokenizer.set_state(state);
        }
        match tokenizer.find_map(Result::ok)? {
            Ended::Token => {}
            Ended::Stopped => return Some(read.get()),
        }
        at = read.get();
    }
}

/// Passes a simple tag on. Returns how to read the content of its element, if it is not markup.
fn hand_over<T: Tokens>(
    tag: &SimpleTag,
    known: &[KnownAttribute],
    html: &str,
    tokens: &mut T,
) -> Option<State> {
    if tag.is_end {
        tokens.end(tag.name);
        return None;
    }
    if T::ATTRIBUTES {
        for KnownAttribute { attribute, value, has_references } in known {
            let value = html.get(value.clone()).unwrap_or_default();
            if *has_references {
                tokens.attribute(*attribute, &decoded(value));
            } else {
                tokens.attribute(*attribute, value);
            }
        }
    }
    state(tokens.start(tag.name, tag.self_closing), &html.as_bytes()[tag.end..])
}

/// A value without its references.
fn decoded(value: &str) -> String {
    let mut bytes = Vec::with_capacity(value.len());
    decode_value(value.as_bytes(), |piece| bytes.extend_from_slice(piece));
    String::from_utf8(bytes).unwrap_or_default()
}

/// Returns html5gum's state for the content of an element that `rest` begins with; `None` for
/// markup.
fn state(content: ContentModel, rest: &[u8]) -> Option<State> {
    match content {
        ContentModel::Markup => None,
        ContentModel::RawText => Some(State::RawText),
        ContentModel::RcData => Some(State::RcData),
        ContentModel::Title => title_ends_soon(rest).then_some(State::RcData),
        ContentModel::Script => Some(State::ScriptData),
        ContentModel::PlainText => Some(State::PlainText),
    }
}

pub(super) fn title_ends_soon(rest: &[u8]) -> bool {
    let end = b"</title>";
    let window = &rest[..rest.len().min(TITLE_WINDOW)];
    memchr::memchr_iter(b'<', window)
        .any(|at| window[at..].get(..end.len()).is_some_and(|tag| tag.eq_ignore_ascii_case(end)))
}

/// The rest of the page, which counts what html5gum reads of it.
struct TokenSource<'a> {
    rest: StringReader<'a>,
    /// Number of bytes of the page that were read.
    position: &'a Cell<usize>,
    /// Whether the next piece is to be asked for again.
    unwind: &'a Cell<bool>,
}

/// An error that makes html5gum return from the states that have called each other; called again it
/// goes on in the same state. Of quoted attributes each calls the next: a hundred thousand overflow
/// the stack.
#[derive(Debug, thiserror::Error)]
#[error("not read yet: asked again, the reader goes on")]
struct Unwind;

impl TokenSource<'_> {
    #[inline]
    fn count(&self, bytes: usize) {
        self.position.set(self.position.get() + bytes);
    }
}

impl Reader for TokenSource<'_> {
    type Error = Unwind;

    #[inline]
    fn read_byte(&mut self) -> Result<Option<u8>, Unwind> {
        let Ok(byte) = self.rest.read_byte();
        self.count(usize::from(byte.is_some()));
        Ok(byte)
    }

    #[inline]
    fn try_read_string(&mut self, text: &[u8], case_sensitive: bool) -> Result<bool, Unwind> {
        let Ok(is_next) = self.rest.try_read_string(text, case_sensitive);
        self.count(if is_next { text.len() } else { 0 });
        Ok(is_next)
    }

    #[inline]
    fn read_until<'b>(
        &'b mut self,
        needle: &[u8],
        buffer: &'b mut [u8; 4],
    ) -> Result<Option<&'b [u8]>, Unwind> {
        if self.unwind.take() {
            return Err(Unwind);
        }
        let Ok(piece) = self.rest.read_until(needle, buffer);
        // The piece borrows the reader, so it is counted here.
        let length = piece.map_or(0, <[u8]>::len);
        self.position.set(self.position.get() + length);
        Ok(piece)
    }
}

/// Why html5gum ends. The only token that is ever built.
enum Ended {
    /// It has read a tag or a comment, and simple markup may follow.
    Token,
    /// `stop` returned true.
    Stopped,
}

#[derive(Default)]
struct CurrentTag {
    is_end: bool,
    self_closing: bool,
    name: Vec<u8>,
}

#[derive(Default)]
struct CurrentAttribute {
    name: Vec<u8>,
    /// The attribute, if it is known and its value has begun.
    known: Option<Attribute>,
    has_value: bool,
    value: Vec<u8>,
}

/// Names are read up to this many bytes: no known attribute is longer.
const LONGEST_NAME: usize = 24;

struct Feed<'a, T, S> {
    html: &'a [u8],
    /// Number of bytes read.
    position: &'a Cell<usize>,
    /// Set where a value begins: between two of them html5gum returns.
    unwind: &'a Cell<bool>,
    tokens: &'a mut T,
    tag: CurrentTag,
    attribute: CurrentAttribute,
    last_start: Vec<u8>,
    stop: &'a mut S,
    /// The position of the next call of `stop`.
    next_look: &'a mut usize,
    /// Whether a tag or a comment was read, after which markup follows.
    is_done: bool,
}

impl<T: Tokens, S: FnMut() -> bool> Feed<'_, T, S> {
    #[cold]
    fn look(&mut self) -> Option<Ended> {
        *self.next_look = self.position.get() + LOOK_EVERY;
        (self.stop)().then_some(Ended::Stopped)
    }

    fn begin_tag(&mut self, is_end: bool) {
        self.tag.is_end = is_end;
        self.tag.self_closing = false;
        self.tag.name.clear();
    }

    /// Hands over the attribute that has just been read.
    #[inline]
    fn end_attribute(&mut self) {
        if T::ATTRIBUTES && !self.attribute.name.is_empty() {
            if !self.attribute.has_value {
                self.attribute.known = T::known(&self.attribute.name);
            }
            if let Some(known) = self.attribute.known.filter(|_| !self.tag.is_end) {
                self.tokens.attribute(known, &String::from_utf8_lossy(&self.attribute.value));
            }
            self.attribute.name.clear();
        }
    }
}

impl<T: Tokens, S: FnMut() -> bool> Emitter for Feed<'_, T, S> {
    type Token = Ended;

    #[inline]
    fn should_emit_errors(&mut self) -> bool {
        false
    }

    /// The source counts what is read.
    #[inline]
    fn move_position(&mut self, _: isize) {}

    #[inline]
    fn emit_string(&mut self, piece: &[u8]) {
        self.tokens.text(piece);
    }

    fn init_start_tag(&mut self) {
        self.begin_tag(false);
    }

    fn init_end_tag(&mut self) {
        self.begin_tag(true);
    }

    #[inline]
    fn push_tag_name(&mut self, piece: &[u8]) {
        self.tag.name.extend_from_slice(piece);
    }

    fn set_self_closing(&mut self) {
        self.tag.self_closing = true;
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.end_attribute();
        if self.tag.is_end {
            self.tokens.end(&self.tag.name);
            self.is_done = true;
            return None;
        }
        let content = self.tokens.start(&self.tag.name, self.tag.self_closing);
        std::mem::swap(&mut self.last_start, &mut self.tag.name);
        let state = state(content, &self.html[self.position.get()..]);
        self.is_done = state.is_none();
        state
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.tag.is_end && self.tag.name == self.last_start
    }

    fn emit_current_comment(&mut self) {
        self.tokens.comment();
        self.is_done = true;
    }

    fn set_last_start_tag(&mut self, name: Option<&[u8]>) {
        self.last_start.clear();
        self.last_start.extend_from_slice(name.unwrap_or_default());
    }

    /// The tokenizer calls this before every step.
    #[inline]
    fn pop_token(&mut self) -> Option<Ended> {
        if self.is_done {
            return Some(Ended::Token);
        }
        if self.position.get() < *self.next_look { None } else { self.look() }
    }

    #[inline]
    fn init_attribute(&mut self) {
        self.end_attribute();
        self.attribute.has_value = false;
        self.attribute.value.clear();
    }

    #[inline]
    fn push_attribute_name(&mut self, piece: &[u8]) {
        if T::ATTRIBUTES {
            let room = LONGEST_NAME.saturating_sub(self.attribute.name.len());
            self.attribute.name.extend_from_slice(&piece[..piece.len().min(room)]);
        }
    }

    #[inline]
    fn init_attribute_value(&mut self) {
        self.unwind.set(true);
    }

    #[inline]
    fn push_attribute_value(&mut self, piece: &[u8]) {
        if T::ATTRIBUTES {
            if !std::mem::replace(&mut self.attribute.has_value, true) {
                self.attribute.known = T::known(&self.attribute.name);
            }
            if self.attribute.known.is_some() {
                self.attribute.value.extend_from_slice(piece);
            }
        }
    }

    // The rest is dropped: a page needs no doctypes or comments.
    fn emit_eof(&mut self) {}
    fn emit_error(&mut self, _: html5gum::Error) {}
    fn init_comment(&mut self) {}
    fn emit_current_doctype(&mut self) {}
    fn set_force_quirks(&mut self) {}
    fn push_comment(&mut self, _: &[u8]) {}
    fn push_doctype_name(&mut self, _: &[u8]) {}
    fn init_doctype(&mut self) {}
    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}
}
