//! `tamis demo`: the whole job on a generated collection, through the same doors that a user takes.

use super::{Exit, Talk, to_stdout};
use clap::Parser;
use std::io::Write;
use std::path::{Path, PathBuf};
use tamis::demo;
use tamis::error::Result;

/// `tamis demo`, as typed.
#[derive(Debug, Clone, clap::Args)]
pub struct DemoArgs {
    /// The folder for the collection, the index and the results
    #[arg(short, long, default_value = "target/demo", value_name = "DIR")]
    out: PathBuf,
    /// Pages to generate
    #[arg(long, default_value_t = demo::PAGES, value_name = "N")]
    pages: usize,
    /// The same seed gives the same bytes
    #[arg(long, default_value_t = demo::SEED, value_name = "SEED")]
    seed: u64,
}

/// Generates, indexes, sweeps, and says which commands it ran.
pub fn run(args: &DemoArgs, talk: Talk, out: &mut dyn Write) -> Result<Exit> {
    talk.say(format!("generating {} pages in {}", args.pages, args.out.display()));
    let again = args.out.join("demo.warc.gz").exists();
    let files = demo::generate(&args.out, args.pages, args.seed)?;
    let index = args.out.join("index");
    let index = index.as_path();
    let (warc, at) = (text(&files.warc), text(index));
    // Only an index that an earlier demo made is replaced.
    let force = again.then_some("--force");
    let line: Vec<&str> = ["index", &warc, "--out", &at].into_iter().chain(force).collect();
    step(&line, talk, out)?;
    let (topics, qrels) = (text(&files.topics), text(&files.qrels));
    for (axis, values, name) in
        [("--min-words", "1..=100", "sweep-words"), ("--min-density", "1..=20", "sweep-density")]
    {
        let folder = text(&args.out.join(name));
        let sweep = ["sweep", &text(index), "--topics", &topics, "--qrels", &qrels, axis, values, "--out", &folder];
        step(&sweep, talk, out)?;
    }
    writeln!(out, "{}", demo::STATEMENT).map_err(to_stdout)?;
    writeln!(out, "Look at {}", args.out.join("sweep-words/report.html").display()).map_err(to_stdout)?;
    Ok(Exit::Done)
}

/// Runs one command as if it had been typed, and shows it.
fn step(args: &[&str], talk: Talk, out: &mut dyn Write) -> Result<()> {
    let line = format!("tamis {}", args.join(" "));
    writeln!(out, "$ {line}").map_err(to_stdout)?;
    out.flush().map_err(to_stdout)?;
    let cli = super::Cli::try_parse_from(["tamis"].iter().chain(args))
        .map_err(|e| tamis::Error::settings(format!("{line}: {e}")))?;
    super::dispatch(cli.command, &line, talk, out)?;
    writeln!(out).map_err(to_stdout)
}

fn text(path: &Path) -> String {
    path.display().to_string()
}
