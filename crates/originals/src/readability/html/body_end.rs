//! End tags in the body (13.2.6.4.7).

use super::body::{HEADINGS, NO_NAME, SPECIAL};
use super::builder::{Builder, Mode};
use super::token::{FORMATTERS, Kind, Token};
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
                self.end_p();
            }
            _ if CLOSERS.has(name) => self.end_block(name, NO_NAME),
            Name::LI if self.in_list_scope(name) => self.end_block(name, name),
            Name::DD | Name::DT if self.in_scope(name) => self.end_block(name, name),
            Name::LI | Name::DD | Name::DT => {}
            _ if HEADINGS.has(name) => {
                if self.any_in_scope(HEADINGS) {
                    self.imply_ends(NO_NAME);
                    self.close_to(|open| HEADINGS.has(open));
                }
            }
            Name::BODY | Name::HTML => {
                if self.in_scope(Name::BODY) {
                    self.mode = Mode::AfterBody;
                    if name == Name::HTML {
                        self.process(token);
                    }
                }
            }
            Name::FORM => self.end_form(),
            Name::APPLET | Name::MARQUEE | Name::OBJECT => {
                if self.in_scope(name) {
                    self.end_block(name, NO_NAME);
                    self.clear_formatting();
                }
            }
            Name::BR => self.in_body(Token::new(Kind::Start, name)),
            Name::TEMPLATE => self.end_template(),
            _ => self.other_end(token),
        }
    }

    fn end_block(&mut self, name: Name, except: Name) {
        if self.in_scope(name) {
            self.imply_ends(except);
            self.close_to(|open| open == name);
        }
    }

    fn end_form(&mut self) {
        if self.has_open(Name::TEMPLATE) {
            return self.end_block(Name::FORM, NO_NAME);
        }
        let form = std::mem::replace(&mut self.form, NONE);
        if form != NONE && self.in_scope(Name::FORM) && self.place_of(form).is_some() {
            self.imply_ends(NO_NAME);
            self.remove_open(form);
        }
    }

    pub fn other_end(&mut self, token: Token) {
        for at in (0..self.open.len()).rev() {
            let name = self.open[at].name;
            if name == token.name {
                self.open.truncate(at);
                return;
            }
            if SPECIAL.has(name) {
                return;
            }
        }
    }
}
