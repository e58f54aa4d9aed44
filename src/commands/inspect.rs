//! `tamis inspect INDEX PAGE`: prints every block of an indexed page, or the captures of a URL.

use crate::flags::options::warn_of_writer;
use crate::terminal::blocks;
use crate::terminal::console::{Verbosity, print_json, to_stdout};
use std::io::Write;
use std::path::PathBuf;
use tamis_index::analyze::language::UNDETERMINED;
use tamis_index::captures;
use tamis_index::captures::{Capture, Choice};
use tamis_index::error::{Error, Result};
use tamis_index::index::url::canonical;
use tamis_index::index::{Index, Manifest, StoredPage};
use tamis_place::Escaped;
use tamis_report::words::counted;
use tamis_search::result::BlockRow;

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

/// The labels that mark blocks by default, the first that the index has.
const MARKS: [&str; 2] = ["tamis", "words-tree"];

impl InspectArgs {
    /// Returns the label that marks blocks; none if the index has no labels.
    fn label<'a>(&self, manifest: &'a Manifest) -> Result<Option<&'a str>> {
        if let Some(name) = &self.label {
            return Ok(Some(manifest.label(name)?.1));
        }
        let names = &manifest.classifiers;
        let known = MARKS.iter().find_map(|mark| names.iter().find(|name| name == mark));
        Ok(known.or(names.first()).map(String::as_str))
    }
}

/// What is inspected.
enum Found {
    /// A page, and when its URL was seen again with its content, if it was found by its URL.
    Page(Box<StoredPage>, Vec<Capture>),
    /// The captures of a URL.
    Captures(Vec<Capture>),
}

/// Prints the page's blocks, the title first; without `--json` below a line with the page's origin.
/// Or lists captures.
pub fn run(args: &InspectArgs, talk: Verbosity, out: &mut dyn Write) -> Result<()> {
    let index = Index::open(&args.index)?;
    warn_of_writer(&index, talk);
    args.label(&index.manifest)?;
    match find(&index, args)? {
        Found::Page(page, revisits) => print_page(&index, args, &page, &revisits, out),
        Found::Captures(found) if args.html => {
            let message = format!(
                "{} of {}; --html prints one: choose it by --date or its docno",
                counted(found.len() as u64, "capture"),
                args.page
            );
            Err(Error::index(&args.index, message))
        }
        Found::Captures(found) => {
            for capture in &found {
                if args.json {
                    print_json(capture, out)?;
                } else {
                    writeln!(out, "{}", capture_line(capture)).map_err(to_stdout)?;
                }
            }
            if !args.captures {
                talk.say(format!(
                    "{}: choose one by --date or its docno",
                    counted(found.len() as u64, "capture")
                ));
            }
            Ok(())
        }
    }
}

/// Finds the page: by its docno or its record's id, else by its URL.
fn find(index: &Index, args: &InspectArgs) -> Result<Found> {
    let page =
        captures::record(index, &args.page)?.map(|address| index.page_at(address)).transpose()?;
    let url = match page {
        Some(page) if args.date.is_none() && (!args.captures || page.url.is_empty()) => {
            return Ok(if args.captures {
                Found::Captures(vec![Capture::from_page(page)])
            } else {
                Found::Page(Box::new(page), Vec::new())
            });
        }
        Some(page) if page.url.is_empty() => {
            return Err(Error::index(
                &args.index,
                format!("page {} has no URL, so there is nothing to choose", page.docno),
            ));
        }
        Some(page) => page.url,
        None => args.page.clone(),
    };
    let mut found = captures::captures(index, &url)?;
    if found.is_empty() {
        return Err(unknown(index, args)?);
    }
    if args.captures {
        return Ok(Found::Captures(found));
    }
    if let Some(date) = &args.date {
        let choice = Choice::nearest("date", date)?;
        let stored = found.iter().filter(|capture| capture.docno.is_some());
        let best = stored
            .max_by_key(|capture| (choice.score(capture.time()), !capture.revisit, &capture.docno));
        let docno = best.and_then(|capture| capture.docno.clone());
        found.retain(|capture| capture.docno == docno);
    }
    let mut docnos: Vec<&String> = found.iter().flat_map(|capture| &capture.docno).collect();
    docnos.dedup();
    match docnos[..] {
        [docno] if found.iter().all(|capture| capture.docno.is_some()) => {
            match index.page(docno)? {
                Some(page) => Ok(Found::Page(
                    Box::new(page),
                    found.into_iter().filter(|capture| capture.revisit).collect(),
                )),
                None => Ok(Found::Captures(found)),
            }
        }
        _ => Ok(Found::Captures(found)),
    }
}

/// The error for a name that no page has.
fn unknown(index: &Index, args: &InspectArgs) -> Result<Error> {
    let name = &args.page;
    let url = canonical(&args.page);
    let mut message = format!(
        "no page '{name}': no docno, no record id, and no URL like {url}; docnos and paths are \
         case-sensitive"
    );
    let near = captures::near(index, name, 3)?;
    if !near.is_empty() {
        message += &format!("; did you mean {}?", near.join(" or "));
    } else {
        let index = args.index.display();
        message += &format!("; `tamis search {index} WORDS` finds pages with their docnos");
    }
    Ok(Error::index(&args.index, message))
}

fn print_page(
    index: &Index,
    args: &InspectArgs,
    page: &StoredPage,
    revisits: &[Capture],
    out: &mut dyn Write,
) -> Result<()> {
    if args.html {
        let Some(body) = &page.body else {
            let message =
                "does not keep the pages themselves; `tamis index --store all` makes one that does";
            return Err(Error::index(&args.index, message));
        };
        return out.write_all(body).map_err(to_stdout);
    }
    let rows: Vec<BlockRow> = BlockRow::from_page(page, &index.manifest).collect();
    if !args.json {
        writeln!(out, "{}", origin(page)).map_err(to_stdout)?;
        if let Some(said) = said(page) {
            writeln!(out, "{said}").map_err(to_stdout)?;
        }
        for revisit in revisits {
            writeln!(out, "{}", capture_line(revisit)).map_err(to_stdout)?;
        }
    }
    blocks::print(&rows, args.label(&index.manifest)?, args.json, out)
}

/// A date as people read it: the 14 digits of ARC files as `2006-02-17T08:00:00Z`, others as they
/// are.
fn legible(written: &str) -> String {
    let is_digits = written.len() == 14 && written.bytes().all(|byte| byte.is_ascii_digit());
    let time = if is_digits { captures::utc(written) } else { None };
    time.unwrap_or_else(|| written.to_owned())
}

fn origin(page: &StoredPage) -> String {
    let date = legible(&page.date);
    let known = [&page.docno, &page.url, &date];
    let known: Vec<&str> =
        known.into_iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    let StoredPage { archive, offset, encoding, encoding_source, language, .. } = page;
    let language_text =
        if language.as_str() == UNDETERMINED { String::new() } else { format!("  {language}") };
    let line = format!(
        "{}  ({archive}:{offset})  {encoding} ({encoding_source}){language_text}",
        known.join("  ")
    );
    Escaped(line).to_string()
}

/// What a page says of itself, as a line: `author: Ann Example  published: 2024-05-06`; none
/// if the index does not know it.
fn said(page: &StoredPage) -> Option<String> {
    let short = page.metadata.texts().filter(|(name, _)| !["title", "description"].contains(name));
    let known: Vec<String> = short.map(|(name, text)| format!("{name}: {text}")).collect();
    (!known.is_empty()).then(|| Escaped(known.join("  ")).to_string())
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
    Escaped(format!("{date}  {what}  {url}  ({archive}:{offset})")).to_string()
}
