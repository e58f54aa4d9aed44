//! Detects the format of a file: by its first bytes, by what its name promises, and by later lines.

use super::ArchiveKind;
use super::promise::Promise;
use crate::sniff::{self, Sniffed};
use crate::stream::Stream;
use tamis_place::packing;

/// Number of first bytes that are enough to detect most archives.
const EARLY: usize = 1024;
/// Number of bytes searched for a record if the first ones are inconclusive.
const LATE: usize = 64 * 1024;

/// Returns the format of `stream`; `None` if it is unknown. If the bytes are damaged, or are a page
/// under the name of an archive, it is the promised one: the reader then reports them, and finds
/// the records behind them. A format that only a later line shows, JSONL, is found under any name.
pub(crate) fn detect(stream: &mut Stream, promise: Promise) -> Option<ArchiveKind> {
    if let Some(kind) = of_bytes(first(stream, EARLY)).filter(holds_records) {
        return Some(kind);
    }
    let found = of_bytes(first(stream, LATE));
    found
        .filter(holds_records)
        .or_else(|| promised(stream, promise))
        .or(found)
        .or_else(|| hidden(stream, promise))
}

/// Returns whether a file of this format holds records, and is no page itself.
fn holds_records(kind: &ArchiveKind) -> bool {
    *kind != ArchiveKind::Folder
}

/// Returns the format of a text if it is one that only files given directly are read as.
pub(crate) fn given(bytes: &[u8], promise: Promise) -> Option<ArchiveKind> {
    find(|kind| kind.format().signs.given.is_some_and(|is| is(bytes, promise.kind == Some(kind))))
}

/// Returns what decompressed bytes are, for the decompressor.
pub(crate) fn sniff(bytes: &[u8]) -> Sniffed {
    match of_bytes(bytes) {
        None => Sniffed::Nothing,
        Some(kind) if kind.format().signs.later.is_some() => Sniffed::Records,
        Some(_) => Sniffed::Text,
    }
}

/// Returns the format of bytes that start with a record, or have one further on if the first is
/// damaged.
fn of_bytes(bytes: &[u8]) -> Option<ArchiveKind> {
    let text = sniff::without_mark(bytes).trim_ascii_start();
    find(|kind| (kind.format().signs.starts)(text)).or_else(|| later(text))
}

/// Returns the format of the first line that starts a record.
fn later(text: &[u8]) -> Option<ArchiveKind> {
    let mut first: Option<(usize, ArchiveKind)> = None;
    for kind in ArchiveKind::ALL {
        if let Some(find_line) = kind.format().signs.later
            && let Some(at) = find_line(text)
            && first.is_none_or(|(before, _)| at < before)
        {
            first = Some((at, *kind));
        }
    }
    first.map(|(_, kind)| kind)
}

/// Returns the promised format, unless the file is empty or packed in another way.
fn promised(stream: &Stream, promise: Promise) -> Option<ArchiveKind> {
    let kind = promise.kind?;
    let only_if_given = kind.format().signs.given.is_some();
    let is_packed = packing::of_bytes(stream.data()).is_some();
    (!only_if_given && !is_packed && !stream.is_blank()).then_some(kind)
}

/// Returns the format that only a later line shows, unless the file looks, or is named, like one
/// that is given directly.
fn hidden(stream: &mut Stream, promise: Promise) -> Option<ArchiveKind> {
    let bytes = first(stream, LATE);
    let is_given = promise.kind.is_some_and(|kind| kind.format().signs.given.is_some());
    if is_given || given(bytes, Promise::default()).is_some() {
        return None;
    }
    find(|kind| (kind.format().signs.hidden)(bytes))
}

/// Returns the first format that `is` accepts.
fn find(is: impl Fn(ArchiveKind) -> bool) -> Option<ArchiveKind> {
    ArchiveKind::ALL.iter().copied().find(|kind| is(*kind))
}

/// Returns the first `n` bytes, or all if there are fewer. What is in the window beyond them
/// depends on how bytes arrive.
fn first(stream: &mut Stream, n: usize) -> &[u8] {
    stream.want(n);
    &stream.data()[..stream.data().len().min(n)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_detected_by_their_bytes() {
        let cases: [(&[u8], Option<ArchiveKind>); 11] = [
            (b"WARC/0.18\r\nWARC-Type: warcinfo\r\n", Some(ArchiveKind::Warc)),
            (b"\xef\xbb\xbf\n<DOC>\n<DOCNO>x</DOCNO>", Some(ArchiveKind::TrecWeb)),
            (b"{\"docno\": \"x\"}", Some(ArchiveKind::Jsonl)),
            (b"  <!DOCTYPE html>\n<p>WARC/1.0", Some(ArchiveKind::Folder)),
            (b"\xff\xfe<\0h\0t\0m\0l\0>\0", Some(ArchiveKind::Folder)),
            (b"damage\r\nWARC/1.0\r\n", Some(ArchiveKind::Warc)),
            (b"damage\n<DOC>\n<DOCNO>", Some(ArchiveKind::TrecWeb)),
            (
                b"filedesc://x.arc 0.0.0.0 20080430204825 text/plain 76\n1 0 X\n",
                Some(ArchiveKind::Arc),
            ),
            (b"http://a.example/ is where we met in 2008\n", None),
            (b"WARC-Type: response", None),
            (b"", None),
        ];
        for (bytes, expected) in cases {
            assert_eq!(of_bytes(bytes), expected, "{}", String::from_utf8_lossy(bytes));
        }
    }
}
