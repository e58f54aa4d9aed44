//! The width of the terminal, and text that is broken at it.

use terminal_size::{Width, terminal_size_of};

/// The widest line of text, in characters: longer lines are hard to read.
const WIDEST: usize = 100;

/// Returns how many characters a line of standard output may have, or `None` if it is not a terminal.
pub fn columns() -> Option<usize> {
    let (Width(width), _) = terminal_size_of(std::io::stdout())?;
    Some(usize::from(width).clamp(1, WIDEST))
}

/// Breaks text at spaces into lines of at most `width` characters; a longer word has a line of its own.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_line_ends_before_the_word_that_does_not_fit() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("  überlang two ", 3), ["überlang", "two"]);
        assert_eq!(wrapped(" ", 3), [""; 0]);
    }

    proptest! {
        #[test]
        fn no_word_is_lost_and_only_a_single_word_is_too_long(text in "[a-zü ]{0,60}", width in 1_usize..20) {
            let lines = wrapped(&text, width);
            prop_assert_eq!(lines.join(" "), text.split_whitespace().collect::<Vec<_>>().join(" "));
            prop_assert!(lines.iter().all(|line| line.chars().count() <= width || !line.contains(' ')));
        }
    }
}
