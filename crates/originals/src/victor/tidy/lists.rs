//! Reads the content of lists.

use super::build::Build;
use super::dict::{self, TidyTag};
use super::lexer::TidyMode;
use super::tree::{NONE, TidyId};

impl Build {
    /// Reads the content of a definition list.
    pub(super) fn parse_def_list(&mut self, mut list: TidyId, mode: TidyMode) {
        self.stop_reopening();
        while let Some(mut node) = self.get(TidyMode::IgnoreWhitespace) {
            if self.ends(node, list) {
                return;
            }
            if self.insert_misc(list, node) {
                continue;
            }
            if self.tree.is_text(node) {
                self.unget();
                node = self.inferred(TidyTag::Dt);
            }
            let tag = self.tag(node);
            if tag == TidyTag::Unknown {
                continue;
            }
            if self.is_end(node) {
                match self.end_in_list(list, node) {
                    Some(true) => return self.unget(),
                    _ => continue,
                }
            }
            if tag == TidyTag::Center {
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
                    list = self.inferred(TidyTag::Dl);
                    self.tree.insert_after(node, list);
                }
                continue;
            }
            if tag != TidyTag::Dt && tag != TidyTag::Dd {
                self.unget();
                if !self.has(node, dict::BLOCK | dict::INLINE)
                    || (!self.has(node, dict::INLINE) && self.exclude_blocks)
                {
                    return;
                }
                node = self.inferred(TidyTag::Dd);
            }
            self.tree.append(list, node);
            self.parse(node, TidyMode::IgnoreWhitespace);
        }
    }

    /// Whether an end tag ends an element around a list, within the body; `None` if none there has
    /// its name.
    fn end_in_list(&self, list: TidyId, node: TidyId) -> Option<bool> {
        let tag = self.tag(node);
        if tag == TidyTag::Form {
            return None;
        }
        let mut around = self
            .tree
            .ancestors(list)
            .map(|id| self.tag(id))
            .take_while(|&around| around != TidyTag::Body);
        around.find(|&around| around == tag).map(|_| true)
    }

    /// Reads the content of a list.
    pub(super) fn parse_list(&mut self, list: TidyId) {
        self.stop_reopening();
        let mut last_item = NONE;
        while let Some(mut node) = self.get(TidyMode::IgnoreWhitespace) {
            if self.ends(node, list) {
                return;
            }
            if self.insert_misc(list, node) {
                continue;
            }
            let tag = self.tag(node);
            if !self.tree.is_text(node) && tag == TidyTag::Unknown {
                continue;
            }
            if self.is_end(node) {
                if tag != TidyTag::Form && self.has(node, dict::INLINE) {
                    self.pop_inline(node);
                } else if self.end_in_list(list, node).is_some() {
                    return self.unget();
                }
                continue;
            }
            if tag != TidyTag::Li {
                self.unget();
                if self.has(node, dict::BLOCK) && self.exclude_blocks {
                    return;
                }
                if self.exiled
                    && (self.has(node, dict::TABLE | dict::ROWGRP | dict::ROW)
                        || tag == TidyTag::Table)
                {
                    return;
                }
                if self.tag(list) == TidyTag::Ol && last_item != NONE {
                    node = last_item;
                } else {
                    node = self.inferred(TidyTag::Li);
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
            self.parse(node, TidyMode::IgnoreWhitespace);
        }
    }
}
