//! `tamis label INDEX`: adds labels to a finished index without indexing it again.

use crate::flags::values;
use crate::terminal::progress::IndexProgress;
use crate::terminal::{Console, Exit, Verbosity, notices};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tamis::job::{
    LabelJob, LabelLinesJob, Labelled, LabelsRemoved, LinesRead, NewLabel, RemoveLabelsJob,
    UnknownLine,
};
use tamis::words::{counted, grouped};
use tamis::{Escaped, Result};

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
    collections: Vec<PathBuf>,
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

/// Adds or removes labels; a summary goes to standard error.
pub fn run(args: &LabelArgs, console: &mut Console) -> Result<Exit> {
    match &args.from {
        _ if !args.remove.is_empty() => remove(args, console),
        Some(path) => from_lines(args, path, console),
        None => from_classifiers(args, console),
    }
}

fn remove(args: &LabelArgs, console: &mut Console) -> Result<Exit> {
    let (index, labels) = (args.index.clone(), args.remove.clone());
    let job = RemoveLabelsJob { index, labels, with_rule: args.force };
    let removed = job.run(&())?.result;
    let LabelsRemoved { index, removed: names, lost, with_rule } = &removed;
    let names = match &names[..] {
        [] if *lost => "all added labels, whose file is damaged or gone".to_owned(),
        [] => "nothing: no label was added".to_owned(),
        names => names.join(", "),
    };
    let with_rule =
        if *with_rule { ", and the tuned rule, which used labels of these" } else { "" };
    console.talk.say(format!("{}: removed {names}{with_rule}", index.display()));
    console.json_if(args.json, &removed)?;
    Ok(Exit::Done)
}

const STOPPING: &str =
    "stopping; the index keeps the labels that it had (Ctrl-C again ends at once)";

fn from_classifiers(args: &LabelArgs, console: &mut Console) -> Result<Exit> {
    let talk = console.talk;
    let job = LabelJob {
        index: args.index.clone(),
        classifiers: args.classifiers.clone(),
        language: args.language.clone(),
        collections: args.collections.clone(),
        replace: args.force,
        threads: args.threads,
    };
    let start = Instant::now();
    let mut bar = IndexProgress::new(talk, args.progress_every, false, STOPPING)?;
    let done = job.run(&bar);
    bar.finish();
    let left = "interrupted: the index has the labels that it had before";
    let labelled = console.interrupted(done, left)?.result;
    talk.say_lines(&format!("{} in {:.1} s", in_words(&labelled), start.elapsed().as_secs_f64()));
    console.json_if(args.json, &labelled)?;
    Ok(Exit::Done)
}

/// Maximum number of lines shown without --verbose.
const SHOWN: u64 = 10;

fn from_lines(args: &LabelArgs, path: &Path, console: &mut Console) -> Result<Exit> {
    let talk = console.talk;
    let job = LabelLinesJob {
        index: args.index.clone(),
        lines: path.to_owned(),
        name: args.name.clone(),
        replace: args.force,
    };
    let mut reported = 0;
    let mut printed = Ok(());
    let outcome = job.run(&(), &mut |unknown: &UnknownLine| {
        reported += 1;
        if reported <= SHOWN || talk == Verbosity::Verbose {
            talk.say(unknown_in_words(unknown, path));
        }
        if args.json && printed.is_ok() {
            printed = console.json(&json!(tamis::json::Unknown { unknown }));
        }
    })?;
    printed?;
    let labelled = &outcome.result;
    let LinesRead { lines, unknown_lines, unnamed_pages } = labelled.lines.unwrap_or_default();
    let mut text = match labelled.labels.is_empty() {
        true => {
            let index = Escaped(args.index.display());
            format!("{index}: has this label already, from the same lines")
        }
        false => format!("{}, from {}", in_words(labelled), counted(lines, "line")),
    };
    if unknown_lines > 0 {
        let cut_short = unknown_lines > SHOWN && talk < Verbosity::Verbose;
        text += &format!(
            "\n{} of a page or block that the index does not have{}",
            counted(unknown_lines, "line"),
            if cut_short { " (all with -v)" } else { "" }
        );
    }
    if unnamed_pages > 0 {
        text += &format!(
            "\nno line names a block of {}: all boilerplate",
            counted(unnamed_pages, "page")
        );
    }
    talk.say_lines(&text);
    notices::say_all(&outcome.notices, talk);
    console.json_if(args.json, labelled)?;
    if unknown_lines == 0 {
        return Ok(Exit::Done);
    }
    let lines = counted(unknown_lines, "line");
    let index = args.index.display();
    let what = format!("{index}: {lines} of a page or block that the index does not have");
    Ok(talk.damaged(&what))
}

/// Returns a line of a page or block that the index does not have, as a message.
fn unknown_in_words(unknown: &UnknownLine, path: &Path) -> String {
    let UnknownLine { line, docno, block, blocks } = unknown;
    let what = match blocks {
        Some(blocks) => {
            let blocks = counted(u64::from(*blocks), "block");
            format!("{docno} has {blocks}, found block {block}")
        }
        None => format!("no page {docno} in the index"),
    };
    format!("{}:{line}: {what}", path.display())
}

fn label_in_words(NewLabel { name, content }: &NewLabel) -> String {
    format!("{name} ({} content)", counted(*content, "block"))
}

fn in_words(Labelled { index, labels, .. }: &Labelled) -> String {
    let index = Escaped(index.display());
    match &labels[..] {
        [] => format!("{index}: has all of these labels"),
        [one] => format!("{index}: added {}", label_in_words(one)),
        several => {
            let labels: String =
                several.iter().map(|one| format!("\n  {}", label_in_words(one))).collect();
            format!("{index}: added {} labels:{labels}\n", grouped(several.len() as u64))
        }
    }
}
