//! `tamis export`: writes the permitted text of an index for another search system.

use crate::flags::options::{ConfigArg, ViewArgs, use_threads};
use crate::terminal::console::{Verbosity, to_stdout};
use crate::terminal::shown::Shown;
use std::io::Write;
use std::path::{Path, PathBuf};
use tamis::job::with_view;
use tamis::request::Request;
use tamis_blocks::structure::Options;
use tamis_index::disk;
use tamis_index::error::{Error, Result};
use tamis_report::words::counted;
use tamis_search::export::lines::{Form, Layout, Shape};
use tamis_search::export::{Exported, Failure, ciff, lines};
use tamis_search::{BlockRule, Prepared, TitleRule};

/// Arguments of `tamis export`.
#[derive(Debug, Clone, clap::Args)]
pub struct ExportArgs {
    /// Index folder
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Format,
    /// Output file; compressed if its name ends in .gz or .zst [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    view: ViewArgs,
    /// Write links with their addresses, in Markdown and HTML
    #[arg(long)]
    links: bool,
    /// Write images, in Markdown and HTML
    #[arg(long)]
    images: bool,
    /// Write Markdown and HTML as the jsonl format, beside the text
    #[arg(long)]
    json: bool,
    /// Leave out pages with fewer words of permitted text; the title does not count
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    min_page_words: u64,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    #[command(flatten)]
    config: ConfigArg,
}

/// An output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Postings in the Common Index File Format, for Anserini, PISA, Terrier: exact lengths, docnos
    Ciff,
    /// A JSON object per page with id, url, title, date, contents, text, for Anserini, Quickwit,
    /// ir_datasets-style tools, tamis
    #[value(alias = "json")]
    Jsonl,
    /// The same with an action line before each page, for the bulk APIs of OpenSearch and
    /// Elasticsearch
    Opensearch,
    /// The text of each page after its id, URL, date and metadata as YAML
    Text,
    /// The same as GitHub's Markdown (needs `tamis index --store structure` or all)
    Markdown,
    /// The same as HTML without style, an ARTICLE per page
    Html,
}

/// Writes the file and reports its counts.
pub fn run(args: &ExportArgs, talk: Verbosity, out: &mut dyn Write) -> Result<()> {
    use_threads(args.threads)?;
    if args.min_page_words > 0 && args.format == Format::Ciff {
        let problem = "counts the words of text, expected another --format than ciff";
        return Err(Error::setting("min_page_words", problem));
    }
    let index = tamis::Index::open(&args.index)?;
    let (request, lists) = (args.view.request()?, args.view.pages.lists());
    with_view(&index, (&request, &lists), &Shown::new(talk), |prepared, request| {
        write(args, &prepared, request, talk, out)
    })
}

/// Writes what the request leaves.
fn write(
    args: &ExportArgs,
    prepared: &Prepared<'_>,
    request: &Request,
    talk: Verbosity,
    out: &mut dyn Write,
) -> Result<()> {
    let Prepared { corpus, rule, view, .. } = prepared;
    let manifest = &corpus.indexes[0].manifest;
    let name = args.view(rule, request.with_named_rule(manifest)?.title);
    let export = |out: &mut dyn Write| match args.format {
        Format::Ciff => ciff::write(corpus, view, &name, out),
        _ => lines::write(corpus, view, args.layout(), out),
    };
    let exported = match &args.out {
        None => export(out).map_err(|failure| match failure {
            Failure::Index(error) => error,
            Failure::Output(source) => to_stdout(source),
        })?,
        Some(path) => to_file(path, export)?,
    };
    let terms = if args.format == Format::Ciff {
        format!(", {}", counted(exported.terms, "term"))
    } else {
        String::new()
    };
    let file =
        args.out.as_ref().map_or("(standard output)".into(), |path| path.display().to_string());
    talk.say(format!(
        "{file}: {}, {}{terms}, of blocks where {rule}",
        counted(exported.pages, "page"),
        counted(exported.tokens, "token")
    ));
    if exported.short > 0 {
        let pages = counted(exported.short, "page");
        let least = args.min_page_words;
        talk.say(format!("left out: {pages} with fewer than {least} words of permitted text"));
    }
    Ok(())
}

impl ExportArgs {
    /// How pages are written.
    fn layout(&self) -> Layout {
        let options = Options { links: self.links, images: self.images };
        let form = match self.format {
            Format::Markdown => Form::Markdown(options),
            Format::Html => Form::Html(options),
            _ => Form::Text,
        };
        let shape = match self.format {
            Format::Opensearch => Shape::Bulk,
            Format::Text | Format::Markdown | Format::Html if !self.json => Shape::Document,
            _ => Shape::Plain,
        };
        Layout { shape, form, least_words: self.min_page_words }
    }

    /// Describes the view: its rule, the treatment of titles, and the page filters.
    fn view(&self, rule: &BlockRule, title: TitleRule) -> String {
        let pages = self.view.pages.to_string();
        let pages =
            if pages.is_empty() { "all pages".to_owned() } else { format!("pages by {pages}") };
        format!("blocks where {rule} (--title {title}) of {pages}")
    }
}

/// Replaces the file once the export is complete: half an export must not look complete.
fn to_file(
    path: &Path,
    export: impl Fn(&mut dyn Write) -> std::result::Result<Exported, Failure>,
) -> Result<Exported> {
    if path.is_dir() {
        let message =
            format!("--out: found the folder {}, expected the name of a file", path.display());
        return Err(Error::settings(message));
    }
    disk::replace_packed(path, export).map_err(|failure: Failure| failure.into_error(path))
}
