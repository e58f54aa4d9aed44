//! Parses an HTTP response and decodes its body. Archives hold invalid heads and wrong codings, so the bytes decide
//! which codings to undo, and parsing never fails.

mod coding;

use crate::reason::Reason;
use coding::{Coding, End};
use memchr::{memchr, memmem};
use std::borrow::Cow;

/// Number of bytes searched for a status line behind junk (ClueWeb12 has such a record).
const JUNK: usize = 8 * 1024;

/// The start of a status line.
const HTTP: &[u8] = b"HTTP/";

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
pub(crate) struct Head {
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
    /// Offset of the body in the block.
    pub body: usize,
}

/// Reads the head at the start of `block`, skipping junk before it; `None` if there is no status line.
pub(crate) fn head(block: &[u8]) -> Option<Head> {
    let start = status_line(block)?;
    let length = blank_line(&block[start..]);
    let mut head = lines(&block[start..start + length]);
    head.body = start + length;
    Some(head)
}

/// Reads header lines, with or without a status line; other lines are ignored.
pub(crate) fn lines(text: &[u8]) -> Head {
    let mut head = Head::default();
    for line in text.split(|byte| *byte == b'\n') {
        let line = line.trim_ascii();
        if line.starts_with(b"HTTP/") {
            head.status = head.status.or_else(|| status(line));
        } else if let Some(colon) = memchr(b':', line) {
            let value = String::from_utf8_lossy(line[colon + 1..].trim_ascii());
            field(&mut head, line[..colon].trim_ascii(), &value);
        }
    }
    head
}

/// Returns the type and the charset of a `Content-Type` value.
pub(crate) fn media(value: &str) -> (Media, Option<String>) {
    let mut parts = value.split(';');
    let name = parts.next().unwrap_or_default().trim().to_ascii_lowercase();
    let charset = parts.find_map(|part| {
        let (key, value) = part.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']).trim();
        (key.trim().eq_ignore_ascii_case("charset") && !value.is_empty()).then(|| value.to_owned())
    });
    let media = match name.as_str() {
        "" => Media::Unsaid,
        "text/html" | "application/xhtml+xml" | "application/vnd.wap.xhtml+xml" => Media::Html,
        _ => Media::Other(name),
    };
    (media, charset)
}

/// A body with its codings undone.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decoded<'a> {
    /// The decoded bytes; incomplete if there is a flaw.
    pub bytes: Cow<'a, [u8]>,
    /// Why they are incomplete: [`Reason::InflatedLimit`] or [`Reason::DamagedBody`], with what was found.
    pub flaw: Option<(Reason, String)>,
}

/// Returns whether `body`, apart from chunks, must be decoded before its type can be detected.
pub(crate) fn is_coded(head: &Head, body: &[u8]) -> bool {
    head.chunked || !head.codings.is_empty() || Coding::of(body).is_some()
}

/// Undoes chunks and codings, each to at most `limit` bytes. Codings that the bytes contradict are ignored. The error
/// says why nothing of the page can be decoded.
pub(crate) fn decode<'a>(head: &Head, body: &'a [u8], limit: u64) -> Result<Decoded<'a>, (Reason, String)> {
    let bytes = match head.chunked.then(|| dechunk(body)).flatten() {
        Some(joined) => Cow::Owned(joined),
        None => Cow::Borrowed(body),
    };
    let mut decoded = Decoded { bytes, flaw: None };
    for coding in head.codings.iter().rev() {
        match believed(coding, &decoded.bytes)? {
            Some(coding) => undo(&coding, &mut decoded, limit)?,
            // The body is not coded at all, so earlier codings do not apply either.
            None => break,
        }
    }
    // HTML never starts with a magic number, so for HTML the bytes alone decide.
    if let Some(coding) = Coding::of(&decoded.bytes).filter(|_| head.media == Media::Html) {
        undo(&coding, &mut decoded, limit)?;
    }
    Ok(decoded)
}

/// Returns the coding of `body` if the head claims `claimed`; `None` if the body is not coded.
fn believed(claimed: &Coding, body: &[u8]) -> Result<Option<Coding>, (Reason, String)> {
    match (Coding::of(body), claimed) {
        (Some(coding), _) => Ok(Some(coding)),
        (None, Coding::Gzip | Coding::Zstd) => Ok(None),
        _ if looks_like_text(body) => Ok(None),
        (None, Coding::Unknown(name)) => Err((Reason::UnknownCoding, name.clone())),
        (None, coding) => Ok(Some(coding.clone())),
    }
}

