//! A page without an index: the text that a classifier keeps of it, what it says of itself, and its
//! blocks.

use super::Outcome;
use super::export::only_in_markup;
use crate::notice::Notice;
use crate::watch::{Told, Watch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use tamis_collection::{FilePage, MAX_RECORD, page_file};
use tamis_index::analyze::language::code_of;
use tamis_index::blocks::block::carry::{Alignment, BlockWords};
use tamis_index::blocks::classify::{self, CLASSIFIERS, Kept, LabelSet, Subject};
use tamis_index::blocks::html::{self, Charset, composed};
use tamis_index::blocks::page::{Cut, EncodingSource, Label, Limits};
use tamis_index::blocks::{Document, Source, Wanted, feature};
use tamis_index::error::{Error, Remedy, Result};
use tamis_index::index::recipe::encoding;
use tamis_search::result::BlockRow;
use tamis_text::comments::{Apart, CommentLine, Removers};
use tamis_text::metadata::{Metadata, written};
use tamis_text::structure::{Options, Structure};

/// What is wanted of a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ExtractJob {
    /// The classifier whose text is kept, with its argument if it takes one; none for `tamis`.
    pub classifier: Option<String>,
    /// The form of the text.
    pub form: TextForm,
    /// Whether Markdown and HTML have the addresses of links.
    pub links: bool,
    /// Whether they have images.
    pub images: bool,
    /// Whether what the page says of itself stands before its text.
    pub metadata: bool,
    /// Whether the article and the comments of readers are apart.
    pub comments: bool,
    /// Whether all is wanted that is known of the page, and not its text alone, whatever the form.
    pub details: bool,
    /// The page's URL, which makes its addresses absolute; none for the one that the page gives.
    pub url: Option<String>,
    /// The classifiers that label the blocks, `default` and `all` among them; if there are none,
    /// the classifier and the default ones.
    pub labels: Vec<String>,
    /// Whether every block says why the classifier keeps or drops it.
    pub explain: bool,
    /// How the page is cut into blocks.
    pub cut: Cut,
    /// The encoding of bytes, whatever the page declares; a byte order mark overrides it.
    pub encoding: Option<String>,
    /// The page's language by code or English name, for classifiers that need it; none for its own.
    pub language: Option<String>,
    /// The limits of the page.
    pub limits: Limits,
}

/// A form of the text that is kept of a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TextForm {
    /// Lines.
    #[default]
    Text,
    /// GitHub's Markdown.
    Markdown,
    /// HTML without style.
    Html,
    /// Lines, with all that is known of the page.
    Json,
}

/// Where a page is read from. Bytes may be compressed with gzip, zstd or bzip2; other packings, PDF
/// and whatever else is no text is refused.
pub enum PageSource {
    /// A file.
    File(PathBuf),
    /// What a stream gives, with its name in errors.
    Stream(Box<dyn Read + Send>, PathBuf),
    /// HTML that is already text.
    Text(String),
}

impl PageSource {
    /// Bytes, with their name in errors.
    pub fn bytes(bytes: Vec<u8>, name: impl Into<PathBuf>) -> Self {
        Self::Stream(Box::new(Cursor::new(bytes)), name.into())
    }

    /// What messages call it.
    fn name(&self) -> String {
        match self {
            Self::File(path) | Self::Stream(_, path) => path.display().to_string(),
            Self::Text(_) => "html".to_owned(),
        }
    }

    fn file(&self) -> Option<String> {
        matches!(self, Self::File(_)).then(|| self.name())
    }

