//! Lists of models, analyzers and measures with their descriptions.

use crate::terminal::styles::Terminal;
use crate::terminal::{Console, Exit, columns};
use serde::Serialize;
use serde_json::{Value, json};
use tamis::eval::measure::{MEASURES, Measure};
use tamis::{ANALYZERS, AnalyzerEntry, ModelEntry, Result, models as all_models};

/// Arguments of a listing command.
#[derive(Debug, Clone, clap::Args)]
pub struct ListArgs {
    /// Print one JSON object per line
    #[arg(long)]
    pub json: bool,
}

/// An entry of a list.
struct ListEntry {
    json: Value,
    /// The columns of a line, the name first.
    cells: Vec<String>,
    /// The paragraphs below the name on a terminal.
    paragraphs: Vec<String>,
}

impl ListEntry {
    fn new(entry: &impl Serialize, cells: &[&str], paragraphs: &[&str]) -> Self {
        let [cells, paragraphs] =
            [cells, paragraphs].map(|texts| texts.iter().map(|&text| text.to_owned()).collect());
        Self { json: json!(entry), cells, paragraphs }
    }
}

/// `tamis models`: name, parameters with their defaults, explanation, source.
pub fn models(args: &ListArgs, console: &mut Console) -> Result<Exit> {
    let entry = |model: &ModelEntry| {
        let ModelEntry { name, explanation, source, parameters } = model;
        let short = parameters.iter().map(|p| format!("{}={}", p.name, p.default));
        let short = short.collect::<Vec<_>>().join(" ");
        let long = parameters.iter().map(|p| format!("--{} {} ({})", p.name, p.default, p.range));
        let long = long.collect::<Vec<_>>().join(", ");
        ListEntry::new(model, &[name, &short, explanation, source], &[explanation, &long, source])
    };
    print(args, &all_models().iter().map(entry).collect::<Vec<_>>(), console)
}

/// `tamis analyzers`: name, explanation.
pub fn analyzers(args: &ListArgs, console: &mut Console) -> Result<Exit> {
    let entry = |analyzer: &AnalyzerEntry| {
        let AnalyzerEntry { name, explanation, .. } = analyzer;
        ListEntry::new(analyzer, &[name, explanation], &[explanation])
    };
    print(args, &ANALYZERS.iter().map(entry).collect::<Vec<_>>(), console)
}

/// `tamis measures`: trec_eval's name, ir_measures' name, explanation.
pub fn measures(args: &ListArgs, console: &mut Console) -> Result<Exit> {
    let entry = |measure: &Measure| {
        let Measure { name, ir_name, explanation, .. } = measure;
        let other =
            if ir_name == name { String::new() } else { format!(" (ir_measures: {ir_name})") };
        ListEntry::new(measure, &[name, ir_name, explanation], &[&format!("{explanation}{other}")])
    };
    print(args, &MEASURES.iter().map(entry).collect::<Vec<_>>(), console)
}

/// Prints JSON, lines for a terminal, or a line per entry for other programs.
fn print(args: &ListArgs, entries: &[ListEntry], console: &mut Console) -> Result<Exit> {
    if args.json {
        entries.iter().try_for_each(|entry| console.json(&entry.json))?;
        return Ok(Exit::Done);
    }
    let width = Terminal::of_stdout().room(0).map(|width| width.min(WIDEST));
    let text = width.map_or_else(|| table(entries), |width| paragraphs(entries, width));
    console.report(text, &[])
}

/// The widest line of text, in columns: longer lines are hard to read.
pub const WIDEST: usize = 100;

/// A line per entry in aligned columns, as long as it is.
fn table(entries: &[ListEntry]) -> String {
    let rows: Vec<Vec<String>> = entries.iter().map(|entry| entry.cells.clone()).collect();
    let table = columns::table(&rows, &[0, 1, 2, 3], |_| None);
    table.lines().map(|line| format!("{}\n", &line[2..])).collect()
}

/// The maximum share of a line for the names.
const NAMES: usize = 3;

/// Every entry as a name with paragraphs beside it, in lines of at most `width` characters. A name
/// that is too long for its column has a line of its own. Empty lines keep entries of several
/// paragraphs apart.
fn paragraphs(entries: &[ListEntry], width: usize) -> String {
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
            .flat_map(|paragraph| columns::wrapped(paragraph, width.saturating_sub(indent)));
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

    fn entry(name: &str, paragraphs: &[&str]) -> ListEntry {
        ListEntry {
            json: Value::Null,
            cells: vec![name.to_owned(), "x".to_owned()],
            paragraphs: paragraphs.iter().map(|&text| text.to_owned()).collect(),
        }
    }

    fn entries() -> Vec<ListEntry> {
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