/// Undoes one coding of `decoded`, and records a flaw if it is incomplete.
fn undo(coding: &Coding, decoded: &mut Decoded, limit: u64) -> Result<(), (Reason, String)> {
    let (bytes, end) = coding::undo(coding, &decoded.bytes, limit);
    let flaw = match end {
        End::Complete => None,
        End::Limit => {
            let detail = format!("{} of more than {limit} bytes, the limit", coding.name());
            Some((Reason::InflatedLimit, detail))
        }
        // deflate and brotli decode any bytes for a while, so a partial result counts only if it looks like a page.
        End::BrokenOff if bytes.is_empty() || !(coding.has_magic() || looks_like_text(&bytes)) => {
            if !coding.has_magic() && is_plain(&decoded.bytes) {
                return Ok(());
            }
            return Err((Reason::DamagedBody, format!("{} that cannot be decoded", coding.name())));
        }
        End::BrokenOff => Some((Reason::DamagedBody, format!("{} that breaks off", coding.name()))),
    };
    decoded.flaw = decoded.flaw.take().or(flaw);
    decoded.bytes = Cow::Owned(bytes);
    Ok(())
}

/// Returns the offset of the status line.
fn status_line(block: &[u8]) -> Option<usize> {
    let start = &block[..block.len().min(HTTP.len())];
    if !block.is_empty() && HTTP.starts_with(start) {
        // A block cut off inside these letters is not a page.
        return Some(0);
    }
    let early = &block[..block.len().min(JUNK)];
    if early.trim_ascii_start().starts_with(b"<") {
        return None;
    }
    memmem::find(early, b"\nHTTP/").map(|at| at + 1)
}

/// Returns the length of a head with its final blank line; all of `text` if there is none.
fn blank_line(text: &[u8]) -> usize {
    let mut start = 0;
    while let Some(newline) = memchr(b'\n', &text[start..]) {
        let line = &text[start..start + newline];
        start += newline + 1;
        if line.is_empty() || line == b"\r" {
            return start;
        }
    }
    text.len()
}

fn status(line: &[u8]) -> Option<u16> {
    let code = line.split(|byte| *byte == b' ').filter(|part| !part.is_empty()).nth(1)?;
    std::str::from_utf8(code.get(..3)?).ok()?.parse().ok()
}

fn field(head: &mut Head, name: &[u8], value: &str) {
    let lower = || value.to_ascii_lowercase();
    if name.eq_ignore_ascii_case(b"content-type") {
        if head.media == Media::Unsaid {
            (head.media, head.charset) = media(value);
        }
    } else if name.eq_ignore_ascii_case(b"transfer-encoding") {
        head.chunked |= lower().contains("chunked");
    } else if name.eq_ignore_ascii_case(b"content-encoding") {
        head.codings = Coding::list(value);
    }
}

/// Joins chunks (RFC 9112, section 7.1); `None` if `body` does not start with a chunk. Broken chunks are kept
/// together with the bytes after them, so that no byte of the page is lost.
fn dechunk(body: &[u8]) -> Option<Vec<u8>> {
    let (mut size, mut at) = chunk_size(body)?;
    let mut joined = Vec::with_capacity(body.len());
    while size > 0 {
        let data = &body[at..];
        joined.extend_from_slice(&data[..size.min(data.len())]);
        at += size.min(data.len());
        let rest = &body[at..];
        let newline = if rest.starts_with(b"\r\n") { 2 } else { usize::from(rest.starts_with(b"\n")) };
        match chunk_size(&rest[newline..]) {
            Some((next, length)) if newline > 0 => (size, at) = (next, at + newline + length),
            _ => {
                joined.extend_from_slice(&rest[newline..]);
                break;
            }
        }
    }
    Some(joined)
}

/// Returns the chunk size in the first line, and the length of that line.
fn chunk_size(body: &[u8]) -> Option<(usize, usize)> {
    let line = &body[..memchr(b'\n', &body[..body.len().min(1024)])?];
    let digits = line.split(|byte| *byte == b';').next()?.trim_ascii();
    if digits.is_empty() || digits.len() > 15 || !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let size = usize::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    Some((size, line.len() + 1))
}

/// Returns whether bytes with a claimed coding are plain text that contains a tag.
fn looks_like_text(body: &[u8]) -> bool {
    is_plain(body) && memchr(b'<', early(body)).is_some()
}

/// Returns whether the first bytes contain no control characters.
fn is_plain(body: &[u8]) -> bool {
    !early(body).iter().any(|byte| matches!(byte, 0..9 | 14..27 | 127))
}

/// Returns the first bytes after white space: some servers send many blank lines first.
fn early(body: &[u8]) -> &[u8] {
    let body = body.trim_ascii_start();
    &body[..body.len().min(512)]
}

#[cfg(test)]
mod tests;
