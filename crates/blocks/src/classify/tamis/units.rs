//! Units: the pieces of a page that the remover judges, and the elements around them.
//!
//! A unit is about a paragraph: text that no element but an inline one interrupts, up to two BR in a row. Every boundary of
//! a unit is one of a block, in both cuts, so a block takes the probability of its unit and both cuts keep the same text.

use super::keywords::{Groups, Keywords};
use crate::html::{known_name, known_tag};
use crate::page::{Attribute, Blocks, Event, Page, Span, Tag};
use std::sync::LazyLock;
use xxhash_rust::xxh3::xxh3_64;

/// No unit or element.
pub const NONE: u32 = u32::MAX;

/// A run of text.
#[derive(Debug, Clone, Default)]
pub struct Unit {
    /// Its text, a span of [`Units::text`].
    pub text: Span,
    /// Its events in [`Page::events`], from the first text to one past the last.
    pub events: Span,
    /// The innermost block element around it.
    pub element: u32,
    /// Where the spans of linked text are in [`Units::linked`].
    pub linked: Span,
    pub links: u32,
    /// Inline elements.
    pub tags: u32,
    pub breaks: u32,
    /// Bytes of text inside B and STRONG.
    pub bold: u32,
    pub images: u32,
}

/// An element that is not inline.
#[derive(Debug, Clone)]
pub struct Element {
    pub tag: Tag,
    /// The element around it, which has a smaller number; [`NONE`] for the first.
    pub parent: u32,
    pub depth: u32,
    /// The groups of its class and id words.
    pub groups: Groups,
    /// Tag and first class.
    pub signature: u64,
    /// The tags of [`AROUND`] that it has or is inside of, as bits.
    pub around: u32,
    /// Whether it or an element around it is hidden.
    pub hidden: bool,
    /// Whether it or an element around it is marked as the body of an article (schema.org).
    pub article_body: bool,
    /// LI and TABLE elements around it, itself included.
    pub lists: u16,
    pub tables: u16,
}

impl Element {
    pub fn is_paragraph(&self) -> bool {
        self.is("P")
    }

    pub fn is_body(&self) -> bool {
        self.is("BODY")
    }

    /// Whether it usually has text of its own, and no containers.
    pub fn is_text_element(&self) -> bool {
        ["P", "BLOCKQUOTE", "PRE", "LI"].iter().any(|name| self.is(name))
    }

    pub fn is(&self, name: &str) -> bool {
        number_is(Known::of(self.tag), name)
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
    pub description: String,
    /// The first unit of each block; [`NONE`] where a block has none.
    pub of_block: Vec<u32>,
}

impl Units {
    /// Cuts a page into units, in time linear in its size.
    pub fn of(page: &Page, blocks: &Blocks) -> Self {
        // Behind the last block of a page that was cut short there is nothing to judge. A row takes a kilobyte or two.
        let cut_off = blocks.blocks.last().filter(|_| !blocks.hits.is_empty());
        let events = &page.events[..cut_off.map_or(page.events.len(), |last| last.events.end as usize)];
        let mut units = Self::read(page, events, None);
        // Some pages have their text only for browsers without scripts. Blocks have none of it.
        let noscript = Known::tag("NOSCRIPT");
        if units.is_short() && events.contains(&Event::Start(noscript)) {
            let with_noscript = Self::read(page, events, Some(noscript));
            if with_noscript.text.len() > 2 * units.text.len() {
                units = with_noscript;
            }
        }
        units.of_block = units.of_blocks(blocks);
        units
    }

    fn read(page: &Page, events: &[Event], noscript: Option<Tag>) -> Self {
        let mut reader = Reader::new(page, noscript);
        reader.read(page, events);
        let text = String::from_utf8(reader.text);
        let text = text.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        Self { text, ..reader.out }
    }

    /// Whether the page has fewer than 80 words or so.
    fn is_short(&self) -> bool {
        self.text.len() < SHORT && self.text.split_ascii_whitespace().count() < 80
    }

    /// The text of a unit.
    pub fn text_of(&self, unit: &Unit) -> &str {
        &self.text[unit.text.start as usize..unit.text.end as usize]
    }

