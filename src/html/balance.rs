//! Tags and text as they stand in the page into a balanced [`Page`]: NekoHTML 1.9.13's tag balancer with boilerpipe's
//! patches, so that blocks, link words and tag levels are boilerpipe's.
//!
//! Every search of the stack of open elements is answered from the positions of the open elements of that kind, so a
//! page of a million open elements costs no more per tag than any other.

use super::element::{self, Code, Kind};
use super::names::Names;
use super::stack::{Open, Stack};
use crate::page::{Event, Page, Span, Tag};

/// Inline elements that misnesting opens again, over a whole page: this many and four per tag read. Without a bound a
/// page of n unclosed elements would make n² events; real pages stay far below it.
const REOPENED: u64 = 1 << 20;
pub(super) const REOPENED_PER_TAG: u64 = 4;

/// Builds a balanced page out of tokens.
pub struct Balancer {
    pub(super) text: Vec<u8>,
    /// Where the text that has not become an event begins.
    run: usize,
    /// Inside SCRIPT and STYLE: their text is not kept.
    pub(super) muted: bool,
    events: Vec<Event>,
    pub(super) names: Names,
    pub(super) stack: Stack,
    root_seen: bool,
    root_ended: bool,
    head_seen: bool,
    pub(super) body_seen: bool,
    form_open: bool,
    /// Text before the root: it goes to the start of the body.
    pub(super) lost_text: Vec<Span>,
    /// `</body>`, `</html>` and `</head>` wait here, so that what follows them still belongs inside.
    deferred: Vec<Open>,
    defers: bool,
    forced_start: bool,
    forced_end: bool,
    pub(super) reopen_credit: u64,
    /// Room for the elements to be opened again, kept between tags.
    spare: Vec<Open>,
}

impl Balancer {
    /// A balancer for a page of about `bytes` bytes.
    pub fn new(bytes: usize) -> Self {
        Self {
            text: Vec::with_capacity(bytes / 4),
            run: 0,
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
        }
    }

    /// Closes what is open and hands over the page.
    pub fn finish(mut self, encoding: &'static str) -> Page {
        self.end_run();
        self.defers = false;
        self.flush_deferred();
        if self.root_seen {
            self.pop_to(1);
        } else {
            self.force(Code::BODY.tag(), Code::BODY);
            self.pop_to(1);
        }
        Page { text: valid_text(self.text), events: self.events, names: self.names.into_own(), encoding }
    }

    /// Makes an event of the text since the last one.
    pub(super) fn end_run(&mut self) {
        if self.run < self.text.len() {
            let span = self.run as u32..self.text.len() as u32;
            self.run = self.text.len();
            self.characters(span);
        }
    }

    fn characters(&mut self, span: Span) {
        if self.root_ended {
            return;
        }
        let blank = super::is_blank(&self.text[span.start as usize..span.end as usize]);
        let Some(top) = self.stack.top() else {
            if !(self.lost_text.is_empty() && blank) {
                self.lost_text.push(span);
            }
            return;
        };
        if blank && (self.stack.len() < 2 || self.deferred.len() == 1) {
            return;
        }
        if !blank && matches!(top.code, Code::HEAD | Code::HTML) {
            self.force(Code::BODY.tag(), Code::BODY);
        }
        self.events.push(Event::Text(span));
    }

    pub(super) fn feed_lost_text(&mut self) {
        for span in std::mem::take(&mut self.lost_text) {
            self.characters(span);
        }
    }

    /// Opens an element that the page lacks; false if it may not stand here.
    pub(super) fn force(&mut self, tag: Tag, code: Code) -> bool {
        self.forced_start = true;
        self.open(tag, code);
        self.stack.top().is_some_and(|top| top.code == code)
    }

    pub(super) fn open(&mut self, tag: Tag, code: Code) {
        let forced = std::mem::take(&mut self.forced_start);
        if self.root_ended || !self.admit(code, forced) || !self.make_parents(code) {
            return;
        }
        let from = self.spare.len();
        if code.element().kind == Kind::Plain {
            self.take_inline_from_top();
        }
        self.leave_head_children();
        self.close_for(code);
        self.root_seen = true;
        self.events.push(Event::Start(tag));
        if code.element().kind == Kind::Void {
            self.events.push(Event::End(tag));
        } else {
            self.stack.push(tag, code);
        }
        self.reopen(from);
        if code == Code::BODY {
            self.feed_lost_text();
        }
    }

    /// Elements that a page has once, and elements that nothing may force.
    fn admit(&mut self, code: Code, forced: bool) -> bool {
        match code {
            Code::TABLE | Code::SELECT => !forced,
            Code::HTML => !self.root_seen,
            Code::HEAD => !std::mem::replace(&mut self.head_seen, true),
            Code::FORM => !std::mem::replace(&mut self.form_open, true),
            Code::BODY => {
                if !self.head_seen {
                    self.force(Code::HEAD.tag(), Code::HEAD);
                    self.close(Code::HEAD.tag(), Code::HEAD);
                }
                self.flush_deferred();
                !std::mem::replace(&mut self.body_seen, true)
            }
            Code::FRAMESET | Code::Unknown => {
                self.flush_deferred();
                true
            }
            _ => true,
        }
    }

