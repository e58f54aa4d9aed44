//! Lucene's EnglishAnalyzer after its tokenizer: removes possessives, converts to lower case,
//! removes stop words and stems the rest.

use super::lower::push_lower;
use super::porter;

/// The analyzer with its buffers.
#[derive(Debug, Clone, Default)]
pub struct English {
    word: Vec<u8>,
    units: Vec<u16>,
}

impl English {
    /// Appends the term of `word` to `out`; a stop word has none.
    #[inline]
    pub fn push(&mut self, word: &str, out: &mut String) {
        let word = without_possessive(word);
        if !word.is_ascii() {
            return self.push_foreign(word, out);
        }
        self.word.clear();
        self.word.extend_from_slice(word.as_bytes());
        self.word.make_ascii_lowercase();
        if !is_stop_word(&self.word) {
            porter::stem(&mut self.word);
            // A stem of ASCII letters is ASCII.
            out.push_str(std::str::from_utf8(&self.word).unwrap_or_default());
        }
    }

    /// Handles a word with characters beyond ASCII. It can only be a stop word through a capital
    /// that becomes an ASCII letter (İ, the Kelvin sign).
    fn push_foreign(&mut self, word: &str, out: &mut String) {
        let start = out.len();
        push_lower(word, out);
        if is_stop_word(&out.as_bytes()[start..]) {
            out.truncate(start);
            return;
        }
        self.units.clear();
        self.units.extend(out[start..].encode_utf16());
        porter::stem(&mut self.units);
        out.truncate(start);
        // The stemmer removes and adds only ASCII letters, or one of two equal units, so surrogate
        // pairs stay whole.
        out.extend(
            char::decode_utf16(self.units.iter().copied())
                .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)),
        );
    }
}

/// Lucene's `EnglishAnalyzer.ENGLISH_STOP_WORDS_SET`.
#[inline]
#[rustfmt::skip]
fn is_stop_word(word: &[u8]) -> bool {
    matches!(
        word,
        b"a" | b"an" | b"and" | b"are" | b"as" | b"at" | b"be" | b"but" | b"by" | b"for" | b"if"
        | b"in" | b"into" | b"is" | b"it" | b"no" | b"not" | b"of" | b"on" | b"or" | b"such"
        | b"that" | b"the" | b"their" | b"then" | b"there" | b"these" | b"they" | b"this"
        | b"to" | b"was" | b"will" | b"with"
    )
}

/// Returns the word without a final 's, in either case and with any apostrophe (Lucene's
/// EnglishPossessiveFilter).
#[inline]
fn without_possessive(word: &str) -> &str {
    match word.strip_suffix(['s', 'S']) {
        Some(start) => start.strip_suffix(['\'', '\u{2019}', '\u{FF07}']).unwrap_or(word),
        None => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term(english: &mut English, word: &str) -> String {
        let mut out = String::new();
        english.push(word, &mut out);
        out
    }

    #[test]
    fn stop_words_have_no_term() {
        let words = "a an and are as at be but by for if in into is it no not of on or such that \
                     the their then there these they this to was will with";
        assert_eq!(words.split(' ').count(), 33);
        let mut english = English::default();
        assert!(words.to_uppercase().split(' ').all(|word| term(&mut english, word).is_empty()));
        assert_eq!(term(&mut english, "those"), "those");
    }

    #[test]
    fn possessives_go_before_case_and_stops() {
        let mut english = English::default();
        for (word, expected) in
            [("Penguin's", "penguin"), ("IT'S", ""), ("dogs’s", "dog"), ("x＇S", "x"), ("s's", "s")]
        {
            assert_eq!(term(&mut english, word), expected, "{word}");
        }
    }

    #[test]
    fn capitals_beyond_ascii_may_become_ascii() {
        let mut english = English::default();
        assert_eq!(
            ["\u{212A}INGS", "İN", "İNTOS"].map(|word| term(&mut english, word)),
            ["king", "", "into"]
        );
    }
}
