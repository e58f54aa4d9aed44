//! Splits text into words as Lucene's StandardTokenizer does: UAX #29 (rules WB4 to WB13b) with
//! these differences, taken from Lucene's grammar and tested against it: each ideograph and each
//! Hiragana character is a word; a run of a script without spaces is one word; emoji are words; a
//! word has at most 255 UTF-16 units, and the rest starts a new one.

use super::class::{self, WordClass};
use super::emoji;
use super::window::{MAX_UNITS, Window};

/// The words of a text, in order.
pub struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        let bytes = self.text.as_bytes();
        loop {
            let start = self.at;
            let first = *bytes.get(start)?;
            if first.is_ascii_alphanumeric() {
                self.at = ascii_word_end(self.text, start);
                return Some(&self.text[start..self.at]);
            }
            if first.is_ascii() && first != b'_' && first != b'#' && first != b'*' {
                self.at += 1;
                continue;
            }
            if let Some(end) = rare_word_end(self.text, start) {
                self.at = end;
                return Some(&self.text[start..end]);
            }
            self.at += self.text[start..].chars().next().map_or(1, char::len_utf8);
        }
    }
}

/// Returns the end of a word that starts with an ASCII letter or digit. Most words are runs of
/// these between spaces.
#[inline]
fn ascii_word_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let letters =
        bytes[start..].iter().take(MAX_UNITS).take_while(|b| b.is_ascii_alphanumeric()).count();
    let end = start + letters;
    match bytes.get(end) {
        Some(byte) if byte.is_ascii() && class::ASCII[*byte as usize] == WordClass::Other => end,
        None => end,
        _ if letters == MAX_UNITS => end,
        _ => {
            let state = if bytes[end - 1].is_ascii_digit() {
                WordState::Numeric
            } else {
                WordState::Letter
            };
            let window = Window { text, at: end, units: letters };
            longest_word(window, state).unwrap_or(end)
        }
    }
}

/// Returns the end of the longest word at `start`, which is not an ASCII letter or digit.
fn rare_word_end(text: &str, start: usize) -> Option<usize> {
    let window = Window { text, at: start, units: 0 };
    let word = longest_word(window.clone(), WordState::Start);
    let emoji = emoji::longest(window.clone());
    let script = match text[start..].chars().next() {
        Some(c) if class::is_complex_context(c) => Some(complex_context_end(window)),
        Some(c) if class::is_ideograph_or_hiragana(c) => Some(one_character_end(window)),
        _ => None,
    };
    word.max(emoji).max(script)
}

/// The scanner's state inside a word. Marks after a character (WB4) do not change it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WordState {
    Start,
    /// Underscores only: not yet a word.
    Joiners,
    /// A letter, or a Hebrew one that a mid-letter joined to the word.
    Letter,
    /// A Hebrew letter that may take a quote (WB7a, WB7b).
    Hebrew,
    /// A Hebrew letter and an apostrophe: a word as it is.
    HebrewQuote,
    /// A Hebrew letter and a quotation mark: needs another letter.
    HebrewDoubleQuote,
    /// The Hebrew letter after it; Lucene's grammar joins nothing more to it by a mid-letter.
    HebrewQuoted,
    Numeric,
    Katakana,
    /// Underscores after a word's beginning (WB13a): anything may follow (WB13b).
    Joined,
    /// A mid-letter: needs a letter (WB6, WB7).
    MidLetter,
    /// A mid-number: needs a digit (WB11, WB12).
    MidNum,
}

impl WordState {
    fn is_word(self) -> bool {
        use WordState::*;
        matches!(self, Letter | Hebrew | HebrewQuote | HebrewQuoted | Numeric | Katakana | Joined)
    }

    /// Returns the state after a character of this class; none if the word ends before it.
    #[inline]
    fn next(self, class: WordClass) -> Option<WordState> {
        use WordState::*;
        let next = match (self, class) {
            (MidLetter, WordClass::Letter | WordClass::Hebrew) => Letter,
            (MidNum, WordClass::Numeric) => Numeric,
            (HebrewDoubleQuote, WordClass::Hebrew) => HebrewQuoted,
            (MidLetter | MidNum | HebrewDoubleQuote, _) => return None,
            (Start | Joined | Joiners | Katakana, WordClass::Katakana) => Katakana,
            (Katakana, class) if class != WordClass::ExtendNumLet => return None,
            (_, WordClass::Letter) => Letter,
            (_, WordClass::Hebrew) => Hebrew,
            (_, WordClass::Numeric) => Numeric,
            (Start | Joiners, WordClass::ExtendNumLet) => Joiners,
            (_, WordClass::ExtendNumLet) => Joined,
            (Hebrew, WordClass::SingleQuote) => HebrewQuote,
            (Hebrew, WordClass::DoubleQuote) => HebrewDoubleQuote,
            (
                Letter | Hebrew,
                WordClass::MidLetter | WordClass::MidNumLet | WordClass::SingleQuote,
            ) => MidLetter,
            (Numeric, WordClass::MidNum | WordClass::MidNumLet | WordClass::SingleQuote) => MidNum,
            _ => return None,
        };
        Some(next)
    }
}

/// Returns the end of the longest word that continues from `state`, if any.
fn longest_word(mut window: Window, mut state: WordState) -> Option<usize> {
    let mut end = state.is_word().then_some(window.at);
    while let Some(c) = window.peek() {
        match class::class(c) {
            WordClass::Extend if state != WordState::Start => {}
            class => match state.next(class) {
                Some(next) => state = next,
                None => break,
            },
        }
        window.skip(c);
        if state.is_word() {
            end = Some(window.at);
        }
    }
    end
}

fn is_mark(c: char) -> bool {
    class::class(c) == WordClass::Extend
}

fn one_character_end(mut window: Window) -> usize {
    if let Some(c) = window.peek() {
        window.skip(c);
        window.skip_while(is_mark);
    }
    window.at
}

fn complex_context_end(mut window: Window) -> usize {
    window.skip_while(|c| is_mark(c) || class::is_complex_context(c));
    window.at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        Words::new(text).collect()
    }

    #[test]
    fn words_keep_marks_between_letters_or_between_digits() {
        assert_eq!(
            words("Don't e-mail J.R.'s 3.14, 1,000.5: a,b 1:2"),
            ["Don't", "e", "mail", "J.R", "s", "3.14", "1,000.5", "a", "b", "1", "2"]
        );
        assert_eq!(
            words("a:b x_1 __ _y_ example.com. 4.x"),
            ["a:b", "x_1", "_y_", "example.com", "4", "x"]
        );
    }

    #[test]
    fn scripts_without_spaces_are_cut_as_lucene_cuts_them() {
        assert_eq!(
            words("日本語 ひら カタカナ 한국어 ภาษาไทย"),
            ["日", "本", "語", "ひ", "ら", "カタカナ", "한국어", "ภาษาไทย"]
        );
    }

    fn lengths(text: &str) -> Vec<usize> {
        words(text).iter().map(|word| word.len()).collect()
    }

    #[test]
    fn long_words_are_cut_at_255_units() {
        assert_eq!(lengths(&"x".repeat(600)), [255, 255, 90]);
        assert_eq!(
            lengths(&format!("{}.{}", "x".repeat(254), "y")),
            [254, 1],
            "the window ends after the full stop"
        );
        assert_eq!(lengths(&"𝒜".repeat(130)), [127 * 4, 3 * 4], "a pair is not cut in two");
    }
}
