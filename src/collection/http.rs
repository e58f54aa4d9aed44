//! The block of an HTTP response -> its status, its type and its body with the codings undone that the bytes agree to.
//! Archives hold heads that no server should send; nothing here fails.

use flate2::bufread::{DeflateDecoder, GzDecoder, ZlibDecoder};
use memchr::{memchr, memmem};
use std::borrow::Cow;
use std::io::Read;

/// Junk before the status line that is looked through (a record of ClueWeb12 has some).
const JUNK: usize = 8 * 1024;

/// How a status line starts.
const HTTP: &[u8] = b"HTTP/";

/// What a head says of its body's type.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Media {
    /// No type, or an empty one.
    #[default]
    Unsaid,
    /// HTML or XHTML.
    Html,
    /// Anything else, in lower case.
    Other(String),
}

/// How a gzip stream starts.
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The coding that a head claims for its body.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Coding {
    /// None.
    #[default]
    Identity,
    /// gzip or x-gzip.
    Gzip,
    /// deflate: zlib by the standard, raw from some servers.
    Deflate,
    /// A coding that is not undone here.
    Unknown(String),
}

/// The head of a response, as far as an archive reader needs it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Head {
    /// The status; none if there is no status line that says one.
    pub status: Option<u16>,
    /// The type.
    pub media: Media,
    /// The charset of the type.
    pub charset: Option<String>,
    /// Whether the body is said to come in chunks.
    pub chunked: bool,
    /// The coding of the body.
    pub coding: Coding,
    /// Where the body starts, in bytes from the start of the block.
    pub body: usize,
}

/// Reads the head at the start of `block`, past junk before it; none if there is no status line.
pub(super) fn head(block: &[u8]) -> Option<Head> {
    let start = status_line(block)?;
    let length = blank_line(&block[start..]);
    let mut head = lines(&block[start..start + length]);
    head.body = start + length;
    Some(head)
}

/// Reads header lines, with a status line or without; lines that are neither are passed over.
pub(super) fn lines(text: &[u8]) -> Head {
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
pub(super) fn media(value: &str) -> (Media, Option<String>) {
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

/// How the bytes of a coding end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// As they should.
    Whole,
    /// They break off, or do not agree with their checksum.
    Broken,
    /// At the limit.
    Limit,
}

/// A body with its codings undone.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Decoded<'a> {
    /// What could be undone.
    pub bytes: Cow<'a, [u8]>,
    /// Whether that is all.
    pub end: End,
}

impl<'a> Decoded<'a> {
    fn whole(bytes: Cow<'a, [u8]>) -> Self {
        Self { bytes, end: End::Whole }
    }
}

impl From<(Vec<u8>, End)> for Decoded<'_> {
    fn from((bytes, end): (Vec<u8>, End)) -> Self {
        Self { bytes: Cow::Owned(bytes), end }
    }
}

/// Undoes chunks and compression as far as `body` agrees with what `head` says of it. The error is what the body is
/// coded in if that is unknown here. Never inflates to more than `limit` bytes.
pub(super) fn decode<'a>(head: &Head, body: &'a [u8], limit: u64) -> Result<Decoded<'a>, String> {
    let body = match head.chunked.then(|| dechunk(body)).flatten() {
        Some(joined) => Cow::Owned(joined),
        None => Cow::Borrowed(body),
    };
    match &head.coding {
        Coding::Unknown(name) if !body.starts_with(&GZIP_MAGIC) && !looks_like_text(&body) => Err(name.clone()),
        Coding::Identity if head.media != Media::Html => Ok(Decoded::whole(body)),
        Coding::Deflate => Ok(inflate_deflate(&body, limit).map_or(Decoded::whole(body), Decoded::from)),
        // HTML never starts with gzip's magic, so for HTML the bytes alone are believed.
        _ if body.starts_with(&GZIP_MAGIC) => Ok(inflate(GzDecoder::new(&*body), limit).into()),
        _ => Ok(Decoded::whole(body)),
    }
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
        head.coding = match lower().as_str() {
            "" | "identity" | "none" | "utf-8" => Coding::Identity,
            "gzip" | "x-gzip" => Coding::Gzip,
            "deflate" => Coding::Deflate,
            other => Coding::Unknown(other.to_owned()),
        };
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

/// Inflates what inflates, up to `limit` bytes.
fn inflate(mut reader: impl Read, limit: u64) -> (Vec<u8>, End) {
    let mut bytes = Vec::new();
    let read = (&mut reader).take(limit).read_to_end(&mut bytes);
    // At the limit, only one byte more tells whether that was all.
    let end = match read.and_then(|_| reader.read(&mut [0])) {
        Ok(0) => End::Whole,
        Ok(_) => End::Limit,
        Err(_) => End::Broken,
    };
    (bytes, end)
}

/// zlib's data, or raw deflate data. Neither has a magic number worth the name: so none unless it inflates to its end
/// or to the limit, or starts as zlib's data does and is no text.
fn inflate_deflate(body: &[u8], limit: u64) -> Option<(Vec<u8>, End)> {
    if looks_like_text(body) || body.trim_ascii_start().starts_with(b"<") {
        return None;
    }
    let zlib = inflate(ZlibDecoder::new(body), limit);
    if zlib.1 != End::Broken {
        return Some(zlib).filter(|(bytes, _)| !bytes.is_empty());
    }
    let raw = inflate(DeflateDecoder::new(body), limit);
    match (raw.1, zlib.0.is_empty()) {
        (End::Broken, true) => None,
        (End::Broken, false) => Some(zlib),
        _ => Some(raw).filter(|(bytes, _)| !bytes.is_empty()),
    }
}

/// Whether bytes that claim a coding are plain text all the same.
fn looks_like_text(body: &[u8]) -> bool {
    // Some servers send screens of blank lines first.
    let body = body.trim_ascii_start();
    let early = &body[..body.len().min(512)];
    let control = early.iter().filter(|byte| matches!(byte, 0..9 | 14..27 | 127)).count();
    memchr(b'<', early).is_some() && control == 0
}

#[cfg(test)]
mod tests;
