//! What is known of tags: their part in cutting units, and their numbers in features.

use crate::html::{known_name, known_tag, same};
use crate::page::Tag;
use std::sync::LazyLock;

/// What a tag does to the current unit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TagRole {
    /// Ends it; a container.
    Block,
    /// Nothing.
    Inline,
    /// Its text is linked.
    Anchor,
    /// A line break; two in a row end it.
    Break,
    /// An image or a field.
    Image,
    /// Ends it; a horizontal line.
    Rule,
    /// Its content is no text of the page.
    Skip,
    /// The page's title.
    Title,
    /// Says something about the page.
    Meta,
}

const INLINE: &[&str] = &[
    "ABBR", "ACRONYM", "B", "BDO", "BIG", "CITE", "CODE", "DATA", "DEL", "DFN", "EM", "FONT", "I",
    "INS", "KBD", "LABEL", "MARK", "NOBR", "PICTURE", "Q", "RB", "RP", "RT", "RUBY", "S", "SAMP",
    "SMALL", "SOURCE", "SPAN", "STRIKE", "STRONG", "SUB", "SUP", "TIME", "TT", "U", "VAR", "WBR",
];
const SKIPPED: &[&str] = &[
    "APPLET", "AUDIO", "CANVAS", "EMBED", "FRAME", "IFRAME", "LINK", "MAP", "NOSCRIPT", "OBJECT",
    "OPTION", "SCRIPT", "SELECT", "STYLE", "SVG", "TEMPLATE", "TEXTAREA", "VIDEO",
];

/// The elements whose presence around a unit is a feature.
pub const AROUND: [&str; 6] = ["ARTICLE", "MAIN", "FOOTER", "ASIDE", "TABLE", "P"];

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
pub struct TagInfo {
    /// What it does to the current unit.
    pub role: TagRole,
    /// Its bit among [`AROUND`], or 0.
    pub around: u32,
    /// Its place in [`TAGS`], or their number.
    pub number: u8,
    /// 1 to 6 for H1 to H6, else 0.
    pub heading: u8,
}

static KNOWN: LazyLock<Vec<TagInfo>> = LazyLock::new(|| {
    (0..).map_while(|number| known_name(Tag(number))).map(TagInfo::from_name).collect()
});

impl TagInfo {
    fn from_name(name: &str) -> Self {
        let role = match name {
            "A" => TagRole::Anchor,
            "BR" => TagRole::Break,
            "IMG" | "INPUT" => TagRole::Image,
            "HR" => TagRole::Rule,
            "TITLE" => TagRole::Title,
            "META" => TagRole::Meta,
            _ if SKIPPED.contains(&name) => TagRole::Skip,
            _ if INLINE.contains(&name) => TagRole::Inline,
            _ => TagRole::Block,
        };
        let same = match name {
            "TD" => "TABLE",
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
    pub fn tag(name: &str) -> Tag {
        known_tag(name.as_bytes()).unwrap_or(Tag(u16::MAX))
    }

    /// What is known of this tag.
    #[inline]
    pub fn new(tag: Tag) -> Self {
        const OTHER: TagInfo =
            TagInfo { role: TagRole::Block, around: 0, number: TAGS.len() as u8, heading: 0 };
        KNOWN.get(tag.0 as usize).copied().unwrap_or(OTHER)
    }
}

/// The number of one of [`TAGS`].
pub const fn number_of(name: &str) -> u8 {
    let mut at = 0;
    while at < TAGS.len() {
        if same(TAGS[at], name) {
            return at as u8;
        }
        at += 1;
    }
    panic!("a name that has no number");
}