    /// Reads it. A page that a collection would have to truncate is an error, and so is a device
    /// or a pipe that never ends.
    fn read(self, encoding: Option<&str>) -> Result<ExtractedContent> {
        let (input, path): (Box<dyn Read + Send>, PathBuf) = match self {
            Self::Text(text) => return Ok(ExtractedContent::Text(text)),
            Self::Stream(input, path) => (input, path),
            Self::File(path) if path.is_dir() => return Err(folder(&path)),
            Self::File(path) => {
                let file = File::open(&path).map_err(|error| Error::io("read", &path, error))?;
                (Box::new(file), path)
            }
        };
        let forced = html::decode(b"", Charset { forced: encoding, http: None }).encoding;
        match page_file(input, &path, MAX_RECORD, forced.starts_with("UTF-16"))? {
            FilePage::Page { bytes, damage } => Ok(ExtractedContent::Bytes(bytes, damage)),
            FilePage::Collection(what) => {
                let found = format!("is {what}, not a page");
                Err(Error::index(path, found).with_remedy(Remedy::Inspect))
            }
        }
    }
}

/// The error for a folder, which may be an index.
fn folder(path: &Path) -> Error {
    match path.join("meta.json").is_file() {
        true => Error::index(path, "is an index, not a page").with_remedy(Remedy::InspectPage),
        false => Error::index(path, "is a folder, not a page").with_remedy(Remedy::NamePage),
    }
}

/// What was read.
enum ExtractedContent {
    Text(String),
    /// Bytes, decompressed, and what is wrong with their compression.
    Bytes(Vec<u8>, Vec<String>),
}

/// What a classifier keeps of a page, and what else is known of it. It serialises as the program's
/// and Python's JSON.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Extract {
    /// The classifier.
    pub classifier: String,
    /// The comments of readers, in page order; only with `--comments`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comments: Option<Vec<CommentLine>>,
    /// The F1 that the classifier expects of its choice, 0 to 1; absent for one that cannot tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// The page's encoding (WHATWG name).
    pub encoding: &'static str,
    /// Where it was found.
    pub encoding_source: EncodingSource,
    /// The file, as it was named; absent if the page was not read from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// What is kept, as HTML; only with `--format html`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// What is kept, as Markdown; only with `--format markdown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
    /// What the page says of itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Metadata>")]
    pub metadata: Option<serde_json::Value>,
    /// The text that is kept, of the article alone with `--comments`; every line ends.
    pub text: String,
    /// The page's title.
    pub title: String,
    /// What stands before the text in a file: the metadata if they were asked for, of HTML the
    /// encoding.
    #[serde(skip)]
    pub head: String,
    /// The text with the comments.
    #[serde(skip)]
    all_text: Option<String>,
    /// Whether content is missing: the page is damaged, or met a limit.
    #[serde(skip)]
    pub is_damaged: bool,
}

impl Extract {
    /// What is kept, in the form that was asked for.
    pub fn written(&self) -> &str {
        let formatted = self.markdown.as_ref().or(self.html.as_ref()).or(self.all_text.as_ref());
        formatted.unwrap_or(&self.text)
    }
}

/// The blocks of a page, the title first.
#[derive(Debug, Clone, PartialEq)]
pub struct PageBlocks {
    /// The blocks.
    pub rows: Vec<BlockRow>,
    /// The names of the classifiers that labelled them.
    pub labels: Vec<String>,
    /// The WSDM paper's local features of each block, in the order of
    /// [`NAMES`](feature::NAMES); a title has none.
    pub features: Vec<Option<[f64; feature::LOCAL]>>,
    /// Whether content is missing: the page is damaged, or met a limit.
    pub is_damaged: bool,
}

impl ExtractJob {
    /// Checks what needs no page.
    ///
    /// # Errors
    /// A classifier, an encoding or a language that does not exist, and a classifier that cannot
    /// tell comments; links or images in a form that has none.
    pub fn check(&self) -> Result<()> {
        let name = self.name()?;
        CLASSIFIERS.by_name(&name)?;
        if self.comments {
            Removers::of(&name)?;
        }
        self.check_markup()?;
        self.encoding.as_deref().map(encoding).transpose()?;
        self.language().map(drop)
    }

    fn check_markup(&self) -> Result<()> {
        let has_markup = matches!(self.form, TextForm::Markdown | TextForm::Html);
        only_in_markup(self.links, self.images, has_markup)
    }

    /// Whether all is wanted that is known of the page.
    pub fn has_details(&self) -> bool {
        self.details || self.form == TextForm::Json
    }

