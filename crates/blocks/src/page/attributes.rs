//! The attributes of a page that classifiers read.

use super::Span;

/// An attribute that a page keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attribute {
    /// `class`
    Class,
    /// `id`
    Id,
    /// `role`
    Role,
    /// `itemprop`
    Itemprop,
    /// `style`
    Style,
    /// `hidden`
    Hidden,
    /// `aria-hidden`
    AriaHidden,
    /// `name`, of META only.
    Name,
    /// `property`, of META only.
    Property,
    /// `content`, of META only.
    Content,
}

impl Attribute {
    /// Returns the attribute of this name, in any case.
    pub(crate) fn known(name: &[u8]) -> Option<Self> {
        let (known, attribute): (&[u8], Self) = match (name.len(), name.first()? | 0x20) {
            (2, b'i') => (b"id", Self::Id),
            (4, b'r') => (b"role", Self::Role),
            (4, b'n') => (b"name", Self::Name),
            (5, b'c') => (b"class", Self::Class),
            (5, b's') => (b"style", Self::Style),
            (6, b'h') => (b"hidden", Self::Hidden),
            (7, b'c') => (b"content", Self::Content),
            (8, b'i') => (b"itemprop", Self::Itemprop),
            (8, b'p') => (b"property", Self::Property),
            (11, b'a') => (b"aria-hidden", Self::AriaHidden),
            _ => return None,
        };
        name.eq_ignore_ascii_case(known).then_some(attribute)
    }

    /// Whether only META keeps it.
    pub(crate) fn is_of_meta(self) -> bool {
        matches!(self, Self::Name | Self::Property | Self::Content)
    }
}

/// The attributes of a page's elements, in the order of the start events.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attributes {
    text: String,
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    event: u32,
    attribute: Attribute,
    value: Span,
}

impl Attributes {
    /// Adds an attribute of the element that starts with this event; events must not decrease.
    pub(crate) fn push(&mut self, event: u32, attribute: Attribute, value: &str) {
        // Spans are u32.
        if self.text.len() + value.len() <= u32::MAX as usize {
            let start = self.text.len() as u32;
            self.text.push_str(value);
            self.entries.push(Entry { event, attribute, value: start..self.text.len() as u32 });
        }
    }

    /// Returns the index of the start event of an element, an attribute of it, and its value, for
    /// all attributes in page order.
    pub fn iter(&self) -> AttributesIter<'_> {
        AttributesIter { text: &self.text, entries: self.entries.iter() }
    }
}

/// The attributes of a page, in page order.
#[derive(Debug, Clone)]
pub struct AttributesIter<'a> {
    text: &'a str,
    entries: std::slice::Iter<'a, Entry>,
}

impl<'a> Iterator for AttributesIter<'a> {
    type Item = (u32, Attribute, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let Entry { event, attribute, value } = self.entries.next()?;
        Some((*event, *attribute, &self.text[value.start as usize..value.end as usize]))
    }
}
