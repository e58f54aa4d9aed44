//! `tamis combine INDEX... --out INDEX`: makes one index of several.

use crate::flags::indexes::listed;
use crate::terminal::console::{Exit, Verbosity, print_json};
use crate::terminal::signals::Signals;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;
use tamis_index::combine;
use tamis_index::combine::{Combined, Options};
use tamis_index::error::{Error, Result};
use tamis_index::index::Manifest;
use tamis_place::Escaped;
use tamis_report::words::counted;

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

/// Combines the indexes. A summary goes to standard error, `--json` to `out`.
pub fn run(args: &CombineArgs, talk: Verbosity, out: &mut dyn Write) -> Result<Exit> {
    let paths = args.indexes.iter().map(|path| listed(path)).collect::<Result<Vec<_>>>()?.concat();
    let signals = Signals::listen()?;
    let _watch = signals.watch(move |_| {
        talk.say("stopping; the indexes stay as they are (Ctrl-C again ends at once)");
    });
    let start = Instant::now();
    let options = Options { force: args.force };
    let Combined { manifest, missing_shards } = match (
        combine::combine(&paths, &args.out, options, &|| signals.came().is_some()),
        signals.came(),
    ) {
        (Err(Error::Interrupted), Some(status)) => {
            talk.say(format!("interrupted: {} holds no index", args.out.display()));
            return Ok(Exit::Interrupted(status));
        }
        (combined, _) => combined?,
    };
    talk.say_lines(&format!(
        "{} in {:.1} s",
        in_words(args, &paths, &manifest),
        start.elapsed().as_secs_f64()
    ));
    if let Some(missing) = missing_shards {
        talk.say(format!("warning: {} lacks {missing} of its collection", args.out.display()));
    }
    if args.json {
        let counts = &manifest.counts;
        let line = json!({
            "index": args.out.display().to_string(),
            "combined": paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>(),
            "archives": manifest.archives.len(),
            "records": counts.records,
            "pages": counts.pages,
            "blocks": counts.blocks,
            "tokens": counts.tokens,
            "skipped": counts.skipped,
            "flawed": counts.defective,
        });
        print_json(&line, out)?;
    }
    Ok(Exit::Done)
}

fn in_words(args: &CombineArgs, paths: &[PathBuf], manifest: &Manifest) -> String {
    let out = Escaped(args.out.display());
    let counts = &manifest.counts;
    let indexes = match paths.len() as u64 {
        1 => "1 index".to_owned(),
        several => format!("{} indexes", tamis_report::words::grouped(several)),
    };
    let [pages, blocks, tokens] =
        [(counts.pages, "page"), (counts.blocks, "block"), (counts.tokens, "token")]
            .map(|(n, what)| counted(n, what));
    format!("{out}: {indexes}, {pages}, {blocks}, {tokens}")
}
