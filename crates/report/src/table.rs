//! A table for people, in the form that terminal and LaTeX share.

use std::fmt::Write;
use tamis_place::Escaped;

/// A table. Rows have the same number of cells.
pub(super) struct Table {
    /// A name among the tables of a report, for references: `sweep`.
    pub label: &'static str,
    /// What it shows and what its marks mean, in two lines of a column.
    pub caption: String,
    /// The number of first columns that hold names; the others hold numbers.
    pub names: usize,
    /// Blocks of rows, the first of each block its header.
    pub blocks: Vec<Vec<Vec<String>>>,
    /// What the reader must know, a line each. An empty one is for the terminal alone.
    pub notes: Vec<String>,
}

impl Table {
    /// Returns the table for the terminal: aligned columns, an empty line between blocks, and the
    /// notes.
    pub fn text(&self) -> String {
        let columns = self.blocks.first().and_then(|block| block.first()).map_or(0, Vec::len);
        let mut text = with_names(self.names, &self.blocks.join(&vec![String::new(); columns]));
        for note in &self.notes {
            let _ = writeln!(text, "{}", Escaped(note));
        }
        text
    }
}

/// Aligns the first columns, which are `names`, to the left and the others to the right, with two
/// spaces between them and no white space at the end of a line. No cell breaks its line, whatever
/// its text is.
pub(super) fn with_names(names: usize, rows: &[Vec<String>]) -> String {
    let rows: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| Escaped(cell).to_string()).collect()).collect();
    let columns = rows.first().map_or(0, Vec::len);
    let width = |c: usize| rows.iter().map(|row| row[c].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
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
