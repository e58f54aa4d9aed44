//! Reads the head of a response: the status line and the fields that say what the body is.

use super::coding::Coding;
use super::hidden;
use memchr::{memchr, memmem};
use std::borrow::Cow;

/// Number of bytes searched for a status line behind junk (ClueWeb12 has such a record).
const JUNK: usize = 8 * 1024;
/// The start of a status line.
const HTTP: &[u8] = b"HTTP/";
/// The start of a status line without a version; ICY is that of streaming servers.
const WITHOUT_VERSION: [&[u8]; 2] = [b"HTTP ", b"ICY "];
/// What is wrong with a head that starts with zeros.
const ZEROED: &str = "zeros where the HTTP head should be";
/// What is wrong with a head that starts with something else.
const NO_STATUS: &str = "no status line where the HTTP head should be";
/// Number of bytes of a field's value that are read: far more than any server sends, and little to
/// copy.
const LONGEST_VALUE: usize = 64 * 1024;
/// The longest type and charset, in bytes; what is longer is neither.
const LONGEST_NAME: usize = 100;

/// The type of a body.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum Media {
    /// No type, or an empty one.
    #[default]
    Unsaid,
    /// HTML or XHTML.
    Html,
    /// Any other type, in lower case.
    Other(String),
}

/// The parts of a response's head that a reader needs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ResponseHead {
    /// The status; `None` without a status line.
    pub status: Option<u16>,
    /// The type.
    pub media: Media,
    /// The charset parameter of the type.
    pub charset: Option<String>,
    /// Whether the head says that the body is chunked.
    pub chunked: bool,
    /// The codings of the body, in the order they were applied.
    pub codings: Vec<Coding>,
    /// The Content-Length in bytes: the least one if there are several, 0 if one is not a number.
    pub length: Option<u64>,
    /// Offset of the body in the block.
    pub body: usize,
    /// Whether the body starts without a blank line before it.
    pub is_open: bool,
    /// What is wrong with the start of the head, if it is no status line.
    pub no_status: Option<&'static str>,
}

impl ResponseHead {
    /// Returns whether another head may follow this one: it is an interim one, one of a redirect,
    /// one without a body, or one of a proxy, which names neither type nor length.
    fn is_passing(&self) -> bool {
        let is_silent = self.media == Media::Unsaid && self.length.is_none() && !self.chunked;
        self.length == Some(0)
            || is_silent
            || self.status.is_some_and(|status| status < 200 || status / 100 == 3)
    }
}

/// Reads the head at the start of `block`, skipping junk and passing heads before it; `None` if
/// there is no status line. `whole`: whether the block is complete; otherwise its head may continue
/// behind it.
pub(crate) fn head(block: &[u8], whole: bool) -> Option<ResponseHead> {
    let mut start = status_line(block)?;
    let mut head = head_at(block, start, whole);
    while head.is_passing() || is_tunnel(&block[start..]) {
        let body = &block[head.body..];
        let next = block.len() - body.trim_ascii_start().len();
        if !is_status_line(&block[next..]) {
            break;
        }
        start = next;
        head = head_at(block, start, whole);
    }
    Some(head)
}

/// Reads the head at the start of `block` although that is no status line: what is left of it
/// behind zeros, or lines that end with a blank line. A block that starts like a page has no head.
pub(crate) fn without_status(block: &[u8], whole: bool) -> ResponseHead {
    let zeros = block.iter().take_while(|byte| **byte == 0).count();
    if zeros > 0 {
        return ResponseHead { no_status: Some(ZEROED), ..head_at(block, zeros, whole) };
    }
    let is_body = hidden::opens_tag(block.trim_ascii_start()) || Coding::sniff(block).is_some();
    let head = if is_body { ResponseHead::default() } else { head_at(block, 0, whole) };
    ResponseHead { no_status: Some(NO_STATUS), ..head }
}

fn head_at(block: &[u8], start: usize, whole: bool) -> ResponseHead {
    let text = &block[start..];
    let (length, is_open) = end(text, whole);
    let Some(page) = hidden::page(text, length, is_open, whole) else {
        return ResponseHead { body: start + length, is_open, ..lines(&text[..length]) };
    };
    // What overwrote the blank line is no part of the last field.
    let mut head = ResponseHead {
        body: start + page,
        is_open: true,
        ..lines(hidden::without_controls(&text[..page]))
    };
    mend_type(&mut head, &text[page..]);
    head
}

/// Corrects the type of a `page`, if what overwrote the blank line became part of it.
fn mend_type(head: &mut ResponseHead, page: &[u8]) {
    let is_html = match &head.media {
        Media::Html => true,
        Media::Unsaid => {
            !(hidden::starts(page, b"<?xml") || hidden::starts(page, b"<!--"))
                && page.starts_with(b"<")
        }
        Media::Other(name) => {
            name.starts_with("text/html") || name.starts_with("application/xhtml+xml")
        }
    };
    if is_html {
        head.media = Media::Html;
    }
}

/// Reads header lines, with or without a status line; other lines are ignored. A field may go on
/// over indented lines (RFC 9112, section 5.2), unless it is indented itself.
pub(crate) fn lines(text: &[u8]) -> ResponseHead {
    let mut head = ResponseHead::default();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        let first = line_end(text, start);
        at = first;
        let line = text[start..first].trim_ascii();
        if is_status_line(line) {
            if head.is_passing() {
                head = ResponseHead::default();
            }
            head.status = head.status.or_else(|| status(line));
        } else if let Some(colon) = memchr(b':', line) {
            if !is_indented(&text[start..]) {
                while is_indented(&text[at..]) {
                    at = line_end(text, at);
                }
            }
            // Whoever reads a value trims its parts, so the line breaks in it do no harm.
            let whole = text[start..at].trim_ascii();
            field(&mut head, whole[..colon].trim_ascii(), whole[colon + 1..].trim_ascii());
        }
    }
    head
}

