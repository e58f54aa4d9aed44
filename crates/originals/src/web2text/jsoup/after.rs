//! Tokens after the body, and in framesets.

use super::builder::{Builder, Mode};
use super::token::{Kind, Token};
use crate::name::Name;

impl Builder<'_> {
    pub fn after_body(&mut self, token: Token) -> bool {
        match token.kind {
            _ if self.is_blank(token) => return self.process_in(Mode::InBody, token),
            Kind::Comment => self.insert_comment(token),
            Kind::Doctype => return false,
            Kind::Start if token.name == Name::HTML => return self.process_in(Mode::InBody, token),
            Kind::End if token.name == Name::HTML => {
                if let Some(&(html, _)) = self.open.first() {
                    self.tree.node_mut(html).end = token.end;
                }
                self.mode = Mode::AfterAfterBody;
            }
            Kind::Eof => {}
            _ => return self.again(Mode::InBody, token),
        }
        true
    }

    pub fn in_frameset(&mut self, token: Token) -> bool {
        match token.kind {
            _ if self.is_blank(token) => self.insert_text(token),
            Kind::Comment => self.insert_comment(token),
            Kind::Start => match token.name {
                Name::HTML => return self.process_in(Mode::InBody, token),
                Name::FRAMESET => _ = self.insert(token),
                Name::FRAME => self.insert_empty(token),
                Name::NOFRAMES => return self.process_in(Mode::InHead, token),
                _ => return false,
            },
            Kind::End if token.name == Name::FRAMESET && self.current() != Name::HTML => {
                self.pop(token.end);
                if self.current() != Name::FRAMESET {
                    self.mode = Mode::AfterFrameset;
                }
            }
            Kind::Eof => {}
            _ => return false,
        }
        true
    }

    pub fn after_frameset(&mut self, token: Token) -> bool {
        match (token.kind, token.name) {
            _ if self.is_blank(token) => self.insert_text(token),
            (Kind::Comment, _) => self.insert_comment(token),
            (Kind::Start, Name::HTML) => return self.process_in(Mode::InBody, token),
            (Kind::End, Name::HTML) => self.mode = Mode::AfterAfterFrameset,
            (Kind::Start, Name::NOFRAMES) => return self.process_in(Mode::InHead, token),
            (Kind::Eof, _) => {}
            _ => return false,
        }
        true
    }

    pub fn after_after_body(&mut self, token: Token) -> bool {
        match (token.kind, token.name) {
            (Kind::Comment, _) => self.insert_comment(token),
            (Kind::Doctype, _) | (Kind::Start, Name::HTML) => {
                return self.process_in(Mode::InBody, token);
            }
            _ if self.is_blank(token) => return self.process_in(Mode::InBody, token),
            (Kind::Eof, _) => {}
            _ => return self.again(Mode::InBody, token),
        }
        true
    }

    pub fn after_after_frameset(&mut self, token: Token) -> bool {
        match (token.kind, token.name) {
            (Kind::Comment, _) => self.insert_comment(token),
            (Kind::Doctype, _) | (Kind::Start, Name::HTML) => {
                return self.process_in(Mode::InBody, token);
            }
            _ if self.is_blank(token) => return self.process_in(Mode::InBody, token),
            (Kind::Eof, _) => {}
            (Kind::Start, Name::NOFRAMES) => return self.process_in(Mode::InHead, token),
            _ => return false,
        }
        true
    }
}
