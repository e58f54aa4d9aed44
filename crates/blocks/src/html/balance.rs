//! Balances the tags of a page: NekoHTML 1.9.13's tag balancer with boilerpipe's patches, so that
//! blocks, link words and tag levels equal boilerpipe's.
//!
//! The stack of open elements knows the positions of each kind of element, so a page with a million
//! open elements costs no more per tag than any other.

use super::element::{ElementKind, TagCode};
use super::names::Names;
use super::pending::Pending;
use super::space::is_blank;
use super::stack::{OpenTag, Stack};
use super::unopened::Unopened;
use crate::page::{Attributes, Event, LimitHit, Page, Span, Tag};

/// Maximum number of inline elements that a page may reopen after misnesting: this many, and four
/// per tag read. Without a bound, a page of n unclosed elements would make n² events; real pages
/// stay far below it.
const REOPENED: u64 = 1 << 20;
pub(super) const REOPENED_PER_TAG: u64 = 4;

/// Builds a balanced page from tokens.
pub struct Balancer {
    pub(super) text: Vec<u8>,
    /// Where the text that is not yet an event begins.
    text_start: usize,
    /// Whether inside SCRIPT or STYLE, whose text is dropped.
    pub(super) muted: bool,
    pub(super) events: Vec<Event>,
    pub(super) names: Names,
    pub(super) stack: Stack,
    root_seen: bool,
    pub(super) root_ended: bool,
    head_seen: bool,
    pub(super) body_seen: bool,
    pub(super) form_open: bool,
    /// Text before the root element; it moves to the start of the body.
    pub(super) lost_text: Vec<Span>,
    /// `</body>`, `</html>` and `</head>` wait here, so that text after them still belongs inside.
    pub(super) deferred: Vec<OpenTag>,
    pub(super) defers: bool,
    forced_start: bool,
    pub(super) forced_end: bool,
    pub(super) reopen_credit: u64,
    /// Buffer for elements to reopen, kept between tags.
    pub(super) spare: Vec<OpenTag>,
    /// Maximum number of open elements.
    pub(super) depth: usize,
    pub(super) unopened: Unopened,
    attributes: Attributes,
    pub(super) pending: Pending,
}

impl Balancer {
    /// Creates a balancer for a page of about `bytes` bytes that nests at most `depth` elements.
    pub fn new(bytes: usize, depth: usize) -> Self {
        Self {
            text: Vec::with_capacity(bytes / 4),
            text_start: 0,
            muted: false,
            events: Vec::with_capacity(bytes / 32),
            names: Names::default(),
            stack: Stack::default(),
            root_seen: false,
            root_ended: false,
            head_seen: false,
            body_seen: false,
            form_open: false,
            lost_text: Vec::new(),
            deferred: Vec::new(),
            defers: true,
            forced_start: false,
            forced_end: false,
            reopen_credit: REOPENED,
            spare: Vec::new(),
            depth,
            unopened: Unopened::default(),
            attributes: Attributes::default(),
            pending: Pending::default(),
        }
    }

    /// The bytes of text so far: where the text of the next token begins in [`Page::text`].
    pub(crate) fn text_len(&self) -> u32 {
        self.text.len() as u32
    }

    /// Closes all open elements and returns the page; its encoding is not set.
    pub fn finish(mut self) -> Page {
        self.end_text();
        self.defers = false;
        self.flush_deferred();
        if self.root_seen {
            self.pop_to(1);
        } else {
            self.force(TagCode::BODY.tag(), TagCode::BODY);
            self.pop_to(1);
        }
        let limit = self.depth;
        let hits = self.unopened.elements().map(|elements| LimitHit::Depth { limit, elements });
        let events = self.events;
        let names = self.names.into_own();
        let attributes = self.attributes;
        Page {
            text: valid_text(self.text),
            events,
            names,
            attributes,
            hits: hits.into_iter().collect(),
            ..Page::default()
        }
    }

    /// Makes an event of the text since the last event.
    pub(super) fn end_text(&mut self) {
        if self.text_start < self.text.len() {
            let span = self.text_start as u32..self.text.len() as u32;
            self.text_start = self.text.len();
            self.characters(span);
        }
    }