    /// The classifier's name as the list has it.
    fn name(&self) -> Result<String> {
        Ok(CLASSIFIERS.name_of(self.classifier.as_deref().unwrap_or("tamis"))?)
    }

    fn language(&self) -> Result<Option<&'static str>> {
        let Some(language) = &self.language else { return Ok(None) };
        let code = code_of(language).ok_or_else(|| {
            Error::setting("language", format!("found '{language}', expected a code such as en"))
        })?;
        Ok(Some(code))
    }

    /// Returns the text that the classifier keeps of a page. Tells what content is missing, and if
    /// there is no text.
    ///
    /// # Errors
    /// As [`check`](Self::check); a page that cannot be read, or is none.
    pub fn run(&self, page: PageSource, watch: &dyn Watch) -> Result<Outcome<Extract>> {
        self.check_markup()?;
        let name = self.name()?;
        let classifier = CLASSIFIERS.by_name(&name)?;
        let removers = self.comments.then(|| Removers::of(&name)).transpose()?;
        let told = Told::new(watch);
        let (called, file) = (page.name(), page.file());
        let is_structured = matches!(self.form, TextForm::Markdown | TextForm::Html);
        let has_details = self.has_details();
        let has_metadata = self.metadata || has_details;
        let has_outline = is_structured || has_metadata || self.comments;
        let (page, is_damaged) = self.read(page, has_outline, &told)?;
        let subject = page.subject();
        let url = self.url.as_deref();
        let apart = removers.map(|removers| removers.apart(&subject, url));
        let kept = match &apart {
            Some(apart) => apart.article.clone(),
            None if is_structured => classify::kept(&*classifier, &subject),
            None => Kept { labels: Vec::new(), text: classify::printed(&*classifier, &subject) },
        };
        if kept.text.trim().is_empty() {
            let (page, classifier) = (called.clone(), name.clone());
            told.tell(Notice::NoMainText { page, classifier });
        }
        let structure = is_structured.then(|| match &apart {
            Some(apart) => apart.structure(&subject, url),
            None => Structure::of_kept(&subject, url, &kept),
        });
        told.tell_all(structure.iter().flat_map(|made| &made.hits).map(of_page(&called)));
        let confidence = classifier.confidence(&subject).filter(|_| has_details).map(f64::from);
        let metadata = has_metadata.then(|| Metadata::read(&subject, url));
        let mut made = self.made(&subject, (kept.text, apart), structure, (confidence, metadata));
        made.classifier = name;
        made.file = file;
        made.is_damaged = is_damaged;
        Ok(Outcome::new(made, told))
    }

    fn made(
        &self,
        subject: &Subject,
        (text, apart): (String, Option<Apart>),
        structure: Option<Structure>,
        (confidence, metadata): (Option<f64>, Option<Metadata>),
    ) -> Extract {
        let options = Options { links: self.links, images: self.images };
        let of_form = |form| structure.as_ref().filter(|_| self.form == form);
        let head = match (&metadata, self.form) {
            (Some(metadata), TextForm::Html) if self.metadata => metadata.html(),
            (Some(metadata), _) if self.metadata => metadata.front_matter(),
            (_, TextForm::Html) => written::CHARSET.to_owned(),
            _ => String::new(),
        };
        let title = subject.blocks.title.as_ref();
        Extract {
            classifier: String::new(),
            comments: apart.as_ref().map(Apart::listed),
            confidence,
            encoding: subject.page.encoding,
            encoding_source: subject.page.encoding_source,
            file: None,
            html: of_form(TextForm::Html).map(|made| made.html(options)),
            markdown: of_form(TextForm::Markdown).map(|made| made.markdown(options)),
            metadata: metadata.filter(|_| self.has_details()).map(|metadata| metadata.json()),
            text: composed(&text).into_owned(),
            title: composed(title.map_or("", |title| subject.blocks.text_of(title))).into_owned(),
            head,
            all_text: apart.as_ref().map(Apart::all_text),
            is_damaged: false,
        }
    }

    /// Returns what a page says of itself.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn metadata(&self, page: PageSource, watch: &dyn Watch) -> Result<Outcome<Metadata>> {
        let told = Told::new(watch);
        let (page, _) = self.read(page, true, &told)?;
        Ok(Outcome::new(Metadata::read(&page.subject(), self.url.as_deref()), told))
    }

    /// Returns the blocks of a page with their labels, and with reasons if they were asked for: a
    /// classifier without reasons for single blocks gives its description.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn blocks(&self, page: PageSource, watch: &dyn Watch) -> Result<Outcome<PageBlocks>> {
        let classifier = self.name()?;
        let names = match self.labels.is_empty() {
            true => CLASSIFIERS.expand(&[classifier.clone(), "default".to_owned()])?,
            false => CLASSIFIERS.expand(&self.labels)?,
        };
        let set = CLASSIFIERS.set(&names)?;
        let told = Told::new(watch);
        let (page, is_damaged) = self.read(page, false, &told)?;
        let subject = page.subject();
        let blocks = subject.blocks;
        let of_title = blocks.title.iter().map(|_| LabelSet::default());
        let labelled = blocks.all().zip(of_title.chain(set.labels(&subject)));
        let row = |(number, (block, labels))| {
            let text = composed(blocks.text_of(block));
            BlockRow::new(number, block, &text, &labels, &names)
        };
        let mut rows: Vec<BlockRow> = labelled.enumerate().map(row).collect();
        if self.explain {
            let reasons = CLASSIFIERS.by_name(&classifier)?.explain(&subject);
            explain(&mut rows, reasons, &classifier)?;
        }
        let of_title = blocks.title.iter().map(|_| None);
        let features = of_title.chain(page.features().into_iter().map(Some)).collect();
        Ok(Outcome::new(PageBlocks { rows, labels: names, features, is_damaged }, told))
    }

    /// Returns for each block of a page, the title first, whether at least half of its words are in
    /// a text; the title counts as not.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn align(
        &self,
        page: PageSource,
        text: &str,
        watch: &dyn Watch,
    ) -> Result<Outcome<Vec<bool>>> {
        let told = Told::new(watch);
        let (page, _) = self.read(page, false, &told)?;
        let titles = usize::from(page.title().is_some());
        Ok(Outcome::new(aligned(titles, &BlockWords::new(page.cut()), text), told))
    }

    /// Reads a page, with its outline if that is wanted. Tells what content is missing, and returns
    /// whether some is.
    fn read(&self, page: PageSource, outline: bool, told: &Told<'_>) -> Result<(Document, bool)> {
        self.encoding.as_deref().map(encoding).transpose()?;
        let language = self.language()?;
        let name = page.name();
        let charset = Charset { forced: self.encoding.as_deref(), http: None };
        let (source, damage) = match page.read(charset.forced)? {
            ExtractedContent::Text(text) => (Source::Html(text.into()), Vec::new()),
            ExtractedContent::Bytes(bytes, damage) => {
                (Source::Bytes(bytes.into(), charset), damage)
            }
        };
        told.tell_all(damage.iter().map(of_page(&name)));
        let wanted = Wanted { cut: self.cut, outline, ..Wanted::default() };
        let page = Document::read(source, wanted, &self.limits.begin()).in_language(language);
        told.tell_all(page.hits().map(of_page(&name)));
        let is_damaged = !damage.is_empty() || page.hits().any(|hit| hit.bytes() > 0);
        Ok((page, is_damaged))
    }
}

