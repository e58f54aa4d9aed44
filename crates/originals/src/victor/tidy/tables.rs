//! Reads the content of tables.

use super::build::Build;
use super::dict::{self, TidyTag};
use super::lexer::TidyMode;
use super::tree::{NONE, TidyId};

impl Build {
    /// Reads the content of a table.
    pub(super) fn parse_table(&mut self, table: TidyId) {
        self.defer_reopening();
        let outer_base = self.inline_base;
        self.inline_base = self.inline_count();
        while let Some(mut node) = self.get(TidyMode::IgnoreWhitespace) {
            if self.ends(node, table) {
                break;
            }
            if self.insert_misc(table, node) || self.is_unknown(node) {
                continue;
            }
            let tag = self.tag(node);
            if !self.is_end(node) {
                if tag.is_any(&[TidyTag::Td, TidyTag::Th, TidyTag::Table]) {
                    self.unget();
                    node = self.inferred(TidyTag::Tr);
                } else if self.tree.is_text(node) || self.has(node, dict::BLOCK | dict::INLINE) {
                    self.tree.insert_before(table, node);
                    self.parse_exiled(node);
                    continue;
                } else if self.has(node, dict::HEAD) {
                    self.move_to_head(node);
                    continue;
                }
            } else {
                let inside = dict::TABLE | dict::ROW | dict::BLOCK | dict::INLINE;
                if tag == TidyTag::Form || self.has(node, inside) {
                    continue;
                }
                if self.tree.is_within(table, tag) {
                    self.unget();
                    break;
                }
            }
            if !self.has(node, dict::TABLE) {
                self.unget();
                break;
            }
            if self.tree.is_element(node) {
                self.tree.append(table, node);
                self.parse(node, TidyMode::IgnoreWhitespace);
            }
        }
        self.inline_base = outer_base;
    }

    fn is_unknown(&self, node: TidyId) -> bool {
        self.tag(node) == TidyTag::Unknown && !self.tree.is_text(node)
    }

    /// Reads the content of a node that was moved before its table.
    fn parse_exiled(&mut self, node: TidyId) {
        self.exiled = true;
        if !self.tree.is_text(node) {
            self.parse(node, TidyMode::IgnoreWhitespace);
        }
        self.exiled = false;
    }

    fn move_before_table(&mut self, row: TidyId, node: TidyId) {
        let table = self.tree.ancestors(row).find(|&id| self.tag(id) == TidyTag::Table);
        let at = table.unwrap_or(self.tree[row].parent);
        if at != NONE && self.tree[at].parent != NONE {
            self.tree.insert_before(at, node);
        } else {
            self.tree.insert_before(row, node);
        }
    }

    /// Reads the content of THEAD, TBODY or TFOOT.
    pub(super) fn parse_row_group(&mut self, group: TidyId) {
        while let Some(mut node) = self.get(TidyMode::IgnoreWhitespace) {
            let tag = self.tag(node);
            if tag == self.tag(group) {
                if !self.is_end(node) {
                    self.unget();
                }
                return;
            }
            if tag == TidyTag::Table && self.is_end(node) {
                return self.unget();
            }
            if self.insert_misc(group, node) || self.is_unknown(node) {
                continue;
            }
            if !self.is_end(node) {
                if tag.is_any(&[TidyTag::Td, TidyTag::Th]) {
                    self.unget();
                    node = self.inferred(TidyTag::Tr);
                } else if self.tree.is_text(node) || self.has(node, dict::BLOCK | dict::INLINE) {
                    self.move_before_table(group, node);
                    self.parse_exiled(node);
                    continue;
                } else if self.has(node, dict::HEAD) {
                    self.move_to_head(node);
                    continue;
                }
            } else {
                let is_inside = tag == TidyTag::Form
                    || self.has(node, dict::BLOCK | dict::INLINE)
                    || tag.is_any(&[TidyTag::Tr, TidyTag::Td, TidyTag::Th]);
                if !is_inside && self.tree.is_within(group, tag) {
                    return self.unget();
                }
                continue;
            }
            if self.has(node, dict::ROWGRP) {
                return self.unget();
            }
            if self.tag(node) != TidyTag::Tr {
                node = self.inferred(TidyTag::Tr);
                self.unget();
            }
            self.tree.append(group, node);
            self.parse(node, TidyMode::IgnoreWhitespace);
        }
    }

    /// Reads the content of a row.
    pub(super) fn parse_row(&mut self, row: TidyId) {
        while let Some(mut node) = self.get(TidyMode::IgnoreWhitespace) {
            let tag = self.tag(node);
            if tag == TidyTag::Tr {
                if !self.is_end(node) {
                    self.unget();
                }
                if self.tree[row].content == NONE {
                    let cell = self.inferred(TidyTag::Td);
                    self.tree.append(row, cell);
                }
                return;
            }
            if self.is_end(node) {
                if (self.has(node, dict::HTML | dict::TABLE) || tag == TidyTag::Table)
                    && self.tree.is_within(row, tag)
                {
                    return self.unget();
                }
                if tag == TidyTag::Form
                    || self.has(node, dict::BLOCK | dict::INLINE)
                    || tag.is_any(&[TidyTag::Td, TidyTag::Th])
                {
                    continue;
                }
            }
            if self.insert_misc(row, node) || self.is_unknown(node) || tag == TidyTag::Table {
                continue;
            }
            if self.has(node, dict::ROWGRP) {
                return self.unget();
            }
            if self.is_end(node) {
                continue;
            }
            if tag == TidyTag::Form {
                self.unget();
                node = self.inferred(TidyTag::Td);
            } else if self.tree.is_text(node) || self.has(node, dict::BLOCK | dict::INLINE) {
                self.move_before_table(row, node);
                let excluded = std::mem::replace(&mut self.exclude_blocks, false);
                self.parse_exiled(node);
                self.exclude_blocks = excluded;
                continue;
            } else if self.has(node, dict::HEAD) {
                self.move_to_head(node);
                continue;
            }
            if !self.tag(node).is_any(&[TidyTag::Td, TidyTag::Th]) {
                continue;
            }
            self.tree.append(row, node);
            let excluded = std::mem::replace(&mut self.exclude_blocks, false);
            self.parse(node, TidyMode::IgnoreWhitespace);
            self.exclude_blocks = excluded;
            self.pop_to_base();
        }
    }

    /// Reads the content of COLGROUP.
    pub(super) fn parse_col_group(&mut self, group: TidyId) {
        while let Some(node) = self.get(TidyMode::IgnoreWhitespace) {
            let tag = self.tag(node);
            if self.ends(node, group) {
                return;
            }
            if self.is_end(node)
                && tag != TidyTag::Form
                && tag != TidyTag::Unknown
                && self.tree.is_within(group, tag)
            {
                return self.unget();
            }
            if self.tree.is_text(node) {
                return self.unget();
            }
            if self.insert_misc(group, node)
                || tag == TidyTag::Unknown
                || (tag == TidyTag::Form && self.is_end(node))
            {
                continue;
            }
            if tag != TidyTag::Col {
                return self.unget();
            }
            if !self.is_end(node) {
                self.tree.append(group, node);
                self.parse(node, TidyMode::IgnoreWhitespace);
            }
        }
    }
}
