//! Reads the content of lists.

use super::build::Build;
use super::dict::{self, Tag};
use super::lexer::Mode;
use super::tree::{Id, NONE};

impl Build {
    /// Reads the content of a definition list.
    pub(super) fn parse_def_list(&mut self, mut list: Id, mode: Mode) {
        self.stop_reopening();
        while let Some(mut node) = self.get(Mode::IgnoreWhitespace) {
            if self.ends(node, list) {
                return;
            }
            if self.insert_misc(list, node) {
                continue;
            }
            if self.tree.is_text(node) {
                self.unget();
                node = self.inferred(Tag::Dt);
            }
            let tag = self.tag(node);
            if tag == Tag::Unknown {
                continue;
            }
            if self.is_end(node) {
                match self.end_in_list(list, node) {
                    Some(true) => return self.unget(),
                    _ => continue,
                }
            }
            if tag == Tag::Center {
                if self.tree[list].content == NONE {
                    self.tree.insert_before(list, node);
                } else {
                    self.tree.insert_after(list, node);
                }
                let parent = self.tree[node].parent;
                self.exclude_blocks = false;
                self.parse(node, mode);
                self.exclude_blocks = true;
                if parent != NONE && self.tree[parent].last == node {
                    list = self.inferred(Tag::Dl);
                    self.tree.insert_after(node, list);
                }
                continue;
            }
            if tag != Tag::Dt && tag != Tag::Dd {
                self.unget();
                if !self.has(node, dict::BLOCK | dict::INLINE)
                    || (!self.has(node, dict::INLINE) && self.exclude_blocks)
                {
                    return;
                }
                node = self.inferred(Tag::Dd);
            }
            self.tree.append(list, node);
            self.parse(node, Mode::IgnoreWhitespace);
        }
    }

    /// Whether an end tag ends an element around a list, within the body; `None` if none there has
    /// its name.
    fn end_in_list(&self, list: Id, node: Id) -> Option<bool> {
        let tag = self.tag(node);
        if tag == Tag::Form {
            return None;
        }
        let mut around = self
            .tree
            .ancestors(list)
            .map(|id| self.tag(id))
            .take_while(|&around| around != Tag::Body);
        around.find(|&around| around == tag).map(|_| true)
    }

    /// Reads the content of a list.
    pub(super) fn parse_list(&mut self, list: Id) {
        self.stop_reopening();
        let mut last_item = NONE;
        while let Some(mut node) = self.get(Mode::IgnoreWhitespace) {
            if self.ends(node, list) {
                return;
            }
            if self.insert_misc(list, node) {
                continue;
            }
            let tag = self.tag(node);
            if !self.tree.is_text(node) && tag == Tag::Unknown {
                continue;
            }
            if self.is_end(node) {
                if tag != Tag::Form && self.has(node, dict::INLINE) {
                    self.pop_inline(node);
                } else if self.end_in_list(list, node).is_some() {
                    return self.unget();
                }
                continue;
            }
            if tag != Tag::Li {
                self.unget();
                if self.has(node, dict::BLOCK) && self.exclude_blocks {
                    return;
                }
                if self.exiled
                    && (self.has(node, dict::TABLE | dict::ROWGRP | dict::ROW) || tag == Tag::Table)
                {
                    return;
                }
                if self.tag(list) == Tag::Ol && last_item != NONE {
                    node = last_item;
                } else {
                    node = self.inferred(Tag::Li);
                    // tidy gives it a style.
                    self.tree[node].has_attributes = true;
                    self.tree.append(list, node);
                }
            } else {
                self.tree.append(list, node);
            }
            if self.is_start(node) {
                last_item = node;
            }
            self.parse(node, Mode::IgnoreWhitespace);
        }
    }
}
