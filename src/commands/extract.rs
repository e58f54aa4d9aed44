//! `tamis extract PAGE.html`: prints the text that a classifier keeps, or every block with its
//! features and labels.

use crate::flags::limits::LimitArgs;
use crate::flags::values::{self, one_of};
use crate::terminal::blocks;
use crate::terminal::console::{Exit, Verbosity, print_json, to_stdout};
use serde_json::json;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use tamis_blocks::block;
use tamis_blocks::classify::{self, Classifier, DEFAULT, LabelSet, Subject};
use tamis_blocks::comments::{Apart, Removers};
use tamis_blocks::html::{self, Charset, composed};
use tamis_blocks::metadata::{Metadata, written};
use tamis_blocks::page::{Blocks, Cut, LimitHit};
use tamis_blocks::structure::{Options, Outline, Structure};
use tamis_collection::{FilePage, MAX_RECORD, page_file};
use tamis_index::blocks::classify::CLASSIFIERS;
use tamis_index::error::{Error, Remedy, Result};
use tamis_index::index::recipe::check_encoding;
use tamis_place::Escaped;
use tamis_search::result::BlockRow;

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
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
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

/// A form of the text that is kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Lines
    #[default]
    Text,
    /// GitHub's Markdown: headings, lists, tables, code, quotes, footnotes, mathematics as TeX
    Markdown,
    /// The same as HTML without style
    Html,
    /// One JSON object per page, as --json
    Json,
}

impl ExtractArgs {
    /// Whether the output is the page's text alone.
    pub fn writes_text(&self) -> bool {
        !(self.is_json() || self.blocks || self.explain)
    }

    fn is_json(&self) -> bool {
        self.json || self.format == Format::Json
    }

    /// Whether the page is also read as its author nested it.
    fn needs_outline(&self) -> bool {
        !(self.blocks || self.explain)
            && (self.format != Format::Text || self.json || self.metadata || self.comments)
    }
}

/// Prints the blocks that the classifier keeps, one per line.
pub fn run(args: &ExtractArgs, talk: Verbosity, out: &mut dyn Write) -> Result<Exit> {
    let args = &ExtractArgs { classifier: CLASSIFIERS.name_of(&args.classifier)?, ..args.clone() };
    let classifier = CLASSIFIERS.by_name(&args.classifier)?;
    let comments = args.comments.then(|| Removers::of(&args.classifier)).transpose()?;
    if let Some(name) = &args.encoding {
        check_encoding(name)?;
    }
    let mut exit = Exit::Done;
    for (number, file) in args.pages.iter().enumerate() {
        if args.pages.len() > 1 && !args.is_json() {
            let gap = if number > 0 { "\n" } else { "" };
            writeln!(out, "{gap}==> {} <==", Escaped(file.display())).map_err(to_stdout)?;
        }
        let removers = (classifier.as_ref(), comments.as_ref());
        if page(args, removers, file, talk, out)? {
            exit = Exit::Damaged;
        }
    }
    Ok(exit)
}

/// Prints one page; reports the limits that it reached on standard error. Returns whether content
/// is missing.
fn page(
    args: &ExtractArgs,
    (classifier, comments): (&dyn Classifier, Option<&Removers>),
    file: &Path,
    talk: Verbosity,
    out: &mut dyn Write,
) -> Result<bool> {
    let (bytes, damage) = read(file)?;
    for what in &damage {
        talk.say(format!("{}: warning: {what}", file.display()));
    }
    let budget = args.limits.limits().begin();
    let decoded = html::decode(&bytes, Charset { forced: args.encoding.as_deref(), http: None });
    let (page, outline) = match args.needs_outline() {
        true => {
            let (page, outline) = Outline::of_shown(&decoded, &budget);
            (page, Some(outline))
        }
        false => (html::parse_shown(&decoded, &budget), None),
    };
    let blocks = block::cut_within(&page, args.cut, &budget);
    let subject = Subject::new(&page, &blocks)
        .with_markup(&decoded.text)
        .in_language(args.language.as_deref());
    let hits: Vec<&LimitHit> = page.hits.iter().chain(&blocks.hits).collect();
    let say = |hit: &LimitHit| talk.say(format!("{}: warning: {hit}", file.display()));
    hits.iter().copied().for_each(say);
    if args.blocks || args.explain {
        let others = DEFAULT.into_iter().filter(|name| *name != args.classifier);
        let names: Vec<String> =
            [&args.classifier[..]].into_iter().chain(others).map(str::to_owned).collect();
        let labels = CLASSIFIERS.set(&names)?.labels(&subject);
        let mut rows = rows(&blocks, labels, &names);
        if args.explain {
            explain(&mut rows, classifier.explain(&subject), &args.classifier)?;
        }
        blocks::print(&rows, Some(&args.classifier), args.json, out)?;
    } else {
        let apart = comments
            .zip(outline.as_ref())
            .map(|(removers, outline)| removers.apart(&subject, outline, args.url.as_deref()));
        let text = match &apart {
            Some(apart) => apart.text.clone(),
            None => classify::printed(classifier, &subject),
        };
        if text.trim().is_empty() {
            let name = &args.classifier;
            talk.say(format!("{}: warning: {name} found no main text", file.display()));
        }
        let outline = outline.as_ref();
        let made = None;
        let mut kept = Kept { args, classifier, subject: &subject, text, outline, apart, made };
        kept.made = outline.and_then(|outline| kept.structure(outline));
        kept.made.iter().flat_map(|made| &made.hits).for_each(say);
        if args.is_json() {
            print_json(&kept.json(file), out)?;
        } else {
            out.write_all(kept.written().as_bytes()).map_err(to_stdout)?;
        }
    }
    Ok(!damage.is_empty() || hits.iter().any(|hit| hit.bytes() > 0))
}

