//! `tamis index COLLECTION... --out INDEX`.

use super::options::{CutArg, threads};
use super::progress::Bar;
use super::{Exit, Talk, to_stdout};
use crate::collection::{Settings, StatusRule};
use crate::error::Result;
use crate::ingest::{self, LOSSES, Options, Summary};
use crate::report::words::{counted, grouped};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// `tamis index`, as typed.
#[derive(Debug, Clone, clap::Args)]
pub struct IndexArgs {
    /// WARC, BLOGS06/TREC web or JSONL files (plain or gzip), folders, globs; - for JSONL on standard input
    #[arg(value_name = "COLLECTION", required = true)]
    collections: Vec<String>,
    /// The folder of the index: new or empty
    #[arg(short, long, value_name = "INDEX")]
    out: PathBuf,
    /// How text becomes tokens (see `tamis analyzers`)
    #[arg(long, default_value = "english", value_name = "NAME")]
    analyzer: String,
    /// How pages are cut into blocks
    #[arg(long, value_enum, default_value_t)]
    cut: CutArg,
    /// Parts of a BLOGS06 collection to index besides the permalinks: feeds, homepages
    #[arg(long, value_delimiter = ',', value_name = "PARTS")]
    include: Vec<Include>,
    /// HTTP statuses to keep: any, or a list such as 2xx,404 [default: any where documents have TREC ids, else 2xx]
    #[arg(long, value_name = "STATUS")]
    status: Option<StatusRule>,
    /// The encoding of all HTML, whatever it says of itself
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
    /// Threads that cut, analyze and index [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Replace an index that is there
    #[arg(long)]
    force: bool,
    /// One JSON object with the counts
    #[arg(long)]
    json: bool,
}

/// A part of a BLOGS06 collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Include {
    /// RSS and Atom feeds.
    Feeds,
    /// Home pages of blogs.
    Homepages,
}

/// Indexes the collection; a summary goes to standard error, `--json` to `out`.
pub fn run(args: &IndexArgs, talk: Talk, out: &mut dyn Write) -> Result<Exit> {
    let options = args.options()?;
    let (bar, start) = (Bar::new(talk), Instant::now());
    let summary = ingest::ingest(&args.collections, &args.out, &options, &bar);
    bar.finish();
    let summary = summary?;
    talk.say(in_words(&summary, args, start.elapsed()));
    if args.json {
        let line = json!({
            "index": args.out.display().to_string(),
            "pages": summary.manifest.counts.pages,
            "blocks": summary.manifest.counts.blocks,
            "tokens": summary.manifest.counts.tokens,
            "skipped": summary.manifest.counts.skipped,
            "damaged": summary.damaged,
            "archives": summary.manifest.archives,
        });
        writeln!(out, "{line}").map_err(to_stdout)?;
    }
    Ok(if summary.damaged > 0 { Exit::Damaged } else { Exit::Done })
}

impl IndexArgs {
    fn options(&self) -> Result<Options> {
        if let Some(name) = &self.encoding {
            super::extract::check_encoding(name)?;
        }
        let settings = Settings {
            include_feeds: self.include.contains(&Include::Feeds),
            include_homepages: self.include.contains(&Include::Homepages),
            status: self.status.clone(),
            ..Settings::default()
        };
        Ok(Options {
            analyzer: self.analyzer.clone(),
            cut: self.cut.into(),
            settings,
            encoding: self.encoding.clone(),
            threads: threads(self.threads)?,
            force: self.force,
        })
    }
}

fn in_words(summary: &Summary, args: &IndexArgs, time: Duration) -> String {
    let counts = &summary.manifest.counts;
    let out = args.out.display();
    let mut text = format!(
        "{out}: {}, {}, {} in {:.1} s",
        counted(counts.pages, "page"),
        counted(counts.blocks, "block"),
        counted(counts.tokens, "token"),
        time.as_secs_f64()
    );
    let skipped: u64 = counts.skipped.values().sum();
    if skipped > 0 {
        let reasons: Vec<String> =
            counts.skipped.iter().map(|(reason, n)| format!("{reason} {}", grouped(*n))).collect();
        text += &format!("\nskipped {}: {} (listed in {out}/{LOSSES})", counted(skipped, "record"), reasons.join(", "));
    }
    if counts.pages == 0 {
        text += "\nwarning: no page was indexed";
    }
    text
}
