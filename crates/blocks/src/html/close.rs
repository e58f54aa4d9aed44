//! How open elements end: by their end tag, by the start tag of another element, or with the
//! element around them.

use super::balance::Balancer;
use super::element::{self, ElementKind, TagCode};
use super::stack::OpenTag;
use crate::page::{Event, Tag};

impl Balancer {
    /// Closes the inline elements on top of the stack, to be reopened later.
    pub(super) fn take_inline_from_top(&mut self) {
        let from = self.spare.len();
        while let Some(top) =
            self.stack.top().filter(|top| top.code.element().kind == ElementKind::Inline)
        {
            self.spare.push(top);
            self.pop_to(self.stack.len());
        }
        self.spare[from..].reverse();
    }

    /// Closes children of HEAD, which never nest, and SCRIPT.
    pub(super) fn leave_head_children(&mut self) {
        let depth = self.stack.len();
        let script = depth > 1 && self.stack.top().is_some_and(|top| top.code == TagCode::SCRIPT);
        if script || (depth > 2 && self.stack.last(TagCode::HEAD) as usize == depth - 1) {
            self.pop_to(depth);
        }
    }

    /// Closes the elements that the start tag of `code` ends.
    pub(super) fn close_for(&mut self, code: TagCode) {
        let element = code.element();
        if element.closes.is_empty() {
            if code == TagCode::TABLE {
                let from = self.spare.len();
                self.take_inline_from_top();
                self.spare.truncate(from);
            }
        } else if element.nestable {
            self.close_nearest(element);
        } else {
            // The search covers all open elements, so the lowest match decides.
            let lowest = element
                .closes
                .iter()
                .map(|&closed| self.stack.first(closed))
                .filter(|&depth| depth > 0)
                .min();
            if let Some(lowest) = lowest {
                self.pop_to(lowest as usize);
            }
        }
    }

    fn close_nearest(&mut self, element: &element::BalancerElement) {
        loop {
            let found = self.stack.last_of(element.closes);
            let stop = self.stack.last_of(element.parents).max(self.stack.last_block());
            if found == 0 || found < stop {
                return;
            }
            self.pop_to(found as usize);
        }
    }

    pub(super) fn close(&mut self, tag: Tag, code: TagCode) {
        match code {
            _ if self.root_ended => return,
            TagCode::BODY | TagCode::HTML if self.defers => {
                return self.deferred.push(OpenTag { tag, code });
            }
            TagCode::HEAD if !self.forced_end => return self.deferred.push(OpenTag { tag, code }),
            TagCode::FORM => self.form_open = false,
            TagCode::HTML => self.root_ended = true,
            _ => {}
        }
        if self.unopened.take(code) {
            return self.separate(tag);
        }
        let element = code.element();
        let found = self.stack.last(code);
        let blocked =
            element.nestable && !element.kind.is_container() && self.stack.last_block() > found;
        if found > 0 && !blocked {
            self.close_at(found as usize, element.kind);
        } else if code == TagCode::P && self.force(tag, code) {
            // `</p>` without a start makes an empty paragraph, which ends a block.
            self.close(tag, code);
        } else if self.unopened.elements().is_some() {
            // Its start tag may be one that was not opened.
            self.separate(tag);
        }
    }

    fn close_at(&mut self, depth: usize, kind: ElementKind) {
        let from = self.spare.len();
        let misnested = depth < self.stack.len();
        if misnested && kind == ElementKind::Inline {
            let inline = self.stack.above(depth).filter(|open| {
                open.code.element().kind == ElementKind::Inline || open.code == TagCode::FONT
            });
            self.spare.extend(inline);
        }
        self.pop_to(depth);
        self.reopen(from);
    }

    /// Reopens the closed elements from `from` on, the outermost first.
    pub(super) fn reopen(&mut self, from: usize) {
        for i in from..self.spare.len() {
            if self.reopen_credit == 0 {
                break;
            }
            self.reopen_credit -= 1;
            let OpenTag { tag, code } = self.spare[i];
            self.force(tag, code);
        }
        self.spare.truncate(from);
    }

    /// Closes everything down to and including `depth` (from 1).
    pub(super) fn pop_to(&mut self, depth: usize) {
        while self.stack.len() >= depth {
            let Some(open) = self.stack.pop() else { return };
            if self.stack.len() < self.depth {
                self.unopened.clear();
            }
            self.events.push(Event::End(open.tag));
        }
    }

    pub(super) fn flush_deferred(&mut self) {
        for OpenTag { tag, code } in std::mem::take(&mut self.deferred) {
            self.forced_end = true;
            self.close(tag, code);
        }
        self.deferred.clear();
    }
}
