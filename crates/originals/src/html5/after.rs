//! Tokens after the body, and in framesets (13.2.6.4.19 to 23).

use super::builder::{Builder, Mode};
use super::tokenizer::{Kind, Token, is_space};
use super::tree::{NONE, ROOT};
use crate::name::Name;

impl Builder<'_> {
    pub fn after_body(&mut self, token: Token) {
        let html = self.open.first().map_or(ROOT, |open| open.id);
        match (token.kind, token.name) {
            _ if self.is_blank(token) => self.in_body(token),
            (Kind::Comment, _) if self.dialect.comments_in_body => self.insert_comment(token),
            (Kind::Comment, _) => self.insert_comment_at(token, (html, NONE)),
            (Kind::Doctype, _) => {}
            (Kind::Start, Name::HTML) | (Kind::Eof, _) => self.in_body(token),
            (Kind::End, Name::HTML) if self.fragment => {}
            (Kind::End, Name::HTML) => {
                self.end_at(html, token.end);
                self.mode = Mode::AfterAfterBody;
            }
            _ => self.after_body_text(token),
        }
    }

    /// A text that begins with white space is split: only the rest opens the body again.
    fn after_body_text(&mut self, token: Token) {
        let (space, rest) = self.split_space(token);
        if let Some(space) = space {
            self.in_body(space);
        }
        if let Some(rest) = rest {
            self.again(Mode::InBody, rest);
        }
    }

    pub fn after_after_body(&mut self, token: Token) {
        match (token.kind, token.name) {
            (Kind::Comment, _) => self.insert_last_comment(token),
            (Kind::Doctype | Kind::Eof, _) | (Kind::Start, Name::HTML) => self.in_body(token),
            _ if self.is_blank(token) => self.in_body(token),
            _ => self.after_body_text(token),
        }
    }

    fn insert_last_comment(&mut self, token: Token) {
        match self.dialect.comments_in_body {
            true => self.insert_comment(token),
            false => self.insert_comment_at(token, (ROOT, NONE)),
        }
    }

    /// The white space of a text; other characters are dropped in framesets.
    fn insert_spaces(&mut self, token: Token) {
        if self.dialect.strict_frameset {
            if self.is_blank(token) {
                self.insert_text(token);
            }
            return;
        }
        let spaces = self.tree.str(token.span).chars();
        let spaces: String = spaces.filter(|&c| c.is_ascii() && is_space(c as u8)).collect();
        if !spaces.is_empty() {
            let span = self.tree.pool_text(&spaces);
            self.insert_text(Token { span, ..token });
        }
    }

    pub fn in_frameset(&mut self, token: Token) {
        match (token.kind, token.name) {
            (Kind::Text, _) => self.insert_spaces(token),
            (Kind::Comment, _) => self.insert_comment(token),
            (Kind::Start, Name::HTML) => self.in_body(token),
            (Kind::Start, Name::FRAMESET) => _ = self.insert(token),
            (Kind::Start, Name::FRAME) => self.insert_empty(token),
            (Kind::Start, Name::NOFRAMES) => self.in_head(token),
            (Kind::End, Name::FRAMESET) if self.open.len() > 1 => {
                self.pop(token.end);
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
            (Kind::Comment, _) => self.insert_last_comment(token),
            (Kind::Text, _) if self.dialect.strict_frameset && self.is_blank(token) => {
                self.in_body(token);
            }
            (Kind::Text, _) => self.insert_spaces(token),
            (Kind::Start, Name::HTML) => self.in_body(token),
            (Kind::Start, Name::NOFRAMES) => self.in_head(token),
            _ => {}
        }
    }
}
