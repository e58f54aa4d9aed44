//! The elements that libxml2's HTML parser (2.14) makes of a page, for methods whose originals use
//! lxml. They are neither NekoHTML's elements nor those of HTML 5: an end tag without a start does
//! nothing, nothing is reopened or moved, and text after the root's end is lost. Elements are
//! reported as they open and close, so no tree is built.

mod close;
mod table;

use super::tags::Tags;
use std::sync::LazyLock;
use tamis_blocks::html::Names;
use tamis_blocks::html::tokens::{self, ContentModel, Tokens};
use tamis_blocks::page::Tag;

/// Maximum number of open elements. libxml2 stops reading at deeper nesting; here deeper elements
/// are not opened, and their text belongs to the element around them. Real pages stay below 100.
const MAX_OPEN: usize = 256;

/// Receives the elements of a page. They are balanced; text comes in pieces, which may end inside a
/// character.
pub trait Elements {
    /// An element opens; `name` is as written in the page.
    fn start(&mut self, tag: Tag, name: &[u8]);
    /// The innermost open element closes.
    fn end(&mut self, tag: Tag);
    /// A piece of text.
    fn text(&mut self, piece: &[u8]);
}

/// The elements that affect where others open and close.
struct KnownTags {
    html: Tag,
    head: Tag,
    body: Tag,
    p: Tag,
    /// HTML, HEAD and BODY.
    skeleton: Tags,
    /// Elements that open a HEAD if there was none.
    in_head: Tags,
    /// Elements that need no BODY.
    of_frames: Tags,
    void: Tags,
    script: Tag,
    raw_text: Tags,
    rc_data: Tags,
    plain_text: Tag,
}

static KNOWN_TAGS: LazyLock<KnownTags> = LazyLock::new(|| KnownTags {
    html: Tags::tag("html"),
    head: Tags::tag("head"),
    body: Tags::tag("body"),
    p: Tags::tag("p"),
    skeleton: Tags::from_names("html head body"),
    in_head: Tags::from_names("script style meta link title base"),
    of_frames: Tags::from_names("noframes frame frameset"),
    void: Tags::from_names("area base basefont br col frame hr img input isindex link meta param"),
    script: Tags::tag("script"),
    raw_text: Tags::from_names("style xmp iframe noembed noframes"),
    rc_data: Tags::from_names("title textarea"),
    plain_text: Tags::tag("plaintext"),
});

/// Reads a page's elements.
pub fn elements<E: Elements>(markup: &str, elements: E) -> E {
    let mut builder = LibxmlBuilder::new(elements);
    tokens::tokenize(markup, &mut builder);
    builder.finish()
}

/// libxml2's parser: from tokens to elements.
struct LibxmlBuilder<E> {
    elements: E,
    known: &'static KnownTags,
    names: Names,
    open: Vec<Tag>,
    /// Number of elements that were too deep to open and have not ended.
    unopened: u32,
    /// Number of ignored start tags of HTML, HEAD and BODY; as many of their end tags are ignored.
    misplaced: u32,
    head_seen: bool,
    body_seen: bool,
    ended: bool,
}

impl<E: Elements> LibxmlBuilder<E> {
    fn new(elements: E) -> Self {
        Self {
            elements,
            known: &KNOWN_TAGS,
            names: Names::default(),
            open: Vec::new(),
            unopened: 0,
            misplaced: 0,
            head_seen: false,
            body_seen: false,
            ended: false,
        }
    }

    fn finish(mut self) -> E {
        self.close_to(0);
        self.elements
    }

    fn is_open(&self, tag: Tag) -> bool {
        self.open.contains(&tag)
    }

    fn push(&mut self, tag: Tag, name: &[u8]) {
        self.head_seen |= tag == self.known.head || tag == self.known.body;
        self.body_seen |= tag == self.known.body;
        self.open.push(tag);
        self.elements.start(tag, name);
    }

