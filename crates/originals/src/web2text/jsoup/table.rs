//! Tokens in tables.

use super::builder::{Builder, Mode};
use super::token::{Kind, Token};
use crate::name::{Name, Set};

const BODIES: Set = Set::from_names("tbody tfoot thead");
/// Parts of a table, whose start tags close a cell or a caption.
const PARTS: Set = Set::from_names("caption col colgroup tbody td tfoot th thead tr");
/// Where content is moved out of the table.
const FOSTERS: Set = Set::from_names("table tbody tfoot thead tr");

impl Builder<'_> {
    pub fn in_table(&mut self, token: Token) -> bool {
        let name = token.name;
        match token.kind {
            Kind::Text => {
                self.table_text = None;
                self.original = self.mode;
                self.mode = Mode::InTableText;
                return self.process(token);
            }
            Kind::Comment => self.insert_comment(token),
            Kind::Doctype => return false,
            Kind::Eof => {}
            Kind::Start => return self.start_in_table(token),
            Kind::End if name == Name::TABLE => {
                if !self.in_table_scope(name) {
                    return false;
                }
                self.close_to(|open| open == name, token.end);
                self.reset_mode();
            }
            Kind::End if PARTS.has(name) || matches!(name, Name::BODY | Name::HTML) => {
                return false;
            }
            Kind::End => return self.foster_in_table(token),
        }
        true
    }

    fn start_in_table(&mut self, token: Token) -> bool {
        const TABLE: Set = Set::from_names("table");
        let name = token.name;
        match name {
            Name::CAPTION => {
                self.clear_to(TABLE);
                self.formatting.push(None);
                self.insert(token);
                self.mode = Mode::InCaption;
            }
            Name::COLGROUP => {
                self.clear_to(TABLE);
                self.insert(token);
                self.mode = Mode::InColumnGroup;
            }
            Name::COL => {
                self.process_start(Name::COLGROUP);
                return self.process(token);
            }
            _ if BODIES.has(name) => {
                self.clear_to(TABLE);
                self.insert(token);
                self.mode = Mode::InTableBody;
            }
            Name::TD | Name::TH | Name::TR => {
                self.process_start(Name::TBODY);
                return self.process(token);
            }
            Name::TABLE => {
                if self.process_end(Name::TABLE) {
                    return self.process(token);
                }
            }
            Name::STYLE | Name::SCRIPT => return self.process_in(Mode::InHead, token),
            Name::INPUT if token.hidden => self.insert_empty(token),
            Name::FORM => {
                if self.form.is_some() {
                    return false;
                }
                self.insert_form(token, false);
            }
            _ => return self.foster_in_table(token),
        }
        true
    }

    /// Treats a token as in the body; elements go before the table.
    fn foster_in_table(&mut self, token: Token) -> bool {
        if !FOSTERS.has(self.current()) {
            return self.process_in(Mode::InBody, token);
        }
        self.fosters = true;
        let used = self.process_in(Mode::InBody, token);
        self.fosters = false;
        used
    }

    /// Chooses the mode by the open elements.
    pub fn reset_mode(&mut self) {
        let mut innermost_first = self.open.iter().rev();
        let mode = innermost_first.find_map(|&(_, name)| mode_inside(name));
        self.mode = mode.unwrap_or(Mode::InBody);
    }

    /// A text waits for the next token; the tokenizer keeps it so long.
    pub fn in_table_text(&mut self, token: Token) -> bool {
        if token.kind == Kind::Text {
            let null = self.tokens.text == "\0";
            self.table_text = Some(token).filter(|_| !null);
            return !null;
        }
        if let Some(text) = self.table_text.take() {
            if self.is_blank(text) {
                self.insert_text(text);
            } else {
                self.foster_in_table(text);
            }
        }
        self.mode = self.original;
        self.process(token)
    }

    pub fn in_caption(&mut self, token: Token) -> bool {
        let name = token.name;
        match token.kind {
            Kind::End if name == Name::CAPTION => {
                if !self.in_table_scope(name) {
                    return false;
                }
                self.close_to(|open| open == name, token.end);
                self.clear_formatting();
                self.mode = Mode::InTable;
            }
            Kind::Start if PARTS.has(name) => return self.leave_caption(token),
            Kind::End if name == Name::TABLE => return self.leave_caption(token),
            Kind::End if PARTS.has(name) || matches!(name, Name::BODY | Name::HTML) => {
                return false;
            }
            _ => return self.process_in(Mode::InBody, token),
        }
        true
    }

    fn leave_caption(&mut self, token: Token) -> bool {
        !self.process_end(Name::CAPTION) || self.process(token)
    }

    pub fn in_column_group(&mut self, token: Token) -> bool {
        match (token.kind, token.name) {
            _ if self.is_blank(token) => self.insert_text(token),
            (Kind::Comment, _) => self.insert_comment(token),
            (Kind::Doctype, _) => {}
            (Kind::Start, Name::HTML) => return self.process_in(Mode::InBody, token),
            (Kind::Start, Name::COL) => self.insert_empty(token),
            (Kind::End, Name::COLGROUP) => {
                if self.current() == Name::HTML {
                    return false;
                }
                self.pop(token.end);
                self.mode = Mode::InTable;
            }
            (Kind::Eof, _) if self.current() == Name::HTML => {}
            _ => return !self.process_end(Name::COLGROUP) || self.process(token),
        }
        true
    }

    pub fn in_table_body(&mut self, token: Token) -> bool {
        let name = token.name;
        match token.kind {
            Kind::Start => match name {
                Name::TR => {
                    self.clear_to(BODIES);
                    self.insert(token);
                    self.mode = Mode::InRow;
                }
                Name::TH | Name::TD => {
                    self.process_start(Name::TR);
                    return self.process(token);
                }
                _ if PARTS.has(name) => return self.leave_table_body(token),
                _ => return self.process_in(Mode::InTable, token),
            },
            Kind::End => match name {
                _ if BODIES.has(name) => {
                    if !self.in_table_scope(name) {
                        return false;
                    }
                    self.clear_to(BODIES);
                    self.pop(token.end);
                    self.mode = Mode::InTable;
                }
                Name::TABLE => return self.leave_table_body(token),
                _ if PARTS.has(name) || matches!(name, Name::BODY | Name::HTML) => return false,
                _ => return self.process_in(Mode::InTable, token),
            },
            _ => return self.process_in(Mode::InTable, token),
        }
        true
    }

    fn leave_table_body(&mut self, token: Token) -> bool {
        if !(self.in_table_scope(Name::TBODY)
            || self.in_table_scope(Name::THEAD)
            || self.in_scope(Name::TFOOT))
        {
            return false;
        }
        self.clear_to(BODIES);
        self.process_end(self.current());
        self.process(token)
    }

    pub fn in_row(&mut self, token: Token) -> bool {
        const ROW: Set = Set::from_names("tr");
        let name = token.name;
        match token.kind {
            Kind::Start => match name {
                Name::TH | Name::TD => {
                    self.clear_to(ROW);
                    self.insert(token);
                    self.mode = Mode::InCell;
                    self.formatting.push(None);
                }
                _ if PARTS.has(name) => return self.leave_row(token),
                _ => return self.process_in(Mode::InTable, token),
            },
            Kind::End => match name {
                Name::TR => {
                    if !self.in_table_scope(name) {
                        return false;
                    }
                    self.clear_to(ROW);
                    self.pop(token.end);
                    self.mode = Mode::InTableBody;
                }
                Name::TABLE => return self.leave_row(token),
                _ if BODIES.has(name) => {
                    if !self.in_table_scope(name) {
                        return false;
                    }
                    self.process_end(Name::TR);
                    return self.process(token);
                }
                _ if PARTS.has(name) || matches!(name, Name::BODY | Name::HTML) => return false,
                _ => return self.process_in(Mode::InTable, token),
            },
            _ => return self.process_in(Mode::InTable, token),
        }
        true
    }

    fn leave_row(&mut self, token: Token) -> bool {
        self.process_end(Name::TR) && self.process(token)
    }

    pub fn in_cell(&mut self, token: Token) -> bool {
        let name = token.name;
        match token.kind {
            Kind::End => match name {
                Name::TD | Name::TH => {
                    if !self.in_table_scope(name) {
                        self.mode = Mode::InRow;
                        return false;
                    }
                    self.close_to(|open| open == name, token.end);
                    self.clear_formatting();
                    self.mode = Mode::InRow;
                }
                Name::BODY | Name::CAPTION | Name::COL | Name::COLGROUP | Name::HTML => {
                    return false;
                }
                _ if name == Name::TABLE || PARTS.has(name) => {
                    if !self.in_table_scope(name) {
                        return false;
                    }
                    self.close_cell();
                    return self.process(token);
                }
                _ => return self.process_in(Mode::InBody, token),
            },
            Kind::Start if PARTS.has(name) => {
                if !self.in_table_scope(Name::TD) && !self.in_table_scope(Name::TH) {
                    return false;
                }
                self.close_cell();
                return self.process(token);
            }
            _ => return self.process_in(Mode::InBody, token),
        }
        true
    }

    fn close_cell(&mut self) {
        let td = self.in_table_scope(Name::TD);
        self.process_end(if td { Name::TD } else { Name::TH });
    }
}

/// Returns the mode in an element, if the element has one.
fn mode_inside(name: Name) -> Option<Mode> {
    match name {
        Name::SELECT => Some(Mode::InSelect),
        Name::TD | Name::TH => Some(Mode::InCell),
        Name::TR => Some(Mode::InRow),
        _ if BODIES.has(name) => Some(Mode::InTableBody),
        Name::CAPTION => Some(Mode::InCaption),
        Name::COLGROUP => Some(Mode::InColumnGroup),
        Name::TABLE => Some(Mode::InTable),
        Name::HEAD | Name::BODY => Some(Mode::InBody),
        Name::FRAMESET => Some(Mode::InFrameset),
        _ => None,
    }
}
