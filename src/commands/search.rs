//! `tamis search`: writes a TREC run for topics, or prints results for words.

mod arguments;
mod explain;
mod result;
mod table;
mod topics;
mod words;

use crate::flags::options::use_threads;
use crate::terminal::console::{Verbosity, quoted};
use crate::terminal::shown::Shown;
pub use arguments::SearchArgs;
use arguments::Wanted;
use std::io::Write;
use std::path::{Path, PathBuf};
use tamis::{Error, Index, Result};

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