    /// Finds the unit of each block: the one that has its first event.
    fn of_blocks(&self, blocks: &Blocks) -> Vec<u32> {
        let mut next = 0;
        let unit = |start: u32| {
            while self.all.get(next).is_some_and(|unit: &Unit| unit.events.end <= start) {
                next += 1;
            }
            self.all.get(next).filter(|unit| unit.events.start <= start).map_or(NONE, |_| next as u32)
        };
        blocks.blocks.iter().map(|block| block.events.start).map(unit).collect()
    }
}

/// No more units are read of a page with NOSCRIPT: no limit of blocks counts those.
const MOST_WITH_NOSCRIPT: usize = 100_000;

/// More elements than any page has that was made for readers.
const MANY: usize = 500_000;

/// Pages with more bytes of text are not short, whatever they say.
const SHORT: usize = 4096;

/// What a tag does to the current unit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Ends it; a container.
    Block,
    Inline,
    Anchor,
    Bold,
    Break,
    Image,
    Rule,
    /// Its content is no text of the page.
    Skip,
    Title,
    Meta,
}

const INLINE: &[&str] = &[
    "ABBR", "ACRONYM", "BDO", "BIG", "CITE", "CODE", "DATA", "DEL", "DFN", "EM", "FONT", "I", "INS", "KBD", "LABEL",
    "MARK", "NOBR", "PICTURE", "Q", "RB", "RP", "RT", "RUBY", "S", "SAMP", "SMALL", "SOURCE", "SPAN", "STRIKE", "SUB",
    "SUP", "TIME", "TT", "U", "VAR", "WBR",
];
const SKIPPED: &[&str] = &[
    "APPLET", "AUDIO", "CANVAS", "EMBED", "FRAME", "IFRAME", "LINK", "MAP", "NOSCRIPT", "OBJECT", "OPTION", "SCRIPT",
    "SELECT", "STYLE", "SVG", "TEMPLATE", "TEXTAREA", "VIDEO",
];

/// The elements whose presence around a unit is a feature.
pub const AROUND: [&str; 23] = [
    "ARTICLE",
    "MAIN",
    "NAV",
    "FOOTER",
    "ASIDE",
    "HEADER",
    "FORM",
    "LI",
    "TABLE",
    "P",
    "BLOCKQUOTE",
    "FIGURE",
    "SECTION",
    "UL",
    "OL",
    "DL",
    "PRE",
    "BUTTON",
    "FIELDSET",
    "H1",
    "H2",
    "H3",
    "A",
];

/// The elements that are values of the tag features, by number; others are the last number.
pub const TAGS: [&str; 40] = [
    "P",
    "DIV",
    "LI",
    "TD",
    "TH",
    "H1",
    "H2",
    "H3",
    "H4",
    "H5",
    "H6",
    "BLOCKQUOTE",
    "PRE",
    "FIGCAPTION",
    "SECTION",
    "ARTICLE",
    "DD",
    "DT",
    "BODY",
    "BUTTON",
    "FORM",
    "CENTER",
    "MAIN",
    "HEADER",
    "FOOTER",
    "ASIDE",
    "NAV",
    "UL",
    "TABLE",
    "TR",
    "ADDRESS",
    "CAPTION",
    "FIELDSET",
    "FIGURE",
    "DETAILS",
    "SUMMARY",
    "OL",
    "DL",
    "LEGEND",
    "TBODY",
];

/// What is known of a tag.
#[derive(Clone, Copy)]
pub struct Known {
    role: Role,
    around: u32,
    /// Its place in [`TAGS`], or their number.
    pub number: u8,
    /// 1 to 6 for H1 to H6, else 0.
    pub heading: u8,
}

static KNOWN: LazyLock<Vec<Known>> =
    LazyLock::new(|| (0..).map_while(|number| known_name(Tag(number))).map(Known::of_name).collect());

impl Known {
    fn of_name(name: &str) -> Self {
        let role = match name {
            "A" => Role::Anchor,
            "B" | "STRONG" => Role::Bold,
            "BR" => Role::Break,
            "IMG" | "INPUT" => Role::Image,
            "HR" => Role::Rule,
            "TITLE" => Role::Title,
            "META" => Role::Meta,
            _ if SKIPPED.contains(&name) => Role::Skip,
            _ if INLINE.contains(&name) => Role::Inline,
            _ => Role::Block,
        };
        let same = match name {
            "TD" => "TABLE",
            "FIGCAPTION" => "FIGURE",
            _ => name,
        };
        let around = AROUND.iter().position(|around| *around == same).map_or(0, |bit| 1 << bit);
        let number = TAGS.iter().position(|tag| *tag == name).unwrap_or(TAGS.len()) as u8;
        let heading = match name.as_bytes() {
            [b'H', digit @ b'1'..=b'6'] => digit - b'0',
            _ => 0,
        };
        Self { role, around, number, heading }
    }

    /// The tag of a well-known name.
    fn tag(name: &str) -> Tag {
        known_tag(name.as_bytes()).unwrap_or(Tag(u16::MAX))
    }

