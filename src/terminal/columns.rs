//! Columns of text on a terminal. Wide characters (Chinese, Japanese, emoji) take two; characters
//! that could change a terminal take those of their escapes.

use tamis::{Escaped, is_escaped};
use unicode_width::UnicodeWidthChar;

/// Returns the columns of a text as it is shown.
pub fn columns(text: &str) -> usize {
    text.chars().map(column).sum()
}

/// Returns the columns of a character as it is shown.
pub fn column(c: char) -> usize {
    // A control character is shown as an escape.
    c.width().filter(|_| !is_escaped(c)).unwrap_or_else(|| Escaped(c).to_string().len())
}

/// Returns the bytes of the first characters that fit into this many columns.
fn fitting_bytes(chars: impl Iterator<Item = char>, room: usize) -> usize {
    let mut taken = 0;
    let mut bytes = 0;
    for c in chars {
        taken += column(c);
        if taken > room {
            break;
        }
        bytes += c.len_utf8();
    }
    bytes
}

/// Returns a text of at most `room` columns: the text, or its beginning and its end around an
/// ellipsis.
pub fn cut_in_the_middle(text: &str, room: usize) -> String {
    if columns(text) <= room {
        return text.to_owned();
    }
    let sides = room.saturating_sub(1);
    let tail_room = sides.div_ceil(2);
    let head = fitting_bytes(text.chars(), sides - tail_room);
    let tail = fitting_bytes(text.chars().rev(), tail_room);
    if room == 0 {
        String::new()
    } else {
        format!("{}…{}", &text[..head], &text[text.len() - tail..])
    }
}

/// Breaks text at spaces into lines of at most `width` columns; a longer word has a line of its
/// own.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if columns(line) + 1 + columns(word) <= width => {
                *line += &format!(" {word}");
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Lays rows of cells out in columns, with two spaces before each. The columns in `left` begin at
/// the left, the others end at the right. If the last begins at the left, it is wrapped in the room
/// behind the indent of the others, if that is limited.
pub fn table(
    rows: &[Vec<String>],
    left: &[usize],
    room: impl Fn(usize) -> Option<usize>,
) -> String {
    let last = rows.iter().map(Vec::len).max().unwrap_or(1) - 1;
    let widest = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..=last).map(widest).collect();
    let indent = widths[..last].iter().map(|width| width + 2).sum::<usize>() + 2;
    let line = |row: &Vec<String>| {
        let mut line = String::new();
        for (at, (cell, width)) in row.iter().zip(&widths).enumerate() {
            line += &match (left.contains(&at), room(indent).filter(|_| at == last)) {
                (true, Some(room)) => {
                    format!("  {}", wrapped(cell, room).join(&format!("\n{:indent$}", "")))
                }
                (true, None) => format!("  {cell:width$}"),
                (false, _) => format!("  {cell:>width$}"),
            };
        }
        line.trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_long_name_keeps_its_beginning_and_its_end() {
        assert_eq!(cut_in_the_middle("crawl-20060218-00012.warc.gz", 20), "crawl-200…12.warc.gz");
        assert_eq!(cut_in_the_middle("crawl.warc.gz", 20), "crawl.warc.gz");
        assert_eq!(cut_in_the_middle("日本語の文書", 7), "日…書");
    }

    #[test]
    fn a_line_ends_before_the_word_that_does_not_fit() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("  überlang two ", 3), ["überlang", "two"]);
        assert_eq!(wrapped(" ", 3), [""; 0]);
    }

    proptest! {
        #[test]
        fn no_word_is_lost_and_only_a_single_word_is_too_long(
            text in "[a-zü ]{0,60}",
            width in 1_usize..20,
        ) {
            let lines = wrapped(&text, width);
            prop_assert_eq!(lines.join(" "), text.split_whitespace().collect::<Vec<_>>().join(" "));
            prop_assert!(
                lines.iter().all(|line| line.chars().count() <= width || !line.contains(' '))
            );
        }

        #[test]
        fn what_is_cut_fits(text in "\\PC{0,40}", room in 0usize..40) {
            prop_assert!(columns(&cut_in_the_middle(&text, room)) <= room);
        }
    }
}
