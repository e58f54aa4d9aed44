//! Joins the chunks of a body (RFC 9112, section 7.1).

use crate::reason::{Defect, Reason};
use memchr::memchr;

/// The longest line with a chunk's size, in bytes.
const LONGEST_LINE: usize = 1024;
/// The longest chunk size, in digits: more than 64 bits, because damage makes large numbers.
const LONGEST_NUMBER: usize = 20;
/// A size from which on it is damage itself, so that it does not show how many bytes are missing.
const ABSURD: usize = 1 << (usize::BITS - 16);

/// Joins chunks, and describes where they break off; `None` if `body` does not start with a chunk.
/// Broken chunks are kept together with the bytes after them, so that no byte of the page is lost.
pub(super) fn join(body: &[u8]) -> Option<(Vec<u8>, Option<Defect>)> {
    let (mut size, mut at) = size_line(body)?;
    let mut joined = Vec::with_capacity(body.len());
    let defect = loop {
        let data = &body[at..];
        if size == 0 {
            break None;
        }
        if size > data.len() {
            joined.extend_from_slice(data);
            let detail = format!("chunks that end after {} of a chunk's {size} bytes", data.len());
            break damaged(detail, if size < ABSURD { (size - data.len()) as u64 } else { 0 });
        }
        joined.extend_from_slice(&data[..size]);
        let rest = &data[size..];
        let newline =
            if rest.starts_with(b"\r\n") { 2 } else { usize::from(rest.starts_with(b"\n")) };
        let line = &rest[newline..];
        match size_line(line) {
            Some((next, length)) if newline > 0 => {
                at += size + newline + length;
                size = next;
            }
            // All that is left of the next line: the zero of the last chunk, other digits or
            // nothing.
            _ if is_number(line.trim_ascii()) && line.iter().all(|byte| *byte != b'\n') => {
                let is_last = line.starts_with(b"0");
                break if is_last { None } else { damaged("chunks without the last one", 0) };
            }
            _ if line.trim_ascii().is_empty() => {
                break damaged("chunks without the last one", 0);
            }
            _ => {
                joined.extend_from_slice(line);
                let place = at + size + newline;
                break damaged(format!("no chunk size at byte {place} of the body"), 0);
            }
        }
    };
    Some((joined, defect))
}

fn damaged(detail: impl Into<String>, bytes: u64) -> Option<Defect> {
    Some(Defect::new(Reason::DamagedBody, detail, bytes))
}

/// Returns the chunk size in the first line, and the length of that line.
fn size_line(body: &[u8]) -> Option<(usize, usize)> {
    let line = &body[..memchr(b'\n', &body[..body.len().min(LONGEST_LINE)])?];
    let digits = line.split(|byte| *byte == b';').next()?.trim_ascii();
    if !is_number(digits) {
        return None;
    }
    // Digits that do not fit are more than any body has.
    let size = usize::from_str_radix(std::str::from_utf8(digits).ok()?, 16).unwrap_or(usize::MAX);
    Some((size, line.len() + 1))
}

/// Returns whether `digits` are a number of a chunk size.
fn is_number(digits: &[u8]) -> bool {
    (1..=LONGEST_NUMBER).contains(&digits.len()) && digits.iter().all(u8::is_ascii_hexdigit)
}
