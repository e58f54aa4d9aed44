//! `tamis search`: writes a TREC run for topics, or prints results for words.

mod arguments;
mod explain;
mod result;

use crate::flags::use_threads;
use crate::terminal::console::quoted;
use crate::terminal::styles::Terminal;
use crate::terminal::{Console, Exit, Shown, Verbosity};
use arguments::AskedSearch;
pub use arguments::SearchArgs;
use std::path::{Path, PathBuf};
use tamis::{Error, Index, Result, save_packed};

/// Searches and prints the run, the results, or their explanations.
pub fn run(args: &SearchArgs, console: &mut Console) -> Result<Exit> {
    let args = &args.with_first_word()?;
    let wanted = args.job()?;
    let indexes = args.index.paths()?;
    check_order(&indexes, &args.words)?;
    warn_of_an_index_as_word(&args.words, console.talk);
    use_threads(args.threads)?;
    let index = Index::open_all(indexes)?;
    let watch = Shown::new(console.talk);
    let explained = match (wanted, &args.explain) {
        (AskedSearch::Words(job), None) => {
            let terminal = Terminal::of_stdout();
            for found in job.run(&index, &watch)?.result {
                match args.json {
                    true => console.json(&found.hit)?,
                    false => console.print(result::lines_of(&found, &terminal))?,
                }
            }
            Vec::new()
        }
        (AskedSearch::Topics(job), None) => {
            let lines = job.lines(&index, &watch)?.result;
            match &args.out {
                Some(path) => save_packed(path, &lines)?,
                None => console.print(&lines)?,
            }
            Vec::new()
        }
        (AskedSearch::Words(job), Some(docno)) => {
            vec![job.explain(docno.as_deref(), &index, &watch)?.result]
        }
        (AskedSearch::Topics(job), Some(docno)) => {
            job.explain(docno.as_deref(), &index, &watch)?.result
        }
    };
    for explained in &explained {
        match args.json {
            true => console.json(explained)?,
            false => console.print(explain::shown(explained))?,
        }
    }
    Ok(Exit::Done)
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
