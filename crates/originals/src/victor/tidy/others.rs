//! Reads the content of PRE, of form fields, titles, scripts, SVG and MathML.

use super::build::Build;
use super::dict::{self, TidyTag};
use super::lexer::TidyMode;
use super::tree::{NONE, TidyId, TidyNode};

impl Build {
    /// In XHTML, an element without content may have an end tag.
    pub(super) fn parse_empty(&mut self, element: TidyId, mode: TidyMode) {
        if !self.is_xhtml {
            return;
        }
        if let Some(node) = self.get(mode)
            && !self.ends(node, element)
        {
            self.unget();
        }
    }

    /// Reads the content of PRE and its likes. A block ends it, and another begins after the block.
    pub(super) fn parse_pre(&mut self, mut pre: TidyId) {
        self.reopen(NONE);
        while let Some(node) = self.get(TidyMode::Preformatted) {
            let tag = self.tag(node);
            let is_known = tag != TidyTag::Unknown;
            if self.is_end(node)
                && is_known
                && (tag == self.tag(pre) || self.tree.is_within(pre, tag))
            {
                if tag == TidyTag::Body || tag == TidyTag::Html {
                    continue;
                }
                if tag != self.tag(pre) {
                    self.unget();
                }
                return self.trim_spaces(pre);
            }
            if self.tree.is_text(node) {
                self.tree.append(pre, node);
                continue;
            }
            if self.insert_misc(pre, node) || !is_known {
                continue;
            }
            if tag == TidyTag::Param || (tag != TidyTag::P && !self.has(node, dict::INLINE)) {
                match self.block_in_pre(pre, node) {
                    Some(next) => pre = next,
                    None => return,
                }
                continue;
            }
            if tag == TidyTag::P {
                if self.is_start(node) {
                    self.trim_spaces(pre);
                    self.rename(node, TidyTag::Br);
                    self.tree[node].has_attributes = false;
                    self.tree.append(pre, node);
                }
                continue;
            }
            if self.tree.is_element(node) {
                if tag == TidyTag::Br {
                    self.trim_spaces(pre);
                }
                self.tree.append(pre, node);
                self.parse(node, TidyMode::Preformatted);
            }
        }
    }

    /// Handles a tag in PRE that is not inline. Returns the PRE to go on with, if it goes on.
    fn block_in_pre(&mut self, pre: TidyId, node: TidyId) -> Option<TidyId> {
        let is_table = self.has(node, dict::TABLE) || self.tag(node) == TidyTag::Table;
        if self.is_end(node) {
            if self.exiled && is_table {
                self.unget();
                self.trim_spaces(pre);
                return None;
            }
            return Some(pre);
        }
        if is_table || self.has(node, dict::ROW) {
            self.unget();
            return None;
        }
        self.tree.insert_after(pre, node);
        self.parse(node, TidyMode::IgnoreWhitespace);
        let next = self.inferred(TidyTag::Pre);
        let before = if self.tree[node].parent == NONE { pre } else { node };
        self.tree.insert_after(before, next);
        Some(next)
    }

    /// Reads the content of SELECT, DATALIST or OPTGROUP: only `allowed` elements.
    pub(super) fn parse_options(&mut self, field: TidyId, allowed: &[TidyTag]) {
        self.stop_reopening();
        while let Some(node) = self.get(TidyMode::IgnoreWhitespace) {
            if self.ends(node, field) {
                return self.trim_spaces(field);
            }
            if self.insert_misc(field, node) {
                continue;
            }
            if self.is_start(node) && self.tag(node).is_any(allowed) {
                self.tree.append(field, node);
                let mode = if self.tag(field) == TidyTag::OptGroup {
                    TidyMode::Mixed
                } else {
                    TidyMode::IgnoreWhitespace
                };
                self.parse(node, mode);
            }
        }
    }

    /// Reads the content of OPTION and TEXTAREA.
    pub(super) fn parse_text(&mut self, field: TidyId) {
        self.stop_reopening();
        let mode = if self.tag(field) == TidyTag::TextArea {
            TidyMode::Preformatted
        } else {
            TidyMode::Mixed
        };
        while let Some(node) = self.get(mode) {
            if self.ends(node, field) {
                return self.trim_spaces(field);
            }
            if self.insert_misc(field, node) {
                continue;
            }
            if self.tree.is_text(node) {
                if self.tree[field].content == NONE && mode != TidyMode::Preformatted {
                    self.trim_spaces(field);
                }
                if !self.tree[node].text.is_empty() {
                    self.tree.append(field, node);
                }
                continue;
            }
            if self.has(node, dict::INLINE) && !self.has(node, dict::FIELD) {
                continue;
            }
            self.unget();
            return self.trim_spaces(field);
        }
    }

    /// Reads the content of TITLE.
    pub(super) fn parse_title(&mut self, title: TidyId) {
        while let Some(node) = self.get(TidyMode::Mixed) {
            if self.tag(node) == TidyTag::Title
                && !self.tree[node].has_attributes
                && self.tree.is_element(node)
            {
                return self.trim_spaces(title);
            }
            if self.ends(node, title) {
                return self.trim_spaces(title);
            }
            if self.tree.is_text(node) {
                if self.tree[title].content == NONE {
                    self.trim_initial(title, node);
                }
                if !self.tree[node].text.is_empty() {
                    self.tree.append(title, node);
                }
                continue;
            }
            if self.insert_misc(title, node) || self.tag(node) == TidyTag::Unknown {
                continue;
            }
            self.unget();
            return self.trim_spaces(title);
        }
    }

    /// Skips the content of SCRIPT and STYLE; only whether there is any matters.
    pub(super) fn parse_script(&mut self, script: TidyId) {
        let tag = self.tag(script);
        let has_source = self.tree[script].has_source;
        if self.lexer.skip_script(tag, has_source) {
            let content = self.tree.add(TidyNode { text: "-".to_owned(), ..TidyNode::default() });
            self.tree.append(script, content);
        }
        if let Some(node) = self.get(TidyMode::IgnoreWhitespace)
            && !self.ends(node, script)
        {
            self.unget();
        }
    }

    /// Whether an element has the name of an end tag.
    fn has_same_name(&self, element: TidyId, end: TidyId) -> bool {
        self.tag(element) == self.tag(end)
            && self.tree[element].name == self.tree[end].name
            && self.tree.is_element(element)
    }

    /// Reads the content of SVG and MathML: any elements, as they are written.
    pub(super) fn parse_namespace(&mut self, base: TidyId) {
        self.defer_reopening();
        let outer_base = self.inline_base;
        self.inline_base = self.inline_count();
        let outer_depth = self.tree.ancestors(base).count();
        let mut parent = base;
        let mut depth = 0;
        while let Some(node) = self.get(TidyMode::Namespace) {
            if self.is_end(node) {
                let around = std::iter::once(parent).chain(self.tree.ancestors(parent));
                let Some((up, closed)) =
                    around.enumerate().find(|&(_, id)| self.has_same_name(id, node))
                else {
                    continue;
                };
                if up > depth {
                    self.unget();
                    break;
                }
                if closed == base {
                    break;
                }
                depth -= up + 1;
                parent = self.tree[closed].parent;
                continue;
            }
            self.tree.append(parent, node);
            if self.is_start(node) && outer_depth + depth < super::MAX_DEPTH {
                parent = node;
                depth += 1;
            }
        }
        self.inline_base = outer_base;
    }
}
