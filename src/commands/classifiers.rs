//! `tamis classifiers`: the classifiers by what they are for, with what they cost and how well they
//! do. A line each, in columns that fit a terminal; `--json` has everything about each.

use crate::commands::list::{ListArgs, WIDEST};
use crate::terminal::columns::{table, wrapped};
use crate::terminal::styles::{BOLD, PLAIN, Terminal};
use crate::terminal::{Console, Exit};
use tamis::blocks::classify::{Argument, ClassifierEntry, Measured, Purpose};
use tamis::blocks::classify::{CLASSIFIERS, LEGEND, measured};
use tamis::{Result, json};

/// A classifier of the list, and what is known of it.
type ClassifierRow = (&'static ClassifierEntry, Measured);

pub fn run(args: &ListArgs, console: &mut Console) -> Result<Exit> {
    let rows = rows();
    if args.json {
        for (entry, measured) in &rows {
            let object = json::ClassifierLine {
                argument: entry.argument.name(),
                f1: measured.f1,
                milliseconds: measured.milliseconds,
                name: entry.name,
                paper: entry.paper,
                purpose: measured.purpose.name(),
                rule: entry.describe,
            };
            console.json(&object)?;
        }
        return Ok(Exit::Done);
    }
    console.report(text(&rows, &Terminal::of_stdout()), &[])
}

/// Returns the classifiers of this build in the order of the table, so by purpose.
fn rows() -> Vec<ClassifierRow> {
    let mut rows = Vec::new();
    for measured in measured() {
        let entry = CLASSIFIERS.iter().find(|entry| entry.name == measured.name);
        rows.extend(entry.map(|entry| (entry, measured)));
    }
    rows
}

/// Returns the list as lines of at most the width of the terminal, and of 80 columns without one.
fn text(rows: &[ClassifierRow], terminal: &Terminal) -> String {
    let width = terminal.width.min(WIDEST);
    let mut text = String::new();
    for purpose in Purpose::ALL {
        let of_purpose: Vec<&ClassifierRow> =
            rows.iter().filter(|(_, measured)| measured.purpose == purpose).collect();
        let (bold, plain) = (terminal.style(BOLD), terminal.style(PLAIN));
        text += &format!("{bold}{}{plain}\n", purpose.title());
        text += &group(&of_purpose, width);
        text.push('\n');
    }
    let more =
        "`tamis classifiers --json` has the paper of each too, and what may follow its name.";
    for line in [LEGEND, more].into_iter().flat_map(|paragraph| wrapped(paragraph, width)) {
        text += &format!("{line}\n");
    }
    text
}

/// Returns the lines of a group, below a line that names the columns.
fn group(rows: &[&ClassifierRow], width: usize) -> String {
    let mut lines = vec![["", "     ms", "   F1", "keeps"].map(str::to_owned).to_vec()];
    for (entry, measured) in rows {
        let time = measured.milliseconds.map_or("-".to_owned(), |time| format!("{time:.3}"));
        let f1 = measured.f1.map_or("-".to_owned(), three_decimals);
        lines.push(vec![full_name(entry), time, f1, entry.describe.to_owned()]);
    }
    table(&lines, &[0, 3], |indent| Some(width.saturating_sub(indent)))
}

/// Returns the name with the argument that it cannot do without.
fn full_name(entry: &ClassifierEntry) -> String {
    match entry.argument {
        Argument::Required(argument) => format!("{}:{argument}", entry.name),
        _ => entry.name.to_owned(),
    }
}

/// Formats a share as papers do: `.792`.
fn three_decimals(share: f64) -> String {
    let text = format!("{share:.3}");
    text.strip_prefix('0').map_or(text.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::columns::columns;

    #[test]
    fn every_classifier_is_listed_in_columns_that_fit() {
        let rows = rows();
        assert_eq!(rows.len(), CLASSIFIERS.iter().count());
        for width in [80, 100] {
            let text = text(&rows, &Terminal { width, ..Terminal::PLAIN });
            for line in text.lines() {
                assert!(columns(line) <= width, "{line}");
            }
            for (entry, _) in &rows {
                let start = format!("  {}", full_name(entry));
                let lines = text.lines().filter(|line| {
                    line.strip_prefix(&start).is_some_and(|rest| rest.starts_with(' '))
                });
                assert_eq!(lines.count(), 1, "{}", entry.name);
            }
        }
    }

    #[test]
    fn shares_are_shown_as_in_papers() {
        assert_eq!((three_decimals(0.7924), three_decimals(1.0)), (".792".into(), "1.000".into()));
    }
}
