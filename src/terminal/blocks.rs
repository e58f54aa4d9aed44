//! Prints blocks with their features and labels, for `extract --blocks`, `extract --explain` and
//! `inspect`.

use crate::terminal::columns::wrapped;
use crate::terminal::console::Console;
use crate::terminal::snippet::{self, SnippetLayout};
use crate::terminal::styles::Terminal;
use std::collections::{BTreeMap, BTreeSet};
use tamis::{BlockGet, BlockOutput, BlockRow, Escaped, Result};
use tamis::{block_columns, two_decimals};

/// The lines that a block's text takes on a terminal.
const LINES: usize = 3;

/// The least characters of a score: `0.87`.
const SCORE: usize = 4;

/// Prints blocks, one per line: as JSON, or as columns with `+` for blocks that `classifier` keeps
/// and `-` for others. On a terminal, long texts are wrapped beside the columns and cut; elsewhere
/// they are whole.
pub fn print(
    rows: &[BlockRow],
    classifier: Option<&str>,
    json: bool,
    console: &mut Console,
) -> Result<()> {
    if json {
        return rows.iter().try_for_each(|row| console.json(&row.json(BlockOutput::Program)));
    }
    let columns = columns(rows);
    let heading: String = columns.iter().map(|column| column.padded(column.heading)).collect();
    console.print(format!("    #{heading}  text\n"))?;
    let terminal = Terminal::of_stdout();
    rows.iter().try_for_each(|row| console.print(line(row, &columns, classifier, &terminal)))
}

/// Returns what a block has in a column, if it has something.
type CellText<'a> = Box<dyn Fn(&BlockRow) -> Option<String> + 'a>;

/// A column between a block's number and its text.
struct ShownColumn<'a> {
    heading: &'a str,
    width: usize,
    gap: usize,
    cell: CellText<'a>,
}

impl ShownColumn<'_> {
    fn padded(&self, cell: &str) -> String {
        let Self { width, gap, .. } = *self;
        format!("{:gap$}{cell:>width$}", "")
    }
}

/// The columns that every block has, those that only some blocks have and one of these has, and the
/// scores of classifiers.
fn columns(rows: &[BlockRow]) -> Vec<ShownColumn<'_>> {
    let mut always = Vec::new();
    let mut some = Vec::new();
    for column in block_columns(BlockOutput::Program) {
        let Some((heading, width)) = column.heading else { continue };
        let cell = Box::new(move |row: &BlockRow| column.cell(row));
        if !matches!(column.get, BlockGet::MaybeWhole(_) | BlockGet::MaybeNumber(_)) {
            always.push(ShownColumn { heading, width, gap: 1, cell });
        } else if rows.iter().any(|row| column.cell(row).is_some()) {
            some.push(ShownColumn { heading, width, gap: 2, cell });
        }
    }
    let scores = rows.iter().flat_map(|row| &row.scores).flat_map(BTreeMap::keys);
    for heading in scores.map(String::as_str).collect::<BTreeSet<_>>() {
        let cell = Box::new(move |row: &BlockRow| row.score(heading).map(two_decimals));
        some.push(ShownColumn { heading, width: heading.len().max(SCORE), gap: 2, cell });
    }
    always.extend(some);
    always
}

/// Returns a block as columns, and below it why it is kept or dropped.
fn line(
    row: &BlockRow,
    columns: &[ShownColumn<'_>],
    classifier: Option<&str>,
    terminal: &Terminal,
) -> String {
    let mark = match (row.is_title(), classifier) {
        (true, _) => 'T',
        (_, Some(name)) if row.labels.iter().any(|label| label == name) => '+',
        (_, Some(_)) => '-',
        (_, None) => ' ',
    };
    let cell =
        |column: &ShownColumn<'_>| column.padded(&(column.cell)(row).unwrap_or("-".to_owned()));
    let cells: String = columns.iter().map(cell).collect();
    let numbers = format!("{mark}{:4}{cells}  ", row.number);
    let text = row.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = match terminal.room(numbers.len()) {
        Some(width) => {
            snippet::lines(&text, &[], SnippetLayout { width, lines: LINES }, &Terminal::PLAIN, "")
        }
        None => vec![Escaped(text).to_string()],
    };
    let text = text.join(&format!("\n{:1$}", "", numbers.len()));
    let because = row.because.iter().map(|because| Escaped(because).to_string());
    let because = because.flat_map(|because| match terminal.room(BECAUSE) {
        Some(width) => wrapped(&because, width),
        None => vec![because],
    });
    let because: String = because.map(|line| format!("\n{:BECAUSE$}{line}", "")).collect();
    format!("{numbers}{text}{because}\n")
}

/// The column of the reasons of a classifier.
const BECAUSE: usize = 36;
