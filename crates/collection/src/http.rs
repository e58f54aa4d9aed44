//! The block of an HTTP response -> its status, its type and its body with the codings undone that the bytes agree to.
//! Archives hold heads that no server should send; nothing here fails.

mod coding;

use crate::reason::Reason;
use coding::{Coding, End};
use memchr::{memchr, memmem};
use std::borrow::Cow;

/// Junk before the status line that is looked through (a record of ClueWeb12 has some).
const JUNK: usize = 8 * 1024;

/// How a status line starts.
const HTTP: &[u8] = b"HTTP/";

/// What a head says of its body's type.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum Media {
    /// No type, or an empty one.
    #[default]
    Unsaid,
    /// HTML or XHTML.
    Html,
    /// Anything else, in lower case.
    Other(String),
}

/// The head of a response, as far as an archive reader needs it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Head {
    /// The status; none if there is no status line that says one.
    pub status: Option<u16>,
    /// The type.
    pub media: Media,
    /// The charset of the type.
    pub charset: Option<String>,
    /// Whether the body is said to come in chunks.
    pub chunked: bool,
    /// The codings of the body, in the order in which they were applied.
    pub codings: Vec<Coding>,
    /// Where the body starts, in bytes from the start of the block.
    pub body: usize,
}

/// Reads the head at the start of `block`, past junk before it; none if there is no status line.
pub(crate) fn head(block: &[u8]) -> Option<Head> {
    let start = status_line(block)?;
    let length = blank_line(&block[start..]);
    let mut head = lines(&block[start..start + length]);
    head.body = start + length;
    Some(head)
}

/// Reads header lines, with a status line or without; lines that are neither are passed over.
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

/// The type of a `Content-Type` value and its charset.
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
    /// What could be undone of it; all of it unless there is a flaw.
    pub bytes: Cow<'a, [u8]>,
    /// Why that is not all: [`Reason::InflatedLimit`] or [`Reason::DamagedBody`], with what was found.
    pub flaw: Option<(Reason, String)>,
}

/// Whether the bytes of `body`, its chunks aside, must be decoded before they say what they are.
pub(crate) fn is_coded(head: &Head, body: &[u8]) -> bool {
    head.chunked || !head.codings.is_empty() || Coding::of(body).is_some()
}

/// Undoes chunks and compression as far as `body` agrees with what `head` says of it, each coding to at most `limit`
/// bytes. The error is why nothing of the page can be had.
pub(crate) fn decode<'a>(head: &Head, body: &'a [u8], limit: u64) -> Result<Decoded<'a>, (Reason, String)> {
    let bytes = match head.chunked.then(|| dechunk(body)).flatten() {
        Some(joined) => Cow::Owned(joined),
        None => Cow::Borrowed(body),
    };
    let mut decoded = Decoded { bytes, flaw: None };
    for coding in head.codings.iter().rev() {
        match believed(coding, &decoded.bytes)? {
            Some(coding) => undo(&coding, &mut decoded, limit)?,
            // Not coded at all, so not in any coding before this one either.
            None => break,
        }
    }
    // HTML never starts with a magic number, so for HTML the bytes alone are believed.
    if let Some(coding) = Coding::of(&decoded.bytes).filter(|_| head.media == Media::Html) {
        undo(&coding, &mut decoded, limit)?;
    }
    Ok(decoded)
}

/// The coding that `body` is in if `claimed` is claimed for it; none if it is in none.
fn believed(claimed: &Coding, body: &[u8]) -> Result<Option<Coding>, (Reason, String)> {
    match (Coding::of(body), claimed) {
        (Some(coding), _) => Ok(Some(coding)),
        (None, Coding::Gzip | Coding::Zstd) => Ok(None),
        _ if looks_like_text(body) => Ok(None),
        (None, Coding::Unknown(name)) => Err((Reason::UnknownCoding, name.clone())),
        (None, coding) => Ok(Some(coding.clone())),
    }
}

/// Undoes one coding of `decoded`, and notes it if that is not to the end.
fn undo(coding: &Coding, decoded: &mut Decoded, limit: u64) -> Result<(), (Reason, String)> {
    let (bytes, end) = coding::undo(coding, &decoded.bytes, limit);
    let flaw = match end {
        End::Complete => None,
        End::Limit => {
            let detail = format!("{} of more than {limit} bytes, which are the limit", coding.name());
            Some((Reason::InflatedLimit, detail))
        }
        // Any bytes go through deflate and brotli for a while: a part of them is believed if a page comes out.
        End::BrokenOff if bytes.is_empty() || !(coding.has_magic() || looks_like_text(&bytes)) => {
            if !coding.has_magic() && is_plain(&decoded.bytes) {
                return Ok(());
            }
            return Err((Reason::DamagedBody, format!("{} of which nothing can be undone", coding.name())));
        }
        End::BrokenOff => Some((Reason::DamagedBody, format!("{} that breaks off", coding.name()))),
    };
    decoded.flaw = decoded.flaw.take().or(flaw);
    decoded.bytes = Cow::Owned(bytes);
    Ok(())
}

/// Where the status line starts.
fn status_line(block: &[u8]) -> Option<usize> {
    let start = &block[..block.len().min(HTTP.len())];
    if !block.is_empty() && HTTP.starts_with(start) {
        // A block that is cut off in these letters is no page of theirs.
        return Some(0);
    }
    let early = &block[..block.len().min(JUNK)];
    if early.trim_ascii_start().starts_with(b"<") {
        return None;
    }
    memmem::find(early, b"\nHTTP/").map(|at| at + 1)
}

/// The length of a head with the blank line that ends it; all of it if none does.
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

/// Joins chunks (RFC 9112, section 7.1). None if `body` does not start with a chunk. Chunks that break off are kept as
/// far as they go, with whatever stands behind them: no byte of the page is lost.
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

/// The size that a chunk's first line says, and the length of that line.
fn chunk_size(body: &[u8]) -> Option<(usize, usize)> {
    let line = &body[..memchr(b'\n', &body[..body.len().min(1024)])?];
    let digits = line.split(|byte| *byte == b';').next()?.trim_ascii();
    if digits.is_empty() || digits.len() > 15 || !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let size = usize::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    Some((size, line.len() + 1))
}

/// Whether bytes that claim a coding are plain text all the same, and hold a tag.
fn looks_like_text(body: &[u8]) -> bool {
    is_plain(body) && memchr(b'<', early(body)).is_some()
}

/// Whether bytes begin without control characters.
fn is_plain(body: &[u8]) -> bool {
    !early(body).iter().any(|byte| matches!(byte, 0..9 | 14..27 | 127))
}

/// The first bytes behind white space: some servers send screens of blank lines first.
fn early(body: &[u8]) -> &[u8] {
    let body = body.trim_ascii_start();
    &body[..body.len().min(512)]
}

#[cfg(test)]
mod tests;
