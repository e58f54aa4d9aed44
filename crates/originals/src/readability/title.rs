//! The page's title without the site's name, and how alike two titles are.

use super::html::{Id, ROOT};
use super::js;
use super::page::ReadabilityPage;
use crate::name::{Name, Set};
use std::borrow::Cow;
use std::collections::HashSet;

/// Characters that separate the parts of a title.
const SEPARATORS: [char; 6] = ['|', '-', '\\', '/', '>', '»'];
/// Those that say that the parts are a path.
const PATH_SEPARATORS: [char; 4] = ['\\', '/', '>', '»'];

/// The text of the TITLE, as a browser's `document.title` has it.
fn document_title(page: &ReadabilityPage) -> String {
    let is_title = |&id: &Id| page.tag(id) == Name::TITLE;
    let Some(title) = page.tree.below(ROOT).find(is_title) else { return String::new() };
    let texts = page.tree.children(title).filter(|&child| page.name(child) == Name::TEXT);
    let text: String = texts.map(|text| page.text(text)).collect();
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    js::trim(&words.join(" ")).to_owned()
}

/// The starts of separators between spaces, each three characters long.
fn separators<'a>(title: &'a str, of: &'a [char]) -> impl Iterator<Item = usize> + 'a {
    let mut from = 0;
    title.match_indices(of).filter_map(move |(at, separator)| {
        let end = at + separator.len();
        let spaced = title[..at].ends_with(' ') && title[end..].starts_with(' ');
        if !spaced || at - 1 < from {
            return None;
        }
        from = end + 1;
        Some(at - 1)
    })
}

/// The title of the article, from the page's title.
pub fn article_title(page: &ReadabilityPage) -> String {
    let original = document_title(page);
    let mut hierarchical = false;
    let mut title: Cow<str> = Cow::Borrowed(&original);
    if let Some(last) = separators(&original, &SEPARATORS).last() {
        hierarchical = separators(&original, &PATH_SEPARATORS).next().is_some();
        title = Cow::Borrowed(&original[..last]);
        if js::word_count(&title) < 3 {
            let first = original.find(SEPARATORS).unwrap_or(0);
            let length = original[first..].chars().next().map_or(0, char::len_utf8);
            title = Cow::Borrowed(&original[first + length..]);
        }
    } else if original.contains(": ") {
        title = Cow::Borrowed(after_colon(page, &original));
    } else if !(15..=150).contains(&js::length(&original)) {
        let h1 = page.all_of_page(const { Set::from_names("h1") });
        if let [only] = h1[..] {
            title = Cow::Owned(js::inner_text(&page.text(only)).into_owned());
        }
    }
    let title = js::inner_text(&title);
    let words = js::word_count(&title);
    let unseparated = || {
        let text: String = original.chars().filter(|c| !SEPARATORS.contains(c)).collect();
        js::word_count(&text) - 1
    };
    if words <= 4 && (!hierarchical || words != unseparated()) {
        return original;
    }
    title.into_owned()
}

/// The part of a title after its last or first colon, if no heading is the whole title.
fn after_colon<'a>(page: &ReadabilityPage, title: &'a str) -> &'a str {
    let headings = page.all_of_page(const { Set::from_names("h1 h2") });
    if headings.iter().any(|&heading| js::trim(&page.text(heading)) == title) {
        return title;
    }
    let first = title.find(':').unwrap_or(0);
    let last = title.rfind(':').unwrap_or(0);
    if js::word_count(&title[last + 1..]) < 3 {
        return &title[first + 1..];
    }
    if js::word_count(&title[..first]) > 5 { title } else { &title[last + 1..] }
}

/// The words of a title. Only ASCII letters, digits and underscores make words.
pub struct TitleWords(HashSet<String>);

fn words(lower: &str) -> impl Iterator<Item = &str> {
    lower.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

impl TitleWords {
    pub fn new(title: &str) -> Self {
        Self(words(&title.to_lowercase()).map(str::to_owned).collect())
    }

    /// The part of another title that is in this one, by the length of words.
    pub fn similarity(&self, other: &str) -> f64 {
        let lower = other.to_lowercase();
        let mut all = Length::default();
        let mut unknown = Length::default();
        for word in words(&lower) {
            all.add(word);
            if !self.0.contains(word) {
                unknown.add(word);
            }
        }
        if self.0.is_empty() || all.words == 0 {
            return 0.0;
        }
        1.0 - unknown.joined() / all.joined()
    }
}

/// The length of some words with a space between each.
#[derive(Default)]
struct Length {
    letters: usize,
    words: usize,
}

impl Length {
    fn add(&mut self, word: &str) {
        self.letters += word.len();
        self.words += 1;
    }

    fn joined(&self) -> f64 {
        (self.letters + self.words.saturating_sub(1)) as f64
    }
}
