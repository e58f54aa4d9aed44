//! From what a page says to what is meant: dates as ISO 8601, titles without the site's name, names
//! without what stands around them, absolute addresses.

use super::date::{self, DateStyle};
use super::evidence::{Evidence, FoundValue, collapse, date_style, plain};
use super::source::{Field, Source};
use super::{name, title};
use crate::structure::address::{Base, is_of_web};
use std::borrow::Cow;
use url::Url;

/// Elements that end a word.
const BREAKS: [&str; 14] =
    ["p", "br", "div", "li", "ul", "ol", "td", "tr", "h1", "h2", "h3", "h4", "blockquote", "hr"];
/// A site's name at the end of TITLE has fewer words.
const SITE: usize = 5;

/// What values are cleaned with.
#[derive(Debug)]
pub struct Clean {
    date_style: DateStyle,
    base: Base,
    /// The host of the page's address, without `www.`; may be empty.
    host: String,
    /// The path of the page's address; may be empty.
    path: String,
    /// The names of the site, as letters and digits.
    sites: Vec<String>,
    /// The headline, as letters and digits.
    headline: String,
}

impl Clean {
    /// What is known of a page and its address.
    pub fn new(evidence: &Evidence, address: Option<&str>) -> Self {
        let url = address.and_then(|address| Url::parse(address).ok());
        let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
        let host = host.trim_start_matches("www.");
        let label = host.rsplit_once('.').map_or(host, |(label, _)| label);
        let mut labels = label.rsplit('.');
        let last = labels.next().unwrap_or_default();
        // As in co.uk.
        let own = labels.next().filter(|_| last.len() < "site".len()).unwrap_or(last);
        let say_site = [Source::OpenGraph, Source::Meta, Source::LinkedPost, Source::LinkedPage];
        let said = evidence.firsts(Field::Site, &say_site);
        let sites = said.chain([host, label, last, own]).map(plain).filter(|site| !site.is_empty());
        Self {
            date_style: date_style(evidence),
            base: Base::new(address, evidence.base.as_deref()),
            host: host.to_owned(),
            path: url.as_ref().map_or("", Url::path).to_owned(),
            sites: sites.collect(),
            headline: evidence.first(Field::Title, Source::Headline).map(plain).unwrap_or_default(),
        }
    }

    /// Whether the page is the first one of its site.
    pub fn is_home(address: Option<&str>) -> bool {
        let url = address.and_then(|address| Url::parse(address).ok());
        url.is_some_and(|url| matches!(url.path(), "" | "/") && url.host_str().is_some())
    }

    /// The value of a field that a source gives, if it gives one that can be meant.
    pub fn value(&self, evidence: &Evidence, field: Field, source: Source) -> Option<String> {
        let found = evidence.of(field, source);
        let mut values = found.iter().map(|found| found.value.as_str());
        match field {
            Field::Title => {
                let of = |whole| title::title(whole, source, &self.sites, &self.headline);
                values.find_map(of).map(str::to_owned)
            }
            Field::Author => authors(&found, source),
            Field::Published if source == Source::Address => {
                date::in_path(&self.path).map(|date| date.to_string())
            }
            Field::Published | Field::Modified => {
                values.find_map(|v| date::find(v, self.date_style)).map(|date| date.to_string())
            }
            Field::Site => self.site(evidence, source).or_else(|| values.next().map(str::to_owned)),
            Field::Canonical | Field::Licence => {
                values.map(|v| self.base.absolute(v)).find(|address| is_of_web(address))
            }
            Field::Comments => {
                // Counters that a script fills in later show 0 before.
                let is_count = |number: &u32| *number > 0 || source.is_data();
                values.find_map(number).filter(is_count).map(|number| number.to_string())
            }
            Field::Language => values.next().map(|language| language.replace('_', "-")),
            Field::Description => {
                values.map(without_tags).find(|text| !text.is_empty()).map(Cow::into_owned)
            }
            Field::Type => values.next().map(str::to_owned),
        }
    }

    /// The name of the site that TITLE ends with, or the host.
    fn site(&self, evidence: &Evidence, source: Source) -> Option<String> {
        let name = match source {
            Source::Address => self.host.as_str(),
            Source::TitleTag => {
                let whole = evidence.first(Field::Title, source)?;
                let last = title::SEPARATORS.iter().find_map(|of| whole.rsplit_once(of))?.1;
                let is_name = last.split(' ').count() < SITE && plain(last) != self.headline;
                if is_name { last } else { "" }
            }
            _ => "",
        };
        Some(name.to_owned()).filter(|name| !name.is_empty())
    }
}

/// All authors of the best rank; of those that are shown to readers those of one line, as the next
/// may be another page's.
fn authors(found: &[&FoundValue], source: Source) -> Option<String> {
    let rank = found.first()?.rank;
    let mut names: Vec<String> = Vec::new();
    for found in found.iter().filter(|found| found.rank == rank) {
        for name in name::authors(&without_tags(&found.value), source) {
            if !names.iter().any(|known| plain(known) == plain(&name)) {
                names.push(name);
            }
        }
        if !source.is_data() && !names.is_empty() {
            break;
        }
    }
    (!names.is_empty()).then(|| names.join("; "))
}

/// The text of a value that is HTML. A value that tells of a tag, such as `The <b> element`, keeps
/// it: HTML starts with a tag, or ends an element.
fn without_tags(value: &str) -> Cow<'_, str> {
    let is_html = value.starts_with('<') || value.contains("</") || value.contains("<br");
    if !is_html {
        return value.into();
    }
    let mut text = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        let name = tag.trim_start_matches('/');
        let end = tag.find('>').filter(|_| name.starts_with(|c: char| c.is_ascii_alphabetic()));
        let Some(end) = end else {
            text.push('<');
            rest = tag;
            continue;
        };
        let name = name.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        text.push_str(if BREAKS.iter().any(|of| of.eq_ignore_ascii_case(name)) { " " } else { "" });
        rest = &tag[end + 1..];
    }
    text.push_str(rest);
    collapse(&text).into()
}

/// The number in a text such as `12` and `1,204 comments`.
fn number(text: &str) -> Option<u32> {
    let text = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let end = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, ',' | '.' | '\u{a0}')));
    let digits = text.get(..end.unwrap_or(text.len()))?;
    digits.chars().filter(char::is_ascii_digit).collect::<String>().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_comments() {
        assert_eq!(number("12"), Some(12));
        assert_eq!(number("1,204 comments"), Some(1204));
        assert_eq!(number("(3) Kommentare"), Some(3));
        assert_eq!(number("no comments"), None);
        assert_eq!(number("99999999999999"), None);
    }

    #[test]
    fn the_first_page_of_a_site() {
        assert!(Clean::is_home(Some("https://example.org/?a=b")));
        assert!(!Clean::is_home(Some("https://example.org/a")));
        assert!(!Clean::is_home(None));
    }
}
