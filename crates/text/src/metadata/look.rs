//! A page that is looked at for its metadata: its elements, the near of its headline, and texts of
//! elements.

use super::evidence::{Evidence, collapse};
use super::source::{Field, Source};
use super::tables::NAME_PARTS;
use super::titles::Titles;
use super::words;
use crate::structure::{Is, Outline};
use std::ops::Range;
use tamis_blocks::page::{Attribute, Page, Structural, Tag};

/// Nodes of an element whose text is read; authors and dates are short.
const NODES: u32 = 80;
/// Bytes of an element's text that are read.
const BYTES: usize = 400;

/// A page that is looked at.
pub struct PageLook<'a> {
    pub page: &'a Page,
    pub outline: &'a Outline,
    pub evidence: Evidence,
    /// The H1 that says most of what TITLE says, or the first one.
    pub headline: Option<u32>,
    /// From where to where a node is near the headline.
    pub near: Range<u32>,
    /// All H1 that have text, as far as there are few.
    pub headlines: Vec<(u32, String)>,
    /// What TITLE and OpenGraph call the page, once they are read.
    pub titles: Titles,
    /// The scripts that hold data.
    pub scripts: Vec<&'a str>,
    /// The items that are open: where each ends, and what it is about.
    pub items: Vec<(u32, Option<Source>)>,
    /// Whether the last label of a Twitter card names the author.
    pub is_author_next: bool,
    /// Whether classes are read that no field asks.
    pub reads_all: bool,
}

impl<'a> PageLook<'a> {
    /// Calls for each element in page order.
    pub fn each(&mut self, mut call: impl FnMut(&mut Self, u32, Tag)) {
        for (node, of) in (0u32..).zip(self.outline.nodes()) {
            if let Is::Element(tag) = of.is {
                call(self, node, tag);
            }
        }
    }

    /// Whether a node is near the headline.
    pub fn is_near(&self, node: u32) -> bool {
        self.near.contains(&node)
    }

    /// The text of an element with a bar between its texts, but not around what joins names.
    pub fn names(&self, node: u32) -> String {
        let mut names = String::new();
        let mut is_joined = true;
        for inside in self.outline.inside(node).take(NODES as usize) {
            let text = self.start(inside).unwrap_or_default().trim();
            if text.is_empty() || names.len() > BYTES {
                continue;
            }
            let joins = |word: Option<&str>| word.is_some_and(|word| words::AND.contains(&word));
            let starts = text.starts_with(',') || joins(text.split(' ').next());
            names.push_str(if is_joined || starts { " " } else { " | " });
            names.push_str(text);
            is_joined = text.ends_with(',') || joins(text.split(' ').next_back());
        }
        collapse(&names)
    }

    /// The text of an element, not more than is needed of authors, dates and titles.
    pub fn text(&self, node: u32) -> String {
        let mut text = String::new();
        for inside in self.outline.inside(node).take(NODES as usize) {
            match self.start(inside) {
                Some(start) => text.push_str(start),
                None if is_inline(self.outline.name(inside)) => {}
                None => text.push(' '),
            }
            if text.len() > BYTES {
                break;
            }
        }
        collapse(&text)
    }

    /// The first letter or mark of an element's text.
    pub fn first(&self, node: u32) -> Option<char> {
        let mut texts = self.outline.inside(node).filter_map(|inside| self.span(inside));
        texts.find_map(|text| text.trim_start().chars().next())
    }

    /// The value of an element that is marked as a field.
    pub fn value(&self, node: u32, field: Field) -> String {
        let keys: &[Attribute] = match field {
            Field::Published | Field::Modified => &[
                Attribute::Content,
                Attribute::Of(Structural::Datetime),
                Attribute::Of(Structural::Title),
            ],
            Field::Canonical | Field::Licence => {
                &[Attribute::Content, Attribute::Of(Structural::Href)]
            }
            _ => &[Attribute::Content],
        };
        let said = keys
            .iter()
            .find_map(|key| self.outline.attribute(node, *key))
            .filter(|value| !value.trim().is_empty());
        let property = |name: &str| {
            let is_named =
                |node: &u32| self.outline.attribute(*node, Attribute::Itemprop) == Some(name);
            let inside = self.outline.inside(node).take(NODES as usize).find(is_named)?;
            let said = self.outline.attribute(inside, Attribute::Content);
            Some(said.map_or_else(|| self.text(inside), str::to_owned))
        };
        let in_parts = || {
            let parts: Vec<String> = NAME_PARTS.iter().filter_map(|part| property(part)).collect();
            (!parts.is_empty()).then(|| parts.join(" "))
        };
        let named = || property("name").or_else(in_parts).or_else(|| property("alternateName"));
        let name = || matches!(field, Field::Author | Field::Site).then(named).flatten();
        let text = || if field == Field::Author { self.names(node) } else { self.text(node) };
        said.map(str::to_owned).or_else(name).unwrap_or_else(text)
    }

    /// The text of a node that is a text.
    pub fn span(&self, node: u32) -> Option<&'a str> {
        let Is::Text(span) = &self.outline.nodes().get(node as usize)?.is else { return None };
        self.page.text.get(span.start as usize..span.end as usize)
    }

    /// The text of a node that is a text, without white space around it; none, if it has no other.
    pub fn trimmed(&self, node: u32) -> Option<&'a str> {
        let text = self.span(node).filter(|_| !self.outline.is_blank(node))?.trim();
        Some(text).filter(|text| !text.is_empty())
    }

    /// The start of a text: elements may share a long one.
    fn start(&self, node: u32) -> Option<&'a str> {
        let text = self.span(node)?;
        if text.len() <= BYTES {
            return Some(text);
        }
        let end = text.char_indices().nth(BYTES).map_or(text.len(), |(end, _)| end);
        text.get(..end)
    }
}

/// Whether an element joins the texts around it; a text does.
pub fn is_inline(name: &str) -> bool {
    matches!(
        name,
        "A" | "B" | "I" | "EM" | "STRONG" | "SUP" | "SUB" | "CODE" | "MARK" | "FONT" | "U" | ""
    )
}
