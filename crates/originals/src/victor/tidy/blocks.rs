//! Reads the content of blocks.

use super::build::{Build, Content, Next};
use super::dict::{self, Parser, Tag};
use super::lexer::Mode;
use super::tree::{Id, Kind, NONE};

impl Build {
    /// Reads the content of an element that may have text, inline elements and blocks.
    pub(super) fn parse_block(&mut self, element: Id, mode: Mode) {
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
        let mode = if !self.has(element, dict::INLINE) || self.has(element, dict::FIELD) {
            Mode::IgnoreWhitespace
        } else if mode == Mode::IgnoreWhitespace {
            Mode::Mixed
        } else {
            mode
        };
        let mut content = Content { mode, may_reopen: true, is_mixed };
        let mut end = End::Complete;
        while let Some(node) = self.get(content.mode) {
            if let Some(found) = self.node_in_block(element, node, &mut content) {
                end = found;
                break;
            }
        }
        if is_object && end == End::Complete {
            self.pop_to_base();
            self.inline_base = outer_base;
        }
        if end != End::Abandoned {
            self.trim_spaces(element);
        }
    }

    /// Handles a token in a block. Returns how the block ends, if it does.
    fn node_in_block(&mut self, element: Id, node: Id, content: &mut Content) -> Option<End> {
        let tag = self.tag(node);
        if self.is_end(node)
            && tag != Tag::Unknown
            && (tag == self.tag(element) || tag == self.tree[element].was)
        {
            return Some(End::Complete);
        }
        if tag == Tag::Body && self.tree.is_within(element, Tag::Head) {
            self.unget();
            return Some(End::Complete);
        }
        if tag.is_any(&[Tag::Html, Tag::Head, Tag::Body]) {
            return None;
        }
        if self.is_end(node) {
            match tag {
                Tag::Unknown => return None,
                Tag::Br | Tag::P => self.make_element(node),
                _ if self.tree.is_within(element, tag) => {
                    self.unget();
                    return Some(End::Complete);
                }
                _ if self.exiled && (self.has(node, dict::TABLE) || tag == Tag::Table) => {
                    self.unget();
                    return Some(End::Early);
                }
                _ => {}
            }
        }
        if self.tree.is_text(node) {
            self.append_text(element, node, content);
            return None;
        }
        if self.insert_misc(element, node) {
            return None;
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
            return None;
        }
        if tag == Tag::Unknown { None } else { self.element_in_block(element, node, content) }
    }

    /// Handles a known tag in a block. Returns how the block ends, if it does.
    fn element_in_block(
        &mut self,
        element: Id,
        mut node: Id,
        content: &mut Content,
    ) -> Option<End> {
        if !self.has(node, dict::INLINE) {
            match self.not_inline(element, node) {
                Next::Node(other) => node = other,
                Next::Skip => return None,
                Next::Return => return Some(End::Complete),
                Next::Abandon => return Some(End::Abandoned),
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
                return None;
            }
            if self.tag(element) == Tag::A {
                self.unget();
            }
            return Some(End::Early);
        }
        if self.tree.is_element(node) {
            if self.reopens_before(node, content) {
                return None;
            }
            if tag == Tag::Br {
                self.trim_spaces(element);
            }
            self.tree.append(element, node);
            self.parse(node, Mode::IgnoreWhitespace);
        } else if self.is_end(node) {
            self.pop_inline(node);
        }
        None
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

/// How the content of a block ends.
#[derive(PartialEq, Eq)]
enum End {
    /// Its end tag, or a tag that implies it. OBJECT then closes its inline elements.
    Complete,
    /// Another tag; inline elements stay as they are.
    Early,
    /// Another tag; spaces stay, too.
    Abandoned,
}
