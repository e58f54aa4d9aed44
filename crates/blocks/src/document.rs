//! One page, read once: parsed to its events and its elements, and cut into blocks.

use crate::block;
use crate::classify::{self, CLASSIFIERS, Classifier, Subject};
use crate::error::Result;
use crate::feature;
use crate::html::{self, Charset, Decoded, Outline};
use crate::page::{Block, Blocks, Budget, Cut, EncodingSource, Label, LimitHit, Limits, Page};
use std::borrow::Cow;

/// Returns the text that one classifier keeps of a page, with a line end wherever a block ends in
/// the page.
///
/// `classifier` is a name of [`CLASSIFIERS`], with its argument if it takes one (`tamis:PATH`). The
/// crate tamis-originals has the same function for its longer list.
///
/// # Errors
/// The name is unknown, or its argument is invalid. The page itself never fails.
pub fn extract(html: &str, classifier: &str) -> Result<String> {
    Ok(Document::parse(html).text(&*CLASSIFIERS.by_name(classifier)?))
}

/// What a page is read from.
#[derive(Debug)]
pub enum Source<'a> {
    /// Bytes of HTML, and what else names their encoding.
    Bytes(Cow<'a, [u8]>, Charset<'a>),
    /// HTML that is already text.
    Html(Cow<'a, str>),
    /// A title and a text without markup.
    Plain(&'a str, &'a str),
}

/// What is wanted of a page, and how it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// How it is cut into blocks.
    pub cut: Cut,
    /// Whether structure, metadata or comments will be read, which need its [`Outline`].
    pub outline: bool,
    /// Whether its markup is kept, for classifiers that need it.
    pub markup: bool,
    /// Whether it is read as a browser shows it, and not as it is written.
    pub shown: bool,
}

impl Default for Wanted {
    fn default() -> Self {
        Self { cut: Cut::default(), outline: true, markup: true, shown: true }
    }
}

/// A page: its events, its elements, its blocks, and its HTML.
///
/// ```
/// use tamis_blocks::{Document, classify::CLASSIFIERS};
///
/// let words_tree = CLASSIFIERS.by_name("words-tree")?;
/// let html = "<title>News</title><ul><li><a href=/>Home</a></ul><h1>Penguins on the ice</h1>
///     <p>Two penguins crossed the frozen bay on Sunday morning, watched by a crowd of several
///     hundred people who had waited since dawn.";
/// let document = Document::parse(html);
/// let labels = document.labels(&*words_tree);
/// for (block, label) in document.blocks().iter().zip(labels) {
///     let text = document.text_of(block);
///     println!("{label:?} {} words, {:.2} linked: {text}", block.words, block.link_density());
/// }
/// # Ok::<(), tamis_blocks::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Document {
    page: Page,
    blocks: Blocks,
    outline: Option<Outline>,
    markup: Option<String>,
    language: Option<String>,
}

impl Document {
    /// Parses HTML that is already text, with default settings.
    pub fn parse(html: impl Into<String>) -> Self {
        Self::builder().parse(html)
    }

    /// Detects the encoding of a page and parses it, with default settings.
    pub fn decode(bytes: &[u8]) -> Self {
        Self::builder().decode(bytes)
    }

    /// Returns the settings, to change some of them.
    pub fn builder() -> DocumentBuilder {
        DocumentBuilder::default()
    }

    /// Reads a page, within limits that may hold for more than reading it. A page can have 30 MB:
    /// what is owned of the source is freed before the blocks are made.
    pub fn read(source: Source<'_>, wanted: Wanted, budget: &Budget) -> Self {
        let (page, outline, markup) = match source {
            Source::Bytes(bytes, charset) => {
                let decoded = html::decode(&bytes, charset);
                let (page, outline) = parsed(&decoded, wanted, budget);
                (page, outline, wanted.markup.then(|| decoded.text.into_owned()))
            }
            Source::Html(html) => {
                let (page, outline) = parsed(&Decoded::given(&html), wanted, budget);
                (page, outline, wanted.markup.then(|| html.into_owned()))
            }
            Source::Plain(title, text) => {
                let markup = wanted.markup.then(|| html::markup_of_text(title, text));
                (html::plain_text(title, text), None, markup)
            }
        };
        let blocks = block::cut_within(&page, wanted.cut, budget);
        Self { page, blocks, outline, markup, language: None }
    }

