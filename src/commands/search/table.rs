//! The table of an explanation.

use crate::terminal::columns::wrapped;
use crate::terminal::styles::Terminal;
use tamis::Escaped;

/// Formats a table with the first and seventh columns left-aligned and the others right-aligned. On
/// a terminal, the seventh is wrapped beside the others.
pub(super) fn table(head: &[&str], rows: Vec<Vec<String>>) -> String {
    let head: Vec<String> = head.iter().map(|name| (*name).to_owned()).collect();
    let lines: Vec<Vec<String>> = [head]
        .into_iter()
        .chain(rows)
        .map(|row| row.iter().map(|cell| Escaped(cell).to_string()).collect())
        .collect();
    let widths: Vec<usize> = (0..lines[0].len())
        .map(|column| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0))
        .collect();
    let terminal = Terminal::of_stdout();
    let mut table = String::new();
    for line in &lines {
        let cells: String =
            (0..line.len()).map(|column| cell(&line[column], column, &widths, &terminal)).collect();
        table += cells.trim_end();
        table.push('\n');
    }
    table
}

/// Formats a cell with two spaces before it.
fn cell(text: &str, column: usize, widths: &[usize], terminal: &Terminal) -> String {
    let width = widths[column];
    match column {
        0 => format!("  {text:<width$}"),
        6 => {
            let indent = widths[..6].iter().map(|width| width + 2).sum::<usize>() + 2;
            let text = match terminal.room(indent) {
                Some(width) => wrapped(text, width).join(&format!("\n{:indent$}", "")),
                None => text.to_owned(),
            };
            format!("  {text}")
        }
        _ => format!("  {text:>width$}"),
    }
}
