//! Lists of classifiers, analyzers and measures with their descriptions.

use super::console::to_stdout;
use serde_json::json;
use std::io::Write;
use tamis::analyze;
use tamis::error::Result;
use tamis::report::json::one_line;
use tamis_blocks::classify;
use tamis_eval::measure;

/// Arguments of a listing command.
#[derive(Debug, Clone, clap::Args)]
pub struct ListArgs {
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// `tamis classifiers`: name, what may stand behind it, rule, paper.
pub fn classifiers(args: &ListArgs, out: &mut dyn Write) -> Result<()> {
    let rows = classify::CLASSIFIERS.iter().map(|entry| [entry.name, entry.argument, entry.describe, entry.paper]);
    print(args, ["name", "argument", "rule", "paper"], rows, out)
}

/// `tamis analyzers`: name, explanation.
pub fn analyzers(args: &ListArgs, out: &mut dyn Write) -> Result<()> {
    let rows = analyze::ANALYZERS.iter().map(|entry| [entry.name, entry.explanation]);
    print(args, ["name", "explanation"], rows, out)
}

/// `tamis measures`: trec_eval's name, ir_measures' name, explanation.
pub fn measures(args: &ListArgs, out: &mut dyn Write) -> Result<()> {
    let rows = measure::MEASURES.iter().map(|measure| [measure.name, measure.ir_name, measure.explanation]);
    print(args, ["name", "ir_name", "explanation"], rows, out)
}

fn print<'a, const N: usize>(
    args: &ListArgs,
    header: [&str; N],
    rows: impl Iterator<Item = [&'a str; N]> + Clone,
    out: &mut dyn Write,
) -> Result<()> {
    let width = |column: usize| rows.clone().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N - 1).map(width).collect();
    for row in rows.clone() {
        let line = if args.json {
            let pairs = header.iter().zip(row).map(|(key, cell)| ((*key).to_owned(), json!(cell)));
            one_line(&serde_json::Value::Object(pairs.collect()))
        } else {
            let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}  "));
            cells.collect::<String>() + row[N - 1] + "\n"
        };
        out.write_all(line.as_bytes()).map_err(to_stdout)?;
    }
    Ok(())
}
