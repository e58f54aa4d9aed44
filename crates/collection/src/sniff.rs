//! Distinguishes pages, text and other data by their first bytes.

use memchr::memmem;
use tamis_place::packing;

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

/// What bytes are, for a decompressor that recognises a damaged or nested member by its contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sniffed {
    /// Of no format known.
    Nothing,
    /// Text of a known format.
    Text,
    /// Records of an archive, no part of a page.
    Records,
}

/// Returns what bytes are.
pub(crate) type Sniff = fn(&[u8]) -> Sniffed;

/// A text that is read as a page alone, if it has a mark.
pub(crate) const UTF_16: &str = "text in UTF-16; `iconv -f UTF-16 -t UTF-8 FILE > NEW` converts it";

/// Describes an unknown format for an error message.
pub(crate) fn describe(bytes: &[u8]) -> &'static str {
    if let Some(packing) = packing::of_bytes(bytes) {
        return packing;
    }
    match bytes {
        [] => "an empty file",
        [b'P', b'K', 3, 4, ..] => "a document in a zip file (not a WACZ)",
        _ if bytes.starts_with(b"%PDF") => "a PDF file",
        _ if packing::is_utf16(bytes) => UTF_16,
        _ if bytes.contains(&0) => "binary data",
        _ => "text in an unknown format",
    }
}

/// Returns whether a record's head has a hole: zeros over the end of one record and the start of
/// the next would otherwise make one record of two. A stray zero is read as it is, and so are other
/// control characters: some URLs are full of them.
pub(crate) fn has_hole(head: &[u8]) -> bool {
    const STRAY: usize = 3;
    head.iter().filter(|byte| **byte == 0).take(STRAY + 1).count() > STRAY
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

fn opens(text: &[u8], tag: &[u8]) -> bool {
    text.len() > tag.len()
        && text[..tag.len()].eq_ignore_ascii_case(tag)
        && (text[tag.len()] == b'>' || text[tag.len()].is_ascii_whitespace())
}

/// XML with HTML's doctype or root element in the first kilobyte.
fn is_xhtml(early: &[u8]) -> bool {
    early.starts_with(b"<?xml") && {
        let lower = early.to_ascii_lowercase();
        memmem::find(&lower, b"<html").is_some()
            || memmem::find(&lower, b"<!doctype html").is_some()
    }
}

/// Returns `bytes` without a byte order mark of UTF-8.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
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
    fn html_is_distinguished_from_what_resembles_it() {
        for page in [
            "<html>",
            "<P class=x>",
            "<!-- x",
            "<?xml version='1.0'?>\n<!DOCTYPE html PUBLIC",
            "<br\n/>",
        ] {
            assert!(is_html(page.as_bytes()), "{page}");
        }
        for other in [
            "<rss version='2.0'>",
            "<?xml version='1.0'?><feed>",
            "<pre>",
            "{}",
            "%PDF-1.4",
            "",
            "<html",
        ] {
            assert!(!is_html(other.as_bytes()), "{other}");
        }
        assert!(
            is_surely_html(b"<HTML lang=de>")
                && !is_surely_html(b"<!-- script -->")
                && !is_surely_html(b"<p>")
        );
    }
}
