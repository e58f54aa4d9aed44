//! Units and the elements around them, as they are read.

use super::tags::number_of;
use crate::classify::tamis::keywords::Groups;
use crate::page::{Span, Tag};

/// No unit or element.
pub const NONE: u32 = u32::MAX;

/// A run of text.
#[derive(Debug, Clone, Default)]
pub struct Unit {
    /// Its text, a span of [`Units::text`].
    pub text: Span,
    /// Its events in [`Page::events`](crate::page::Page::events), from the first text to one past the last.
    pub events: Span,
    /// The innermost block element around it.
    pub element: u32,
    /// Where the spans of linked text are in [`Units::linked`].
    pub linked: Span,
    pub links: u32,
    /// Inline elements.
    pub tags: u32,
    pub breaks: u32,
    pub images: u32,
}

/// An element that is not inline.
#[derive(Debug, Clone)]
pub struct Element {
    pub tag: Tag,
    /// The tag's number in features.
    pub tag_number: u8,
    /// 1 to 6 for H1 to H6, else 0.
    pub heading: u8,
    /// The element around it, which has a smaller number; [`NONE`] for the first.
    pub parent: u32,
    pub depth: u32,
    /// The groups of its class and id words.
    pub groups: Groups,
    /// Tag and first class.
    pub signature: u64,
    /// The tags of [`AROUND`](super::tags::AROUND) that it has or is inside of, as bits.
    pub around: u32,
    /// Whether it or an element around it is hidden.
    pub hidden: bool,
    /// LI and TABLE elements around it, itself included.
    pub lists: u16,
    pub tables: u16,
}

impl Element {
    pub fn is_paragraph(&self) -> bool {
        self.tag_number == const { number_of("P") }
    }

    pub fn is_body(&self) -> bool {
        self.tag_number == const { number_of("BODY") }
    }

    /// Whether it usually has text of its own, and no containers.
    pub fn is_text_element(&self) -> bool {
        const NUMBERS: [u8; 4] = [number_of("P"), number_of("BLOCKQUOTE"), number_of("PRE"), number_of("LI")];
        NUMBERS.contains(&self.tag_number)
    }
}

/// A page as the remover sees it.
#[derive(Debug, Default)]
pub struct Units {
    pub all: Vec<Unit>,
    /// The texts of all units, white space collapsed.
    pub text: String,
    /// The spans of `text` inside A.
    pub linked: Vec<Span>,
    pub elements: Vec<Element>,
    pub title: String,
    /// The first unit of each block; [`NONE`] where a block has none.
    pub of_block: Vec<u32>,
}

impl Units {
    /// The text of a unit.
    pub fn text_of(&self, unit: &Unit) -> &str {
        &self.text[unit.text.start as usize..unit.text.end as usize]
    }
}
