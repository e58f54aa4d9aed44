//! Finds where a record's block ends and where the next record starts. The Content-Length is right
//! if a record ends there: before a record, a compressed member or the end of the file. If it is
//! wrong, the head of the next record shows where this one ends, also in mid-line: a crawler that
//! was killed and started again appends to a record that it cut.

use super::shape::{ContainerFormat, RecordHead};
use crate::reason::{Defect, Reason};
use crate::stream::Stream;
use memchr::memmem;

/// Number of quoted records that are checked in a block, so that a page full of them takes no
/// longer than others.
const MAX_QUOTES: usize = 100;

/// The end of a record, in bytes from its start; everything up to `next` is in the window.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// Where the block ends, or the kept part of it.
    pub end: usize,
    /// Where reading continues.
    pub next: usize,
    /// Number of block bytes after `next` to skip; `u64::MAX`: all up to the next record.
    pub rest: Option<u64>,
    /// Whether the record ends where its length says.
    pub sound: bool,
    /// What is wrong with its length.
    pub defect: Option<Defect>,
}

impl Extent {
    /// A record whose block of `length` bytes is skipped.
    pub(super) fn passing(head: &RecordHead, length: u64) -> Self {
        Self { end: head.size, next: head.size, rest: Some(length), sound: false, defect: None }
    }

    fn with(self, defect: Defect) -> Self {
        Self { defect: Some(defect), ..self }
    }

    /// A record without a block, because the next one starts within its head.
    fn without_block(head: &RecordHead) -> Self {
        let detail = "the next record starts within its head".to_owned();
        let defect =
            Defect { reason: Reason::Truncated, detail, bytes: head.length.unwrap_or_default() };
        Self { end: head.size, next: head.size, rest: None, sound: false, defect: Some(defect) }
    }
}

/// Number of zeros behind a record that are padding: some writers end every record with one. More
/// may have replaced a record.
pub(super) const PADDING: usize = 8;

/// Returns the number of zeros that `data` starts with, if they are so few that they are padding.
pub(super) fn padding(data: &[u8]) -> usize {
    let zeros = data.iter().take(PADDING + 1).take_while(|byte| **byte == 0).count();
    if zeros > PADDING { 0 } else { zeros }
}

/// Finds the end of the record at the start of the window, and fills the window up to there, with
/// at most `limit` bytes of the block.
pub(super) fn find(
    stream: &mut Stream,
    shape: &ContainerFormat,
    head: &RecordHead,
    limit: u64,
) -> Extent {
    let most = usize::try_from(limit).unwrap_or(usize::MAX).saturating_add(head.size);
    if head.is_cut {
        return Extent::without_block(head);
    }
    let Some(length) = head.length else {
        let defect = Defect::new(Reason::NoLength, format!("no readable {}", shape.length), 0);
        return to_next_record(stream, shape, head, head.size, most, defect);
    };
    if length > limit {
        return overlong(stream, shape, head, length, most);
    }
    let end = head.size.saturating_add(usize::try_from(length).unwrap_or(usize::MAX));
    let bound = hold(stream, shape, head, end);
    if bound < end {
        return short(stream, shape, head, length, bound);
    }
    // Look no further than necessary, or the result would depend on how full the window is.
    let bound = bound.min(end + shape.behind);
    let behind = &stream.data()[end..bound];
    // The head is part of the record, so there is a byte before the end of the block.
    let last = stream.data()[end - 1];
    let is_end = ending(shape, last, behind);
    let next = end + newlines(last, behind).bytes;
    let sound = Extent { end, next, rest: None, sound: true, defect: None };
    if is_end == Ending::Certain {
        let swallowed = swallowed(shape, &stream.data()[..end], head.size);
        return swallowed.map_or(sound, |next| reaching(stream, shape, head, length, next));
    }
    match shape.sure.find(&stream.data()[..bound], head.size).filter(|next| *next < end) {
        Some(next) => reaching(stream, shape, head, length, next),
        None if is_end == Ending::Likely => sound,
        None => {
            let detail = format!("{} {length} is too small", shape.length);
            let defect = Defect::new(Reason::WrongLength, detail, 0);
            to_next_record(stream, shape, head, end, most, defect)
        }
    }
}

