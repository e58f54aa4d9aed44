//! Reads the outermost elements: HTML, HEAD, BODY and frames.

use super::build::{Build, Next, TidyContent};
use super::dict::{self, TidyTag};
use super::lexer::TidyMode;
use super::tree::{NONE, TidyId, TidyKind};

/// The outermost FRAMESET of a page and its NOFRAMES; [`NONE`] as long as there is none.
struct TidyFrames {
    outermost: TidyId,
    no_frames: TidyId,
}

impl Build {
    /// Reads the page. A page without a title gets an empty one.
    pub(super) fn parse_document(&mut self) {
        self.parse_root();
        if !self.tree.children(self.head).any(|id| self.tag(id) == TidyTag::Title) {
            let title = self.inferred(TidyTag::Title);
            self.tree.append(self.head, title);
        }
    }

    fn parse_root(&mut self) {
        while let Some(node) = self.get(TidyMode::IgnoreWhitespace) {
            if self.insert_misc(0, node)
                || self.kind(node) == TidyKind::DocType
                || self.is_end(node)
            {
                continue;
            }
            if self.is_start(node) && self.tag(node) == TidyTag::Html {
                self.is_xhtml = self.tree[node].is_xhtml;
                self.parse_html(node);
            } else {
                self.unget();
                let html = self.inferred(TidyTag::Html);
                self.parse_html(html);
            }
            return;
        }
        let html = self.inferred(TidyTag::Html);
        self.parse_html(html);
    }

    fn parse_html(&mut self, html: TidyId) {
        self.tree.append(0, html);
        self.html = html;
        self.head = self.find_head(html);
        self.tree.append(html, self.head);
        self.parse_head(self.head);
        if let Some(body) = self.find_body(html) {
            self.tree.append(html, body);
            self.parse(body, TidyMode::IgnoreWhitespace);
        }
    }

    /// Reads up to HEAD. Returns the head, which may be missing in the page.
    fn find_head(&mut self, html: TidyId) -> TidyId {
        while let Some(node) = self.get(TidyMode::IgnoreWhitespace) {
            if self.tag(node) == TidyTag::Head && self.tree.is_element(node) {
                return node;
            }
            if self.tag(node) == TidyTag::Html || self.insert_misc(html, node) {
                continue;
            }
            self.unget();
            break;
        }
        self.inferred(TidyTag::Head)
    }

    /// Reads up to BODY, with all FRAMESETs. Returns the body, which may be missing in the page;
    /// `None` if the page ends after a FRAMESET.
    fn find_body(&mut self, html: TidyId) -> Option<TidyId> {
        let mut frames = TidyFrames { outermost: NONE, no_frames: NONE };
        loop {
            let Some(node) = self.get(TidyMode::IgnoreWhitespace) else {
                return (frames.outermost == NONE).then(|| self.inferred(TidyTag::Body));
            };
            let tag = self.tag(node);
            if tag == TidyTag::Html || self.insert_misc(html, node) {
                continue;
            }
            if tag.is_any(&[TidyTag::Body, TidyTag::FrameSet, TidyTag::NoFrames])
                && !self.is_start(node)
            {
                continue;
            }
            match tag {
                TidyTag::Body if frames.outermost == NONE => return Some(node),
                TidyTag::FrameSet => {
                    self.add_frame_set(html, node, &mut frames);
                    continue;
                }
                TidyTag::NoFrames if frames.outermost == NONE => {
                    return Some(self.inferred(TidyTag::Body));
                }
                TidyTag::NoFrames => {
                    if frames.no_frames == NONE {
                        frames.no_frames = node;
                        self.tree.append(frames.outermost, node);
                    }
                    self.parse(frames.no_frames, TidyMode::IgnoreWhitespace);
                    continue;
                }
                _ => {}
            }
            if self.tree.is_element(node) && self.has(node, dict::HEAD) {
                self.move_to_head(node);
                continue;
            }
            if frames.outermost != NONE && tag == TidyTag::Frame {
                continue;
            }
            self.unget();
            if frames.outermost == NONE {
                return Some(self.inferred(TidyTag::Body));
            }
            self.parse_after_frames(&mut frames);
        }
    }

