//! How the lexer reads a tag, attribute by attribute.

use super::lexer::{CetrTag, CetrToken, END, Lexer, is_space};
use std::borrow::Cow;
use std::ops::Range;

/// Where the lexer is in a tag.
enum AttributeState {
    /// Between attributes.
    Outside,
    Name,
    AfterName,
    /// After `=`.
    Equals,
    /// In a value without quotes.
    Naked,
    Quoted(char),
}

struct TagAttributes {
    /// The first attribute's name, which is that of the tag.
    name: Option<Range<usize>>,
    /// The last attribute's name; `None` after white space.
    last: Option<Range<usize>>,
    /// Where the current attribute, or the white space before it, begins.
    from: usize,
    /// Where the current attribute's name ends.
    mid: usize,
}

/// White space of ASCII.
const WHITE: u8 = 1;
/// What may end the name of an ordinary attribute, or its value.
const AFTER_NAME: u8 = 1 << 1;
const AFTER_VALUE: u8 = 1 << 2;

/// The properties of bytes.
static PROPERTIES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'\t'..=b'\r' | 0x1C..=b' ' => WHITE | AFTER_NAME | AFTER_VALUE,
            b'>' | 128.. => AFTER_NAME | AFTER_VALUE,
            b'<' | b'=' => AFTER_NAME,
            _ => 0,
        };
        byte += 1;
    }
    table
};

fn is(byte: u8, property: u8) -> bool {
    PROPERTIES[byte as usize] & property != 0
}

/// Returns where the first byte is, from `at` on, that has a property.
fn first(bytes: &[u8], at: usize, property: u8) -> Option<usize> {
    Some(at + bytes.get(at..)?.iter().position(|&byte| is(byte, property))?)
}

/// Returns where the value of an ordinary attribute ends, with its quotes.
fn value_end(bytes: &[u8], at: usize) -> Option<usize> {
    let quote = *bytes.get(at)?;
    if matches!(quote, b'"' | b'\'') {
        // U+FFFF, which ends a page, begins with 0xEF.
        let end = at + 1 + memchr::memchr2(quote, 0xEF, &bytes[at + 1..])?;
        return (bytes[end] == quote).then_some(end + 1);
    }
    let end = first(bytes, at, AFTER_VALUE)?;
    (end > at && bytes[end] < 128).then_some(end)
}