/// Returns the offset from which on whole records fill the block at `from`: the record before them
/// was cut off, and its length happens to reach to the end of another. A page that quotes a record
/// does not end with it; a body that starts with a record is an archive itself.
fn swallowed(shape: &ContainerFormat, data: &[u8], from: usize) -> Option<usize> {
    if !(shape.may_hold)(&data[from..]) {
        return None;
    }
    let mut at = shape.sure.find(data, from)?;
    let blank = [&b"\r\n\r\n"[..], b"\n\n"].into_iter().filter_map(|line| {
        let start = memmem::find(&data[from..], line)?;
        Some(from + start + line.len())
    });
    let body = blank.min().unwrap_or(from);
    if at == from || at == body {
        return None;
    }
    for _ in 0..MAX_QUOTES {
        if is_filled(shape, &data[at..]) {
            return Some(at);
        }
        at = shape.sure.find(data, at + 1)?;
    }
    None
}

/// Returns whether `data` is one record after the other.
fn is_filled(shape: &ContainerFormat, mut data: &[u8]) -> bool {
    while let Some((size, length)) = (shape.extent)(data) {
        let end = usize::try_from(length).ok().and_then(|length| size.checked_add(length));
        let Some(behind) = end.and_then(|end| data.get(end..)) else { return false };
        let Some(next) = behind.iter().position(|byte| !matches!(byte, b'\r' | b'\n')) else {
            return true;
        };
        let before = if next > 0 { b'\n' } else { 0 };
        data = &behind[next..];
        if !shape.sure.starts(data, before) {
            return false;
        }
    }
    false
}

/// Returns whether a record ends at `position` of the uncompressed stream; false if the stream
/// cannot look ahead.
pub(super) fn is_end(stream: &mut Stream, shape: &ContainerFormat, position: u64) -> bool {
    // Include the last byte of the block: `ending` needs it, and an empty result means that the
    // file ends before.
    let found = position.checked_sub(1).and_then(|last| stream.peek(last, 1 + shape.behind));
    match found.as_deref() {
        Some([last, behind @ ..]) => ending(shape, *last, behind) == Ending::Certain,
        _ => false,
    }
}

/// Returns the defect of a block with only `passed` of its `length` bytes; `None` if it is
/// complete.
pub(super) fn shortfall(stream: &Stream, passed: u64, length: u64) -> Option<Defect> {
    let reason = if stream.data().is_empty() { Reason::Truncated } else { Reason::WrongLength };
    let bytes = length.checked_sub(passed).filter(|missing| *missing > 0)?;
    Some(Defect { reason, detail: format!("{passed} bytes of {length}"), bytes })
}

/// The extent of a record whose length exceeds `most`, which includes its head.
fn overlong(
    stream: &mut Stream,
    shape: &ContainerFormat,
    head: &RecordHead,
    length: u64,
    most: usize,
) -> Extent {
    let bound = hold(stream, shape, head, most);
    if bound < most {
        return short(stream, shape, head, length, bound);
    }
    let end = stream.position().saturating_add(head.size as u64).saturating_add(length);
    match shape.sure.find(&stream.data()[..most], head.size) {
        Some(next) if !is_end(stream, shape, end) => reaching(stream, shape, head, length, next),
        _ => {
            let rest = length - (most - head.size) as u64;
            Extent { end: most, next: most, rest: Some(rest), sound: false, defect: None }
        }
    }
}

/// Fills the window up to `end` and far enough to check that the block ends there, or up to the
/// compressed member of the next record. If each record is a member, the next one is not
/// decompressed yet, so the window is empty between records and its memory stays in the processor's
/// cache. Returns the number of available bytes.
fn hold(stream: &mut Stream, shape: &ContainerFormat, head: &RecordHead, end: usize) -> usize {
    loop {
        if let Some(next) = stream.member_starting(shape.any, head.size).filter(|next| *next < end)
        {
            return next;
        }
        let there = stream.data().len();
        let is_bounded = stream.member_from(end).is_some() || stream.member_ends(there);
        let enough = there >= end.saturating_add(shape.behind) || (there >= end && is_bounded);
        if enough || !stream.fill() {
            return stream.member_from(end).unwrap_or(there).min(stream.data().len());
        }
    }
}

/// Whether a record ends at some place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// Nothing, or surely the next record, follows.
    Certain,
    /// An empty line and other bytes follow, or what may be a record. A page has such lines, too.
    Likely,
    No,
}

