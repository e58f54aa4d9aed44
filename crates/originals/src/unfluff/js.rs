//! JavaScript's string functions: its white space, and lengths in UTF-16.

/// Whether a character is white space for `\s` and `trim`.
pub(super) fn is_space(c: char) -> bool {
    c == '\u{FEFF}' || (c.is_whitespace() && c != '\u{85}')
}

pub(super) fn trim(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// Whether a text has at least this many UTF-16 units.
pub(super) fn is_as_long(text: &str, units: usize) -> bool {
    text.len() >= units && text.chars().map(char::len_utf16).sum::<usize>() >= units
}
