//! White space as Python sees it, for the methods that were written in it, which is neither Unicode's nor Java's.

/// Python's `str.isspace`: Unicode's white space and U+001C to U+001F.
pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1C}'..='\u{1F}')
}

/// Whether there is nothing but white space.
pub(super) fn is_blank(text: &str) -> bool {
    text.chars().all(is_space)
}

/// Appends a text in which every run of white space has become one character: a line feed if the run holds a line end,
/// else a space.
pub(super) fn push_normalized(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(is_space) {
        out.push_str(&rest[..at]);
        let run = &rest[at..];
        let end = run.find(|c| !is_space(c)).unwrap_or(run.len());
        out.push(if run[..end].contains(['\n', '\r']) { '\n' } else { ' ' });
        rest = &run[end..];
    }
    out.push_str(rest);
}

/// The words between white space.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_white_space_of_python() {
        let spaces: Vec<u32> =
            (0..=0x10FFFF).filter_map(char::from_u32).filter(|&c| is_space(c)).map(u32::from).collect();
        let expected: Vec<u32> = (0x09..=0x0D)
            .chain(0x1C..=0x20)
            .chain([0x85, 0xA0, 0x1680])
            .chain(0x2000..=0x200A)
            .chain([0x2028, 0x2029, 0x202F, 0x205F, 0x3000])
            .collect();
        assert_eq!(spaces, expected);
    }
}
