//! Reads the content of blocks.

use super::build::{Build, Next, TidyContent};
use super::dict::{self, TidyParser, TidyTag};
use super::lexer::TidyMode;
use super::tree::{NONE, TidyId, TidyKind};

impl Build {
    /// Reads the content of an element that may have text, inline elements and blocks.
    pub(super) fn parse_block(&mut self, element: TidyId, mode: TidyMode) {
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
            TidyMode::IgnoreWhitespace
        } else if mode == TidyMode::IgnoreWhitespace {
            TidyMode::Mixed
        } else {
            mode
        };
        let mut content = TidyContent { mode, may_reopen: true, is_mixed };
        let mut end = BlockEnd::Complete;
        while let Some(node) = self.get(content.mode) {
            if let Some(found) = self.node_in_block(element, node, &mut content) {
                end = found;
                break;
            }
        }
        if is_object && end == BlockEnd::Complete {
            self.pop_to_base();
            self.inline_base = outer_base;
        }
        if end != BlockEnd::Abandoned {
            self.trim_spaces(element);
        }
    }

    /// Handles a token in a block. Returns how the block ends, if it does.
    fn node_in_block(
        &mut self,
        element: TidyId,
        node: TidyId,
        content: &mut TidyContent,
    ) -> Option<BlockEnd> {
        let tag = self.tag(node);
        if self.is_end(node)
            && tag != TidyTag::Unknown
            && (tag == self.tag(element) || tag == self.tree[element].was)
        {
            return Some(BlockEnd::Complete);
        }
        if tag == TidyTag::Body && self.tree.is_within(element, TidyTag::Head) {
            self.unget();
            return Some(BlockEnd::Complete);
        }
        if tag.is_any(&[TidyTag::Html, TidyTag::Head, TidyTag::Body]) {
            return None;
        }
        if self.is_end(node) {
            match tag {
                TidyTag::Unknown => return None,
                TidyTag::Br | TidyTag::P => self.make_element(node),
                _ if self.tree.is_within(element, tag) => {
                    self.unget();
                    return Some(BlockEnd::Complete);
                }
                _ if self.exiled && (self.has(node, dict::TABLE) || tag == TidyTag::Table) => {
                    self.unget();
                    return Some(BlockEnd::Early);
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
        if tag == TidyTag::Param || tag == TidyTag::Area {
            let allowed = if tag == TidyTag::Param {
                self.has(element, dict::PARAM)
            } else {
                self.tag(element) == TidyTag::Map
            };
            if allowed && self.tree.is_element(node) {
                self.tree.append(element, node);
            }
            return None;
        }
        if tag == TidyTag::Unknown { None } else { self.element_in_block(element, node, content) }
    }

    /// Handles a known tag in a block. Returns how the block ends, if it does.
    fn element_in_block(
        &mut self,
        element: TidyId,
        mut node: TidyId,
        content: &mut TidyContent,
    ) -> Option<BlockEnd> {
        if !self.has(node, dict::INLINE) {
            match self.not_inline(element, node) {
                Next::Node(other) => node = other,
                Next::Skip => return None,
                Next::Return => return Some(BlockEnd::Complete),
                Next::Abandon => return Some(BlockEnd::Abandoned),
            }
        }
        let tag = self.tag(node);
        if tag == TidyTag::A
            && !self.tree[node].implicit
            && (self.tag(element) == TidyTag::A || self.tree.is_within(element, TidyTag::A))
        {
            if !self.is_end(node) && !self.tree[node].has_attributes {
                self.tree[node].kind = TidyKind::End;
                self.unget();
                return None;
            }
            if self.tag(element) == TidyTag::A {
                self.unget();
            }
            return Some(BlockEnd::Early);
        }
        if self.tree.is_element(node) {
            if self.reopens_before(node, content) {
                return None;
            }
            if tag == TidyTag::Br {
                self.trim_spaces(element);
            }
            self.tree.append(element, node);
            self.parse(node, TidyMode::IgnoreWhitespace);
        } else if self.is_end(node) {
            self.pop_inline(node);
        }
        None
    }

    /// Decides what to do with a tag in a block that is not inline.
    fn not_inline(&mut self, element: TidyId, node: TidyId) -> Next {
        if !self.tree.is_element(node) {
            return Next::Skip;
        }
        let tag = self.tag(node);
        let around = self.tag(element);
        if around == TidyTag::Li
            && tag.is_any(&[TidyTag::Frame, TidyTag::FrameSet, TidyTag::OptGroup, TidyTag::Option])
        {
            return Next::Skip;
        }
        if around == TidyTag::Td || around == TidyTag::Th {
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
    fn neither(&mut self, element: TidyId, node: TidyId) -> Next {
        if self.has(node, dict::HEAD) {
            self.move_to_head(node);
            return Next::Skip;
        }
        let tag = self.tag(node);
        let parent = self.tree[element].parent;
        if self.tag(element) == TidyTag::Form
            && self.tag(parent) == TidyTag::Td
            && self.tree[parent].implicit
        {
            if tag == TidyTag::Td {
                return Next::Skip;
            }
            if tag == TidyTag::Th {
                self.tree[parent].tag = TidyTag::Th;
                return Next::Skip;
            }
        }
        self.unget();
        match self.list_of(node) {
            Some(TidyTag::Ul) => {
                let in_list = self.tag(parent) != TidyTag::Unknown
                    && self.parser_of(self.tag(parent)) == TidyParser::List;
                if in_list { Next::Return } else { Next::Node(self.inferred(TidyTag::Ul)) }
            }
            Some(list) if self.tag(parent) != list => Next::Node(self.inferred(list)),
            Some(_) => Next::Return,
            None if self.has(node, dict::TABLE | dict::ROW) => {
                if self.exiled {
                    Next::Abandon
                } else {
                    Next::Node(self.inferred(TidyTag::Table))
                }
            }
            None => Next::Return,
        }
    }

    /// The list that an item needs around it.
    pub(super) fn list_of(&self, node: TidyId) -> Option<TidyTag> {
        if self.has(node, dict::LIST) {
            Some(TidyTag::Ul)
        } else {
            self.has(node, dict::DEFLIST).then_some(TidyTag::Dl)
        }
    }
}

/// How the content of a block ends.
#[derive(PartialEq, Eq)]
enum BlockEnd {
    /// Its end tag, or a tag that implies it. OBJECT then closes its inline elements.
    Complete,
    /// Another tag; inline elements stay as they are.
    Early,
    /// Another tag; spaces stay, too.
    Abandoned,
}