    fn characters(&mut self, span: Span) {
        if self.root_ended {
            return;
        }
        let blank = is_blank(&self.text[span.start as usize..span.end as usize]);
        let Some(top) = self.stack.top() else {
            if !(self.lost_text.is_empty() && blank) {
                self.lost_text.push(span);
            }
            return;
        };
        if blank && (self.stack.len() < 2 || self.deferred.len() == 1) {
            return;
        }
        if !blank && matches!(top.code, TagCode::HEAD | TagCode::HTML) {
            self.force(TagCode::BODY.tag(), TagCode::BODY);
        }
        self.events.push(Event::Text(span));
    }

    pub(super) fn feed_lost_text(&mut self) {
        for span in std::mem::take(&mut self.lost_text) {
            self.characters(span);
        }
    }

    /// Opens an element that the page lacks; false if it is not allowed here.
    pub(super) fn force(&mut self, tag: Tag, code: TagCode) -> bool {
        self.forced_start = true;
        self.open(tag, code);
        self.stack.top().is_some_and(|top| top.code == code)
    }

    pub(super) fn open(&mut self, tag: Tag, code: TagCode) {
        let forced = std::mem::take(&mut self.forced_start);
        if self.root_ended || !self.admit(code, forced) {
            return;
        }
        if !self.make_parents(code) {
            // Perhaps it is the parents that do not fit.
            if !self.fits(code) {
                self.leave_unopened(tag, code);
            }
            return;
        }
        let from = self.spare.len();
        if code.element().kind == ElementKind::Plain {
            self.take_inline_from_top();
        }
        self.leave_head_children();
        self.close_for(code);
        self.root_seen = true;
        if !self.fits(code) && code.element().kind != ElementKind::Void {
            self.leave_unopened(tag, code);
        } else {
            if !forced {
                self.pending.attach(self.events.len(), &mut self.attributes);
            }
            self.events.push(Event::Start(tag));
            if code.element().kind == ElementKind::Void {
                self.events.push(Event::End(tag));
            } else {
                self.stack.push(tag, code);
            }
        }
        self.reopen(from);
        if code == TagCode::BODY {
            self.feed_lost_text();
        }
    }

    /// Whether an element may open: some occur once per page, others must not be forced.
    fn admit(&mut self, code: TagCode, forced: bool) -> bool {
        match code {
            TagCode::TABLE | TagCode::SELECT => !forced,
            TagCode::HTML => !self.root_seen,
            TagCode::HEAD => !std::mem::replace(&mut self.head_seen, true),
            TagCode::FORM => !std::mem::replace(&mut self.form_open, true),
            TagCode::BODY => {
                if !self.head_seen {
                    self.force(TagCode::HEAD.tag(), TagCode::HEAD);
                    self.close(TagCode::HEAD.tag(), TagCode::HEAD);
                }
                self.flush_deferred();
                !std::mem::replace(&mut self.body_seen, true)
            }
            TagCode::FRAMESET | TagCode::Unknown => {
                self.flush_deferred();
                true
            }
            _ => true,
        }
    }

    fn make_parents(&mut self, code: TagCode) -> bool {
        let parents = code.element().parents;
        let Some(&first) = parents.first() else { return true };
        if self.root_seen {
            if first == TagCode::HEAD && self.body_seen {
                return true;
            }
            // Table parts only search up to their own table.
            let bound = if matches!(code, TagCode::TD | TagCode::TH | TagCode::TR) {
                self.stack.last(TagCode::TABLE)
            } else {
                0
            };
            if parents.iter().any(|&parent| self.stack.last(parent) > bound) {
                return true;
            }
        }
        self.force(first.tag(), first)
    }
}

/// Text runs begin and end at ASCII characters of valid text, so they are valid. If a tokenizer
/// should split a character, its bytes become question marks, so that all spans stay correct.
fn valid_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let bytes = error.into_bytes();
        let repaired = bytes
            .utf8_chunks()
            .map(|chunk| chunk.valid().to_owned() + &"?".repeat(chunk.invalid().len()));
        repaired.collect()
    })
}
