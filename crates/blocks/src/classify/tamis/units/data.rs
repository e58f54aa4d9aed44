//! Units and the elements around them, as they are read.

use super::tags::number_of;
use crate::classify::tamis::keywords::Groups;
use crate::page::{Span, Tag};
use std::borrow::Cow;

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
pub struct UnitElement {
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

impl UnitElement {
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
    /// The spans of `text` inside elements in lines that the page hides.
    pub unseen: Vec<Span>,
    /// The elements that are not inline, in page order.
    pub elements: Vec<UnitElement>,
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
    /// How many bytes of a unit's text a browser shows nothing of.
    pub fn unseen(&self, unit: &Unit) -> usize {
        let is_unseen = self.elements.get(unit.element as usize).is_some_and(|one| one.unseen);
        match is_unseen {
            true => unit.text.len(),
            false => self.unseen_in(unit).map(|span| span.len()).sum(),
        }
    }

    /// The text of a unit that a browser shows.
    pub fn shown_text(&self, unit: &Unit) -> Cow<'_, str> {
        let mut unseen = self.unseen_in(unit).peekable();
        if unseen.peek().is_none() {
            return Cow::Borrowed(self.text_of(unit));
        }
        let mut shown = String::with_capacity(unit.text.len());
        let mut start = unit.text.start;
        for span in unseen.chain(std::iter::once(unit.text.end..unit.text.end)) {
            let piece = &self.text[start as usize..span.start as usize];
            let is_after_space = shown.is_empty() || shown.ends_with(' ');
            shown.push_str(if is_after_space { piece.trim_start() } else { piece });
            start = span.end;
        }
        shown.truncate(shown.trim_end().len());
        Cow::Owned(shown)
    }

    fn unseen_in(&self, unit: &Unit) -> impl Iterator<Item = Span> {
        let first = self.unseen.partition_point(|span| span.end <= unit.text.start);
        let Span { start, end } = unit.text;
        let spans = self.unseen[first..].iter().take_while(move |span| span.start < end);
        spans.map(move |span| span.start.max(start)..span.end.min(end))
    }

    /// The text of a unit.
    pub fn text_of(&self, unit: &Unit) -> &str {
        &self.text[unit.text.start as usize..unit.text.end as usize]
    }
}
