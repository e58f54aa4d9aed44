//! Writes tables as aligned text, for terminals and pipes.

use super::{Head, Order, Printed, Room, Table};
use tamis_place::Escaped;

/// The width of a terminal, in characters. The same everywhere, so that output does not depend on
/// the size of a window.
pub const WIDTH: usize = 80;
/// What a name keeps at least if it is shortened.
const SHORTEST: usize = 16;
const GAP: usize = 2;

/// The columns that text shows, as an escaped line per row.
struct TextLines {
    heads: Vec<Head>,
    rows: Vec<Vec<String>>,
}

impl Printed<'_> {
    /// Returns the tables as text: aligned columns, an empty line between blocks, and the notes. If
    /// a width is given, columns without room are left out, which a note says, and a long first
    /// name is shortened; none shows all columns by their full names. Notes are broken at the
    /// width, or at [`WIDTH`].
    pub fn text(&self, width: Option<usize>) -> String {
        let mut lines = TextLines::new(&self.blocks, width.is_some());
        let left_out = width.map_or(Vec::new(), |width| lines.fit(width)).join(", ");
        let mut text = lines.text();
        let more = format!("not shown for lack of room: {left_out} (the files and JSON have them)");
        for note in self.notes.iter().chain((!left_out.is_empty()).then_some(&more)) {
            push_note(&mut text, note, width.unwrap_or(WIDTH));
        }
        text
    }
}

impl Table<'_> {
    /// Returns the table alone, at its full width.
    pub fn text(&self) -> String {
        TextLines::new(std::slice::from_ref(self), false).text()
    }
}

impl TextLines {
    fn new(blocks: &[Table<'_>], is_short: bool) -> Self {
        let mut rows: Vec<Vec<String>> = Vec::new();
        for block in blocks {
            if !rows.is_empty() {
                rows.push(vec![String::new(); block.heads.len()]);
            }
            let names = block.heads.iter().map(|head| head.text(is_short));
            rows.push(names.map(|name| Escaped(name).to_string()).collect());
            for row in &block.rows {
                rows.push(row.iter().map(|cell| Escaped(cell.marked()).to_string()).collect());
            }
        }
        Self { heads: blocks.first().map_or(Vec::new(), |block| block.heads.clone()), rows }
    }

    /// Leaves out columns until the others have room, then shortens names of the first. Returns
    /// what was left out.
    fn fit(&mut self, width: usize) -> Vec<String> {
        let all = self.heads.clone();
        let turn = |head: &&Head| match head.room {
            Room::Spare(turn) | Room::Screen(turn) => Some(turn),
            Room::Always | Room::Wide => None,
        };
        let mut spare: Vec<&Head> = all.iter().filter(|head| turn(head).is_some()).collect();
        spare.sort_by_key(turn);
        let mut spare = spare.into_iter();
        while self.width() > width
            && let Some(head) = spare.next()
            && let Some(place) = self.heads.iter().position(|other| other == head)
        {
            self.heads.remove(place);
            for row in &mut self.rows {
                row.remove(place);
            }
        }
        self.shorten_names(self.width().saturating_sub(width));
        let left_out = all.iter().filter(|head| !self.heads.contains(head));
        left_out.map(|head| head.text(true).trim().to_owned()).collect()
    }

    /// The width of the widest cell of every column.
    fn widths(&self) -> Vec<usize> {
        let widest = |column: usize| {
            self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)
        };
        (0..self.heads.len()).map(widest).collect()
    }

    fn width(&self) -> usize {
        self.widths().iter().sum::<usize>() + GAP * self.heads.len().saturating_sub(1)
    }

    /// Shortens the first column in the middle so that the table is narrower by `over`, if that
    /// column holds names.
    fn shorten_names(&mut self, over: usize) {
        let holds_names = self.heads.first().is_some_and(|head| head.order == Order::Names);
        if !holds_names || over == 0 {
            return;
        }
        let most = self.widths()[0].saturating_sub(over).max(SHORTEST);
        for row in &mut self.rows {
            let name: Vec<char> = row[0].chars().collect();
            if name.len() > most {
                let head = most / 2;
                let (start, end) = (&name[..head], &name[name.len() + head + 1 - most..]);
                row[0] = start.iter().chain(&['…']).chain(end).collect();
            }
        }
    }

    /// Aligns names to the left and other columns to the right, without white space at the end of
    /// a line.
    fn text(&self) -> String {
        let widths = self.widths();
        let mut text = String::new();
        for row in &self.rows {
            let cells = row.iter().zip(&widths).zip(&self.heads);
            let cells = cells.map(|((cell, width), head)| match head.order {
                Order::Names => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            });
            let line = cells.collect::<Vec<_>>().join(&" ".repeat(GAP));
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

impl Head {
    /// The name, or the shorter one if there is one.
    pub(super) fn text(&self, is_short: bool) -> &str {
        self.short.as_deref().filter(|_| is_short).unwrap_or(&self.name)
    }
}

/// Adds a note, broken between words where it is longer than a line.
fn push_note(text: &mut String, note: &str, most: usize) {
    let note = Escaped(note).to_string();
    let mut length = 0;
    for (number, word) in note.split(' ').enumerate() {
        let width = word.chars().count();
        if number > 0 && length + 1 + width > most {
            text.push_str("\n  ");
            length = 2;
        } else if number > 0 {
            text.push(' ');
            length += 1;
        }
        text.push_str(word);
        length += width;
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::super::{Column, Columns, Value};
    use super::*;

    fn printed(name: &str) -> Printed<'static> {
        let wide = "x".repeat(30);
        let row = [name.to_owned(), wide.clone(), wide, "1".to_owned()];
        let column = |place: usize, head: &str, order| {
            Column::new("", head, order, move |row: &[String; 4]| Value::name(row[place].clone()))
        };
        let columns = Columns(vec![
            column(0, "", Order::Names),
            column(1, "first", Order::Values),
            column(2, "the second", Order::Values).short("second").room(Room::Spare(1)),
            column(3, "third", Order::Values).room(Room::Spare(2)),
        ]);
        Printed {
            blocks: vec![columns.for_text([row])],
            notes: vec!["word ".repeat(20).trim_end().to_owned()],
            ..Printed::default()
        }
    }

    #[test]
    fn what_has_no_room_is_left_out_and_named() {
        let text = printed("a name of twenty ch").text(Some(WIDTH));
        let expected = format!(
            "{:19}  {:>30}  third\na name of twenty ch  {}      1\n{}\n  word word word word\nnot \
             shown for lack of room: second (the files and JSON have them)\n",
            "",
            "first",
            "x".repeat(30),
            ["word"; 16].join(" ")
        );
        assert_eq!(text, expected);
    }

    #[test]
    fn without_a_width_all_is_shown_by_its_full_name() {
        let name = "long".repeat(30);
        let text = printed(&name).text(None);
        assert!(text.contains(&name) && text.contains("  the second  third\n"), "{text}");
        assert!(!text.contains("lack of room"), "{text}");
    }

    #[test]
    fn a_name_that_is_longer_than_all_room_is_shortened_in_its_middle() {
        let name = format!("runs/{}/of-us.txt", "long".repeat(30));
        let text = printed(&name).text(Some(WIDTH));
        let line = text.lines().nth(1).unwrap();
        assert!(line.starts_with("runs/long") && line.contains('…'), "{line}");
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
    }
}
