//! Elements that nest deeper than a page may: their tags separate text as ever, and nothing is inside them.

use super::balance::Balancer;
use super::element::{CODE_COUNT, Code};
use crate::page::{Event, Tag};

/// The elements that were not opened. They all stand in the topmost open element, and end with it.
pub(super) struct Unopened {
    /// Those whose end tag may still come, by code.
    waiting: [u32; CODE_COUNT],
    any_waiting: bool,
    seen: u64,
}

impl Default for Unopened {
    fn default() -> Self {
        Self { waiting: [0; CODE_COUNT], any_waiting: false, seen: 0 }
    }
}

impl Unopened {
    fn add(&mut self, code: Code) {
        self.waiting[code as usize] += 1;
        self.any_waiting = true;
        self.seen += 1;
    }

    /// Whether an end tag belongs to one of them: then it ends no element that is open.
    pub(super) fn take(&mut self, code: Code) -> bool {
        let waiting = &mut self.waiting[code as usize];
        let found = *waiting > 0;
        *waiting -= u32::from(found);
        found
    }

    /// The element around them has ended.
    #[inline]
    pub(super) fn clear(&mut self) {
        if self.any_waiting {
            self.waiting = [0; CODE_COUNT];
            self.any_waiting = false;
        }
    }

    /// How many there were; none if there were none.
    pub(super) fn elements(&self) -> Option<u64> {
        Some(self.seen).filter(|&seen| seen > 0)
    }
}

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
