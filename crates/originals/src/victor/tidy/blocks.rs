//! Reads the content of blocks.

use super::build::Build;
use super::dict::{self, Parser, Tag};
use super::lexer::Mode;
use super::tree::{Id, Kind, NONE};

impl Build {
    /// Reads the content of an element that may have text, inline elements and blocks.
    pub(super) fn parse_block(&mut self, element: Id, mut mode: Mode) {
        if self.has(element, dict::EMPTY) {
            return;
        }
        let outer_base = self.inline_base;
        let is_object = self.has(element, dict::OBJECT);
        if is_object {
            self.inline_base = self.inline_count();
        }
        let is_mixed = self.has(element, dict::MIXED);
        if !is_mixed {
            self.reopen(NONE);
        }
        if !self.has(element, dict::INLINE) || self.has(element, dict::FIELD) {
            mode = Mode::IgnoreWhitespace;
        } else if mode == Mode::IgnoreWhitespace {
            mode = Mode::Mixed;
        }
        let mut may_reopen = true;
        while let Some(mut node) = self.get(mode) {
            let tag = self.tag(node);
            if self.is_end(node)
                && tag != Tag::Unknown
                && (tag == self.tag(element) || tag == self.tree[element].was)
            {
                break;
            }
            if tag == Tag::Body && self.tree.is_within(element, Tag::Head) {
                self.unget();
                break;
            }
            if tag.is_any(&[Tag::Html, Tag::Head, Tag::Body]) {
                continue;
            }
            if self.is_end(node) {
                match tag {
                    Tag::Unknown => continue,
                    Tag::Br => self.tree[node].kind = Kind::Start,
                    Tag::P => {
                        (self.tree[node].kind, self.tree[node].implicit) = (Kind::StartEnd, true)
                    }
                    _ if self.tree.is_within(element, tag) => {
                        self.unget();
                        break;
                    }
                    _ if self.exiled && (self.has(node, dict::TABLE) || tag == Tag::Table) => {
                        self.unget();
                        return self.trim_spaces(element);
                    }
                    _ => {}
                }
            }
            if self.tree.is_text(node) {
                if std::mem::take(&mut may_reopen) && !is_mixed && self.reopen(node) {
                    continue;
                }
                self.tree.append(element, node);
                mode = Mode::Mixed;
                continue;
            }
            if self.insert_misc(element, node) {
                continue;
            }
            if tag == Tag::Param || tag == Tag::Area {
                let allowed = if tag == Tag::Param {
                    self.has(element, dict::PARAM)
                } else {
                    self.tag(element) == Tag::Map
                };
                if allowed && self.tree.is_element(node) {
                    self.tree.append(element, node);
                }
                continue;
            }
            if tag == Tag::Unknown {
                continue;
            }
            if !self.has(node, dict::INLINE) {
                match self.not_inline(element, node) {
                    Next::Node(other) => node = other,
                    Next::Skip => continue,
                    Next::Return => {
                        if is_object {
                            self.pop_to_base();
                            self.inline_base = outer_base;
                        }
                        return self.trim_spaces(element);
                    }
                    Next::Abandon => return,
                }
            }
            let tag = self.tag(node);
            if tag == Tag::A
                && !self.tree[node].implicit
                && (self.tag(element) == Tag::A || self.tree.is_within(element, Tag::A))
            {
                if !self.is_end(node) && !self.tree[node].has_attributes {
                    self.tree[node].kind = Kind::End;
                    self.unget();
                    continue;
                }
                if self.tag(element) == Tag::A {
                    self.unget();
                }
                return self.trim_spaces(element);
            }
            if self.tree.is_element(node) {
                if self.has(node, dict::INLINE) {
                    if may_reopen && !self.tree[node].implicit {
                        may_reopen = false;
                        if !is_mixed && self.reopen(node) {
                            continue;
                        }
                    }
                    mode = Mode::Mixed;
                } else {
                    may_reopen = true;
                    mode = Mode::IgnoreWhitespace;
                }
                if tag == Tag::Br {
                    self.trim_spaces(element);
                }
                self.tree.append(element, node);
                self.parse(node, Mode::IgnoreWhitespace);
                continue;
            }
            if self.is_end(node) {
                self.pop_inline(node);
            }
        }
        if is_object {
            self.pop_to_base();
            self.inline_base = outer_base;
        }
        self.trim_spaces(element);
    }

    /// Decides what to do with a tag in a block that is not inline.
    fn not_inline(&mut self, element: Id, node: Id) -> Next {
        if !self.tree.is_element(node) {
            return Next::Skip;
        }
        let tag = self.tag(node);
        let around = self.tag(element);
        if around == Tag::Li && tag.is_any(&[Tag::Frame, Tag::FrameSet, Tag::OptGroup, Tag::Option])
        {
            return Next::Skip;
        }
        if around == Tag::Td || around == Tag::Th {
            if self.has(node, dict::HEAD) {
                self.move_to_head(node);
                return Next::Skip;
            }
            let list = self.list_of(node);
            if let Some(list) = list {
                self.unget();
                self.exclude_blocks = true;
                return Next::Node(self.inferred(list));
            }
            if !self.has(node, dict::BLOCK) {
                self.unget();
                return Next::Return;
            }
        } else if self.has(node, dict::BLOCK) {
            if self.exclude_blocks {
                self.unget();
                return Next::Return;
            }
        } else {
            return self.neither(element, node);
        }
        Next::Node(node)
    }

    /// Decides what to do with a tag that is neither inline nor a block: items of lists, parts of
    /// tables.
    fn neither(&mut self, element: Id, node: Id) -> Next {
        if self.has(node, dict::HEAD) {
            self.move_to_head(node);
            return Next::Skip;
        }
        let tag = self.tag(node);
        let parent = self.tree[element].parent;
        if self.tag(element) == Tag::Form
            && self.tag(parent) == Tag::Td
            && self.tree[parent].implicit
        {
            if tag == Tag::Td {
                return Next::Skip;
            }
            if tag == Tag::Th {
                self.tree[parent].tag = Tag::Th;
                return Next::Skip;
            }
        }
        self.unget();
        match self.list_of(node) {
            Some(Tag::Ul) => {
                let in_list = self.tag(parent) != Tag::Unknown
                    && self.parser_of(self.tag(parent)) == Parser::List;
                if in_list { Next::Return } else { Next::Node(self.inferred(Tag::Ul)) }
            }
            Some(list) if self.tag(parent) != list => Next::Node(self.inferred(list)),
            Some(_) => Next::Return,
            None if self.has(node, dict::TABLE | dict::ROW) => {
                if self.exiled {
                    Next::Abandon
                } else {
                    Next::Node(self.inferred(Tag::Table))
                }
            }
            None => Next::Return,
        }
    }

    /// The list that an item needs around it.
    pub(super) fn list_of(&self, node: Id) -> Option<Tag> {
        if self.has(node, dict::LIST) {
            Some(Tag::Ul)
        } else {
            self.has(node, dict::DEFLIST).then_some(Tag::Dl)
        }
    }
}

/// What to do with a tag.
enum Next {
    /// Go on with this node.
    Node(Id),
    /// Nothing more.
    Skip,
    /// End the element.
    Return,
    /// End the element as it is.
    Abandon,
}
