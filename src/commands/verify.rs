//! `tamis verify INDEX`: checks that an index is intact.

use crate::flags::options::use_threads;
use crate::terminal::console::{Exit, Verbosity, to_stdout};
use crate::terminal::message::with_command;
use crate::terminal::progress::Bar;
use crate::terminal::signals::Signals;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tamis_index::error::{Error, Result};
use tamis_index::index::Index;
use tamis_index::verify::{Check, Verdict, verify, verify_deep};
use tamis_place::Escaped;
use tamis_report::json::one_line;
use tamis_search::request::check_stored;

/// Arguments of `tamis verify`.
#[derive(Debug, Clone, clap::Args)]
pub struct VerifyArgs {
    /// Index folder
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// Collection for --deep, if it has moved since it was indexed; not needed for an index built
    /// with --store all
    #[arg(value_name = "COLLECTION", requires = "deep")]
    collections: Vec<OsString>,
    /// Check every number that a rule can read as well: as searches read it against each page read
    /// alone, and against the page itself, read again from the index or its archives and cut anew;
    /// takes about as long as an ingest
    #[arg(long)]
    deep: bool,
    /// Number of threads of --deep [default: all cores]
    #[arg(long, value_name = "N", requires = "deep")]
    threads: Option<usize>,
    /// Seconds between progress lines of --deep if standard error is not a terminal
    #[arg(long, value_name = "S", default_value_t = 60,
        value_parser = clap::value_parser!(u64).range(1..))]
    progress_every: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Prints every check and its errors; exits with status 1 if there are any.
pub fn run(args: &VerifyArgs, talk: Verbosity, out: &mut dyn Write) -> Result<Exit> {
    if args.deep {
        return deep(args, talk, out);
    }
    let verdict = with_rule(verify(&args.index)?, &args.index)?;
    print(args, &verdict, out)
}

/// Checks every number as well, with a bar.
fn deep(args: &VerifyArgs, talk: Verbosity, out: &mut dyn Write) -> Result<Exit> {
    use_threads(args.threads)?;
    let signals = Signals::listen()?;
    let every = Duration::from_secs(args.progress_every);
    let stopping = "stopping; verify changes nothing (Ctrl-C again ends at once)";
    let mut bar = Bar::new(talk, every, false, signals.clone(), stopping);
    let done = verify_deep(&args.index, &args.collections, &bar);
    bar.finish();
    match (done, signals.came()) {
        (Err(Error::Interrupted), Some(status)) => {
            talk.say("interrupted: the checks are not done");
            Ok(Exit::Interrupted(status))
        }
        (done, _) => print(args, &with_rule(done?, &args.index)?, out),
    }
}

/// Adds the check of the tuned rule, if the index has one and is whole otherwise.
fn with_rule(mut verdict: Verdict, path: &Path) -> Result<Verdict> {
    if verdict.whole() && verdict.has_pages() {
        verdict.checks.extend(check_stored(&Index::open(path)?));
    }
    Ok(verdict)
}

fn print(args: &VerifyArgs, verdict: &Verdict, out: &mut dyn Write) -> Result<Exit> {
    let text = if args.json {
        let checks: Vec<Value> =
            verdict.checks.iter().map(|check| as_json(check, &args.index)).collect();
        one_line(
            &json!({ "whole": verdict.whole(), "finished": verdict.finished, "checks": checks }),
        )
    } else {
        in_words(verdict, &args.index)
    };
    out.write_all(text.as_bytes()).map_err(to_stdout)?;
    Ok(if verdict.whole() { Exit::Done } else { Exit::Wrong })
}

fn as_json(check: &Check, index: &Path) -> Value {
    let wrong: Vec<String> = wrong(check, index).collect();
    json!({ "name": check.name, "found": check.found, "complete": check.complete, "wrong": wrong })
}

/// The faults that a check found, each with the command that helps.
fn wrong<'a>(check: &'a Check, index: &'a Path) -> impl Iterator<Item = String> + 'a {
    check.wrong.iter().map(|fault| with_command(&fault.to_string(), fault.remedy, index))
}

fn in_words(verdict: &Verdict, index: &Path) -> String {
    let mut text = String::new();
    for check in &verdict.checks {
        let name = check.name;
        if check.wrong.is_empty() {
            let mark = if check.complete { "ok  " } else { "open" };
            text += &format!("{mark}   {name:<10}{}\n", Escaped(&check.found));
        }
        for wrong in wrong(check, index) {
            text += &format!("WRONG  {name:<10}{}\n", Escaped(wrong));
        }
    }
    let all_complete = verdict.checks.iter().all(|check| check.complete);
    text += match (verdict.whole(), verdict.finished) {
        (false, _) => "the index is damaged\n",
        (true, true) if all_complete => "the index is whole\n",
        (true, true) => "the index is whole as far as it could be checked\n",
        (true, false) => {
            "the index is whole as far as it goes; the same `tamis index` command finishes it\n"
        }
    };
    text
}
