//! `tamis combine INDEX... --out INDEX`: makes one index of several.

use crate::flags::listed;
use crate::terminal::{Console, Exit, Shown, signals};
use std::path::PathBuf;
use std::time::Instant;
use tamis::job::{CombineJob, Combined};
use tamis::words::{counted, grouped};
use tamis::{Escaped, Result};

/// Arguments of `tamis combine`.
#[derive(Debug, Clone, clap::Args)]
pub struct CombineArgs {
    /// Index folders, in the order in which one `tamis index` would name their collections; @FILE
    /// names a file with a folder per line, @- standard input
    #[arg(value_name = "INDEX|@FILE", required = true)]
    indexes: Vec<PathBuf>,
    /// Folder of the new index: new or empty
    #[arg(short, long, value_name = "INDEX")]
    out: PathBuf,
    /// Replace an existing index
    #[arg(long)]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Combines the indexes. A summary goes to standard error.
pub fn run(args: &CombineArgs, console: &mut Console) -> Result<Exit> {
    let talk = console.talk;
    let indexes = args.indexes.iter().map(|path| listed(path)).collect::<Result<Vec<_>>>()?;
    let job = CombineJob { indexes: indexes.concat(), out: args.out.clone(), replace: args.force };
    signals::listen()?;
    let _ending = signals::watch(move |_| {
        talk.say("stopping; the indexes stay as they are (Ctrl-C again ends at once)");
    });
    let start = Instant::now();
    let done = job.run(&Shown::stopping(talk));
    let left = format!("interrupted: {} holds no index", args.out.display());
    let combined = console.interrupted(done, &left)?.result;
    talk.say_lines(&format!("{} in {:.1} s", in_words(&combined), start.elapsed().as_secs_f64()));
    console.json_if(args.json, &combined)?;
    Ok(Exit::Done)
}

fn in_words(Combined { index, combined, counts, .. }: &Combined) -> String {
    let indexes = match combined.len() as u64 {
        1 => "1 index".to_owned(),
        several => format!("{} indexes", grouped(several)),
    };
    let [pages, blocks, tokens] =
        [(counts.pages, "page"), (counts.blocks, "block"), (counts.tokens, "token")]
            .map(|(n, what)| counted(n, what));
    format!("{}: {indexes}, {pages}, {blocks}, {tokens}", Escaped(index.display()))
}
