//! Goes through a page once for what its head and its marked elements say, and once for what it
//! shows.

use super::evidence::{Evidence, plain};
use super::linked::{self, kind_of_type};
use super::look::{Look, Own, get, structural};
use super::source::{Field, Source};
use super::titles::Titles;
use super::{head, shown, tables, words};
use crate::page::{Attribute, Page, Structural};
use crate::structure::Outline;

/// H1 elements that are compared with TITLE.
const HEADLINES: usize = 30;

/// Returns what a page says, and nothing decided yet.
pub fn read(page: &Page, outline: &Outline, address: Option<&str>) -> Evidence {
    let mut look = Look {
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
    };
    look.each(Look::element);
    look.choose_headline();
    let hints = look.hints(address);
    linked::read(&std::mem::take(&mut look.scripts), &hints, &mut look.evidence);
    shown::read(&mut look);
    look.evidence
}

impl<'a> Look<'a> {
    fn element(&mut self, node: u32, own: &Own<'a>) {
        let name = self.outline.name(node);
        let href = structural(own, Structural::Href).unwrap_or_default();
        match name {
            "HTML" => {
                let language = structural(own, Structural::Lang).unwrap_or_default();
                self.evidence.add(Field::Language, Source::Root, 0, language);
            }
            "META" => self.meta(own),
            "LINK" | "A" | "AREA" => {
                let rel = structural(own, Structural::Rel).unwrap_or_default();
                if name == "LINK" || !rel.contains("canonical") {
                    head::link(rel, href, &mut self.evidence);
                }
            }
            "BASE" if self.evidence.base.is_none() && !href.is_empty() => {
                self.evidence.base = Some(href.to_owned());
            }
            "TITLE" => {
                let text = self.text(node);
                self.evidence.add(Field::Title, Source::TitleTag, 0, &text);
            }
            "SCRIPT" => self.scripts.extend(structural(own, Structural::Script)),
            "H1" => {
                let text = self.text(node);
                if !text.is_empty() && self.headlines.len() < HEADLINES {
                    self.headlines.push((node, text));
                }
            }
            _ => {}
        }
        self.item(node, own);
    }

    fn meta(&mut self, own: &Own<'a>) {
        let content = get(own, Attribute::Content).unwrap_or_default();
        let keys = [Attribute::Property, Attribute::Name, Attribute::Of(Structural::HttpEquiv)];
        for names in keys.iter().filter_map(|key| get(own, *key)) {
            match names {
                "twitter:label1" => {
                    let label = plain(content);
                    self.is_author_next = words::BY.iter().any(|by| plain(by) == label);
                }
                "twitter:data1" if self.is_author_next => {
                    self.evidence.add(Field::Author, Source::Twitter, 0, content);
                }
                _ => head::meta(names, content, &mut self.evidence),
            }
        }
    }

    /// Reads microdata and RDFa.
    fn item(&mut self, node: u32, own: &Own<'a>) {
        while self.items.last().is_some_and(|(end, _)| *end <= node) {
            self.items.pop();
        }
        let kind = structural(own, Structural::Itemtype).or(structural(own, Structural::Typeof));
        if let Some(names) = get(own, Attribute::Itemprop) {
            self.properties(node, own, names);
        } else if let Some(names) = get(own, Attribute::Property)
            && self.outline.name(node) != "META"
        {
            self.properties(node, own, names);
            let content = get(own, Attribute::Content).unwrap_or_default();
            head::meta(names, content, &mut self.evidence);
        }
        if let Some(kind) = kind {
            let end = self.outline.inside(node).end;
            let mut kinds = kind.split_ascii_whitespace().filter_map(kind_of_type);
            self.items.push((end, kinds.next()));
        }
    }

    fn properties(&mut self, node: u32, own: &Own<'a>, names: &str) {
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
            let value = self.value(node, own, *field);
            // Other interactions are likes and plays.
            if !name.eq_ignore_ascii_case("interactionCount") || value.starts_with("UserComments") {
                self.evidence.add(*field, source, rank, &value);
            }
        }
    }
}
