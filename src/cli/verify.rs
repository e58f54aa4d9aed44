//! `tamis verify INDEX`: checks that an index is intact.

use super::console::{Exit, to_stdout};
use super::message::with_command;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use tamis::error::Result;
use tamis::report::json::one_line;
use tamis::verify::{Check, Verdict, verify};
use tamis_place::Escaped;

/// Arguments of `tamis verify`.
#[derive(Debug, Clone, clap::Args)]
pub struct VerifyArgs {
    /// Index folder
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Prints every check and its errors; exits with status 1 if there are any.
pub fn run(args: &VerifyArgs, out: &mut dyn Write) -> Result<Exit> {
    let verdict = verify(&args.index)?;
    let text = if args.json {
        let checks: Vec<Value> = verdict.checks.iter().map(|check| as_json(check, &args.index)).collect();
        one_line(&json!({ "whole": verdict.whole(), "finished": verdict.finished, "checks": checks }))
    } else {
        in_words(&verdict, &args.index)
    };
    out.write_all(text.as_bytes()).map_err(to_stdout)?;
    Ok(if verdict.whole() { Exit::Done } else { Exit::Wrong })
}

fn as_json(check: &Check, index: &Path) -> Value {
    json!({ "name": check.name, "found": check.found, "wrong": wrong(check, index).collect::<Vec<_>>() })
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
            text += &format!("ok     {name:<10}{}\n", Escaped(&check.found));
        }
        wrong(check, index).for_each(|wrong| text += &format!("WRONG  {name:<10}{}\n", Escaped(wrong)));
    }
    text += match (verdict.whole(), verdict.finished) {
        (false, _) => "the index is damaged\n",
        (true, true) => "the index is whole\n",
        (true, false) => "the index is whole as far as it goes; the same `tamis index` command finishes it\n",
    };
    text
}
