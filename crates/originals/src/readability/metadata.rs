//! What the page says about itself: a title, and whether it names an author. Of META elements and
//! JSON-LD, only what decides about the text is read.

use super::html::{Attr, Flag, Id};
use super::js;
use super::page::ReadabilityPage;
use super::title::{TitleWords, article_title};
use crate::name::{Name, Set};
use serde_json::Value;
use std::collections::HashMap;

/// The page's metadata.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ArticleMetadata {
    pub title: String,
    /// Whether it names an author; if not, one is looked for in the text, and taken out of it.
    pub has_byline: bool,
}

/// Titles in the order of preference.
const TITLES: [&str; 8] = [
    "dc:title",
    "dcterm:title",
    "og:title",
    "weibo:article:title",
    "weibo:webpage:title",
    "title",
    "twitter:title",
    "parsely-title",
];
const BYLINES: [&str; 4] = ["dc:creator", "dcterm:creator", "author", "parsely-author"];
const ARTICLE_AUTHOR: &str = "article:author";

/// What JSON-LD says.
#[derive(Debug, Default, PartialEq, Eq)]
struct JsonLd {
    title: String,
    has_byline: bool,
}

impl ArticleMetadata {
    /// Reads the metadata; `scripts` are those of JSON-LD, which the tree may no longer contain.
    pub fn read(page: &ReadabilityPage, scripts: &[String]) -> Self {
        let json = scripts.iter().find_map(|script| json_ld(page, script)).unwrap_or_default();
        let values = meta_values(page);
        let value = |name: &&str| values.get(name).copied().filter(|value| !value.is_empty());
        let author = value(&ARTICLE_AUTHOR).is_some_and(|author| !is_url(author));
        let has_byline = json.has_byline || BYLINES.iter().any(|name| value(name).is_some());
        let title = match TITLES.iter().find_map(value) {
            _ if !json.title.is_empty() => json.title,
            Some(title) => title.to_owned(),
            None => article_title(page),
        };
        Self { title: unescaped(&title), has_byline: has_byline || author }
    }
}

/// The values that META elements give; of several with a name, the last.
fn meta_values<'a>(page: &'a ReadabilityPage) -> HashMap<&'static str, &'a str> {
    let mut values = HashMap::new();
    for meta in page.all_of_page(const { Set::from_names("meta") }) {
        let value = |attr| page.tree.value(meta, attr).filter(|value: &&str| !value.is_empty());
        let Some(content) = value(Attr::Content) else { continue };
        let property = value(Attr::Property).and_then(property_key);
        let key = match property {
            Some(key) => Some(key),
            None => value(Attr::Name).map(name_key),
        };
        if let Some(key) = key.as_deref().and_then(known_key) {
            values.insert(key, js::trim(content));
        }
    }
    values
}

fn known_key(key: &str) -> Option<&'static str> {
    let known = TITLES.iter().chain(&BYLINES).chain([&ARTICLE_AUTHOR]);
    known.copied().find(|known| *known == key)
}

/// Finds a known vocabulary and a term of it in an attribute `property`.
fn property_key(property: &str) -> Option<String> {
    const VOCABULARIES: [&str; 5] = ["article", "dcterm", "dc", "og", "twitter"];
    const TERMS: [&str; 6] =
        ["author", "creator", "description", "published_time", "title", "site_name"];
    let lower = property.to_ascii_lowercase();
    lower.match_indices(':').find_map(|(at, _)| {
        let before = lower[..at].trim_end_matches(js::is_space);
        let after = lower[at + 1..].trim_start_matches(js::is_space);
        let vocabulary = VOCABULARIES.iter().find(|name| before.ends_with(**name))?;
        let term = TERMS.iter().find(|term| after.starts_with(**term))?;
        Some(format!("{vocabulary}:{term}"))
    })
}

/// The value of an attribute `name` as a key.
fn name_key(name: &str) -> String {
    let parts = name.split(js::is_space).map(|part| part.to_ascii_lowercase().replace('.', ":"));
    parts.collect()
}

/// Whether a text is an absolute address.
fn is_url(text: &str) -> bool {
    let text = text.trim_matches(|c: char| c <= ' ');
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let named = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let special = ["http", "https", "ws", "wss", "ftp"];
    if !special.iter().any(|special| scheme.eq_ignore_ascii_case(special)) {
        return named;
    }
    let rest = rest.trim_start_matches(['/', '\\']);
    let host = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    !host.is_empty() && !host.contains([' ', '<', '>', '^', '|', '"'])
}

/// Decodes the character references that are still in a value.
fn unescaped(text: &str) -> String {
    const NAMES: [(&str, &str); 5] =
        [("quot;", "\""), ("amp;", "&"), ("apos;", "'"), ("lt;", "<"), ("gt;", ">")];
    if !text.contains('&') {
        return text.to_owned();
    }
    // Names first, then numbers, which may come from names.
    let mut out = String::with_capacity(text.len());
    let mut pieces = text.split('&');
    out.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        match NAMES.iter().find_map(|(name, c)| Some((piece.strip_prefix(name)?, c))) {
            Some((rest, c)) => out.extend([*c, rest]),
            None => out.extend(["&", piece]),
        }
    }
    let mut pieces = out.split("&#");
    let mut decoded = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        match number(piece) {
            Some((c, rest)) => {
                decoded.push(c);
                decoded.push_str(rest);
            }
            None => decoded.extend(["&#", piece]),
        }
    }
    decoded
}

