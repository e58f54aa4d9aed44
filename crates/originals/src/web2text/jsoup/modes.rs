//! Tokens before and after the body, and the choice of how to treat a token.

use super::builder::{Builder, Mode};
use super::token::{Kind, State, Token};
use crate::name::{Name, Set};

/// End tags that imply what should have been before them.
const IMPLYING_ENDS: Set = Set::from_names("head body html br");
/// Elements of a head without content.
const EMPTY_IN_HEAD: Set = Set::from_names("base basefont bgsound command link meta");
const AFTER_HEAD: Set =
    Set::from_names("base basefont bgsound link meta noframes script style title");

impl Builder<'_> {
    /// Builds the tree.
    pub fn run(&mut self) {
        loop {
            let token = self.next();
            self.steps = 0;
            self.process(token);
            if token.kind == Kind::Eof {
                return;
            }
        }
    }

    /// Treats a token, and returns whether it was of use.
    pub fn process(&mut self, token: Token) -> bool {
        self.process_in(self.mode, token)
    }

    pub fn process_start(&mut self, name: Name) -> bool {
        self.process(Token::implied(Kind::Start, name))
    }

    pub fn process_end(&mut self, name: Name) -> bool {
        self.process(Token::implied(Kind::End, name))
    }

    pub fn process_in(&mut self, mode: Mode, token: Token) -> bool {
        if !self.step() {
            return false;
        }
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
            Mode::AfterBody => self.after_body(token),
            Mode::InFrameset => self.in_frameset(token),
            Mode::AfterFrameset => self.after_frameset(token),
            Mode::AfterAfterBody => self.after_after_body(token),
            Mode::AfterAfterFrameset => self.after_after_frameset(token),
        }
    }

    /// Changes the mode, and treats the token in it.
    pub fn again(&mut self, mode: Mode, token: Token) -> bool {
        self.mode = mode;
        self.process(token)
    }

    fn initial(&mut self, token: Token) -> bool {
        match token.kind {
            _ if self.is_blank(token) => {}
            Kind::Comment => self.insert_comment(token),
            Kind::Doctype => {
                self.quirks = token.quirks;
                self.mode = Mode::BeforeHtml;
            }
            _ => return self.again(Mode::BeforeHtml, token),
        }
        true
    }

    fn before_html(&mut self, token: Token) -> bool {
        match token.kind {
            _ if self.is_blank(token) => return true,
            Kind::Doctype => return false,
            Kind::Comment => {
                self.insert_comment(token);
                return true;
            }
            Kind::Start if token.name == Name::HTML => {
                self.insert(token);
                self.mode = Mode::BeforeHead;
                return true;
            }
            Kind::End if !IMPLYING_ENDS.has(token.name) => return false,
            _ => {}
        }
        self.insert_implied(Name::HTML);
        self.again(Mode::BeforeHead, token)
    }

    fn before_head(&mut self, token: Token) -> bool {
        match token.kind {
            _ if self.is_blank(token) => return true,
            Kind::Doctype => return false,
            Kind::Comment => {
                self.insert_comment(token);
                return true;
            }
            Kind::Start if token.name == Name::HTML => return self.process_in(Mode::InBody, token),
            Kind::Start if token.name == Name::HEAD => {
                self.head = self.insert(token);
                self.mode = Mode::InHead;
                return true;
            }
            Kind::End if !IMPLYING_ENDS.has(token.name) => return false,
            _ => {}
        }
        self.process_start(Name::HEAD);
        self.process(token)
    }

    pub fn in_head(&mut self, token: Token) -> bool {
        match token.kind {
            _ if self.is_blank(token) => self.insert_text(token),
            Kind::Comment => self.insert_comment(token),
            Kind::Doctype => return false,
            Kind::Start => match token.name {
                Name::HTML => return self.process_in(Mode::InBody, token),
                name if EMPTY_IN_HEAD.has(name) => self.insert_empty(token),
                Name::TITLE => self.insert_raw(token, State::RcData),
                Name::NOFRAMES | Name::STYLE => self.insert_raw(token, State::RawText),
                Name::NOSCRIPT => {
                    self.insert(token);
                    self.mode = Mode::InHeadNoscript;
                }
                Name::SCRIPT => {
                    // Only here, the state comes first: a script that closes itself contains
                    // markup.
                    self.tokens.state = State::Script;
                    self.original = self.mode;
                    self.mode = Mode::Text;
                    self.insert(token);
                }
                Name::HEAD => return false,
                _ => return self.leave_head(token),
            },
            Kind::End => match token.name {
                Name::HEAD => {
                    self.pop(token.end);
                    self.mode = Mode::AfterHead;
                }
                Name::BODY | Name::HTML | Name::BR => return self.leave_head(token),
                _ => return false,
            },
            _ => return self.leave_head(token),
        }
        true
    }

    fn leave_head(&mut self, token: Token) -> bool {
        self.process_end(Name::HEAD);
        self.process(token)
    }

    /// Opens an element with text that has no tags.
    pub fn insert_raw(&mut self, token: Token, state: State) {
        self.insert(token);
        self.tokens.state = state;
        self.original = self.mode;
        self.mode = Mode::Text;
    }

    fn in_head_noscript(&mut self, token: Token) -> bool {
        const HEAD: Set = Set::from_names("basefont bgsound link meta noframes style");
        match token.kind {
            Kind::Start if token.name == Name::HTML => return self.process_in(Mode::InBody, token),
            Kind::End if token.name == Name::NOSCRIPT => {
                self.pop(token.end);
                self.mode = Mode::InHead;
            }
            Kind::Comment => return self.process_in(Mode::InHead, token),
            Kind::Start if HEAD.has(token.name) => return self.process_in(Mode::InHead, token),
            _ if self.is_blank(token) => return self.process_in(Mode::InHead, token),
            Kind::Start if matches!(token.name, Name::HEAD | Name::NOSCRIPT) => return false,
            Kind::End if token.name != Name::BR => return false,
            // jsoup makes text of all other tokens.
            _ => {}
        }
        true
    }

    fn after_head(&mut self, token: Token) -> bool {
        match token.kind {
            _ if self.is_blank(token) => self.insert_text(token),
            Kind::Comment => self.insert_comment(token),
            Kind::Doctype => {}
            Kind::Start => match token.name {
                Name::HTML => return self.process_in(Mode::InBody, token),
                Name::BODY => {
                    self.insert(token);
                    self.frameset_ok = false;
                    self.mode = Mode::InBody;
                }
                Name::FRAMESET => {
                    self.insert(token);
                    self.mode = Mode::InFrameset;
                }
                name if AFTER_HEAD.has(name) => {
                    let head = self.head;
                    self.open.push((head, Name::HEAD));
                    self.process_in(Mode::InHead, token);
                    self.remove_open(head);
                }
                Name::HEAD => return false,
                _ => return self.begin_body(token),
            },
            Kind::End if !matches!(token.name, Name::BODY | Name::HTML) => return false,
            _ => return self.begin_body(token),
        }
        true
    }

    fn begin_body(&mut self, token: Token) -> bool {
        self.process_start(Name::BODY);
        self.frameset_ok = true;
        self.process(token);
        true
    }

    fn in_text(&mut self, token: Token) -> bool {
        match token.kind {
            Kind::Text => self.insert_text(token),
            Kind::End => {
                self.pop(token.end);
                self.mode = self.original;
            }
            Kind::Eof => {
                self.pop(token.end);
                self.mode = self.original;
                return self.process(token);
            }
            _ => {}
        }
        true
    }
}