/// Returns whether a record ends between `last`, the last byte of its block, and `behind`, which
/// ends with the stream, with a compressed member or after enough bytes.
fn ending(shape: &ContainerFormat, last: u8, behind: &[u8]) -> Ending {
    let newlines = newlines(last, behind);
    let next = &behind[newlines.bytes..];
    let before = if newlines.bytes > 0 { b'\n' } else { last };
    let is_empty_line = newlines.lines == 2 && !shape.whole_lines;
    let is_fragment = before == b'\n' && (shape.is_fragment)(next);
    if next.is_empty() || shape.sure.starts(next, before) || is_fragment {
        Ending::Certain
    } else if is_empty_line || shape.any.starts(next, before) {
        Ending::Likely
    } else {
        Ending::No
    }
}

/// The extent of a block cut off at `bound` by the next record or the end of the file.
fn short(
    stream: &Stream,
    shape: &ContainerFormat,
    head: &RecordHead,
    length: u64,
    bound: usize,
) -> Extent {
    if let Some(next) = shape.sure.find(&stream.data()[..bound], head.size) {
        return reaching(stream, shape, head, length, next);
    }
    if stream.member_starting(shape.any, head.size).is_some() {
        return reaching(stream, shape, head, length, bound);
    }
    let there = (bound - head.size) as u64;
    let detail = format!("the file ends after {there} of {length} bytes");
    let defect = Defect { reason: Reason::Truncated, detail, bytes: length - there };
    Extent { end: bound, next: bound, rest: None, sound: false, defect: Some(defect) }
}

/// The extent of a record whose `length` reaches beyond `next`, where the next record or compressed
/// member starts.
fn reaching(
    stream: &Stream,
    shape: &ContainerFormat,
    head: &RecordHead,
    length: u64,
    next: usize,
) -> Extent {
    let extent = cut(stream, head.size, next);
    let there = (extent.end - head.size) as u64;
    let detail =
        format!("{} {length} reaches into the next record: {there} bytes are there", shape.length);
    extent.with(Defect::new(Reason::WrongLength, detail, length.saturating_sub(there)))
}

/// The extent of a record that ends at `next` regardless of its length. The newlines that end every
/// record are removed, but no byte before `least`.
fn cut(stream: &Stream, least: usize, next: usize) -> Extent {
    let mut end = next;
    for newline in [&b"\n"[..], b"\r", b"\n", b"\r"] {
        end -= usize::from(stream.data()[..end].ends_with(newline));
    }
    Extent { end: end.max(least), next, rest: None, sound: false, defect: None }
}

/// The extent of a record with a length that is missing or too small: up to the next record after
/// `from`. The first `most` bytes are kept.
fn to_next_record(
    stream: &mut Stream,
    shape: &ContainerFormat,
    head: &RecordHead,
    from: usize,
    most: usize,
    defect: Defect,
) -> Extent {
    let mut seen = from;
    loop {
        let member = stream.member_starting(shape.any, head.size).filter(|next| *next <= most);
        if let Some(next) = member.filter(|next| *next < from) {
            // The first line of that record is complete only now: broken members may each give part
            // of a line.
            return cut(stream, head.size, next).with(defect);
        }
        let whole = member.unwrap_or(stream.data().len());
        let found = shape.sure.find(&stream.data()[..whole], seen).or(member);
        if let Some(next) = found.filter(|next| *next <= most) {
            // Another record may start before it in mid-line, which only its whole head shows.
            let is_first = member.is_some() || whole - next >= shape.sure.look_ahead;
            if is_first || !stream.fill() {
                return cut(stream, from, next).with(defect);
            }
            continue;
        }
        if whole > most {
            let rest = Some(u64::MAX);
            let extent = Extent { end: most, next: most, rest, sound: false, defect: None };
            return extent.with(defect);
        }
        if !stream.fill() {
            return cut(stream, from, stream.data().len()).with(defect);
        }
        seen = whole.saturating_sub(shape.sure.look_ahead).max(from);
    }
}

/// The newlines after a block.
struct Newlines {
    /// With the padding around them.
    bytes: usize,
    lines: usize,
}

/// Returns up to two newlines at the start of `data`, each CRLF, LF or CR, with the padding around
/// them. Behind a `last` byte that is zero more of them are no padding: a hole goes on.
fn newlines(last: u8, data: &[u8]) -> Newlines {
    let padding = |data| if last == 0 { 0 } else { padding(data) };
    let mut bytes = padding(data);
    let mut lines = 0;
    while lines < 2 {
        match &data[bytes..] {
            [b'\r', b'\n', ..] => bytes += 2,
            [b'\n' | b'\r', ..] => bytes += 1,
            _ => break,
        }
        lines += 1;
        bytes += padding(&data[bytes..]);
    }
    Newlines { bytes, lines }
}
