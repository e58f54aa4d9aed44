//! `tamis verify INDEX`: checks that an index is intact.

use crate::flags::use_threads;
use crate::terminal::message::with_command;
use crate::terminal::progress::IndexProgress;
use crate::terminal::{Console, Exit};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tamis::job::VerifyJob;
use tamis::{Check, Escaped, Result, Verdict, json, json_line};

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
pub fn run(args: &VerifyArgs, console: &mut Console) -> Result<Exit> {
    let job = VerifyJob {
        index: args.index.clone(),
        deep: args.deep,
        collections: args.collections.iter().map(PathBuf::from).collect(),
        threads: None,
    };
    if !args.deep {
        return print(args, &job.run(&())?.result, console);
    }
    use_threads(args.threads)?;
    let stopping = "stopping; verify changes nothing (Ctrl-C again ends at once)";
    let mut bar = IndexProgress::new(console.talk, args.progress_every, false, stopping)?;
    let done = job.run(&bar);
    bar.finish();
    let done = console.interrupted(done, "interrupted: the checks are not done")?;
    print(args, &done.result, console)
}

fn print(args: &VerifyArgs, verdict: &Verdict, console: &mut Console) -> Result<Exit> {
    let text = if args.json {
        let checks = verdict.checks.iter().map(|check| json::CheckLine {
            complete: check.complete,
            found: &check.found,
            name: check.name,
            wrong: wrong(check, &args.index).collect(),
        });
        let (finished, whole) = (verdict.finished, verdict.whole());
        json_line(&json::VerdictLine { checks: checks.collect(), finished, whole })
    } else {
        in_words(verdict, &args.index)
    };
    console.print(text)?;
    Ok(if verdict.whole() { Exit::Done } else { Exit::Wrong })
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
