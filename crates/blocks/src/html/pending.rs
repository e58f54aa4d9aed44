//! The attributes of a start tag that has not yet become an event.

use crate::page::{Attribute, Attributes};

/// Attributes that wait for their element.
#[derive(Default)]
pub struct Pending {
    values: String,
    /// Each attribute with the end of its value.
    attributes: Vec<(Attribute, usize)>,
    /// Whether the tag is META.
    pub(super) is_meta: bool,
}

impl Pending {
    pub(super) fn push(&mut self, attribute: Attribute, value: &str) {
        self.values.push_str(value);
        self.attributes.push((attribute, self.values.len()));
    }

    /// Moves them to the element that starts with this event.
    #[inline]
    pub(super) fn attach(&mut self, event: usize, attributes: &mut Attributes) {
        if self.attributes.is_empty() {
            return;
        }
        let mut start = 0;
        for &(attribute, end) in &self.attributes {
            let value = &self.values[std::mem::replace(&mut start, end)..end];
            if self.is_meta == attribute.is_of_meta() {
                attributes.push(event as u32, attribute, value);
            }
        }
        self.clear();
    }

    /// Forgets those of a tag that opened no element.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.values.clear();
        self.attributes.clear();
    }
}