    /// Closes the innermost elements until only `depth` are open.
    fn close_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            let Some(tag) = self.open.pop() else { return };
            self.elements.end(tag);
            self.ended |= self.open.is_empty();
        }
    }

    /// Closes the elements that the start tag of `tag` ends.
    fn close_for(&mut self, tag: Tag) {
        while self.open.last().is_some_and(|&top| close::ends(top, tag)) {
            self.close_to(self.open.len() - 1);
        }
    }

    /// Opens the elements that must be open around `tag`.
    fn imply(&mut self, tag: Tag) {
        let known = self.known;
        if tag == known.html {
            return;
        }
        if self.open.is_empty() {
            self.push(known.html, b"html");
        }
        if tag == known.body || tag == known.head {
            return;
        }
        if self.open.len() == 1 && known.in_head.contains(tag) {
            if !self.head_seen {
                self.push(known.head, b"head");
            }
        } else if !known.of_frames.contains(tag) && !self.body_seen && !self.is_open(known.head) {
            self.push(known.body, b"body");
        }
    }

    /// Whether a start tag is misplaced: a second root, a head that is not a child of the root, a
    /// body in a body.
    fn is_misplaced(&self, tag: Tag) -> bool {
        let known = self.known;
        (tag == known.html && !self.open.is_empty())
            || (tag == known.head && self.open.len() != 1)
            || (tag == known.body && self.is_open(tag))
    }

    fn content(&self, tag: Tag) -> ContentModel {
        let known = self.known;
        match tag {
            _ if known.raw_text.contains(tag) => ContentModel::RawText,
            _ if known.rc_data.contains(tag) => ContentModel::RcData,
            _ if tag == known.script => ContentModel::Script,
            _ if tag == known.plain_text => ContentModel::PlainText,
            _ => ContentModel::Markup,
        }
    }
}

/// HTML's white space.
fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}

impl<E: Elements> Tokens for LibxmlBuilder<E> {
    fn text(&mut self, mut piece: &[u8]) {
        if self.ended {
            return;
        }
        let around = self.open.last().copied();
        if around.is_none_or(|tag| tag == self.known.html || tag == self.known.head) {
            let blank = piece.iter().take_while(|&&byte| is_space(byte)).count();
            piece = &piece[blank..];
            if piece.is_empty() {
                return;
            }
            if around == Some(self.known.head) {
                self.close_for(self.known.p);
            }
            self.imply(self.known.p);
        }
        let mut from = 0;
        for zero in memchr::memchr_iter(0, piece) {
            self.elements.text(&piece[from..zero]);
            self.elements.text("\u{FFFD}".as_bytes());
            from = zero + 1;
        }
        self.elements.text(&piece[from..]);
    }

    fn start(&mut self, name: &[u8], self_closing: bool) -> ContentModel {
        if self.ended {
            return ContentModel::Markup;
        }
        let tag = self.names.whole(name);
        self.close_for(tag);
        self.imply(tag);
        if self.is_misplaced(tag) {
            self.misplaced += 1;
            if self_closing {
                // libxml2 then ends what it thinks is this element.
                self.close_to(self.open.len().saturating_sub(1));
            }
            return ContentModel::Markup;
        }
        let void = self_closing || self.known.void.contains(tag);
        let content = if void { ContentModel::Markup } else { self.content(tag) };
        if self.open.len() >= MAX_OPEN {
            self.unopened += u32::from(!void);
            return content;
        }
        self.push(tag, name);
        if void {
            self.close_to(self.open.len() - 1);
        }
        content
    }

    fn end(&mut self, name: &[u8]) {
        if self.ended {
            return;
        }
        if self.unopened > 0 {
            self.unopened -= 1;
            return;
        }
        let tag = self.names.whole(name);
        if self.misplaced > 0 && self.known.skeleton.contains(tag) {
            self.misplaced -= 1;
            return;
        }
        let reach = close::priority(tag);
        for depth in (0..self.open.len()).rev() {
            if self.open[depth] == tag {
                return self.close_to(depth);
            }
            if close::priority(self.open[depth]) > reach {
                return;
            }
        }
    }

    fn comment(&mut self) {}
}

#[cfg(test)]
mod tests;
