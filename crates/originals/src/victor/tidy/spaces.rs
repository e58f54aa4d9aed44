//! White space at the edges of elements, which tidy moves out of inline elements.

use super::build::Build;
use super::dict::{self, TidyParser, TidyTag};
use super::tree::{NONE, TidyId, TidyNode};

impl Build {
    pub(super) fn is_pre(&self, id: TidyId) -> bool {
        self.tag(id) != TidyTag::Unknown && self.tag(id).entry().parser == TidyParser::Pre
    }

    pub(super) fn is_in_pre(&self, id: TidyId) -> bool {
        self.tree.ancestors(id).any(|id| self.is_pre(id))
    }

    fn gives_space(&self, element: TidyId) -> bool {
        self.has(element, dict::INLINE) && !self.has(element, dict::FIELD)
    }

    /// Moves the space at the beginning of an inline element's text before the element.
    pub(super) fn trim_initial(&mut self, element: TidyId, text: TidyId) {
        if !self.tree.is_text(text) || !self.tree[text].text.starts_with(' ') {
            return;
        }
        if self.gives_space(element) {
            let prev = self.tree[element].prev;
            if self.tree.is_text(prev) {
                let before = &mut self.tree[prev].text;
                if !before.ends_with(' ') {
                    before.push(' ');
                }
            } else if self.tree[element].parent != NONE {
                let space = self.tree.add(TidyNode { text: " ".to_owned(), ..TidyNode::default() });
                self.tree.insert_before(element, space);
            }
        }
        self.tree[text].text.remove(0);
    }

    /// Moves the spaces at both ends of an inline element's content out of it.
    pub(super) fn trim_spaces(&mut self, element: TidyId) {
        let TidyNode { content, last, .. } = self.tree[element];
        // Most elements have no space there: the way to the root is only taken for the others.
        let begins = self.tree.is_text(content) && self.tree[content].text.starts_with(' ');
        let ends = self.tree.is_text(last) && self.tree[last].text.ends_with(' ');
        if !(begins || ends) || self.tag(element) == TidyTag::Pre || self.is_in_pre(element) {
            return;
        }
        self.trim_initial(element, content);
        if self.tree.is_text(last) && self.tree[last].text.ends_with(' ') {
            self.tree[last].text.pop();
            self.lexer.insert_space |= self.gives_space(element);
        }
    }
}
