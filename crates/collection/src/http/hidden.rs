//! Finds the page in a head whose blank line was overwritten.

use super::coding::Coding;
use memchr::{memchr_iter, memmem};

/// What pages start with, in lower case.
const STARTS: [&[u8]; 11] = [
    b"<!doctype",
    b"<html",
    b"<head",
    b"<body",
    b"<title",
    b"<meta",
    b"<?xml",
    b"<p>",
    b"<div",
    b"<table",
    b"<!--",
];
/// What a coded page starts with.
const GZIP: &[u8] = b"\x1f\x8b\x08";
/// Number of [`STARTS`], from the first on, that hardly ever occur in a field.
const SURE: usize = 2;

/// Returns the offset of the page inside what seems to be the head, the first `length` bytes of
/// `text`. If that head ends with a blank line, only what is surely a page counts, and only if
/// nothing behind the blank line looks like one.
pub(super) fn page(text: &[u8], length: usize, is_open: bool, whole: bool) -> Option<usize> {
    let head = &text[..length];
    let is_closed = !is_open
        && (head.ends_with(b"\n\n") || head.ends_with(b"\r\n\r\n") || head.ends_with(b"\n\r\n"));
    let tags = if is_closed { &STARTS[..SURE] } else { &STARTS[..] };
    if is_closed
        && (opens_tag(text[length..].trim_ascii_start())
            || Coding::sniff(&text[length..]).is_some())
    {
        return None;
    }
    let tag = memchr_iter(b'<', head).find(|at| tags.iter().any(|tag| starts(&head[*at..], tag)));
    let found = tag.into_iter().chain(memmem::find(head, GZIP)).min();
    // Words behind control characters are a page too, unless the block may go on.
    found.or_else(|| behind_controls(head).filter(|_| whole && !is_closed && !is_open))
}

/// Returns `head` without the control characters and spaces at its end.
pub(super) fn without_controls(head: &[u8]) -> &[u8] {
    let end = head.iter().rposition(|byte| *byte > b' ' && *byte != 127).map_or(0, |last| last + 1);
    &head[..end]
}

/// Returns whether a line starts with a tag. An indented line may continue a field, so there it
/// must be one that starts a page; and `<http:` continues the field Link in a head with raw line
/// breaks.
pub(super) fn opens_tag(line: &[u8]) -> bool {
    let Some(tag) = line.trim_ascii_start().strip_prefix(b"<") else { return false };
    let tag = tag[..tag.len().min(4)].to_ascii_lowercase();
    if line.starts_with(b"<") {
        tag.first().is_some_and(|byte| byte.is_ascii_alphabetic() || b"!?/".contains(byte))
            && tag != b"http"
    } else {
        tag.starts_with(b"!")
            || [b"?xml", b"html", b"head", b"body"].iter().any(|start| tag == *start)
    }
}

/// Whether a byte is a control character that plain text does not have.
pub(super) fn is_control(byte: &u8) -> bool {
    matches!(byte, 0..9 | 14..27 | 127)
}

/// Returns the offset of the first bytes behind a row of control characters.
fn behind_controls(head: &[u8]) -> Option<usize> {
    let first = head.iter().position(is_control)?;
    let page = first + head[first..].iter().position(|byte| !is_control(byte))?;
    (!head[page..].trim_ascii().is_empty()).then_some(page)
}

/// Returns whether `text` starts with a lower-case `tag` in any case.
pub(super) fn starts(text: &[u8], tag: &[u8]) -> bool {
    text.len() >= tag.len() && text[..tag.len()].eq_ignore_ascii_case(tag)
}
