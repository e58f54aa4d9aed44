//! Tokens in SELECT, TEMPLATE, and the choice of the mode by the open elements (13.2.4.1).

use super::builder::{Builder, Mode};
use super::insertion_modes::TO_HEAD;
use super::tokenizer::{Kind, NOWHERE, Token};
use super::tree::NONE;
use crate::name::{Name, Set};

impl Builder<'_> {
    pub fn in_select(&mut self, token: Token) {
        let name = token.name;
        match (token.kind, name) {
            (Kind::Text, _) => {
                if let Some(text) = self.without_nulls(token) {
                    self.insert_text(text);
                }
            }
            (Kind::Comment, _) => self.insert_comment(token),
            (Kind::Start, Name::HTML) | (Kind::Eof, _) => self.in_body(token),
            (Kind::Start, Name::HR) if self.dialect.nests_options => {}
            (Kind::Start, Name::OPTION | Name::OPTGROUP | Name::HR) => {
                let in_option = self.current() == Name::OPTION;
                if in_option {
                    self.pop(NOWHERE);
                }
                let nests = name == Name::OPTION || (in_option && self.dialect.nests_options);
                if !nests && self.current() == Name::OPTGROUP {
                    self.pop(NOWHERE);
                }
                if name == Name::HR {
                    self.insert_empty(token);
                } else {
                    self.insert(token);
                }
            }
            (Kind::Start, Name::INPUT | Name::KEYGEN | Name::TEXTAREA)
                if self.in_select_scope(Name::SELECT) =>
            {
                self.end_select(NOWHERE);
                self.process(token);
            }
            (Kind::Start | Kind::End, Name::SELECT) if self.in_select_scope(Name::SELECT) => {
                self.end_select(if token.kind == Kind::End { token.end } else { NOWHERE });
            }
            (Kind::Start, Name::SCRIPT | Name::TEMPLATE) | (Kind::End, Name::TEMPLATE) => {
                self.in_head(token);
            }
            (Kind::End, Name::OPTGROUP) => {
                let above = self.open.len().checked_sub(2).map(|at| self.open[at].name);
                if self.current() == Name::OPTION && above == Some(name) {
                    self.pop(NOWHERE);
                }
                if self.current() == name {
                    self.pop(token.end);
                }
            }
            (Kind::End, Name::OPTION) if self.current() == name => self.pop(token.end),
            _ => {}
        }
    }

    fn end_select(&mut self, end: i32) {
        self.close_to(|open| open == Name::SELECT, end);
        self.reset_mode();
    }

    pub fn in_select_in_table(&mut self, token: Token) {
        const PARTS: Set = Set::from_names("caption table tbody tfoot thead tr td th");
        match token.kind {
            Kind::Start if PARTS.has(token.name) => {}
            Kind::End if PARTS.has(token.name) => {
                if !self.in_table_scope(token.name) {
                    return;
                }
            }
            _ => return self.in_select(token),
        }
        if self.in_select_scope(Name::SELECT) {
            self.end_select(NOWHERE);
            self.process(token);
        }
    }

    pub fn in_template(&mut self, token: Token) {
        let name = token.name;
        let mode = match token.kind {
            Kind::Text | Kind::Comment | Kind::Doctype => return self.in_body(token),
            Kind::Start if TO_HEAD.has(name) => return self.in_head(token),
            Kind::End if name == Name::TEMPLATE => return self.end_template(),
            Kind::End => return,
            Kind::Eof => {
                if !self.has_open(Name::TEMPLATE) {
                    return;
                }
                self.end_template();
                return self.process(token);
            }
            Kind::Start => match name {
                Name::CAPTION | Name::COLGROUP | Name::TBODY | Name::TFOOT | Name::THEAD => {
                    Mode::InTable
                }
                Name::COL => Mode::InColumnGroup,
                Name::TR => Mode::InTableBody,
                Name::TD | Name::TH => Mode::InRow,
                _ => Mode::InBody,
            },
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.again(mode, token);
    }

    /// Chooses the mode by the open elements.
    pub fn reset_mode(&mut self) {
        for at in (0..self.open.len()).rev() {
            let mode = match self.open[at].name {
                Name::SELECT => self.mode_in_select(at),
                Name::TD | Name::TH if at > 0 => Mode::InCell,
                Name::TR => Mode::InRow,
                Name::TBODY | Name::THEAD | Name::TFOOT => Mode::InTableBody,
                Name::CAPTION => Mode::InCaption,
                Name::COLGROUP => Mode::InColumnGroup,
                Name::TABLE => Mode::InTable,
                Name::TEMPLATE => self.template_modes.last().copied().unwrap_or(Mode::InBody),
                Name::HEAD | Name::HTML if self.dialect.resets_to_body => Mode::InBody,
                Name::HEAD if at > 0 => Mode::InHead,
                Name::BODY => Mode::InBody,
                Name::FRAMESET => Mode::InFrameset,
                // The content of a body is the only fragment that is parsed.
                Name::HTML if self.fragment => Mode::InBody,
                Name::HTML if self.head == NONE => Mode::BeforeHead,
                Name::HTML => Mode::AfterHead,
                _ => continue,
            };
            self.mode = mode;
            return;
        }
        self.mode = Mode::InBody;
    }

    fn mode_in_select(&self, at: usize) -> Mode {
        let around = self.open[..at].iter().rev().map(|open| open.name);
        let mut around = around.take_while(|&name| name != Name::TEMPLATE);
        let in_table = !self.dialect.resets_to_body && around.any(|name| name == Name::TABLE);
        if in_table { Mode::InSelectInTable } else { Mode::InSelect }
    }
}
