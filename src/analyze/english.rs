//! A word -> its term, or none: what Lucene's EnglishAnalyzer does after its tokenizer. The possessive goes, case goes,
//! stop words go, the rest is stemmed.

use super::lower::push_lower;
use super::porter;

/// Lucene's `EnglishAnalyzer.ENGLISH_STOP_WORDS_SET`, sorted.
pub const STOP_WORDS: [&str; 33] = [
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it", "no", "not", "of",
    "on", "or", "such", "that", "the", "their", "then", "there", "these", "they", "this", "to", "was", "will", "with",
];

/// Slots of the memory of stems: a power of 2. 32 bytes each, so that all of them stay in a core's second cache.
const SLOTS: usize = 1 << 12;

/// The longest word remembered. Bytes.
const REMEMBERED: usize = 15;

/// The chain with its scratch space and its memory of the last words seen: running text repeats itself.
#[derive(Clone)]
pub struct English {
    memory: Vec<Slot>,
    word: Vec<u8>,
    units: Vec<u16>,
}

/// A lower-case word and its stem; no stem, length 0, for a stop word.
#[derive(Clone, Copy)]
struct Slot {
    word: u128,
    stem: [u8; REMEMBERED],
    length: u8,
}

impl Default for English {
    fn default() -> Self {
        Self {
            memory: vec![Slot { word: 0, stem: [0; REMEMBERED], length: 0 }; SLOTS],
            word: Vec::new(),
            units: Vec::new(),
        }
    }
}

impl English {
    /// Appends the term of `word` to `out`, if it has one.
    #[inline]
    pub fn push(&mut self, word: &str, out: &mut String) {
        let word = without_possessive(word);
        if !word.is_ascii() {
            self.push_foreign(word, out);
        } else if word.len() > REMEMBERED {
            self.word.clear();
            self.word.extend_from_slice(word.as_bytes());
            self.word.make_ascii_lowercase();
            // The longest stop word has five letters.
            porter::stem(&mut self.word);
            push_ascii(&self.word, out);
        } else {
            let slot = self.recall(word.as_bytes());
            push_ascii(&slot.stem[..slot.length as usize], out);
        }
    }

    /// The slot of an ASCII word, filled anew if it held another.
    #[inline]
    fn recall(&mut self, word: &[u8]) -> Slot {
        let mut key = [0; 16];
        key[..word.len()].copy_from_slice(word);
        key.make_ascii_lowercase();
        let number = u128::from_le_bytes(key);
        let at = slot_of(number);
        if self.memory[at].word != number {
            self.memory[at] = Slot { word: number, ..self.learn(&key[..word.len()]) };
        }
        self.memory[at]
    }

    fn learn(&mut self, word: &[u8]) -> Slot {
        let mut slot = Slot { word: 0, stem: [0; REMEMBERED], length: 0 };
        if STOP_WORDS.binary_search_by(|stop| stop.as_bytes().cmp(word)).is_err() {
            self.word.clear();
            self.word.extend_from_slice(word);
            porter::stem(&mut self.word);
            // A stem is never longer than its word, so that it fits.
            slot.length = self.word.len() as u8;
            slot.stem[..self.word.len()].copy_from_slice(&self.word);
        }
        slot
    }

    /// A word with characters beyond ASCII: a stop word only by a capital that becomes an ASCII letter (İ, the Kelvin sign).
    fn push_foreign(&mut self, word: &str, out: &mut String) {
        let start = out.len();
        push_lower(word, out);
        if STOP_WORDS.contains(&&out[start..]) {
            out.truncate(start);
            return;
        }
        self.units.clear();
        self.units.extend(out[start..].encode_utf16());
        porter::stem(&mut self.units);
        out.truncate(start);
        // The stemmer takes off and adds ASCII letters only, or one of two equal units: pairs stay whole.
        out.extend(char::decode_utf16(self.units.iter().copied()).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)));
    }
}

fn slot_of(word: u128) -> usize {
    let folded = (word as u64) ^ ((word >> 64) as u64).rotate_left(29);
    (folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - SLOTS.trailing_zeros())) as usize
}

/// Stems of ASCII words are ASCII.
#[inline]
fn push_ascii(bytes: &[u8], out: &mut String) {
    out.push_str(std::str::from_utf8(bytes).unwrap_or_default());
}

/// The word without a final 's (Lucene's EnglishPossessiveFilter), whichever apostrophe and case it has.
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
    fn the_stop_words_are_a_sorted_list() {
        assert!(STOP_WORDS.is_sorted());
        let mut english = English::default();
        assert!(STOP_WORDS.iter().all(|word| term(&mut english, &word.to_uppercase()).is_empty()));
    }

    #[test]
    fn possessives_go_before_case_and_stops() {
        let mut english = English::default();
        for (word, expected) in [("Penguin's", "penguin"), ("IT'S", ""), ("dogs’s", "dog"), ("x＇S", "x"), ("s's", "s")]
        {
            assert_eq!(term(&mut english, word), expected, "{word}");
        }
    }

    #[test]
    fn the_memory_changes_nothing() {
        let mut english = English::default();
        let words: Vec<String> = (0..20_000).map(|n| format!("w{n}ings")).collect();
        for _ in 0..2 {
            for word in &words {
                let mut plain = word.clone().into_bytes();
                porter::stem(&mut plain);
                assert_eq!(term(&mut english, word).as_bytes(), plain);
            }
        }
    }

    #[test]
    fn capitals_beyond_ascii_may_become_ascii() {
        let mut english = English::default();
        assert_eq!(["\u{212A}INGS", "İN", "İNTOS"].map(|word| term(&mut english, word)), ["king", "", "into"]);
    }
}
