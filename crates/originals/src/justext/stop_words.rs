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
    names: Vec<&'static str>,
    lines: &'static [u8],
    words: OnceLock<FxHashSet<&'static [u8]>>,
}

/// All lists. Words stay bytes: of most lists none is ever looked at.
static LISTS: LazyLock<Vec<StopWords>> = LazyLock::new(|| {
    static TEXT: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let mut text = Vec::new();
        // The embedded file is valid; a test reads all of it.
        let read = GzDecoder::new(PACKED).read_to_end(&mut text);
        debug_assert!(read.is_ok());
        text
    });
    let starts: Vec<usize> = memchr::memmem::find_iter(&TEXT, "# ").collect();
    let ends = starts.iter().skip(1).copied().chain([TEXT.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(start, end)| StopWords::from_text(&TEXT[start + 2..end]))
        .collect()
});

static NONE: StopWords = StopWords { names: Vec::new(), lines: b"", words: OnceLock::new() };

impl StopWords {
    /// Reads a list: a line of names and codes, then a line for each word.
    fn from_text(list: &'static [u8]) -> Self {
        let (head, lines) = list.split_at(memchr::memchr(b'\n', list).unwrap_or(list.len()));
        let names = std::str::from_utf8(head).unwrap_or_default().split(' ').collect();
        Self { names, lines, words: OnceLock::new() }
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

    fn words(&self) -> &FxHashSet<&'static [u8]> {
        let lines = self.lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        self.words.get_or_init(|| lines.collect())
    }

    /// Returns the share of a text's words that are in the list, 0 to 1; 0 without words.
    /// Punctuation is part of a word.
    pub fn density<'a>(&self, words: impl Iterator<Item = &'a [u8]>) -> f64 {
        let list = self.words();
        if list.is_empty() {
            return 0.0;
        }
        let mut all = 0u32;
        let mut found = 0u32;
        let mut lower = Vec::new();
        for word in words {
            all += 1;
            found += u32::from(list.contains(lower_case(word, &mut lower)));
        }
        if all == 0 { 0.0 } else { f64::from(found) / f64::from(all) }
    }
}

/// Returns a word in lower case; uses `buffer` if it has to be changed.
fn lower_case<'a>(word: &'a [u8], buffer: &'a mut Vec<u8>) -> &'a [u8] {
    if word.iter().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        return word;
    }
    buffer.clear();
    if word.is_ascii() {
        buffer.extend(word.iter().map(u8::to_ascii_lowercase));
    } else {
        buffer.extend(String::from_utf8_lossy(word).to_lowercase().into_bytes());
    }
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
        let density = |list: &StopWords, words: &[&str]| {
            list.density(words.iter().map(|word| word.as_bytes()))
        };
        let english = StopWords::by_name("en").unwrap();
        assert_eq!(density(english, &["The", "and,", "AND", "zebra"]), 0.5);
        assert_eq!(density(StopWords::by_name("de").unwrap(), &["ÜBER"]), 1.0);
        assert_eq!((density(english, &[]), density(&NONE, &["the"])), (0.0, 0.0));
    }
}
