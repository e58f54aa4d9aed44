//! Sets of well-known elements.

use tamis_blocks::html::{KNOWN, known_tag};
use tamis_blocks::page::Tag;

/// A set of well-known elements.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tags([u64; KNOWN.div_ceil(64)]);

impl Tags {
    /// The elements of these names, separated by spaces.
    pub fn from_names(names: &str) -> Self {
        let mut set = Self::default();
        for tag in names.split_whitespace().map(Self::tag) {
            set.0[tag.0 as usize / 64] |= 1 << (tag.0 % 64);
        }
        set
    }

    /// The tag of a well-known element.
    ///
    /// # Panics
    /// If the name is not well-known. Names come from the source code only.
    pub fn tag(name: &str) -> Tag {
        known_tag(name.as_bytes()).unwrap_or_else(|| panic!("{name} is not a well-known element"))
    }

    /// Whether the set contains an element.
    pub fn contains(&self, tag: Tag) -> bool {
        self.0.get(tag.0 as usize / 64).is_some_and(|word| word >> (tag.0 % 64) & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_it_was_made_of() {
        let set = Tags::from_names("a xmp section");
        let held: Vec<u16> = (0..=u16::MAX).filter(|&tag| set.contains(Tag(tag))).collect();
        let mut named = ["a", "xmp", "section"].map(|name| Tags::tag(name).0);
        named.sort();
        assert_eq!(held, named);
    }
}
