//! A record's head -> where its block ends and the next record starts. The Content-Length is right if the block ends
//! where records end: before an empty line, a version line, a gzip member or the end of the file. If it is not, the
//! next record's own head says where this one ends.

use super::shape::{Head, Shape};
use crate::reason::Reason;
use crate::stream::Stream;

/// Where a record ends, in bytes from its start; all of it up to `next` is in the window.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// Where its block ends, or what is kept of it.
    pub end: usize,
    /// Where reading goes on.
    pub next: usize,
    /// Bytes of its block behind `next`, which are passed over: up to the next record if it is the largest number.
    pub rest: Option<u64>,
    /// Whether a record's end stands where its length says.
    pub sound: bool,
    /// What is wrong with its length.
    pub flaw: Option<Flaw>,
}

impl Extent {
    /// A record whose block of `length` bytes is passed over.
    pub(super) fn passing(head: &Head, length: u64) -> Self {
        Self { end: head.size, next: head.size, rest: Some(length), sound: false, flaw: None }
    }
}

/// What is wrong with a record's length.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Flaw {
    pub reason: Reason,
    pub detail: String,
    /// Bytes that are missing, as far as known.
    pub bytes: u64,
}

/// Finds the end of the record that starts the window, and brings it into the window up to there, but of its block at
/// most `limit` bytes.
pub(super) fn find(stream: &mut Stream, shape: &Shape, head: &Head, limit: u64) -> Extent {
    let most = usize::try_from(limit).unwrap_or(usize::MAX).saturating_add(head.size);
    let Some(length) = head.length else {
        return to_next_record(stream, shape, head, head.size, most, &format!("no {}", shape.length));
    };
    if length > limit {
        return overlong(stream, shape, head, length, most);
    }
    let end = head.size.saturating_add(usize::try_from(length).unwrap_or(usize::MAX));
    let bound = hold(stream, shape, head, end);
    if bound < end {
        return short(stream, shape, head, length, bound);
    }
    // No more is looked at than there must be, or what is found would depend on how full the window is.
    let bound = bound.min(end + shape.behind);
    let behind = &stream.data()[end..bound];
    // The head is a part of the record, so there is a byte before the block's end.
    if ends(shape, stream.data()[end - 1], behind) {
        return Extent { end, next: end + newlines(behind).bytes, rest: None, sound: true, flaw: None };
    }
    match shape.sure.find(&stream.data()[..bound], head.size).filter(|next| *next < end) {
        Some(next) => cut(stream, head.size, next, reaches_too_far(shape, length)),
        None => to_next_record(stream, shape, head, end, most, &format!("{} {length} is too small", shape.length)),
    }
}

/// Whether a record ends at `position` of the uncompressed stream, as far as a look ahead is possible.
pub(super) fn is_end(stream: &mut Stream, shape: &Shape, position: u64) -> bool {
    // One byte more: an empty look says that the file ends before, and the block's last byte is of interest.
    let found = position.checked_sub(1).and_then(|last| stream.peek(last, 1 + shape.behind));
    found.is_some_and(|found| found.split_first().is_some_and(|(last, behind)| ends(shape, *last, behind)))
}

/// What a record lacks of which `passed` bytes of `length` were there.
pub(super) fn shortfall(stream: &Stream, passed: u64, length: u64) -> Option<Flaw> {
    let reason = if stream.data().is_empty() { Reason::Truncated } else { Reason::WrongLength };
    let bytes = if reason == Reason::Truncated { length.saturating_sub(passed) } else { 0 };
    (passed < length).then(|| Flaw { reason, detail: format!("{passed} bytes of {length}"), bytes })
}

/// A record that says that it is longer than `most`, its head included.
fn overlong(stream: &mut Stream, shape: &Shape, head: &Head, length: u64, most: usize) -> Extent {
    let bound = hold(stream, shape, head, most);
    if bound < most {
        return short(stream, shape, head, length, bound);
    }
    let end = stream.position().saturating_add(head.size as u64).saturating_add(length);
    match shape.sure.find(&stream.data()[..most], head.size) {
        Some(next) if !is_end(stream, shape, end) => cut(stream, head.size, next, reaches_too_far(shape, length)),
        _ => {
            let rest = length - (most - head.size) as u64;
            Extent { end: most, next: most, rest: Some(rest), sound: false, flaw: None }
        }
    }
}