/// Returns the end of the line at `start`, behind its line feed.
fn line_end(text: &[u8], start: usize) -> usize {
    memchr(b'\n', &text[start..]).map_or(text.len(), |newline| start + newline + 1)
}

fn is_indented(line: &[u8]) -> bool {
    matches!(line.first(), Some(b' ' | b'\t'))
}

/// Returns the type and the charset of a `Content-Type` value.
pub(crate) fn media(value: &str) -> (Media, Option<String>) {
    let mut parts = value.split(';');
    let name = parts.next().unwrap_or_default().trim();
    let charset = parts.find_map(|part| {
        let (key, value) = part.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']).trim();
        (key.trim().eq_ignore_ascii_case("charset") && !value.is_empty()).then_some(value)
    });
    let name: String = name.chars().take(LONGEST_NAME).collect::<String>().to_ascii_lowercase();
    let media = match name.as_str() {
        "" => Media::Unsaid,
        "text/html" | "application/xhtml+xml" | "application/vnd.wap.xhtml+xml" => Media::Html,
        _ => Media::Other(name),
    };
    (media, charset.filter(|charset| charset.len() <= LONGEST_NAME).map(str::to_owned))
}

/// Returns the offset of the status line.
fn status_line(block: &[u8]) -> Option<usize> {
    let start = &block[..block.len().min(HTTP.len())];
    if !block.is_empty() && HTTP.starts_with(start) {
        // A block cut off inside these letters is not a page.
        return Some(0);
    }
    let early = &block[..block.len().min(JUNK)];
    let text = early.trim_ascii_start();
    if is_status_line(text) {
        return Some(early.len() - text.len());
    }
    if text.starts_with(b"<") {
        return None;
    }
    memmem::find(early, b"\nHTTP/").map(|at| at + 1)
}

/// Returns the length of the head at the start of `text`, and whether the page starts there without
/// a blank line: at a line that opens a tag, with the lines before it that are no fields; or, if a
/// `whole` text has neither blank line nor tag, at its first line that is no field.
fn end(text: &[u8], whole: bool) -> (usize, bool) {
    let mut start = 0;
    let mut words = None;
    let mut first_words = None;
    while start < text.len() {
        let next = line_end(text, start);
        let line = &text[start..next];
        if matches!(line, b"\n" | b"\r\n") {
            return (next, false);
        }
        if hidden::opens_tag(line) {
            return (words.unwrap_or(start), true);
        }
        if is_field(line) {
            words = None;
        } else {
            words = words.or(Some(start));
            first_words = first_words.or(words);
        }
        start = next;
    }
    match first_words.filter(|_| whole) {
        Some(start) => (start, true),
        None => (text.len(), false),
    }
}

/// Returns whether a line may be part of a head: the status line, a field, the continuation of one,
/// or the start of a field that the block cuts off.
fn is_field(line: &[u8]) -> bool {
    match memchr(b':', line) {
        _ if is_status_line(line) || is_indented(line) => true,
        Some(colon) => is_name(line[..colon].trim_ascii()),
        None => !line.ends_with(b"\n") && is_name(line),
    }
}

/// Returns whether bytes may be the name of a field.
fn is_name(name: &[u8]) -> bool {
    !name.is_empty() && name.iter().all(u8::is_ascii_graphic)
}

/// Returns whether a line starts like a status line, also as some servers write it: in lower case
/// or without a version.
fn is_status_line(line: &[u8]) -> bool {
    if hidden::starts(line, b"http/") {
        return true;
    }
    WITHOUT_VERSION.iter().any(|start| {
        line.starts_with(start) && line.get(start.len()).is_some_and(u8::is_ascii_digit)
    })
}

/// Returns whether a head starts with the status line of a proxy that opens a tunnel.
fn is_tunnel(head: &[u8]) -> bool {
    let line = &head[..memchr(b'\n', head).unwrap_or(head.len()).min(100)];
    memmem::find(&line.to_ascii_lowercase(), b"connection established").is_some()
}

/// Returns the code of a status line. Some servers write zeros before it.
fn status(line: &[u8]) -> Option<u16> {
    let mut code = line.split(|byte| *byte == b' ').filter(|part| !part.is_empty()).nth(1)?;
    while code.len() > 3 && code.starts_with(b"0") {
        code = &code[1..];
    }
    std::str::from_utf8(code.get(..3)?).ok()?.parse().ok()
}

/// Returns the value of a field as text, cut at the limit.
fn value_text(value: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(&value[..value.len().min(LONGEST_VALUE)])
}

/// Reads a field into the head, if it is one of those that a reader needs.
fn field(head: &mut ResponseHead, name: &[u8], value: &[u8]) {
    if name.eq_ignore_ascii_case(b"content-type") {
        if head.media == Media::Unsaid {
            (head.media, head.charset) = media(&value_text(value));
        }
    } else if name.eq_ignore_ascii_case(b"transfer-encoding") {
        head.chunked |= value_text(value).to_ascii_lowercase().contains("chunked");
    } else if name.eq_ignore_ascii_case(b"content-encoding") {
        head.codings = Coding::list(&value_text(value));
    } else if name.eq_ignore_ascii_case(b"content-length") {
        let value = value_text(value);
        let least = value.split(',').map(|length| length.trim().parse().unwrap_or(0)).min();
        head.length = head.length.into_iter().chain(least).min();
    }
}
