//! What Web2Text counts in the text of a block, as its original does with Java's regular
//! expressions: words are of ASCII characters, lengths in UTF-16 units.

use super::pattern::{has_email, has_url, has_year, is_digit, is_space, is_word};
use rustc_hash::FxHashSet;
use std::sync::LazyLock;
use tamis_blocks::remembered::Remembered;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// English words that carry no content, as the original lists them, in lower case.
const STOP_WORDS: &str = include_str!("stopwords.txt");

/// The length of the longest of them.
const LONGEST_STOP_WORD: usize = "yourselves".len();

/// Counts of a block, or sums over several.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct TextCounts {
    /// UTF-16 units; of a block at least 1.
    pub characters: u32,
    pub words: u32,
    /// Of a block at least 1.
    pub sentences: u32,
    pub punctuation: u32,
    pub digits: u32,
    pub stop_words: u32,
    pub capitalised: u32,
    /// UTF-16 units of all words.
    pub word_length: u32,
    pub in_links: u32,
    pub ends_with_punctuation: bool,
    pub ends_with_question: bool,
    pub copyright: bool,
    pub email: bool,
    pub url: bool,
    pub year: bool,
    pub form: bool,
}

impl TextCounts {
    /// Counts a text, without the characters at both ends that Java trims.
    pub fn count(text: &str) -> Self {
        thread_local! {
            static SEEN: Remembered<TextCounts> = const { Remembered::new() };
        }
        SEEN.with(|seen| seen.get_or_compute(text, Self::compute))
    }

    fn compute(text: &str) -> Self {
        let text = text.trim_matches(|c| c <= ' ');
        let mut counts = Self { sentences: 1, ..Self::default() };
        if text.is_ascii() {
            counts.count_chars(text.bytes().map(char::from));
        } else {
            counts.count_chars(text.chars());
        }
        for word in text.as_bytes().split(|&byte| !is_word(byte)).filter(|word| !word.is_empty()) {
            counts.words += 1;
            counts.word_length += word.len() as u32;
            counts.capitalised += u32::from(word[0].is_ascii_uppercase());
            counts.stop_words += u32::from(is_stop_word(word));
        }
        counts.sentences += breaks(text);
        counts.characters = counts.characters.max(1);
        let last = text.chars().next_back();
        counts.ends_with_punctuation = last.is_some_and(is_punctuation);
        counts.ends_with_question = last == Some('?');
        counts.email = counts.words > 0 && has_email(text);
        counts.url = counts.words > 0 && has_url(text);
        counts.year = counts.digits >= 4 && has_year(text);
        counts
    }

    /// Inlined, so that the compiler knows of most texts that their characters are of ASCII.
    #[inline(always)]
    fn count_chars(&mut self, chars: impl Iterator<Item = char>) {
        for c in chars {
            self.characters += c.len_utf16() as u32;
            self.punctuation += u32::from(is_punctuation(c));
            self.digits += u32::from(is_digit(c));
            self.copyright |= c == '©';
        }
    }

    /// Adds the counts of a further child.
    pub fn add(&mut self, child: &Self) {
        self.characters += child.characters;
        self.words += child.words;
        self.sentences += child.sentences;
        self.punctuation += child.punctuation;
        self.digits += child.digits;
        self.stop_words += child.stop_words;
        self.capitalised += child.capitalised;
        self.word_length += child.word_length;
        self.in_links += child.in_links;
        self.copyright |= child.copyright;
        self.email |= child.email;
        self.url |= child.url;
        self.year |= child.year;
        // The last child is added last.
        self.ends_with_punctuation = child.ends_with_punctuation;
        self.ends_with_question = child.ends_with_question;
    }
}

fn is_stop_word(word: &[u8]) -> bool {
    static WORDS: LazyLock<FxHashSet<&[u8]>> =
        LazyLock::new(|| STOP_WORDS.split_ascii_whitespace().map(str::as_bytes).collect());
    word.len() <= LONGEST_STOP_WORD && word[0].is_ascii_lowercase() && WORDS.contains(word)
}

fn is_punctuation(c: char) -> bool {
    matches!(c, '.' | ',' | '?' | ';' | ':' | '!')
}

/// Number of places where a sentence ends and an upper-case letter follows.
fn breaks(text: &str) -> u32 {
    let bytes = text.as_bytes();
    let mut count = 0;
    for at in 1..bytes.len() {
        if is_space(bytes[at]) && matches!(bytes[at - 1], b'.' | b'?' | b'!' | b';') {
            let spaces = bytes[at..].iter().take_while(|&&byte| is_space(byte)).count();
            let next = text[at + spaces..].chars().next();
            count += u32::from(next.is_some_and(is_upper_case));
        }
    }
    count
}

fn is_upper_case(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_uppercase()
    } else {
        c.general_category() == GeneralCategory::UppercaseLetter
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_of_ascii_and_lengths_of_utf_16() {
        let counts = TextCounts::count(" The cat's café, 😀 and 12 x_y! ");
        let expected = TextCounts {
            characters: 30,
            words: 7,
            sentences: 1,
            punctuation: 2,
            digits: 2,
            stop_words: 1,
            capitalised: 1,
            word_length: 18,
            ends_with_punctuation: true,
            ..TextCounts::default()
        };
        assert_eq!(counts, expected);
        assert_eq!(
            TextCounts::count(" "),
            TextCounts { characters: 1, sentences: 1, ..TextCounts::default() }
        );
    }

    #[test]
    fn sentences_end_before_upper_case() {
        assert_eq!(
            ["a. B? C; D", "a. b", "a.B", "a:  B", "a!  É"]
                .map(|text| TextCounts::count(text).sentences),
            [4, 1, 1, 1, 2]
        );
    }

    #[test]
    fn every_stop_word_is_found() {
        let mut words = STOP_WORDS.split_ascii_whitespace();
        assert!(words.all(|word| is_stop_word(word.as_bytes())));
    }
}
