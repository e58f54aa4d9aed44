//! Mozilla's Readability, by the crate legible: the article that Firefox's reader view shows.
//!
//! If the HTML element has an unlikely class (`header-spacing`), the crate drops it and then finds
//! no body; the original also drops it, but continues with the body. tamis therefore reparses it
//! without that element's attributes.
//!
//! Keeps nothing from pages without a body or article, or from pages that would take time or space
//! far beyond their size ([`guard`]).

mod guard;

use std::panic::{AssertUnwindSafe, catch_unwind};
use tamis_blocks::block::carry::{self, Piece};
use tamis_blocks::classify::{Classifier, Subject};
use tamis_blocks::page::Label;

pub(super) struct Readability;

/// Returns the article's text, or the reason why there is none.
fn article(markup: &str) -> Result<String, String> {
    if let Some(limit) = guard::beyond(markup) {
        return Err(limit.to_string());
    }
    // The crate may panic; no state of it outlives the call.
    match catch_unwind(AssertUnwindSafe(|| parse(markup))) {
        Ok(Ok(article)) => Ok(article.text_content),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("its implementation panicked on this page".to_owned()),
    }
}

fn parse(markup: &str) -> Result<legible::Article, legible::Error> {
    match legible::parse(markup, None, None) {
        Err(legible::Error::NoBody) => legible::parse(&with_bare_root(markup), None, None),
        parsed => parsed,
    }
}

/// Returns the page without the attributes of its HTML tags, even those in comments.
fn with_bare_root(markup: &str) -> String {
    let mut pieces = markup.split('<');
    let mut bare = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        bare.push('<');
        match end_of_tag(piece) {
            Some(end) if is_root(piece) => bare.extend([&piece[..4], &piece[end..]]),
            _ => bare.push_str(piece),
        }
    }
    bare
}

/// Whether the tag that begins here is one of HTML.
fn is_root(tag: &str) -> bool {
    let Some((name, rest)) = tag.as_bytes().split_at_checked(4) else { return false };
    let name_goes_on =
        rest.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
    name.eq_ignore_ascii_case(b"html") && !name_goes_on
}

/// Returns the end of the tag that begins here; a `>` in quotes does not end it.
fn end_of_tag(tag: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in tag.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

impl Classifier for Readability {
    fn classify(&self, subject: &Subject) -> Vec<Label> {
        let text = article(subject.markup).unwrap_or_default();
        carry::labels(&subject.words(), &[Piece { text: &text, kept: true }])
    }

    fn text(&self, subject: &Subject) -> String {
        let mut text = article(subject.markup).unwrap_or_default();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    fn explain(&self, subject: &Subject) -> Vec<String> {
        match article(subject.markup) {
            Ok(text) => {
                let shares = carry::shares(&subject.words(), &[Piece { text: &text, kept: true }]);
                shares
                    .into_iter()
                    .map(|share| format!("{:.0} % of its words are in the article", share * 100.0))
                    .collect()
            }
            Err(why) => vec![format!("no article: {why}"); subject.blocks.blocks.len()],
        }
    }

    fn needs_markup(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests;
