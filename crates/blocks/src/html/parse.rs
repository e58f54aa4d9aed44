//! Parsing: from bytes or text to a [`Page`].

use super::balance::Balancer;
use super::charset::{Charset, Decoded, decode};
use super::shown::show_mail;
use super::tokens;
use crate::page::{Budget, EncodingSource, Page, Stage};

/// Detects the encoding of a page and parses it, without limits; `charset` comes from the HTTP
/// header. Never fails.
pub fn parse(bytes: &[u8], charset: Option<&str>) -> Page {
    parse_within(bytes, Charset { forced: None, http: charset }, &Budget::UNLIMITED)
}

/// Detects the encoding of a page and parses it, within limits. Never fails.
pub fn parse_within(bytes: &[u8], charset: Charset<'_>, budget: &Budget) -> Page {
    parse_decoded(&decode(bytes, charset), budget)
}

/// Parses a decoded page, within limits. Never fails.
pub fn parse_decoded(decoded: &Decoded, budget: &Budget) -> Page {
    let Decoded { text, encoding, source } = decoded;
    Page { encoding, encoding_source: *source, ..parse_text(text, budget) }
}

/// Parses a decoded page as a browser shows it, within limits. Never fails.
pub fn parse_shown(decoded: &Decoded, budget: &Budget) -> Page {
    let page = parse_decoded(decoded, budget);
    let shown = decoded.shown(&page);
    let mut page = shown.as_ref().map_or(page, |shown| parse_decoded(shown, budget));
    show_mail(&mut page, &shown.as_ref().unwrap_or(decoded).text);
    page
}

/// Parses a page that is already text, without limits; ignores the encoding it declares. Never
/// fails.
pub fn parse_str(text: &str) -> Page {
    parse_str_within(text, &Budget::UNLIMITED)
}

/// Parses a page that is already text, within limits. Never fails.
pub fn parse_str_within(text: &str, budget: &Budget) -> Page {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    Page {
        encoding: encoding_rs::UTF_8.name(),
        encoding_source: EncodingSource::Given,
        ..parse_text(text, budget)
    }
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
