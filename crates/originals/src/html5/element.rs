//! What an element has of its attributes, as a user of the tree notes them.

/// A range of the page; beyond its end, of the text that the page does not contain as such.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// An attribute whose value is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attr {
    Name,
    Property,
    Content,
    RowSpan,
    ColSpan,
}

/// Flags that the tree builder reads; the lower ones are the user's.
/// `type` is `hidden`.
pub const HIDDEN_INPUT: u32 = 1 << 29;
/// `color`, `face` or `size` of FONT.
pub const FONT_LOOKS: u32 = 1 << 30;
/// `encoding` is that of HTML.
pub const HTML_ENCODING: u32 = 1 << 31;

/// The attributes of an element.
#[derive(Debug, Clone, Copy, Default)]
pub struct Attributes {
    pub class: Option<Span>,
    pub id: Option<Span>,
    pub flags: u32,
    /// The first of its values.
    pub values: u32,
    /// The number of its values.
    pub count: u8,
    /// A hash of all attributes, of formatting elements only.
    pub hash: u64,
}

impl Attributes {
    /// Adds attributes that this element does not have.
    pub fn merge(&mut self, more: &Self) {
        self.class = self.class.or(more.class);
        self.id = self.id.or(more.id);
        self.flags |= more.flags;
    }
}
