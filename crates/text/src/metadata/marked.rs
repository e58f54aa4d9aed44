//! Goes through a page once for what its head and its marked elements say, and once for what it
//! shows.

use super::class::Classes;
use super::evidence::{Evidence, plain};
use super::linked::{self, kind_of_type};
use super::look::PageLook;
use super::source::{Field, Source};
use super::titles::Titles;
use super::{head, shown, tables, words};
use crate::structure::Outline;
use tamis_blocks::html::{KNOWN, tags_named};
use tamis_blocks::page::{Attribute, Page, Structural};

/// Elements that say something by their names.
const NAMED: [bool; KNOWN] =
    tags_named(&["HTML", "META", "LINK", "A", "AREA", "BASE", "TITLE", "SCRIPT", "H1"]);
/// H1 elements that are compared with TITLE.
const HEADLINES: usize = 30;

/// Returns what a page says, and nothing decided yet; what no field asks as far as `reads_all`.
pub fn read<'a>(
    page: &'a Page,
    outline: &'a Outline,
    address: Option<&str>,
    reads_all: bool,
) -> (Evidence, Classes<'a>) {
    let mut look = PageLook {
        page,
        outline,
        evidence: Evidence::default(),
        headline: None,
        near: 0..0,
        headlines: Vec::new(),
        titles: Titles::default(),
        scripts: Vec::new(),
        items: Vec::new(),
        is_author_next: false,
        reads_all,
    };
    let items = outline.attributes().all_that(is_of_item);
    let mut items = items.map(|(node, ..)| node).peekable();
    look.each(|look, node, tag| {
        if NAMED.get(usize::from(tag.0)).is_some_and(|is_named| *is_named) {
            look.element(node);
        }
        while items.next_if(|item| *item < node).is_some() {}
        if items.next_if_eq(&node).is_some() {
            look.item(node);
        }
    });
    look.choose_headline();
    let hints = look.hints(address);
    linked::read(&std::mem::take(&mut look.scripts), &hints, &mut look.evidence);
    let classes = shown::read(&mut look);
    (look.evidence, classes)
}

/// Whether an attribute is microdata or RDFa.
fn is_of_item(attribute: Attribute) -> bool {
    matches!(
        attribute,
        Attribute::Itemprop
            | Attribute::Property
            | Attribute::Of(Structural::Itemtype | Structural::Typeof)
    )
}

impl PageLook<'_> {
    /// Reads one of the elements in [`NAMED`].
    fn element(&mut self, node: u32) {
        let name = self.outline.name(node);
        let href = || self.outline.get(node, Structural::Href).unwrap_or_default();
        match name {
            "HTML" => {
                let language = self.outline.get(node, Structural::Lang).unwrap_or_default();
                self.evidence.add(Field::Language, Source::Root, 0, language);
            }
            "META" => self.meta(node),
            "LINK" | "A" | "AREA" => {
                if let Some(rel) = self.outline.get(node, Structural::Rel)
                    && (name == "LINK" || !rel.contains("canonical"))
                {
                    head::link(rel, href(), &mut self.evidence);
                }
            }
            "BASE" if self.evidence.base.is_none() && !href().is_empty() => {
                self.evidence.base = Some(href().to_owned());
            }
            "TITLE" => {
                let text = self.text(node);
                self.evidence.add(Field::Title, Source::TitleTag, 0, &text);
            }
            "SCRIPT" => self.scripts.extend(self.outline.get(node, Structural::Script)),
            "H1" => {
                let text = self.text(node);
                if !text.is_empty() && self.headlines.len() < HEADLINES {
                    self.headlines.push((node, text));
                }
            }
            _ => {}
        }
    }

    fn meta(&mut self, node: u32) {
        let content = self.outline.attribute(node, Attribute::Content).unwrap_or_default();
        let keys = [Attribute::Property, Attribute::Name, Attribute::Of(Structural::HttpEquiv)];
        for names in keys.iter().filter_map(|key| self.outline.attribute(node, *key)) {
            match names {
                "twitter:label1" => {
                    let label = plain(content);
                    self.is_author_next = words::BY.iter().any(|by| plain(by) == label);
                }
                "twitter:data1" if self.is_author_next => {
                    self.evidence.add(Field::Author, Source::Twitter, 0, content);
                }
                "viewport" => self.evidence.has_viewport = true,
                _ => head::meta(names, content, &mut self.evidence),
            }
        }
    }

    fn item(&mut self, node: u32) {
        while self.items.last().is_some_and(|(end, _)| *end <= node) {
            self.items.pop();
        }
        let kind = self
            .outline
            .get(node, Structural::Itemtype)
            .or(self.outline.get(node, Structural::Typeof));
        if let Some(names) = self.outline.attribute(node, Attribute::Itemprop) {
            self.properties(node, names);
        } else if let Some(names) = self.outline.attribute(node, Attribute::Property)
            && self.outline.name(node) != "META"
        {
            self.properties(node, names);
            let content = self.outline.attribute(node, Attribute::Content).unwrap_or_default();
            head::meta(names, content, &mut self.evidence);
        }
        if let Some(kind) = kind {
            let end = self.outline.inside(node).end;
            let mut kinds = kind.split_ascii_whitespace().filter_map(kind_of_type);
            self.items.push((end, kinds.next()));
        }
    }

    fn properties(&mut self, node: u32, names: &str) {
        let source = match self.items.last() {
            Some((_, Some(Source::LinkedPost))) => Source::ItemPost,
            Some((_, None)) => return,
            _ => Source::Item,
        };
        for name in names.split_ascii_whitespace().take(4) {
            let name = name.rsplit([':', '/']).next().unwrap_or_default();
            let known =
                tables::SCHEMA.iter().zip(0..).find(|((key, _), _)| key.eq_ignore_ascii_case(name));
            let Some(((_, field), rank)) = known else { continue };
            let value = self.value(node, *field);
            // Other interactions are likes and plays.
            if !name.eq_ignore_ascii_case("interactionCount") || value.starts_with("UserComments") {
                self.evidence.add(*field, source, rank, &value);
            }
        }
    }
}
