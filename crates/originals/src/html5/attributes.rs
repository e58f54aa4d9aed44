//! What an element has of its attributes, as a user of the tree notes them.

use super::dialect::Dialect;
use super::tree::Tree;
use crate::name::Name;
use xxhash_rust::xxh3::xxh3_64_with_seed;

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

/// The attributes of a tag that is being read.
pub struct Reader {
    pub attributes: Attributes,
    pub tag: Name,
    /// Whether anything is known about them.
    pub any: bool,
    /// Whether attributes are compared, as those of formatting elements are.
    hashes: bool,
    /// The known attributes that the tag has so far: of two with a name, the first counts.
    seen: u32,
}

impl Reader {
    pub fn new(tag: Name, hashes: bool, tree: &Tree) -> Self {
        let attributes = Attributes { values: tree.values.len() as u32, ..Attributes::default() };
        Self { attributes, tag, any: false, hashes, seen: 0 }
    }

    /// Notes an attribute.
    pub fn add(&mut self, name: &[u8], value: Span, tree: &mut Tree, dialect: &Dialect) {
        let mut lower = [0; 16];
        let length = name.len().min(lower.len());
        lower[..length].copy_from_slice(&name[..length]);
        lower[..length].make_ascii_lowercase();
        let lower = &lower[..length];
        if self.hashes {
            // The order of attributes does not matter.
            let seed = xxh3_64_with_seed(lower, name.len() as u64);
            let hash = xxh3_64_with_seed(tree.str(value).as_bytes(), seed);
            self.attributes.hash = self.attributes.hash.wrapping_add(hash);
            self.any = true;
        }
        (dialect.note_attribute)(self, lower, value, tree);
    }

    /// Adds the attributes to the tree, and returns their number there. 0 is that of none.
    pub fn finish(self, tree: &mut Tree) -> u32 {
        if !self.any {
            return 0;
        }
        tree.attributes.push(self.attributes);
        (tree.attributes.len() - 1) as u32
    }

    /// Whether this is the tag's first attribute of this number.
    pub fn is_first(&mut self, number: u32) -> bool {
        let first = self.seen & (1 << number) == 0;
        self.seen |= 1 << number;
        first
    }

    pub fn keep(&mut self, attr: Attr, value: Span, tree: &mut Tree) {
        if self.is_first(24 + attr as u32) {
            tree.values.push((attr, value));
            self.attributes.count += 1;
            self.any = true;
        }
    }

    pub fn set(&mut self, flag: impl Into<u32>, on: bool) {
        if on {
            self.attributes.flags |= flag.into();
            self.any = true;
        }
    }
}