    fn add_frame_set(&mut self, html: TidyId, node: TidyId, frames: &mut TidyFrames) {
        if frames.outermost == NONE {
            frames.outermost = node;
        }
        self.tree.append(html, node);
        self.parse(node, TidyMode::IgnoreWhitespace);
        for child in self.tree.children(frames.outermost) {
            if self.tag(child) == TidyTag::NoFrames {
                frames.no_frames = child;
            }
        }
    }

    /// Reads what follows a FRAMESET, which belongs to its NOFRAMES.
    fn parse_after_frames(&mut self, frames: &mut TidyFrames) {
        if frames.no_frames == NONE {
            frames.no_frames = self.inferred(TidyTag::NoFrames);
            self.tree.append(frames.outermost, frames.no_frames);
        }
        self.tree[frames.no_frames].kind = TidyKind::Start;
        self.parse(frames.no_frames, TidyMode::IgnoreWhitespace);
    }

    /// Reads the content of HEAD.
    pub(super) fn parse_head(&mut self, head: TidyId) {
        while let Some(node) = self.get(TidyMode::IgnoreWhitespace) {
            let tag = self.tag(node);
            if self.ends(node, head) {
                return;
            }
            if tag.is_any(&[TidyTag::Head, TidyTag::Html]) && self.is_start(node) {
                continue;
            }
            if self.tree.is_text(node) {
                return self.unget();
            }
            if self.insert_misc(head, node) || tag == TidyTag::Unknown {
                continue;
            }
            if !self.has(node, dict::HEAD) {
                return self.unget();
            }
            if self.tree.is_element(node) {
                self.tree.append(head, node);
                self.parse(node, TidyMode::IgnoreWhitespace);
            }
        }
    }

    /// Reads the content of BODY.
    pub(super) fn parse_body(&mut self, body: TidyId) {
        let mut content =
            TidyContent { mode: TidyMode::IgnoreWhitespace, may_reopen: true, is_mixed: false };
        let in_no_frames = self.tag(self.tree[body].parent) == TidyTag::NoFrames;
        while let Some(node) = self.get(content.mode) {
            match self.frame_in_body(body, node, in_no_frames, &mut content) {
                Next::Node(_) => {}
                Next::Skip => continue,
                Next::Return | Next::Abandon => return,
            }
            if self.insert_misc(body, node) {
                continue;
            }
            if self.tree.is_text(node) {
                let is_space = self.tree[node].text == " ";
                if !is_space || content.mode != TidyMode::IgnoreWhitespace {
                    self.append_text(body, node, &mut content);
                }
                continue;
            }
            let tag = self.tag(node);
            if tag == TidyTag::Unknown || tag == TidyTag::Param {
                continue;
            }
            self.exclude_blocks = false;
            let mut node = node;
            if tag == TidyTag::Input || !self.has(node, dict::BLOCK | dict::INLINE) {
                match self.misplaced_in_body(node) {
                    Some(other) if other == NONE => return self.unget(),
                    Some(other) => node = other,
                    None => continue,
                }
            }
            self.element_in_body(body, node, &mut content);
        }
    }

    /// Handles the tags around BODY and frames in its content.
    fn frame_in_body(
        &mut self,
        body: TidyId,
        node: TidyId,
        in_no_frames: bool,
        content: &mut TidyContent,
    ) -> Next {
        let tag = self.tag(node);
        if tag == TidyTag::Html || (tag == TidyTag::Body && self.is_start(node)) {
            return Next::Skip;
        }
        if tag == TidyTag::Body && self.is_end(node) {
            self.trim_spaces(body);
            content.mode = TidyMode::IgnoreWhitespace;
            return if in_no_frames { Next::Return } else { Next::Skip };
        }
        if tag == TidyTag::NoFrames && self.is_start(node) {
            self.tree.append(body, node);
            self.parse_block(node, content.mode);
            return Next::Skip;
        }
        if in_no_frames
            && (tag.is_any(&[TidyTag::Frame, TidyTag::FrameSet])
                || (tag == TidyTag::NoFrames && self.is_end(node)))
        {
            self.trim_spaces(body);
            self.unget();
            return Next::Return;
        }
        Next::Node(node)
    }

