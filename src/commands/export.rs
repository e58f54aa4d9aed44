//! `tamis export`: writes the permitted text of an index for another search system.

use crate::flags::{ConfigArg, ViewArgs, one_of, use_threads};
use crate::terminal::console::to_stdout;
use crate::terminal::{Console, Exit, Shown};
use std::path::PathBuf;
use tamis::Result;
use tamis::job::{ExportFormat, ExportJob, Exported};
use tamis::words::counted;

/// Arguments of `tamis export`.
#[derive(Debug, Clone, clap::Args)]
pub struct ExportArgs {
    /// Index folder
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// Output format
    #[arg(long, value_parser = one_of(&FORMATS), value_name = "FORMAT")]
    format: ExportFormat,
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

/// The formats, each with what it is for; without that, a name that help does not list.
const FORMATS: [(ExportFormat, &str, &str); 7] = [
    (
        ExportFormat::Ciff,
        "ciff",
        "Postings in the Common Index File Format, for Anserini, PISA, Terrier: exact lengths, \
         docnos",
    ),
    (
        ExportFormat::Jsonl,
        "jsonl",
        "A JSON object per page with id, url, title, date, contents, text, for Anserini, \
         Quickwit, ir_datasets-style tools, tamis",
    ),
    (ExportFormat::Jsonl, "json", ""),
    (
        ExportFormat::Opensearch,
        "opensearch",
        "The same with an action line before each page, for the bulk APIs of OpenSearch and \
         Elasticsearch",
    ),
    (
        ExportFormat::Text,
        "text",
        "The text of each page after its id, URL, date and metadata as YAML",
    ),
    (
        ExportFormat::Markdown,
        "markdown",
        "The same as GitHub's Markdown (needs `tamis index --store structure` or all)",
    ),
    (ExportFormat::Html, "html", "The same as HTML without style, an ARTICLE per page"),
];

/// Writes the file and reports its counts.
pub fn run(args: &ExportArgs, console: &mut Console) -> Result<Exit> {
    let talk = console.talk;
    use_threads(args.threads)?;
    let job = args.job()?;
    job.check()?;
    let index = tamis::Index::open(&args.index)?;
    let Exported { pages, tokens, short, terms, rule } =
        job.run(&index, console.out, to_stdout, &Shown::new(talk))?.result;
    let terms = terms.map_or(String::new(), |terms| format!(", {}", counted(terms, "term")));
    let file =
        args.out.as_ref().map_or("(standard output)".into(), |path| path.display().to_string());
    talk.say(format!(
        "{file}: {}, {}{terms}, of blocks where {rule}",
        counted(pages, "page"),
        counted(tokens, "token")
    ));
    if short > 0 {
        let pages = counted(short, "page");
        let least = args.min_page_words;
        talk.say(format!("left out: {pages} with fewer than {least} words of permitted text"));
    }
    Ok(Exit::Done)
}

impl ExportArgs {
    fn job(&self) -> Result<ExportJob> {
        Ok(ExportJob {
            request: self.view.request()?,
            lists: self.view.pages.lists(),
            format: self.format,
            json: self.json,
            links: self.links,
            images: self.images,
            min_page_words: self.min_page_words,
            out: self.out.clone(),
        })
    }
}
