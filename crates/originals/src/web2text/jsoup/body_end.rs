//! End tags in the body.

use super::body::{HEADINGS, SPECIAL};
use super::builder::{Builder, Mode};
use super::token::Token;
use super::tree::{Id, NONE};
use crate::name::{Name, Set};

const CLOSERS: Set = Set::from_names(
    "address article aside blockquote button center details dir div dl fieldset figcaption figure \
     footer header hgroup listing menu nav ol pre section summary ul",
);
/// Elements whose end tags may close them while others are open inside.
const ADOPTED: Set = Set::from_names("a b big code em font i nobr s small strike strong tt u");
const FOSTERS: Set = Set::from_names("table tbody tfoot thead tr");
/// How many of the outermost open elements jsoup looks at when it closes a formatting element.
const OUTERMOST: usize = 64;

impl Builder<'_> {
    pub fn end_in_body(&mut self, token: Token) -> bool {
        let name = token.name;
        match name {
            _ if ADOPTED.has(name) => return self.end_formatter(token),
            _ if CLOSERS.has(name) => {
                if !self.in_scope(name) {
                    return false;
                }
                self.close_to(|open| open == name, token.end);
            }
            Name::LI | Name::DD | Name::DT => return self.end_item(token),
            Name::BODY => {
                if !self.in_scope(name) {
                    return false;
                }
                self.end_current(token);
                self.mode = Mode::AfterBody;
            }
            Name::HTML => {
                self.end_current(token);
                if self.process_end(Name::BODY) {
                    return self.process(token);
                }
            }
            Name::FORM => {
                let Some(form) = self.form.take().filter(|_| self.in_scope(name)) else {
                    return false;
                };
                self.remove_open(form);
            }
            Name::P => {
                if !self.in_button_scope(name) {
                    self.process_start(name);
                    return self.process(token);
                }
                self.imply_ends(name);
                self.close_to(|open| open == name, token.end);
            }
            _ if HEADINGS.has(name) => return self.end_heading(token),
            Name::APPLET | Name::MARQUEE | Name::OBJECT => {
                if !self.in_scope(name) {
                    return false;
                }
                self.close_to(|open| open == name, token.end);
                self.clear_formatting();
            }
            Name::BR => {
                self.process_start(name);
                return false;
            }
            _ => return self.other_end(token),
        }
        true
    }

    fn end_item(&mut self, token: Token) -> bool {
        let name = token.name;
        let is_open = if name == Name::LI { self.in_list_scope(name) } else { self.in_scope(name) };
        if is_open {
            self.imply_ends(name);
            self.close_to(|open| open == name, token.end);
        }
        is_open
    }

    fn end_heading(&mut self, token: Token) -> bool {
        let is_open = self.any_in_scope(HEADINGS);
        if is_open {
            self.imply_ends(token.name);
            self.close_to(|open| HEADINGS.has(open), token.end);
        }
        is_open
    }

    /// Notes where the innermost element ends, and leaves it open.
    fn end_current(&mut self, token: Token) {
        if let Some(&(id, _)) = self.open.last() {
            self.tree.node_mut(id).end = token.end;
        }
    }

    fn other_end(&mut self, token: Token) -> bool {
        for at in (0..self.open.len()).rev() {
            let name = self.open[at].1;
            if name == token.name {
                self.imply_ends(name);
                self.close_to(|open| open == name, token.end);
                return true;
            }
            if SPECIAL.has(name) {
                return false;
            }
        }
        true
    }

    /// Closes a formatting element, with jsoup's version of the adoption agency: blocks inside are
    /// moved out, and get a copy of the element around their contents.
    fn end_formatter(&mut self, token: Token) -> bool {
        for _ in 0..8 {
            let Some(format) = self.find_formatting(token.name) else {
                return self.other_end(token);
            };
            if !self.is_open(format.id) {
                self.forget_formatting(format.id);
                return true;
            }
            if !self.in_scope(format.name) {
                return false;
            }
            let outermost = self.open.len().min(OUTERMOST);
            let place = self.open[..outermost].iter().position(|&(id, _)| id == format.id);
            let block = place.and_then(|place| {
                let block =
                    self.open[place + 1..outermost].iter().find(|&&(_, name)| SPECIAL.has(name))?;
                Some((self.open[place.saturating_sub(1)], block.0))
            });
            let Some((ancestor, block)) = block else {
                self.close_to(|open| open == format.name, token.end);
                self.forget_formatting(format.id);
                return true;
            };
            let top = self.wrap(block, format.id);
            self.tree.detach(top);
            if FOSTERS.has(ancestor.1) {
                self.foster(top);
            } else {
                self.tree.append(ancestor.0, top);
            }
            let adopter = self.tree.make(format.name, -1, -1);
            self.tree.node_mut(adopter).range = self.tree.node(format.id).range;
            self.tree.adopt(block, adopter);
            self.tree.append(block, adopter);
            self.forget_formatting(format.id);
            self.remove_open(format.id);
            if let Some(at) = self.open.iter().rposition(|&(id, _)| id == block) {
                self.open.insert(at + 1, (adopter, format.name));
            }
        }
        true
    }

    /// Wraps a block in copies of the formatting elements between it and `format`, at most three,
    /// and returns the outermost.
    fn wrap(&mut self, block: Id, format: Id) -> Id {
        let mut node = block;
        let mut top = block;
        for _ in 0..3 {
            if let Some(at) = self.open.iter().rposition(|&(id, _)| id == node) {
                node = self.open[at.saturating_sub(1)].0;
            }
            let entry = self
                .formatting
                .iter()
                .rposition(|entry| entry.is_some_and(|entry| entry.id == node));
            let Some(entry) = entry else {
                self.remove_open(node);
                continue;
            };
            if node == format {
                break;
            }
            let name = self.tree.node(node).name;
            let copy = self.tree.make(name, -1, -1);
            if let Some(formatting) = &mut self.formatting[entry] {
                // jsoup forgets the attributes here.
                formatting.id = copy;
                formatting.attributes = 0;
            }
            if let Some(at) = self.open.iter().rposition(|&(id, _)| id == node) {
                self.open[at].0 = copy;
            }
            node = copy;
            if self.tree.node(top).parent != NONE {
                self.tree.detach(top);
            }
            self.tree.append(copy, top);
            top = copy;
        }
        top
    }
}
