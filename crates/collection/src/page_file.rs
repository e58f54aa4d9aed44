//! A single page in a file of its own, and what other files are, for programs that expect something
//! else.

use crate::compress::damage::Damage;
use crate::error::{Error, Result};
use crate::formats::detect::{detect, sniff};
use crate::formats::promise::Promise;
use crate::formats::wacz;
use crate::input::{Input, Raw, name_of, open};
use crate::sniff;
use crate::stream::Stream;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use tamis_place::Place;
use tamis_place::packing;

/// What a file holds that should hold one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilePage {
    /// A page.
    Page {
        /// Its bytes, decompressed.
        bytes: Vec<u8>,
        /// What is wrong with its compression; then some bytes may be missing.
        damage: Vec<String>,
    },
    /// A collection, which holds more than a page; what it is, such as "a WARC archive".
    Collection(&'static str),
}

/// Reads one page from `source`, plain or compressed with gzip, zstd or bzip2. `path` is its name
/// in errors. Who knows that the page is in UTF-16 says so: without a mark it looks like binary
/// data.
///
/// # Errors
/// If `source` cannot be read; [`Error::Format`] if it is packed otherwise or no text at all, and
/// if it has more than `most` bytes.
pub fn page_file(
    source: Box<dyn Read + Send>,
    path: &Path,
    most: u64,
    is_utf16: bool,
) -> Result<FilePage> {
    let promise = Promise::from_name(&name_of(path));
    let mut input = Input::new(Raw::Pipe(source), Arc::default());
    input.want(1).map_err(|error| Error::io("read", path, error))?;
    let mut stream = Stream::new(input, promise.compression, sniff);
    if let Some(other) = collection(&mut stream, promise) {
        return Ok(FilePage::Collection(other));
    }
    let limit = usize::try_from(most).unwrap_or(usize::MAX);
    while stream.data().len() <= limit && stream.fill() {}
    let mut damage = Vec::new();
    while let Some((_, fault)) = stream.fault_until(u64::MAX) {
        if fault.damage == Damage::Unreadable {
            return Err(Error::io("read", path, std::io::Error::other(fault.detail)));
        }
        damage
            .push(format!("{} ({} bytes from offset {})", fault.detail, fault.lost, fault.offset));
    }
    let length = stream.data().len();
    if length > limit {
        let found = format!("more than {} MiB", most >> 20);
        let expected = "a page of at most that; keep the part that matters, or index it in an \
                        archive, where limits can be set";
        return Err(Error::format(Place::file(path), found, expected));
    }
    if let Some(other) = no_text(stream.data(), is_utf16) {
        let (found, expected) = match other {
            sniff::UTF_16 => (
                "text in UTF-16 without a byte order mark",
                "a page whose encoding is known; name it, such as utf-16le",
            ),
            other => (other, "a page: HTML or text, plain or compressed with gzip, zstd or bzip2"),
        };
        return Err(Error::format(Place::file(path), found, expected));
    }
    Ok(FilePage::Page { bytes: stream.take(0, length), damage })
}

/// Describes what the file at `path` is ("a WARC archive"), for a message to someone who takes it
/// for something else, and returns whether it can be indexed. `None` if it cannot be read or is of
/// no format that is known here.
pub fn what_is(path: &Path) -> Option<(&'static str, bool)> {
    let input = Input::new(Raw::File(open(path).ok()?), Arc::default());
    let promise = Promise::from_name(&name_of(path));
    let mut stream = Stream::new(input, promise.compression, sniff);
    if let Some(what) = collection(&mut stream, promise) {
        return Some((what, what != ZIP));
    }
    if sniff::is_html(stream.data()) {
        return Some(("an HTML page", true));
    }
    no_text(stream.data(), false).map(|what| (what, false))
}

/// What may be a WACZ under another name.
const ZIP: &str = "a zip file";

/// Describes a file that holds more than a page.
fn collection(stream: &mut Stream, promise: Promise) -> Option<&'static str> {
    let kind = detect(stream, promise);
    if promise.wacz || wacz::is_zip(stream.data()) {
        return Some(if promise.wacz { "a WACZ archive" } else { ZIP });
    }
    kind?.format().noun
}

/// Describes bytes that no page has: packed ones, PDF, binary data.
fn no_text(bytes: &[u8], is_utf16: bool) -> Option<&'static str> {
    if bytes.is_empty() || sniff::is_html(bytes) {
        return None;
    }
    // Text in UTF-16 is full of zeros.
    let marked = is_utf16 || bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    let early = &bytes[..bytes.len().min(1024)];
    packing::of_bytes(bytes).or_else(|| match sniff::describe(early) {
        "text in an unknown format" => None,
        "binary data" | sniff::UTF_16 if marked => None,
        other => Some(other),
    })
}
