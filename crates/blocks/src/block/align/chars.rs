//! The characters of Java: UTF-16 units, with Java's ideas of white space, letters and upper case.

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// The unit that stands for markup in a source, U+25A1.
pub const MASK: u16 = 0x25A1;

/// A unit that occurs in no source: text is UTF-16, and this is half of a character without its
/// other half.
pub const NONE: u16 = 0xDC00;

/// Java's `Character.isWhitespace`: without no-break spaces.
pub fn is_space(unit: u16) -> bool {
    match unit {
        0x09..=0x0D | 0x1C..=0x20 => true,
        0x00..=0x7F | 0xA0 | 0x2007 | 0x202F => false,
        _ => char::from_u32(u32::from(unit)).is_some_and(char::is_whitespace) && unit != 0x85,
    }
}

/// Java's `Character.isLetterOrDigit`.
pub fn is_letter_or_digit(unit: u16) -> bool {
    if unit < 0x80 {
        return (unit as u8).is_ascii_alphanumeric();
    }
    char::from_u32(u32::from(unit)).is_some_and(|c| {
        c.general_category_group() == GeneralCategoryGroup::Letter
            || c.general_category() == GeneralCategory::DecimalNumber
    })
}

/// Java's `Character.toUpperCase`: one unit to one unit.
pub fn upper(unit: u16) -> u16 {
    if unit < 0x80 {
        return u16::from((unit as u8).to_ascii_uppercase());
    }
    let Some(c) = char::from_u32(u32::from(unit)) else { return unit };
    let mut upper = c.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(upper), None) => u16::try_from(u32::from(upper)).unwrap_or(unit),
        _ => unit,
    }
}

/// Whether two units are equal ignoring case, or both white space.
pub fn alike(a: u16, b: u16) -> bool {
    a == b || upper(a) == upper(b) || (is_space(a) && is_space(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(c: char) -> u16 {
        c as u16
    }

    #[test]
    fn units_are_as_in_java() {
        assert!([' ', '\n', '\u{1c}', '\u{2003}', '\u{2028}'].map(unit).into_iter().all(is_space));
        let others = ['a', '\u{a0}', '\u{85}', '\u{202f}', '\u{200b}'];
        assert!(!others.map(unit).into_iter().any(is_space));
        assert!(['a', 'é', '漢', '٣'].map(unit).into_iter().all(is_letter_or_digit));
        assert!(!['_', 'Ⅷ', '²', '□'].map(unit).into_iter().any(is_letter_or_digit));
        assert_eq!(
            ['é', 'ß', 'z', 'ÿ', '1'].map(|c| upper(unit(c))),
            ['É', 'ß', 'Z', 'Ÿ', '1'].map(unit)
        );
        assert!(alike(unit('\t'), unit('\n')) && alike(unit('ä'), unit('Ä')));
        assert!(!alike(unit('a'), unit('ä')));
    }
}
