//! Lists of models, analyzers and measures with their descriptions.

use crate::terminal::columns::wrapped;
use crate::terminal::console::{print_json, to_stdout};
use crate::terminal::styles::Terminal;
use serde_json::{Value, json};
use std::io::Write;
use tamis_eval::measure;
use tamis_index::analyze;
use tamis_index::error::Result;
use tamis_search::model::{ModelEntry, models as all_models};

/// Arguments of a listing command.
#[derive(Debug, Clone, clap::Args)]
pub struct ListArgs {
    /// Print one JSON object per line
    #[arg(long)]
    pub json: bool,
}

/// An entry of a list.
struct Entry {
    json: Value,
    /// The columns of a line, the name first.
    cells: Vec<String>,
    /// The paragraphs below the name on a terminal.
    paragraphs: Vec<String>,
}

/// `tamis models`: name, parameters with their defaults, explanation, source.
pub fn models(args: &ListArgs, out: &mut dyn Write) -> Result<()> {
    let mut entries = Vec::new();
    for ModelEntry { name, explanation, source, parameters } in all_models() {
        let short: Vec<String> =
            parameters.iter().map(|p| format!("{}={}", p.name, p.default)).collect();
        let long: Vec<String> = parameters
            .iter()
            .map(|p| format!("--{} {} ({})", p.name, p.default, p.range))
            .collect();
        let parameters: Vec<Value> = parameters
            .iter()
            .map(|p| json!({ "name": p.name, "default": p.default, "range": p.range }))
            .collect();
        entries.push(Entry {
            json: json!({
                "name": name,
                "parameters": parameters,
                "explanation": explanation,
                "source": source,
            }),
            cells: vec![
                name.to_owned(),
                short.join(" "),
                explanation.to_owned(),
                source.to_owned(),
            ],
            paragraphs: vec![explanation.to_owned(), long.join(", "), source.to_owned()],
        });
    }
    print(args, &entries, out)
}

/// `tamis analyzers`: name, explanation.
pub fn analyzers(args: &ListArgs, out: &mut dyn Write) -> Result<()> {
    let mut entries = Vec::new();
    for analyze::AnalyzerEntry { name, explanation, .. } in &analyze::ANALYZERS {
        entries.push(Entry {
            json: json!({ "name": name, "explanation": explanation }),
            cells: [name, explanation].map(|&text| text.to_owned()).into(),
            paragraphs: vec![(*explanation).to_owned()],
        });
    }
    print(args, &entries, out)
}

/// `tamis measures`: trec_eval's name, ir_measures' name, explanation.
pub fn measures(args: &ListArgs, out: &mut dyn Write) -> Result<()> {
    let mut entries = Vec::new();
    for measure in measure::MEASURES {
        let measure::Measure { name, ir_name, explanation, .. } = *measure;
        let other =
            if ir_name == name { String::new() } else { format!(" (ir_measures: {ir_name})") };
        entries.push(Entry {
            json: json!({ "name": name, "ir_name": ir_name, "explanation": explanation }),
            cells: [name, ir_name, explanation].map(str::to_owned).into(),
            paragraphs: vec![format!("{explanation}{other}")],
        });
    }
    print(args, &entries, out)
}

/// Prints JSON, lines for a terminal, or a line per entry for other programs.
fn print(args: &ListArgs, entries: &[Entry], out: &mut dyn Write) -> Result<()> {
    if args.json {
        for entry in entries {
            print_json(&entry.json, out)?;
        }
        return Ok(());
    }
    let width = Terminal::of_stdout().room(0).map(|width| width.min(WIDEST));
    let text = width.map_or_else(|| table(entries), |width| paragraphs(entries, width));
    out.write_all(text.as_bytes()).map_err(to_stdout)
}

/// The widest line of text, in columns: longer lines are hard to read.
pub const WIDEST: usize = 100;

/// A line per entry in aligned columns, as long as it is.
fn table(entries: &[Entry]) -> String {
    let width = |column: usize| {
        entries.iter().map(|entry| entry.cells[column].chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> =
        (0..entries.first().map_or(0, |entry| entry.cells.len())).map(width).collect();
    entries
        .iter()
        .map(|entry| {
            let cells =
                entry.cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}  "));
            cells.collect::<String>().trim_end().to_owned() + "\n"
        })
        .collect()
}

/// The maximum share of a line for the names.
const NAMES: usize = 3;

/// Every entry as a name with paragraphs beside it, in lines of at most `width` characters. A name
/// that is too long for its column has a line of its own. Empty lines keep entries of several
/// paragraphs apart.
fn paragraphs(entries: &[Entry], width: usize) -> String {
    let longest = entries
        .iter()
        .map(|entry| entry.cells[0].chars().count() + 2)
        .filter(|&name| name <= width / NAMES);
    let indent = longest.max().unwrap_or(4);
    let several = entries
        .iter()
        .any(|entry| entry.paragraphs.iter().filter(|paragraph| !paragraph.is_empty()).count() > 1);
    let mut text = String::new();
    for (number, entry) in entries.iter().enumerate() {
        if several && number > 0 {
            text.push('\n');
        }
        let lines = entry
            .paragraphs
            .iter()
            .flat_map(|paragraph| wrapped(paragraph, width.saturating_sub(indent)));
        let name = &entry.cells[0];
        let mut start = format!("{name:indent$}");
        if name.chars().count() + 2 > indent {
            text += &format!("{name}\n");
            start = " ".repeat(indent);
        }
        for line in lines {
            text += &format!("{start}{line}\n");
            start = " ".repeat(indent);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, paragraphs: &[&str]) -> Entry {
        Entry {
            json: Value::Null,
            cells: vec![name.to_owned(), "x".to_owned()],
            paragraphs: paragraphs.iter().map(|&text| text.to_owned()).collect(),
        }
    }

    fn entries() -> Vec<Entry> {
        vec![
            entry("bte", &["one two three", "", "four"]),
            entry("boilerpipe-article", &["five six seven"]),
        ]
    }

    #[test]
    fn entries_fit_a_terminal() {
        let shown = "bte  one two\n     three\n     four\n\nboilerpipe-article\n     five \
                     six\n     seven\n";
        assert_eq!(paragraphs(&entries(), 15), shown);
        let wide = "bte                 one two three\n                    \
                    four\n\nboilerpipe-article  five six seven\n";
        assert_eq!(paragraphs(&entries(), 80), wide);
    }

    #[test]
    fn a_line_for_a_program_is_whole() {
        assert_eq!(table(&entries()), "bte                 x\nboilerpipe-article  x\n");
    }
}