    /// The same in a language (ISO 639-1), for classifiers with stop words. By default they find it
    /// themselves.
    pub fn in_language(self, language: Option<&str>) -> Self {
        Self { language: language.map(str::to_owned), ..self }
    }

    /// The text of the page's `<title>`.
    pub fn title(&self) -> Option<&str> {
        self.blocks.title.as_ref().map(|title| self.text_of(title))
    }

    /// The blocks in page order, without the title.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks.blocks
    }

    /// The text of one of this document's blocks.
    pub fn text_of(&self, block: &Block) -> &str {
        self.blocks.text_of(block)
    }

    /// Returns the label that a classifier gives each of [`Document::blocks`].
    pub fn labels(&self, classifier: &dyn Classifier) -> Vec<Label> {
        classifier.classify(&self.subject())
    }

    /// Returns the text that a classifier keeps, with a line end wherever a block ends in the page,
    /// composed as [`html::composed`] does.
    pub fn text(&self, classifier: &dyn Classifier) -> String {
        let mut text = classify::printed(classifier, &self.subject());
        html::compose(&mut text);
        text
    }

    /// Returns the reason for the label of each of [`Document::blocks`]; empty if the classifier
    /// gives none.
    pub fn reasons(&self, classifier: &dyn Classifier) -> Vec<String> {
        classifier.explain(&self.subject())
    }

    /// Returns the features of each of [`Document::blocks`], in the order of [`feature::NAMES`].
    pub fn features(&self) -> Vec<[f64; feature::LOCAL]> {
        feature::local(&self.page, &self.blocks)
    }

    /// The page as a classifier sees it. What several classifiers, structure and metadata compute
    /// alike is computed once for a subject.
    pub fn subject(&self) -> Subject<'_> {
        Subject::new(&self.page, &self.blocks)
            .with_markup(self.html())
            .with_outline(&self.outline)
            .in_language(self.language.as_deref())
    }

    /// The parsed page.
    pub fn page(&self) -> &Page {
        &self.page
    }

    /// The title and the blocks as one value.
    pub fn cut(&self) -> &Blocks {
        &self.blocks
    }

    /// The page and its blocks, without the rest.
    pub fn into_parts(self) -> (Page, Blocks) {
        (self.page, self.blocks)
    }

    /// The page's HTML as text; empty if it was not wanted.
    pub fn html(&self) -> &str {
        self.markup.as_deref().unwrap_or_default()
    }

    /// The language that the caller set, else the one that the page declares (`en`), if its markup
    /// was wanted.
    pub fn language(&self) -> Option<String> {
        self.language.clone().or_else(|| html::language(self.html()))
    }

    /// The page's encoding (WHATWG name), and where it was found.
    pub fn encoding(&self) -> (&'static str, EncodingSource) {
        (self.page.encoding, self.page.encoding_source)
    }

    /// The limits that the page exceeded, and the text that was left out.
    pub fn hits(&self) -> impl Iterator<Item = &LimitHit> {
        self.page.hits.iter().chain(&self.blocks.hits)
    }
}

/// Parses a page, with its outline if that is wanted.
fn parsed(decoded: &Decoded, wanted: Wanted, budget: &Budget) -> (Page, Option<Outline>) {
    let with_outline = |(page, outline)| (page, Some(outline));
    match (wanted.outline, wanted.shown) {
        (true, true) => with_outline(Outline::of_shown(decoded, budget)),
        (true, false) => with_outline(Outline::of_decoded(decoded, budget)),
        (false, true) => (html::parse_shown(decoded, budget), None),
        (false, false) => (html::parse_decoded(decoded, budget), None),
    }
}

/// How to read a page: the settings of a [`Document`], all optional.
#[derive(Debug, Clone, Default)]
pub struct DocumentBuilder {
    charset: Option<String>,
    http_charset: Option<String>,
    language: Option<String>,
    wanted: Wanted,
    limits: Limits,
}

