//! The part of a text that shows most words of a query.

use super::best_block::FoundWord;

/// Columns of an ellipsis and a space.
const CUT: usize = 2;

/// Returns where the shown part begins, at a word, such that `room` columns show as many words as
/// can be, and the first of these words. `column` is the number of columns of a character; those of
/// the same term count once.
pub fn window<'w>(
    text: &str,
    words: &'w [FoundWord],
    room: usize,
    column: impl Fn(char) -> usize,
) -> (usize, Option<&'w FoundWord>) {
    let mut columns = Vec::with_capacity(words.len());
    let mut column_of = 0;
    let mut next = words.iter().peekable();
    for (at, c) in text.char_indices() {
        while next.next_if(|word| word.at.start <= at).is_some() {
            columns.push(column_of);
        }
        column_of += column(c);
    }
    let whole = column_of;
    // Some words before the first one that matches, and room behind it.
    let before = room / 6;
    let room = room.saturating_sub(room / 6 + CUT * 2);
    let mut best = (0, 0);
    let mut best_first = 0;
    for first in 0..columns.len() {
        let fits =
            columns[first..].iter().take_while(|&&column| column < columns[first] + room).count();
        let mut terms: Vec<usize> =
            words[first..first + fits].iter().map(|word| word.term).collect();
        terms.sort_unstable();
        terms.dedup();
        if (terms.len(), fits) > best {
            best = (terms.len(), fits);
            best_first = first;
        }
    }
    let word = words.get(best_first);
    // Early enough that the rest of the text fills the lines.
    let from = columns.get(best_first).map_or(0, |column| column.saturating_sub(before));
    let from = from.min(whole.saturating_sub(room + before));
    if from == 0 || whole <= room + before + CUT * 2 {
        return (0, word);
    }
    let Some(at) = place_of_column(text, from, column) else { return (0, word) };
    // The next word, unless a word that matches begins before it: text without spaces.
    let first =
        words.iter().map(|word| word.at.start).find(|&start| start >= at).unwrap_or(text.len());
    let space = text[at..].find(' ').map(|space| at + space + 1);
    let begin = match space {
        Some(space) if space <= first => space,
        _ if first < text.len() => first,
        _ => at,
    };
    (begin, word)
}

/// Returns the place of the first character at this column or behind it.
fn place_of_column(text: &str, wanted: usize, column: impl Fn(char) -> usize) -> Option<usize> {
    let mut column_of = 0;
    for (at, c) in text.char_indices() {
        if column_of >= wanted {
            return Some(at);
        }
        column_of += column(c);
    }
    None
}
