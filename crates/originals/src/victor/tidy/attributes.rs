//! Reads the attributes of a start tag; only a few of them matter.

use super::chars::{is_name, is_white};
use super::tree::TidyNode;
use tamis_blocks::html::decode_reference;

pub(super) struct Tagged {
    /// Where it ends.
    pub end: usize,
    /// Whether it ends with `/>`.
    pub is_empty: bool,
}

/// Attributes whose values are addresses: there `/>` after a value without quotes belongs to the
/// value.
const ADDRESSES: &[&str] = &[
    "action",
    "background",
    "cite",
    "classid",
    "codebase",
    "data",
    "href",
    "longdesc",
    "profile",
    "src",
    "usemap",
];

fn is_address(name: &str) -> bool {
    ADDRESSES.iter().any(|address| name.eq_ignore_ascii_case(address))
}

/// The namespace of XHTML.
const XHTML: &str = "http://www.w3.org/1999/xhtml";

/// Reads the attributes from `at`, after the name of a start tag, up to the end of the tag.
pub(super) fn read(page: &str, at: usize, node: &mut TidyNode) -> Tagged {
    let mut reader =
        TidyAttrReader { page: page.as_bytes(), text: page, at, is_empty: false, is_read: false };
    while let Some(name) = reader.name() {
        let value = reader.value(name);
        let is_valid = name.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic())
            && name.bytes().all(is_name);
        if !is_valid {
            continue;
        }
        node.has_attributes = true;
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if is("id") || is("name") {
            node.is_named = true;
        } else if is("src") {
            node.has_source = true;
        } else if is("xmlns") {
            node.is_xhtml = value.is_some_and(|value| value.text() == XHTML);
        } else if is("alt") && node.alt.is_none() {
            node.alt = value.map(|value| decoded(&value.text()).into());
        }
        if reader.is_empty {
            break;
        }
    }
    reader.finish()
}

struct TidyAttrReader<'a> {
    page: &'a [u8],
    text: &'a str,
    at: usize,
    is_empty: bool,
    /// The `/>` has been read.
    is_read: bool,
}

/// A value as it stands in the page.
struct AttributeValue<'a> {
    raw: &'a str,
    /// Whether runs of white space in it are single spaces to tidy.
    is_joined: bool,
}

impl AttributeValue<'_> {
    fn text(&self) -> String {
        if self.is_joined { joined(self.raw) } else { self.raw.to_owned() }
    }
}

impl<'a> TidyAttrReader<'a> {
    fn peek(&self) -> Option<u8> {
        self.page.get(self.at).copied()
    }

    fn finish(mut self) -> Tagged {
        // The `>` after a value that ends with a slash is still ahead.
        if self.is_empty && !self.is_read && self.peek() == Some(b'>') {
            self.at += 1;
        }
        Tagged { end: self.at.min(self.page.len()), is_empty: self.is_empty }
    }

    fn skip_white(&mut self) {
        while self.peek().is_some_and(|byte| is_white(byte as char)) {
            self.at += 1;
        }
    }

    /// Returns the next attribute's name, or `None` at the end of the tag, which is consumed.
    fn name(&mut self) -> Option<&'a str> {
        loop {
            match self.peek()? {
                b'/' if self.page.get(self.at + 1) == Some(&b'>') => {
                    self.at += 2;
                    self.is_empty = true;
                    self.is_read = true;
                    return None;
                }
                b'>' => {
                    self.at += 1;
                    return None;
                }
                b'<' => return None,
                b'=' | b'"' | b'\'' => self.at += 1,
                byte if is_white(byte as char) => self.at += 1,
                _ => break,
            }
        }
        let start = self.at;
        self.at += 1;
        while let Some(byte) = self.peek() {
            if matches!(byte, b'=' | b'>' | b'<') || is_white(byte as char) {
                break;
            }
            self.at += 1;
        }
        let mut end = self.at;
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        Some(&self.text[start..end])
    }

    fn value(&mut self, name: &str) -> Option<AttributeValue<'a>> {
        let before = self.at;
        self.skip_white();
        match self.peek() {
            Some(b'=') => {
                self.at += 1;
                self.skip_white();
            }
            Some(b'"' | b'\'') => {}
            _ => {
                self.at = before.max(self.at);
                return None;
            }
        }
        let quote = self.peek().filter(|byte| matches!(byte, b'"' | b'\''));
        if let Some(quote) = quote {
            let start = self.at + 1;
            let end = memchr::memchr(quote, &self.page[start..])
                .map_or(self.page.len(), |end| start + end);
            self.at = (end + 1).min(self.page.len());
            return Some(AttributeValue { raw: &self.text[start..end], is_joined: true });
        }
        let start = self.at;
        while let Some(byte) = self.peek() {
            let next = self.page.get(self.at + 1);
            if byte == b'>' || is_white(byte as char) {
                break;
            }
            if matches!(byte, b'"' | b'\'') && next == Some(&b'>') {
                self.at += 1;
                break;
            }
            if byte == b'<' {
                break;
            }
            if byte == b'/' && next == Some(&b'>') && !is_address(name) {
                let raw = &self.text[start..self.at];
                self.at += 1;
                self.is_empty = true;
                return Some(AttributeValue { raw, is_joined: false });
            }
            self.at += 1;
        }
        Some(AttributeValue { raw: &self.text[start..self.at], is_joined: true })
    }
}

/// Returns a value with its runs of white space as single spaces.
fn joined(value: &str) -> String {
    let mut joined = String::with_capacity(value.len());
    for c in value.chars() {
        if !is_white(c) {
            joined.push(c);
        } else if !joined.ends_with(' ') {
            joined.push(' ');
        }
    }
    joined
}

fn decoded(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    decode_reference(value, &mut text);
    text
}
