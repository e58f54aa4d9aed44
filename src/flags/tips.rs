//! Tips below an error of the command line: what a number was meant to be, which command another
//! program's word stands for, which command has a flag, what to do without judgements.

use crate::flags::{config, meant};
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use std::ffi::OsString;
use std::path::Path;
use tamis::blocks::classify::CLASSIFIERS;
use tamis::eval::trec::Run;
use tamis::{in_our_words, nearest};

/// The remedy for a word that was taken for a flag.
const EXCLUDING: &str = "to exclude a word, put the query in quotes: 'penguin -draft'";

/// Whether the arguments are those of a search with a word that may be meant as excluded: `-draft`.
fn excludes_a_word(args: &[OsString]) -> bool {
    let word = |arg: &OsString| arg.to_str()?.strip_prefix('-').map(str::to_owned);
    let is_word = |word: String| word.len() > 1 && word.starts_with(char::is_alphanumeric);
    args.get(1).is_some_and(|command| command == "search")
        && args.iter().filter_map(word).any(is_word)
}

/// Adds tips to an error of the command line. `args` is `typed` with the flags of its file.
pub fn added(
    mut error: clap::Error,
    cli: &Command,
    typed: &[OsString],
    args: &[OsString],
) -> clap::Error {
    let given = args.get(1).map(|arg| arg.to_string_lossy().into_owned()).unwrap_or_default();
    let mut tips = match error.kind() {
        ErrorKind::ValueValidation => of_value(&error),
        ErrorKind::InvalidSubcommand if cli.find_subcommand(&given).is_none() => {
            error.remove(ContextKind::SuggestedSubcommand);
            of_command(&given, cli)
        }
        ErrorKind::UnknownArgument if excludes_a_word(args) => vec![EXCLUDING.to_owned()],
        ErrorKind::UnknownArgument if error.get(ContextKind::SuggestedArg).is_none() => {
            // That it may be a value is what nobody means.
            error.remove(ContextKind::Suggested);
            of_flag(&error, cli)
        }
        ErrorKind::MissingRequiredArgument => of_missing(&error, args),
        _ => Vec::new(),
    };
    let wrong = text_of(&error, ContextKind::InvalidArg).unwrap_or_default();
    let flag = wrong.split(' ').next().unwrap_or_default();
    if let Some(file) = config::file_of(flag, typed, args) {
        tips.push(format!("{flag} comes from {}", file.display()));
    }
    if !tips.is_empty() {
        let tips = tips.into_iter().map(StyledStr::from).collect();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
    error
}

/// The message of an error, which ends with the help of the command that was meant.
pub fn message(error: &clap::Error, cli: &Command, args: &[OsString], is_styled: bool) -> String {
    let text = error.render();
    let text = if is_styled { text.ansi().to_string() } else { text.to_string() };
    let is_of_value = error.kind() == ErrorKind::ValueValidation;
    let text = if is_of_value { in_our_words(text) } else { text };
    match text.rsplit_once("try '") {
        Some((before, help)) => {
            let help = help.replacen("--help", &format!("{} --help", command_of(cli, args)), 1);
            format!("{before}try '{help}")
        }
        None => text,
    }
}

/// `tamis`, `tamis sweep` or `tamis shard plan`.
fn command_of(cli: &Command, args: &[OsString]) -> String {
    let mut names = vec!["tamis"];
    let mut command = cli;
    for arg in args.iter().skip(1).filter_map(|arg| arg.to_str()) {
        let Some(below) = command.find_subcommand(arg) else { break };
        names.push(below.get_name());
        command = below;
    }
    names.join(" ")
}

fn text_of(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => Some(texts.join(" ")),
        _ => None,
    }
}

/// Tips for a value that could not be read. Parsers of our own say what they expect; those of
/// numbers do not.
fn of_value(error: &clap::Error) -> Vec<String> {
    let says = error.to_string();
    let value = text_of(error, ContextKind::InvalidValue);
    let (Some(arg), Some(value)) = (text_of(error, ContextKind::InvalidArg), value) else {
        return Vec::new();
    };
    let in_ours = in_our_words(&says);
    if in_ours == says {
        return Vec::new();
    }
    let flag = arg.split(' ').next().unwrap_or_default();
    let is_real = in_ours.contains("expected a number");
    let meant = meant::number(&value).or_else(|| meant::leading(&value));
    let meant = meant.filter(|meant| *meant != value && (is_real || !meant.contains('.')));
    let example = meant.filter(|meant| meant != "0").unwrap_or_else(|| "2".to_owned());
    vec![format!("for example '{flag} {example}'")]
}

/// Words of other programs for what a command does.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("index", &["build", "add", "ingest", "create", "crawl"]),
    ("search", &["find", "query", "grep", "retrieve", "run", "runs"]),
    ("stats", &["info", "status", "list", "ls", "show", "labels"]),
    ("inspect", &["page", "view", "get", "cat"]),
    ("delete", &["remove", "rm", "del"]),
    ("combine", &["merge", "join", "concat"]),
    ("verify", &["check", "fsck", "test", "validate"]),
    ("serve", &["web", "ui", "gui", "browse", "server"]),
    ("eval", &["evaluate", "score", "trec_eval", "trec-eval", "run", "runs"]),
    ("extract", &["clean", "strip", "text"]),
    ("sweep", &["grid", "tune-threshold", "experiment", "thresholds"]),
    ("label", &["classify", "annotate"]),
    ("classifiers", &["removers", "list-classifiers"]),
];

