//! Python's white space, for methods whose originals are written in Python. It differs from
//! Unicode's and from Java's.

/// Python's `str.isspace`: Unicode's white space and U+001C to U+001F.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1C}'..='\u{1F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_white_space_of_python() {
        let spaces: Vec<u32> = (0..=0x10FFFF)
            .filter_map(char::from_u32)
            .filter(|&c| is_space(c))
            .map(u32::from)
            .collect();
        let expected: Vec<u32> = (0x09..=0x0D)
            .chain(0x1C..=0x20)
            .chain([0x85, 0xA0, 0x1680])
            .chain(0x2000..=0x200A)
            .chain([0x2028, 0x2029, 0x202F, 0x205F, 0x3000])
            .collect();
        assert_eq!(spaces, expected);
    }
}
