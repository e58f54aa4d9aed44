//! `tamis label INDEX`: adds labels to a finished index without indexing it again.

use crate::flags::options::use_threads;
use crate::flags::values;
use crate::terminal::console::{Exit, Verbosity, print_json};
use crate::terminal::progress::Bar;
use crate::terminal::signals::Signals;
use crate::terminal::tuned::warn_if_outdated;
use serde_json::json;
use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tamis_index::error::{Error, Result};
use tamis_index::index::{Index, TunedRule};
use tamis_index::label;
use tamis_index::label::{Labelling, Lines, Unknown, Written};
use tamis_place::Escaped;
use tamis_report::words::{counted, grouped};
use tamis_search::request::can_use;

/// Arguments of `tamis label`.
#[derive(Debug, Clone, clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true)
    .args(["classifiers", "from", "remove"]))]
pub struct LabelArgs {
    /// Index folder
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// Collection, if it has moved since it was indexed; not needed for an index built with --store
    /// all
    #[arg(value_name = "COLLECTION", requires = "classifiers")]
    collections: Vec<OsString>,
    /// Add labels from these classifiers: a list, default, or all that need no argument
    /// (see `tamis classifiers`). NAME-site, such as tamis-site: the scores of NAME (`tamis index
    /// --score`), corrected by how often blocks repeat
    #[arg(long = "classifier", alias = "classifiers", value_name = "NAMES", value_delimiter = ',')]
    classifiers: Vec<String>,
    /// Language of all pages by code or name (en, german), for --classifier that need it [default:
    /// as indexed]
    #[arg(long, value_name = "CODE", requires = "classifiers", value_parser = values::language)]
    language: Option<String>,
    /// Add a label from lines such as {"docno":"d-1","block":3,"label":true}, with the block
    /// numbers of `tamis inspect`; - for standard input
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Name of the label of --from [default: the file name up to its first dot]
    #[arg(long, value_name = "NAME", requires = "from")]
    name: Option<String>,
    /// Remove added labels: a list, or all
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    remove: Vec<String>,
    /// Replace added labels of the same name; with --remove, also remove the tuned rule of the
    /// index if it uses one of the labels
    #[arg(long)]
    force: bool,
    /// Number of classifying threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Seconds between progress lines if standard error is not a terminal
    #[arg(long, value_name = "S", default_value_t = 60,
        value_parser = clap::value_parser!(u64).range(1..))]
    progress_every: u64,
    /// Print one JSON object at the end, preceded by one for every line of --from that matches
    /// nothing in the index
    #[arg(long)]
    json: bool,
}

/// Adds or removes labels; a summary goes to standard error, `--json` to `out`.
pub fn run(args: &LabelArgs, talk: Verbosity, out: &mut dyn Write) -> Result<Exit> {
    use_threads(args.threads)?;
    if !args.remove.is_empty() {
        return remove(args, talk, out);
    }
    let labelling = Labelling::open(&args.index, args.force, can_use)?;
    let exit = match &args.from {
        Some(path) => from_lines(args, &labelling, path, talk, out),
        None => from_classifiers(args, &labelling, talk, out),
    }?;
    warn_if_outdated(&args.index, tuned(&args.index)?.as_ref(), talk);
    Ok(exit)
}

/// Returns the tuned rule of an index.
fn tuned(path: &Path) -> Result<Option<TunedRule>> {
    Ok(Index::open_alone(path)?.manifest.tuned)
}

fn remove(args: &LabelArgs, talk: Verbosity, out: &mut dyn Write) -> Result<Exit> {
    let rule = tuned(&args.index)?;
    let removed = if args.remove == ["all"] {
        Labelling::remove_all(&args.index, args.force, can_use)?
    } else {
        let labelling = Labelling::open(&args.index, args.force, can_use)?;
        labelling.remove(&args.remove)?;
        args.remove.clone()
    };
    let with_rule = rule.is_some() && tuned(&args.index)?.is_none();
    let with_rule = if with_rule { ", and the tuned rule, which used labels of these" } else { "" };
    talk.say(format!("{}: removed {}{with_rule}", args.index.display(), joined(&removed)));
    print(args, out, &json!({ "index": args.index.display().to_string(), "removed": removed }))?;
    Ok(Exit::Done)
}

const STOPPING: &str =
    "stopping; the index keeps the labels that it had (Ctrl-C again ends at once)";

