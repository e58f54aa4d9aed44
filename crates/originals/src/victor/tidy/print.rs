//! Prints the tree, as XML or XHTML: what matters are the line ends that tidy puts between text and
//! tags.

use super::TidyOutput;
use super::build::Build;
use super::dict::{self, TidyParser, TidyTag};
use super::tree::{NONE, TidyId, TidyKind};

/// A printer: where tidy's output stands.
struct PrintLine<'a, P> {
    printed: &'a mut P,
    /// Something has been printed in the current line.
    begun: bool,
}

impl<P: TidyOutput> PrintLine<'_, P> {
    fn end(&mut self) {
        self.printed.text("\n");
        self.begun = false;
    }

    fn end_if_begun(&mut self) {
        if self.begun {
            self.end();
        }
    }

    fn text(&mut self, text: &str) {
        if !text.is_empty() {
            self.printed.text(text);
            self.begun = !text.ends_with('\n');
        }
    }
}

enum PrintStep {
    Begin(TidyId),
    End(TidyId),
}

impl Build {
    pub(super) fn print(&self, printed: &mut impl TidyOutput) {
        let mut line = PrintLine { printed, begun: false };
        let mut steps = vec![PrintStep::Begin(self.tree[0].content)];
        // Only siblings wait, so this takes no more room than the tree is deep.
        while let Some(step) = steps.pop() {
            match step {
                PrintStep::Begin(NONE) => {}
                PrintStep::Begin(id) => {
                    steps.push(PrintStep::Begin(self.tree[id].next));
                    if self.begin(id, &mut line) {
                        steps.push(PrintStep::End(id));
                        steps.push(PrintStep::Begin(self.tree[id].content));
                    }
                }
                PrintStep::End(id) => self.finish_element(id, &mut line),
            }
        }
    }

    fn name(&self, id: TidyId) -> &str {
        let node = &self.tree[id];
        node.name.as_deref().unwrap_or(node.tag.entry().name)
    }

    /// Prints what a node begins with. Returns whether it is an element with content and an end tag
    /// to come.
    fn begin(&self, id: TidyId, line: &mut PrintLine<impl TidyOutput>) -> bool {
        let node = &self.tree[id];
        match node.kind {
            TidyKind::Text => line.text(&node.text),
            TidyKind::Instruction => {
                line.printed.instruction();
                line.end();
            }
            TidyKind::Comment => {
                if !self.is_xhtml {
                    line.end_if_begun();
                }
                line.begun = true;
                if node.line_ends && node.next != NONE {
                    line.end();
                }
            }
            TidyKind::Misc | TidyKind::DocType => line.begun = true,
            TidyKind::Start | TidyKind::StartEnd | TidyKind::End => {
                return self.begin_element(id, line);
            }
        }
        false
    }

    fn begin_element(&self, id: TidyId, line: &mut PrintLine<impl TidyOutput>) -> bool {
        let node = &self.tree[id];
        let is_void =
            self.has(id, dict::EMPTY) || (node.kind == TidyKind::StartEnd && !self.is_xhtml);
        let is_inline = self.has(id, dict::INLINE);
        if self.is_xhtml {
            // A text before a block ends its line.
            let after_text = self.tree.is_text(node.prev) && self.prints_content(node.parent);
            if after_text && !is_inline && node.tag != TidyTag::Unknown {
                line.end();
            } else if (!is_inline && node.tag != TidyTag::Unknown)
                || node.tag.is_any(&[TidyTag::Script, TidyTag::TextArea])
            {
                line.end_if_begun();
            }
        } else {
            line.end_if_begun();
        }
        line.printed.start(self.name(id), node.alt.as_deref());
        line.begun = true;
        if is_void {
            line.printed.end(self.name(id));
            if self.is_xhtml && node.next != NONE && self.ends_line(id) {
                line.end();
            }
            return false;
        }
        if self.is_xhtml {
            if self.is_html_or_head(id) {
                line.end();
            }
        } else if node.content != NONE
            && (self.preserves(id) || !self.tree.children(id).any(|id| self.tree.is_text(id)))
        {
            line.end();
        }
        true
    }

    /// Whether the line ends after an element without content.
    fn ends_line(&self, id: TidyId) -> bool {
        let tag = self.tag(id);
        (tag == TidyTag::Br && !self.is_in_pre(id)) || tag == TidyTag::Hr
    }

    fn finish_element(&self, id: TidyId, line: &mut PrintLine<impl TidyOutput>) {
        let node = &self.tree[id];
        let is_pre = self.is_pre(id) || node.tag == TidyTag::TextArea;
        if self.is_xhtml {
            if self.is_html_or_head(id) {
                line.end_if_begun();
            }
        } else if node.content != NONE
            && (self.preserves(id) || !self.tree.children(id).any(|id| self.tree.is_text(id)))
        {
            line.end_if_begun();
        }
        line.printed.end(self.name(id));
        line.begun = true;
        if self.is_xhtml
            && self.prints_content(id)
            && node.tag != TidyTag::Html
            && (!is_pre || node.next != NONE)
        {
            line.end();
        }
    }

    /// Whether an element is printed as a block.
    fn prints_content(&self, id: TidyId) -> bool {
        let tag = self.tag(id);
        tag != TidyTag::Unknown && tag != TidyTag::Math && !self.has(id, dict::INLINE)
    }

    fn is_html_or_head(&self, id: TidyId) -> bool {
        let tag = self.tag(id);
        self.prints_content(id)
            && (self.has(id, dict::HTML)
                || tag == TidyTag::NoFrames
                || (self.has(id, dict::HEAD) && tag != TidyTag::Title))
    }

    /// Whether the white space of an element is kept.
    fn preserves(&self, id: TidyId) -> bool {
        let tag = self.tag(id);
        tag != TidyTag::Unknown && matches!(tag.entry().parser, TidyParser::Pre)
            || tag.is_any(&[TidyTag::Script, TidyTag::Style])
    }
}
