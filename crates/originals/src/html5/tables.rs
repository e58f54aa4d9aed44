//! Tokens in tables (13.2.6.4.9 to 15).

use super::builder::{Builder, FOSTERS, Mode};
use super::tokenizer::{Kind, NOWHERE, Token};
use super::tree::NONE;
use crate::name::{Name, Set};

const BODIES: Set = Set::from_names("tbody tfoot thead");
/// Parts of a table, whose start tags close a cell or a caption.
const PARTS: Set = Set::from_names("caption col colgroup tbody td tfoot th thead tr");
const IGNORED_ENDS: Set =
    Set::from_names("body caption col colgroup html tbody td tfoot th thead tr");
const TABLE_CONTEXT: Set = Set::from_names("table template html");
const BODY_CONTEXT: Set = Set::from_names("tbody tfoot thead template html");
const ROW_CONTEXT: Set = Set::from_names("tr template html");

impl Builder<'_> {
    pub fn in_table(&mut self, token: Token) {
        match token.kind {
            Kind::Text if self.waits_in_table() => {
                self.table_text.clear();
                self.original = self.mode;
                self.again(Mode::InTableText, token);
            }
            Kind::Comment => self.insert_comment(token),
            Kind::Doctype => {}
            Kind::Eof => self.in_body(token),
            Kind::Start => self.start_in_table(token),
            Kind::End => match token.name {
                Name::TABLE => _ = self.end_table(token.end),
                Name::TEMPLATE => self.end_template(),
                name if IGNORED_ENDS.has(name) => {}
                _ => self.foster_in_table(token),
            },
            Kind::Text => self.foster_in_table(token),
        }
    }

    fn waits_in_table(&self) -> bool {
        let current = self.current();
        FOSTERS.has(current) || current == Name::TEMPLATE || self.dialect.fosters_elements
    }

    fn end_table(&mut self, end: i32) -> bool {
        let open = self.in_table_scope(Name::TABLE);
        if open {
            self.close_to(|open| open == Name::TABLE, end);
            self.reset_mode();
        }
        open
    }

    fn start_in_table(&mut self, token: Token) {
        let name = token.name;
        match name {
            Name::CAPTION => {
                self.clear_to(TABLE_CONTEXT);
                self.formatting.push(None);
                self.insert(token);
                self.mode = Mode::InCaption;
            }
            Name::COLGROUP => {
                self.clear_to(TABLE_CONTEXT);
                self.insert(token);
                self.mode = Mode::InColumnGroup;
            }
            Name::COL => {
                self.clear_to(TABLE_CONTEXT);
                self.insert_implied(Name::COLGROUP);
                self.again(Mode::InColumnGroup, token);
            }
            _ if BODIES.has(name) => {
                self.clear_to(TABLE_CONTEXT);
                self.insert(token);
                self.mode = Mode::InTableBody;
            }
            Name::TD | Name::TH | Name::TR => {
                self.clear_to(TABLE_CONTEXT);
                self.insert_implied(Name::TBODY);
                self.again(Mode::InTableBody, token);
            }
            Name::TABLE => {
                let stays = self.dialect.tfoot_in_scope
                    && self.mode == Mode::InTableBody
                    && !self.has_table_body();
                if !stays && self.end_table(NOWHERE) {
                    self.process(token);
                }
            }
            Name::STYLE | Name::SCRIPT | Name::TEMPLATE => self.in_head(token),
            Name::INPUT if self.is_hidden_input(token) => self.insert_empty(token),
            Name::FORM => {
                if !self.has_open(Name::TEMPLATE) && self.form == NONE {
                    self.form = self.insert(Token { self_closing: false, ..token });
                    self.open.pop();
                }
            }
            _ => self.foster_in_table(token),
        }
    }

    /// Treats a token as in the body; nodes go before the table.
    fn foster_in_table(&mut self, token: Token) {
        if self.dialect.fosters_elements && !FOSTERS.has(self.current()) {
            return self.in_body(token);
        }
        self.fosters = true;
        self.in_body(token);
        self.fosters = false;
    }

    /// Texts wait for the next token other than a text: all of them go before the table if one is
    /// more than white space.
    pub fn in_table_text(&mut self, token: Token) {
        if token.kind == Kind::Text {
            let text = self.without_nulls(token);
            return self.table_text.extend(text);
        }
        let texts = std::mem::take(&mut self.table_text);
        let blank = texts.iter().all(|&text| self.is_blank(text));
        for text in texts {
            if blank {
                self.insert_text(text);
            } else {
                self.foster_in_table(text);
            }
        }
        self.again(self.original, token);
    }

    pub fn in_caption(&mut self, token: Token) {
        let name = token.name;
        match token.kind {
            Kind::End if name == Name::CAPTION => _ = self.end_caption(token.end),
            Kind::Start if PARTS.has(name) => self.leave_caption(token),
            Kind::End if name == Name::TABLE => self.leave_caption(token),
            Kind::End if IGNORED_ENDS.has(name) => {}
            _ => self.in_body(token),
        }
    }

    fn end_caption(&mut self, end: i32) -> bool {
        let open = self.in_table_scope(Name::CAPTION);
        if open {
            self.close_to(|open| open == Name::CAPTION, end);
            self.clear_formatting();
            self.mode = Mode::InTable;
        }
        open
    }

    fn leave_caption(&mut self, token: Token) {
        if self.end_caption(NOWHERE) {
            self.process(token);
        }
    }

    pub fn in_column_group(&mut self, token: Token) {
        let Some(token) = self.insert_space(token) else { return };
        match (token.kind, token.name) {
            (Kind::Comment, _) => self.insert_comment(token),
            (Kind::Doctype, _) => {}
            (Kind::End, Name::COL) if !self.dialect.ends_column_group => {}
            (Kind::Start, Name::HTML) | (Kind::Eof, _) => self.in_body(token),
            (Kind::Start, Name::COL) => self.insert_empty(token),
            (Kind::Start | Kind::End, Name::TEMPLATE) => self.in_head(token),
            _ if self.current() != Name::COLGROUP => {}
            (Kind::End, Name::COLGROUP) => {
                self.pop(token.end);
                self.mode = Mode::InTable;
            }
            _ => {
                self.pop(NOWHERE);
                self.again(Mode::InTable, token);
            }
        }
    }

    pub fn in_table_body(&mut self, token: Token) {
        let name = token.name;
        match token.kind {
            Kind::Start if name == Name::TR => {
                self.clear_to(BODY_CONTEXT);
                self.insert(token);
                self.mode = Mode::InRow;
            }
            Kind::Start if matches!(name, Name::TD | Name::TH) => {
                self.clear_to(BODY_CONTEXT);
                self.insert_implied(Name::TR);
                self.again(Mode::InRow, token);
            }
            Kind::End if BODIES.has(name) => {
                if self.in_table_scope(name) {
                    self.leave_table_body(token.end);
                }
            }
            Kind::Start if PARTS.has(name) => self.close_table_body(token),
            Kind::End if name == Name::TABLE => self.close_table_body(token),
            Kind::End if IGNORED_ENDS.has(name) => {}
            _ => self.in_table(token),
        }
    }

    fn leave_table_body(&mut self, end: i32) {
        self.clear_to(BODY_CONTEXT);
        self.pop(end);
        self.mode = Mode::InTable;
    }

    fn has_table_body(&self) -> bool {
        let tfoot = match self.dialect.tfoot_in_scope {
            true => self.in_scope(Name::TFOOT),
            false => self.in_table_scope(Name::TFOOT),
        };
        tfoot || self.in_table_scope(Name::TBODY) || self.in_table_scope(Name::THEAD)
    }

    fn close_table_body(&mut self, token: Token) {
        if self.has_table_body() {
            self.leave_table_body(NOWHERE);
            self.process(token);
        }
    }

    pub fn in_row(&mut self, token: Token) {
        let name = token.name;
        match token.kind {
            Kind::Start if matches!(name, Name::TD | Name::TH) => {
                self.clear_to(ROW_CONTEXT);
                self.insert(token);
                self.mode = Mode::InCell;
                self.formatting.push(None);
            }
            Kind::End if name == Name::TR => _ = self.end_row(token.end),
            Kind::Start if PARTS.has(name) => self.leave_row(token),
            Kind::End if name == Name::TABLE => self.leave_row(token),
            Kind::End if BODIES.has(name) => {
                if self.in_table_scope(name) {
                    self.leave_row(token);
                }
            }
            Kind::End if IGNORED_ENDS.has(name) => {}
            _ => self.in_table(token),
        }
    }

    fn end_row(&mut self, end: i32) -> bool {
        let open = self.in_table_scope(Name::TR);
        if open {
            self.clear_to(ROW_CONTEXT);
            self.pop(end);
            self.mode = Mode::InTableBody;
        }
        open
    }

    fn leave_row(&mut self, token: Token) {
        if self.end_row(NOWHERE) {
            self.process(token);
        }
    }

    pub fn in_cell(&mut self, token: Token) {
        let name = token.name;
        match token.kind {
            Kind::End if matches!(name, Name::TD | Name::TH) => {
                if self.in_table_scope(name) {
                    self.end_cell(|open| open == name, token.end);
                } else if self.dialect.cell_mode_ends {
                    self.mode = Mode::InRow;
                }
            }
            Kind::Start if PARTS.has(name) => {
                if self.in_table_scope(Name::TD) || self.in_table_scope(Name::TH) {
                    self.leave_cell(token);
                }
            }
            Kind::End if name == Name::TABLE || BODIES.has(name) || name == Name::TR => {
                if self.in_table_scope(name) {
                    self.leave_cell(token);
                }
            }
            Kind::End if IGNORED_ENDS.has(name) => {}
            _ => self.in_body(token),
        }
    }

    fn leave_cell(&mut self, token: Token) {
        self.end_cell(|open| matches!(open, Name::TD | Name::TH), NOWHERE);
        self.process(token);
    }

    fn end_cell(&mut self, wanted: impl Fn(Name) -> bool, end: i32) {
        self.close_to(wanted, end);
        self.clear_formatting();
        self.mode = Mode::InRow;
    }
}