    /// Handles a tag that is allowed in BODY.
    fn element_in_body(&mut self, body: TidyId, node: TidyId, content: &mut TidyContent) {
        let tag = self.tag(node);
        if self.is_end(node) {
            match tag {
                TidyTag::Br | TidyTag::P => self.make_element(node),
                _ if self.has(node, dict::INLINE) => self.pop_inline(node),
                _ => {}
            }
        }
        if !self.tree.is_element(node) {
            return;
        }
        if tag == TidyTag::Main && std::mem::replace(&mut self.has_main, true) {
            return;
        }
        if self.reopens_before(node, content) {
            return;
        }
        self.tree.append(body, node);
        self.parse(node, content.mode);
    }

    /// Handles a tag that is not allowed in BODY. Returns the element that it needs around it,
    /// `NONE` if the body ends, or nothing if nothing is to be done.
    fn misplaced_in_body(&mut self, node: TidyId) -> Option<TidyId> {
        if self.has(node, dict::HTML) {
            return None;
        }
        if self.has(node, dict::HEAD) {
            self.move_to_head(node);
            return None;
        }
        if let Some(list) = self.list_of(node) {
            self.unget();
            self.exclude_blocks = true;
            return Some(self.inferred(list));
        }
        if self.has(node, dict::TABLE | dict::ROWGRP | dict::ROW) {
            self.exclude_blocks = true;
            if self.is_end(node) {
                return Some(node);
            }
            self.unget();
            return Some(self.inferred(TidyTag::Table));
        }
        if self.tag(node) == TidyTag::Input {
            self.unget();
            self.exclude_blocks = true;
            return Some(self.inferred(TidyTag::Form));
        }
        if self.has(node, dict::FIELD) { None } else { Some(NONE) }
    }

    /// Reads the content of FRAMESET.
    pub(super) fn parse_frame_set(&mut self, frames: TidyId) {
        while let Some(mut node) = self.get(TidyMode::IgnoreWhitespace) {
            if self.ends(node, frames) {
                return self.trim_spaces(frames);
            }
            if self.insert_misc(frames, node) || self.tag(node) == TidyTag::Unknown {
                continue;
            }
            if self.tree.is_element(node) && self.has(node, dict::HEAD) {
                self.move_to_head(node);
                continue;
            }
            if self.tag(node) == TidyTag::Body {
                self.unget();
                node = self.inferred(TidyTag::NoFrames);
            }
            if self.tree.is_element(node) && self.has(node, dict::FRAMES) {
                self.tree.append(frames, node);
                if self.is_start(node) {
                    self.exclude_blocks = false;
                    self.parse(node, TidyMode::Mixed);
                }
            }
        }
    }

    /// Reads the content of NOFRAMES.
    pub(super) fn parse_no_frames(&mut self, no_frames: TidyId) {
        while let Some(mut node) = self.get(TidyMode::IgnoreWhitespace) {
            let tag = self.tag(node);
            if self.ends(node, no_frames) {
                return self.trim_spaces(no_frames);
            }
            if tag.is_any(&[TidyTag::Frame, TidyTag::FrameSet]) {
                self.trim_spaces(no_frames);
                if !self.is_end(node) {
                    self.unget();
                }
                return;
            }
            if tag == TidyTag::Html || self.insert_misc(no_frames, node) {
                continue;
            }
            if tag == TidyTag::Body && self.is_start(node) {
                self.tree.append(no_frames, node);
                self.parse(node, TidyMode::IgnoreWhitespace);
                continue;
            }
            if !self.tree.is_text(node) && (tag == TidyTag::Unknown || self.is_end(node)) {
                continue;
            }
            self.unget();
            node = self.inferred(TidyTag::Body);
            self.tree.append(no_frames, node);
            self.parse(node, TidyMode::IgnoreWhitespace);
        }
    }
}
