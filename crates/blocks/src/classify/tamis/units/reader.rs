//! Reads a page into units and elements, event by event.

use super::data::{NONE, PAGE_KINDS, Unit, UnitElement, Units};
use super::tags::{TagInfo, TagRole, number_of};
use crate::classify::tamis::keywords::{Groups, groups_of};
use crate::html::{own_tag, tag_named};
use crate::page::{Attribute, Event, Page, Tag};
use xxhash_rust::xxh3::xxh3_64;

/// Maximum number of units of a page that is read with NOSCRIPT: the limit of blocks does not cover
/// the text in it.
pub const MAX_WITH_NOSCRIPT: usize = 100_000;
/// Number of elements from which those without text are forgotten. No page that was made for
/// readers has so many.
pub const MANY_ELEMENTS: usize = 500_000;

const DIALOG: Tag = tag_named("DIALOG");

pub struct UnitReader<'a> {
    pub out: Units,
    /// The tag of MATH, if the page has any.
    math: Option<Tag>,
    /// Open elements from the outermost one in a line that the page hides.
    hidden: u32,
    /// The tag of NOSCRIPT, if it is read.
    noscript: Option<Tag>,
    attributes: std::iter::Peekable<crate::page::AttributesIter<'a>>,
    /// The elements that the page hides, by their start events.
    all_hidden: std::iter::Peekable<std::vec::IntoIter<u32>>,
    /// Buffer for the class words of an element.
    words: String,
    element: u32,
    unit: Unit,
    has_text: bool,
    /// The texts of all units, as in [`Units::text`].
    pub text: Vec<u8>,
    /// Whether another space would be one too many.
    after_space: bool,
    /// Open elements of these kinds.
    anchors: u32,
    skipped: u32,
    titles: u32,
    /// Whether only white space was read since a BR.
    after_break: bool,
    has_title: bool,
    open_graph_title: bool,
}

/// Longest class words that are read, in bytes.
const LONGEST_WORDS: usize = 400;

impl<'a> UnitReader<'a> {
    pub fn new(page: &'a Page, noscript: Option<Tag>) -> Self {
        Self {
            out: Units::default(),
            math: own_tag(&page.names, "MATH"),
            hidden: 0,
            noscript,
            attributes: page.attributes.iter().peekable(),
            all_hidden: page.attributes.hidden().into_iter().peekable(),
            words: String::new(),
            element: NONE,
            unit: Unit::default(),
            has_text: false,
            text: Vec::with_capacity(page.text.len() + 16),
            after_space: true,
            anchors: 0,
            skipped: 0,
            titles: 0,
            after_break: false,
            has_title: false,
            open_graph_title: false,
        }
    }

    pub fn read(&mut self, page: &'a Page, events: &[Event]) {
        for (index, event) in (0u32..).zip(events) {
            match event {
                _ if self.noscript.is_some() && self.out.all.len() >= MAX_WITH_NOSCRIPT => break,
                Event::Start(tag) => {
                    if self.hidden > 0 || self.hides(index, *tag, events) {
                        self.hidden += 1;
                    }
                    self.start(index, *tag);
                }
                Event::End(tag) => {
                    self.hidden = self.hidden.saturating_sub(1);
                    self.end(*tag);
                }
                Event::Text(span) => {
                    self.text(index, &page.text[span.start as usize..span.end as usize]);
                }
            }
        }
        self.end_unit();
    }

    fn start(&mut self, index: u32, tag: Tag) {
        let known = TagInfo::new(tag);
        let role = self.role(tag, known);
        if self.skipped > 0 {
            self.skipped += u32::from(role == TagRole::Skip);
            return;
        }
        match role {
            TagRole::Block => {
                self.end_unit();
                self.open(index, tag, known);
            }
            TagRole::Inline => self.unit.tags += 1,
            TagRole::Anchor => {
                self.unit.tags += 1;
                self.unit.links += 1;
                self.anchors += 1;
            }
            TagRole::Break => {
                if self.after_break {
                    self.end_unit();
                } else {
                    self.space();
                    self.unit.breaks += 1;
                }
                self.after_break = true;
            }
            TagRole::Image => self.unit.images += 1,
            TagRole::Rule => self.end_unit(),
            TagRole::Skip => self.skipped = 1,
            TagRole::Title => self.titles += 1,
            TagRole::Meta => self.meta(index),
        }
    }

    fn end(&mut self, tag: Tag) {
        let role = self.role(tag, TagInfo::new(tag));
        if self.skipped > 0 {
            self.skipped -= u32::from(role == TagRole::Skip);
            return;
        }
        match role {
            TagRole::Block => {
                self.end_unit();
                let parent = self
                    .out
                    .elements
                    .get(self.element as usize)
                    .map_or(NONE, |element| element.parent);
                // An element takes a few hundred bytes. Of a page with very many, those without
                // text are forgotten.
                if self.out.elements.len() > MANY_ELEMENTS
                    && self.element as usize + 1 == self.out.elements.len()
                    && self.out.all.last().is_none_or(|unit| unit.element != self.element)
                {
                    self.out.elements.pop();
                }
                self.element = parent;
            }
            TagRole::Anchor => self.anchors = self.anchors.saturating_sub(1),
            TagRole::Title => {
                self.titles = self.titles.saturating_sub(1);
                self.has_title = !self.out.title.is_empty();
            }
            TagRole::Inline
            | TagRole::Break
            | TagRole::Image
            | TagRole::Rule
            | TagRole::Skip
            | TagRole::Meta => {}
        }
    }

