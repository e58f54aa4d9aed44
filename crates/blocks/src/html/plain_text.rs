//! Plain text as a page.

use super::element::{TITLE, TagCode};
use super::space::is_blank;
use crate::page::{EncodingSource, Event, Page};

/// Returns plain text as HTML: a TITLE, unless the title is blank, and a P for every paragraph
/// between blank lines.
pub fn markup_of_text(title: &str, text: &str) -> String {
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

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Returns plain text as a page: a TITLE in the HEAD, unless the title is blank, and a P in the
/// BODY for every paragraph between blank lines, so that each paragraph becomes one block.
pub fn plain_text(title: &str, text: &str) -> Page {
    let encoding = encoding_rs::UTF_8.name();
    let encoding_source = EncodingSource::Given;
    let mut page = Page { encoding, encoding_source, ..Page::default() };
    let html = TagCode::HTML.tag();
    let body = TagCode::BODY.tag();
    let paragraph = TagCode::P.tag();
    page.events.push(Event::Start(html));
    if !is_blank(title.as_bytes()) {
        let head = TagCode::HEAD.tag();
        page.text.push_str(title);
        let title = Event::Text(0..page.text.len() as u32);
        page.events.extend([Event::Start(head), Event::Start(TITLE), title]);
        page.events.extend([Event::End(TITLE), Event::End(head)]);
    }
    page.events.push(Event::Start(body));
    let mut start = None;
    // A blank line after the end closes the last paragraph.
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