    fn make_parents(&mut self, code: Code) -> bool {
        let parents = code.element().parents;
        let Some(&first) = parents.first() else { return true };
        if self.root_seen {
            if first == Code::HEAD && self.body_seen {
                return true;
            }
            // Table parts do not look beyond their own table.
            let bound = if matches!(code, Code::TD | Code::TH | Code::TR) { self.stack.last(Code::TABLE) } else { 0 };
            if parents.iter().any(|&parent| self.stack.last(parent) > bound) {
                return true;
            }
        }
        self.force(first.tag(), first)
    }

    /// Closes the inline elements on top of the stack, remembering them.
    fn take_inline_from_top(&mut self) {
        let from = self.spare.len();
        while let Some(top) = self.stack.top().filter(|top| top.code.element().kind == Kind::Inline) {
            self.spare.push(top);
            self.pop_to(self.stack.len());
        }
        self.spare[from..].reverse();
    }

    /// Children of HEAD never nest, and nothing nests in SCRIPT.
    fn leave_head_children(&mut self) {
        let depth = self.stack.len();
        let script = depth > 1 && self.stack.top().is_some_and(|top| top.code == Code::SCRIPT);
        if script || (depth > 2 && self.stack.last(Code::HEAD) as usize == depth - 1) {
            self.pop_to(depth);
        }
    }

    /// Closes what the start tag of `code` ends.
    fn close_for(&mut self, code: Code) {
        let element = code.element();
        if element.closes.is_empty() {
            if code == Code::TABLE {
                let from = self.spare.len();
                self.take_inline_from_top();
                self.spare.truncate(from);
            }
        } else if element.nestable {
            self.close_nearest(element);
        } else {
            // The search passes every open element, so the lowest one found decides.
            let lowest = element.closes.iter().map(|&closed| self.stack.first(closed)).filter(|&depth| depth > 0).min();
            if let Some(lowest) = lowest {
                self.pop_to(lowest as usize);
            }
        }
    }

    fn close_nearest(&mut self, element: &element::Element) {
        let nearest = |stack: &Stack, codes: &[Code]| codes.iter().map(|&code| stack.last(code)).max().unwrap_or(0);
        loop {
            let found = nearest(&self.stack, element.closes);
            let stop = nearest(&self.stack, element.parents).max(self.stack.last_block());
            if found == 0 || found < stop {
                return;
            }
            self.pop_to(found as usize);
        }
    }

    pub(super) fn close(&mut self, tag: Tag, code: Code) {
        match code {
            _ if self.root_ended => return,
            Code::BODY | Code::HTML if self.defers => return self.deferred.push(Open { tag, code }),
            Code::HEAD if !self.forced_end => return self.deferred.push(Open { tag, code }),
            Code::FORM => self.form_open = false,
            Code::HTML => self.root_ended = true,
            _ => {}
        }
        let element = code.element();
        let found = self.stack.last(code);
        let blocked = element.nestable && !element.kind.is_container() && self.stack.last_block() > found;
        if found > 0 && !blocked {
            self.close_at(found as usize, element.kind);
        } else if code == Code::P && self.force(tag, code) {
            // An end tag without a start makes an empty paragraph, which ends a block.
            self.close(tag, code);
        }
    }

    fn close_at(&mut self, depth: usize, kind: Kind) {
        let from = self.spare.len();
        let misnested = depth < self.stack.len();
        if misnested && kind == Kind::Inline {
            let formats = |open: &Open| open.code.element().kind == Kind::Inline || open.code == Code::FONT;
            self.spare.extend(self.stack.above(depth).filter(formats));
        }
        self.pop_to(depth);
        self.reopen(from);
    }

    /// Opens the remembered elements from `from` on, the outermost first.
    fn reopen(&mut self, from: usize) {
        for i in from..self.spare.len() {
            if self.reopen_credit == 0 {
                break;
            }
            self.reopen_credit -= 1;
            let Open { tag, code } = self.spare[i];
            self.force(tag, code);
        }
        self.spare.truncate(from);
    }

    /// Closes everything down to and including `depth` (from 1).
    fn pop_to(&mut self, depth: usize) {
        while self.stack.len() >= depth {
            let Some(open) = self.stack.pop() else { return };
            self.events.push(Event::End(open.tag));
        }
    }

    fn flush_deferred(&mut self) {
        for Open { tag, code } in std::mem::take(&mut self.deferred) {
            self.forced_end = true;
            self.close(tag, code);
        }
        self.deferred.clear();
    }
}

/// Text runs begin and end at ASCII characters of valid text, so they are valid. Were a tokenizer to cut one in two all
/// the same, its bytes become question marks, and every span stays.
fn valid_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let bytes = error.into_bytes();
        let repaired = bytes.utf8_chunks().map(|chunk| chunk.valid().to_owned() + &"?".repeat(chunk.invalid().len()));
        repaired.collect()
    })
}