    fn role(&self, tag: Tag, known: TagInfo) -> TagRole {
        if self.noscript == Some(tag) { TagRole::Block } else { known.role }
    }

    fn open(&mut self, index: u32, tag: Tag, known: TagInfo) {
        let number = self.out.elements.len() as u32;
        let parent = self.out.elements.get(self.element as usize);
        let mut element = UnitElement {
            tag,
            tag_number: known.number,
            heading: known.heading,
            parent: self.element,
            depth: parent.map_or(0, |parent| parent.depth + 1),
            groups: Groups::default(),
            signature: u64::from(tag.0),
            around: parent.map_or(0, |parent| parent.around) | known.around,
            hidden: parent.is_some_and(|parent| parent.hidden),
            unseen: parent.is_some_and(|parent| parent.unseen),
            tables: parent
                .map_or(0, |parent| parent.tables)
                .saturating_add(u16::from(known.number == const { number_of("TABLE") })),
        };
        self.describe(index, &mut element);
        self.out.elements.push(element);
        self.element = number;
    }

    /// Whether an element in a line begins here that the page hides.
    fn hides(&mut self, index: u32, tag: Tag, events: &[Event]) -> bool {
        self.is_hidden(index)
            && matches!(TagInfo::new(tag).role, TagRole::Inline | TagRole::Anchor)
            && !self.has_formula(&events[index as usize..])
    }

    /// Whether the page hides the element that begins with an event.
    fn is_hidden(&mut self, index: u32) -> bool {
        while self.all_hidden.next_if(|event| *event < index).is_some() {}
        self.all_hidden.peek() == Some(&index)
    }

    /// Whether an element has mathematics inside, near its beginning: beside an image, for readers
    /// of screens, which Wikipedia hides.
    fn has_formula(&self, events: &[Event]) -> bool {
        const NEAR: usize = 8;
        let is_math = |event: &Event| matches!(event, Event::Start(tag) if Some(*tag) == self.math);
        events.iter().take(NEAR).any(is_math)
    }

    /// Reads the attributes of an element.
    fn describe(&mut self, index: u32, element: &mut UnitElement) {
        while self.attributes.next_if(|(event, ..)| *event < index).is_some() {}
        let mut is_open = element.tag != DIALOG;
        self.words.clear();
        while let Some((_, attribute, value)) =
            self.attributes.next_if(|(event, ..)| *event == index)
        {
            match attribute {
                Attribute::Class => {
                    if let Some(first) = value.split_ascii_whitespace().next() {
                        element.signature ^= xxh3_64(first.as_bytes());
                    }
                }
                Attribute::Role => match value {
                    "article" => element.around |= 1,
                    "main" => element.around |= 2,
                    _ => {}
                },
                Attribute::Style => element.hidden |= mentions_hiding(value),
                Attribute::Hidden => element.hidden = true,
                Attribute::AriaHidden => element.hidden |= value == "true",
                Attribute::Open => is_open = true,
                _ => {}
            }
            if matches!(
                attribute,
                Attribute::Class | Attribute::Id | Attribute::Role | Attribute::Itemprop
            ) {
                self.words.push_str(value);
                self.words.push(' ');
            }
        }
        if !self.words.is_empty() {
            let mut end = LONGEST_WORDS.min(self.words.len());
            while !self.words.is_char_boundary(end) {
                end -= 1;
            }
            self.words.truncate(end);
            self.words.make_ascii_lowercase();
            element.groups = groups_of(&self.words);
        }
        element.unseen |= !is_open || self.is_hidden(index);
    }

    fn meta(&mut self, index: u32) {
        while self.attributes.next_if(|(event, ..)| *event < index).is_some() {}
        let mut name = "";
        let mut content = "";
        while let Some((_, attribute, value)) =
            self.attributes.next_if(|(event, ..)| *event == index)
        {
            match attribute {
                Attribute::Property => name = value,
                Attribute::Name if name.is_empty() => name = value,
                Attribute::Content => content = value,
                _ => {}
            }
        }
        if name.eq_ignore_ascii_case("og:title") && !content.is_empty() {
            content.clone_into(&mut self.out.title);
            self.open_graph_title = true;
        }
        for (bit, (_, signs)) in PAGE_KINDS.iter().enumerate() {
            let tells = |(known, begins): &(&str, &str)| {
                name.eq_ignore_ascii_case(known) && content.starts_with(begins)
            };
            self.out.kinds |= u32::from(signs.iter().any(tells)) << bit;
        }
    }

