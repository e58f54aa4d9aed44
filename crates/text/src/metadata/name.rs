//! Names of authors without what stands around them.

use super::source::Source;
use super::words::{AFTER_NAME, AND, BY, CALENDAR, GROUPS, NO_NAME, NOBODY, NOT_BY, POSTS, SMALL};
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// An author's longest name, in bytes.
const LONGEST: usize = 100;
/// Words of a name in a sentence.
const WORDS: usize = 8;
const ENDS: [char; 6] = ['|', '·', '•', '∙', '(', '—'];
/// What follows the word that names an author.
const AFTER_BY: [char; 6] = [' ', ':', '\u{a0}', '：', '\n', '\t'];
/// Words that one of several names in a line has.
const NAME: RangeInclusive<usize> = 2..=5;

/// The names in the first part of a text that has any.
pub fn authors(text: &str, source: Source) -> Vec<String> {
    let whole = author(text, source);
    whole.map(|whole| several(&whole, source).unwrap_or_else(|| vec![whole])).unwrap_or_default()
}

/// The names in a line such as `Ada Penguin, Bo Seal and Cy Bear`, without posts such as `Editor`;
/// nothing, if a part may be something else: `Penguin, A.`, `Ben and Jerry`.
pub fn several(line: &str, source: Source) -> Option<Vec<String>> {
    // The parts, and whether a word such as `and` is before each.
    let mut parts = vec![(false, String::new())];
    for word in line.replace(" ,", ",").split(' ') {
        let joins = AND.contains(&word.to_lowercase().as_str());
        let (is_joined, part) = parts.last_mut()?;
        if joins && part.is_empty() {
            *is_joined = true;
        } else if !joins {
            part.push_str(if part.is_empty() { "" } else { " " });
            part.push_str(word.trim_end_matches([',', ';']));
        }
        if (joins || word.ends_with([',', ';'])) && !part.is_empty() {
            parts.push((joins, String::new()));
        }
    }
    let has = |part: &str, of: &[&str]| part.split(' ').any(|word| is_in(word, of));
    // In `Ada Penguin, Keeper & Editor` both may be posts of one.
    if parts.iter().any(|(is_joined, part)| *is_joined && has(part, &POSTS)) {
        return None;
    }
    let is_joined = line.contains(';') || parts.iter().any(|(is_joined, _)| *is_joined);
    let whole = parts.len();
    let parts = parts.into_iter().map(|(_, part)| part);
    let is_post = |word: &str| is_in(word.strip_suffix('s').unwrap_or(word), &POSTS);
    let is_of_post = |part: &String| has(part, &POSTS) || part.split(' ').any(is_post);
    let parts: Vec<_> = parts.filter(|part| !part.is_empty() && !is_of_post(part)).collect();
    // What follows a comma in a line that people read may be a place.
    let is_list = is_joined || source.is_data() && source != Source::Library;
    let is_one = parts.len() == 1 && whole > 1;
    let is_name = |part: &String| {
        NAME.contains(&part.split(' ').count()) && is_like_name(part) && !has(part, &GROUPS)
    };
    (parts.iter().all(is_name) && (is_one || is_list && parts.len() > 1)).then_some(parts)
}

/// The first name in a text that a source gives as the author's, or several in a line.
pub fn author(text: &str, source: Source) -> Option<String> {
    let text = &without_addresses(text);
    let first = text.split(ENDS).find_map(|part| {
        let part = part.trim().trim_start_matches(['-', '–', ',', ' ']);
        let part = after_by(part).unwrap_or(part);
        let name = if source.is_shown() { cut(part) } else { part };
        let name = name.trim().trim_end_matches([',', ';', '-', '–', ':', ')', ' ']);
        is_name(name).then(|| name.to_owned())
    })?;
    let is_other = source.is_shown() && text.split(ENDS).next().is_some_and(begins_other);
    (!is_other).then_some(first)
}

/// A text without addresses of mail and names of accounts, which stand beside names.
fn without_addresses(text: &str) -> Cow<'_, str> {
    if !text.contains('@') {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    for word in text.split_inclusive([' ', '(', '<']) {
        let last = word.chars().next_back().filter(|c| matches!(c, '(' | '<'));
        // A bracket without an address in it ends a name.
        let is_address = word.contains('@');
        out.push_str(if is_address { "" } else { word.trim_end_matches('<') });
        // The next name follows.
        let is_last = word.trim_end().ends_with([',', ';']);
        out.push_str(if is_address && is_last { ", " } else { "" });
        out.extend(last.filter(|c| is_address && *c == '('));
    }
    out.into()
}

/// Whether a text begins with what begins no name.
fn begins_other(text: &str) -> bool {
    let word = text.trim().split(' ').next().unwrap_or_default();
    is_in(word, &NO_NAME)
}

