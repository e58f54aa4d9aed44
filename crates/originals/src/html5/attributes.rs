//! Reads the attributes of a tag into what an element has of them.

use super::element::{Attr, Attributes, Span};
use super::tree::Tree;
use crate::name::Name;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Notes an attribute: its name in lower case, cut to 16 bytes, and its value.
pub type Note = fn(&mut Reader, &[u8], Span, &mut Tree);

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
    pub fn add(&mut self, name: &[u8], value: Span, tree: &mut Tree, note: Note) {
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
        note(self, lower, value, tree);
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
