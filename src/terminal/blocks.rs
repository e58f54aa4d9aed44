//! Prints blocks with their features and labels, for `extract --blocks`, `extract --explain` and
//! `inspect`.

use crate::terminal::columns::wrapped;
use crate::terminal::console::Console;
use crate::terminal::snippet::{self, Layout};
use crate::terminal::styles::Terminal;
use std::collections::{BTreeMap, BTreeSet};
use tamis::{
    BlockColumn as Column, BlockGet as Get, BlockOutput as Output, BlockRow, Escaped, Result,
    block_columns, two_decimals,
};

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
        return rows.iter().try_for_each(|row| console.json(&row.json(Output::Program)));
    }
    let table = Table::new(rows);
    console.print(table.heading() + "\n")?;
    let terminal = Terminal::of_stdout();
    rows.iter().try_for_each(|row| console.print(table.line(row, classifier, &terminal) + "\n"))
}

/// The columns of a table of blocks.
struct Table<'a> {
    /// Those that every block has.
    always: Vec<&'static Column>,
    /// Those that only some blocks have, and one of these has.
    some: Vec<&'static Column>,
    /// The classifiers with scores.
    scores: BTreeSet<&'a str>,
}

impl<'a> Table<'a> {
    fn new(rows: &'a [BlockRow]) -> Self {
        let headed = block_columns(Output::Program).filter(|column| column.heading.is_some());
        let (mut some, always): (Vec<&Column>, Vec<&Column>) = headed
            .partition(|column| matches!(column.get, Get::MaybeWhole(_) | Get::MaybeNumber(_)));
        some.retain(|column| rows.iter().any(|row| column.cell(row).is_some()));
        let scores = rows
            .iter()
            .flat_map(|row| &row.scores)
            .flat_map(BTreeMap::keys)
            .map(String::as_str)
            .collect();
        Self { always, some, scores }
    }

    fn heading(&self) -> String {
        let cells = self.cells(
            |column| column.heading.unwrap_or_default().0.to_owned(),
            |name| name.to_owned(),
        );
        format!("    #{cells}text")
    }

    /// Returns the cells of a line, each as wide as its column.
    fn cells(&self, cell: impl Fn(&Column) -> String, score: impl Fn(&str) -> String) -> String {
        let mut line = String::new();
        for column in &self.always {
            let (_, width) = column.heading.unwrap_or_default();
            line += &format!(" {:>width$}", cell(column));
        }
        line += "  ";
        for column in &self.some {
            let (_, width) = column.heading.unwrap_or_default();
            line += &format!("{:>width$}  ", cell(column));
        }
        for name in &self.scores {
            line += &format!("{:>1$}  ", score(name), name.len().max(SCORE));
        }
        line
    }

    /// Returns a block as columns.
    fn line(&self, row: &BlockRow, classifier: Option<&str>, terminal: &Terminal) -> String {
        let mark = match (row.is_title(), classifier) {
            (true, _) => 'T',
            (_, Some(name)) if row.labels.iter().any(|label| label == name) => '+',
            (_, Some(_)) => '-',
            (_, None) => ' ',
        };
        let text = row.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let or_none = |cell: Option<String>| cell.unwrap_or_else(|| "-".to_owned());
        let cells = self.cells(
            |column| or_none(column.cell(row)),
            |name| or_none(row.score(name).map(two_decimals)),
        );
        let numbers = format!("{mark}{:4}{cells}", row.number);
        let text = match terminal.room(numbers.len()) {
            Some(width) => {
                snippet::lines(&text, &[], Layout { width, lines: LINES }, &Terminal::PLAIN, "")
            }
            None => vec![Escaped(text).to_string()],
        };
        let because = row.because.iter().flat_map(|because| match terminal.room(BECAUSE) {
            Some(width) => wrapped(&Escaped(because).to_string(), width),
            None => vec![Escaped(because).to_string()],
        });
        let because: String = because.map(|line| format!("\n{:BECAUSE$}{line}", "")).collect();
        numbers.clone() + &text.join(&format!("\n{:1$}", "", numbers.len())) + &because
    }
}

/// The column of the reasons of a classifier.
const BECAUSE: usize = 36;
