//! A page's metadata: what it is called, who wrote it and when, and what else it says of itself.
//!
//! [`Metadata::read`] asks many sources: JSON-LD, OpenGraph, the META names of libraries and of
//! services, microdata, RDFa, microformats, links, TIME elements, classes, and words near the
//! headline. Which source is believed first was measured, field by field (`docs/metadata.md`).

mod calendar;
mod class;
mod clean;
mod date;
mod evidence;
mod head;
mod headline;
mod json;
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

pub(crate) use calendar::month;
pub(crate) use class::words as class_words;
pub(crate) use date::Digits;
pub(crate) use evidence::{collapse, plain};
pub(crate) use json::read as read_json;
pub(crate) use shown::after_by;
pub(crate) use token::{Token, tokens};

pub use order::Kind;
pub use source::{Field, Source};

use crate::page::Page;
use crate::structure::Outline;
use clean::Clean;
use evidence::Evidence;
use serde::{Deserialize, Serialize};

/// What a page says of itself. Nothing is guessed: a field that no source gives is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Metadata {
    /// What it is called, without the name of the site.
    pub title: Option<String>,
    /// Who wrote it; several authors have `; ` between.
    pub author: Option<String>,
    /// When it was published: `2024-05-06`, or `2024-05-06T07:08:09+02:00` as far as the page tells
    /// the time and its zone.
    pub published: Option<String>,
    /// When it last changed, in the same form.
    pub modified: Option<String>,
    /// The name of the site.
    pub site: Option<String>,
    /// What it says of itself.
    pub description: Option<String>,
    /// Its language, such as `en-GB`.
    pub language: Option<String>,
    /// The address that it wants to be known by.
    pub canonical: Option<String>,
    /// The address of its licence.
    pub licence: Option<String>,
    /// How many comments it has, even if they are not on the page.
    pub comments: Option<u32>,
}

impl Metadata {
    /// Whether the page says nothing of itself.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Reads the metadata of a page, whose address may be known.
    pub fn read(page: &Page, outline: &Outline, address: Option<&str>) -> Self {
        Sources::read(page, outline, address).metadata()
    }
}

/// What every source says of a page.
#[derive(Debug)]
pub struct Sources {
    evidence: Evidence,
    clean: Clean,
    kind: Kind,
}

impl Sources {
    /// Reads a page, whose address may be known.
    pub fn read(page: &Page, outline: &Outline, address: Option<&str>) -> Self {
        let evidence = marked::read(page, outline, address);
        let clean = Clean::new(&evidence, address);
        let kind = kind(&evidence, address);
        Self { evidence, clean, kind }
    }

    /// What kind of page it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// What a source says of a field.
    pub fn value(&self, field: Field, source: Source) -> Option<String> {
        self.clean.value(&self.evidence, field, source)
    }

    /// What is believed of a field.
    pub fn believed(&self, field: Field) -> Option<String> {
        let sources = order::order(field, self.kind).iter();
        let mut values = sources.filter_map(|source| self.value(field, *source));
        if field == Field::Author { agreed(&values.collect::<Vec<_>>()) } else { values.next() }
    }

    /// What is believed of the page.
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
        }
    }
}

/// The first date in a text, as [`Metadata::published`] has it.
pub(crate) fn find_date(text: &str, digits: Digits) -> Option<String> {
    date::find(text, digits).map(|date| date.to_string())
}

/// The first of some values; if it stands alone, the first on which two agree: one place may name
/// who published a page, or who owns the account.
fn agreed(values: &[String]) -> Option<String> {
    let plain: Vec<String> = values.iter().map(|value| evidence::plain(value)).collect();
    let is_agreed = |value: &&String| plain.iter().filter(|other| other == value).count() > 1;
    let first = plain.first()?;
    let best = plain.iter().find(is_agreed).unwrap_or(first);
    values.iter().zip(&plain).find(|(_, plain)| *plain == best).map(|(value, _)| value.clone())
}

/// What kind of page it is, by its address and by what it says.
fn kind(evidence: &Evidence, address: Option<&str>) -> Kind {
    let is_article = |kind: &str| {
        ["article", "blog", "post", "news"].iter().any(|of| of.eq_ignore_ascii_case(kind))
    };
    let is_item = |field| evidence.first(field, Source::ItemPost).is_some();
    let is_post = evidence.first(Field::Kind, Source::LinkedPost).is_some()
        || evidence.first(Field::Kind, Source::OpenGraph).is_some_and(is_article)
        || [Field::Title, Field::Author, Field::Published].into_iter().any(is_item);
    match (Clean::is_home(address), is_post) {
        (true, _) => Kind::Home,
        (false, true) => Kind::Post,
        (false, false) => Kind::Other,
    }
}
