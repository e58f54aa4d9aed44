//! What an element has: the attributes that Readability reads, the values of some, and of the
//! others what it asks.

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

/// What is known about an element's attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Flag {
    /// `hidden`, whatever its value.
    Hidden = 1,
    /// `aria-hidden` is `true`.
    AriaHidden = 1 << 1,
    /// `aria-modal` is `true`.
    Modal = 1 << 2,
    /// `role` is `dialog`.
    Dialog = 1 << 3,
    /// `role` is one of navigation or of dialogs.
    UnlikelyRole = 1 << 4,
    /// `role` is `presentation`.
    Presentation = 1 << 5,
    /// `rel` is `author`, or `itemprop` contains it.
    Author = 1 << 6,
    /// `itemprop` contains `name`.
    ItemName = 1 << 7,
    /// The style hides the element.
    HiddenStyle = 1 << 8,
    /// `href` is a place in the page.
    HashLink = 1 << 9,
    /// `href` is a script.
    ScriptLink = 1 << 10,
    /// `datatable` is `0`.
    NoDataTable = 1 << 11,
    /// `summary` is not empty.
    Summary = 1 << 12,
    /// Of an image, an attribute that may name its file.
    ImageSource = 1 << 13,
    /// Of a figure, an attribute that names the file of an image that is loaded later.
    LazyImage = 1 << 14,
    /// Of an embedded document, the address of a known player of videos.
    Video = 1 << 15,
    /// `type` is that of JSON-LD.
    JsonLd = 1 << 16,
    /// `type` is `hidden`.
    HiddenInput = 1 << 17,
    /// `color`, `face` or `size`.
    FontLooks = 1 << 18,
    /// `encoding` is that of HTML.
    HtmlEncoding = 1 << 19,
}

/// The attributes of an element.
#[derive(Debug, Clone, Copy, Default)]
pub struct Attributes {
    pub class: Option<Span>,
    pub id: Option<Span>,
    /// The [`Flag`]s.
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
