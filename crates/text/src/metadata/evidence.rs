//! All that the places of a page say, before it is decided whom to believe.

use super::calendar;
use super::date::DateStyle;
use super::source::{Field, Source};
use tamis_blocks::html::decoded_text;

/// So many values of a field are kept of one source; pages may repeat one without end.
const MOST: usize = 24;
const LONGEST: usize = 1000;

/// A value as the page has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundValue {
    pub field: Field,
    pub source: Source,
    /// Smaller numbers are believed first among those of one source.
    pub rank: usize,
    /// The value, white space collapsed; never empty.
    pub value: String,
}

/// The values that were found, in page order.
#[derive(Debug, Default)]
pub struct Evidence {
    /// The address that others of the page are relative to.
    pub base: Option<String>,
    /// Whether a date near the headline is one of those of a list.
    pub is_list: bool,
    /// Whether the page is made for phones, too, as nearly all are since about 2012.
    pub has_viewport: bool,
    found: Vec<FoundValue>,
    /// How many there are of each pair.
    counts: [[usize; Source::ALL.len()]; Field::ALL.len()],
}

impl Evidence {
    /// Whether a page is like those that the model of kinds has learned from, as far as it says: in
    /// English, and made for phones, too, as 98 % of their lists are.
    pub fn is_like_learned(&self) -> bool {
        self.has_viewport && matches!(calendar::language(&language(self)), "" | "en")
    }

    pub fn add(&mut self, field: Field, source: Source, rank: usize, value: &str) {
        if !self.is_full(field, source) {
            let value = collapse(value);
            if !is_empty(&value) {
                self.counts[field as usize][source as usize] += 1;
                self.found.push(FoundValue { field, source, rank, value });
            }
        }
    }

    /// Whether no more values of a field are kept of a source.
    pub fn is_full(&self, field: Field, source: Source) -> bool {
        self.counts[field as usize][source as usize] >= MOST
    }

    /// Whether there are values of a field from a source.
    pub fn has(&self, field: Field, source: Source) -> bool {
        self.counts[field as usize][source as usize] > 0
    }

    /// The values of a field from a source, those of the best rank first, then in page order.
    pub fn of(&self, field: Field, source: Source) -> Vec<&FoundValue> {
        let is_of = |found: &&FoundValue| found.field == field && found.source == source;
        let mut of: Vec<&FoundValue> = self.found.iter().filter(is_of).collect();
        of.sort_by_key(|found| found.rank);
        of
    }

    /// The first value of a field from a source.
    pub fn first(&self, field: Field, source: Source) -> Option<&str> {
        self.of(field, source).first().map(|found| found.value.as_str())
    }

    /// The first value of a field from each of some sources that has one.
    pub fn firsts(&self, field: Field, sources: &[Source]) -> impl Iterator<Item = &str> {
        sources.iter().filter_map(move |source| self.first(field, *source))
    }
}

/// How a page writes dates: as in the country of its language, which OpenGraph may name.
pub fn date_style(evidence: &Evidence) -> DateStyle {
    DateStyle::of(&language(evidence))
}

/// The language that a page declares, if it does, with its country, if one is known.
pub fn language(evidence: &Evidence) -> String {
    let said = |source| evidence.first(Field::Language, source);
    let own = said(Source::Root).or_else(|| said(Source::Meta)).unwrap_or_default();
    let locale = said(Source::OpenGraph).unwrap_or_default().replace('_', "-");
    let is_closer = locale.len() > own.len() && locale.starts_with(own);
    if is_closer { locale } else { own.to_owned() }
}

/// Returns a text with single spaces, without references to characters, and not too long.
pub fn collapse(text: &str) -> String {
    // Values are often escaped twice.
    let decoded;
    let text = match memchr::memchr(b'&', text.as_bytes()) {
        Some(_) if text.len() < 4 * LONGEST && !text.contains('<') => {
            decoded = decoded_text(text);
            &decoded
        }
        _ => text,
    };
    let mut out = String::with_capacity(text.len().min(LONGEST));
    for word in text.split_whitespace() {
        if out.len() + word.len() > LONGEST {
            break;
        }
        out.push_str(if out.is_empty() { "" } else { " " });
        out.push_str(word);
    }
    out
}

/// Whether a value says nothing, or is a template that nothing filled in.
fn is_empty(value: &str) -> bool {
    let nothing = ["undefined", "null", "[object Object]", "N/A"];
    value.is_empty() || nothing.contains(&value) || value.contains("{{") || value.contains("${")
}

/// Letters and digits of a text in lower case: two texts that mean the same have the same.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars().filter(|c| c.is_alphanumeric()) {
        match c {
            'A'..='Z' | 'a'..='z' | '0'..='9' => plain.push(c.to_ascii_lowercase()),
            _ => plain.extend(c.to_lowercase()),
        }
    }
    plain
}
