//! Start tags and text in the body.

use super::builder::{Builder, Mode};
use super::token::{Kind, State, Token};
use super::tree::NONE;
use crate::name::{Name, Set};

const TO_HEAD: Set =
    Set::from_names("base basefont bgsound command link meta noframes script style title");
const CLOSES_P: Set = Set::from_names(
    "address article aside blockquote center details dir div dl fieldset figcaption figure footer \
     header hgroup menu nav ol p section summary ul",
);
pub(super) const HEADINGS: Set = Set::from_names("h1 h2 h3 h4 h5 h6");
const FORMATTERS: Set = Set::from_names("b big code em font i s small strike strong tt u");
const EMPTY: Set = Set::from_names("area br embed img keygen wbr");
const DROPPED: Set = Set::from_names("caption col colgroup frame head tbody td tfoot th thead tr");
/// Elements that end the search for an open LI, DD or DT, except ADDRESS, DIV and P.
pub(super) const SPECIAL: Set = Set::from_names(
    "address applet area article aside base basefont bgsound blockquote body br button caption \
     center col colgroup command dd details dir div dl dt embed fieldset figcaption figure footer \
     form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input isindex li \
     link listing marquee menu meta nav noembed noframes noscript object ol p param plaintext pre \
     script section select style summary table tbody td textarea tfoot th thead title tr ul wbr \
     xmp",
);

