//! Detects formats by the first bytes. What the name says is in `promise.rs`.

use crate::kind::ArchiveKind;
use crate::packing;
use crate::url_record;
use memchr::{memchr_iter, memmem};

/// Starts of HTML pages (WHATWG MIME Sniffing Standard, section 7.1); a space or `>` must follow.
const TAGS: [&[u8]; 16] = [
    b"<!doctype html",
    b"<html",
    b"<head",
    b"<script",
    b"<iframe",
    b"<h1",
    b"<div",
    b"<font",
    b"<table",
    b"<a",
    b"<style",
    b"<title",
    b"<b",
    b"<body",
    b"<br",
    b"<p",
];

/// Fields of TREC layouts; one of them follows `<DOC>`.
pub(crate) const DOC_FIELDS: [&[u8]; 7] =
    [b"<DOCNO>", b"<DOCOLDNO>", b"<FEEDNO>", b"<BLOGHPNO>", b"<DATE_XML>", b"<DOCHDR>", b"<DOCID>"];

/// Returns the kind of an archive that starts with `bytes`; `None` if unknown. If the first record is damaged, it
/// looks for a later one.
pub(crate) fn kind(bytes: &[u8]) -> Option<ArchiveKind> {
    let text = without_mark(bytes).trim_ascii_start();
    if is_warc(text) {
        Some(ArchiveKind::Warc)
    } else if url_record::is_record(text) {
        Some(ArchiveKind::Arc)
    } else if is_doc(text) {
        Some(ArchiveKind::TrecWeb)
    } else if is_html(text) {
        Some(ArchiveKind::Folder)
    } else if is_json_object(text) {
        Some(ArchiveKind::Jsonl)
    } else {
        later(text)
    }
}

/// Returns the kind of the first line that starts a record. The head of a TREC document has a line like those of ARC.
fn later(text: &[u8]) -> Option<ArchiveKind> {
    let lines = || memchr_iter(b'\n', text).map(|newline| &text[newline + 1..]);
    let is_trec = lines().any(is_doc);
    let is_arc = |line: &[u8]| !is_trec && url_record::is_certain(line, b'\n');
    let kind = |line: &[u8]| match line {
        _ if is_warc(line) => Some(ArchiveKind::Warc),
        _ if is_arc(line) => Some(ArchiveKind::Arc),
        _ => is_doc(line).then_some(ArchiveKind::TrecWeb),
    };
    let starts_arc = !is_trec && url_record::is_fragment(text);
    starts_arc.then_some(ArchiveKind::Arc).or_else(|| lines().find_map(kind))
}

/// Describes an unknown format for an error message.
pub(crate) fn describe(bytes: &[u8]) -> &'static str {
    if let Some(packing) = packing::of_bytes(bytes) {
        return packing;
    }
    match bytes {
        [] => "an empty file",
        [b'P', b'K', 3, 4, ..] => "a document in a zip file (not a WACZ)",
        _ if bytes.starts_with(b"%PDF") => "a PDF file",
        _ if bytes.contains(&0) => "binary data",
        _ => "text in an unknown format",
    }
}

/// Returns whether a record's head has a hole: zeros over the end of one record and the start of the next would otherwise
/// make one record of two. A stray zero is read as it is, and so are other control characters: some URLs are full of them.
pub(crate) fn has_hole(head: &[u8]) -> bool {
    const STRAY: usize = 3;
    head.iter().filter(|byte| **byte == 0).take(STRAY + 1).count() > STRAY
}

/// Returns whether `bytes` start with WARC's magic and a digit. JWAT's and JHOVE's tests call any case valid.
pub(crate) fn is_warc(bytes: &[u8]) -> bool {
    bytes.len() > 5 && bytes[..5].eq_ignore_ascii_case(b"WARC/") && bytes[5].is_ascii_digit()
}

/// Returns whether `bytes` start with a document of a TREC layout.
pub(crate) fn is_doc(bytes: &[u8]) -> bool {
    let Some(rest) = bytes.strip_prefix(b"<DOC>") else { return false };
    let rest = rest.trim_ascii_start();
    DOC_FIELDS.iter().any(|field| rest.starts_with(field))
}

