//! `tamis extract PAGE.html`: prints the text that a classifier keeps, or every block with its
//! features and labels.

use crate::flags::{LimitArgs, one_of, values};
use crate::terminal::message::STANDARD_INPUT;
use crate::terminal::{Console, Exit, Verbosity, blocks};
use std::path::{Path, PathBuf};
use tamis::blocks::page::Cut;
use tamis::job::{ExtractJob, PageSource, TextForm};
use tamis::{Escaped, Notice, Result};

/// Arguments of `tamis extract`.
#[derive(Debug, Clone, clap::Args)]
pub struct ExtractArgs {
    /// HTML pages, plain or compressed with gzip, zstd or bzip2; - for standard input. Of several,
    /// the text of each follows a line ==> PAGE <==
    #[arg(value_name = "PAGE", required = true)]
    pages: Vec<PathBuf>,
    /// Classifier to apply (see `tamis classifiers`)
    #[arg(long, alias = "classifiers", default_value = "tamis", value_name = "NAME")]
    classifier: String,
    /// Form of the text
    #[arg(long, default_value = "text", value_parser = one_of(&FORMATS), value_name = "FORMAT")]
    format: TextForm,
    /// Write links with their addresses, in Markdown and HTML
    #[arg(long)]
    links: bool,
    /// Write images, in Markdown and HTML
    #[arg(long)]
    images: bool,
    /// Write what the page says of itself before its text: title, author, dates, site, and so on;
    /// as YAML, in HTML as META elements
    #[arg(long)]
    metadata: bool,
    /// Keep the article and the comments of readers apart: a section below the article, in JSON
    /// `comments`. Of a thread of a forum the first post is the article
    #[arg(long)]
    comments: bool,
    /// URL of the page, which makes its addresses absolute [default: the one that the page gives]
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Print every block with its features and labels, one per line, the title first
    #[arg(long, conflicts_with_all = ["format", "links", "images", "metadata", "comments", "url"])]
    blocks: bool,
    /// Print every block with the reason why the classifier keeps or drops it: the deciding rule or
    /// filter and its numbers
    #[arg(long, conflicts_with_all = ["format", "links", "images", "metadata", "comments", "url"])]
    explain: bool,
    /// Print one JSON object per page; with --blocks or --explain one per block
    #[arg(long)]
    json: bool,
    /// Method of cutting the page into blocks
    #[arg(long, default_value = Cut::default().name(), value_parser = one_of(&Cut::NAMED))]
    cut: Cut,
    /// Encoding of the page, overriding everything but a byte order mark
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
    /// Language of the page by code or name (en, german), for classifiers that need it [default:
    /// the page's own]
    #[arg(long, value_name = "CODE", value_parser = values::language)]
    language: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// The forms of the text.
const FORMATS: [(TextForm, &str, &str); 4] = [
    (TextForm::Text, "text", "Lines"),
    (
        TextForm::Markdown,
        "markdown",
        "GitHub's Markdown: headings, lists, tables, code, quotes, footnotes, mathematics as TeX",
    ),
    (TextForm::Html, "html", "The same as HTML without style"),
    (TextForm::Json, "json", "One JSON object per page, as --json"),
];

impl ExtractArgs {
    /// Whether the output is the page's text alone.
    pub fn writes_text(&self) -> bool {
        !(self.is_json() || self.blocks || self.explain)
    }

    fn is_json(&self) -> bool {
        self.json || self.format == TextForm::Json
    }

    fn job(&self) -> ExtractJob {
        ExtractJob {
            classifier: Some(self.classifier.clone()),
            form: self.format,
            links: self.links,
            images: self.images,
            metadata: self.metadata,
            comments: self.comments,
            details: self.is_json(),
            url: self.url.clone(),
            labels: Vec::new(),
            explain: self.explain,
            cut: self.cut,
            encoding: self.encoding.clone(),
            language: self.language.clone(),
            limits: self.limits.limits(),
        }
    }
}

/// Prints the blocks that the classifier keeps, one per line. Warnings go to standard error.
pub fn run(args: &ExtractArgs, console: &mut Console) -> Result<Exit> {
    let job = args.job();
    job.check()?;
    let mut exit = Exit::Done;
    for (number, file) in args.pages.iter().enumerate() {
        if args.pages.len() > 1 && !args.is_json() {
            let gap = if number > 0 { "\n" } else { "" };
            console.print(format!("{gap}==> {} <==\n", Escaped(file.display())))?;
        }
        if page(args, &job, file, console)? {
            exit = console.talk.damaged(&format!("{}: content is missing", file.display()));
        }
    }
    Ok(exit)
}

/// Prints one page. Returns whether content is missing.
fn page(args: &ExtractArgs, job: &ExtractJob, file: &Path, console: &mut Console) -> Result<bool> {
    let source = match file.as_os_str() == "-" {
        true => PageSource::Stream(Box::new(std::io::stdin()), STANDARD_INPUT.into()),
        false => PageSource::File(file.to_owned()),
    };
    let warned = Warned { file, talk: console.talk };
    if args.blocks || args.explain {
        let found = job.blocks(source, &warned)?.result;
        blocks::print(&found.rows, found.labels.first().map(String::as_str), args.json, console)?;
        return Ok(found.is_damaged);
    }
    let mut found = job.run(source, &warned)?.result;
    if args.is_json() {
        found.file = Some(file.display().to_string());
        console.json(&found)?;
    } else {
        console.print(format!("{}{}", found.head, found.written()))?;
    }
    Ok(found.is_damaged)
}

/// Warns of what is wrong with a page, after its name as it was typed.
struct Warned<'a> {
    file: &'a Path,
    talk: Verbosity,
}

impl tamis::Progress for Warned<'_> {}

impl tamis::Watch for Warned<'_> {
    fn notice(&self, notice: &Notice) {
        let problem = match notice {
            Notice::OfPage { problem, .. } => problem.clone(),
            Notice::NoMainText { classifier, .. } => format!("{classifier} found no main text"),
            other => other.to_string(),
        };
        self.talk.say(format!("{}: warning: {problem}", self.file.display()));
    }
}
