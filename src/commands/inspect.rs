//! `tamis inspect INDEX PAGE`: prints every block of an indexed page, or the captures of a URL.

use crate::terminal::{Console, Exit, Shown, blocks};
use std::path::PathBuf;
use tamis::collection::date;
use tamis::job::{InspectJob, Inspected, InspectedPage};
use tamis::words::counted;
use tamis::{Capture, Error, Escaped, Index, Result, StoredPage, UNDETERMINED};

/// Arguments of `tamis inspect`.
#[derive(Debug, Clone, clap::Args)]
pub struct InspectArgs {
    /// Index folder
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// Docno, WARC-Record-ID or URL of the page. A URL matches with and without scheme, www, final
    /// slash and fragment; if it has several captures, they are listed
    #[arg(value_name = "PAGE")]
    page: String,
    /// Of the captures of its URL, the one nearest to this date (2006, 2006-01, 2006-01-15, or with
    /// a time; UTC)
    #[arg(long, value_name = "DATE")]
    date: Option<String>,
    /// List the captures of its URL, with revisits
    #[arg(long, conflicts_with_all = ["date", "label", "html"])]
    captures: bool,
    /// Mark the blocks that this label of the index calls content [default: tamis if the index has
    /// it, else words-tree, else its first label]
    #[arg(long, alias = "classifier", value_name = "NAME")]
    label: Option<String>,
    /// Print the page itself, as in its archive; needs an index built with --store all
    #[arg(long, conflicts_with_all = ["json", "label"])]
    pub html: bool,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// Prints the page's blocks, the title first; without `--json` below a line with the page's origin.
/// Or lists captures.
pub fn run(args: &InspectArgs, console: &mut Console) -> Result<Exit> {
    let job = InspectJob {
        page: args.page.clone(),
        date: args.date.clone(),
        captures: args.captures,
        label: args.label.clone(),
    };
    let index = Index::open(&args.index)?;
    match job.run(&index, &Shown::new(console.talk))?.result {
        Inspected::Page(page) => print_page(args, &page, console)?,
        Inspected::Captures(found) if args.html => {
            let captures = counted(found.len() as u64, "capture");
            let page = &args.page;
            let message = format!(
                "{captures} of {page}; --html prints one: choose it by --date or its docno"
            );
            return Err(Error::index(&args.index, message));
        }
        Inspected::Captures(found) => {
            for capture in &found {
                match args.json {
                    true => console.json(capture)?,
                    false => console.print(capture_line(capture))?,
                }
            }
            if !args.captures {
                let captures = counted(found.len() as u64, "capture");
                console.talk.say(format!("{captures}: choose one by --date or its docno"));
            }
        }
    }
    Ok(Exit::Done)
}

fn print_page(args: &InspectArgs, found: &InspectedPage, console: &mut Console) -> Result<()> {
    let page = &found.page;
    if args.html {
        let Some(body) = &page.body else {
            let message =
                "does not keep the pages themselves; `tamis index --store all` makes one that does";
            return Err(Error::index(&args.index, message));
        };
        return console.print(body);
    }
    if !args.json {
        console.print(origin(page) + &said(page))?;
        found.revisits.iter().try_for_each(|revisit| console.print(capture_line(revisit)))?;
    }
    blocks::print(&found.blocks, found.label.as_deref(), args.json, console)
}

/// A date as people read it: the 14 digits of ARC files as `2006-02-17T08:00:00Z`, others as they
/// are.
fn legible(written: &str) -> String {
    let is_digits = written.len() == 14 && written.bytes().all(|byte| byte.is_ascii_digit());
    let seconds = if is_digits { date::seconds(written) } else { None };
    seconds.map_or_else(|| written.to_owned(), date::written)
}

/// Where a page comes from, as a line.
fn origin(page: &StoredPage) -> String {
    let StoredPage { archive, offset, encoding, encoding_source, language, .. } = page;
    let known = [page.docno.clone(), page.url.clone(), legible(&page.date)];
    let known: String =
        known.into_iter().filter(|text| !text.is_empty()).map(|text| text + "  ").collect();
    let mut line = format!("{known}({archive}:{offset})  {encoding} ({encoding_source})");
    if language.as_str() != UNDETERMINED {
        line += &format!("  {language}");
    }
    format!("{}\n", Escaped(line))
}

/// What a page says of itself, as a line: `author: Ann Example  published: 2024-05-06`; empty
/// if the index does not know it.
fn said(page: &StoredPage) -> String {
    let short = page.metadata.texts().filter(|(name, _)| !["title", "description"].contains(name));
    let known: Vec<String> = short.map(|(name, text)| format!("{name}: {text}")).collect();
    if known.is_empty() { String::new() } else { format!("{}\n", Escaped(known.join("  "))) }
}

/// A capture as a line: `2006-02-01T00:00:00Z  d-1  https://example.org/  (a.warc.gz:100)`.
fn capture_line(capture: &Capture) -> String {
    let Capture { docno, url, date, archive, offset, revisit } = capture;
    let date = if date.is_empty() { "no date".to_owned() } else { legible(date) };
    let what = match (docno, revisit) {
        (Some(docno), false) => docno.clone(),
        (Some(docno), true) => format!("revisited, same content as {docno}"),
        (None, _) => "revisited, content not in the index".to_owned(),
    };
    format!("{}\n", Escaped(format!("{date}  {what}  {url}  ({archive}:{offset})")))
}
