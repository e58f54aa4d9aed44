//! The character properties that boilerpipe's tokenizer uses, as bits.

use crate::html::is_space;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// A set of properties of a character.
pub(super) type CharClass = u8;

/// Java's white space.
pub(super) const SPACE: CharClass = 1;
/// A word character of Java's `\b`: letter, decimal digit or underscore. A non-spacing mark counts
/// after its base.
pub(super) const WORD: CharClass = 1 << 1;
/// Letter or decimal digit below U+10000: a base of non-spacing marks. (Java looks for the base by
/// UTF-16 units.)
pub(super) const BASE: CharClass = 1 << 2;
/// Makes a token a word: letter or number (L, Nd, Nl, No).
pub(super) const COUNTS: CharClass = 1 << 3;
/// Punctuation at which tokens are not split: `" ' . , ! @ - : ; $ ? ( ) /`.
pub(super) const GLUE: CharClass = 1 << 4;
pub(super) const MARK: CharClass = 1 << 5;
/// U+2063, which boilerpipe inserts at word boundaries; in a page, it acts as one.
pub(super) const BORDER: CharClass = 1 << 6;

/// Not ASCII: see [`class`].
pub(super) const WIDE: CharClass = 1 << 7;

pub(super) const LETTER: CharClass = WORD | BASE | COUNTS;

/// The classes of bytes: of ASCII characters, and [`WIDE`] for all other bytes.
pub(super) static BYTES: [CharClass; 256] = {
    let mut classes = [WIDE; 256];
    let mut byte = 0u8;
    while byte < 128 {
        classes[byte as usize] = match byte {
            b'\t'..=b'\r' | 0x1C..=0x20 => SPACE,
            b'_' => WORD,
            b'"' | b'\'' | b'.' | b',' | b'!' | b'@' | b'-' | b':' | b';' | b'$' | b'?' | b'('
            | b')' | b'/' => GLUE,
            _ if byte.is_ascii_alphanumeric() => LETTER,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// Returns the class of any character. Letters added to Unicode since Java 17 (Unicode 13) are
/// letters here; among older characters, only U+1734 and U+1171E have changed class since.
pub(super) fn class(c: char) -> CharClass {
    use GeneralCategory as G;
    if c.is_ascii() {
        return BYTES[c as usize];
    }
    if is_space(c) {
        return SPACE;
    }
    let letter = if c <= '\u{FFFF}' { LETTER } else { LETTER & !BASE };
    match c.general_category() {
        G::UppercaseLetter | G::LowercaseLetter | G::TitlecaseLetter | G::ModifierLetter => letter,
        G::OtherLetter | G::DecimalNumber => letter,
        G::LetterNumber | G::OtherNumber => COUNTS,
        G::NonspacingMark => MARK,
        _ if c == '\u{2063}' => BORDER,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_telling_characters() {
        let expected = [
            ('a', LETTER),
            ('_', WORD),
            ('$', GLUE),
            ('%', 0),
            ('é', LETTER),
            ('²', COUNTS),
            ('Ⅷ', COUNTS),
            ('٣', LETTER),
            ('\u{301}', MARK),
            ('\u{93E}', 0), // a spacing mark (Mc), alphabetic to Rust
            ('\u{A0}', 0),
            ('\u{3000}', SPACE),
            ('\u{2019}', 0),
            ('中', LETTER),
            ('\u{2063}', BORDER),
            ('\u{200B}', 0),
        ];
        for (c, bits) in expected {
            assert_eq!(class(c), bits, "{c:?}");
        }
    }
}
