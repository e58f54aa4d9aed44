//! A page's metadata: what it is called, who wrote it and when, and what else it says of itself.
//!
//! [`Metadata::read`] asks many sources: JSON-LD, OpenGraph, the META names of libraries and of
//! services, microdata, RDFa, microformats, links, TIME elements, classes, and words near the
//! headline. Which source is believed first was measured, field by field (`docs/metadata.md`). A
//! model judges of what kind the page is ([`kind`]).

mod calendar;
mod class;
mod clean;
mod date;
mod evidence;
mod head;
mod headline;
mod json;
pub mod kind;
mod linked;
mod look;
mod marked;
mod name;
mod order;
mod shown;
mod source;
mod tables;
#[cfg(test)]
mod tests;
mod title;
mod titles;
mod token;
mod words;
pub mod written;

pub(crate) use class::words as class_words;
pub(crate) use date::DateStyle;
pub(crate) use evidence::{collapse, plain};
pub(crate) use json::read as read_json;
pub(crate) use look::is_inline;
pub(crate) use name::after_by;
pub(crate) use token::{Lexeme, tokens};

pub use kind::PageKind;
pub use order::SourceOrder;
pub use source::{Field, Source};

use crate::structure::Outline;
use class::Classes;
use clean::Clean;
use date::DAY;
use evidence::Evidence;
use kind::Said;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shown::A;
use std::collections::BTreeSet;
use tamis_blocks::classify::Subject;
use tamis_blocks::html::compose;
use tamis_blocks::page::{Blocks, Page};

/// Pages with so many links or fewer are no lists or shops, whatever the model says of them.
const LINKS: usize = 10;

/// What a page says of itself. Nothing is guessed but the kind: a field that no source gives is
/// empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Metadata {
    /// What it is called, without the name of the site.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Who wrote it; several authors have `; ` between.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// When it was published (ISO 8601): `2024-05-06`, or `2024-05-06T07:08:09+02:00` as far as the
    /// page tells the time and its zone.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub published: Option<String>,
    /// When it last changed: a day, or a time with its zone (ISO 8601).
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub modified: Option<String>,
    /// The name of the site.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// What it says of itself.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Its language, such as `en-GB`.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The address that it wants to be known by.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub canonical: Option<String>,
    /// The address of its licence.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
    /// How many comments it has, even if they are not on the page.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub comments: Option<u32>,
    /// What kind of page it is, as a model judges it; empty for a page without text.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub kind: Option<PageKind>,
}

impl Metadata {
    /// Whether the page says nothing of itself.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Reads the metadata of a page, whose address may be known. What the classifier `tamis`
    /// computes of it, too, is computed once for a subject. A page without an outline has its title
    /// alone.
    pub fn read(subject: &Subject, address: Option<&str>) -> Self {
        let Some(outline) = subject.outline else { return Self::of_blocks(subject.blocks) };
        let sources = Sources::of(marked::read(subject.page, outline, address, false), address);
        let metadata = sources.metadata();
        let kind = PageKind::of(subject, outline, &sources.said(&metadata, address));
        let is_list = sources.is_list(subject.page);
        sources.by_kind(kind, is_list, has_links(outline), metadata)
    }

    /// The same without the kind, and what depends on it.
    pub fn read_without_kind(subject: &Subject, address: Option<&str>) -> Self {
        let Some(outline) = subject.outline else { return Self::of_blocks(subject.blocks) };
        Sources::of(marked::read(subject.page, outline, address, false), address).metadata()
    }

    fn of_blocks(blocks: &Blocks) -> Self {
        let title = blocks.title.as_ref().map(|title| blocks.text_of(title).to_owned());
        Self { title, ..Self::default() }
    }
}

/// What every source says of a page.
#[derive(Debug)]
pub struct Sources<'a> {
    evidence: Evidence,
    classes: Classes<'a>,
    clean: Clean,
    order: SourceOrder,
}

impl<'a> Sources<'a> {
    /// Reads a page, whose address may be known, with the sources that no field asks.
    pub fn read(page: &'a Page, outline: &'a Outline, address: Option<&str>) -> Self {
        Self::of(marked::read(page, outline, address, true), address)
    }

