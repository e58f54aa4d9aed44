//! Parts of texts of any length: around the words of a query, or the start.

use serde::Serialize;
use tamis::{FoundWord, Notice, best_window};

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExcerptPiece {
    pub text: String,
    /// Whether it is a word of the query.
    pub is_match: bool,
}

/// What stands for text that is left out.
const ELLIPSIS: char = '…';

/// Returns the part of a text, at most about `room` characters, that shows most of the words.
pub fn pieces(text: &str, words: &[FoundWord], room: usize) -> Vec<ExcerptPiece> {
    let is_whole = text.len() <= room || text.chars().nth(room).is_none();
    let start = if is_whole { 0 } else { best_window(text, words, room, |_| 1).0 };
    let end = if is_whole { text.len() } else { end_of(text, start, room) };
    let mut pieces = Vec::new();
    push(&mut pieces, if start > 0 { "… " } else { "" }, false);
    let mut at = start;
    for word in words.iter().filter(|word| word.at.start >= start && word.at.end <= end) {
        push(&mut pieces, &text[at..word.at.start.max(at)], false);
        push(&mut pieces, &text[word.at.start.max(at)..word.at.end], true);
        at = word.at.end;
    }
    push(&mut pieces, &text[at..end], false);
    push(&mut pieces, if end < text.len() { " …" } else { "" }, false);
    pieces
}

/// Adds a piece, unless it is empty.
fn push(pieces: &mut Vec<ExcerptPiece>, text: &str, is_match: bool) {
    if !text.is_empty() {
        pieces.push(ExcerptPiece { text: text.to_owned(), is_match });
    }
}

/// The end of `room` characters from a place on, at a word if there is one near.
fn end_of(text: &str, start: usize, room: usize) -> usize {
    let full = text[start..].char_indices().nth(room).map_or(text.len(), |(at, _)| start + at);
    if full == text.len() {
        return full;
    }
    text[start..full]
        .rfind(' ')
        .map(|at| start + at)
        .filter(|&end| end > start + (full - start) / 2)
        .unwrap_or(full)
}

/// Characters of a title or a date to show.
pub const LINE: usize = 300;

/// Returns the start of a text on one line, such as a title.
pub fn line(text: &str) -> String {
    start(&text.split_whitespace().collect::<Vec<_>>().join(" "), LINE)
}

/// Returns the first characters of a text, with an ellipsis if there are more.
pub fn start(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        None => text.to_owned(),
        Some((end, _)) => text[..end].chars().chain([ELLIPSIS]).collect(),
    }
}

/// Returns what a notice says, on one line.
pub fn notice(notice: &Notice) -> String {
    start(&notice.to_string(), LINE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn word(text: &str, word: &str) -> FoundWord {
        let start = text.find(word).unwrap();
        FoundWord { at: start..start + word.len(), term: 0 }
    }

    #[test]
    fn a_short_text_is_whole_and_its_words_are_marked() {
        let text = "the open sea";
        let found = pieces(text, &[word(text, "open")], 100);
        let pieces: Vec<(&str, bool)> =
            found.iter().map(|piece| (piece.text.as_str(), piece.is_match)).collect();
        assert_eq!(pieces, [("the ", false), ("open", true), (" sea", false)]);
    }

    #[test]
    fn of_a_long_text_the_part_with_the_words_is_shown() {
        let text = format!("{} ice {}", "far ".repeat(500), "off ".repeat(500));
        let found = pieces(&text, &[word(&text, "ice")], 60);
        assert!(found.iter().any(|piece| piece.is_match && piece.text == "ice"));
        assert_eq!((found[0].text.as_str(), found.last().unwrap().text.as_str()), ("… ", " …"));
        assert!(found.iter().map(|piece| piece.text.chars().count()).sum::<usize>() < 80);
        assert_eq!(start("abc", 2), "ab…");
        assert_eq!(start("abc", 3), "abc");
    }

    proptest! {
        /// Whatever the text, the pieces are parts of it.
        #[test]
        fn pieces_are_of_the_text(
            text in "[aé世 ]{0,200}",
            at in 0usize..200,
            room in 1usize..80,
        ) {
            let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let words: Vec<FoundWord> = starts
                .get(at)
                .map(|&start| {
                    let end = starts.get(at + 1).copied().unwrap_or(text.len());
                    FoundWord { at: start..end, term: 0 }
                })
                .into_iter()
                .collect();
            let found = pieces(&text, &words, room);
            let joined: String = found.iter().map(|piece| piece.text.as_str()).collect();
            prop_assert!(text.contains(joined.trim_start_matches("… ").trim_end_matches(" …")));
        }
    }
}
