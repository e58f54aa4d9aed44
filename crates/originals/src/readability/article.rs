//! Readability's way to the article: passes over the page, each less strict than the one before,
//! until one keeps enough text.

use super::finish::finish;
use super::html::{self, Id, Limit, Node, ROOT, Tree};
use super::metadata::{self, ArticleMetadata};
use super::page::ReadabilityPage;
use super::prepare;
use super::title::TitleWords;
use crate::line_end::with_line_feeds;
use crate::name::Name;

/// The length that an article must have, in UTF-16 units.
pub const MIN_ARTICLE: u32 = 500;

/// Why a page has no article.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoArticle {
    /// No pass keeps any text.
    Nothing,
    Limit(Limit),
}

impl std::fmt::Display for NoArticle {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Self::Nothing => f.write_str("nothing is left of the page"),
            Self::Limit(limit) => limit.fmt(f),
        }
    }
}

/// A page on its way to its article.
pub struct ArticleReader<'a> {
    pub page: ReadabilityPage<'a>,
    pub title: TitleWords,
    /// Whether the author is known. If not, the author's line is looked for, and taken out.
    pub has_byline: bool,
    /// The scores of nodes; of those without one, not a number.
    pub scores: Vec<f64>,
    pub strips_unlikely: bool,
    pub weighs_classes: bool,
    pub cleans_conditionally: bool,
}

/// Returns the text of a page's article.
pub fn article(markup: &str) -> Result<String, NoArticle> {
    let page = with_line_feeds(markup);
    let mut page = ReadabilityPage::new(html::parse(&page).map_err(NoArticle::Limit)?);
    prepare::unwrap_noscript_images(&mut page);
    let scripts = prepare::remove_scripts(&mut page);
    // The title of JSON-LD depends on headings, in which there may be scripts: none in practice.
    let scripts = metadata::scripts(&page, &scripts);
    let body = body(&page);
    prepare::prepare(&mut page, body);
    let metadata = ArticleMetadata::read(&page, &scripts);
    let reader = ArticleReader {
        page,
        title: TitleWords::new(&metadata.title),
        has_byline: metadata.has_byline,
        scores: Vec::new(),
        strips_unlikely: true,
        weighs_classes: true,
        cleans_conditionally: true,
    };
    reader.read(body.ok_or(NoArticle::Nothing)?)
}

fn root(page: &ReadabilityPage) -> Option<Id> {
    page.first_element(ROOT)
}

/// The body, which may be a FRAMESET.
fn body(page: &ReadabilityPage) -> Option<Id> {
    let is_body = |&id: &Id| matches!(page.tag(id), Name::BODY | Name::FRAMESET);
    page.tree.elements(root(page)?).find(is_body)
}

impl ArticleReader<'_> {
    fn read(mut self, body: Id) -> Result<String, NoArticle> {
        let original = self.page.tree.nodes.clone();
        let mut attempts: Vec<(u32, String)> = Vec::new();
        loop {
            let (length, text) = self.attempt(body).ok_or(NoArticle::Nothing)?;
            if length >= MIN_ARTICLE {
                return Ok(text);
            }
            attempts.push((length, text));
            if !self.relax() {
                break;
            }
            self.restore(&original, body).map_err(NoArticle::Limit)?;
        }
        // Of several longest, the first.
        let longest = attempts.into_iter().rev().max_by_key(|(length, _)| *length);
        let longest = longest.filter(|(length, _)| *length > 0);
        longest.map(|(_, text)| text).ok_or(NoArticle::Nothing)
    }

    /// Lets the next pass keep more, if there is one.
    fn relax(&mut self) -> bool {
        let steps =
            [&mut self.strips_unlikely, &mut self.weighs_classes, &mut self.cleans_conditionally];
        for step in steps {
            if std::mem::take(step) {
                return true;
            }
        }
        false
    }

    /// One pass: the length and the text of the article that it finds. `None` where the original
    /// stops with an error.
    fn attempt(&mut self, body: Id) -> Option<(u32, String)> {
        let root = root(&self.page);
        let paragraphs = self.sieve(root);
        let candidates = self.candidates(&paragraphs);
        let top = self.top(&candidates, body)?;
        let content = self.gather(top.id);
        self.clean(content);
        let mut wrapper = top.id;
        if !top.made {
            wrapper = self.page.make(Name::DIV);
            self.page.move_children(content, wrapper);
            self.page.append(content, wrapper);
        }
        let length = self.page.sums(content).inner_length();
        Some((length, finish(&mut self.page, content, wrapper)))
    }

    /// Gives the body the content that it had before the first pass, as it is when it is written
    /// and parsed again. What is outside of the body stays as the passes left it.
    fn restore(&mut self, original: &[Node], body: Id) -> Result<(), Limit> {
        let children: Vec<Id> = self.page.tree.children(body).collect();
        for child in children {
            self.page.detach(child);
        }
        let tree = std::mem::replace(&mut self.page.tree, Tree::new(""));
        self.page.tree = html::reparse(tree, original, body)?;
        self.page.forget(body);
        Ok(())
    }
}