/// Returns whether a body with no type or a generic one starts like HTML.
pub(crate) fn is_html(bytes: &[u8]) -> bool {
    let early = plain_start(bytes);
    let early = early.trim_ascii_start();
    early.starts_with(b"<!--") || TAGS.iter().any(|tag| opens(early, tag)) || is_xhtml(early)
}

/// Returns whether a body with another type is certainly HTML: by its doctype or its root element.
pub(crate) fn is_surely_html(bytes: &[u8]) -> bool {
    let early = plain_start(bytes);
    let early = early.trim_ascii_start();
    TAGS[..2].iter().any(|tag| opens(early, tag)) || is_xhtml(early)
}

/// Returns whether a file named like a page may be one that starts with plain text.
pub(crate) fn is_text(bytes: &[u8]) -> bool {
    !bytes.is_empty() && !bytes[..bytes.len().min(1024)].contains(&0)
}

fn is_json_object(text: &[u8]) -> bool {
    // A line break behind the brace is an object over several lines, such as package.json.
    let next = |rest: &[u8]| rest.iter().copied().find(|byte| !matches!(byte, b' ' | b'\t'));
    text.strip_prefix(b"{").is_some_and(|rest| matches!(next(rest), Some(b'"' | b'}')))
}

fn opens(text: &[u8], tag: &[u8]) -> bool {
    text.len() > tag.len()
        && text[..tag.len()].eq_ignore_ascii_case(tag)
        && (text[tag.len()] == b'>' || text[tag.len()].is_ascii_whitespace())
}

/// XML with HTML's doctype or root element in the first kilobyte.
fn is_xhtml(early: &[u8]) -> bool {
    early.starts_with(b"<?xml") && {
        let lower = early.to_ascii_lowercase();
        memmem::find(&lower, b"<html").is_some() || memmem::find(&lower, b"<!doctype html").is_some()
    }
}

fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Returns the first kilobyte without a byte order mark; for UTF-16, without zero bytes.
fn plain_start(bytes: &[u8]) -> Vec<u8> {
    let early = without_mark(&bytes[..bytes.len().min(1024)]);
    if early.starts_with(b"\xff\xfe") || early.starts_with(b"\xfe\xff") {
        return early[2..].iter().copied().filter(|byte| *byte != 0).collect();
    }
    early.to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_by_their_bytes() {
        let cases: [(&[u8], Option<ArchiveKind>); 11] = [
            (b"WARC/0.18\r\nWARC-Type: warcinfo\r\n", Some(ArchiveKind::Warc)),
            (b"\xef\xbb\xbf\n<DOC>\n<DOCNO>x</DOCNO>", Some(ArchiveKind::TrecWeb)),
            (b"{\"docno\": \"x\"}", Some(ArchiveKind::Jsonl)),
            (b"  <!DOCTYPE html>\n<p>WARC/1.0", Some(ArchiveKind::Folder)),
            (b"\xff\xfe<\0h\0t\0m\0l\0>\0", Some(ArchiveKind::Folder)),
            (b"damage\r\nWARC/1.0\r\n", Some(ArchiveKind::Warc)),
            (b"damage\n<DOC>\n<DOCNO>", Some(ArchiveKind::TrecWeb)),
            (b"filedesc://x.arc 0.0.0.0 20080430204825 text/plain 76\n1 0 X\n", Some(ArchiveKind::Arc)),
            (b"http://a.example/ is where we met in 2008\n", None),
            (b"WARC-Type: response", None),
            (b"", None),
        ];
        for (bytes, expected) in cases {
            assert_eq!(kind(bytes), expected, "{}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn html_is_told_from_what_resembles_it() {
        for page in ["<html>", "<P class=x>", "<!-- x", "<?xml version='1.0'?>\n<!DOCTYPE html PUBLIC", "<br\n/>"] {
            assert!(is_html(page.as_bytes()), "{page}");
        }
        for other in ["<rss version='2.0'>", "<?xml version='1.0'?><feed>", "<pre>", "{}", "%PDF-1.4", "", "<html"] {
            assert!(!is_html(other.as_bytes()), "{other}");
        }
        assert!(is_surely_html(b"<HTML lang=de>") && !is_surely_html(b"<!-- script -->") && !is_surely_html(b"<p>"));
    }
}