    fn text(&mut self, index: u32, text: &str) {
        if self.skipped > 0 {
            return;
        }
        if self.titles > 0 {
            if !self.has_title && !self.open_graph_title {
                self.out.title.push_str(text);
            }
            return;
        }
        let start = self.text.len();
        if self.collapse(text.as_bytes()) {
            if !std::mem::replace(&mut self.has_text, true) {
                self.unit.text.start = start as u32;
                self.unit.events.start = index;
            }
            self.unit.events.end = index + 1;
            self.after_break = false;
        }
        let end = self.text.len();
        if self.hidden > 0 && end > start {
            self.out.unseen.push(start as u32..end as u32);
        }
        if self.anchors > 0 && end > start {
            self.out.linked.push(start as u32..end as u32);
        }
    }

    /// Copies text with a single space for any white space, none at the start of a unit. Returns
    /// whether there was more than white space. Eight bytes are copied at once where nothing
    /// changes. Elsewhere every byte is written, and overwritten by the next one if it is a space
    /// too many: no branch depends on the text.
    fn collapse(&mut self, text: &[u8]) -> bool {
        let start = self.text.len();
        self.text.resize(start + text.len(), 0);
        let out = &mut self.text[start..];
        let mut end = 0;
        let mut after_space = u8::from(self.after_space);
        let mut has_text = 0;
        let mut left = text;
        while !left.is_empty() {
            if let Some(eight) = left.first_chunk::<8>()
                && let Some(ends_with_space) =
                    unchanged(u64::from_le_bytes(*eight), after_space == 1)
            {
                out[end..end + 8].copy_from_slice(eight);
                end += 8;
                after_space = u8::from(ends_with_space);
                has_text = 1;
                left = &left[8..];
                continue;
            }
            let (some, rest) = left.split_at(left.len().min(8));
            for &byte in some {
                let (space, as_space) = SPACES[byte as usize];
                out[end] = (byte & !as_space) | (b' ' & as_space);
                end += usize::from(1 - (space & after_space));
                after_space = space;
                has_text |= 1 - space;
            }
            left = rest;
        }
        self.text.truncate(start + end);
        self.after_space = after_space == 1;
        has_text == 1
    }

    fn space(&mut self) {
        if !std::mem::replace(&mut self.after_space, true) {
            self.text.push(b' ');
        }
    }

    fn end_unit(&mut self) {
        self.after_break = false;
        self.after_space = true;
        let next_linked = self.out.linked.len() as u32;
        let mut unit = std::mem::take(&mut self.unit);
        self.unit.linked = next_linked..next_linked;
        if !std::mem::take(&mut self.has_text) {
            return;
        }
        if self.text.last() == Some(&b' ') {
            self.text.pop();
        }
        unit.text.end = self.text.len() as u32;
        // The blank at its end is gone.
        if let Some(last) = self.out.unseen.last_mut() {
            last.end = last.end.min(unit.text.end);
        }
        unit.linked.end = next_linked;
        unit.element = self.element;
        // Text without a word is no unit; its block has none.
        let text = &self.text[unit.text.start as usize..];
        let has_word = text.iter().any(u8::is_ascii_alphanumeric)
            || std::str::from_utf8(text).is_ok_and(|text| text.contains(char::is_alphanumeric));
        if has_word {
            self.out.all.push(unit);
        } else {
            self.text.truncate(unit.text.start as usize);
            while self.out.unseen.pop_if(|span| span.end > unit.text.start).is_some() {}
            self.out.linked.truncate(unit.linked.start as usize);
            self.unit.linked = unit.linked.start..unit.linked.start;
        }
    }
}

/// For each byte 1 and all bits if it is white space, else zeros.
static SPACES: [(u8, u8); 256] = {
    let mut spaces = [(0, 0); 256];
    let white = b" \t\n\r\x0b\x0c";
    let mut at = 0;
    while at < white.len() {
        spaces[white[at] as usize] = (1, u8::MAX);
        at += 1;
    }
    spaces
};

/// Looks at eight bytes of text. If they have no white space but single spaces, returns whether the
/// last is one.
#[inline]
fn unchanged(eight: u64, after_space: bool) -> Option<bool> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * ONES;
    const LOW: u64 = !HIGH;
    // The high bit of each byte that is a space; of each byte that is below one.
    let other = eight ^ (0x20 * ONES);
    let spaces = !(((other & LOW) + LOW) | other) & HIGH;
    let controls = !(((eight & LOW) + 0x60 * ONES) | eight) & HIGH;
    let doubled = spaces & (spaces << 8 | u64::from(after_space) << 7);
    (controls | doubled == 0).then_some(spaces >> 63 == 1)
}

/// Whether a style has something of hiding: what the forest has learned from.
fn mentions_hiding(style: &str) -> bool {
    let style: String =
        style.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase()).collect();
    style.contains("display:none") || style.contains("visibility:hidden")
}
