//! Elements that nest deeper than a page may: their tags separate text as ever, and nothing is inside them.

use super::balance::Balancer;
use super::element::Code;
use crate::page::{Event, Tag};

impl Balancer {
    /// Whether an element may be opened. Without HTML, HEAD and BODY, each of which a page has once, text would be lost;
    /// SCRIPT and STYLE hold no elements, and what they hold is no text.
    pub(super) fn fits(&self, code: Code) -> bool {
        self.stack.len() < self.depth
            || matches!(code, Code::HTML | Code::HEAD | Code::BODY | Code::SCRIPT | Code::STYLE)
    }

    /// Stands for an element that does not fit.
    pub(super) fn leave_unopened(&mut self, tag: Tag, code: Code) {
        self.separate(tag);
        self.unopened.add(code);
    }

    /// An empty element in its place, so that the texts around it join as little as they did in the page. A second one
    /// of the same name would change nothing.
    pub(super) fn separate(&mut self, tag: Tag) {
        let empty = [Event::Start(tag), Event::End(tag)];
        if !self.events.ends_with(&empty) {
            self.events.extend(empty);
        }
    }
}