    /// What is known of this tag.
    #[inline]
    pub fn of(tag: Tag) -> Self {
        const OTHER: Known = Known { role: Role::Block, around: 0, number: TAGS.len() as u8, heading: 0 };
        KNOWN.get(tag.0 as usize).copied().unwrap_or(OTHER)
    }
}

struct Reader<'a> {
    out: Units,
    /// The tag of NOSCRIPT, if it is read.
    noscript: Option<Tag>,
    keywords: Keywords,
    attributes: std::iter::Peekable<crate::page::AttributesIter<'a>>,
    /// Buffer for the class words of an element.
    words: String,
    /// The innermost open element.
    element: u32,
    unit: Unit,
    has_text: bool,
    /// The texts of all units, as in [`Units::text`].
    text: Vec<u8>,
    /// Whether another space would be one too many.
    after_space: bool,
    /// Open elements of these kinds.
    anchors: u32,
    bold: u32,
    skipped: u32,
    titles: u32,
    /// Whether only white space was read since a BR.
    after_break: bool,
    has_title: bool,
    open_graph_title: bool,
}

/// Longest class words that are read, in bytes.
const LONGEST_WORDS: usize = 400;

impl<'a> Reader<'a> {
    fn new(page: &'a Page, noscript: Option<Tag>) -> Self {
        Self {
            out: Units::default(),
            noscript,
            keywords: Keywords::default(),
            attributes: page.attributes.iter().peekable(),
            words: String::new(),
            element: NONE,
            unit: Unit::default(),
            has_text: false,
            text: Vec::with_capacity(page.text.len() + 16),
            after_space: true,
            anchors: 0,
            bold: 0,
            skipped: 0,
            titles: 0,
            after_break: false,
            has_title: false,
            open_graph_title: false,
        }
    }

    fn read(&mut self, page: &'a Page, events: &[Event]) {
        for (index, event) in (0u32..).zip(events) {
            match event {
                _ if self.noscript.is_some() && self.out.all.len() >= MOST_WITH_NOSCRIPT => break,
                Event::Start(tag) => self.start(index, *tag),
                Event::End(tag) => self.end(*tag),
                Event::Text(span) => self.text(index, &page.text[span.start as usize..span.end as usize]),
            }
        }
        self.end_unit();
    }

    fn start(&mut self, index: u32, tag: Tag) {
        let known = Known::of(tag);
        let role = self.role(tag);
        if self.skipped > 0 {
            self.skipped += u32::from(role == Role::Skip);
            return;
        }
        match role {
            Role::Block => {
                self.end_unit();
                self.open(index, tag, known);
            }
            Role::Inline => self.unit.tags += 1,
            Role::Bold => {
                self.unit.tags += 1;
                self.bold += 1;
            }
            Role::Anchor => {
                self.unit.tags += 1;
                self.unit.links += 1;
                self.anchors += 1;
            }
            Role::Break => {
                if self.after_break {
                    self.end_unit();
                } else {
                    self.space();
                    self.unit.breaks += 1;
                }
                self.after_break = true;
            }
            Role::Image => self.unit.images += 1,
            Role::Rule => self.end_unit(),
            Role::Skip => self.skipped = 1,
            Role::Title => self.titles += 1,
            Role::Meta => self.meta(index),
        }
    }

    fn end(&mut self, tag: Tag) {
        let role = self.role(tag);
        if self.skipped > 0 {
            self.skipped -= u32::from(role == Role::Skip);
            return;
        }
        match role {
            Role::Block => {
                self.end_unit();
                let parent = self.out.elements.get(self.element as usize).map_or(NONE, |element| element.parent);
                // An element takes a few hundred bytes. Of a page with very many, those without text are forgotten.
                let is_empty = || self.out.all.last().is_none_or(|unit| unit.element != self.element);
                if self.out.elements.len() > MANY && self.element as usize + 1 == self.out.elements.len() && is_empty()
                {
                    self.out.elements.pop();
                }
                self.element = parent;
            }
            Role::Bold => self.bold = self.bold.saturating_sub(1),
            Role::Anchor => self.anchors = self.anchors.saturating_sub(1),
            Role::Title => {
                self.titles = self.titles.saturating_sub(1);
                self.has_title = !self.out.title.is_empty();
            }
            Role::Inline | Role::Break | Role::Image | Role::Rule | Role::Skip | Role::Meta => {}
        }
    }

    fn role(&self, tag: Tag) -> Role {
        if self.noscript == Some(tag) { Role::Block } else { Known::of(tag).role }
    }