/// Decodes a number that a semicolon ends.
fn number(piece: &str) -> Option<(char, &str)> {
    let (digits, rest) = piece.split_once(';')?;
    let hex = digits.strip_prefix(['x', 'X']);
    let (digits, radix) = hex.map_or((digits, 10), |hex| (hex, 16));
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    let number = u32::from_str_radix(digits, radix).unwrap_or(0);
    Some((char::from_u32(number).filter(|&c| c != '\0').unwrap_or('\u{FFFD}'), rest))
}

/// Reads an article of schema.org from a script. What the original stumbles over gives nothing.
fn json_ld(page: &ReadabilityPage, script: &str) -> Option<JsonLd> {
    let mut script = script;
    if let Some(rest) = script.trim_start_matches(js::is_space).strip_prefix("<![CDATA[") {
        script = rest;
    }
    if let Some(rest) = script.trim_end_matches(js::is_space).strip_suffix("]]>") {
        script = rest;
    }
    let parsed: Value = serde_json::from_str(script).ok()?;
    let article = article_of(&parsed)?;
    let name = article.get("name").and_then(Value::as_str);
    let headline = article.get("headline").and_then(Value::as_str);
    let title = match (name, headline) {
        (Some(name), Some(headline)) if name != headline => {
            // Some sites put their own name into the name.
            let title = TitleWords::of_first(name, headline, &article_title(page));
            title.to_owned()
        }
        (Some(title), _) | (None, Some(title)) => js::trim(title).to_owned(),
        (None, None) => String::new(),
    };
    Some(JsonLd { title, has_byline: has_author(article) })
}

impl TitleWords {
    /// The headline if it alone is like the page's title, else the name.
    fn of_first<'a>(name: &'a str, headline: &'a str, title: &str) -> &'a str {
        let like = |text: &str| Self::new(text).similarity(title) > 0.75;
        if like(headline) && !like(name) { headline } else { name }
    }
}

fn has_author(article: &Value) -> bool {
    let Some(author) = article.get("author") else { return false };
    let named = |author: &Value| author.get("name").and_then(Value::as_str).map(str::to_owned);
    if let Some(name) = named(author) {
        return !js::trim(&name).is_empty();
    }
    let Some(authors) = author.as_array() else { return false };
    if authors.first().and_then(named).is_none() {
        return false;
    }
    // Two names are joined by a comma, so that even empty ones are a name.
    let names: Vec<String> = authors.iter().filter_map(named).collect();
    names.len() > 1 || names.iter().any(|name| !js::trim(name).is_empty())
}

/// Whether a type of schema.org is one of articles; `None` if it is no text.
fn is_article(kind: &Value) -> Option<bool> {
    const INSIDE: [&str; 15] = [
        "AdvertiserContentArticle",
        "NewsArticle",
        "AnalysisNewsArticle",
        "AskPublicNewsArticle",
        "BackgroundNewsArticle",
        "OpinionNewsArticle",
        "ReportageNewsArticle",
        "ReviewNewsArticle",
        "Report",
        "SatiricalArticle",
        "ScholarlyArticle",
        "MedicalScholarlyArticle",
        "SocialMediaPosting",
        "BlogPosting",
        "TechArticle",
    ];
    const MORE: [&str; 2] = ["LiveBlogPosting", "DiscussionForumPosting"];
    let kind = kind.as_str()?;
    Some(
        kind.starts_with("Article")
            || kind.ends_with("APIReference")
            || INSIDE.iter().chain(&MORE).any(|inside| kind.contains(inside)),
    )
}

/// Whether a value counts as true in JavaScript.
fn is_truthy(value: Option<&Value>) -> bool {
    match value {
        None | Some(Value::Null | Value::Bool(false)) => false,
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Number(number)) => number.as_f64() != Some(0.0),
        Some(_) => true,
    }
}

/// The first item whose type is one of articles; `None` if one before it has a type that is no
/// text, which stops the original.
fn first_article(items: &[Value]) -> Option<&Value> {
    for item in items {
        let kind = item.get("@type");
        if is_truthy(kind) && is_article(kind?)? {
            return Some(item);
        }
        if item.is_null() {
            return None;
        }
    }
    None
}

fn article_of(parsed: &Value) -> Option<&Value> {
    let mut item = match parsed {
        Value::Array(items) => first_article(items)?,
        item => item,
    };
    let is_schema = |text: &str| {
        let address = text.strip_suffix('/').unwrap_or(text);
        matches!(address, "http://schema.org" | "https://schema.org")
    };
    let schema = match item.get("@context")? {
        Value::String(context) => is_schema(context),
        context => context.get("@vocab").and_then(Value::as_str).is_some_and(is_schema),
    };
    if !schema {
        return None;
    }
    if !is_truthy(item.get("@type"))
        && let Some(Value::Array(graph)) = item.get("@graph")
    {
        item = first_article(graph)?;
    }
    let kind = item.get("@type").filter(|kind| is_truthy(Some(kind)))?;
    is_article(kind)?.then_some(item)
}

/// The texts of scripts of JSON-LD.
pub fn scripts(page: &ReadabilityPage, all: &[Id]) -> Vec<String> {
    let scripts = all.iter().filter(|&&id| page.name(id) == Name::SCRIPT);
    scripts.filter(|&&id| page.has(id, Flag::JsonLd)).map(|&id| page.text(id)).collect()
}
