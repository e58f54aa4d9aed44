//! Detects the language of a page.

use std::sync::LazyLock;
use tamis_blocks::page::Blocks;

/// Bytes of text that are examined. Trigrams need less, and most pages have more.
const SAMPLE: usize = 512;
/// Shorter blocks (menus, names, dates) reveal little about the language.
const WORDS: u32 = 10;

/// Detects the language of a page's longer blocks and returns its ISO 639-1 code; `und` if there is
/// too little text.
pub fn language(blocks: &Blocks) -> &'static str {
    let mut sample = String::with_capacity(2 * SAMPLE);
    for block in blocks.blocks.iter().filter(|block| block.words >= WORDS) {
        let text = blocks.text_of(block);
        let end = (0..=text.len().min(SAMPLE)).rev().find(|end| text.is_char_boundary(*end));
        sample.push_str(&text[..end.unwrap_or(0)]);
        sample.push('\n');
        if sample.len() >= SAMPLE {
            break;
        }
    }
    let detected = whatlang::detect(&sample).filter(whatlang::Info::is_reliable);
    detected.map_or(UNDETERMINED, |detected| short(detected.lang().code()))
}

/// The code for an unknown language (ISO 639-2).
pub const UNDETERMINED: &str = "und";

/// Returns the code that pages have for a language, given by its two-letter or three-letter code;
/// none if it is never detected.
pub fn code(language: &str) -> Option<&'static str> {
    let language = language.to_ascii_lowercase();
    if language == UNDETERMINED {
        return Some(UNDETERMINED);
    }
    let entry = CODES.iter().find(|(short, long)| language == *short || language == *long);
    entry.map(|(short, _)| *short)
}

/// Returns the code of a language that can be detected or that classifiers have a word list for.
/// The language is given as a code or name, with or without a region (`en`, `eng`, `en-US`,
/// `english`); only languages with a word list have names.
pub fn code_of(written: &str) -> Option<&'static str> {
    let whole = written.trim();
    let plain = whole.split(['-', '_']).next().unwrap_or(whole);
    let known = [whole, plain].into_iter().find_map(|name| listed(name).or_else(|| code(name)));
    known.filter(|code| *code != UNDETERMINED)
}

/// Returns the code of a language that classifiers have a word list for.
#[cfg(feature = "justext")]
fn listed(name: &str) -> Option<&'static str> {
    tamis_originals::classify::justext::StopWords::code(name)
}

/// Returns none: no classifier has word lists.
#[cfg(not(feature = "justext"))]
fn listed(_: &str) -> Option<&'static str> {
    None
}

/// Returns all codes that [`language`] can return.
pub fn codes() -> impl Iterator<Item = &'static str> + Clone {
    CODES.iter().map(|(short, _)| *short).chain([UNDETERMINED])
}

fn short(long: &str) -> &'static str {
    code(long).unwrap_or(UNDETERMINED)
}

/// The languages that whatlang detects: ISO 639-1 and ISO 639-3 codes.
static CODES: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let pairs = include_str!("languages.txt").split_ascii_whitespace();
    pairs.filter_map(|pair| pair.split_once(':')).collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_blocks::page::Cut;

    fn language_of(html: &str) -> &'static str {
        language(&tamis_blocks::block::cut(&tamis_blocks::html::parse_str(html), Cut::Boilerpipe))
    }

    #[test]
    fn the_long_blocks_decide() {
        let german = "<ul><li>Home<li>About us</ul><p>Der Kessel steht seit gestern Abend auf dem \
                      Herd, und niemand hat ihn bemerkt, weil alle im Garten waren.";
        assert_eq!(language_of(german), "de");
        assert_eq!(
            language_of(
                "<p>The kettle has been standing on the stove since yesterday and nobody noticed \
                 it at all."
            ),
            "en"
        );
        assert_eq!(
            (
                language_of("<p>Home"),
                language_of(""),
                language_of("<p>1 2 3 4 5 6 7 8 9 10 11 12 13")
            ),
            ("und", "und", "und")
        );
    }

    #[test]
    fn every_language_that_is_detected_has_a_code() {
        for lang in whatlang::Lang::all() {
            assert_ne!(short(lang.code()), UNDETERMINED, "{lang:?}");
        }
        assert_eq!(
            (code("EN"), code("eng"), code("und"), code("xx")),
            (Some("en"), Some("en"), Some("und"), None)
        );
        assert_eq!(codes().count(), 71);
    }

    #[test]
    fn a_region_is_ignored_and_the_unknown_language_is_no_language() {
        assert_eq!(
            ["en", "ENG", "en-US", " de_AT "].map(code_of),
            [Some("en"), Some("en"), Some("en"), Some("de")]
        );
        assert_eq!(["und", "xx", "xx-US", ""].map(code_of), [None; 4]);
        #[cfg(feature = "justext")]
        assert_eq!(code_of("german"), Some("de"));
    }
}