/// Brings a block that ends at `end` into the window with what tells whether it ends there, or as much of it as there
/// is before the next record's gzip member: the end of what belongs to it. Where members are records, the next one is
/// not inflated yet: so the window is empty between records, and its first bytes, used again and again, stay in the
/// cache.
fn hold(stream: &mut Stream, shape: &Shape, head: &Head, end: usize) -> usize {
    loop {
        if let Some(next) = stream.member_starting(shape.any, head.size).filter(|next| *next < end) {
            return next;
        }
        let there = stream.data().len();
        let enough = there >= end.saturating_add(shape.behind) || (there >= end && stream.member_ends(there));
        if enough || !stream.fill() {
            return stream.member_from(end).unwrap_or(there).min(stream.data().len());
        }
    }
}

/// Whether a record whose block ends with `last` ends before `behind`, which ends with the stream, a compressed member
/// or enough bytes on.
fn ends(shape: &Shape, last: u8, behind: &[u8]) -> bool {
    let newlines = newlines(behind);
    let line_ends = newlines.bytes > 0 || last == b'\n';
    newlines.bytes == behind.len()
        || (newlines.lines == 2 && !shape.whole_lines)
        || ((line_ends || !shape.whole_lines) && (shape.any.is)(&behind[newlines.bytes..]))
}

/// A block of `length` bytes that is cut off at `bound`, by the next record or by the end of the file.
fn short(stream: &Stream, shape: &Shape, head: &Head, length: u64, bound: usize) -> Extent {
    if let Some(next) = shape.sure.find(&stream.data()[..bound], head.size) {
        return cut(stream, head.size, next, reaches_too_far(shape, length));
    }
    if stream.member_starting(shape.any, head.size).is_some() {
        return cut(
            stream,
            head.size,
            bound,
            format!("{} {length} reaches into the next compressed member", shape.length),
        );
    }
    let there = (bound - head.size) as u64;
    let detail = format!("the file ends after {there} of {length} bytes");
    let flaw = Flaw { reason: Reason::Truncated, detail, bytes: length - there };
    Extent { end: bound, next: bound, rest: None, sound: false, flaw: Some(flaw) }
}

fn reaches_too_far(shape: &Shape, length: u64) -> String {
    format!("{} {length} reaches into the next record", shape.length)
}

/// A record that ends at `next`, whatever its length says: without the newlines that end every record, but not
/// shorter than `least`.
fn cut(stream: &Stream, least: usize, next: usize, detail: String) -> Extent {
    let mut end = next;
    for newline in [&b"\n"[..], b"\r", b"\n", b"\r"] {
        end -= usize::from(stream.data()[..end].ends_with(newline));
    }
    let flaw = Some(Flaw { reason: Reason::WrongLength, detail, bytes: 0 });
    Extent { end: end.max(least), next, rest: None, sound: false, flaw }
}

/// A record whose length says too little or nothing: it goes on to the next record from `from` on, and of it the first
/// `most` bytes are kept.
fn to_next_record(stream: &mut Stream, shape: &Shape, head: &Head, from: usize, most: usize, detail: &str) -> Extent {
    let mut seen = from;
    loop {
        let member = stream.member_starting(shape.any, head.size).filter(|next| *next <= most);
        if let Some(next) = member.filter(|next| *next < from) {
            // Its first line has become whole only now: members that break off may give a part of a line each.
            return cut(stream, head.size, next, detail.to_owned());
        }
        let whole = member.unwrap_or(stream.data().len());
        match shape.sure.find(&stream.data()[..whole], seen).or(member) {
            Some(next) if next <= most => return cut(stream, from, next, detail.to_owned()),
            _ if whole > most => {
                let flaw = Some(Flaw { reason: Reason::WrongLength, detail: detail.to_owned(), bytes: 0 });
                return Extent { end: most, next: most, rest: Some(u64::MAX), sound: false, flaw };
            }
            _ if !stream.fill() => return cut(stream, from, stream.data().len(), detail.to_owned()),
            _ => seen = whole.saturating_sub(shape.sure.look_ahead).max(from),
        }
    }
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
