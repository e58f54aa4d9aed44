//! `tamis verify INDEX`: checks that an index is intact.

use super::console::{Exit, to_stdout};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use tamis::error::Result;
use tamis::verify::{Verdict, verify};

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
        let Verdict { checks, finished } = &verdict;
        format!("{}\n", json!({ "whole": verdict.whole(), "finished": finished, "checks": checks }))
    } else {
        in_words(&verdict)
    };
    out.write_all(text.as_bytes()).map_err(to_stdout)?;
    Ok(if verdict.whole() { Exit::Done } else { Exit::Wrong })
}

fn in_words(verdict: &Verdict) -> String {
    let mut text = String::new();
    for check in &verdict.checks {
        let name = check.name;
        if check.wrong.is_empty() {
            text += &format!("ok     {name:<10}{}\n", check.found);
        }
        check.wrong.iter().for_each(|wrong| text += &format!("WRONG  {name:<10}{wrong}\n"));
    }
    text += match (verdict.whole(), verdict.finished) {
        (false, _) => "the index is damaged\n",
        (true, true) => "the index is whole\n",
        (true, false) => "the index is whole as far as it goes; the same `tamis index` command finishes it\n",
    };
    text
}
