//! A table for people, in the form that terminal and LaTeX share.

use tamis_place::Escaped;

/// The width of a terminal, in characters. The same everywhere, so that output does not depend on
/// where it is written.
pub(super) const WIDTH: usize = 80;
/// What a name keeps at least if it is shortened.
const SHORTEST: usize = 16;
/// Between two columns.
const GAP: usize = 2;

/// A table. Rows have the same number of cells.
#[derive(Default)]
pub(super) struct Table {
    /// A name among the tables of a report, for references: `sweep`.
    pub label: &'static str,
    /// What it shows and what its marks mean, in two lines of a column.
    pub caption: String,
    /// The number of first columns that hold names; the others hold numbers.
    pub names: usize,
    /// The columns that a terminal leaves out if it has no room for all, the first first.
    pub optional: Vec<usize>,
    /// Blocks of rows, the first of each block its header.
    pub blocks: Vec<Vec<Vec<String>>>,
    /// What the reader must know, a line each. An empty one is for the terminal alone.
    pub notes: Vec<String>,
}

impl Table {
    /// Returns the table for the terminal: aligned columns, an empty line between blocks, and the
    /// notes. Columns that do not fit are left out, which a note says.
    pub fn text(&self) -> String {
        let header = self.blocks.first().and_then(|block| block.first());
        let columns = header.map_or(0, Vec::len);
        let all = self.blocks.join(&vec![String::new(); columns]);
        let mut kept: Vec<usize> = (0..columns).collect();
        let mut rows = all.clone();
        let mut optional = self.optional.iter();
        while width(&rows) > WIDTH {
            let Some(column) = optional.next() else { break };
            kept.retain(|one| one != column);
            rows =
                all.iter().map(|row| kept.iter().map(|&one| row[one].clone()).collect()).collect();
        }
        let over = width(&rows).saturating_sub(WIDTH);
        shorten_names(self.names, &mut rows, over);
        let heads: Vec<&str> = (0..columns)
            .filter(|column| !kept.contains(column))
            .filter_map(|column| header.map(|header| header[column].trim()))
            .collect();
        let mut text = with_names(self.names, &rows);
        for note in &self.notes {
            push_note(&mut text, note);
        }
        if !heads.is_empty() {
            let note = format!("no room for {}: the files and JSON have them", heads.join(", "));
            push_note(&mut text, &note);
        }
        text
    }
}

/// Adds a note, broken between words where it is longer than a line.
fn push_note(text: &mut String, note: &str) {
    let note = Escaped(note).to_string();
    let mut length = 0;
    for (number, word) in note.split(' ').enumerate() {
        let width = word.chars().count();
        if number > 0 && length + 1 + width > WIDTH {
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

/// Returns the width of the widest cell of every column.
fn widths(rows: &[Vec<String>]) -> Vec<usize> {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |c: usize| {
        rows.iter().map(|row| Escaped(&row[c]).to_string().chars().count()).max().unwrap_or(0)
    };
    (0..columns).map(width).collect()
}

/// Returns the width of a table.
fn width(rows: &[Vec<String>]) -> usize {
    let widths = widths(rows);
    widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1)
}

/// Shortens the first column in the middle so that the table is narrower by `over`, if that column
/// holds names.
fn shorten_names(names: usize, rows: &mut [Vec<String>], over: usize) {
    if names == 0 || over == 0 {
        return;
    }
    let Some(widest) = widths(rows).first().copied() else { return };
    let most = widest.saturating_sub(over).max(SHORTEST);
    for row in rows {
        let name: Vec<char> = Escaped(&row[0]).to_string().chars().collect();
        if name.len() > most {
            let head = most / 2;
            let tail = most - head - 1;
            let start: String = name[..head].iter().collect();
            let end: String = name[name.len() - tail..].iter().collect();
            row[0] = format!("{start}…{end}");
        }
    }
}

/// Aligns the first columns, which are `names`, to the left and the others to the right, with two
/// spaces between them and no white space at the end of a line. No cell breaks its line, whatever
/// its text is.
pub(super) fn with_names(names: usize, rows: &[Vec<String>]) -> String {
    let rows: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| Escaped(cell).to_string()).collect()).collect();
    let widths = widths(&rows);
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column < names { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cells: &[&str]) -> Vec<String> {
        cells.iter().map(|cell| (*cell).to_owned()).collect()
    }

    fn table(name: &str) -> Table {
        let wide = "x".repeat(30);
        let header = row(&["", "first", "second", "third"]);
        Table {
            names: 1,
            optional: vec![2, 3],
            blocks: vec![vec![header, row(&[name, &wide, &wide, "1"])]],
            notes: vec!["word ".repeat(20).trim_end().to_owned()],
            ..Table::default()
        }
    }

    #[test]
    fn what_has_no_room_is_left_out_and_named() {
        let text = table("a name of twenty ch").text();
        let expected = format!(
            "{:19}  {:>30}  third\na name of twenty ch  {}      1\n{}\n  word word word word\nno \
             room for second: the files and JSON have them\n",
            "",
            "first",
            "x".repeat(30),
            ["word"; 16].join(" ")
        );
        assert_eq!(text, expected);
    }

    #[test]
    fn a_name_that_is_longer_than_all_room_is_shortened_in_its_middle() {
        let name = format!("runs/{}/of-us.txt", "long".repeat(30));
        let text = table(&name).text();
        let line = text.lines().nth(1).unwrap();
        assert!(line.starts_with("runs/long") && line.contains('…'), "{line}");
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
    }
}
