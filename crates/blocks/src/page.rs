//! The data of a page: [`Page`] (text with the tags between), [`Blocks`] (the page after a
//! [`Cut`]), and the [`Label`] of a block.

mod attributes;
mod limits;
mod style;

pub use attributes::{Attribute, Attributes, AttributesIter, MUCH, Structural};
pub use limits::{Budget, LimitHit, Limits, Stage};
pub use style::InlineStyle;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A range of bytes in a text.
pub type Span = Range<u32>;

/// One event of a page. The elements are those that boilerpipe's parser (NekoHTML) makes of the
/// page: balanced, in upper case, a void element as a start and an end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// An element opens.
    Start(Tag),
    /// An element closes.
    End(Tag),
    /// Text with its entities decoded, a span of [`Page::text`].
    Text(Span),
}

/// The local name of an element as a number; `html::name` returns the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tag(pub u16);

/// A parsed page: its text and the tags between, not yet cut into blocks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    /// The text of all [`Event::Text`] events, in source order. Events may come in another order:
    /// text before the root element moves to the start of the body. The content of SCRIPT and STYLE
    /// is left out.
    pub text: String,
    /// Starts, ends and texts, in document order.
    pub events: Vec<Event>,
    /// Upper-case local names of elements that `html::known_name` does not know. Their tags are
    /// numbered after the known ones.
    pub names: Vec<Box<str>>,
    /// The attributes of its elements that classifiers read, beside the events.
    pub attributes: Attributes,
    /// The page's encoding (WHATWG name).
    pub encoding: &'static str,
    /// Where the encoding was found.
    pub encoding_source: EncodingSource,
    /// The limits that the parser met.
    pub hits: Vec<LimitHit>,
}

/// Where a page's encoding was found, in order of precedence (WHATWG HTML, section 13.2.3.2).
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum EncodingSource {
    /// The input was already text, or its format defines the encoding (JSONL is UTF-8).
    #[default]
    Given,
    /// A byte order mark.
    Bom,
    /// The caller set it (`Charset::forced`).
    Forced,
    /// The charset of the HTTP header.
    Http,
    /// The page's `<meta>`, or else its XML declaration.
    Meta,
    /// Detected from the bytes: nothing else says it, or the page is UTF-8 and declares another.
    Detected,
}

impl EncodingSource {
    /// All sources, in order of precedence.
    pub const ALL: [Self; 6] =
        [Self::Given, Self::Bom, Self::Forced, Self::Http, Self::Meta, Self::Detected];

    /// The stable name, used in indexes and reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Bom => "bom",
            Self::Forced => "forced",
            Self::Http => "http",
            Self::Meta => "meta",
            Self::Detected => "detected",
        }
    }
}

/// A way to cut a page into blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Cut {
    /// boilerpipe's way: inline elements such as B, SPAN and FONT do not end a block.
    #[default]
    Boilerpipe,
    /// The WSDM paper's way (section 4.1): every tag except A ends a block.
    Atomic,
}

impl Cut {
    /// All of them in their order, each with its name and what it does.
    pub const NAMED: [(Self, &'static str, &'static str); 2] = [
        (
            Self::Boilerpipe,
            "boilerpipe",
            "As boilerpipe does: inline tags such as B, SPAN and FONT do not end a block",
        ),
        (Self::Atomic, "atomic", "As in the WSDM paper: every tag but A ends a block"),
    ];

    /// The stable name, used in results.
    pub fn name(self) -> &'static str {
        Self::NAMED[self as usize].1
    }
}

/// Which of LI and H1 to H6 are open around a block (of these boilerpipe 2.0 labels LI and H1 to
/// H3), as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Inside(pub u8);

impl Inside {
    /// In an LI.
    pub const LI: Self = Self(1);
    /// In an H1.
    pub const H1: Self = Self(2);
    /// In an H2.
    pub const H2: Self = Self(4);
    /// In an H3.
    pub const H3: Self = Self(8);
    /// In an H4.
    pub const H4: Self = Self(16);
    /// In an H5.
    pub const H5: Self = Self(32);
    /// In an H6.
    pub const H6: Self = Self(64);
    /// In an H1, H2 or H3.
    pub const HEADING: Self = Self(2 | 4 | 8);

    /// Whether the block is inside any of `others`.
    pub fn any(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }
}

/// The kind of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BlockKind {
    /// The page's `<title>`. It gets no label and is never a neighbour in a rule.
    Title,
    /// Any other block.
    Text,
}

/// A block: text without a separating tag inside, and its counts (Kohlschütter et al.
/// 2010, section 3; boilerpipe's TextBlock).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Its text, a span of [`Blocks::text`].
    pub text: Span,
    /// Number of tokens with a letter or digit.
    pub words: u32,
    /// Number of words inside A elements.
    pub anchor_words: u32,
    /// Number of words on full lines after wrapping at 80 characters; all words if there is only
    /// one line. 0 only if `words` is 0.
    pub wrapped_words: u32,
    /// Number of full lines; 1 if there is only one line. Never 0.
    pub wrapped_lines: u32,
    /// Number of elements open at the block's first text, without the inline ones.
    pub tag_level: u32,
    /// List items and headings open at its end.
    pub inside: Inside,
    /// Title or text.
    pub kind: BlockKind,
    /// Its events in [`Page::events`], from the first to one past the last non-blank text.
    pub events: Span,
}

impl Block {
    /// Words per full line: boilerpipe's text density, computed in f32 as boilerpipe does.
    pub fn text_density(&self) -> f32 {
        self.wrapped_words as f32 / self.wrapped_lines as f32
    }

    /// Share of words inside A elements, 0 to 1, computed in f32 as boilerpipe does; 0 for a block
    /// without words.
    pub fn link_density(&self) -> f32 {
        if self.words == 0 { 0.0 } else { self.anchor_words as f32 / self.words as f32 }
    }
}

/// A page cut into blocks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Blocks {
    /// The trimmed texts of the title and of all blocks, one after the other.
    pub text: String,
    /// The page's title, unless it has no token.
    pub title: Option<Block>,
    /// The blocks in page order, without the title.
    pub blocks: Vec<Block>,
    /// The limits that the cut met.
    pub hits: Vec<LimitHit>,
}

impl Blocks {
    /// The text of one of these blocks.
    pub fn text_of(&self, block: &Block) -> &str {
        &self.text[block.text.start as usize..block.text.end as usize]
    }

    /// Returns the title, if any, then the blocks.
    pub fn all(&self) -> impl Iterator<Item = &Block> {
        self.title.iter().chain(&self.blocks)
    }

    /// Adds the blocks of another text, which are no part of the page: no event has their text.
    pub fn append(&mut self, other: Self) {
        let start = self.text.len() as u32;
        self.text.push_str(&other.text);
        self.blocks.extend(other.blocks.into_iter().map(|block| Block {
            text: block.text.start + start..block.text.end + start,
            events: 0..0,
            ..block
        }));
    }
}

/// A classifier's decision about a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Label {
    /// The page's main text.
    Content,
    /// Navigation, advertisements, templates.
    Boilerplate,
}