    fn open(&mut self, index: u32, tag: Tag, known: Known) {
        let number = self.out.elements.len() as u32;
        let parent = self.out.elements.get(self.element as usize);
        let mut element = Element {
            tag,
            parent: self.element,
            depth: parent.map_or(0, |parent| parent.depth + 1),
            groups: Groups::default(),
            signature: u64::from(tag.0),
            around: parent.map_or(0, |parent| parent.around) | known.around,
            hidden: parent.is_some_and(|parent| parent.hidden),
            article_body: parent.is_some_and(|parent| parent.article_body),
            lists: parent.map_or(0, |parent| parent.lists).saturating_add(u16::from(number_is(known, "LI"))),
            tables: parent.map_or(0, |parent| parent.tables).saturating_add(u16::from(number_is(known, "TABLE"))),
        };
        self.describe(index, &mut element);
        self.out.elements.push(element);
        self.element = number;
    }

    /// Reads the attributes of an element.
    fn describe(&mut self, index: u32, element: &mut Element) {
        while self.attributes.next_if(|(event, ..)| *event < index).is_some() {}
        self.words.clear();
        while let Some((_, attribute, value)) = self.attributes.next_if(|(event, ..)| *event == index) {
            match attribute {
                Attribute::Class => {
                    if let Some(first) = value.split_ascii_whitespace().next() {
                        element.signature ^= xxh3_64(first.as_bytes());
                    }
                }
                Attribute::Role => match value {
                    "article" => element.around |= 1,
                    "main" => element.around |= 2,
                    "navigation" => element.around |= 4,
                    _ => {}
                },
                Attribute::Itemprop => element.article_body |= value.eq_ignore_ascii_case("articlebody"),
                Attribute::Style => element.hidden |= hides(value),
                Attribute::Hidden => element.hidden = true,
                Attribute::AriaHidden => element.hidden |= value == "true",
                _ => {}
            }
            if matches!(attribute, Attribute::Class | Attribute::Id | Attribute::Role | Attribute::Itemprop) {
                self.words.push_str(value);
                self.words.push(' ');
            }
        }
        if !self.words.is_empty() {
            let is_end = |end: &usize| self.words.is_char_boundary(*end);
            let end = (0..=LONGEST_WORDS.min(self.words.len())).rev().find(is_end).unwrap_or(0);
            self.words.truncate(end);
            self.words.make_ascii_lowercase();
            element.groups = self.keywords.groups(&self.words);
        }
    }

    fn meta(&mut self, index: u32) {
        while self.attributes.next_if(|(event, ..)| *event < index).is_some() {}
        let (mut name, mut content) = ("", "");
        while let Some((_, attribute, value)) = self.attributes.next_if(|(event, ..)| *event == index) {
            match attribute {
                Attribute::Property => name = value,
                Attribute::Name if name.is_empty() => name = value,
                Attribute::Content => content = value,
                _ => {}
            }
        }
        if name.eq_ignore_ascii_case("og:title") {
            if !content.is_empty() {
                content.clone_into(&mut self.out.title);
                self.open_graph_title = true;
            }
        } else if self.out.description.is_empty()
            && (name.eq_ignore_ascii_case("description") || name.eq_ignore_ascii_case("og:description"))
        {
            content.clone_into(&mut self.out.description);
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
        if self.anchors > 0 && end > start {
            self.out.linked.push(start as u32..end as u32);
        }
        if self.bold > 0 {
            self.unit.bold += (end - start) as u32;
        }
    }

    /// Copies text with a single space for any white space, none at the start of a unit. Returns whether there was more than
    /// white space. Every byte is written, and overwritten by the next one if it is a space too many: no branch depends on
    /// the text.
    fn collapse(&mut self, text: &[u8]) -> bool {
        let start = self.text.len();
        self.text.resize(start + text.len(), 0);
        let (out, mut end) = (&mut self.text[start..], 0);
        let (mut after_space, mut has_text) = (u8::from(self.after_space), 0);
        for &byte in text {
            let (space, as_space) = SPACES[byte as usize];
            out[end] = (byte & !as_space) | (b' ' & as_space);
            end += usize::from(1 - (space & after_space));
            after_space = space;
            has_text |= 1 - space;
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
            self.out.linked.truncate(unit.linked.start as usize);
            self.unit.linked = unit.linked.start..unit.linked.start;
        }
    }
}

fn number_is(known: Known, name: &str) -> bool {
    TAGS.get(usize::from(known.number)) == Some(&name)
}

/// For each byte 1 and all bits if it is white space, else zeros.
static SPACES: [(u8, u8); 256] = {
    let mut spaces = [(0, 0); 256];
    let (white, mut at) = (b" \t\n\r\x0b\x0c", 0);
    while at < white.len() {
        spaces[white[at] as usize] = (1, u8::MAX);
        at += 1;
    }
    spaces
};

/// Whether a style hides its element.
fn hides(style: &str) -> bool {
    let style: String = style.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase()).collect();
    style.contains("display:none") || style.contains("visibility:hidden")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::{cut, cut_within};
    use crate::html::parse_str;
    use crate::page::{Cut, Limits};

