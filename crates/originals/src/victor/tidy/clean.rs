//! What tidy changes in the finished tree: obsolete and empty elements, white space, emphasis in
//! emphasis, lists that only indent.

use super::build::Build;
use super::chars::is_white;
use super::dict::{self, TidyParser, TidyTag};
use super::tree::{NONE, TidyId, TidyKind};

impl Build {
    pub(super) fn clean(&mut self) {
        let all = self.tree.descendants(0);
        for &node in &all {
            match self.tag(node) {
                TidyTag::Dir => self.rename(node, TidyTag::Ul),
                TidyTag::Xmp | TidyTag::Listing | TidyTag::PlainText => {
                    self.rename(node, TidyTag::Pre);
                }
                _ => {}
            }
        }
        // An element that only contains empty ones is empty: from the last to the first.
        for &node in all.iter().rev() {
            if self.is_empty(node) {
                self.tree.remove(node);
            }
        }
        self.clean_spaces();
        for node in self.tree.descendants(0) {
            let tag = self.tag(node);
            if tag.is_any(&[TidyTag::B, TidyTag::I])
                && self.tag(self.tree[node].parent) == tag
                && self.tree.is_element(node)
            {
                self.tree.unwrap(node);
            }
        }
        self.indenting_lists();
    }

    /// Whether an element has neither content nor a purpose.
    fn is_empty(&self, id: TidyId) -> bool {
        let node = &self.tree[id];
        if node.kind == TidyKind::Text {
            return node.text.is_empty();
        }
        if !self.tree.is_element(id) || node.content != NONE || node.tag == TidyTag::Unknown {
            return false;
        }
        let kept = [
            TidyTag::P,
            TidyTag::Applet,
            TidyTag::Object,
            TidyTag::Title,
            TidyTag::IFrame,
            TidyTag::TextArea,
            TidyTag::Canvas,
            TidyTag::Progress,
            TidyTag::Body,
            TidyTag::ColGroup,
            TidyTag::Dd,
        ];
        let is_kept = (node.has_attributes
            && (self.has(id, dict::BLOCK) || node.tag.is_any(&[TidyTag::A, TidyTag::Option])))
            || self.has(id, dict::ROW | dict::EMPTY)
            || node.tag.is_any(&kept)
            || (node.tag == TidyTag::Script && node.has_source)
            || node.is_named;
        !is_kept
    }

    /// Drops white space at the edges of blocks and around BR, and text nodes of nothing else.
    fn clean_spaces(&mut self) {
        for node in self.tree.descendants(0) {
            if !self.tree.is_text(node) {
                continue;
            }
            if self.may_clean(node) {
                if self.begins_clean(node) {
                    let text = &mut self.tree[node].text;
                    let white = text.len() - text.trim_start_matches(is_white).len();
                    text.drain(..white);
                }
                if self.ends_clean(node) {
                    let text = &mut self.tree[node].text;
                    text.truncate(text.trim_end_matches(is_white).len());
                }
            }
            if self.tree[node].text.is_empty() {
                self.tree.remove(node);
            }
        }
    }

    fn may_clean(&self, node: TidyId) -> bool {
        let parent = self.tag(self.tree[node].parent);
        !self.is_in_pre(node)
            && (parent == TidyTag::Unknown || parent.entry().parser != TidyParser::Script)
    }

    fn begins_clean(&self, node: TidyId) -> bool {
        let prev = self.tree[node].prev;
        let parent = self.tree[node].parent;
        if prev != NONE {
            return self.tag(prev) == TidyTag::Br
                || (!self.has(prev, dict::INLINE) && self.tree.is_element(prev));
        }
        !self.has(parent, dict::INLINE)
            || (self.tree[parent].prev == NONE && !self.has(self.tree[parent].parent, dict::INLINE))
    }

    fn ends_clean(&self, node: TidyId) -> bool {
        let next = self.tree[node].next;
        let parent = self.tree[node].parent;
        if next == NONE {
            let after = self.tree[parent].next;
            return !self.has(parent, dict::INLINE)
                || (after != NONE && !self.has(after, dict::INLINE));
        }
        if self.tag(next) == TidyTag::Br {
            return true;
        }
        if self.has(next, dict::INLINE) {
            return false;
        }
        self.tree.is_element(next)
            || (self.tree.is_text(next) && self.tree[next].text.starts_with(is_white))
    }

    /// Makes DIVs of lists whose only item was inserted, and that only indent.
    fn indenting_lists(&mut self) {
        for list in self.tree.descendants(0).into_iter().rev() {
            let item = self.tree[list].content;
            let is_list = self.tree.is_element(list)
                && self.tag(list) != TidyTag::Unknown
                && self.parser_of(self.tag(list)) == TidyParser::List;
            if is_list && item != NONE && self.tree[list].last == item && self.tree[item].implicit {
                self.tree.unwrap(item);
                self.rename(list, TidyTag::BlockQuote);
            }
        }
        for quote in self.tree.descendants(0) {
            let is_implicit = self.tag(quote) == TidyTag::BlockQuote && self.tree[quote].implicit;
            if !is_implicit || self.tree[quote].parent == NONE {
                continue;
            }
            loop {
                let child = self.tree[quote].content;
                if child == NONE
                    || self.tree[quote].last != child
                    || self.tag(child) != TidyTag::BlockQuote
                {
                    break;
                }
                self.tree.unwrap(child);
            }
            self.rename(quote, TidyTag::Div);
        }
    }
}
