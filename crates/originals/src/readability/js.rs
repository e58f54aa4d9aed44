//! JavaScript's string functions: its white space, and lengths in UTF-16.

use std::borrow::Cow;

/// Whether a character is white space for `\s` and `trim`.
pub fn is_space(c: char) -> bool {
    if c.is_ascii() {
        matches!(c, '\t'..='\r' | ' ')
    } else {
        c == '\u{FEFF}' || (c.is_whitespace() && c != '\u{85}')
    }
}

pub fn trim(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// The number of UTF-16 units.
pub fn length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// Replaces runs of two and more white spaces by a space, and removes those at the ends. One alone
/// stays what it is.
pub fn inner_text(text: &str) -> Cow<'_, str> {
    let text = trim(text);
    let mut spaces = 0;
    let runs = text.chars().any(|c| {
        spaces = if is_space(c) { spaces + 1 } else { 0 };
        spaces > 1
    });
    if !runs {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if is_space(c) && chars.peek().is_some_and(|&next| is_space(next)) {
            while chars.next_if(|&next| is_space(next)).is_some() {}
            out.push(' ');
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// The number of pieces that white space splits a text into, empty ones at its ends included.
pub fn word_count(text: &str) -> usize {
    let mut after_space = false;
    let mut pieces = 1;
    for c in text.chars() {
        let space = is_space(c);
        pieces += usize::from(space && !after_space);
        after_space = space;
    }
    pieces
}
