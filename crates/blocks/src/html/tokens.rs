//! Tokenises HTML: html5gum's WHATWG tokenizer calls the methods of [`Tokens`], without building
//! tokens.

use super::element::Code;
use crate::page::Attribute;
use html5gum::{Emitter, State, Tokenizer};

/// Receives the tokens of a page. Names may be in any case; text comes in pieces.
pub trait Tokens {
    /// Whether it reads attributes; if not, they are skipped.
    const ATTRIBUTES: bool = false;

    /// An attribute of the start tag that comes next, entities decoded.
    fn attribute(&mut self, _attribute: Attribute, _value: &[u8]) {}
    /// A piece of text, entities decoded. A piece may end inside a character; the text between two
    /// other tokens does not.
    fn text(&mut self, piece: &[u8]);
    /// A start tag. Returns how to read the element's content.
    fn start(&mut self, name: &[u8], self_closing: bool) -> Content;
    /// An end tag.
    fn end(&mut self, name: &[u8]);
    /// A comment, a processing instruction or a CDATA section.
    fn comment(&mut self);
}

/// How to read the content of an element: as NekoHTML's scanner does, so NOSCRIPT, IFRAME, NOFRAMES
/// and NOEMBED contain markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
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

impl Content {
    pub(super) fn for_element(code: Code, self_closing: bool) -> Self {
        match code {
            Code::SCRIPT => Self::Script,
            _ if self_closing => Self::Markup,
            Code::STYLE | Code::XMP | Code::COMMENT => Self::RawText,
            Code::TEXTAREA => Self::RcData,
            Code::TITLE => Self::Title,
            Code::PLAINTEXT => Self::PlainText,
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
    stop: impl FnMut() -> bool,
) -> Option<usize> {
    let emitter = Feed {
        html: html.as_bytes(),
        position: 0,
        tokens,
        tag: CurrentTag::default(),
        attribute: CurrentAttribute::default(),
        last_start: Vec::new(),
        stop,
        next_look: LOOK_EVERY,
    };
    let Ok(Stopped(position)) = Tokenizer::new_with_emitter(html, emitter).next()?;
    Some(position.min(html.len()))
}

/// Reading stopped after this many bytes. The only token that is ever built.
struct Stopped(usize);

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
const LONGEST_NAME: usize = 12;

struct Feed<'a, T, S> {
    html: &'a [u8],
    /// Number of bytes read.
    position: usize,
    tokens: &'a mut T,
    tag: CurrentTag,
    attribute: CurrentAttribute,
    last_start: Vec<u8>,
    stop: S,
    /// The position of the next call of `stop`.
    next_look: usize,
}

impl<T: Tokens, S: FnMut() -> bool> Feed<'_, T, S> {
    fn state(&self, content: Content) -> Option<State> {
        match content {
            Content::Markup => None,
            Content::RawText => Some(State::RawText),
            Content::RcData => Some(State::RcData),
            Content::Title => self.title_ends_soon().then_some(State::RcData),
            Content::Script => Some(State::ScriptData),
            Content::PlainText => Some(State::PlainText),
        }
    }

    fn title_ends_soon(&self) -> bool {
        let end = b"</title>";
        let rest = &self.html[self.position.min(self.html.len())..];
        let window = &rest[..rest.len().min(TITLE_WINDOW)];
        memchr::memchr_iter(b'<', window).any(|at| {
            window[at..].get(..end.len()).is_some_and(|tag| tag.eq_ignore_ascii_case(end))
        })
    }

    #[cold]
    fn look(&mut self) -> Option<Stopped> {
        self.next_look = self.position + LOOK_EVERY;
        (self.stop)().then_some(Stopped(self.position))
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
                self.attribute.known = Attribute::known(&self.attribute.name);
            }
            if let Some(known) = self.attribute.known.filter(|_| !self.tag.is_end) {
                self.tokens.attribute(known, &self.attribute.value);
            }
            self.attribute.name.clear();
        }
    }
}

impl<T: Tokens, S: FnMut() -> bool> Emitter for Feed<'_, T, S> {
    type Token = Stopped;

    #[inline]
    fn should_emit_errors(&mut self) -> bool {
        false
    }

    #[inline]
    fn move_position(&mut self, offset: isize) {
        self.position = self.position.wrapping_add_signed(offset);
    }

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
            return None;
        }
        let content = self.tokens.start(&self.tag.name, self.tag.self_closing);
        std::mem::swap(&mut self.last_start, &mut self.tag.name);
        self.state(content)
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.tag.is_end && self.tag.name == self.last_start
    }

    fn emit_current_comment(&mut self) {
        self.tokens.comment();
    }

    fn set_last_start_tag(&mut self, name: Option<&[u8]>) {
        self.last_start.clear();
        self.last_start.extend_from_slice(name.unwrap_or_default());
    }

    /// The tokenizer calls this before every step.
    #[inline]
    fn pop_token(&mut self) -> Option<Stopped> {
        if self.position < self.next_look { None } else { self.look() }
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
    fn push_attribute_value(&mut self, piece: &[u8]) {
        if T::ATTRIBUTES {
            if !std::mem::replace(&mut self.attribute.has_value, true) {
                self.attribute.known = Attribute::known(&self.attribute.name);
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
