//! Reads the content of inline elements, paragraphs and headings.

use super::build::Build;
use super::dict::{self, Tag};
use super::lexer::Mode;
use super::tree::{Id, Kind, NONE};

/// Inline elements that have an effect inside another one of their name.
const CUMULATIVE: &[Tag] =
    &[Tag::A, Tag::Font, Tag::Big, Tag::Small, Tag::Sub, Tag::Sup, Tag::Q, Tag::Span];

impl Build {
    /// Reads the content of an element that may have text and inline elements.
    pub(super) fn parse_inline(&mut self, element: Id, mode: Mode) {
        if self.has(element, dict::EMPTY) {
            return;
        }
        let around = self.tag(element);
        if (self.has(element, dict::BLOCK) || around == Tag::Dt) && !self.has(element, dict::MIXED)
        {
            self.reopen(NONE);
        } else if self.has(element, dict::INLINE) {
            self.push_inline(element);
        }
        let mode = if mode == Mode::Preformatted { mode } else { Mode::Mixed };
        let mut inline = Inline { element, around, mode, keeps: mode == Mode::Preformatted };
        while let Some(node) = self.get(mode) {
            if self.ends(node, inline.element) {
                return self.end_inline(&inline, node);
            }
            match self.node_in_inline(&inline, node) {
                Step::Skip => {}
                Step::Split(second) => inline.element = second,
                Step::Finish => return self.finish(inline.element, inline.keeps),
                Step::Return => return,
            }
        }
    }

    /// Handles the end tag of the element.
    fn end_inline(&mut self, inline: &Inline, end: Id) {
        if self.has(inline.element, dict::INLINE) {
            self.pop_inline(end);
        }
        self.finish(inline.element, inline.keeps);
        self.move_font_inside(inline.element);
        self.trim_spaces(inline.element);
    }

    /// Handles a token in an inline element, a paragraph or a heading.
    fn node_in_inline(&mut self, inline: &Inline, node: Id) -> Step {
        let &Inline { element, around, mode, keeps } = inline;
        if self.is_start(node) && self.repeats(element, node) {
            let last = self.tree[element].last;
            if !self.tree[node].has_attributes
                && self.tree.is_text(last)
                && !self.tree[last].text.ends_with([' ', '\n'])
                && !self.tree[last].text.is_empty()
            {
                self.tree[node].kind = Kind::End;
                self.unget();
                return Step::Skip;
            }
        }
        if self.tree.is_text(node) {
            if self.tree[element].content == NONE && !keeps {
                self.trim_spaces(element);
            }
            if !self.tree[node].text.is_empty() {
                self.tree.append(element, node);
            }
            return Step::Skip;
        }
        if self.insert_misc(element, node) {
            return Step::Skip;
        }
        let tag = self.tag(node);
        if tag == Tag::Html {
            if self.tree.is_element(node) {
                return Step::Skip;
            }
            self.unget();
            return Step::Finish;
        }
        if tag == Tag::P && self.is_start(node) {
            if keeps || around == Tag::Dt || self.tree.is_within(element, Tag::Dt) {
                self.tree[node].tag = Tag::Br;
                self.trim_spaces(element);
                self.tree.append(element, node);
                return Step::Skip;
            }
            if around == Tag::Address {
                self.tree.append(element, node);
                self.parse(node, mode);
                return Step::Skip;
            }
        }
        if tag == Tag::Unknown || tag == Tag::Param {
            return Step::Skip;
        }
        self.tag_in_inline(inline, node)
    }

    /// Handles a known tag in an inline element, a paragraph or a heading.
    fn tag_in_inline(&mut self, inline: &Inline, node: Id) -> Step {
        let &Inline { element, around, mode, keeps } = inline;
        let tag = self.tag(node);
        if self.is_end(node) {
            match self.end_in_inline(element, node, keeps) {
                End::Skip => return Step::Skip,
                End::Return => return Step::Return,
                End::Go => {}
            }
        }
        if self.has(node, dict::HEADING) && self.has(element, dict::HEADING) {
            if tag != around {
                self.unget();
            }
            return Step::Finish;
        }
        if tag == Tag::A
            && !self.tree[node].implicit
            && (around == Tag::A || self.tree.is_within(element, Tag::A))
        {
            let coerced = !self.is_end(node) && !self.tree[node].has_attributes;
            self.unget();
            if coerced {
                self.tree[node].kind = Kind::End;
                return Step::Skip;
            }
            return Step::Finish;
        }
        if let Some(second) = self.split_by(element, node, keeps) {
            return Step::Split(second);
        }
        if self.is_end(node) && self.tree.is_within(element, tag) {
            if self.is_pushed_last(element, node) {
                self.pop_inline(element);
            }
            self.unget();
            return Step::Finish;
        }
        if !self.has(node, dict::INLINE) && !self.has(element, dict::MIXED) {
            return self.block_in_inline(inline, node);
        }
        if self.tree.is_element(node) {
            if tag == Tag::Br {
                self.trim_spaces(element);
            }
            self.tree.append(element, node);
            self.parse(node, mode);
        }
        Step::Skip
    }

