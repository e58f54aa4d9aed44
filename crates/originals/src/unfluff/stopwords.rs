//! Counts stop words like unfluff: deletes punctuation, splits at single spaces, compares in lower
//! case.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::HashMap;
use std::sync::LazyLock;
use xxhash_rust::xxh3::xxh3_64;

/// The stop words of a language.
struct StopWordList {
    words: FxHashSet<Box<[u8]>>,
    /// For every byte the lengths of the words that begin with it, as a set of bits. Most words of
    /// a text have a length that no stop word with their first letter has.
    lengths: [u64; 256],
}

/// Longer words are no stop words.
const LONGEST: usize = 63;

impl Default for StopWordList {
    fn default() -> Self {
        Self { words: FxHashSet::default(), lengths: [0; 256] }
    }
}

static LISTS: LazyLock<HashMap<&'static str, StopWordList>> = LazyLock::new(lists_by_language);

/// Reads the lists of all languages.
fn lists_by_language() -> HashMap<&'static str, StopWordList> {
    let mut lists: HashMap<_, StopWordList> = HashMap::new();
    for line in include_str!("stopwords.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        let language = words.next().unwrap_or_default();
        let list = lists.entry(language.trim_end_matches('*')).or_default();
        // Words of some lists only count if a carriage return follows.
        let end = if language.ends_with('*') { "\r" } else { "" };
        for word in words {
            let word = [word, end].concat().into_bytes().into_boxed_slice();
            list.lengths[usize::from(word[0])] |= 1 << word.len();
            list.words.insert(word);
        }
    }
    lists
}

/// Counts the stop words of a page's texts, each text once, although several steps ask for it.
/// Texts are told apart by hashes.
pub(super) struct Counter {
    words: &'static StopWordList,
    counts: FxHashMap<u64, usize>,
}

impl Counter {
    pub(super) fn for_language(language: &str) -> Self {
        Self { words: StopWordList::for_language(language), counts: FxHashMap::default() }
    }

    /// Returns the number of stop words in a text.
    pub(super) fn count(&mut self, text: &str) -> usize {
        let count = self.counts.entry(xxh3_64(text.as_bytes()));
        *count.or_insert_with(|| self.words.count_to(text, usize::MAX))
    }

    /// Whether a text has at least this many stop words.
    pub(super) fn reach(&self, text: &str, number: usize) -> bool {
        self.words.count_to(text, number) == number
    }
}

impl StopWordList {
    /// Returns the stop words of a language (ISO 639-1), or the English ones if unfluff has none
    /// for it.
    fn for_language(language: &str) -> &'static Self {
        static NO_LIST: LazyLock<StopWordList> = LazyLock::new(StopWordList::default);
        LISTS.get(language).or_else(|| LISTS.get("en")).unwrap_or(&NO_LIST)
    }

    fn has(&self, word: &[u8]) -> bool {
        let Some(&first) = word.first() else { return false };
        word.len() <= LONGEST
            && self.lengths[usize::from(first)] >> word.len() & 1 == 1
            && self.words.contains(word)
    }

    /// Counts stop words up to a number. Every byte is looked at once to find the ends of words,
    /// and those of words with capitals or punctuation once more.
    fn count_to(&self, text: &str, most: usize) -> usize {
        let mut cleaned = Vec::new();
        let mut count = 0;
        let mut rest = text;
        while count < most && !rest.is_empty() {
            // Most words are neither in capitals nor punctuated.
            let letters = rest.bytes().position(|byte| !byte.is_ascii_lowercase());
            let plain = letters.unwrap_or(rest.len());
            let after = rest.as_bytes()[plain..].iter().position(|&byte| byte == b' ');
            let length = after.map_or(rest.len(), |after| plain + after);
            let word = &rest[..length];
            let is_stop_word = if length == plain {
                self.has(word.as_bytes())
            } else {
                clean(word, &mut cleaned);
                self.has(&cleaned)
            };
            count += usize::from(is_stop_word);
            rest = rest.get(length + 1..).unwrap_or_default();
        }
        count
    }
}

/// Writes a word without punctuation, in lower case.
fn clean(word: &str, cleaned: &mut Vec<u8>) {
    cleaned.clear();
    if word.is_ascii() {
        let kept = word.bytes().filter(|byte| !is_punctuation(char::from(*byte)));
        cleaned.extend(kept.map(|byte| byte.to_ascii_lowercase()));
    } else {
        let kept = word.replace(is_punctuation, "");
        cleaned.extend_from_slice(kept.to_lowercase().as_bytes());
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
        let mut english = Counter::for_language("en");
        assert_eq!(english.count("The (cat) and\nthe dog, a-s they  were; is."), 5);
        assert!(english.reach("the of and", 3) && !english.reach("the of cat", 3));
        assert!(english.reach("", 0));
        assert_eq!(Counter::for_language("xx").count("the"), 1);
        assert_eq!(Counter::for_language("de").count("cat und der Über"), 3);
    }

    #[test]
    fn lists_with_carriage_returns_match_only_before_one() {
        assert_eq!(Counter::for_language("ru").count("без близко без\r x"), 1);
    }
}
