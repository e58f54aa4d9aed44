//! Scores the tables and the code of Markdown files against gold files of the same names, as
//! `tamis accuracy --score tables,code` scores pages.
//!
//! usage: markdown_scores GOLD FOUND
//!
//! Both are folders of NAME.md. Prints a row for each gold file, then their means; `-` where the
//! gold has nothing to score. A file that is not among the found ones counts as empty.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tamis_lab::accuracy::scores::overlap::mean;
use tamis_lab::accuracy::scores::pairs::GoldPairs;
use tamis_lab::accuracy::scores::{code, tables};

const HEADER: [&str; 12] = [
    "page",
    "tables_teds",
    "tables_recall",
    "tables_gold",
    "tables_right",
    "tables_found",
    "code_similarity",
    "code_recall",
    "code_gold",
    "code_right",
    "code_found",
    "code_language",
];

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [gold, found] = &arguments[..] else {
        eprintln!("usage: markdown_scores GOLD FOUND, two folders of NAME.md");
        return ExitCode::from(2);
    };
    match table(gold, found) {
        Ok(table) => print!("{table}"),
        Err(error) => {
            eprintln!("{}: {error}", gold.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Returns the rows of all gold files, by name, and their means.
fn table(gold: &Path, found: &Path) -> std::io::Result<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(gold)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") {
            names.push(name);
        }
    }
    names.sort();
    let mut table = HEADER.join("\t") + "\n";
    let mut pages = Vec::new();
    for name in names {
        let found = std::fs::read_to_string(found.join(&name)).unwrap_or_default();
        let page = values(&found, &std::fs::read_to_string(gold.join(&name))?);
        table += &row(name.trim_end_matches(".md"), &page);
        pages.push(page);
    }
    let means: Vec<f64> = (0..HEADER.len() - 1).map(|column| mean(&pages, column)).collect();
    Ok(table + &row("(mean)", &means))
}

/// Returns a page's values, in the order of the header.
fn values(found: &str, gold: &str) -> Vec<f64> {
    let tables = tables::compare(found, gold);
    let code = code::compare(found, gold);
    [shares(&tables), shares(&code.pairs), vec![code.language()]].concat()
}

/// Returns the scores of pairs, and their numbers.
fn shares(pairs: &GoldPairs) -> Vec<f64> {
    let counts = [pairs.gold, pairs.right(), pairs.found].map(|count| count as f64);
    [&[pairs.score(), pairs.recall()][..], &counts].concat()
}

fn row(name: &str, values: &[f64]) -> String {
    let mut row = name.to_owned();
    for value in values {
        row.push('\t');
        row += &if value.is_nan() { "-".to_owned() } else { format!("{value:.4}") };
    }
    row + "\n"
}
