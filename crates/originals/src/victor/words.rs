//! What Victor counts in the text of a block: tokens, sentences, characters, patterns.

use regex::bytes::{RegexSet, RegexSetBuilder};
use std::borrow::Cow;
use std::sync::LazyLock;
use tamis_blocks::remembered::Remembered;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use xxhash_rust::xxh3::xxh3_64;

/// The kinds of tokens, as indices of [`VictorWords::kinds`].
pub(super) const LETTERS: usize = 0;
const DIGITS: usize = 1;
const MIXED: usize = 2;
const OTHER: usize = 3;

/// The counts of a block's text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct VictorWords {
    /// Tokens of letters, of digits, of both, and of anything else.
    pub kinds: [usize; 4],
    /// All tokens without pure punctuation.
    pub tokens: usize,
    /// Tokens that end with a full stop, a question mark or an exclamation mark.
    pub sentences: usize,
    /// Whether the first word has no capital, or there is no word.
    pub not_started: bool,
    /// Whether no such token follows the last word, or there is no word.
    pub not_finished: bool,
    /// Characters of all words.
    pub word_characters: usize,
    /// Runs of words.
    pub runs: usize,
    /// Letters, digits, punctuation, white space and all other characters.
    pub characters: [usize; 5],
    /// Of the words alone: texts that differ only elsewhere are twins.
    pub hash: u64,
    /// The number of [`bullet`].
    pub bullet: u16,
    /// The numbers of [`patterns`].
    pub patterns: [u16; 3],
}

impl VictorWords {
    /// Counts a text, unless this thread has just seen it.
    pub fn seen(text: &str) -> Self {
        thread_local! {
            static SEEN: Remembered<VictorWords> = const { Remembered::new() };
        }
        SEEN.with(|seen| seen.get_or_compute(text, Self::count))
    }

    /// Counts a text.
    pub fn count(text: &str) -> Self {
        let mut words = Self::default();
        let mut first = None::<&str>;
        let mut last = None::<usize>;
        let mut last_period = None::<usize>;
        // The words with a hyphen between them.
        let mut joined = String::with_capacity(text.len());
        for (i, token) in tokens(text).enumerate() {
            if token.starts_with(is_word) {
                joined.push_str(if joined.is_empty() { "" } else { "-" });
                joined.push_str(token);
            }
            words.tokens += 1;
            if token.ends_with(['.', '?', '!']) {
                words.sentences += 1;
                last_period = Some(i);
            }
            if token.chars().all(char::is_alphabetic) {
                words.runs += usize::from(last.is_none_or(|last| last + 1 != i));
                first = first.or(Some(token));
                last = Some(i);
                words.kinds[LETTERS] += 1;
                words.word_characters += token.chars().count();
            } else if token.bytes().all(|byte| byte.is_ascii_digit()) {
                words.kinds[DIGITS] += 1;
            } else if token.chars().all(|c| c.is_alphabetic() || is_digit(c)) {
                words.kinds[MIXED] += 1;
            } else if token.chars().all(is_punctuation) {
                words.tokens -= 1;
            } else {
                words.kinds[OTHER] += 1;
            }
        }
        words.not_started = first.is_none_or(|first| !first.starts_with(char::is_uppercase));
        words.not_finished = last.is_none() || last_period < last;
        for c in text.chars() {
            let kind = match c {
                _ if c.is_alphabetic() => 0,
                '0'..='9' => 1,
                _ if is_punctuation(c) => 2,
                _ if c.is_whitespace() => 3,
                _ => 4,
            };
            words.characters[kind] += 1;
        }
        words.hash = xxh3_64(joined.as_bytes());
        words.bullet = bullet(text);
        words.patterns = patterns(text);
        words
    }
}

/// Returns the runs of word characters, and the runs of other characters between white space and
/// these.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let in_word = is_word(rest.chars().next()?);
        let end =
            rest.find(|c: char| c.is_whitespace() || is_word(c) != in_word).unwrap_or(rest.len());
        let (token, after) = rest.split_at(end);
        rest = after;
        Some(token)
    })
}

