//! Names of authors without what stands around them.

use super::shown::after_by;
use super::source::Source;
use super::words::{AFTER_NAME, CALENDAR, NO_NAME, NOBODY, NOT_BY, SMALL};

/// An author's longest name, in bytes.
const LONGEST: usize = 100;
/// Words of a name in a sentence.
const WORDS: usize = 8;
/// What ends a name.
const ENDS: [char; 6] = ['|', '·', '•', '∙', '(', '—'];

/// The first name in a text that a source gives as the author's.
pub fn author(text: &str, source: Source) -> Option<String> {
    let first = text.split(ENDS).find_map(|part| {
        let part = part.trim().trim_start_matches(['-', '–', ',', ' ']);
        let part = after_by(part).unwrap_or(part);
        let name = if source.is_shown() { cut(part) } else { part };
        let name = name.trim().trim_end_matches([',', ';', '-', '–', ':', ' ']);
        is_name(name).then(|| name.to_owned())
    })?;
    let is_other = source.is_shown() && text.split(ENDS).next().is_some_and(begins_other);
    (!is_other).then_some(first)
}

/// Whether a text begins with what begins no name.
fn begins_other(text: &str) -> bool {
    let word = text.trim().split(' ').next().unwrap_or_default();
    is_in(word, NO_NAME)
}

/// Whether a text can be a name: no address, no placeholder.
fn is_name(text: &str) -> bool {
    let is_address = text.contains("://") || text.contains('@') || text.starts_with("www.");
    let is_nobody = is_in(text, NOBODY) || is_in(text, CALENDAR);
    text.chars().any(char::is_alphabetic) && !is_address && !is_nobody && text.len() <= LONGEST
}

/// A text from its first `by` on, to the first word that is in no name; empty, if what is by
/// somebody is not the page.
fn cut(text: &str) -> &str {
    let mut rest = text;
    for by in [" by ", " By ", " BY "] {
        let Some((before, after)) = rest.split_once(by) else { continue };
        if before.rsplit(' ').next().is_some_and(|word| is_in(word, NOT_BY)) {
            return "";
        }
        rest = after;
    }
    let is_alone = !rest.contains(' ');
    let mut end = 0;
    for word in rest.split_inclusive(' ') {
        let has_digit = word.bytes().any(|b| b.is_ascii_digit());
        // Users may be called 2fast4you, and women April.
        let ends = is_in(word, AFTER_NAME) || has_digit && !is_alone;
        if ends || end > 0 && is_in(word, CALENDAR) {
            break;
        }
        end += word.len();
    }
    rest.get(..end).unwrap_or_default()
}

fn is_in(word: &str, of: &[&str]) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    of.iter().any(|one| one.eq_ignore_ascii_case(word))
}

/// Whether there are few words, and each starts with a capital, unless it is one of the small words
/// of names.
pub fn is_like_name(text: &str) -> bool {
    let is_lower =
        |word: &str| word.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_lowercase);
    let is_sentence = text.ends_with(['.', '?', '!']) || text.split(' ').count() > WORDS;
    let is_part = |word: &str| !is_lower(word) || SMALL.contains(&word);
    !is_sentence && !text.starts_with(char::is_lowercase) && text.split(' ').all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_without_their_surroundings() {
        for (text, name) in [
            ("By Ada Penguin", Some("Ada Penguin")),
            ("Guides By Ada Penguin Dec 11, 2025 Share", Some("Ada Penguin")),
            ("Ada Penguin | Senior Editor", Some("Ada Penguin")),
            ("By | Ada Penguin and Bo Seal | May 6, 2024", Some("Ada Penguin and Bo Seal")),
            ("Updated by Jon Linkov", None),
            ("April Smith", Some("April Smith")),
            ("Published May 6, 2024", None),
            ("2fast4you", Some("2fast4you")),
            ("ada@example.org", None),
            ("https://example.org/ada", None),
            ("admin", None),
            ("March", None),
            ("This review is posted in | Penguin Reviews", None),
            ("Home | Penguins", None),
            ("", None),
        ] {
            assert_eq!(author(text, Source::Class).as_deref(), name, "{text}");
        }
        assert!(!is_like_name("the tips in this article."));
        assert!(is_like_name("Ludwig van Beethoven"));
    }
}
