//! `tamis search`: writes a TREC run for topics, or prints results for words.

mod arguments;
mod explain;
mod operators;
mod result;
mod table;
mod topics;
mod words;

use super::console::{Verbosity, quoted};
use super::options::use_threads;
use super::shown::Shown;
pub use arguments::SearchArgs;
use arguments::Wanted;
pub use operators::instead_of_field;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use tamis::{Error, Index, Result};

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
    let wanted = args.job()?;
    let indexes = args.index.paths()?;
    check_order(&indexes, &args.words)?;
    warn_of_an_index_as_word(&args.words, talk);
    use_threads(args.threads)?;
    let index = Index::open_all(indexes)?;
    let watch = Shown::new(talk);
    match (wanted, &args.explain) {
        (Wanted::Words(job), None) => words::print(&job.run(&index, &watch)?.result, args, out),
        (Wanted::Topics(job), None) => topics::write(&job, &index, &watch, args, out),
        (Wanted::Words(job), Some(docno)) => {
            let explained = job.explain(docno.as_deref(), &index, &watch)?.result;
            explain::print(&[explained], args.json, out)
        }
        (Wanted::Topics(job), Some(docno)) => {
            explain::print(&job.explain(docno.as_deref(), &index, &watch)?.result, args.json, out)
        }
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