/// Whether a character belongs to words: Perl's `\w`.
fn is_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || c == '_';
    }
    use GeneralCategory::{
        ConnectorPunctuation, DecimalNumber, EnclosingMark, NonspacingMark, SpacingMark,
    };
    c.is_alphabetic()
        || matches!(c, '\u{200C}' | '\u{200D}')
        || matches!(
            c.general_category(),
            ConnectorPunctuation | DecimalNumber | EnclosingMark | NonspacingMark | SpacingMark
        )
}

/// Whether a character is a decimal digit of any script.
fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || (!c.is_ascii() && c.general_category() == GeneralCategory::DecimalNumber)
}

fn is_punctuation(c: char) -> bool {
    matches!(c, ',' | ':' | ';' | '.' | '?' | '!')
}

/// Returns a number for a text that begins like an item of a list: 100 for a number, 200 for small
/// letters, 300 for capitals, and 1 to 4 for what follows them; 0 for any other text.
fn bullet(text: &str) -> u16 {
    let text = text.trim_start();
    let kinds: [fn(char) -> bool; 3] =
        [|c| c.is_ascii_digit(), |c| c.is_ascii_lowercase(), |c| c.is_ascii_uppercase()];
    let Some(kind) = kinds.iter().position(|kind| text.starts_with(kind)) else { return 0 };
    let rest = text.trim_start_matches(kinds[kind]);
    let sign = [".", ")", "/", " -"].iter().position(|sign| rest.starts_with(sign));
    sign.map_or(0, |sign| 100 * (kind as u16 + 1) + sign as u16 + 1)
}

/// The patterns of addresses, dates and times: for each kind the stricter first.
const PATTERNS: [&[&str]; 3] = [
    &[r"\bhttp://", r"\bwww\.[a-zA-Z0-9]", r"[a-zA-Z0-9]\.(com|net|org)\b"],
    &[
        r"\b(mon|tue|wed|thu|fri|sat|sun)\s+\d\d?.\s?\d\d?.\s?\d\d\d\d\b",
        r"\b\d\d?.\s?\d\d?.\s?[12]\d\d\d\b",
        r"\b(mon|tue|wed|thu|fri|sat|sun)\s+\d\d?.\s?\d\d?.\s?\d\d\b",
        r"\b\d\d?.\s?\d\d?.\s?\d\d\b",
        r"\b(mon|tue|wed|thu|fri|sat|sun)\s+\d\d?.\s?\d\d?\b",
        r"\b\d\d?.\s?\d\d?\b",
    ],
    &[r"\b\d\d?:\d\d\s+(am|pm)\b", r"\b\d\d?:\d\d\b"],
];

/// Returns, for addresses, dates and times, the number of the first pattern that the text contains,
/// from 1; 0 if none.
fn patterns(text: &str) -> [u16; 3] {
    // Beyond ASCII the bounds of words need a search that is many times slower.
    static SETS: [LazyLock<RegexSet>; 2] =
        [LazyLock::new(|| set(true)), LazyLock::new(|| set(false))];
    // Most texts have nothing that a pattern could match.
    if !text.contains(is_digit) && !may_be_address(text.as_bytes()) {
        return [0; 3];
    }
    let found = match in_ascii(text) {
        Some(text) => SETS[1].matches(text.as_bytes()),
        None => SETS[0].matches(text.as_bytes()),
    };
    let mut numbers = [0; 3];
    let mut start = 0;
    for (number, patterns) in numbers.iter_mut().zip(PATTERNS) {
        let end = start + patterns.len();
        let first = (start..end).find(|&pattern| found.matched(pattern));
        *number = first.map_or(0, |first| (first - start + 1) as u16);
        start = end;
    }
    numbers
}

/// Returns a text in which the patterns are where they are in this one, in ASCII: other characters
/// of words are `_`, which no pattern names; `ſ` and the sign of Kelvin are letters in another
/// case. `None` for a text with other digits than those of ASCII.
fn in_ascii(text: &str) -> Option<Cow<'_, str>> {
    if text.is_ascii() {
        return Some(Cow::Borrowed(text));
    }
    let mut ascii = String::with_capacity(text.len());
    for c in text.chars() {
        ascii.push(match c {
            _ if c.is_ascii() => c,
            _ if is_digit(c) => return None,
            'ſ' => 's',
            '\u{212A}' => 'k',
            _ if is_word(c) => '_',
            _ if c.is_whitespace() => ' ',
            _ => '-',
        });
    }
    Some(Cow::Owned(ascii))
}

