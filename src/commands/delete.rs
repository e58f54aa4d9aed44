//! `tamis delete INDEX DOCNO...`: deletes pages from an index.

use crate::flags::{Flags, OF_DELETION};
use crate::terminal::{Console, Exit, Verbosity, notices};
use std::path::PathBuf;
use tamis::job::{DeleteJob, Deleted};
use tamis::request::Request;
use tamis::words::counted;
use tamis::{Deletion, Escaped, RECORD_REPORTS, Result};

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
    published: Flags<OF_DELETION>,
    /// Print the pages that would be deleted, and delete nothing
    #[arg(long)]
    dry_run: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Deletes the pages, or prints them with `--dry-run`. A summary goes to standard error.
pub fn run(args: &DeleteArgs, console: &mut Console) -> Result<Exit> {
    let talk = console.talk;
    let outcome = args.job()?.run(&())?;
    let Deleted { deletion, .. } = &outcome.result;
    talk.say_lines(&in_words(args, deletion, talk));
    notices::say_all(&outcome.notices, talk);
    if args.json {
        console.json(&outcome.result)?;
    } else if args.dry_run {
        for page in &deletion.pages {
            console.print(format!("{}\t{}\n", Escaped(&page.docno), Escaped(&page.url)))?;
        }
    }
    let absent = deletion.unknown_docnos.iter().chain(&deletion.unmatched_url_prefixes);
    let absent: Vec<&String> = absent.collect();
    if absent.is_empty() {
        return Ok(Exit::Done);
    }
    let index = args.index.display();
    Ok(talk.damaged(&format!("{index}: has no page of {}", talk.names(&absent))))
}

impl DeleteArgs {
    fn job(&self) -> Result<DeleteJob> {
        let mut dates = Request::default();
        self.published.apply_to(&mut dates)?;
        Ok(DeleteJob {
            index: self.index.clone(),
            docnos: (!self.docno.is_empty()).then(|| self.docno.clone()),
            docno_lists: self.docnos.clone(),
            url_prefixes: self.url_prefix.clone(),
            published_from: dates.pages.published_from,
            published_to: dates.pages.published_to,
            dry_run: self.dry_run,
        })
    }
}

fn in_words(args: &DeleteArgs, deletion: &Deletion, talk: Verbosity) -> String {
    let Deletion { pages, left, already_deleted, unknown_docnos, .. } = deletion;
    let index = Escaped(args.index.display());
    let deleted = counted(pages.len() as u64, "page");
    let left = counted(*left, "page");
    let names = |names: &[String]| {
        let names: Vec<String> = names.iter().map(|name| Escaped(name).to_string()).collect();
        talk.names(&names)
    };
    let mut text = if args.dry_run {
        format!("{index}: would delete {deleted} and keep {left}")
    } else if pages.is_empty() {
        format!("{index}: deleted nothing")
    } else {
        format!("{index}: deleted {deleted} (listed in {index}/{RECORD_REPORTS}), {left} left")
    };
    if !already_deleted.is_empty() {
        let pages = counted(already_deleted.len() as u64, "page");
        text += &format!("\n{pages} deleted before: {}", names(already_deleted));
    }
    if !unknown_docnos.is_empty() {
        let docnos = counted(unknown_docnos.len() as u64, "docno");
        text += &format!("\nwarning: the index never had {docnos}: {}", names(unknown_docnos));
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
