//! Units and the elements around them, as they are read.

use super::tags::number_of;
use crate::classify::tamis::keywords::Groups;
use crate::page::{Span, Tag};

/// No unit or element.
pub const NONE: u32 = u32::MAX;

/// A piece of text, about a paragraph.
#[derive(Debug, Clone, Default)]
pub struct Unit {
    /// Its text, a span of [`Units::text`].
    pub text: Span,
    /// Its events in [`Page::events`](crate::page::Page::events), from the first text to one past
    /// the last.
    pub events: Span,
    /// The innermost block element around it.
    pub element: u32,
    /// Where the spans of linked text are in [`Units::linked`].
    pub linked: Span,
    /// Number of A elements in it.
    pub links: u32,
    /// Number of inline elements in it.
    pub tags: u32,
    /// Number of BR elements in it.
    pub breaks: u32,
    /// Number of images and fields in it.
    pub images: u32,
}

/// An element that is not inline.
#[derive(Debug, Clone)]
pub struct Element {
    /// Its tag.
    pub tag: Tag,
    /// The tag's number in features.
    pub tag_number: u8,
    /// 1 to 6 for H1 to H6, else 0.
    pub heading: u8,
    /// The element around it, which has a smaller number; [`NONE`] for the first.
    pub parent: u32,
    /// Number of elements around it that are not inline.
    pub depth: u32,
    /// The groups of its class and id words.
    pub groups: Groups,
    /// Tag and first class.
    pub signature: u64,
    /// The tags of [`AROUND`](super::tags::AROUND) that it has or is inside of, as bits.
    pub around: u32,
    /// Whether it or an element around it is hidden.
    pub hidden: bool,
    /// Whether a browser shows nothing of it: it or an element around it is hidden, and no panel of
    /// tabs.
    pub unseen: bool,
    /// Number of TABLE elements around it, itself included.
    pub tables: u16,
}

impl Element {
    /// Whether it is a P.
    pub fn is_paragraph(&self) -> bool {
        self.tag_number == const { number_of("P") }
    }

    /// Whether it is the BODY.
    pub fn is_body(&self) -> bool {
        self.tag_number == const { number_of("BODY") }
    }

    /// Whether it usually has text of its own, and no containers.
    pub fn is_text_element(&self) -> bool {
        const NUMBERS: [u8; 4] =
            [number_of("P"), number_of("BLOCKQUOTE"), number_of("PRE"), number_of("LI")];
        NUMBERS.contains(&self.tag_number)
    }
}

/// A page as the remover sees it.
#[derive(Debug, Default)]
pub struct Units {
    /// The units in page order.
    pub all: Vec<Unit>,
    /// The texts of all units, white space collapsed.
    pub text: String,
    /// The spans of `text` inside A.
    pub linked: Vec<Span>,
    /// The elements that are not inline, in page order.
    pub elements: Vec<Element>,
    /// The text of the page's TITLE.
    pub title: String,
    /// What kind of page it says it is, as bits of [`PAGE_KINDS`].
    pub kinds: u32,
    /// The first unit of each block; [`NONE`] where a block has none.
    pub of_block: Vec<u32>,
}

/// Names of META elements, and beginnings of their contents, that tell the kind of a page: Open
/// Graph's types, and properties that only such pages have.
pub const PAGE_KINDS: [(&str, &[(&str, &str)]); 2] = [
    ("article", &[("og:type", "article"), ("article:published_time", "")]),
    ("website", &[("og:type", "website")]),
];

impl Units {
    /// The text of a unit.
    pub fn text_of(&self, unit: &Unit) -> &str {
        &self.text[unit.text.start as usize..unit.text.end as usize]
    }
}
