//! Decodes character references like htmlparser2 3.10: with a semicolon the names of HTML 5,
//! without one the first 106 names of HTML 4, and numbers with the C1 range as windows-1252. The
//! names come from html5gum.

use encoding_rs::WINDOWS_1252;
use std::borrow::Cow;
use tamis_blocks::html::decode_reference;

/// Decodes the text from `start` to the end of `markup`.
pub(super) fn decode_into(markup: &str, start: usize, out: &mut String) {
    let mut at = start;
    while let Some(found) = memchr::memchr(b'&', &markup.as_bytes()[at..]) {
        let sign = at + found;
        out.push_str(&markup[at..sign]);
        at = reference(markup, sign, out);
    }
    out.push_str(&markup[at..]);
}

pub(super) fn decode_value(value: &str) -> Cow<'_, str> {
    if memchr::memchr(b'&', value.as_bytes()).is_none() {
        return value.into();
    }
    let mut decoded = String::with_capacity(value.len());
    decode_into(value, 0, &mut decoded);
    decoded.into()
}

/// Decodes the reference at `sign`, or copies it if it is invalid. Returns where it ends.
fn reference(markup: &str, sign: usize, out: &mut String) -> usize {
    let rest = &markup[sign + 1..];
    if let Some(number) = rest.strip_prefix('#') {
        return sign + 2 + numeric(markup, sign, number, out);
    }
    let end = rest.bytes().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let end = end + usize::from(rest.as_bytes().get(end) == Some(&b';'));
    named(&markup[sign..sign + 1 + end], out);
    sign + 1 + end
}

/// Decodes a numeric reference whose digits begin `rest`. Returns its length in bytes.
fn numeric(markup: &str, sign: usize, rest: &str, out: &mut String) -> usize {
    let hex = rest.starts_with(['x', 'X']);
    let (skip, radix) = if hex { (1, 16) } else { (0, 10) };
    let digits = &rest[skip..];
    let end =
        digits.bytes().position(|byte| !char::from(byte).is_digit(radix)).unwrap_or(digits.len());
    let semicolon = usize::from(digits.as_bytes().get(end) == Some(&b';'));
    if end == 0 {
        // The original goes back one too far: the character before the sign is text again.
        if semicolon == 0 && !digits.is_empty() {
            out.extend(markup[..sign].chars().next_back());
        }
        out.push_str(&markup[sign..sign + 2 + skip + semicolon]);
        return skip + semicolon;
    }
    let number = u32::from_str_radix(&digits[..end], radix).unwrap_or(u32::MAX);
    out.push(character(number));
    skip + end + semicolon
}

/// Returns the character of a number.
pub(super) fn character(number: u32) -> char {
    match number {
        0 => char::REPLACEMENT_CHARACTER,
        0x80..=0x9F => {
            let byte = [number as u8];
            let decoded = WINDOWS_1252.decode_without_bom_handling(&byte).0;
            decoded.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        _ => char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

fn named(reference: &str, out: &mut String) {
    match reference {
        "&" => out.push('&'),
        "&amp;" => out.push('&'),
        "&nbsp;" => out.push('\u{A0}'),
        "&lt;" => out.push('<'),
        "&gt;" => out.push('>'),
        "&quot;" => out.push('"'),
        "&apos;" => out.push('\''),
        _ => decode_reference(reference, out),
    }
}
