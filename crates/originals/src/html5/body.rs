//! Start tags and text in the body (13.2.6.4.7).

use super::builder::{Builder, Mode, NO_NAME};
use super::insertion_modes::TO_HEAD;
use super::tokenizer::{FORMATTERS, Kind, NOWHERE, State, Token};
use super::tree::{NONE, Space};
use crate::name::{Name, Set};

const CLOSES_P: Set = Set::from_names(
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure \
     footer header hgroup main menu nav ol p search section summary ul",
);
pub const HEADINGS: Set = Set::from_names("h1 h2 h3 h4 h5 h6");
const EMPTY: Set = Set::from_names("area br embed img keygen wbr");
const DROPPED: Set = Set::from_names("caption col colgroup frame head tbody td tfoot th thead tr");
impl Builder<'_> {
    pub fn in_body(&mut self, token: Token) {
        match token.kind {
            Kind::Text => self.text_in_body(token),
            Kind::Comment => self.insert_comment(token),
            Kind::Doctype => {}
            Kind::Start => self.start_in_body(token),
            Kind::End => self.end_in_body(token),
            Kind::Eof if !self.template_modes.is_empty() => self.in_template(token),
            Kind::Eof => {}
        }
    }

    /// A text without U+0000, if anything is left of it.
    pub fn without_nulls(&mut self, token: Token) -> Option<Token> {
        let text = self.tree.str(token.span);
        if self.dialect.keeps_nulls {
            return (text != "\0").then_some(token);
        }
        if !self.nulls || !text.contains('\0') {
            return Some(token);
        }
        let text = text.replace('\0', "");
        let span = self.tree.pool_text(&text);
        (!text.is_empty()).then_some(Token { span, ..token })
    }

    fn text_in_body(&mut self, mut token: Token) {
        if self.nulls {
            let Some(left) = self.without_nulls(token) else { return };
            token = left;
        }
        self.reconstruct();
        self.frameset_ok = self.frameset_ok && self.is_blank(token);
        self.insert_text(token);
    }

    fn close_p(&mut self) {
        if self.in_button_scope(Name::P) {
            self.end_implied(Name::P, NOWHERE);
        }
    }

    /// Treats an end tag that the page does not contain.
    fn end_made_up(&mut self, name: Name) {
        let token = Token::new(Kind::End, name);
        match self.dialect.ends_in_mode {
            true => self.process(token),
            false => self.end_formatter(token),
        }
    }

    fn start_item(&mut self, token: Token) {
        self.frameset_ok = false;
        let same = |name| match token.name {
            Name::LI => name == Name::LI,
            _ => matches!(name, Name::DD | Name::DT),
        };
        let passes = |name| matches!(name, Name::ADDRESS | Name::DIV | Name::P);
        let ends = |&name: &Name| same(name) || (self.is_special(name) && !passes(name));
        let innermost = self.open.iter().rev().map(|open| open.name).find(ends);
        if let Some(name) = innermost.filter(|&name| same(name)) {
            self.end_implied(name, NOWHERE);
        }
        self.close_p();
        self.insert(token);
    }

    fn start_anchor(&mut self, token: Token) {
        if let Some(anchor) = self.find_formatting(Name::A) {
            self.end_made_up(Name::A);
            let mut id = anchor.id;
            if self.dialect.ends_in_mode {
                let innermost = self.open.iter().rev().find(|open| open.name == Name::A);
                id = innermost.map_or(id, |open| open.id);
            }
            self.forget_formatting(id);
            self.remove_open(id);
        }
        self.insert_formatter(token);
    }

    fn start_nobr(&mut self, token: Token) {
        self.reconstruct();
        if self.in_scope(Name::NOBR) {
            self.end_made_up(Name::NOBR);
        }
        self.insert_formatter(token);
    }

    fn start_heading(&mut self, token: Token) {
        self.close_p();
        if HEADINGS.has(self.current()) {
            self.pop(token.end);
        }
        self.insert(token);
    }

    fn start_form(&mut self, token: Token) {
        let in_template = self.has_open(Name::TEMPLATE);
        if self.form != NONE && !in_template {
            return;
        }
        self.close_p();
        let form = self.insert(Token { self_closing: false, ..token });
        if !in_template {
            self.form = form;
        }
    }

    fn start_in_body(&mut self, token: Token) {
        let name = token.name;
        match name {
            Name::A => self.start_anchor(token),
            Name::NOBR => self.start_nobr(token),
            _ if FORMATTERS.has(name) => self.insert_formatter(token),
            _ if EMPTY.has(name) => {
                self.reconstruct();
                self.insert_empty(token);
                self.frameset_ok = false;
            }
            _ if self.is_listed(CLOSES_P, name) => {
                self.close_p();
                self.insert(token);
            }
            Name::LI | Name::DD | Name::DT => self.start_item(token),
            _ if TO_HEAD.has(name) => self.in_head(token),
            _ if HEADINGS.has(name) => self.start_heading(token),
            Name::HTML | Name::BODY | Name::FRAMESET => self.outer_start_in_body(token),
            Name::PRE | Name::LISTING => {
                self.close_p();
                self.insert(token);
                self.skips_line_feed = !self.dialect.keeps_line_feed;
                self.frameset_ok = false;
            }
            Name::FORM => self.start_form(token),
            Name::BUTTON => {
                if self.in_scope(name) {
                    self.close_to(|open| open == name, NOWHERE);
                    if self.dialect.ends_in_mode {
                        return self.process(token);
                    }
                }
                self.reconstruct();
                self.insert(token);
                self.frameset_ok = false;
            }
            Name::TABLE => {
                if !self.quirks {
                    self.close_p();
                }
                self.insert(token);
                self.frameset_ok = false;
                self.mode = Mode::InTable;
            }
            Name::INPUT => {
                self.reconstruct();
                self.insert_empty(token);
                self.frameset_ok &= self.is_hidden_input(token);
            }
            _ => self.raw_start_in_body(token),
        }
    }

    /// Start tags of elements without tags inside, and of objects.
    fn raw_start_in_body(&mut self, token: Token) {
        match token.name {
            Name::PLAINTEXT => {
                self.close_p();
                self.insert(token);
                self.tokens.state = State::PlainText;
            }
            Name::TEXTAREA => {
                self.insert_raw(token, State::RcData);
                self.skips_line_feed = !self.dialect.keeps_line_feed;
                self.frameset_ok = false;
            }
            Name::XMP => {
                self.close_p();
                self.reconstruct();
                self.frameset_ok = false;
                self.insert_raw(token, State::RawText);
            }
            Name::IFRAME | Name::NOEMBED => {
                self.frameset_ok &= token.name == Name::NOEMBED;
                self.insert_raw(token, State::RawText);
            }
            Name::APPLET | Name::MARQUEE | Name::OBJECT => {
                self.reconstruct();
                self.insert(token);
                self.formatting.push(None);
                self.frameset_ok = false;
            }
            Name::IMAGE if self.dialect.plain_foreign && self.has_open(Name::SVG) => {
                self.insert(token);
            }
            Name::IMAGE => self.start_in_body(Token { name: Name::IMG, ..token }),
            Name::PARAM | Name::SOURCE | Name::TRACK => self.insert_empty(token),
            Name::COMMAND if self.dialect.old_elements => self.insert_empty(token),
            Name::ISINDEX if self.dialect.old_elements => self.insert_search_field(),
            Name::HR => {
                self.close_p();
                self.insert_empty(token);
                self.frameset_ok = false;
            }
            _ => self.other_start_in_body(token),
        }
    }

    fn other_start_in_body(&mut self, token: Token) {
        match token.name {
            Name::SELECT => {
                self.reconstruct();
                self.insert(token);
                self.frameset_ok = false;
                let tables =
                    [Mode::InTable, Mode::InCaption, Mode::InTableBody, Mode::InRow, Mode::InCell]
                        .contains(&self.mode);
                self.mode = if tables { Mode::InSelectInTable } else { Mode::InSelect };
            }
            Name::OPTGROUP | Name::OPTION => {
                if self.current() == Name::OPTION {
                    self.pop(NOWHERE);
                }
                self.reconstruct();
                self.insert(token);
            }
            Name::RB | Name::RTC => {
                if self.in_scope(Name::RUBY) {
                    self.imply_ends(NO_NAME);
                }
                self.insert(token);
            }
            Name::RP | Name::RT if self.dialect.strict_ruby => {
                if self.in_scope(Name::RUBY) {
                    self.clear_to(const { Set::from_names("ruby") });
                    self.insert(token);
                }
            }
            Name::RP | Name::RT => {
                if self.in_scope(Name::RUBY) {
                    self.imply_ends(Name::RTC);
                }
                self.insert(token);
            }
            Name::MATH | Name::SVG if !self.dialect.plain_foreign => {
                self.reconstruct();
                let around = if token.name == Name::SVG { Space::Svg } else { Space::Math };
                self.insert_foreign(token, self.space_of(token, around));
            }
            name if DROPPED.has(name) => {}
            _ => {
                self.reconstruct();
                self.insert(token);
            }
        }
    }

    fn outer_start_in_body(&mut self, token: Token) {
        let has_body = self.open.get(1).is_some_and(|open| open.name == Name::BODY);
        match token.name {
            _ if self.has_open(Name::TEMPLATE) => {}
            Name::HTML => self.merge_attributes(0, token),
            Name::BODY if has_body => {
                self.frameset_ok = false;
                self.merge_attributes(1, token);
            }
            // A FRAMESET replaces a body that is still empty.
            Name::FRAMESET if has_body && self.frameset_ok => {
                self.tree.detach(self.open[1].id);
                self.open.truncate(1);
                self.insert(token);
                self.mode = Mode::InFrameset;
            }
            _ => {}
        }
    }

    /// ISINDEX is a form with a text.
    fn insert_search_field(&mut self) {
        if self.form != NONE {
            return;
        }
        let start = |name| Token::new(Kind::Start, name);
        for name in [Name::FORM, Name::HR, Name::LABEL] {
            self.process(start(name));
        }
        let text = "This is a searchable index. Enter search keywords: ";
        let text = self.tree.pool_text(text);
        self.process(Token::text(text));
        self.process(start(Name::INPUT));
        self.process(Token::new(Kind::End, Name::LABEL));
        self.process(start(Name::HR));
        self.process(Token::new(Kind::End, Name::FORM));
    }

    /// Opens an element that is reopened where others close it.
    fn insert_formatter(&mut self, token: Token) {
        self.reconstruct();
        let id = self.insert(token);
        self.push_formatting(id, token.name, token.attributes);
    }
}
