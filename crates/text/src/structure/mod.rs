//! The structure of a page: headings, paragraphs, lists, tables, code, quotes, figures, footnotes
//! and mathematics, of all of it or of the blocks that a classifier keeps.
//!
//! [`Outline`] is the page as its author nested it. [`Structure::new`] makes parts of it, in which
//! every text knows its block; [`Structure::keep`] leaves those of some blocks;
//! [`Structure::markdown`] and [`Structure::html`] write them.

pub(crate) mod address;

mod code;
mod context;
mod convert;
pub(crate) mod html;
mod inline;
mod keep;
mod lists;
mod markdown;
mod math;
mod mathml;
mod noscript;
mod note;
mod notes;
mod packed;
pub(crate) mod ranges;
mod table;
#[cfg(test)]
mod tests;
pub(crate) mod text;
mod unplaced;
mod walk;

pub(crate) use noscript::Noscript;
pub use packed::Packed;

use serde::{Deserialize, Serialize};
pub(crate) use tamis_blocks::html::{Is, Node, Outline};
use tamis_blocks::page::LimitHit;

/// What is written besides text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Whether links have their addresses.
    pub links: bool,
    /// Whether images are written.
    pub images: bool,
}

/// A text, and the block that has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// White space is as in the page only in code.
    pub text: String,
    /// The number of its block, from 0; none, if it is in no block.
    pub block: Option<u32>,
}

impl Piece {
    /// A text that is in no block.
    pub fn unplaced(text: &str) -> Self {
        Self { text: text.to_owned(), block: None }
    }
}

/// Something in a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Inline {
    /// Text.
    Text(Piece),
    /// Text that looks or means other than the text around it.
    Styled(Style, Vec<Inline>),
    /// A link to an address; without one, what another link is around, as a box is that is a link
    /// as a whole and has a heading.
    Link(String, Vec<Inline>),
    /// An image.
    Image(Image),
    /// Code in a line.
    Code(Vec<Piece>),
    /// Mathematics as TeX.
    Math(Math),
    /// A line break.
    Break,
    /// A reference to a footnote, by its number from 0.
    Note(usize),
}

/// How text looks, or what it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// B and STRONG.
    Strong,
    /// I and EM.
    Emphasis,
    /// S, STRIKE and DEL.
    Deleted,
    /// MARK.
    Marked,
    /// SUB.
    Subscript,
    /// SUP.
    Superscript,
}

/// An image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Image {
    /// Its address; empty for a smiley, of which only the text is written.
    pub address: String,
    /// The text that stands for it.
    pub alt: String,
}

/// Mathematics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Math {
    /// As TeX.
    pub tex: String,
    /// Whether it stands on lines of its own.
    pub display: bool,
    /// The blocks that have its text.
    pub blocks: Vec<u32>,
}

/// A part of a page, from its first line to its last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// A heading of level 1 to 6.
    Heading(u8, Vec<Inline>),
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// A list.
    List(List),
    /// A table.
    Table(Table),
    /// Code, with its language if that is known.
    Code(Option<String>, Vec<Piece>),
    /// A quotation.
    Quote(Vec<Part>),
    /// A box that says something aside: its kind, its title, its text.
    Callout(String, Vec<Inline>, Vec<Part>),
    /// Terms and their definitions.
    Definitions(Vec<Definition>),
    /// What is shown, and its caption.
    Figure(Vec<Part>, Vec<Inline>),
    /// A line across the page.
    Rule,
}

/// A list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct List {
    /// The number of the first item, if items have numbers.
    pub start: Option<i64>,
    /// Its items.
    pub items: Vec<ListItem>,
}

/// An item of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListItem {
    /// Whether it is done, if it is a task.
    pub is_done: Option<bool>,
    /// What it says.
    pub parts: Vec<Part>,
}

/// A table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Its caption.
    pub caption: Vec<Inline>,
    /// Its rows.
    pub rows: Vec<Vec<TableCell>>,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableCell {
    /// Whether it heads a column or a row.
    pub is_header: bool,
    /// The columns and rows that it spans.
    pub spans: [u16; 2],
    /// How the column is set: left, center, right or as usual.
    pub align: Option<Align>,
    /// Its content.
    pub parts: Vec<Part>,
}

/// How the texts of a column are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Align {
    /// To the left.
    Left,
    /// In the middle.
    Center,
    /// To the right.
    Right,
}

/// A group of terms with their definitions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Definition {
    /// The terms.
    pub terms: Vec<Vec<Inline>>,
    /// What they mean.
    pub meanings: Vec<Vec<Part>>,
}

/// A page in parts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Structure {
    /// Its parts, in page order.
    pub parts: Vec<Part>,
    /// Its footnotes, in the order of their first references.
    pub notes: Vec<Vec<Part>>,
    /// The limits that were met when it was made; an index does not store them.
    #[serde(skip)]
    pub hits: Vec<LimitHit>,
}
