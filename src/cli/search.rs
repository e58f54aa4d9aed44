//! `tamis search`: writes a TREC run for topics, or prints results for words.

mod arguments;
mod explain;
mod operators;
mod result;
mod table;
mod topics;
mod words;

use super::console::{Verbosity, print_json, quoted, to_stdout};
use super::options::{corpus, prepared, use_threads};
pub use arguments::SearchArgs;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use tamis_index::error::{Error, Result};
use tamis_search::experiment::measures::check_hits;
use tamis_search::typed::Analyzed;
use tamis_search::{Prepared, Typed};

/// The remedy for a word that was taken for a flag.
pub const EXCLUDING: &str = "to exclude a word, put the query in quotes: 'penguin -draft'";

fn is_excluded_word(arg: &str) -> bool {
    arg.len() > 2 && arg.starts_with('-') && arg[1..].starts_with(char::is_alphanumeric)
}

/// Whether the arguments are those of a search with a word that may be meant as excluded: `-draft`.
pub fn excludes_a_word(args: &[OsString]) -> bool {
    args.get(1).is_some_and(|command| command == "search")
        && args.iter().any(|arg| arg.to_str().is_some_and(is_excluded_word))
}

/// Searches and prints the run or the results.
pub fn run(args: &SearchArgs, talk: Verbosity, out: &mut dyn Write) -> Result<()> {
    let args = &args.with_first_word()?;
    args.hits.map(check_hits).transpose()?;
    if args.out.is_some() && args.topics.is_none() {
        // clap lets this pass: what --out requires conflicts with what is there.
        return Err(Error::settings(
            "--out: found words to search for, expected --topics; results for words are printed",
        ));
    }
    if args.json && args.topics.is_some() && args.explain.is_none() {
        return Err(Error::settings(
            "--json: found --topics, expected words or --explain; topics give a TREC run",
        ));
    }
    let indexes = args.index.paths()?;
    check_order(&indexes, &args.words)?;
    warn_of_an_index_as_word(&args.words, talk);
    let mut request = args.request()?;
    // Before the index is opened: a model that does not exist is a usage error.
    request.ranking()?;
    use_threads(args.threads)?;
    let corpus = corpus(&indexes, &args.pages, &mut request, talk)?;
    if args.topics.is_some() {
        corpus.check_pages()?;
    }
    let prepared = prepared(&corpus, &request, talk)?;
    match (&args.topics, &args.explain) {
        (_, Some(docno)) => run_explain(args, docno.as_deref(), prepared, talk, out),
        (Some(path), None) => topics::run(args, path, prepared, talk, out),
        (None, None) => words::run(args, prepared, talk, out),
    }
}

fn is_index(path: &Path) -> bool {
    path.join("meta.json").is_file()
}

/// Refuses words in the place of the index.
fn check_order(indexes: &[PathBuf], words: &[String]) -> Result<()> {
    let ([first], Some(index)) = (indexes, words.iter().find(|word| is_index(Path::new(word))))
    else {
        return Ok(());
    };
    if first.exists() {
        return Ok(());
    }
    let first = quoted(&first.display().to_string());
    let others = words.iter().filter(|word| *word != index).map(|word| quoted(word));
    let words: Vec<String> = [first.clone()].into_iter().chain(others).collect();
    Err(Error::settings(format!(
        "found {first} in the place of the index, expected the index first: `tamis search {} {}`",
        quoted(index),
        words.join(" ")
    )))
}

/// Warns if the first word is an index: a second INDEX, or one after --index, is a word.
fn warn_of_an_index_as_word(words: &[String], talk: Verbosity) {
    if let Some(word) = words.first().filter(|word| is_index(Path::new(word))) {
        talk.say(format!(
            "warning: {word} is an index, but a word of the query here; to search in it, write \
             --index {word}"
        ));
    }
}

/// Prints analyzed queries or explains the score of a page, for one query or for every topic.
fn run_explain(
    args: &SearchArgs,
    docno: Option<&str>,
    mut prepared: Prepared<'_>,
    talk: Verbosity,
    out: &mut dyn Write,
) -> Result<()> {
    let (texts, operators): (Vec<(Option<String>, String)>, bool) = match &args.topics {
        Some(path) => {
            let topics = args.topics(path)?.into_iter();
            (topics.map(|topic| (Some(topic.id), topic.text)).collect(), args.query_syntax)
        }
        None => (vec![(None, args.words.join(" "))], true),
    };
    let queries: Vec<Analyzed> = texts
        .iter()
        .map(|(topic, text)| analyze(&mut prepared, text, topic.as_deref(), operators, talk))
        .collect();
    for ((topic, text), analyzed) in texts.iter().zip(&queries) {
        analyzed.conditions.check(prepared.corpus)?;
        let page = docno.map(|docno| {
            explain::document(prepared.corpus, docno).map(|document| (docno, document))
        });
        let explained = prepared.explain(topic.as_deref(), text, analyzed, page.transpose()?)?;
        match args.json {
            true => print_json(&explained, out)?,
            false => out.write_all(explain::shown(&explained).as_bytes()).map_err(to_stdout)?,
        }
    }
    Ok(())
}

/// Analyzes a query; with `operators`, it may have conditions. Warns of operators without
/// effect.
fn analyze(
    prepared: &mut Prepared<'_>,
    text: &str,
    topic: Option<&str>,
    operators: bool,
    talk: Verbosity,
) -> Analyzed {
    if !operators {
        return prepared.analyze(text, false);
    }
    let typed = Typed::parse(text);
    let analyzed = typed.analyze(&mut prepared.analyzer);
    operators::warn(&typed, &analyzed, topic, talk);
    analyzed
}