    /// Handles a tag that is not inline, which ends the element.
    fn block_in_inline(&mut self, inline: &Inline, node: Id) -> Step {
        let element = inline.element;
        if !self.tree.is_element(node) {
            return Step::Skip;
        }
        if self.has(node, dict::HEAD) && !self.has(node, dict::BLOCK) {
            self.move_to_head(node);
            return Step::Skip;
        }
        if inline.around == Tag::A {
            if !self.has(node, dict::HEADING) {
                self.pop_inline(element);
            } else if self.tree[element].content == NONE {
                self.tree.remove(element);
                self.unget();
                return Step::Return;
            }
        }
        self.unget();
        Step::Finish
    }

    fn finish(&mut self, element: Id, keeps: bool) {
        if !keeps {
            self.trim_spaces(element);
        }
    }

    /// Whether a start tag repeats the emphasis that is open: probably it was meant to end it.
    fn repeats(&self, element: Id, node: Id) -> bool {
        let tag = self.tag(node);
        tag == self.tag(element)
            && self.is_pushed(tag)
            && !self.tree[node].implicit
            && !self.tree[element].implicit
            && self.has(node, dict::INLINE)
            && !tag.is_any(CUMULATIVE)
    }

    /// Puts a FONT that contains only a link inside the link.
    fn move_font_inside(&mut self, element: Id) {
        let child = self.tree[element].content;
        if self.tag(element) != Tag::Font
            || self.tag(child) != Tag::A
            || self.tree[element].last != child
        {
            return;
        }
        if !self.tree.is_element(child) || self.tree[element].parent == NONE {
            return;
        }
        self.tree.remove(child);
        self.tree.insert_before(element, child);
        self.tree.remove(element);
        while self.tree[child].content != NONE {
            let inner = self.tree[child].content;
            self.tree.remove(inner);
            self.tree.append(element, inner);
        }
        self.tree.append(child, element);
    }

    /// Handles an end tag that is not the element's.
    fn end_in_inline(&mut self, element: Id, node: Id, keeps: bool) -> End {
        let tag = self.tag(node);
        let around = self.tag(element);
        if tag == Tag::Br {
            self.tree[node].kind = Kind::Start;
        } else if tag == Tag::P {
            if !self.tree.is_within(element, Tag::P) {
                self.rename(node, Tag::Br);
                self.trim_spaces(element);
                self.tree.append(element, node);
                let second = self.inferred(Tag::Br);
                self.tree.append(element, second);
                return End::Skip;
            }
        } else if self.has(node, dict::INLINE)
            && tag != Tag::A
            && !self.has(node, dict::OBJECT)
            && self.has(element, dict::INLINE)
        {
            if around != Tag::A
                && tag != around
                && self.is_pushed(tag)
                && self.is_pushed(around)
                && self.switch_inlines(element, node)
            {
                self.unget();
                self.reopen_one(element);
                self.finish(element, keeps);
                return End::Return;
            }
            self.pop_inline(element);
            if around == Tag::A {
                return End::Skip;
            }
            self.finish(element, keeps);
            return End::Return;
        } else if self.exiled && (self.has(node, dict::TABLE) || tag == Tag::Table) {
            self.unget();
            self.trim_spaces(element);
            return End::Return;
        }
        End::Go
    }

    /// Splits a heading at a CENTER, DIV or HR, and a DT at an HR. Returns the part to go on with.
    fn split_by(&mut self, element: Id, node: Id, keeps: bool) -> Option<Id> {
        let tag = self.tag(node);
        let splits_heading =
            self.has(element, dict::HEADING) && tag.is_any(&[Tag::Center, Tag::Div, Tag::Hr]);
        let splits_term = self.tag(element) == Tag::Dt && tag == Tag::Hr;
        if !splits_heading && !splits_term {
            return None;
        }
        if !self.tree.is_element(node) {
            return Some(element);
        }
        let is_around = splits_heading && tag != Tag::Hr;
        let between = if splits_term { self.inferred(Tag::Dd) } else { node };
        if self.tree[element].content == NONE {
            if is_around {
                self.tree.wrap(element, node);
            } else {
                self.tree.insert_before(element, between);
            }
            if splits_term {
                self.tree.append(between, node);
            }
            return Some(element);
        }
        self.tree.insert_after(element, between);
        if splits_term {
            self.tree.append(between, node);
        }
        self.finish(element, keeps);
        let second = self.cloned(element);
        if is_around {
            self.tree.append(node, second);
        } else {
            self.tree.insert_after(between, second);
        }
        Some(second)
    }
}

/// An element whose content is read.
struct Inline {
    /// The element, or its last part if it was split.
    element: Id,
    around: Tag,
    mode: Mode,
    /// Whether its white space stays.
    keeps: bool,
}

/// What to do after a token.
enum Step {
    /// Go on.
    Skip,
    /// Go on in this part of the element.
    Split(Id),
    /// End the element.
    Finish,
    /// Nothing more: the element has ended.
    Return,
}

/// What to do after an end tag.
enum End {
    /// Handle it like other tags.
    Go,
    /// Nothing more.
    Skip,
    /// The element has ended.
    Return,
}