impl DocumentBuilder {
    /// Sets the encoding, whatever the page declares (`windows-1252`); only a byte order mark
    /// overrides it.
    pub fn charset(self, label: impl Into<String>) -> Self {
        Self { charset: Some(label.into()), ..self }
    }

    /// Sets the charset of the HTTP header; a byte order mark overrides it, and it overrides
    /// `<meta>`.
    pub fn http_charset(self, label: impl Into<String>) -> Self {
        Self { http_charset: Some(label.into()), ..self }
    }

    /// Sets the page's language (ISO 639-1), for classifiers with stop words. By default they find
    /// it themselves.
    pub fn language(self, code: impl Into<String>) -> Self {
        Self { language: Some(code.into()), ..self }
    }

    /// Sets how the page is cut into blocks; boilerpipe's way by default.
    pub fn cut(self, cut: Cut) -> Self {
        Self { wanted: Wanted { cut, ..self.wanted }, ..self }
    }

    /// Sets what is wanted of the page; all by default. What is not wanted costs nothing.
    pub fn wanted(self, wanted: Wanted) -> Self {
        Self { wanted, ..self }
    }

    /// Sets the limits on nesting, blocks and time; [`Limits::NONE`] turns them off.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Parses HTML that is already text; ignores the charset settings.
    pub fn parse(self, html: impl Into<String>) -> Document {
        self.read(Source::Html(html.into().into()))
    }

    /// Decodes a page and parses it.
    pub fn decode(self, bytes: &[u8]) -> Document {
        let charset =
            Charset { forced: self.charset.as_deref(), http: self.http_charset.as_deref() };
        self.read(Source::Bytes(bytes.into(), charset))
    }

    fn read(&self, source: Source<'_>) -> Document {
        Document::read(source, self.wanted, &self.limits.begin())
            .in_language(self.language.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<html lang=de><title>Nachrichten</title><ul><li><a \
                        href=/>Start</a></ul><h1>Auf dem Eis</h1><p>Zwei Pinguine überquerten am \
                        Sonntag die gefrorene Bucht, und mehrere hundert Menschen sahen ihnen seit \
                        dem Morgen dabei zu.";

    #[test]
    fn a_page_of_text_and_a_page_of_bytes_have_the_same_blocks() {
        let document = Document::parse(PAGE);
        assert_eq!((document.title(), document.blocks().len()), (Some("Nachrichten"), 3));
        let tree = CLASSIFIERS.by_name("words-tree").unwrap();
        assert_eq!(document.labels(&*tree), [Label::Boilerplate, Label::Content, Label::Content]);
        assert!(document.text(&*tree).contains("Zwei Pinguine überquerten"));
        assert_eq!(document.reasons(&*tree).len(), 3);
        assert_eq!(document.features().len(), 3);
        let (latin, _, _) = encoding_rs::WINDOWS_1252.encode(PAGE);
        let decoded = Document::builder().http_charset("iso-8859-1").decode(&latin);
        assert_eq!(decoded.encoding(), ("windows-1252", EncodingSource::Http));
        assert_eq!(decoded.cut(), document.cut());
    }

    #[test]
    fn settings_reach_the_page() {
        let one = Limits { blocks: 1, ..Limits::default() };
        let document = Document::builder().limits(one).language("nl").cut(Cut::Atomic).parse(PAGE);
        assert_eq!((document.blocks().len(), document.hits().count()), (1, 1));
        assert_eq!(document.language().as_deref(), Some("nl"));
        assert_eq!(document.subject().language, Some("nl"));
        assert_eq!(Document::parse(PAGE).language().as_deref(), Some("de"));
        let forced =
            Document::builder().charset("koi8-r").http_charset("utf-8").decode(PAGE.as_bytes());
        assert_eq!(forced.encoding(), ("KOI8-R", EncodingSource::Forced));
    }

    #[test]
    fn extract_names_what_it_does_not_know() {
        assert!(extract(PAGE, "keep-all").unwrap().starts_with("Start\n"));
        assert!(extract(PAGE, "word-tree").unwrap_err().to_string().contains("words-tree"));
    }
}
