//! What is between `<` and `>`: tags with their attributes, doctypes, scripts.

use super::token::{Kind, State, Token, Tokenizer, is_space};
use crate::name::{Name, Names, Set};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Elements that are reopened where the end of a block closed them, if their attributes differ from
/// those of others.
const FORMATTERS: Set = Set::from_names("a b big code em font i nobr s small strike strong tt u");

impl Tokenizer<'_> {
    /// Reads a tag whose name begins at `from`.
    pub(super) fn tag(&mut self, kind: Kind, from: usize, names: &mut Names) {
        let rest = &self.bytes[from..];
        let length = rest
            .iter()
            .position(|&byte| is_space(byte) || matches!(byte, b'/' | b'>'))
            .unwrap_or(rest.len());
        let name = names.intern(&rest[..length]);
        self.tag_from(kind, name, self.at, from + length);
    }

    /// Reads a tag from the end of its name. A tag that the page's end cuts off is dropped.
    pub(super) fn tag_from(&mut self, kind: Kind, name: Name, start: usize, from: usize) {
        let mut token = Token::implied(kind, name);
        token.start = self.positions.position(start);
        self.state = State::Data;
        match self.attributes(from, &mut token) {
            Some(end) => self.emit_to(token, end),
            None => self.at = self.bytes.len(),
        }
    }

    fn skip_space(&self, mut at: usize) -> usize {
        while self.byte(at).is_some_and(is_space) {
            at += 1;
        }
        at
    }

    /// Reads attributes, and returns the end of the tag.
    fn attributes(&self, mut at: usize, token: &mut Token) -> Option<usize> {
        loop {
            at = self.skip_space(at);
            match self.byte(at)? {
                b'>' => return Some(at + 1),
                b'/' => {
                    if self.byte(at + 1)? == b'>' {
                        token.self_closing = true;
                        return Some(at + 2);
                    }
                    // jsoup drops the character after a slash.
                    at += 2;
                }
                _ => at = self.attribute(at, token)?,
            }
        }
    }

    /// Reads an attribute, and returns its end.
    fn attribute(&self, start: usize, token: &mut Token) -> Option<usize> {
        // The first character belongs to the name, whatever it is.
        let mut at = start + 1;
        while !matches!(self.byte(at)?, b'/' | b'=' | b'>') && !is_space(self.bytes[at]) {
            at += 1;
        }
        let name = &self.bytes[start..at];
        let sign = self.skip_space(at);
        if self.byte(sign)? != b'=' {
            keep(token, name, (0, 0), b"");
            return Some(at);
        }
        let from = self.skip_space(sign + 1);
        let (range, end) = match self.byte(from)? {
            b'>' => ((from, from), from),
            quote @ (b'"' | b'\'') => {
                let end = self.find(from + 1, quote);
                self.byte(end)?;
                ((from + 1, end), end + 1)
            }
            _ => {
                let rest = &self.bytes[from..];
                let end = from + rest.iter().position(|&byte| byte == b'>' || is_space(byte))?;
                ((from, end), end)
            }
        };
        keep(token, name, (range.0 as u32, range.1 as u32), &self.bytes[range.0..range.1]);
        Some(end)
    }

    /// Reads a doctype from the end of the keyword.
    pub(super) fn doctype(&mut self, from: usize) {
        let mut token = Token::implied(Kind::Doctype, Name::DOCUMENT);
        // After an end within the doctype, jsoup reads on to the next sign.
        let end = self.find(from, b'>');
        token.quirks = !self.is_proper(&self.bytes[from.min(end)..end]) || end == self.bytes.len();
        self.emit_to(token, end + 1);
    }

    /// Whether what a doctype contains is well-formed.
    fn is_proper(&self, inside: &[u8]) -> bool {
        let text = String::from_utf8_lossy(inside);
        let mut rest = text.trim_start();
        if rest.is_empty() {
            return false;
        }
        rest = rest.trim_start_matches(|c: char| !c.is_ascii_whitespace()).trim_start();
        if rest.is_empty() {
            return true;
        }
        let keyword = rest.get(..6).unwrap_or_default();
        let most = match keyword {
            _ if keyword.eq_ignore_ascii_case("public") => 2,
            _ if keyword.eq_ignore_ascii_case("system") => 1,
            _ => return false,
        };
        rest = rest[6..].trim_start();
        for read in 0..most {
            let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
                return read > 0 && rest.is_empty();
            };
            let Some(end) = rest[1..].find(quote) else { return false };
            rest = rest[end + 2..].trim_start();
        }
        // What follows the identifier of the system is ignored.
        true
    }

    /// Skips a script's text. In `<!--`, `<script` hides the next end tag.
    pub(super) fn script(&mut self, names: &Names) {
        let mut escaped = false;
        let mut doubly = false;
        let mut dashes = 0;
        let mut at = self.at;
        loop {
            let rest = &self.bytes[at.min(self.bytes.len())..];
            let found = if escaped {
                memchr::memchr3(b'<', b'-', b'>', rest)
            } else {
                memchr::memchr(b'<', rest)
            };
            let Some(found) = found else {
                self.at = self.bytes.len();
                return;
            };
            if found > 0 {
                dashes = 0;
            }
            at += found;
            match self.bytes[at] {
                b'-' => dashes += 1,
                b'>' if dashes >= 2 => {
                    escaped = false;
                    doubly = false;
                    dashes = 0;
                }
                b'>' => dashes = 0,
                _ => {
                    dashes = 0;
                    let ends = self.byte(at + 1) == Some(b'/');
                    if !escaped && self.bytes[at..].starts_with(b"<!--") {
                        escaped = true;
                        dashes = 2;
                        at += 3;
                    } else if ends
                        && !doubly
                        && let Some(end) = self.raw_end(at, names)
                    {
                        return self.tag_from(Kind::End, self.last_start, at, end);
                    } else if escaped
                        && ends == doubly
                        && self.names_script(at + 1 + usize::from(ends))
                    {
                        doubly = !doubly;
                    }
                }
            }
            at += 1;
        }
    }

    fn names_script(&self, at: usize) -> bool {
        let end = at + b"script".len();
        self.bytes.get(at..end).is_some_and(|name| name.eq_ignore_ascii_case(b"script"))
            && self.byte(end).is_some_and(|byte| is_space(byte) || matches!(byte, b'/' | b'>'))
    }
}

/// Notes an attribute.
fn keep(token: &mut Token, name: &[u8], range: (u32, u32), value: &[u8]) {
    if name.eq_ignore_ascii_case(b"class") {
        token.class = range;
    } else if name.eq_ignore_ascii_case(b"type") {
        token.hidden = value.eq_ignore_ascii_case(b"hidden");
    }
    if !FORMATTERS.has(token.name) {
        return;
    }
    // Names are compared in lower case; the order of attributes does not matter.
    let mut lower = [0; 16];
    let length = name.len().min(lower.len());
    lower[..length].copy_from_slice(&name[..length]);
    lower[..length].make_ascii_lowercase();
    let seed = xxh3_64_with_seed(&lower[..length], name.len() as u64);
    token.attributes = token.attributes.wrapping_add(xxh3_64_with_seed(value, seed));
}
