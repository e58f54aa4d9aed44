//! `tamis stats INDEX`: prints the contents of an index in numbers.

mod histogram;
mod json;
mod losses;
mod words;

use crate::flags::options::warn_of_writer;
use crate::terminal::console::{Verbosity, to_stdout};
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
    /// Print the list of skipped records and defects instead: one per line, with file, offset,
    /// reason, and whether content is missing
    #[arg(long)]
    losses: bool,
    /// Of this list, only records of which content is damaged or lost
    #[arg(long, requires = "losses")]
    damaged: bool,
    /// Print one JSON object; with --losses one per line
    #[arg(long)]
    json: bool,
}

/// Prints the statistics.
pub fn run(args: &StatsArgs, talk: Verbosity, out: &mut dyn Write) -> Result<()> {
    let index = Index::open(&args.index)?;
    warn_of_writer(&index, talk);
    if args.losses {
        return losses::print(&index, args.damaged, args.json, talk, out);
    }
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
