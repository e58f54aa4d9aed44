//! Reads the content of inline elements, paragraphs and headings.

use super::build::Build;
use super::dict::{self, TidyTag};
use super::lexer::TidyMode;
use super::tree::{NONE, TidyId, TidyKind};

/// Inline elements that have an effect inside another one of their name.
const CUMULATIVE: &[TidyTag] = &[
    TidyTag::A,
    TidyTag::Font,
    TidyTag::Big,
    TidyTag::Small,
    TidyTag::Sub,
    TidyTag::Sup,
    TidyTag::Q,
    TidyTag::Span,
];

impl Build {
    /// Reads the content of an element that may have text and inline elements.
    pub(super) fn parse_inline(&mut self, element: TidyId, mode: TidyMode) {
        if self.has(element, dict::EMPTY) {
            return;
        }
        let around = self.tag(element);
        if (self.has(element, dict::BLOCK) || around == TidyTag::Dt)
            && !self.has(element, dict::MIXED)
        {
            self.reopen(NONE);
        } else if self.has(element, dict::INLINE) {
            self.push_inline(element);
        }
        let mode = if mode == TidyMode::Preformatted { mode } else { TidyMode::Mixed };
        let mut inline =
            InlineState { element, around, mode, keeps: mode == TidyMode::Preformatted };
        while let Some(node) = self.get(mode) {
            if self.ends(node, inline.element) {
                return self.end_inline(&inline, node);
            }
            match self.node_in_inline(&inline, node) {
                InlineStep::Skip => {}
                InlineStep::Split(second) => inline.element = second,
                InlineStep::Finish => return self.finish(inline.element, inline.keeps),
                InlineStep::Return => return,
            }
        }
    }

    /// Handles the end tag of the element.
    fn end_inline(&mut self, inline: &InlineState, end: TidyId) {
        if self.has(inline.element, dict::INLINE) {
            self.pop_inline(end);
        }
        self.finish(inline.element, inline.keeps);
        self.move_font_inside(inline.element);
        self.trim_spaces(inline.element);
    }

    /// Handles a token in an inline element, a paragraph or a heading.
    fn node_in_inline(&mut self, inline: &InlineState, node: TidyId) -> InlineStep {
        let &InlineState { element, around, mode, keeps } = inline;
        if self.is_start(node) && self.repeats(element, node) {
            let last = self.tree[element].last;
            if !self.tree[node].has_attributes
                && self.tree.is_text(last)
                && !self.tree[last].text.ends_with([' ', '\n'])
                && !self.tree[last].text.is_empty()
            {
                self.tree[node].kind = TidyKind::End;
                self.unget();
                return InlineStep::Skip;
            }
        }
        if self.tree.is_text(node) {
            if self.tree[element].content == NONE && !keeps {
                self.trim_spaces(element);
            }
            if !self.tree[node].text.is_empty() {
                self.tree.append(element, node);
            }
            return InlineStep::Skip;
        }
        if self.insert_misc(element, node) {
            return InlineStep::Skip;
        }
        let tag = self.tag(node);
        if tag == TidyTag::Html {
            if self.tree.is_element(node) {
                return InlineStep::Skip;
            }
            self.unget();
            return InlineStep::Finish;
        }
        if tag == TidyTag::P && self.is_start(node) {
            if keeps || around == TidyTag::Dt || self.tree.is_within(element, TidyTag::Dt) {
                self.tree[node].tag = TidyTag::Br;
                self.trim_spaces(element);
                self.tree.append(element, node);
                return InlineStep::Skip;
            }
            if around == TidyTag::Address {
                self.tree.append(element, node);
                self.parse(node, mode);
                return InlineStep::Skip;
            }
        }
        if tag == TidyTag::Unknown || tag == TidyTag::Param {
            return InlineStep::Skip;
        }
        self.tag_in_inline(inline, node)
    }

    /// Handles a known tag in an inline element, a paragraph or a heading.
    fn tag_in_inline(&mut self, inline: &InlineState, node: TidyId) -> InlineStep {
        let &InlineState { element, around, mode, keeps } = inline;
        let tag = self.tag(node);
        if self.is_end(node) {
            match self.end_in_inline(element, node, keeps) {
                InlineEnd::Skip => return InlineStep::Skip,
                InlineEnd::Return => return InlineStep::Return,
                InlineEnd::Go => {}
            }
        }
        if self.has(node, dict::HEADING) && self.has(element, dict::HEADING) {
            if tag != around {
                self.unget();
            }
            return InlineStep::Finish;
        }
        if tag == TidyTag::A
            && !self.tree[node].implicit
            && (around == TidyTag::A || self.tree.is_within(element, TidyTag::A))
        {
            let coerced = !self.is_end(node) && !self.tree[node].has_attributes;
            self.unget();
            if coerced {
                self.tree[node].kind = TidyKind::End;
                return InlineStep::Skip;
            }
            return InlineStep::Finish;
        }
        if let Some(second) = self.split_by(element, node, keeps) {
            return InlineStep::Split(second);
        }
        if self.is_end(node) && self.tree.is_within(element, tag) {
            if self.is_pushed_last(element, node) {
                self.pop_inline(element);
            }
            self.unget();
            return InlineStep::Finish;
        }
        if !self.has(node, dict::INLINE) && !self.has(element, dict::MIXED) {
            return self.block_in_inline(inline, node);
        }
        if self.tree.is_element(node) {
            if tag == TidyTag::Br {
                self.trim_spaces(element);
            }
            self.tree.append(element, node);
            self.parse(node, mode);
        }
        InlineStep::Skip
    }

