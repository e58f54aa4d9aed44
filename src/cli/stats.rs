//! `tamis stats INDEX`: prints the contents of an index in numbers.

mod histogram;
mod json;
mod words;

use super::console::{Verbosity, to_stdout};
use super::options::warn_of_writer;
use std::io::Write;
use std::path::PathBuf;
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use tamis_index::index::Index;
use tamis_index::stats::Contents;
use tamis_report::json::one_line;

/// Arguments of `tamis stats`.
#[derive(Debug, Clone, clap::Args)]
pub struct StatsArgs {
    /// Index folder
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Prints the statistics.
pub fn run(args: &StatsArgs, talk: Verbosity, out: &mut dyn Write) -> Result<()> {
    let index = Index::open(&args.index)?;
    warn_of_writer(&index, talk);
    let corpus = Corpus::new(vec![index])?;
    let contents = Contents::count(&corpus)?;
    let index = &corpus.indexes[0];
    let text = if args.json {
        one_line(&json::as_json(index, &contents))
    } else {
        words::in_words(index, &contents)
    };
    out.write_all(text.as_bytes()).map_err(to_stdout)
}
