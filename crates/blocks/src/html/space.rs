//! Java's white space, which boilerpipe uses. It differs from Unicode's and Rust's.

/// Whether a character is white space for Java's `Character.isWhitespace`: no-break spaces, U+0085
/// and U+200B are not, U+001C to U+001F are.
pub fn is_space(c: char) -> bool {
    matches!(c,
        '\t'..='\r' | '\u{1C}'..='\u{20}' | '\u{1680}' | '\u{2000}'..='\u{2006}'
        | '\u{2008}'..='\u{200A}' | '\u{2028}' | '\u{2029}' | '\u{205F}' | '\u{3000}')
}

/// Whether UTF-8 text is empty or white space only.
pub(super) fn is_blank(text: &[u8]) -> bool {
    let Some(first) = text.iter().position(|&byte| !matches!(byte, b'\t'..=b'\r' | 0x1C..=0x20))
    else {
        return true;
    };
    !text[first].is_ascii()
        && std::str::from_utf8(&text[first..]).is_ok_and(|rest| rest.chars().all(is_space))
}

/// The letters and marks of UTF-8 text, in bytes: those that are no white space of ASCII.
pub fn marks(text: &[u8]) -> usize {
    let is_mark = |byte: &u8| u8::from(!matches!(byte, b'\t'..=b'\r' | b' '));
    // As many as a byte can count: the compiler compares many at once.
    text.chunks(255).map(|some| usize::from(some.iter().map(is_mark).sum::<u8>())).sum()
}

/// Whether UTF-8 text has more than white space and what controls devices.
pub fn has_marks(text: &[u8]) -> bool {
    // The compiler compares so many at once.
    const MANY: usize = 16;
    let is_mark = |byte: &u8| *byte > b' ';
    let (chunks, rest) = text.as_chunks::<MANY>();
    text.first().is_some_and(is_mark)
        || chunks.iter().any(|some| some.iter().fold(false, |has, byte| has | is_mark(byte)))
        || rest.iter().any(is_mark)
}

/// The last boundary of characters that is not behind a place.
pub fn floor(text: &str, place: usize) -> usize {
    let mut place = place.min(text.len());
    while !text.is_char_boundary(place) {
        place -= 1;
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_white_space_of_java_17() {
        let spaces: Vec<u32> = (0..=0x10FFFF)
            .filter_map(char::from_u32)
            .filter(|&c| is_space(c))
            .map(u32::from)
            .collect();
        let expected: Vec<u32> = (0x09..=0x0D)
            .chain(0x1C..=0x20)
            .chain([0x1680])
            .chain(0x2000..=0x2006)
            .chain(0x2008..=0x200A)
            .chain([0x2028, 0x2029, 0x205F, 0x3000])
            .collect();
        assert_eq!(spaces, expected);
    }

    #[test]
    fn blank_is_white_space_only() {
        assert!(is_blank(b"") && is_blank(b" \t\r\n\x1C") && is_blank("\n\u{3000} ".as_bytes()));
        assert!(
            !is_blank("\u{A0}".as_bytes())
                && !is_blank(b" x ")
                && !is_blank("\u{3000}x".as_bytes())
        );
    }
}
