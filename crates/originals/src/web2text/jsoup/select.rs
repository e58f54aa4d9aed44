//! Tokens in SELECT.

use super::builder::{Builder, Mode};
use super::token::{Kind, Token};
use crate::name::{Name, Set};

impl Builder<'_> {
    pub fn in_select(&mut self, token: Token) -> bool {
        let name = token.name;
        match (token.kind, name) {
            (Kind::Text, _) => {
                if self.tokens.text == "\0" {
                    return false;
                }
                self.insert_text(token);
            }
            (Kind::Comment, _) => self.insert_comment(token),
            (Kind::Start, Name::HTML) => return self.process_in(Mode::InBody, token),
            (Kind::Start, Name::OPTION) => {
                self.process_end(name);
                self.insert(token);
            }
            (Kind::Start, Name::OPTGROUP) => {
                if matches!(self.current(), Name::OPTION | Name::OPTGROUP) {
                    self.process_end(self.current());
                }
                self.insert(token);
            }
            (Kind::Start, Name::SELECT) => return self.process_end(name),
            (Kind::Start, Name::INPUT | Name::KEYGEN | Name::TEXTAREA) => {
                if !self.in_select_scope(Name::SELECT) {
                    return false;
                }
                self.process_end(Name::SELECT);
                return self.process(token);
            }
            (Kind::Start, Name::SCRIPT) => return self.process_in(Mode::InHead, token),
            (Kind::End, Name::OPTGROUP) => {
                let above = self.open.len().checked_sub(2).and_then(|at| self.open.get(at));
                if self.current() == Name::OPTION && above.is_some_and(|&(_, above)| above == name)
                {
                    self.process_end(Name::OPTION);
                }
                if self.current() == name {
                    self.pop(token.end);
                }
            }
            (Kind::End, Name::OPTION) => {
                if self.current() == name {
                    self.pop(token.end);
                }
            }
            (Kind::End, Name::SELECT) => {
                if !self.in_select_scope(name) {
                    return false;
                }
                self.close_to(|open| open == name, token.end);
                self.reset_mode();
            }
            (Kind::Eof, _) => {}
            _ => return false,
        }
        true
    }

    pub fn in_select_in_table(&mut self, token: Token) -> bool {
        const PARTS: Set = Set::from_names("caption table tbody tfoot thead tr td th");
        match token.kind {
            Kind::Start if PARTS.has(token.name) => {}
            Kind::End if PARTS.has(token.name) => {
                if !self.in_table_scope(token.name) {
                    return false;
                }
            }
            _ => return self.process_in(Mode::InSelect, token),
        }
        self.process_end(Name::SELECT);
        self.process(token)
    }
}