fn from_classifiers(
    args: &LabelArgs,
    labelling: &Labelling,
    talk: Verbosity,
    out: &mut dyn Write,
) -> Result<Exit> {
    let names = labelling.classifiers(&args.classifiers, args.language.as_deref())?;
    let signals = Signals::listen()?;
    let start = Instant::now();
    let mut written = Vec::new();
    if !names.is_empty() {
        let every = Duration::from_secs(args.progress_every);
        let mut bar = Bar::new(talk, every, false, signals.clone(), STOPPING);
        let done = label::from_classifiers(
            labelling,
            &names,
            args.language.as_deref(),
            &args.collections,
            &bar,
        );
        bar.finish();
        written = match (done, signals.came()) {
            (Err(Error::Interrupted), Some(status)) => {
                talk.say("interrupted: the index has the labels that it had before");
                return Ok(Exit::Interrupted(status));
            }
            (done, _) => done?,
        };
    }
    talk.say_lines(&format!(
        "{} in {:.1} s",
        in_words(args, &written),
        start.elapsed().as_secs_f64()
    ));
    print(
        args,
        out,
        &json!({ "index": args.index.display().to_string(), "labels": as_json(&written) }),
    )?;
    Ok(Exit::Done)
}

/// Maximum number of lines shown without --verbose.
const SHOWN: u64 = 10;

fn from_lines(
    args: &LabelArgs,
    labelling: &Labelling,
    path: &Path,
    talk: Verbosity,
    out: &mut dyn Write,
) -> Result<Exit> {
    let name = args.name.clone().unwrap_or_else(|| stem(path));
    let reader: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(std::fs::File::open(path).map_err(|e| Error::io("open", path, e))?)
    };
    let mut reported = 0;
    let mut printed = Ok(());
    let lines = label::from_lines(labelling, &name, reader, path, |unknown: &Unknown| {
        reported += 1;
        if reported <= SHOWN || talk == Verbosity::Verbose {
            talk.say(unknown_in_words(unknown, path));
        }
        if args.json && printed.is_ok() {
            printed = print_json(&json!({ "unknown": unknown }), out);
        }
    })?;
    printed?;
    let Lines { written, was_there, lines, unknown, unnamed_pages } = lines;
    let new = if was_there { Vec::new() } else { vec![written] };
    let mut text = if was_there {
        format!("{}: has this label already, from the same lines", Escaped(args.index.display()))
    } else {
        format!("{}, from {}", in_words(args, &new), counted(lines, "line"))
    };
    if unknown > 0 {
        let all = if unknown > SHOWN && talk < Verbosity::Verbose { " (all with -v)" } else { "" };
        text += &format!(
            "\n{} of a page or block that the index does not have{all}",
            counted(unknown, "line")
        );
    }
    if unnamed_pages > 0 {
        text += &format!(
            "\nno line names a block of {}: all boilerplate",
            counted(unnamed_pages, "page")
        );
    }
    talk.say_lines(&text);
    let summary = json!({
        "index": args.index.display().to_string(),
        "labels": as_json(&new),
        "lines": lines,
        "unknown_lines": unknown,
        "unnamed_pages": unnamed_pages,
    });
    print(args, out, &summary)?;
    Ok(if unknown > 0 { Exit::Damaged } else { Exit::Done })
}

/// Returns a line of a page or block that the index does not have, as a message.
fn unknown_in_words(unknown: &Unknown, path: &Path) -> String {
    let Unknown { line, docno, block, blocks } = unknown;
    let what = match blocks {
        Some(blocks) => {
            let blocks = counted(u64::from(*blocks), "block");
            format!("{docno} has {blocks}, found block {block}")
        }
        None => format!("no page {docno} in the index"),
    };
    format!("{}:{line}: {what}", path.display())
}

/// Returns a file name up to its first dot.
fn stem(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.split('.').next().unwrap_or_default().to_owned()
}

fn label_in_words(Written { name, content }: &Written) -> String {
    format!("{name} ({} content)", counted(*content, "block"))
}

fn in_words(args: &LabelArgs, written: &[Written]) -> String {
    let index = Escaped(args.index.display());
    match written {
        [] => format!("{index}: has all of these labels"),
        [one] => format!("{index}: added {}", label_in_words(one)),
        several => {
            let labels: String =
                several.iter().map(|one| format!("\n  {}", label_in_words(one))).collect();
            format!("{index}: added {} labels:{labels}\n", grouped(several.len() as u64))
        }
    }
}

fn joined(names: &[String]) -> String {
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}

fn as_json(written: &[Written]) -> Vec<serde_json::Value> {
    written
        .iter()
        .map(|Written { name, content }| json!({ "name": name, "content_blocks": content }))
        .collect()
}

fn print(args: &LabelArgs, out: &mut dyn Write, summary: &serde_json::Value) -> Result<()> {
    if args.json { print_json(summary, out) } else { Ok(()) }
}
