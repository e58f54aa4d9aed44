//! Keeps content blocks that have a clause of at least K words (`MinClauseWordsFilter`).

use crate::boilerpipe::document::Document;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// Keeps content with a clause of at least `least` words. A clause ends with punctuation.
pub(super) fn apply(document: &mut Document, least: usize) {
    for at in 0..document.list.len() {
        let block = document.list[at];
        if block.content && !has_clause(&document.text(&block), least) {
            document.set(at, false, |_| format!("no clause of {least} words"));
        }
    }
}

/// Whether a text has a clause of at least `least` words. A letter or digit, punctuation, and white
/// space or the end of the text end a clause.
fn has_clause(text: &str, least: usize) -> bool {
    let mut words = WordCounter::default();
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        words.add(c);
        if !closes(c) || !text[at + c.len_utf8()..].starts_with(PUNCTUATION) {
            continue;
        }
        let after = text[at + c.len_utf8()..].trim_start_matches(PUNCTUATION);
        let next = after.trim_start_matches(SPACE);
        // Java's `$` also matches before a final line end; NEL is the only one that is not a space
        // by now.
        if next.len() == after.len() && !matches!(after, "" | "\u{85}") {
            continue;
        }
        if words.count >= least {
            return true;
        }
        words = WordCounter::default();
        while rest.next_if(|(at, _)| text.len() - at > next.len()).is_some() {}
    }
    false
}

const PUNCTUATION: [char; 6] = [',', '.', ':', ';', '!', '?'];
const SPACE: [char; 3] = [' ', '\n', '\r'];

/// Whether a clause may end with a character: a letter or an ASCII digit.
fn closes(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_alphanumeric()
    } else {
        c.general_category_group() == GeneralCategoryGroup::Letter
    }
}

/// Counts words: one more than runs of white space.
struct WordCounter {
    count: usize,
    in_space: bool,
}

impl Default for WordCounter {
    fn default() -> Self {
        Self { count: 1, in_space: false }
    }
}

impl WordCounter {
    fn add(&mut self, c: char) {
        let space = SPACE.contains(&c);
        self.count += usize::from(space && !self.in_space);
        self.in_space = space;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_is_closed_by_punctuation_and_space() {
        for text in [
            "one two three four five.",
            "No. one two three four five, then",
            "a b c d e... x",
            "a b c d é! \n",
            "a b c d e.\u{85}",
        ] {
            assert!(has_clause(text, 5), "{text}");
        }
        for text in
            ["one two three four five", "one two, three four five.", "a b c d e.f", "a b c d e )."]
        {
            assert!(!has_clause(text, 5), "{text}");
        }
    }
}
