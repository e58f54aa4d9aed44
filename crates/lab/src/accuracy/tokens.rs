//! Tokens as Python's `re` finds them by `\w+`: runs of letters, numbers and underscores. Judges of
//! extraction count these.
//!
//! `\w` in Python is a character of a letter or number category, or the underscore: the same for
//! every character of Unicode 14. Unlike `\w` of Unicode's UTS #18 it is no mark, so that a word of
//! a script with vowel signs is several tokens. Lower case is that of `str::to_lowercase`, like
//! Python's `str.lower` (`tests/it/accuracy.rs` compares real texts).

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// Returns the matches of Python's `\w+`, in order.
pub fn tokens(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_word(c)).filter(|token| !token.is_empty())
}

fn is_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || c == '_';
    }
    matches!(
        c.general_category_group(),
        GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_ends_at_marks_as_in_python() {
        let found: Vec<&str> =
            tokens("don't x_1 \u{915}\u{93f}\u{924} \u{24b6} \u{2460}").collect();
        assert_eq!(found, ["don", "t", "x_1", "\u{915}", "\u{924}", "\u{2460}"]);
        assert_eq!(tokens(" -- \u{301}").count(), 0);
    }

    #[test]
    fn a_dot_that_lower_case_adds_ends_a_token() {
        // str.lower() makes two characters of one here, and the second is a mark.
        assert_eq!(
            tokens(&"\u{130}STANBUL \u{3a3}\u{391}\u{3a3}".to_lowercase()).collect::<Vec<_>>(),
            ["i", "stanbul", "\u{3c3}\u{3b1}\u{3c2}"]
        );
    }
}
