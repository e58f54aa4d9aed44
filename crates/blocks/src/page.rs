//! The nouns: a [`Page`] is a text with the tags between; [`Blocks`] are the page after a [`Cut`]; a [`Label`] says what a
//! classifier takes a block for.

mod limits;

pub use limits::{Budget, Hit, Limits, Stage};

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A range of bytes of a text.
pub type Span = Range<u32>;

/// One event of a page, in the order of the page. The elements are those that boilerpipe's parser (NekoHTML) makes of
/// the page: balanced, upper case, void elements as a start and an end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// An element opens.
    Start(Tag),
    /// An element closes.
    End(Tag),
    /// Text, entities decoded, as a span of [`Page::text`].
    Text(Span),
}

/// The local name of an element as a number; [`crate::html::name`] spells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tag(pub u16);

/// A parsed page: its text and the tags between, nothing decided yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    /// The text of all [`Event::Text`] events, in the order in which it stands in the page. Events may come in another:
    /// text before the root belongs to the start of the body. What SCRIPT and STYLE hold is left out.
    pub text: String,
    /// Starts, ends and texts in order.
    pub events: Vec<Event>,
    /// Upper-case local names of the page's own elements, those that [`crate::html::known_name`] does not know. Their
    /// tags count on from the known ones.
    pub names: Vec<Box<str>>,
    /// The page's encoding by its WHATWG name.
    pub encoding: &'static str,
    /// What says so.
    pub encoding_source: EncodingSource,
    /// The limits that parsing it met.
    pub hits: Vec<Hit>,
}

/// What says how a page is encoded, in the order in which it is asked (WHATWG HTML, section 13.2.3.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EncodingSource {
    /// The archive's format, of all its pages: JSONL and plain text are UTF-8, and nothing else is asked.
    #[default]
    Given,
    /// A byte order mark at the page's start.
    Bom,
    /// The user (`--encoding`).
    Forced,
    /// The charset of the HTTP header.
    Http,
    /// The page's own `<meta>`.
    Meta,
    /// Nothing; it was told from the bytes.
    Detected,
}

impl EncodingSource {
    /// All of them, in the order in which they are asked.
    pub const ALL: [Self; 6] = [Self::Given, Self::Bom, Self::Forced, Self::Http, Self::Meta, Self::Detected];

    /// The stable name: it stands in the index and in reports.
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

/// How a page is cut into blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cut {
    /// boilerpipe's: inline elements such as B, SPAN and FONT do not end a block.
    #[default]
    Boilerpipe,
    /// The WSDM paper's own (section 4.1): every tag but A ends a block.
    Atomic,
}

impl Cut {
    /// The stable name: it stands in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Boilerpipe => "boilerpipe",
            Self::Atomic => "atomic",
        }
    }
}

/// Which of LI, H1, H2 and H3 are open around a block (the labels that boilerpipe 2.0 gives it).
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
    /// In an H1, H2 or H3.
    pub const HEADING: Self = Self(2 | 4 | 8);

    /// Whether it is inside any of `others`.
    pub fn any(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }
}

/// What a block is in its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BlockKind {
    /// The page's `<title>`: the first block, without labels, never a neighbour in a rule.
    Title,
    /// Any other block.
    Text,
}

/// A block: a run of text with no separating tag inside, and its counts. The counts stay integers; the densities are
/// their quotients (Kohlschütter et al. 2010, section 3; boilerpipe's TextBlock).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Its text as a span of [`Blocks::text`].
    pub text: Span,
    /// Tokens with a letter or digit.
    pub words: u32,
    /// Words inside A elements.
    pub anchor_words: u32,
    /// Words on full lines after wrapping at 80 characters; all words if there is only one line. Never 0 unless `words` is.
    pub wrapped_words: u32,
    /// Full lines; 1 if there is only one line. Never 0.
    pub wrapped_lines: u32,
    /// Open elements at the block's first text, the transparent ones not counted.
    pub tag_level: u32,
    /// List items and headings that were open when it ended.
    pub inside: Inside,
    /// Title or text.
    pub kind: BlockKind,
    /// The events of the page it was made from: first to one past the last non-blank text.
    pub events: Span,
}

impl Block {
    /// Words on full lines per full line: boilerpipe's text density, computed as it does, in f32.
    pub fn text_density(&self) -> f32 {
        self.wrapped_words as f32 / self.wrapped_lines as f32
    }

    /// The share of words inside anchors, 0 to 1, computed as boilerpipe does, in f32; 0 for a block without words.
    pub fn link_density(&self) -> f32 {
        if self.words == 0 { 0.0 } else { self.anchor_words as f32 / self.words as f32 }
    }
}

/// A page after the cut.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Blocks {
    /// The texts of the title and of all blocks, trimmed, one after the other.
    pub text: String,
    /// The page's title as a block of its own kind, if it has one with a token in it.
    pub title: Option<Block>,
    /// The blocks in the order of the page, without the title.
    pub blocks: Vec<Block>,
    /// The limits that cutting it met.
    pub hits: Vec<Hit>,
}

impl Blocks {
    /// The text of one of these blocks.
    pub fn text_of(&self, block: &Block) -> &str {
        &self.text[block.text.start as usize..block.text.end as usize]
    }

    /// The title, if any, then the blocks: the order of the index.
    pub fn all(&self) -> impl Iterator<Item = &Block> {
        self.title.iter().chain(&self.blocks)
    }
}

/// A classifier's word on a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Label {
    /// The page's own text.
    Content,
    /// Navigation, advertisements, templates.
    Boilerplate,
}
