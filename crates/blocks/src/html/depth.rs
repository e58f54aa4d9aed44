//! Elements nested deeper than the limit: their tags still separate text, but the elements stay
//! empty.

use super::balance::Balancer;
use super::element::TagCode;
use crate::page::{Event, Tag};

impl Balancer {
    /// Whether an element may be opened. Without HTML, HEAD and BODY, which a page has once, text
    /// would be lost; SCRIPT and STYLE contain neither elements nor text.
    pub(super) fn fits(&self, code: TagCode) -> bool {
        self.stack.len() < self.depth
            || matches!(
                code,
                TagCode::HTML | TagCode::HEAD | TagCode::BODY | TagCode::SCRIPT | TagCode::STYLE
            )
    }

    /// Replaces an element that does not fit.
    pub(super) fn leave_unopened(&mut self, tag: Tag, code: TagCode) {
        self.separate(tag);
        self.unopened.add(code);
    }

    /// Adds an empty element, so that the texts around it stay separate. A second one of the same
    /// name would change nothing.
    pub(super) fn separate(&mut self, tag: Tag) {
        let empty = [Event::Start(tag), Event::End(tag)];
        if !self.events.ends_with(&empty) {
            self.events.extend(empty);
        }
    }
}