impl Lexer<'_> {
    /// Reads a tag after its `<`.
    pub(super) fn tag(&mut self, start: usize) -> CetrToken {
        if let Some(tag) = self.ordinary_tag(start) {
            return CetrToken::Tag(tag);
        }
        let mut tag = TagAttributes { name: None, last: None, from: self.at, mid: self.at };
        self.printed = Cow::Owned("<".to_owned());
        let mut state = Some(AttributeState::Outside);
        while let Some(current) = state {
            match current {
                AttributeState::Quoted(quote) => {
                    // U+FFFF, which ends a page, begins with 0xEF.
                    self.skip_to(|rest| memchr::memchr2(quote as u8, 0xEF, rest));
                }
                AttributeState::Name | AttributeState::Naked => {
                    let ends = |byte: &u8| !byte.is_ascii_alphanumeric();
                    self.skip_to(|rest| rest.iter().position(ends));
                }
                _ => {}
            }
            state = self.step(&mut tag, current);
        }
        self.printed.to_mut().push('>');
        let is_empty = tag.last.is_some_and(|name| self.page[name].ends_with('/'));
        CetrToken::Tag(CetrTag { start, name: tag.name.unwrap_or(start + 1..start + 1), is_empty })
    }

    /// Reads a tag that is printed as it stands in the page: closed, with closed quotes, of ASCII
    /// outside of them, and without white space around `=`. It does what [`Lexer::step`] does, by
    /// bytes; does not move at any other tag.
    fn ordinary_tag(&mut self, start: usize) -> Option<CetrTag> {
        let bytes = self.page.as_bytes();
        let mut name = None;
        let mut is_slashed = false;
        let mut at = self.at;
        let is_empty = loop {
            let from = at;
            while is(*bytes.get(at)?, WHITE) {
                at += 1;
            }
            if bytes[at] == b'>' {
                break is_slashed && at == from;
            }
            let begin = at;
            at = first(bytes, begin, AFTER_NAME)?;
            if at == begin {
                return None;
            }
            name.get_or_insert(begin..at);
            is_slashed = bytes[at - 1] == b'/';
            match bytes[at] {
                b'=' => at = value_end(bytes, at + 1)?,
                b'<' | 128.. => return None,
                _ => {}
            }
        };
        self.at = at + 1;
        self.printed = Cow::Borrowed(&self.page[start..self.at]);
        Some(CetrTag { start, name: name.unwrap_or(start + 1..start + 1), is_empty })
    }

    /// Reads a character of a tag. Returns the next state; `None` at the end of the tag.
    fn step(&mut self, tag: &mut TagAttributes, state: AttributeState) -> Option<AttributeState> {
        let at = self.at;
        let c = self.get();
        let ends = matches!(c, END | '>');
        let next = match state {
            AttributeState::Outside if ends || c == '<' => {
                if c == '<' {
                    self.unget();
                }
                // Up to the `>` itself, or to the end of the page.
                self.space(tag, at);
                return None;
            }
            AttributeState::Outside if is_space(c) => AttributeState::Outside,
            AttributeState::Outside => {
                self.space(tag, at);
                tag.from = at;
                AttributeState::Name
            }
            AttributeState::Name if ends || c == '<' => {
                if c == '<' {
                    self.unget();
                }
                self.alone(tag, at);
                return None;
            }
            AttributeState::Name if is_space(c) => {
                tag.mid = at;
                AttributeState::AfterName
            }
            AttributeState::Name if c == '=' => {
                tag.mid = at;
                AttributeState::Equals
            }
            AttributeState::Name => AttributeState::Name,
            AttributeState::AfterName if is_space(c) => AttributeState::AfterName,
            AttributeState::AfterName if c == '=' => AttributeState::Equals,
            AttributeState::AfterName => {
                let name_end = tag.mid;
                self.alone(tag, name_end);
                tag.from = name_end;
                self.unget();
                AttributeState::Outside
            }
            AttributeState::Equals | AttributeState::Naked | AttributeState::Quoted(_) => {
                return self.step_in_value(tag, state, at, c);
            }
        };
        Some(next)
    }

    /// Handles the character `c`, which is at `at`, after the `=` of an attribute.
    fn step_in_value(
        &mut self,
        tag: &mut TagAttributes,
        state: AttributeState,
        at: usize,
        c: char,
    ) -> Option<AttributeState> {
        let ends = matches!(c, END | '>');
        let next = match state {
            AttributeState::Equals if ends => {
                // One character after the name is printed: `=`, or the white space before it.
                let one = self.page[tag.mid..].chars().next().map_or(0, char::len_utf8);
                self.with_value(tag, tag.mid + one, None);
                return None;
            }
            AttributeState::Equals if matches!(c, '\'' | '"') => AttributeState::Quoted(c),
            AttributeState::Equals if is_space(c) => AttributeState::Equals,
            AttributeState::Equals => AttributeState::Naked,
            AttributeState::Naked if ends || is_space(c) => {
                self.with_value(tag, at, None);
                if ends {
                    return None;
                }
                tag.from = at;
                AttributeState::Outside
            }
            AttributeState::Naked => AttributeState::Naked,
            AttributeState::Quoted(quote) if c == quote || c == END => {
                self.with_value(tag, at, Some(quote));
                if c == END {
                    return None;
                }
                tag.from = self.at;
                AttributeState::Outside
            }
            AttributeState::Quoted(quote) => AttributeState::Quoted(quote),
            _ => state,
        };
        Some(next)
    }

    /// Prints the white space from the last attribute to `end`.
    fn space(&mut self, tag: &mut TagAttributes, end: usize) {
        if end > tag.from {
            self.printed.to_mut().push_str(&self.page[tag.from..end]);
            tag.last = None;
        }
    }

    /// Prints an attribute without a value.
    fn alone(&mut self, tag: &mut TagAttributes, end: usize) {
        let from = tag.from;
        self.push(tag, from..end, end..end, None);
    }

    /// Prints an attribute whose value ends at `end`, and the quote that closes it.
    fn with_value(&mut self, tag: &mut TagAttributes, end: usize, quote: Option<char>) {
        let name = tag.from..tag.mid;
        let rest = tag.mid..end;
        self.push(tag, name, rest, quote);
    }

    fn push(
        &mut self,
        tag: &mut TagAttributes,
        name: Range<usize>,
        rest: Range<usize>,
        quote: Option<char>,
    ) {
        let printed = self.printed.to_mut();
        printed.push_str(&self.page[name.start..rest.end]);
        printed.extend(quote);
        tag.name.get_or_insert(name.clone());
        tag.last = Some(name);
    }
}
