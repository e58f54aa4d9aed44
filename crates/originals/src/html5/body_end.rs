//! End tags in the body (13.2.6.4.7).

use super::body::HEADINGS;
use super::builder::{Builder, Mode, NO_NAME};
use super::tokenizer::{FORMATTERS, Kind, NOWHERE, Token};
use super::tree::NONE;
use crate::name::{Name, Set};

const CLOSERS: Set = Set::from_names(
    "address article aside blockquote button center details dialog dir div dl fieldset figcaption \
     figure footer header hgroup listing main menu nav ol pre search section summary ul",
);

impl Builder<'_> {
    pub fn end_in_body(&mut self, token: Token) {
        let name = token.name;
        match name {
            _ if FORMATTERS.has(name) => self.end_formatter(token),
            Name::P => {
                if !self.in_button_scope(name) {
                    self.insert_implied(name);
                }
                self.end_implied(name, token.end);
            }
            _ if self.is_listed(CLOSERS, name) => _ = self.end_block(token),
            Name::LI | Name::DD | Name::DT => {
                if self.in_scope(name) && (name != Name::LI || self.in_list_scope(name)) {
                    self.end_implied(name, token.end);
                }
            }
            _ if HEADINGS.has(name) => {
                if self.any_in_scope(HEADINGS) {
                    self.imply_ends(name);
                    self.close_to(|open| HEADINGS.has(open), token.end);
                }
            }
            Name::BODY | Name::HTML => self.end_body(token),
            Name::FORM => self.end_form(token),
            Name::APPLET | Name::MARQUEE | Name::OBJECT => {
                if self.end_block(token) {
                    self.clear_formatting();
                }
            }
            Name::BR => self.in_body(Token::new(Kind::Start, name)),
            Name::TEMPLATE => self.end_template(),
            _ => self.other_end(token),
        }
    }

    /// Closes an open element, after those inside whose end tags may be missing: these end nowhere.
    pub fn end_implied(&mut self, name: Name, end: i32) {
        self.imply_ends(name);
        self.close_to(|open| open == name, end);
    }

    /// Closes a block if it is open.
    fn end_block(&mut self, token: Token) -> bool {
        let open = self.in_scope(token.name);
        if open {
            self.close_to(|open| open == token.name, token.end);
        }
        open
    }

    fn end_body(&mut self, token: Token) {
        let is_open = self.in_scope(Name::BODY);
        // Of `</html>`, jsoup makes an end of the body that is not in the page.
        let ends = token.name == Name::BODY || !is_open;
        let end = if ends { token.end } else { NOWHERE };
        if let Some(current) = self.open.last().filter(|_| is_open || token.name == Name::HTML) {
            self.end_at(current.id, end);
        }
        if is_open {
            self.mode = Mode::AfterBody;
            if token.name == Name::HTML {
                self.process(token);
            }
        }
    }

    fn end_form(&mut self, token: Token) {
        if self.has_open(Name::TEMPLATE) {
            self.end_block(token);
            return;
        }
        let form = std::mem::replace(&mut self.form, NONE);
        if form != NONE && self.in_scope(Name::FORM) && self.place_of(form).is_some() {
            if !self.dialect.open_form {
                self.imply_ends(NO_NAME);
            }
            self.remove_open(form);
        }
    }

    pub fn other_end(&mut self, token: Token) {
        for at in (0..self.open.len()).rev() {
            let name = self.open[at].name;
            if name == token.name {
                return self.end_implied(name, token.end);
            }
            if self.is_special(name) {
                return;
            }
        }
    }
}