/// Whether a text can be a name: no address, no placeholder.
fn is_name(text: &str) -> bool {
    let is_address = text.contains("://") || text.contains('@') || text.starts_with("www.");
    let is_nobody = is_in(text, &NOBODY) || is_in(text, &CALENDAR);
    text.chars().any(char::is_alphabetic) && !is_address && !is_nobody && text.len() <= LONGEST
}

/// What comes after the word that names an author.
pub fn after_by(text: &str) -> Option<&str> {
    // A capital of another script may have a small letter of ASCII.
    let first = text.as_bytes().first()?.to_ascii_lowercase();
    let may_be = |by: &&&str| !first.is_ascii() || by.as_bytes().first() == Some(&first);
    let after = BY.iter().filter(may_be).filter_map(|by| {
        let (start, rest) = text.split_at_checked(by.len())?;
        let is_word = rest.is_empty() || rest.starts_with(AFTER_BY);
        let is_by = is_word && start.chars().flat_map(char::to_lowercase).eq(by.chars());
        is_by.then(|| rest.trim_start_matches(AFTER_BY))
    });
    after.min_by_key(|rest| rest.len())
}

/// A text from its first `by` on, to the first word that is in no name; empty, if what is by
/// somebody is not the page.
fn cut(text: &str) -> &str {
    let mut rest = text;
    for by in [" by ", " By ", " BY "] {
        let Some((before, after)) = rest.split_once(by) else { continue };
        if before.rsplit(' ').next().is_some_and(|word| is_in(word, &NOT_BY)) {
            return "";
        }
        rest = after;
    }
    let is_alone = !rest.contains(' ');
    let mut end = 0;
    for word in rest.split_inclusive(' ') {
        let has_digit = word.bytes().any(|b| b.is_ascii_digit());
        // Users may be called 2fast4you, and women April.
        let ends = is_in(word, &AFTER_NAME) || has_digit && !is_alone;
        if ends || end > 0 && is_in(word, &CALENDAR) {
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
            ("By | Ada Penguin and Bo Seal | May 6, 2024", Some("Ada Penguin; Bo Seal")),
            ("By ADA PENGUIN, BO SEAL and CY BEAR", Some("ADA PENGUIN; BO SEAL; CY BEAR")),
            ("Ada Penguin, Bo Seal, and Cy Bear", Some("Ada Penguin; Bo Seal; Cy Bear")),
            ("Ada Penguin & Bo Seal", Some("Ada Penguin; Bo Seal")),
            ("Ada Penguin und Bo von Seal", Some("Ada Penguin; Bo von Seal")),
            ("Ada Penguin et Bo Seal", Some("Ada Penguin; Bo Seal")),
            ("Abby Byrne, Science Correspondent", Some("Abby Byrne")),
            ("Ada Penguin and Bo Seal, Science Correspondents", Some("Ada Penguin; Bo Seal")),
            ("Ada Penguin, Editor and Bo Seal, Staff Writer", Some("Ada Penguin; Bo Seal")),
            ("Ada Penguin , Medical Producer", Some("Ada Penguin")),
            ("Ada Penguin, Keeper & Editor", Some("Ada Penguin, Keeper & Editor")),
            ("Ada Penguin, New York", Some("Ada Penguin, New York")),
            ("Ben and Jerry", Some("Ben and Jerry")),
            ("José Ortega y Gasset", Some("José Ortega y Gasset")),
            (
                "National Aeronautics and Space Administration",
                Some("National Aeronautics and Space Administration"),
            ),
            ("Ada Penguin <ada@example.org>", Some("Ada Penguin")),
            ("Ada Penguin, ada@example.org", Some("Ada Penguin")),
            ("Ada Penguin @ada", Some("Ada Penguin")),
            ("ada@example.org (Ada Penguin)", Some("Ada Penguin")),
            ("Ada Penguin (ada@example.org)", Some("Ada Penguin")),
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
            let names = authors(text, Source::Class);
            assert_eq!(
                Some(names.join("; ")).filter(|_| !names.is_empty()).as_deref(),
                name,
                "{text}"
            );
        }
        assert_eq!(authors("Ada Penguin, Bo Seal", Source::Meta), ["Ada Penguin", "Bo Seal"]);
        let with_mail = "Ada Penguin <a@b.example>, Bo Seal <b@b.example>";
        assert_eq!(authors(with_mail, Source::Meta), ["Ada Penguin", "Bo Seal"]);
        assert_eq!(authors("Penguin, A.", Source::Meta), ["Penguin, A."]);
        assert_eq!(authors("van der Penguin, Ada Maria", Source::Library).len(), 1);
        assert!(!is_like_name("the tips in this article."));
        assert!(is_like_name("Ludwig van Beethoven"));
    }
}
