//! Start tags and text in the body (13.2.6.4.7).

use super::builder::{Builder, Mode};
use super::element::Span;
use super::token::{FORMATTERS, Kind, State, Token};
use super::tree::{NONE, Space};
use crate::name::{Name, Set};

const TO_HEAD: Set =
    Set::from_names("base basefont bgsound link meta noframes script style template title");
const CLOSES_P: Set = Set::from_names(
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure \
     footer header hgroup main menu nav ol p search section summary ul",
);
pub const HEADINGS: Set = Set::from_names("h1 h2 h3 h4 h5 h6");
const EMPTY: Set = Set::from_names("area br embed img keygen wbr");
const DROPPED: Set = Set::from_names("caption col colgroup frame head tbody td tfoot th thead tr");
/// Elements that end the search for an open LI, DD or DT, except ADDRESS, DIV and P; and for
/// another element that an end tag names.
pub const SPECIAL: Set = Set::from_names(
    "address applet area article aside base basefont bgsound blockquote body br button caption \
     center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form \
     frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li link \
     listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre \
     script search section select source style summary table tbody td template textarea tfoot th \
     thead title tr track ul wbr xmp #integration",
);

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

    /// A text without U+0000.
    pub fn without_nulls(&mut self, span: Span) -> Span {
        if !self.nulls || !self.tree.str(span).contains('\0') {
            return span;
        }
        let text = self.tree.str(span).replace('\0', "");
        let from = self.tree.pool.len();
        self.tree.pool.push_str(&text);
        self.tree.pooled(from)
    }

    fn text_in_body(&mut self, token: Token) {
        let span = self.without_nulls(token.span);
        if span.is_empty() {
            return;
        }
        self.reconstruct();
        self.frameset_ok &= self.is_blank(Token::text(span));
        self.insert_text(span);
    }

    pub fn close_p(&mut self) {
        if self.in_button_scope(Name::P) {
            self.end_p();
        }
    }

    pub fn end_p(&mut self) {
        self.imply_ends(Name::P);
        self.close_to(|open| open == Name::P);
    }

    fn start_item(&mut self, token: Token) {
        self.frameset_ok = false;
        let same = |name| match token.name {
            Name::LI => name == Name::LI,
            _ => matches!(name, Name::DD | Name::DT),
        };
        let ends = |name| SPECIAL.has(name) && !matches!(name, Name::ADDRESS | Name::DIV | Name::P);
        let mut innermost_first = self.open.iter().rev().map(|open| open.name);
        if let Some(name) = innermost_first.find(|&name| same(name) || ends(name))
            && same(name)
        {
            self.imply_ends(name);
            self.close_to(|open| open == name);
        }
        self.close_p();
        self.insert(token);
    }

    fn start_anchor(&mut self, token: Token) {
        if let Some(anchor) = self.find_formatting(Name::A) {
            self.end_formatter(Token::new(Kind::End, Name::A));
            self.forget_formatting(anchor.id);
            self.remove_open(anchor.id);
        }
        self.insert_formatter(token);
    }

    fn start_nobr(&mut self, token: Token) {
        self.reconstruct();
        if self.in_scope(Name::NOBR) {
            self.end_formatter(Token::new(Kind::End, Name::NOBR));
        }
        self.insert_formatter(token);
    }

    fn start_heading(&mut self, token: Token) {
        self.close_p();
        if HEADINGS.has(self.current()) {
            self.open.pop();
        }
        self.insert(token);
    }

    fn start_form(&mut self, token: Token) {
        let in_template = self.has_open(Name::TEMPLATE);
        if self.form != NONE && !in_template {
            return;
        }
        self.close_p();
        let form = self.insert(token);
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
            _ if CLOSES_P.has(name) => {
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
                self.skips_line_feed = true;
                self.frameset_ok = false;
            }
            Name::FORM => self.start_form(token),
            Name::BUTTON => {
                if self.in_scope(name) {
                    self.imply_ends(NO_NAME);
                    self.close_to(|open| open == name);
                }
                self.reconstruct();
                self.insert(token);
                self.frameset_ok = false;
            }
            Name::TABLE => {
                if !self.tree.quirks {
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
                self.skips_line_feed = true;
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
            Name::IMAGE => self.start_in_body(Token { name: Name::IMG, ..token }),
            Name::PARAM | Name::SOURCE | Name::TRACK => _ = self.insert_empty(token),
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
                    self.open.pop();
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
            Name::RP | Name::RT => {
                if self.in_scope(Name::RUBY) {
                    self.imply_ends(Name::RTC);
                }
                self.insert(token);
            }
            Name::MATH | Name::SVG => {
                self.reconstruct();
                let space = if token.name == Name::SVG { Space::Svg } else { Space::Math };
                self.insert_foreign(token, space);
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

    /// Opens an element that is reopened where others close it.
    fn insert_formatter(&mut self, token: Token) {
        self.reconstruct();
        let id = self.insert(token);
        self.push_formatting(id, token.name, token.attributes);
    }
}

/// No open element has this name.
pub const NO_NAME: Name = Name::TEXT;