    fn texts(html: &str) -> Vec<String> {
        let page = parse_str(html);
        let units = Units::of(&page, &cut(&page, Cut::default()));
        units.all.iter().map(|unit| units.text_of(unit).to_owned()).collect()
    }

    #[test]
    fn a_unit_ends_at_a_block_element_and_at_two_breaks() {
        let html = "<p>One <b>bold</b> <img src=x> and\n  <a href=/>linked</a> piece<br>of text<br> <br>two<div>three</div>&nbsp;";
        assert_eq!(texts(html), ["One bold and linked piece of text", "two", "three"]);
        assert_eq!(texts("<p>w<b>or</b>d<p>--<p><script>no</script>text<select><option>no</select>"), ["word", "text"]);
    }

    #[test]
    fn both_cuts_have_the_units_boundaries() {
        let html =
            "<title>T</title><h1>Head <i>line</i></h1><p>One <span>two</span><br>three<br><br>four <code>x</code></p>
            <textarea>typed</textarea>";
        let page = parse_str(html);
        for cut_as in [Cut::Boilerpipe, Cut::Atomic] {
            let blocks = cut(&page, cut_as);
            let units = Units::of(&page, &blocks);
            for (block, unit) in blocks.blocks.iter().zip(&units.of_block) {
                match units.all.get(*unit as usize) {
                    Some(unit) => assert!(units.text_of(unit).contains(blocks.text_of(block)), "{cut_as:?} {block:?}"),
                    None => assert_eq!(blocks.text_of(block), "typed"),
                }
            }
        }
    }

    #[test]
    fn attributes_reach_their_elements() {
        let html = "<meta property=og:title content='The title'><meta name=description content=About>
            <div class='post-content wide' id=main><p itemprop=articleBody>x<div style='Display : none'>y";
        let page = parse_str(html);
        let units = Units::of(&page, &cut(&page, Cut::default()));
        assert_eq!((&*units.title, &*units.description), ("The title", "About"));
        let element = |unit: usize| &units.elements[units.all[unit].element as usize];
        let words = super::super::keywords::bit("article-body") | super::super::keywords::bit("main");
        let div = &units.elements[element(0).parent as usize];
        assert_eq!(div.groups & words, words);
        assert!(element(0).article_body && !element(0).hidden && element(1).hidden);
    }

    #[test]
    fn a_page_for_browsers_without_scripts_is_read() {
        let text = "<p>A thread that only NOSCRIPT has, as some forums do.</p>".repeat(9);
        assert_eq!(texts(&format!("<p>Loading</p><noscript>{text}</noscript>")).len(), 10);
        let long = "<p>Words that are there without it.</p>".repeat(20);
        assert_eq!(texts(&format!("{long}<noscript>{text}</noscript>")).len(), 20);
        let most = "<p>a".repeat(MOST_WITH_NOSCRIPT + 10);
        assert_eq!(texts(&format!("<noscript>{most}</noscript>")).len(), MOST_WITH_NOSCRIPT);
    }

    #[test]
    fn of_very_many_elements_those_without_text_are_forgotten() {
        let page = parse_str(&format!("{}<div><p>some<p></p>words</div>", "<div><p></p></div>".repeat(MANY)));
        let units = Units::of(&page, &cut(&page, Cut::default()));
        assert!(units.elements.len() <= MANY + 10, "{}", units.elements.len());
        assert_eq!(units.all.iter().map(|unit| units.text_of(unit)).collect::<Vec<_>>(), ["some", "words"]);
        let tags = units.all.iter().map(|unit| units.elements[unit.element as usize].tag);
        assert_eq!(tags.collect::<Vec<_>>(), [Known::tag("P"), Known::tag("DIV")]);
    }

    #[test]
    fn behind_the_last_block_of_a_page_that_is_cut_short_nothing_is_read() {
        let page = parse_str(&"<p>some <b>words</b>".repeat(1000));
        let limits = Limits { blocks: 10, ..Limits::NONE }.begin();
        let blocks = cut_within(&page, Cut::Boilerpipe, &limits);
        let units = Units::of(&page, &blocks);
        assert_eq!((units.all.len(), units.elements.iter().filter(|one| one.is_paragraph()).count()), (10, 10));
        assert_eq!(units.of_block, (0..10).collect::<Vec<_>>());
    }
}
