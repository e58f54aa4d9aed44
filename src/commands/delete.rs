//! `tamis delete INDEX DOCNO...`: deletes pages from an index.

use crate::flags::parameters::{Flags, OF_DELETION, Typed};
use crate::terminal::console::{Exit, Verbosity, print_json, to_stdout};
use crate::terminal::tuned::warn_if_outdated;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use tamis_eval::trec::docnos;
use tamis_index::delete;
use tamis_index::delete::{Deletion, Selection};
use tamis_index::error::Result;
use tamis_index::index::Index;
use tamis_index::ingest::RECORD_REPORTS;
use tamis_place::Escaped;
use tamis_report::words::counted;
use tamis_search::request::Request;

/// Arguments of `tamis delete`.
#[derive(Debug, Clone, clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).multiple(true)
    .args(["docno", "docnos", "url_prefix", "published_from", "published_to"]))]
pub struct DeleteArgs {
    /// Index folder
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// Docnos of the pages
    #[arg(value_name = "DOCNO")]
    docno: Vec<String>,
    /// Delete the pages in this list, one docno per line; - for standard input
    #[arg(long, value_name = "FILE")]
    docnos: Vec<PathBuf>,
    /// Delete the pages whose URL starts with this prefix, and, if no date is given, skip such
    /// pages in later archives; may be repeated
    #[arg(long, value_name = "URL")]
    url_prefix: Vec<String>,
    /// Of these, or of all pages if none are named.
    #[command(flatten)]
    published: Flags<OF_DELETION, Typed>,
    /// Print the pages that would be deleted, and delete nothing
    #[arg(long)]
    dry_run: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Maximum number of names shown without --verbose.
const SHOWN: usize = 10;

/// Deletes the pages. A summary goes to standard error; `--json`, and the pages with `--dry-run`,
/// to `out`.
pub fn run(args: &DeleteArgs, talk: Verbosity, out: &mut dyn Write) -> Result<Exit> {
    let selection = args.selection()?;
    let deletion = if args.dry_run {
        delete::preview(&args.index, &selection)?
    } else {
        delete::delete(&args.index, &selection)?
    };
    talk.say_lines(&in_words(args, &deletion, talk));
    if !args.dry_run && !deletion.pages.is_empty() {
        let manifest = Index::open_alone(&args.index)?.manifest;
        warn_if_outdated(&args.index, manifest.tuned.as_ref(), talk);
    }
    if args.json {
        let line = json!({
            "index": args.index.display().to_string(),
            "dry_run": args.dry_run,
            "pages": deletion.pages,
            "left": deletion.left,
            "already_deleted": deletion.already_deleted,
            "unknown_docnos": deletion.unknown_docnos,
            "unmatched_url_prefixes": deletion.unmatched_url_prefixes,
            "unpublished": deletion.unpublished,
        });
        print_json(&line, out)?;
    } else if args.dry_run {
        for page in &deletion.pages {
            writeln!(out, "{}\t{}", Escaped(&page.docno), Escaped(&page.url)).map_err(to_stdout)?;
        }
    }
    let found = deletion.unknown_docnos.is_empty() && deletion.unmatched_url_prefixes.is_empty();
    Ok(if found { Exit::Done } else { Exit::Damaged })
}

impl DeleteArgs {
    fn selection(&self) -> Result<Selection> {
        let mut dates = Request::default();
        self.published.apply_to(&mut dates)?;
        let mut selection = Selection {
            docnos: None,
            url_prefixes: self.url_prefix.clone(),
            published: dates.pages.filter()?.published,
        };
        // An empty list names no page, and so not all.
        if !self.docno.is_empty() || !self.docnos.is_empty() {
            let named = selection.docnos.insert(self.docno.iter().cloned().collect());
            for list in &self.docnos {
                named.extend(docnos::read(list)?);
            }
        }
        Ok(selection)
    }
}

/// Returns the first names, all with --verbose.
fn first_names(names: &[String], talk: Verbosity) -> String {
    let shown = if talk < Verbosity::Verbose { SHOWN } else { usize::MAX };
    let more = if names.len() > shown { ", ... (all with -v)" } else { "" };
    let names: Vec<String> =
        names.iter().take(shown).map(|name| Escaped(name).to_string()).collect();
    names.join(", ") + more
}

fn in_words(args: &DeleteArgs, deletion: &Deletion, talk: Verbosity) -> String {
    let Deletion { pages, left, already_deleted, unknown_docnos, .. } = deletion;
    let index = Escaped(args.index.display());
    let deleted = counted(pages.len() as u64, "page");
    let left = counted(*left, "page");
    let mut text = if args.dry_run {
        format!("{index}: would delete {deleted} and keep {left}")
    } else if pages.is_empty() {
        format!("{index}: deleted nothing")
    } else {
        format!("{index}: deleted {deleted} (listed in {index}/{RECORD_REPORTS}), {left} left")
    };
    if !already_deleted.is_empty() {
        let pages = counted(already_deleted.len() as u64, "page");
        text += &format!("\n{pages} deleted before: {}", first_names(already_deleted, talk));
    }
    if !unknown_docnos.is_empty() {
        let docnos = counted(unknown_docnos.len() as u64, "docno");
        text += &format!(
            "\nwarning: the index never had {docnos}: {}",
            first_names(unknown_docnos, talk)
        );
        text += "\nDocnos are taken as they are written; `tamis inspect` finds that of a URL or a \
                 record id.";
    }
    if deletion.unpublished > 0 {
        let stay = counted(deletion.unpublished, "page");
        let say = if deletion.unpublished == 1 { "stays: it does" } else { "stay: they do" };
        text += &format!("\n{stay} {say} not say when published");
    }
    for prefix in &deletion.unmatched_url_prefixes {
        text += &format!("\nwarning: no page has a URL that starts with {}", Escaped(prefix));
    }
    text
}
