//! Inline elements that are open when a block begins or ends: they are opened again in the next
//! block.

use super::build::Build;
use super::dict::{self, TidyTag};
use super::tree::{NONE, ReopenedInline, TidyId, TidyKind, TidyNode};

/// Maximum number of inline elements that are opened again in each block. Real pages have a few.
const MAX_INLINES: usize = 32;

impl Build {
    pub(super) fn inserted_token(&mut self) -> TidyId {
        let Some(inline) = self.insert.and_then(|at| self.inlines.get(at)).cloned() else {
            self.insert = None;
            return std::mem::replace(&mut self.after_insert, NONE);
        };
        self.insert = self.insert.map(|at| at + 1).filter(|&at| at < self.inlines.len());
        let ReopenedInline { tag, has_attributes, is_named } = inline;
        self.tree.add(TidyNode {
            kind: TidyKind::Start,
            tag,
            implicit: true,
            has_attributes,
            is_named,
            ..TidyNode::default()
        })
    }

    /// Opens the open inline elements again, before `node`. Returns whether there are any.
    pub(super) fn reopen(&mut self, node: TidyId) -> bool {
        let count = self.inlines.len().saturating_sub(self.inline_base);
        if count == 0 || count > self.reopened {
            return false;
        }
        self.reopened -= count;
        self.insert = Some(self.inline_base);
        self.after_insert = node;
        true
    }

    /// Opens one open inline element again.
    pub(super) fn reopen_one(&mut self, element: TidyId) {
        let count = self.inlines.len().saturating_sub(self.inline_base);
        let tag = self.tag(element);
        if let Some(at) = (0..count).rev().find(|&at| self.inlines[at].tag == tag) {
            self.insert = Some(at);
            self.after_insert = NONE;
        }
    }

    /// Opens nothing again for now.
    pub(super) fn defer_reopening(&mut self) {
        self.insert = None;
        self.after_insert = NONE;
    }

    /// Opens nothing again for now, but keeps the token after.
    pub(super) fn stop_reopening(&mut self) {
        self.insert = None;
    }

    fn is_pushable(&self, node: TidyId) -> bool {
        self.has(node, dict::INLINE)
            && !self.has(node, dict::OBJECT)
            && !self.tag(node).is_any(&[TidyTag::Ins, TidyTag::Del])
    }

    /// Remembers an inline element that is open.
    pub(super) fn push_inline(&mut self, node: TidyId) {
        let tag = self.tag(node);
        if self.tree[node].implicit
            || !self.is_pushable(node)
            || (tag != TidyTag::Font && self.is_pushed(tag))
        {
            return;
        }
        if self.inlines.len() < MAX_INLINES {
            let TidyNode { has_attributes, is_named, .. } = self.tree[node];
            self.inlines.push(ReopenedInline { tag, has_attributes, is_named });
        }
    }

    /// Forgets the last open inline element; for the end tag of A all up to the last A.
    pub(super) fn pop_inline(&mut self, node: TidyId) {
        if node != NONE {
            if !self.is_pushable(node) {
                return;
            }
            if self.tag(node) == TidyTag::A {
                while self.inlines.pop().is_some_and(|inline| inline.tag != TidyTag::A) {}
                return;
            }
        }
        if self.inlines.pop().is_some() && self.insert.is_some_and(|at| at >= self.inlines.len()) {
            self.insert = None;
        }
    }

    /// Forgets the open inline elements of a table or object.
    pub(super) fn pop_to_base(&mut self) {
        while self.inlines.len() > self.inline_base {
            self.pop_inline(NONE);
        }
    }

    pub(super) fn inline_count(&self) -> usize {
        self.inlines.len()
    }

    pub(super) fn is_pushed(&self, tag: TidyTag) -> bool {
        self.inlines.iter().any(|inline| inline.tag == tag)
    }

    /// Whether the last open inline element is that of an end tag.
    pub(super) fn is_pushed_last(&self, element: TidyId, node: TidyId) -> bool {
        self.is_pushable(element)
            && self.inlines.last().is_some_and(|inline| inline.tag == self.tag(node))
    }

    /// Swaps two open inline elements if the one of `node` is outside: `<b><i></b></i>`. Returns
    /// whether it is.
    pub(super) fn switch_inlines(&mut self, element: TidyId, node: TidyId) -> bool {
        let count = self.inlines.len().saturating_sub(self.inline_base);
        if count < 2 {
            return false;
        }
        let inner = self.tag(element);
        let outer = self.tag(node);
        let Some(at) = (0..count).rev().find(|&at| self.inlines[at].tag == inner) else {
            return false;
        };
        let Some(other) = (0..at).rev().find(|&at| self.inlines[at].tag == outer) else {
            return false;
        };
        self.inlines.swap(at, other);
        true
    }
}
