//! Counts stop words like unfluff: deletes punctuation, splits at single spaces, compares in lower
//! case.

use rustc_hash::FxHashSet;
use std::collections::HashMap;
use std::sync::LazyLock;

type Words = FxHashSet<&'static str>;

/// The stop words of a language.
#[derive(Default)]
pub(super) struct StopWords {
    plain: Words,
    /// Words that only count if a carriage return follows.
    before_return: Words,
    /// Length of the longest word in bytes.
    longest: usize,
}

static LISTS: LazyLock<HashMap<&'static str, StopWords>> = LazyLock::new(lists_by_language);

/// Reads the lists of all languages.
fn lists_by_language() -> HashMap<&'static str, StopWords> {
    let mut lists: HashMap<_, StopWords> = HashMap::new();
    for line in include_str!("stopwords.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        let language = words.next().unwrap_or_default();
        let list = lists.entry(language.trim_end_matches('*')).or_default();
        for word in words {
            list.longest = list.longest.max(word.len() + 1);
            if language.ends_with('*') {
                list.before_return.insert(word);
            } else {
                list.plain.insert(word);
            }
        }
    }
    lists
}

impl StopWords {
    /// Returns the stop words of a language (ISO 639-1), or the English ones if unfluff has none
    /// for it.
    pub(super) fn for_language(language: &str) -> &'static Self {
        static NO_LIST: LazyLock<StopWords> = LazyLock::new(StopWords::default);
        LISTS.get(language).or_else(|| LISTS.get("en")).unwrap_or(&NO_LIST)
    }

    fn has(&self, word: &str) -> bool {
        if word.len() > self.longest {
            return false;
        }
        let before_return = word.strip_suffix('\r');
        self.plain.contains(word)
            || before_return.is_some_and(|word| self.before_return.contains(word))
    }

    /// Returns the number of stop words in a text.
    pub(super) fn count(&self, text: &str) -> usize {
        self.found_in(text).count()
    }

    /// Whether a text has at least this many stop words.
    pub(super) fn reach(&self, text: &str, number: usize) -> bool {
        number == 0 || self.found_in(text).nth(number - 1).is_some()
    }

    fn found_in<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'a str> {
        let mut cleaned = String::new();
        text.split(' ').filter(move |word| self.matches(word, &mut cleaned))
    }

    fn matches(&self, word: &str, cleaned: &mut String) -> bool {
        // Most words are neither long nor in capitals nor punctuated.
        if word.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return !word.is_empty() && self.has(word);
        }
        cleaned.clear();
        if word.is_ascii() {
            let kept = word.bytes().filter(|&byte| !is_punctuation(byte.into()));
            cleaned.extend(kept.map(|byte| char::from(byte.to_ascii_lowercase())));
        } else {
            let kept: String = word.chars().filter(|&c| !is_punctuation(c)).collect();
            cleaned.push_str(&kept.to_lowercase());
        }
        self.has(cleaned)
    }
}

fn is_punctuation(c: char) -> bool {
    matches!(
        c,
        '|' | '@'
            | '<'
            | '>'
            | '['
            | ']'
            | '"'
            | '\''
            | '.'
            | ','
            | '-'
            | '/'
            | '#'
            | '?'
            | '!'
            | '$'
            | '%'
            | '^'
            | '&'
            | '*'
            | '+'
            | ';'
            | ':'
            | '{'
            | '}'
            | '='
            | '_'
            | '`'
            | '~'
            | '('
            | ')'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_separated_by_single_spaces_and_lose_punctuation() {
        let english = StopWords::for_language("en");
        assert_eq!(english.count("The (cat) and\nthe dog, a-s they  were; is."), 5);
        assert!(english.reach("the of and", 3) && !english.reach("the of cat", 3));
        assert!(english.reach("", 0));
        assert_eq!(StopWords::for_language("xx").count("the"), 1);
        assert_eq!(StopWords::for_language("de").count("cat und der Über"), 3);
    }

    #[test]
    fn lists_with_carriage_returns_match_only_before_one() {
        assert_eq!(StopWords::for_language("ru").count("без близко без\r x"), 1);
    }
}
