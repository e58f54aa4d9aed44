//! Whom to believe: for each field the sources in the order in which they are asked. The orders are
//! measured; `eval/metadata/metadata.sh` computes them and what each source is worth.

use super::source::Field;
use super::source::Source::{self, *};

/// Which order of sources a page has: whom to believe depends on what the page is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceOrder {
    /// The first page of a site: it has no author and no date, though it may show some.
    Home,
    /// It says that it is an article, a post, a question.
    Post,
    /// Any other page.
    Other,
}

impl SourceOrder {
    /// The stable name, used in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Home => "home",
            Self::Post => "post",
            Self::Other => "other",
        }
    }
}

/// The sources of a field, those first that are asked first. Who is not asked is wrong too often.
pub fn sources(field: Field, order: SourceOrder) -> &'static [Source] {
    match (field, order) {
        (Field::Title, SourceOrder::Home) => HOME_TITLE,
        (Field::Title, SourceOrder::Post) => POST_TITLE,
        (Field::Title, SourceOrder::Other) => OTHER_TITLE,
        (Field::Author | Field::Published, SourceOrder::Home) => &[],
        (Field::Author, _) => AUTHOR,
        (Field::Published, _) => PUBLISHED,
        (Field::Modified, _) => MODIFIED,
        (Field::Site, _) => &[LinkedPost, OpenGraph, ItemPost],
        (Field::Description, _) => DESCRIPTION,
        (Field::Language, _) => &[Root, Meta, OpenGraph, LinkedPost, LinkedPage, Item, Library],
        (Field::Canonical, _) => &[Rel, OpenGraph, LinkedPost, LinkedPage, Twitter, Tracker],
        (Field::Licence, _) => {
            &[Rel, LinkedPost, LinkedThing, LinkedPage, ItemPost, Item, Library, Meta]
        }
        (Field::Comments, _) => &[LinkedPost, LinkedThing, LinkedPage, ItemPost, Item, Class],
        (Field::Type, _) => &[],
    }
}

/// Whether any page asks a source for a field.
pub fn is_asked(field: Field, source: Source) -> bool {
    [SourceOrder::Home, SourceOrder::Post, SourceOrder::Other]
        .iter()
        .any(|of| sources(field, *of).contains(&source))
}

/// The last sources of titles are asked only so that a page with any title has one.
const HOME_TITLE: &[Source] = &[
    Microformat,
    Meta,
    LinkedPost,
    Library,
    ItemPost,
    LinkedPage,
    Headline,
    TitleTag,
    OpenGraph,
    OtherHeadline,
];
/// Posts have their title as a headline.
const POST_TITLE: &[Source] = &[
    Microformat,
    Headline,
    Library,
    LinkedPost,
    Meta,
    OpenGraph,
    ItemPost,
    TitleTag,
    Twitter,
    OtherHeadline,
];
/// Of products, services and lists the H1 is often a slogan.
const OTHER_TITLE: &[Source] =
    &[Library, OpenGraph, Microformat, TitleTag, Tracker, Twitter, Headline, OtherHeadline];
/// Who names authors in data for programs names them right; classes and words come last.
const AUTHOR: &[Source] = &[
    LinkedPage, Tracker, Twitter, Item, LinkedPost, AuthorLink, Meta, ItemPost, OpenGraph, Library,
    Class, Rel, Words,
];
/// A date near the headline is right more often than what JSON-LD says. Pages that only tell when
/// they changed give that date.
const PUBLISHED: &[Source] = &[
    Address,
    Tracker,
    OpenGraph,
    Microformat,
    ItemPost,
    Time,
    Words,
    Class,
    Item,
    Changed,
    Library,
    FarTime,
    Meta,
    LinkedPost,
];
/// No data set has gold for these: the order is that of the dates of publication.
const MODIFIED: &[Source] = &[
    OpenGraph,
    LinkedPost,
    Tracker,
    ItemPost,
    Item,
    LinkedPage,
    Microformat,
    Time,
    Class,
    Words,
    Library,
    Meta,
];
const DESCRIPTION: &[Source] =
    &[OpenGraph, Meta, LinkedPost, Twitter, ItemPost, Library, Tracker, LinkedPage];
