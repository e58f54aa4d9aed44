//! Bytes of HTML into a [`Page`]: decoded, tokenised as the WHATWG says, balanced as boilerpipe's parser does. Total: any
//! bytes make a page, in time linear in their number.
//!
//! A page keeps no attributes. Where a later stage needs some (class, id), [`tokens::Tokens`] gets a method for them and
//! [`Page`] a table beside its events, so that whoever needs none does not pay.

mod balance;
mod charset;
mod close;
mod depth;
mod element;
mod feed;
mod language;
pub mod libxml;
mod names;
mod prescan;
#[cfg(feature = "unfluff")]
mod reference;
pub mod runs;
mod space;
mod stack;
mod tags;
pub mod tokens;

pub use balance::Balancer;
pub use charset::{Charset, Decoded, decode, is_encoding};
pub use element::{known_name, known_tag};
pub use language::language;
#[cfg(feature = "unfluff")]
pub(crate) use reference::decode_reference;
pub use space::is_space;
pub use tags::Tags;

/// Tags by name, for who asks for an element.
pub mod tag {
    use super::element::Code;
    use crate::page::Tag;

    /// `<title>`.
    pub const TITLE: Tag = Code::TITLE.tag();
}

use crate::page::{Budget, EncodingSource, Event, Page, Stage, Tag};
use element::Code;
use space::is_blank;

/// Parses a page of unknown encoding, without limits; `charset` is what the HTTP header says of it. Never fails.
pub fn parse(bytes: &[u8], charset: Option<&str>) -> Page {
    parse_within(bytes, Charset { forced: None, http: charset }, &Budget::UNLIMITED)
}

/// Parses a page of unknown encoding within limits. Never fails.
pub fn parse_within(bytes: &[u8], charset: Charset<'_>, budget: &Budget) -> Page {
    parse_decoded(&decode(bytes, charset), budget)
}

/// Parses a decoded page within limits. Never fails.
pub fn parse_decoded(decoded: &Decoded, budget: &Budget) -> Page {
    let Decoded { text, encoding, source } = decoded;
    Page { encoding, encoding_source: *source, ..parse_text(text, budget) }
}

/// Parses a page that is already text, without limits; what it says of its encoding is not heeded. Never fails.
pub fn parse_str(text: &str) -> Page {
    parse_str_within(text, &Budget::UNLIMITED)
}

/// Parses a page that is already text within limits. Never fails.
pub fn parse_str_within(text: &str, budget: &Budget) -> Page {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    Page { encoding: encoding_rs::UTF_8.name(), encoding_source: EncodingSource::Given, ..parse_text(text, budget) }
}

fn parse_text(text: &str, budget: &Budget) -> Page {
    let mut balancer = Balancer::new(text.len(), budget.depth());
    let read = tokens::tokenize_until(text, &mut balancer, || budget.is_over(Stage::Parsing));
    let mut page = balancer.finish();
    if let Some(position) = read {
        page.hits.push(budget.time_hit(Stage::Parsing, (text.len() - position) as u64));
    }
    page
}

/// The upper-case local name of an element of a page; empty for a tag that is not of this page.
pub fn name(page: &Page, tag: Tag) -> &str {
    let own = || page.names.get((tag.0 as usize).checked_sub(element::KNOWN)?).map(|name| &**name);
    known_name(tag).or_else(own).unwrap_or_default()
}

/// Plain text as HTML: the title, unless it is blank, a TITLE, and every paragraph between blank lines a P.
pub fn markup_of_text(title: &str, text: &str) -> String {
    let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let escaped = escape(text);
    let mut markup = String::with_capacity(title.len() + escaped.len() + 64);
    if !is_blank(title.as_bytes()) {
        markup.extend(["<title>", &escape(title), "</title>\n"]);
    }
    let mut open = false;
    for line in escaped.split_inclusive('\n') {
        let blank = is_blank(line.as_bytes());
        if !blank && !open {
            markup.push_str("<p>");
        }
        open = !blank;
        markup.push_str(line);
    }
    markup
}

/// Makes a page of plain text: the title, unless it is blank, is a TITLE in the HEAD, and every paragraph between blank
/// lines a P in the BODY, so that each becomes one block.
pub fn plain_text(title: &str, text: &str) -> Page {
    let (encoding, encoding_source) = (encoding_rs::UTF_8.name(), EncodingSource::Given);
    let mut page = Page { encoding, encoding_source, ..Page::default() };
    let (html, body, paragraph) = (Code::HTML.tag(), Code::BODY.tag(), Code::P.tag());
    page.events.push(Event::Start(html));
    if !is_blank(title.as_bytes()) {
        let head = Code::HEAD.tag();
        page.text.push_str(title);
        let title = Event::Text(0..page.text.len() as u32);
        page.events.extend([Event::Start(head), Event::Start(tag::TITLE), title]);
        page.events.extend([Event::End(tag::TITLE), Event::End(head)]);
    }
    page.events.push(Event::Start(body));
    let mut start = None;
    // A blank line behind the end closes the last paragraph.
    for line in text.split_inclusive('\n').chain(["\n"]) {
        if !is_blank(line.as_bytes()) {
            start.get_or_insert(page.text.len() as u32);
            page.text.push_str(line);
        } else if let Some(start) = start.take() {
            let span = start..page.text.len() as u32;
            page.events.extend([Event::Start(paragraph), Event::Text(span), Event::End(paragraph)]);
        }
    }
    page.events.extend([Event::End(body), Event::End(html)]);
    page
}

#[cfg(test)]
mod tests;
