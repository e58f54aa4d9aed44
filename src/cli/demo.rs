//! `tamis demo`: generates a collection, indexes and sweeps it, with the commands that a user would run.

use super::console::{Exit, Talk, to_stdout};
use std::io::Write;
use std::path::{Path, PathBuf};
use tamis::demo;
use tamis::error::Result;
use tamis_place::Escaped;

/// Arguments of `tamis demo`.
#[derive(Debug, Clone, clap::Args)]
pub struct DemoArgs {
    /// Folder for the collection, the index and the results
    #[arg(short, long, default_value = "target/demo", value_name = "DIR")]
    out: PathBuf,
    /// Number of pages to generate
    #[arg(long, default_value_t = demo::PAGES, value_name = "N")]
    pages: usize,
    /// Random seed; the same seed generates the same bytes
    #[arg(long, default_value_t = demo::SEED, value_name = "N")]
    seed: u64,
}

/// Runs a command, given its arguments and the line that repeats it.
pub type Run = fn(&[&str], &str, Talk, &mut dyn Write) -> Result<()>;

/// Generates, indexes, sweeps, and prints the commands that it runs.
pub fn run(args: &DemoArgs, talk: Talk, out: &mut dyn Write, run: Run) -> Result<Exit> {
    talk.say(format!("generating {} pages in {}", args.pages, args.out.display()));
    let again = args.out.join("demo.warc.gz").exists();
    let files = demo::generate(&args.out, args.pages, args.seed)?;
    let index = args.out.join("index");
    let index = index.as_path();
    let (warc, at) = (text(&files.warc), text(index));
    // Only an index that an earlier demo made is replaced.
    let force = again.then_some("--force");
    let line: Vec<&str> = ["index", &warc, "--out", &at].into_iter().chain(force).collect();
    step(&line, talk, out, run)?;
    let (topics, qrels) = (text(&files.topics), text(&files.qrels));
    for (axis, values, name) in
        [("--min-words", "1..=100", "sweep-words"), ("--min-density", "1..=20", "sweep-density")]
    {
        let folder = text(&args.out.join(name));
        let sweep = ["sweep", &text(index), "--topics", &topics, "--qrels", &qrels, axis, values, "--out", &folder];
        // Results of an earlier demo are replaced, whatever its collection was.
        let force = Path::new(&folder).exists().then_some("--force");
        step(&sweep.into_iter().chain(force).collect::<Vec<_>>(), talk, out, run)?;
    }
    writeln!(out, "{}", demo::STATEMENT).map_err(to_stdout)?;
    writeln!(out, "Look at {}", Escaped(args.out.join("sweep-words/report.html").display())).map_err(to_stdout)?;
    Ok(Exit::Done)
}

/// Prints and runs one command line.
fn step(args: &[&str], talk: Talk, out: &mut dyn Write, run: Run) -> Result<()> {
    let line = format!("tamis {}", args.join(" "));
    writeln!(out, "$ {}", Escaped(&line)).map_err(to_stdout)?;
    out.flush().map_err(to_stdout)?;
    run(args, &line, talk, out)?;
    writeln!(out).map_err(to_stdout)
}

fn text(path: &Path) -> String {
    path.display().to_string()
}
