//! The table of an explanation.

use crate::cli::columns::wrapped;
use crate::cli::terminal::Terminal;
use tamis_place::Escaped;

/// Formats a table with the first and seventh columns left-aligned and the others right-aligned. On
/// a terminal, the seventh is wrapped beside the others.
pub(super) fn table(head: &[&str], rows: Vec<Vec<String>>) -> String {
    let head: Vec<String> = head.iter().map(|name| (*name).to_owned()).collect();
    let escaped = |row: Vec<String>| row.iter().map(|cell| Escaped(cell).to_string()).collect();
    let lines: Vec<Vec<String>> = [head].into_iter().chain(rows).map(escaped).collect();
    let terminal = Terminal::of_stdout();
    let width =
        |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
    let cell = |(column, (text, &width)): (usize, (&String, &usize))| match column {
        0 => format!("  {text:<width$}"),
        6 => {
            let indent = widths[..6].iter().map(|width| width + 2).sum::<usize>() + 2;
            let wrapped = terminal.room(indent).map(|width| wrapped(text, width));
            format!(
                "  {}",
                wrapped.map_or(text.clone(), |lines| lines.join(&format!("\n{:indent$}", "")))
            )
        }
        _ => format!("  {text:>width$}"),
    };
    let line =
        |line: &Vec<String>| line.iter().zip(&widths).enumerate().map(cell).collect::<String>();
    lines.iter().map(|cells| line(cells).trim_end().to_owned() + "\n").collect()
}