    fn of((evidence, classes): (Evidence, Classes<'a>), address: Option<&str>) -> Self {
        let clean = Clean::new(&evidence, address);
        let order = order_of(&evidence, address);
        Self { evidence, classes, clean, order }
    }

    /// Which order of sources the page has.
    pub fn order(&self) -> SourceOrder {
        self.order
    }

    /// What a source says of a field.
    pub fn value(&self, field: Field, source: Source) -> Option<String> {
        let mut value = self.clean.value(&self.evidence, field, source)?;
        compose(&mut value);
        Some(value)
    }

    /// What is believed of a field.
    pub fn believed(&self, field: Field) -> Option<String> {
        self.first(field, |_| true)
    }

    /// What is believed of a field, if some sources are asked only.
    fn first(&self, field: Field, is_asked: fn(Source) -> bool) -> Option<String> {
        let sources = order::sources(field, self.order).iter().filter(|source| is_asked(**source));
        let values = sources.filter_map(|source| Some((*source, self.value(field, *source)?)));
        match field {
            Field::Author => agreed(&values.collect::<Vec<_>>()),
            Field::Published => outvoted(values),
            _ => values.map(|(_, value)| value).next(),
        }
    }

    /// What is believed of the page, without its kind.
    pub fn metadata(&self) -> Metadata {
        Metadata {
            title: self.believed(Field::Title),
            author: self.believed(Field::Author),
            published: self.believed(Field::Published),
            modified: self.believed(Field::Modified),
            site: self.believed(Field::Site),
            description: self.believed(Field::Description),
            language: self.believed(Field::Language),
            canonical: self.believed(Field::Canonical),
            licence: self.believed(Field::Licence),
            comments: self.believed(Field::Comments).and_then(|number| number.parse().ok()),
            kind: None,
        }
    }

    /// Whether a page that is called a list is one. The kind is a guess where the page is not like
    /// those that the model has learned from: it calls every second article of a Greek or Chinese
    /// newspaper of 2011 a list. There the dates must be those of a list.
    fn is_list(&self, page: &Page) -> bool {
        let is_latin = || page.text.bytes().filter(u8::is_ascii).count() * 2 > page.text.len();
        self.evidence.is_list || self.evidence.is_like_learned() && is_latin()
    }

    /// What is believed of a page of a kind; what is called a list may be none.
    fn by_kind(
        &self,
        kind: Option<PageKind>,
        is_list: bool,
        has_links: bool,
        metadata: Metadata,
    ) -> Metadata {
        let metadata = Metadata { kind, ..metadata };
        match kind {
            Some(kind) if kind.has_own_date(is_list) && self.order != SourceOrder::Home => {
                let far = || self.value(Field::Published, Source::FarWords);
                Metadata { published: metadata.published.or_else(far), ..metadata }
            }
            Some(kind) if kind.shows_others(is_list) && has_links => Metadata {
                author: self.first(Field::Author, Source::is_of_page),
                published: self.first(Field::Published, Source::is_of_page),
                ..metadata
            },
            _ => metadata,
        }
    }

    /// What tells the kind of the page, of what is believed.
    pub fn said<'b>(&'b self, metadata: &'b Metadata, address: Option<&'b str>) -> Said<'b> {
        Said {
            classes: &self.classes,
            open_graph: self.evidence.first(Field::Type, Source::OpenGraph),
            address: address.or(metadata.canonical.as_deref()),
            has_author: metadata.author.is_some(),
            has_date: metadata.published.is_some(),
            has_comments: metadata.comments.is_some(),
        }
    }
}

/// Whether a page has as many links as any that shows others; a few lines of HTML have not.
fn has_links(outline: &Outline) -> bool {
    let nodes = 0..outline.nodes().len() as u32;
    nodes.filter(|node| outline.is_tag(*node, A)).nth(LINKS).is_some()
}

/// The number of a month by its name in any language, if it is of no other month in another.
pub(crate) fn month(word: &str) -> Option<u64> {
    calendar::month(word, "")
}

/// The first date in a text, as [`Metadata::published`] has it.
pub(crate) fn find_date(text: &str, style: DateStyle) -> Option<String> {
    date::find(text, style).map(|date| date.to_string())
}

/// The first of some values; if it stands alone, the first on which two agree: one place may name
/// who published a page, or who owns the account. A link names one author: a line that begins with
/// that name may name more.
fn agreed(values: &[(Source, String)]) -> Option<String> {
    let plain: Vec<String> = values.iter().map(|(_, value)| evidence::plain(value)).collect();
    let is_agreed = |value: &&String| plain.iter().filter(|other| other == value).count() > 1;
    let first = plain.first()?;
    let best = plain.iter().find(is_agreed).unwrap_or(first);
    let (source, name) = values.iter().zip(&plain).find(|(_, plain)| *plain == best)?.0;
    let is_link = matches!(source, Source::AuthorLink | Source::Rel);
    let has_more = |(source, line): &&(Source, String)| {
        let rest = line.strip_prefix(name).filter(|_| is_link && source.is_shown());
        rest.is_some_and(|rest| rest.starts_with("; "))
    };
    values.iter().find(has_more).map(|(_, line)| line).or(Some(name)).cloned()
}

/// The first of some dates. If it is that of the address, which may be of a printed issue or of an
/// event, the first whose day more parts of the page name than name that of the address.
fn outvoted(mut dates: impl Iterator<Item = (Source, String)>) -> Option<String> {
    let first = dates.next()?;
    if first.0 != Source::Address {
        return Some(first.1);
    }
    let all: Vec<(Source, String)> = std::iter::once(first).chain(dates).collect();
    let votes = |date: &str| {
        let same_day = all.iter().filter(|(_, other)| other.get(..DAY) == date.get(..DAY));
        same_day.map(|(source, _)| source.part()).collect::<BTreeSet<_>>().len()
    };
    let (_, of_address) = all.first()?;
    // The next day may be the same one in another time zone.
    let is_other = |date: &str| calendar::apart(date, of_address).is_some_and(|days| days > 1);
    let is_better = |date: &str| is_other(date) && votes(date) > votes(of_address);
    let better = all.iter().find(|(_, date)| is_better(date));
    better.or(all.first()).map(|(_, date)| date.clone())
}

/// Which order of sources a page has, by its address and by what it says.
fn order_of(evidence: &Evidence, address: Option<&str>) -> SourceOrder {
    let is_article = |name: &str| {
        ["article", "blog", "post", "news"].iter().any(|of| of.eq_ignore_ascii_case(name))
    };
    let is_item = |field| evidence.first(field, Source::ItemPost).is_some();
    let is_post = evidence.first(Field::Type, Source::LinkedPost).is_some()
        || evidence.first(Field::Type, Source::OpenGraph).is_some_and(is_article)
        || [Field::Title, Field::Author, Field::Published].into_iter().any(is_item);
    match (Clean::is_home(address), is_post) {
        (true, _) => SourceOrder::Home,
        (false, true) => SourceOrder::Post,
        (false, false) => SourceOrder::Other,
    }
}