/// Whether a text has what every pattern of an address has: `://`, `www.`, `.com`, `.net` or
/// `.org`.
fn may_be_address(text: &[u8]) -> bool {
    let has = |at: usize, what: &[u8]| {
        text.get(at..at + what.len()).is_some_and(|found| found.eq_ignore_ascii_case(what))
    };
    memchr::memchr2_iter(b'.', b':', text).any(|at| match text[at] {
        b':' => has(at, b"://"),
        _ => {
            (at >= 3 && has(at - 3, b"www."))
                || [b".com", b".net", b".org"].iter().any(|end| has(at, *end))
        }
    })
}

/// Returns all patterns as one.
fn set(unicode: bool) -> RegexSet {
    let mut builder = RegexSetBuilder::new(PATTERNS.iter().copied().flatten());
    builder.case_insensitive(true).unicode(unicode);
    builder.build().unwrap_or_else(|_| RegexSet::empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_tokens(text: &str) -> Vec<&str> {
        tokens(text).collect()
    }

    #[test]
    fn tokens_are_runs_of_word_characters_or_of_others() {
        assert_eq!(
            all_tokens("Hello, world...  a_1 «é»\u{A0}3.5"),
            ["Hello", ",", "world", "...", "a_1", "«", "é", "»", "3", ".", "5"]
        );
        assert_eq!(all_tokens("  "), [""; 0]);
    }

    #[test]
    fn words_and_sentences_are_counted() {
        let words = VictorWords::count("In 1999, R2D2 said: «no». It");
        assert_eq!((words.kinds, words.tokens, words.sentences), ([4, 1, 1, 2], 8, 1));
        assert_eq!(
            (words.not_started, words.not_finished, words.runs, words.word_characters),
            (false, true, 4, 10)
        );
        assert_eq!(words.characters, [12, 6, 3, 5, 2]);
        assert!(
            VictorWords::count("said he.").not_started
                && !VictorWords::count("said he.").not_finished
        );
        assert!(VictorWords::count("12.").not_started && VictorWords::count("12.").not_finished);
    }

    #[test]
    fn items_of_lists_begin_with_a_number_or_letters() {
        let texts = ["1. a", " 12) b", "a/b", "IV - x", "x y", "1", "aB.", "é.", "?"];
        assert_eq!(texts.map(bullet), [101, 102, 203, 304, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn the_strictest_pattern_counts() {
        assert_eq!(patterns("see HTTP://a.b at www.x"), [1, 0, 0]);
        assert_eq!(patterns("x.com, Mon 11-12-2007, 5:30 PM"), [3, 1, 1]);
        assert_eq!(patterns("on 11. 12. 07"), [0, 4, 0]);
        assert_eq!(patterns("at 15:30"), [0, 6, 2]);
        assert_eq!(patterns("nothing"), [0; 3]);
    }

    proptest::proptest! {
        /// The mapped text has the matches of the text itself.
        #[test]
        fn patterns_are_the_same_in_ascii(
            text in "(http://|www\\.|[a-z0-9]|\\.com|\\.net|mon|ſun|SAT|[0-9]{1,2}|:|é|٣|\u{2028}| \
             |\\.|«|_|am|\u{301}|-|\n){0,12}",
        ) {
            let unicode = set(true).matches(text.as_bytes());
            if let Some(ascii) = in_ascii(&text) {
                let mapped = set(false).matches(ascii.as_bytes());
                proptest::prop_assert!(unicode.iter().eq(mapped.iter()), "{text:?}");
            }
        }
    }

    #[test]
    fn twins_have_the_same_words() {
        let hash = |text| VictorWords::count(text).hash;
        assert_eq!(hash("« Read more… »"), hash("Read-more"));
        assert_eq!((hash("-"), hash("Read")), (xxh3_64(b""), xxh3_64(b"Read")));
    }
}
