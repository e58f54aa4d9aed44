//! What Web2Text finds with Java's regular expressions: words are of ASCII characters, but their
//! boundaries are those of all letters and digits.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Java's white space in regular expressions.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | 0x0B | 0x0C | b'\r')
}

pub(super) fn is_digit(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_digit()
    } else {
        c.general_category() == GeneralCategory::DecimalNumber
    }
}

/// Whether a character is part of a word where Java looks for its boundary.
fn joins(c: char) -> bool {
    if c.is_ascii() { is_word(c as u8) } else { c.is_alphabetic() || is_digit(c) }
}

/// Whether a word begins or ends at this byte.
fn is_boundary(text: &str, at: usize) -> bool {
    text[..at].chars().next_back().is_some_and(joins)
        != text[at..].chars().next().is_some_and(joins)
}

/// Whether there is something like `name@host`.
pub(super) fn has_email(text: &str) -> bool {
    let bytes = text.as_bytes();
    // Where the text after the sign before begins.
    let mut from = 0;
    for at in memchr::memchr_iter(b'@', bytes) {
        let before = bytes[from..at].iter().rposition(|&byte| !is_word(byte));
        let start = before.map_or(from, |last| from + last + 1);
        let has_host = bytes.get(at + 1).is_some_and(|&byte| is_word(byte) || byte == b'.');
        if start < at && has_host && is_boundary(text, start) {
            return true;
        }
        from = at + 1;
    }
    false
}

/// Whether there is something like `http://host`.
pub(super) fn has_url(text: &str) -> bool {
    memchr::memmem::find_iter(text.as_bytes(), b"://").any(|sign| is_url(text, sign))
}

/// Whether the `://` at `sign` has a scheme before it and a host after it.
fn is_url(text: &str, sign: usize) -> bool {
    let has_scheme = ["https", "http", "ftp"]
        .iter()
        .any(|scheme| text[..sign].ends_with(scheme) && is_boundary(text, sign - scheme.len()));
    if !has_scheme {
        return false;
    }
    let mut rest = text[sign + 3..].char_indices();
    if rest.next().is_none_or(|(_, c)| matches!(c, '/' | '$' | '.' | '?' | '#') || is_space_char(c))
        || rest.next().is_none_or(|(_, c)| is_line_end(c))
    {
        return false;
    }
    for (i, c) in rest {
        if is_boundary(text, sign + 3 + i) {
            return true;
        }
        if is_space_char(c) {
            return false;
        }
    }
    is_boundary(text, text.len())
}

fn is_space_char(c: char) -> bool {
    c.is_ascii() && is_space(c as u8)
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Whether there is a number of four digits.
pub(super) fn has_year(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(found) = bytes[at..].iter().position(u8::is_ascii_digit) {
        let start = at + found;
        at = start + bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if at - start == 4 && is_boundary(text, start) && is_boundary(text, at) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_found_as_java_finds_them() {
        let emails = ["me a@b", "a@ b", "a @b", "éa@b c", "(a@.) c", "x@@y z"];
        assert_eq!(emails.map(has_email), [true, false, false, false, true, false]);
        let urls =
            ["http://ab", "see https://a b", "http://.ab", "xhttp://ab", "ftp://a-b", "ftp://a- -"];
        assert_eq!(urls.map(has_url), [true, true, false, false, true, false]);
        let years = ["in 2018.", "20180", "a2018", "2018é", "-2018-", "12345 1234"];
        assert_eq!(years.map(has_year), [true, false, false, false, true, true]);
    }
}
