//! A page with what is known of its texts: which block has each, and whether that is of a comment.

use crate::metadata::{DateStyle, collapse, find_date, is_inline};
use crate::structure::text::Texts;
use crate::structure::{Is, Outline};
use tamis_blocks::page::{Attribute, Page, Span, Structural};

/// Nodes of an element whose text is read; names and dates are short.
const NODES: usize = 60;
/// Bytes of an element's text that are read.
const BYTES: usize = 300;

/// A part of a text that a block of a comment has.
pub struct Placed {
    pub node: u32,
    pub block: u32,
    pub letters: u32,
}

/// A page that is looked at.
pub struct Seen<'a> {
    pub page: &'a Page,
    pub outline: &'a Outline,
    /// How the page writes dates.
    pub date_style: DateStyle,
    /// The texts in blocks of comments, in page order.
    pub placed: Vec<Placed>,
    /// How many letters of blocks of comments, and of blocks of the article, are before each node;
    /// of the last, all.
    letters: Vec<[u32; 2]>,
}

impl<'a> Seen<'a> {
    /// A page with two kinds of blocks, which may be none: those of comments and of the article.
    pub fn new(texts: &Texts<'a>, is_comment: &[bool], is_article: &[bool]) -> Self {
        let &Texts { page, outline, .. } = texts;
        let mut placed = Vec::new();
        let mut letters = Vec::with_capacity(outline.nodes().len() + 1);
        let mut count = [0; 2];
        for (node, of) in (0u32..).zip(outline.nodes()) {
            letters.push(count);
            let Is::Text(span) = &of.is else { continue };
            texts.blocks(span, |part, block| {
                let text = &page.text[part.start as usize..part.end as usize];
                let own = letters_of(text);
                let is_of = |blocks: &[bool]| blocks.get(block as usize) == Some(&true);
                if own > 0 && is_of(is_comment) {
                    placed.push(Placed { node, block, letters: own });
                    count[0] += own;
                }
                count[1] += if is_of(is_article) { own } else { 0 };
            });
        }
        letters.push(count);
        let html = (0..outline.nodes().len() as u32).find(|node| outline.name(*node) == "HTML");
        let language = html.and_then(|html| outline.get(html, Structural::Lang));
        let date_style = DateStyle::of(language.unwrap_or_default());
        Self { page, outline, date_style, placed, letters }
    }

    /// The letters of comments from a node to before another.
    pub fn letters(&self, from: u32, to: u32) -> u32 {
        self.letters[to as usize][0] - self.letters[from as usize][0]
    }

    /// Whether much of the article is from a node to before another.
    pub fn has_article(&self, from: u32, to: u32) -> bool {
        let all = self.letters.last().map_or(0, |all| all[1]);
        (self.letters[to as usize][1] - self.letters[from as usize][1]) * 5 > all
    }

    /// The first date in a text.
    pub fn date(&self, text: &str) -> Option<String> {
        // 4:20 pm - 3 minutes ago is no time three hours west of London.
        find_date(&text.replace(" - ", " | "), self.date_style)
    }

    /// A text; empty for an element.
    pub fn span(&self, node: u32) -> &'a str {
        match &self.outline.nodes()[node as usize].is {
            Is::Text(Span { start, end }) => &self.page.text[*start as usize..*end as usize],
            Is::Element(_) => "",
        }
    }

    /// The text of a node, not more than is needed of names and dates; white space collapsed.
    pub fn text(&self, node: u32) -> String {
        let mut text = String::new();
        for inside in std::iter::once(node).chain(self.outline.inside(node)).take(NODES) {
            let of = self.span(inside);
            let end = of.char_indices().nth(BYTES).map_or(of.len(), |(end, _)| end);
            text.push_str(&of[..end]);
            if of.is_empty() && !is_inline(self.outline.name(inside)) {
                text.push(' ');
            }
            if text.len() > BYTES {
                break;
            }
        }
        collapse(&text)
    }

    /// The classes of an element.
    pub fn classes(&self, node: u32) -> impl Iterator<Item = &'a str> {
        self.outline.class(node).split_ascii_whitespace()
    }

    /// What `itemprop` calls an element.
    pub fn properties(&self, node: u32) -> impl Iterator<Item = &'a str> {
        let names = self.outline.attribute(node, Attribute::Itemprop).unwrap_or_default();
        names.split_ascii_whitespace()
    }
}

/// The bytes of a text that are no white space.
pub fn letters_of(text: &str) -> u32 {
    text.bytes().filter(|byte| !byte.is_ascii_whitespace()).count() as u32
}