    /// Handles a tag that is not inline, which ends the element.
    fn block_in_inline(&mut self, inline: &InlineState, node: TidyId) -> InlineStep {
        let element = inline.element;
        if !self.tree.is_element(node) {
            return InlineStep::Skip;
        }
        if self.has(node, dict::HEAD) && !self.has(node, dict::BLOCK) {
            self.move_to_head(node);
            return InlineStep::Skip;
        }
        if inline.around == TidyTag::A {
            if !self.has(node, dict::HEADING) {
                self.pop_inline(element);
            } else if self.tree[element].content == NONE {
                self.tree.remove(element);
                self.unget();
                return InlineStep::Return;
            }
        }
        self.unget();
        InlineStep::Finish
    }

    fn finish(&mut self, element: TidyId, keeps: bool) {
        if !keeps {
            self.trim_spaces(element);
        }
    }

    /// Whether a start tag repeats the emphasis that is open: probably it was meant to end it.
    fn repeats(&self, element: TidyId, node: TidyId) -> bool {
        let tag = self.tag(node);
        tag == self.tag(element)
            && self.is_pushed(tag)
            && !self.tree[node].implicit
            && !self.tree[element].implicit
            && self.has(node, dict::INLINE)
            && !tag.is_any(CUMULATIVE)
    }

    /// Puts a FONT that contains only a link inside the link.
    fn move_font_inside(&mut self, element: TidyId) {
        let child = self.tree[element].content;
        if self.tag(element) != TidyTag::Font
            || self.tag(child) != TidyTag::A
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
    fn end_in_inline(&mut self, element: TidyId, node: TidyId, keeps: bool) -> InlineEnd {
        let tag = self.tag(node);
        let around = self.tag(element);
        if tag == TidyTag::Br {
            self.tree[node].kind = TidyKind::Start;
        } else if tag == TidyTag::P {
            if !self.tree.is_within(element, TidyTag::P) {
                self.rename(node, TidyTag::Br);
                self.trim_spaces(element);
                self.tree.append(element, node);
                let second = self.inferred(TidyTag::Br);
                self.tree.append(element, second);
                return InlineEnd::Skip;
            }
        } else if self.has(node, dict::INLINE)
            && tag != TidyTag::A
            && !self.has(node, dict::OBJECT)
            && self.has(element, dict::INLINE)
        {
            if around != TidyTag::A
                && tag != around
                && self.is_pushed(tag)
                && self.is_pushed(around)
                && self.switch_inlines(element, node)
            {
                self.unget();
                self.reopen_one(element);
                self.finish(element, keeps);
                return InlineEnd::Return;
            }
            self.pop_inline(element);
            if around == TidyTag::A {
                return InlineEnd::Skip;
            }
            self.finish(element, keeps);
            return InlineEnd::Return;
        } else if self.exiled && (self.has(node, dict::TABLE) || tag == TidyTag::Table) {
            self.unget();
            self.trim_spaces(element);
            return InlineEnd::Return;
        }
        InlineEnd::Go
    }

    /// Splits a heading at a CENTER, DIV or HR, and a DT at an HR. Returns the part to go on with.
    fn split_by(&mut self, element: TidyId, node: TidyId, keeps: bool) -> Option<TidyId> {
        let tag = self.tag(node);
        let splits_heading = self.has(element, dict::HEADING)
            && tag.is_any(&[TidyTag::Center, TidyTag::Div, TidyTag::Hr]);
        let splits_term = self.tag(element) == TidyTag::Dt && tag == TidyTag::Hr;
        if !splits_heading && !splits_term {
            return None;
        }
        if !self.tree.is_element(node) {
            return Some(element);
        }
        let is_around = splits_heading && tag != TidyTag::Hr;
        let between = if splits_term { self.inferred(TidyTag::Dd) } else { node };
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
struct InlineState {
    /// The element, or its last part if it was split.
    element: TidyId,
    around: TidyTag,
    mode: TidyMode,
    /// Whether its white space stays.
    keeps: bool,
}

/// What to do after a token.
enum InlineStep {
    /// Go on.
    Skip,
    /// Go on in this part of the element.
    Split(TidyId),
    /// End the element.
    Finish,
    /// Nothing more: the element has ended.
    Return,
}

/// What to do after an end tag.
enum InlineEnd {
    /// Handle it like other tags.
    Go,
    /// Nothing more.
    Skip,
    /// The element has ended.
    Return,
}