impl Builder<'_> {
    pub fn in_body(&mut self, token: Token) -> bool {
        match token.kind {
            Kind::Text => return self.text_in_body(token),
            Kind::Comment => self.insert_comment(token),
            Kind::Doctype => return false,
            Kind::Start => return self.start_in_body(token),
            Kind::End => return self.end_in_body(token),
            Kind::Eof => {}
        }
        true
    }

    fn text_in_body(&mut self, token: Token) -> bool {
        if self.tokens.text == "\0" {
            return false;
        }
        self.reconstruct();
        self.frameset_ok &= self.is_blank(token);
        self.insert_text(token);
        true
    }

    fn close_p(&mut self) {
        if self.in_button_scope(Name::P) {
            self.process_end(Name::P);
        }
    }

    /// Closes the innermost of some elements if only ADDRESS, DIV, P and elements that are not
    /// special are in it.
    fn close_item(&mut self, wanted: impl Fn(Name) -> bool) {
        self.frameset_ok = false;
        let innermost_first = self.open.iter().skip(1).rev().map(|&(_, name)| name);
        for name in innermost_first {
            if wanted(name) {
                self.process_end(name);
                return;
            }
            if SPECIAL.has(name) && !matches!(name, Name::ADDRESS | Name::DIV | Name::P) {
                return;
            }
        }
    }

    fn start_item(&mut self, token: Token) {
        if token.name == Name::LI {
            self.close_item(|open| open == Name::LI);
        } else {
            self.close_item(|open| matches!(open, Name::DD | Name::DT));
        }
        self.close_p();
        self.insert(token);
    }

    fn start_anchor(&mut self, token: Token) {
        if self.find_formatting(Name::A).is_some() {
            self.process_end(Name::A);
            if let Some(open) = self.find_open(Name::A) {
                self.forget_formatting(open);
                self.remove_open(open);
            }
        }
        self.insert_formatter(token);
    }

    fn start_no_break(&mut self, token: Token) {
        self.reconstruct();
        if self.in_scope(Name::NOBR) {
            self.process_end(Name::NOBR);
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

    fn start_table(&mut self, token: Token) {
        if !self.quirks {
            self.close_p();
        }
        self.insert(token);
        self.frameset_ok = false;
        self.mode = Mode::InTable;
    }

    fn start_object(&mut self, token: Token) {
        self.reconstruct();
        self.insert(token);
        self.formatting.push(None);
        self.frameset_ok = false;
    }

    fn start_in_body(&mut self, token: Token) -> bool {
        let name = token.name;
        match name {
            Name::A => self.start_anchor(token),
            _ if EMPTY.has(name) => {
                self.reconstruct();
                self.insert_empty(token);
                self.frameset_ok = false;
            }
            _ if CLOSES_P.has(name) => {
                self.close_p();
                self.insert(token);
            }
            Name::LI | Name::DD | Name::DT => self.start_item(token),
            Name::HTML => {}
            _ if TO_HEAD.has(name) => return self.in_head(token),
            Name::BODY => self.frameset_ok &= !self.has_body(),
            Name::FRAMESET => return self.frameset_in_body(token),
            _ if HEADINGS.has(name) => self.start_heading(token),
            Name::PRE | Name::LISTING => {
                self.close_p();
                self.insert(token);
                self.frameset_ok = false;
            }
            Name::FORM if self.form.is_some() => return false,
            Name::FORM => {
                self.close_p();
                self.insert_form(token, true);
            }
            Name::PLAINTEXT => {
                self.close_p();
                self.insert(token);
                self.tokens.state = State::PlainText;
            }
            Name::BUTTON if self.in_button_scope(name) => {
                self.process_end(name);
                self.process(token);
            }
            _ if FORMATTERS.has(name) => self.insert_formatter(token),
            Name::NOBR => self.start_no_break(token),
            Name::APPLET | Name::MARQUEE | Name::OBJECT => self.start_object(token),
            Name::TABLE => self.start_table(token),
            Name::INPUT => {
                self.reconstruct();
                self.insert_empty(token);
                self.frameset_ok &= token.hidden;
            }
            Name::IMAGE if self.find_open(Name::SVG).is_none() => {
                return self.process(Token { name: Name::IMG, ..token });
            }
            Name::ISINDEX => return self.search_field(),
            _ => return self.other_start_in_body(token),
        }
        true
    }

    fn other_start_in_body(&mut self, token: Token) -> bool {
        match token.name {
            Name::IMAGE => _ = self.insert(token),
            Name::PARAM | Name::SOURCE | Name::TRACK => self.insert_empty(token),
            Name::HR => {
                self.close_p();
                self.insert_empty(token);
                self.frameset_ok = false;
            }
            Name::TEXTAREA => {
                self.insert_raw(token, State::RcData);
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
                    self.process_end(Name::OPTION);
                }
                self.reconstruct();
                self.insert(token);
            }
            Name::RP | Name::RT => {
                if self.in_scope(Name::RUBY) {
                    while self.current() != Name::RUBY && !self.open.is_empty() {
                        self.open.pop();
                    }
                    self.insert(token);
                }
            }
            name if DROPPED.has(name) => return false,
            name => {
                self.reconstruct();
                self.insert(token);
                self.frameset_ok &= name != Name::BUTTON;
            }
        }
        true
    }

    /// Opens an element that is reopened where others close it.
    fn insert_formatter(&mut self, token: Token) {
        self.reconstruct();
        let id = self.insert(token);
        self.push_formatting(id, token.name, token.attributes);
    }

    fn has_body(&self) -> bool {
        self.open.get(1).is_some_and(|&(_, name)| name == Name::BODY)
    }

    /// A FRAMESET replaces a body that is still empty.
    fn frameset_in_body(&mut self, token: Token) -> bool {
        if self.open.len() < 2 || (self.open.len() > 2 && !self.has_body()) || !self.frameset_ok {
            return false;
        }
        if self.tree.node(self.open[1].0).parent != NONE {
            self.tree.detach(self.open[1].0);
        }
        self.open.truncate(1);
        self.insert(token);
        self.mode = Mode::InFrameset;
        true
    }

    /// ISINDEX is a form with a text.
    fn search_field(&mut self) -> bool {
        if self.form.is_some() {
            return false;
        }
        for name in [Name::FORM, Name::HR, Name::LABEL] {
            self.process_start(name);
        }
        self.tokens.text.replace_range(.., "This is a searchable index. Enter search keywords: ");
        self.process(Token::implied(Kind::Text, Name::TEXT));
        self.process_start(Name::INPUT);
        self.process_end(Name::LABEL);
        self.process_start(Name::HR);
        self.process_end(Name::FORM);
        true
    }
}
