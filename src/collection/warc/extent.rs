//! A record's head -> where its block ends and the next record starts. The Content-Length is right if the block ends
//! where records end: before an empty line, a version line, a gzip member or the end of the file. If it is not, the
//! next record's own head says where this one ends.

use super::VERSION;
use super::head::Head;
use crate::collection::reason::Reason;
use crate::collection::sniff;
use crate::collection::stream::Stream;
use memchr::memmem;

/// Where a record ends, in bytes from its start; all of it is in the window.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// Where its block ends.
    pub end: usize,
    /// Where reading goes on.
    pub next: usize,
    /// What is wrong with its length.
    pub flaw: Option<Flaw>,
}

/// What is wrong with a record's length.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Flaw {
    pub reason: Reason,
    pub detail: String,
    /// Bytes that are missing, as far as known.
    pub bytes: u64,
}

/// Finds the end of the record that starts the window, and brings it into the window up to there; at most `limit`
/// bytes if its length is wrong.
pub(super) fn find(stream: &mut Stream, head: &Head, limit: u64) -> Extent {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX).saturating_add(head.size);
    let Some(length) = head.length else {
        return to_next_record(stream, head.size, limit, "no Content-Length");
    };
    let end = head.size.saturating_add(usize::try_from(length).unwrap_or(usize::MAX));
    let bound = hold(stream, end);
    if bound < end {
        return short(stream, head, end, bound);
    }
    let newlines = newlines(&stream.data()[end..bound]);
    let next = end + newlines.bytes;
    let at_end = next == bound || newlines.lines == 2 || sniff::is_warc(&stream.data()[next..]);
    if at_end {
        return Extent { end, next, flaw: None };
    }
    match embedded(&stream.data()[..end], head.size) {
        Some(next) => cut(stream, head.size, next, format!("Content-Length {length} reaches into the next record")),
        None => to_next_record(stream, end, limit, &format!("Content-Length {length} is too small")),
    }
}

/// Brings a block that ends at `end` into the window with what stands behind it, or as much of it as there is before
/// the next record's gzip member: the end of what there is. Where members are records, the next one is not inflated
/// yet: so the window is empty between records, and its first bytes, used again and again, stay in the cache.
fn hold(stream: &mut Stream, end: usize) -> usize {
    loop {
        if let Some(next) = stream.member_starting(VERSION) {
            return next;
        }
        let there = stream.data().len();
        let enough = there >= end.saturating_add(8) || (there >= end && stream.member_ends(there));
        if enough || !stream.fill() {
            return stream.data().len();
        }
    }
}

/// A block that is cut off at `bound`, by the next record or by the end of the file.
fn short(stream: &Stream, head: &Head, end: usize, bound: usize) -> Extent {
    let length = end - head.size;
    let there = bound - head.size;
    if let Some(next) = embedded(&stream.data()[..bound], head.size) {
        return cut(stream, head.size, next, format!("Content-Length {length} reaches into the next record"));
    }
    if bound < stream.data().len() || stream.member_starting(VERSION).is_some() {
        return cut(stream, head.size, bound, format!("Content-Length {length} reaches into the next gzip member"));
    }
    let detail = format!("the file ends after {there} of {length} bytes");
    let flaw = Flaw { reason: Reason::Truncated, detail, bytes: (length - there) as u64 };
    Extent { end: bound, next: bound, flaw: Some(flaw) }
}

/// A record that ends at `next`, whatever its length says: without the newlines that end every record, but not
/// shorter than `least`.
fn cut(stream: &Stream, least: usize, next: usize, detail: String) -> Extent {
    let mut end = next;
    for newline in [&b"\n"[..], b"\r", b"\n", b"\r"] {
        end -= usize::from(stream.data()[..end].ends_with(newline));
    }
    let end = end.max(least);
    Extent { end, next, flaw: Some(Flaw { reason: Reason::WrongLength, detail, bytes: 0 }) }
}

/// A record whose length says too little or nothing: it goes on to the next record from `from` on.
fn to_next_record(stream: &mut Stream, from: usize, limit: usize, detail: &str) -> Extent {
    let mut seen = from;
    loop {
        if let Some(next) = stream.member_starting(VERSION) {
            let next = embedded(&stream.data()[..next], from).unwrap_or(next);
            return cut(stream, from, next, detail.to_owned());
        }
        if let Some(next) = embedded(stream.data(), seen) {
            return cut(stream, from, next, detail.to_owned());
        }
        let whole = stream.data().len();
        if whole > limit || !stream.fill() {
            return cut(stream, from, whole, detail.to_owned());
        }
        seen = whole.saturating_sub(64).max(from);
    }
}

/// Where, from `from` on, a line starts that is a version line with a field of WARC's below.
fn embedded(data: &[u8], from: usize) -> Option<usize> {
    memmem::find_iter(&data[from..], VERSION).map(|at| from + at).find(|at| {
        let before = data[..*at].last();
        matches!(before, Some(b'\n' | b'\r')) && sniff::is_warc(&data[*at..]) && is_head(&data[*at..])
    })
}

/// Whether the line after the version line is a field.
fn is_head(data: &[u8]) -> bool {
    let mut lines = data.splitn(3, |byte| *byte == b'\n');
    let version = lines.next().is_some_and(|line| line.trim_ascii_end().len() <= b"WARC/1.1.1".len());
    let field = lines.next().unwrap_or_default();
    let named = |name: &[u8]| field.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    version && (named(b"warc-") || named(b"content-"))
}

/// The newlines after a block.
struct Newlines {
    bytes: usize,
    lines: usize,
}

/// Up to two newlines at the start of `data`, each CRLF, LF or CR.
fn newlines(data: &[u8]) -> Newlines {
    let (mut bytes, mut lines) = (0, 0);
    while lines < 2 {
        match &data[bytes..] {
            [b'\r', b'\n', ..] => bytes += 2,
            [b'\n' | b'\r', ..] => bytes += 1,
            _ => break,
        }
        lines += 1;
    }
    Newlines { bytes, lines }
}
