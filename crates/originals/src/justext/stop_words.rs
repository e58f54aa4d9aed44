//! The stop lists of the jusText package, by language.

use flate2::read::GzDecoder;
use rustc_hash::FxHashSet;
use std::io::Read;
use std::sync::{LazyLock, OnceLock};

/// Written by `stop-lists/make.py`, which describes the format. BSD-2-Clause, see
/// `stop-lists/LICENSE`.
static PACKED: &[u8] = include_bytes!("stop-lists/stop-lists.gz");

/// The frequent words of a language, in lower case.
#[derive(Debug)]
pub struct StopWords {
    /// Name and codes.
    names: Vec<&'static str>,
    lines: &'static str,
    words: OnceLock<FxHashSet<&'static str>>,
}

static LISTS: LazyLock<Vec<StopWords>> = LazyLock::new(|| {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let mut text = String::new();
        // The embedded file is valid; a test reads all of it.
        let read = GzDecoder::new(PACKED).read_to_string(&mut text);
        debug_assert!(read.is_ok());
        text
    });
    TEXT.split("# ").skip(1).map(StopWords::from_text).collect()
});

static NONE: StopWords = StopWords { names: Vec::new(), lines: "", words: OnceLock::new() };

impl StopWords {
    /// Reads a list: a line of names and codes, then a line for each word.
    fn from_text(list: &'static str) -> Self {
        let (head, lines) = list.split_once('\n').unwrap_or((list, ""));
        Self { names: head.split(' ').collect(), lines, words: OnceLock::new() }
    }

    /// Returns the list of a language by name (`low-saxon`) or code (`nds`), in any case.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        let name = name.to_ascii_lowercase().replace('_', "-");
        LISTS.iter().find(|list| list.names.contains(&name.as_str()))
    }

    /// Returns the code of a language by name or code; two letters if it has such a code (`en`).
    pub fn code(name: &str) -> Option<&'static str> {
        Some(Self::by_name(name)?.names[1])
    }

    /// Returns an empty list.
    pub fn none() -> &'static Self {
        &NONE
    }

    /// Returns the names of all languages.
    pub fn languages() -> impl Iterator<Item = &'static str> + Clone {
        LISTS.iter().map(|list| list.names[0])
    }

    fn words(&self) -> &FxHashSet<&'static str> {
        self.words.get_or_init(|| self.lines.lines().collect())
    }

    /// Returns the share of a text's words that are in the list, 0 to 1; 0 without words.
    /// Punctuation is part of a word.
    pub fn density<'a>(&self, words: impl Iterator<Item = &'a str>) -> f64 {
        let list = self.words();
        if list.is_empty() {
            return 0.0;
        }
        let mut all = 0u32;
        let mut found = 0u32;
        let mut lower = String::new();
        for word in words {
            all += 1;
            found += u32::from(list.contains(lower_case(word, &mut lower)));
        }
        if all == 0 { 0.0 } else { f64::from(found) / f64::from(all) }
    }
}

/// Returns a word in lower case; uses `buffer` if it has to be changed.
fn lower_case<'a>(word: &'a str, buffer: &'a mut String) -> &'a str {
    if !word.is_ascii() {
        *buffer = word.to_lowercase();
        return buffer;
    }
    if !word.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return word;
    }
    buffer.clear();
    buffer.push_str(word);
    buffer.make_ascii_lowercase();
    buffer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_has_a_hundred_languages_with_codes_of_their_own() {
        assert_eq!(StopWords::languages().count(), 100);
        let names: Vec<&str> = LISTS.iter().flat_map(|list| list.names.iter().copied()).collect();
        for list in LISTS.iter() {
            assert_eq!(list.names.len(), 3, "{:?}", list.names);
            assert!(list.words().len() > 5, "{:?}", list.names);
            for name in &list.names {
                let own = list.names.iter();
                let all = names.iter();
                assert_eq!(
                    own.filter(|own| *own == name).count(),
                    all.filter(|other| *other == name).count(),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn a_list_is_found_by_name_and_code() {
        let english = StopWords::by_name("English").unwrap();
        assert_eq!(english.words().len(), 453); // of 503 lines, in lower case
        for name in ["en", "eng", "EN"] {
            assert!(std::ptr::eq(StopWords::by_name(name).unwrap(), english));
        }
        assert_eq!(StopWords::by_name("Norwegian_Bokmal").unwrap().names[1], "nb");
        assert!(StopWords::by_name("zh").is_none());
    }

    #[test]
    fn density_counts_whole_words_in_any_case() {
        let english = StopWords::by_name("en").unwrap();
        assert_eq!(english.density(["The", "and,", "AND", "zebra"].into_iter()), 0.5);
        assert_eq!(StopWords::by_name("de").unwrap().density(["ÜBER"].into_iter()), 1.0);
        assert_eq!(
            (english.density([].into_iter()), NONE.density(["the"].into_iter())),
            (0.0, 0.0)
        );
    }
}
