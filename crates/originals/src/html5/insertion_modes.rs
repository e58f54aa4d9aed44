//! Tokens before the body (13.2.6.4.1 to 6 and 8), and the choice of how to treat a token.

use super::builder::{Builder, Mode};
use super::element::{HIDDEN_INPUT, Span};
use super::tokenizer::{Kind, NOWHERE, State, Token, is_space};
use super::tree::{NONE, ROOT, Space};
use crate::name::{Name, Set};

/// End tags that imply what should have been before them.
const IMPLYING_ENDS: Set = Set::from_names("head body html br");
/// Elements of a head without content.
const EMPTY_IN_HEAD: Set = Set::from_names("base basefont bgsound link meta");
/// Elements of a head that go there wherever they stand.
pub const TO_HEAD: Set =
    Set::from_names("base basefont bgsound link meta noframes script style template title");

impl Builder<'_> {
    pub fn process(&mut self, token: Token) {
        if self.is_foreign(token) {
            self.in_foreign(token);
        } else {
            self.process_in(self.mode, token);
        }
    }

    pub fn process_in(&mut self, mode: Mode, token: Token) {
        match mode {
            Mode::Initial => self.initial(token),
            Mode::BeforeHtml => self.before_html(token),
            Mode::BeforeHead => self.before_head(token),
            Mode::InHead => self.in_head(token),
            Mode::InHeadNoscript => self.in_head_noscript(token),
            Mode::AfterHead => self.after_head(token),
            Mode::InBody => self.in_body(token),
            Mode::Text => self.in_text(token),
            Mode::InTable => self.in_table(token),
            Mode::InTableText => self.in_table_text(token),
            Mode::InCaption => self.in_caption(token),
            Mode::InColumnGroup => self.in_column_group(token),
            Mode::InTableBody => self.in_table_body(token),
            Mode::InRow => self.in_row(token),
            Mode::InCell => self.in_cell(token),
            Mode::InSelect => self.in_select(token),
            Mode::InSelectInTable => self.in_select_in_table(token),
            Mode::InTemplate => self.in_template(token),
            Mode::AfterBody => self.after_body(token),
            Mode::InFrameset => self.in_frameset(token),
            Mode::AfterFrameset => self.after_frameset(token),
            Mode::AfterAfterBody => self.after_after_body(token),
            Mode::AfterAfterFrameset => self.after_after_frameset(token),
        }
    }

    /// Changes the mode, and treats the token in it.
    pub fn again(&mut self, mode: Mode, token: Token) {
        self.mode = mode;
        self.process(token);
    }

    /// Splits a text after the white space that it begins with.
    pub fn split_space(&self, token: Token) -> (Option<Token>, Option<Token>) {
        if token.kind != Kind::Text {
            return (None, Some(token));
        }
        let text = self.tree.str(token.span).as_bytes();
        let mut spaces = text.iter().take_while(|&&byte| is_space(byte)).count();
        if spaces == text.len() {
            return (Some(token), None);
        }
        if self.dialect.unsplit_text {
            spaces = 0;
        }
        let Span { start, end } = token.span;
        let middle = start + spaces as u32;
        let space = Token { span: Span { start, end: middle }, ..token };
        let rest = Token { span: Span { start: middle, end }, ..token };
        ((spaces > 0).then_some(space), Some(rest))
    }

    /// Adds the white space that a text begins with, and returns what follows.
    pub fn insert_space(&mut self, token: Token) -> Option<Token> {
        let (space, rest) = self.split_space(token);
        if let Some(space) = space {
            self.insert_text(space);
        }
        rest
    }

    fn initial(&mut self, token: Token) {
        let Some(token) = self.split_space(token).1 else { return };
        match token.kind {
            Kind::Comment => self.insert_comment_at(token, (ROOT, NONE)),
            Kind::Doctype => {
                self.quirks = token.quirks;
                self.mode = Mode::BeforeHtml;
            }
            _ => {
                self.quirks = !self.dialect.standards_without_doctype;
                self.again(Mode::BeforeHtml, token);
            }
        }
    }

    fn before_html(&mut self, token: Token) {
        let Some(token) = self.split_space(token).1 else { return };
        match token.kind {
            Kind::Doctype => {}
            Kind::Comment => self.insert_comment_at(token, (ROOT, NONE)),
            Kind::Start if token.name == Name::HTML => {
                self.insert(token);
                self.mode = Mode::BeforeHead;
            }
            Kind::End if !IMPLYING_ENDS.has(token.name) => {}
            _ => {
                self.insert_implied(Name::HTML);
                self.again(Mode::BeforeHead, token);
            }
        }
    }

    fn before_head(&mut self, token: Token) {
        let Some(token) = self.split_space(token).1 else { return };
        match token.kind {
            Kind::Doctype => {}
            Kind::Comment => self.insert_comment(token),
            Kind::Start if token.name == Name::HTML => self.in_body(token),
            Kind::Start if token.name == Name::HEAD => {
                self.head = self.insert(token);
                self.mode = Mode::InHead;
            }
            Kind::End if !IMPLYING_ENDS.has(token.name) => {}
            _ => {
                self.head = self.insert_implied(Name::HEAD);
                self.again(Mode::InHead, token);
            }
        }
    }

    pub fn in_head(&mut self, token: Token) {
        let Some(token) = self.insert_space(token) else { return };
        match (token.kind, token.name) {
            (Kind::Comment, _) => self.insert_comment(token),
            (Kind::Doctype, _) => {}
            (Kind::Start, Name::HTML) => self.in_body(token),
            (Kind::Start, name) if EMPTY_IN_HEAD.has(name) => self.insert_empty(token),
            (Kind::Start, Name::COMMAND) if self.dialect.old_elements => self.insert_empty(token),
            (Kind::Start, Name::TITLE) => self.insert_raw(token, State::RcData),
            (Kind::Start, Name::NOFRAMES | Name::STYLE) => self.insert_raw(token, State::RawText),
            (Kind::Start, Name::SCRIPT) => {
                // Here the state comes first: a script that closes itself contains markup.
                self.read_raw(State::Script);
                self.insert(token);
            }
            (Kind::Start, Name::NOSCRIPT) => {
                self.insert(token);
                self.mode = Mode::InHeadNoscript;
            }
            (Kind::Start, Name::TEMPLATE) => self.start_template(token),
            (Kind::Start, Name::HEAD) => {}
            (Kind::End, Name::HEAD) => {
                self.pop(token.end);
                self.mode = Mode::AfterHead;
            }
            (Kind::End, Name::TEMPLATE) => self.end_template(),
            (Kind::End, name) if !IMPLYING_ENDS.has(name) => {}
            _ => {
                self.pop(NOWHERE);
                self.again(Mode::AfterHead, token);
            }
        }
    }

    fn start_template(&mut self, token: Token) {
        self.insert(token);
        self.formatting.push(None);
        self.frameset_ok = false;
        self.mode = Mode::InTemplate;
        self.template_modes.push(Mode::InTemplate);
    }

    pub fn end_template(&mut self) {
        if !self.has_open(Name::TEMPLATE) {
            return;
        }
        self.close_to(|open| open == Name::TEMPLATE, NOWHERE);
        self.clear_formatting();
        self.template_modes.pop();
        self.reset_mode();
    }

    fn in_head_noscript(&mut self, token: Token) {
        const HEAD: Set = Set::from_names("basefont bgsound link meta noframes style");
        let Some(token) = self.insert_space(token) else { return };
        match (token.kind, token.name) {
            (Kind::Doctype, _) => {}
            (Kind::Start, Name::HTML) => self.in_body(token),
            (Kind::End, Name::NOSCRIPT) => {
                self.pop(token.end);
                self.mode = Mode::InHead;
            }
            (Kind::Comment, _) => self.insert_comment(token),
            (Kind::Start, name) if HEAD.has(name) => self.in_head(token),
            (Kind::Start, Name::HEAD | Name::NOSCRIPT) => {}
            (Kind::End, name) if name != Name::BR => {}
            _ if self.dialect.strict_noscript => {}
            _ => {
                self.open.pop();
                self.again(Mode::InHead, token);
            }
        }
    }

    fn after_head(&mut self, token: Token) {
        let Some(token) = self.insert_space(token) else { return };
        match (token.kind, token.name) {
            (Kind::Comment, _) => self.insert_comment(token),
            (Kind::Doctype, _) => {}
            (Kind::Start, Name::HTML) => self.in_body(token),
            (Kind::Start, Name::BODY) => {
                self.insert(token);
                self.frameset_ok = false;
                self.mode = Mode::InBody;
            }
            (Kind::Start, Name::FRAMESET) => {
                self.insert(token);
                self.mode = Mode::InFrameset;
            }
            (Kind::Start, name) if TO_HEAD.has(name) => {
                let head = self.head;
                self.push(head, Name::HEAD, Space::Html);
                self.in_head(token);
                self.remove_open(head);
            }
            (Kind::Start, Name::HEAD) => {}
            (Kind::End, Name::TEMPLATE) => self.in_head(token),
            (Kind::End, Name::BR) if self.dialect.no_break_before_body => {}
            (Kind::End, name) if !matches!(name, Name::BODY | Name::HTML | Name::BR) => {}
            _ => {
                self.insert_implied(Name::BODY);
                self.again(Mode::InBody, token);
            }
        }
    }

    fn in_text(&mut self, token: Token) {
        if token.kind == Kind::Text {
            return self.insert_text(token);
        }
        self.pop(token.end);
        self.mode = self.original;
        if token.kind == Kind::Eof {
            self.process(token);
        }
    }

    /// Adds the attributes of another tag to an element.
    pub fn merge_attributes(&mut self, place: usize, token: Token) {
        if self.dialect.one_root_tag {
            return;
        }
        let Some(id) = self.open.get(place).map(|open| open.id) else { return };
        let mut merged = *self.tree.attributes(id);
        let more = self.tree.attributes[token.attributes as usize];
        merged.merge(&more);
        self.tree.attributes.push(merged);
        self.tree.node_mut(id).data.start = (self.tree.attributes.len() - 1) as u32;
    }

    pub fn is_hidden_input(&self, token: Token) -> bool {
        self.has_flag(token, HIDDEN_INPUT)
    }
}
