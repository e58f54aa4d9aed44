//! Tokens after the body, and in framesets (13.2.6.4.19 to 23).

use super::builder::{Builder, Mode};
use super::element::Span;
use super::token::{Kind, Token, is_space};
use super::tree::{NONE, ROOT};
use crate::name::Name;

impl Builder<'_> {
    pub fn after_body(&mut self, token: Token) {
        match (token.kind, token.name) {
            _ if self.is_blank(token) => self.in_body(token),
            (Kind::Comment, _) => {
                let html = self.open.first().map_or(ROOT, |open| open.id);
                self.insert_comment_at(token, (html, NONE));
            }
            (Kind::Doctype, _) => {}
            (Kind::Start, Name::HTML) | (Kind::Eof, _) => self.in_body(token),
            (Kind::End, Name::HTML) if self.fragment => {}
            (Kind::End, Name::HTML) => self.mode = Mode::AfterAfterBody,
            _ => self.after_body_text(token),
        }
    }

    /// A text that begins with white space is split: only the rest opens the body again.
    fn after_body_text(&mut self, token: Token) {
        let (space, rest) = self.split_space(token);
        if !space.is_empty() {
            self.in_body(Token::text(space));
        }
        if let Some(rest) = rest {
            self.again(Mode::InBody, rest);
        }
    }

    pub fn after_after_body(&mut self, token: Token) {
        match (token.kind, token.name) {
            (Kind::Comment, _) => self.insert_comment_at(token, (ROOT, NONE)),
            (Kind::Doctype | Kind::Eof, _) | (Kind::Start, Name::HTML) => self.in_body(token),
            _ if self.is_blank(token) => self.in_body(token),
            _ => self.after_body_text(token),
        }
    }

    /// The white space of a text; other characters are dropped in framesets.
    fn insert_spaces(&mut self, token: Token) {
        let spaces = |text: &str| text.bytes().filter(|&byte| is_space(byte)).collect::<Vec<u8>>();
        let spaces = String::from_utf8(spaces(self.tree.str(token.span))).unwrap_or_default();
        let from = self.tree.pool.len();
        self.tree.pool.push_str(&spaces);
        let span: Span = self.tree.pooled(from);
        self.insert_text(span);
    }

    pub fn in_frameset(&mut self, token: Token) {
        match (token.kind, token.name) {
            (Kind::Text, _) => self.insert_spaces(token),
            (Kind::Comment, _) => self.insert_comment(token),
            (Kind::Start, Name::HTML) => self.in_body(token),
            (Kind::Start, Name::FRAMESET) => _ = self.insert(token),
            (Kind::Start, Name::FRAME) => _ = self.insert_empty(token),
            (Kind::Start, Name::NOFRAMES) => self.in_head(token),
            (Kind::End, Name::FRAMESET) if self.open.len() > 1 => {
                self.open.pop();
                if self.current() != Name::FRAMESET {
                    self.mode = Mode::AfterFrameset;
                }
            }
            _ => {}
        }
    }

    pub fn after_frameset(&mut self, token: Token) {
        match (token.kind, token.name) {
            (Kind::Text, _) => self.insert_spaces(token),
            (Kind::Comment, _) => self.insert_comment(token),
            (Kind::Start, Name::HTML) => self.in_body(token),
            (Kind::Start, Name::NOFRAMES) => self.in_head(token),
            (Kind::End, Name::HTML) => self.mode = Mode::AfterAfterFrameset,
            _ => {}
        }
    }

    pub fn after_after_frameset(&mut self, token: Token) {
        match (token.kind, token.name) {
            (Kind::Comment, _) => self.insert_comment_at(token, (ROOT, NONE)),
            (Kind::Text, _) => self.insert_spaces(token),
            (Kind::Start, Name::HTML) => self.in_body(token),
            (Kind::Start, Name::NOFRAMES) => self.in_head(token),
            _ => {}
        }
    }
}