/// What a classifier keeps of a page.
struct Kept<'a> {
    args: &'a ExtractArgs,
    classifier: &'a dyn Classifier,
    subject: &'a Subject<'a>,
    text: String,
    outline: Option<&'a Outline>,
    apart: Option<Apart>,
    /// The structure of it, for Markdown and HTML.
    made: Option<Structure>,
}

impl Kept<'_> {
    /// The text in the form that was asked for, with the metadata if they were.
    fn written(&self) -> String {
        let metadata = self.outline.filter(|_| self.args.metadata).map(|o| self.metadata(o));
        let head = match (metadata, self.args.format) {
            (Some(metadata), Format::Html) => metadata.html(),
            (Some(metadata), _) => metadata.front_matter(),
            (None, Format::Html) => written::CHARSET.to_owned(),
            (None, _) => String::new(),
        };
        if let Some(formatted) = self.formatted() {
            return head + &formatted;
        }
        match &self.apart {
            Some(apart) => head + &apart.all_text(),
            None => head + &composed(&self.text),
        }
    }

    /// The structure of what is kept; none for plain text.
    fn structure(&self, outline: &Outline) -> Option<Structure> {
        if !matches!(self.args.format, Format::Markdown | Format::Html) {
            return None;
        }
        let address = self.args.url.as_deref();
        Some(match &self.apart {
            Some(apart) => apart.structure(self.subject, outline, address),
            None => {
                let labels = self.classifier.classify(self.subject);
                Structure::of_text(self.subject, outline, address, &labels, &self.text)
            }
        })
    }

    /// The text as Markdown or HTML; none for plain text.
    fn formatted(&self) -> Option<String> {
        let made = self.made.as_ref()?;
        let options = Options { links: self.args.links, images: self.args.images };
        let is_html = self.args.format == Format::Html;
        Some(if is_html { made.html(options) } else { made.markdown(options) })
    }

    fn metadata(&self, outline: &Outline) -> Metadata {
        Metadata::read(self.subject, outline, self.args.url.as_deref())
    }

    fn json(&self, file: &Path) -> serde_json::Value {
        let Subject { page, blocks, .. } = self.subject;
        let title = blocks.title.as_ref().map_or("", |title| blocks.text_of(title));
        let mut object = json!({
            "file": file.display().to_string(),
            "title": composed(title),
            "text": composed(&self.text),
            "classifier": self.args.classifier,
            "encoding": page.encoding,
            "encoding_source": page.encoding_source,
        });
        if let Some(confidence) = self.classifier.confidence(self.subject) {
            object["confidence"] = confidence.into();
        }
        if let Some(apart) = &self.apart {
            object["comments"] = apart.json().into();
        }
        if let Some(outline) = self.outline {
            object["metadata"] = self.metadata(outline).json();
            let name = if self.args.format == Format::Html { "html" } else { "markdown" };
            if let Some(formatted) = self.formatted() {
                object[name] = formatted.into();
            }
        }
        object
    }
}

fn rows(blocks: &Blocks, labels: Vec<LabelSet>, names: &[String]) -> Vec<BlockRow> {
    let of_title = blocks.title.iter().map(|_| LabelSet::default());
    let labelled = blocks.all().zip(of_title.chain(labels));
    labelled
        .enumerate()
        .map(|(number, (block, labels))| {
            let text = composed(blocks.text_of(block));
            BlockRow::new(number, block, &text, &labels, names)
        })
        .collect()
}

/// Adds to every block but the title whether the classifier keeps it and why. A classifier without
/// reasons for single blocks gives its description.
fn explain(rows: &mut [BlockRow], reasons: Vec<String>, classifier: &str) -> Result<()> {
    let (entry, _) = CLASSIFIERS.entry_of(classifier)?;
    let mut reasons = reasons.into_iter();
    for row in rows.iter_mut().filter(|row| !row.is_title()) {
        row.content = Some(row.labels.iter().any(|label| label == classifier));
        row.because =
            Some(reasons.next().unwrap_or_else(|| format!("content: {}", entry.describe)));
    }
    Ok(())
}

/// Reads a page, plain or compressed, and what is wrong with its compression. One that a collection
/// would have to truncate is an error, and so is a device or a pipe that never ends.
fn read(path: &Path) -> Result<(Vec<u8>, Vec<String>)> {
    if path.is_dir() {
        return Err(folder(path));
    }
    let (input, name): (Box<dyn Read + Send>, &Path) = match path.as_os_str() == "-" {
        true => (Box::new(std::io::stdin()), Path::new("(standard input)")),
        false => {
            (Box::new(std::fs::File::open(path).map_err(|e| Error::io("read", path, e))?), path)
        }
    };
    match page_file(input, name, MAX_RECORD)? {
        FilePage::Page { bytes, damage } => Ok((bytes, damage)),
        FilePage::Collection(what) => {
            Err(Error::index(path, format!("is {what}, not a page")).with_remedy(Remedy::Inspect))
        }
    }
}

/// The error for a folder, which may be an index.
fn folder(path: &Path) -> Error {
    let shown = path.display();
    let message = match path.join("meta.json").is_file() {
        true => format!("is an index, not a page; `tamis inspect {shown} DOCNO` prints one of it"),
        false => format!(
            "is a folder, not a page; name a file in it, or `tamis index {shown} --out INDEX`"
        ),
    };
    Error::index(path, message)
}