/// Makes notices of what is wrong with a page.
fn of_page<P: ToString>(page: &str) -> impl Fn(P) -> Notice {
    move |problem| Notice::OfPage { page: page.to_owned(), problem: problem.to_string() }
}

/// Adds to every block but the title whether the classifier keeps it and why.
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

/// Returns for each block of a page, after so many titles, whether at least half of its words are
/// in a text.
pub(crate) fn aligned(titles: usize, words: &BlockWords, text: &str) -> Vec<bool> {
    let labels = Alignment::new(words, [text].into_iter()).labels(|_| true);
    let of_blocks = labels.into_iter().map(|label| label == Label::Content);
    std::iter::repeat_n(false, titles).chain(of_blocks).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<title>Ice</title><p>Two penguins crossed the <a href=/bay>frozen bay</a> \
                        on Sunday morning.";

    fn run(job: &ExtractJob, page: PageSource) -> Result<Extract> {
        Ok(job.run(page, &())?.result)
    }

    #[test]
    fn text_bytes_and_files_have_the_same_text_and_details() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("page.html");
        std::fs::write(&file, PAGE).unwrap();
        let classifier = Some("Keep-All".to_owned());
        let job = ExtractJob { classifier, form: TextForm::Json, ..ExtractJob::default() };
        for page in [
            PageSource::Text(PAGE.to_owned()),
            PageSource::bytes(PAGE.into(), "html"),
            PageSource::File(file.clone()),
        ] {
            let from_file = page.file();
            let found = run(&job, page).unwrap();
            assert_eq!(found.written(), "Two penguins crossed the frozen bay on Sunday morning.\n");
            assert_eq!((found.title.as_str(), found.classifier.as_str()), ("Ice", "keep-all"));
            assert_eq!((&found.file, found.is_damaged), (&from_file, false));
            assert!(found.metadata.is_some_and(|said| said["title"] == "Ice"));
        }
        let json = serde_json::to_string(&job).unwrap();
        assert_eq!(serde_json::from_str::<ExtractJob>(&json).unwrap(), job);
    }

    #[test]
    fn a_form_has_what_stands_before_it() {
        let job = ExtractJob {
            classifier: Some("keep-all".to_owned()),
            form: TextForm::Markdown,
            links: true,
            metadata: true,
            url: Some("https://a.example/b".to_owned()),
            ..ExtractJob::default()
        };
        let found = run(&job, PageSource::Text(PAGE.to_owned())).unwrap();
        assert!(found.head.starts_with("---\ntitle: \"Ice\"\n"), "{}", found.head);
        assert!(found.written().contains("[frozen bay](https://a.example/bay)"), "{found:?}");
        assert!(found.metadata.is_none() && found.html.is_none());
    }

    #[test]
    fn blocks_are_labelled_explained_and_aligned() {
        let job = ExtractJob { explain: true, ..ExtractJob::default() };
        let page = || PageSource::Text(PAGE.to_owned());
        let found = job.blocks(page(), &()).unwrap().result;
        assert_eq!((found.labels[0].as_str(), found.rows.len()), ("tamis", 2));
        assert!(found.rows[0].is_title() && found.rows[0].because.is_none());
        assert!(found.rows[1].because.is_some() && found.features[0].is_none());
        let aligned = job.align(page(), "penguins crossed the frozen bay on Sunday", &()).unwrap();
        assert_eq!(aligned.result, [false, true]);
    }

    #[test]
    fn what_is_no_page_is_refused_with_a_remedy() {
        let folder = tempfile::tempdir().unwrap();
        let job = ExtractJob::default();
        let error = run(&job, PageSource::File(folder.path().to_owned())).unwrap_err();
        assert_eq!(error.remedy(), Some(Remedy::NamePage));
        let error = run(&job, PageSource::bytes(b"%PDF-1.4\n".into(), "x")).unwrap_err();
        assert!(error.to_string().starts_with("x: found a PDF file, expected a page"), "{error}");
        let warc = b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
        let error = run(&job, PageSource::bytes(warc.into(), "x")).unwrap_err();
        assert_eq!(error.remedy(), Some(Remedy::Inspect));
        let little: Vec<u8> = PAGE.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(run(&job, PageSource::bytes(little.clone(), "x")).is_err());
        let job = ExtractJob { encoding: Some("utf-16le".to_owned()), ..job };
        assert_eq!(run(&job, PageSource::bytes(little, "x")).unwrap().title, "Ice");
        let job = ExtractJob { language: Some("klingon".to_owned()), ..job };
        assert!(job.check().unwrap_err().to_string().starts_with("language: found 'klingon'"));
    }
}
