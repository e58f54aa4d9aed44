//! One page, parsed and cut into blocks: the short way to everything in this crate.

use crate::block;
use crate::classify::{self, CLASSIFIERS, Classifier, Subject};
use crate::comments::{Apart, Removers};
use crate::error::Result;
use crate::feature;
use crate::html::{self, Charset, Decoded};
use crate::metadata::Metadata;
use crate::page::{Block, Blocks, Cut, EncodingSource, Label, LimitHit, Limits, Page};
use crate::structure::{Options, Outline, Structure};

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

/// A page: its HTML, its parsed form and its blocks.
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
    html: String,
    language: Option<String>,
    limits: Limits,
    page: Page,
    blocks: Blocks,
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

    /// Returns what a classifier keeps as a structure: headings, paragraphs, lists, tables, code.
    /// `address` is the page's URL, which makes its addresses absolute.
    pub fn structure(&self, classifier: &dyn Classifier, address: Option<&str>) -> Structure {
        let subject = self.subject();
        let labels = classifier.classify(&subject);
        let text = classify::printed(classifier, &subject);
        let (page, outline) = self.outline();
        // Not the same, if the page met its limit of time.
        if !self.is_of(&page) {
            return Structure::of_lines(&text);
        }
        Structure::of_text(&subject, &outline, address, &labels, &text)
    }

    /// Returns what a classifier keeps as GitHub's Markdown.
    pub fn markdown(
        &self,
        classifier: &dyn Classifier,
        address: Option<&str>,
        options: Options,
    ) -> String {
        self.structure(classifier, address).markdown(options)
    }

    /// Returns the article and the comments of readers apart, and both as a structure, the comments
    /// as a section below the article. `address` is the page's URL.
    pub fn apart(&self, removers: &Removers, address: Option<&str>) -> (Apart, Structure) {
        let (page, outline) = self.outline();
        // Not the page of this document, if that met its limit of time.
        let recut = (!self.is_of(&page)).then(|| block::cut(&page, Cut::default()));
        let subject = Subject::new(&page, recut.as_ref().unwrap_or(&self.blocks))
            .with_markup(&self.html)
            .in_language(self.language.as_deref());
        let apart = removers.apart(&subject, &outline, address);
        let structure = apart.structure(&subject, &outline, address);
        (apart, structure)
    }

    /// Returns what the page says of itself. `address` is its URL.
    pub fn metadata(&self, address: Option<&str>) -> Metadata {
        let (page, outline) = self.outline();
        // Not the page of this document, if that met its limit of time.
        let blocks = block::cut(&page, Cut::default());
        Metadata::read(&Subject::new(&page, &blocks), &outline, address)
    }

    /// The page as its author nested it, within the limits but that of time.
    fn outline(&self) -> (Page, Outline) {
        let limits = Limits { milliseconds: 0, ..self.limits };
        let (page, outline) = Outline::of_shown(&Decoded::given(&self.html), &limits.begin());
        // What is made of it has all the time again.
        (page, outline.within(self.limits.begin()))
    }

    /// Whether this is the page of this document.
    fn is_of(&self, page: &Page) -> bool {
        page.text == self.page.text && page.events == self.page.events
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

    /// The page as a classifier sees it. Build a classifier once and pass it this to label many
    /// pages.
    pub fn subject(&self) -> Subject<'_> {
        Subject::new(&self.page, &self.blocks)
            .with_markup(&self.html)
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

    /// The page's HTML as text.
    pub fn html(&self) -> &str {
        &self.html
    }

    /// The language that the caller set, else the one that the page declares (`en`).
    pub fn language(&self) -> Option<String> {
        self.language.clone().or_else(|| html::language(&self.html))
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

/// How to read a page: the settings of a [`Document`], all optional.
#[derive(Debug, Clone, Default)]
pub struct DocumentBuilder {
    charset: Option<String>,
    http_charset: Option<String>,
    language: Option<String>,
    cut: Cut,
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
        Self { cut, ..self }
    }

    /// Sets the limits on nesting, blocks and time; [`Limits::NONE`] turns them off.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Parses HTML that is already text; ignores the charset settings.
    pub fn parse(self, html: impl Into<String>) -> Document {
        let html = html.into();
        let budget = self.limits.begin();
        let page = html::parse_shown(&Decoded::given(&html), &budget);
        let blocks = block::cut_within(&page, self.cut, &budget);
        Document { html, language: self.language, limits: self.limits, page, blocks }
    }

    /// Decodes a page and parses it.
    pub fn decode(self, bytes: &[u8]) -> Document {
        let charset =
            Charset { forced: self.charset.as_deref(), http: self.http_charset.as_deref() };
        let budget = self.limits.begin();
        let decoded = html::decode(bytes, charset);
        let page = html::parse_shown(&decoded, &budget);
        let blocks = block::cut_within(&page, self.cut, &budget);
        let html = decoded.text.into_owned();
        Document { html, language: self.language, limits: self.limits, page, blocks }
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
    fn comments_are_apart_however_the_page_was_cut() {
        let comment = |name: &str, day: u8, said: &str| {
            format!(
                "<li class=comment id=comment-{day}><div class='comment-author vcard'><cite \
                 class=fn>{name}</cite> says:</div><div class=comment-meta>May {day}, 2024 at 7:08 \
                 pm</div><p>{said} Thank you for writing this down!</p><div class=reply><a \
                 href=#>Reply</a></div>"
            )
        };
        let ada = comment("Ada", 6, "I was there, and have <a href=x>never</a> seen such a thing.");
        let bo = comment("Bo", 7, "We missed it, because we slept too long on that morning.");
        let html = format!(
            "<title>Ice</title><div class=post><h1>Penguins</h1><p>Two penguins crossed the frozen \
             bay on Sunday morning, watched by a crowd of several hundred people who had waited \
             since dawn.<p>Nobody knows where they came from. The nearest colony lies two hundred \
             miles away, and the wind had blown from the south.</div><div id=comments><h3>2 \
             Responses</h3><ol class=commentlist>{ada}{bo}</ol></div>"
        );
        let removers = Removers::of("tamis").unwrap();
        for cut in [Cut::Boilerpipe, Cut::Atomic] {
            let document = Document::builder().cut(cut).parse(&*html);
            let (apart, structure) = document.apart(&removers, None);
            assert_eq!(apart.labels.len(), document.blocks().len());
            let authors: Vec<_> = apart.comments.iter().map(|one| one.author.as_deref()).collect();
            assert_eq!(authors, [Some("Ada"), Some("Bo")], "{cut:?}");
            let markdown = structure.markdown(Options::default());
            let (article, comments) = markdown.split_once("\n## Comments\n").unwrap();
            assert!(article.contains("Two penguins") && !article.contains("Thank you"));
            assert!(comments.contains("> **Bo** · 2024-05-07T19:08\n>\n> We missed"), "{comments}");
        }
        let problem = Removers::of("keep-all").err().unwrap().to_string();
        assert!(problem.contains("found the classifier keep-all, expected tamis"), "{problem}");
    }

    #[test]
    fn extract_names_what_it_does_not_know() {
        assert!(extract(PAGE, "keep-all").unwrap().starts_with("Start\n"));
        assert!(extract(PAGE, "word-tree").unwrap_err().to_string().contains("words-tree"));
    }
}