/// Tips for what is no command: a word of other programs, a mistyped one, a file or an index.
fn of_command(given: &str, cli: &Command) -> Vec<String> {
    let of_others = SYNONYMS.iter().filter(|(_, words)| words.contains(&given));
    let mut meant: Vec<&str> = of_others.map(|(command, _)| *command).collect();
    if meant.is_empty() {
        meant.extend(nearest(given, cli.get_subcommands().map(Command::get_name)));
    }
    let path = Path::new(given);
    if !meant.is_empty() && !path.exists() {
        let meant: Vec<String> = meant.iter().map(|name| format!("'tamis {name}'")).collect();
        return vec![format!("did you mean {}?", meant.join(" or "))];
    }
    let tip = if path.is_file() && Run::read(path).is_ok() {
        format!("to score this run: 'tamis eval QRELS {given}'")
    } else if path.join("meta.json").is_file() {
        format!("to search this index: 'tamis search {given} WORDS'")
    } else if path.extension().is_some_and(|ending| ending == "html" || ending == "htm") {
        format!("to get the text of this page: 'tamis extract {given}'")
    } else if path.exists() {
        format!("to index this collection: 'tamis index {given} --out INDEX'")
    } else {
        "all commands, and when one wants them: 'tamis help'".to_owned()
    };
    vec![tip]
}

/// Tips for an unknown flag: which commands have it.
fn of_flag(error: &clap::Error, cli: &Command) -> Vec<String> {
    let flag = text_of(error, ContextKind::InvalidArg).unwrap_or_default();
    let has = |arg: &Arg| arg.get_long().is_some_and(|long| flag == format!("--{long}"));
    let owners = cli.get_subcommands().filter(|command| command.get_arguments().any(has));
    let owners: Vec<&str> = owners.map(Command::get_name).collect();
    let tip = format!("{flag} is a flag of tamis {}", owners.join(", "));
    (!owners.is_empty()).then_some(tip).into_iter().collect()
}

/// Tips for what is missing, which a new user may not have.
fn of_missing(error: &clap::Error, args: &[OsString]) -> Vec<String> {
    let missing = text_of(error, ContextKind::InvalidArg).unwrap_or_default();
    let text = |at: usize| args.get(at).map(|arg| arg.to_string_lossy()).unwrap_or_default();
    let (command, first, second) = (text(1), text(2), text(3));
    let is_judge = |arg: &OsString| arg.to_string_lossy().split('=').next() == Some("--judge");
    let tips: &[&str] = match &*command {
        "sweep" | "compare" if missing.contains("--topics") || missing.contains("--qrels") => &[
            "topics and qrels are those of a test collection; 'tamis demo' makes some to try",
            "without judgements: 'tamis tune INDEX' finds a rule, 'tamis search INDEX WORDS' tries \
             one",
        ],
        "index" if missing.contains("--out") => {
            &["--out names the folder of the index: 'tamis index COLLECTION --out INDEX'"]
        }
        "serve" if missing.contains("--topics") && args.iter().any(is_judge) => &[
            "--judge needs the queries whose pages are judged: 'tamis serve INDEX --topics TOPICS \
             --judge QRELS'",
        ],
        "tune" | "serve" if missing.contains("--topics") || missing.contains("--qrels") => {
            &["--topics and --qrels go together; without judgements: 'tamis {command} INDEX'"]
        }
        "eval" => &[
            "qrels first, then runs: 'tamis eval QRELS RUN'",
            "'tamis search INDEX --topics TOPICS --out RUN' makes a run",
        ],
        "train" => &["for our own remover: 'tamis train tamis DATASET --out my.model'"],
        "delete" => &["'tamis search INDEX WORDS' finds pages with their docnos"],
        "inspect" if missing.contains("PAGE") && first.ends_with(".html") => {
            &["without an index: 'tamis extract {first} --blocks'"]
        }
        "inspect" if missing.contains("PAGE") => {
            &["'tamis search INDEX WORDS' finds pages with their docnos"]
        }
        "label" if CLASSIFIERS.by_name(&second).is_ok() => {
            &["to add the label of a classifier: 'tamis label {first} --classifier {second}'"]
        }
        "label" => &["to add the label of a classifier: 'tamis label INDEX --classifier NAME'"],
        "export" if missing.contains("--format") => &["for most programs: '--format jsonl'"],
        "search" if missing.contains("WORDS") => {
            &["words to search for, or --topics: 'tamis search INDEX penguins on the ice'"]
        }
        _ => &[],
    };
    let typed = [("{command}", &command), ("{first}", &first), ("{second}", &second)];
    let filled = |tip: &&str| {
        typed.iter().fold((*tip).to_owned(), |tip, (place, word)| tip.replace(place, word))
    };
    tips.iter().map(filled).collect()
}
