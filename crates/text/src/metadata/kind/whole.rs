//! Finds words of a text that are no parts of longer ones. Where words begin and how long they are
//! is found sixteen bytes at a time; few begin and are as long as one that is sought.

use rustc_hash::FxHashMap;
use tamis_blocks::classify::tamis::hash_of_word;
use wide::u8x16;

/// Bytes that are read at once: one for each bit of a word.
const BLOCK: usize = u64::BITS as usize;
/// The bits of lengths: longer words are not sought.
const LENGTHS: usize = u32::BITS as usize;
/// Bytes that marks begin with.
const MARKS: usize = 5;

/// A search for words of groups. They begin with letters and are not next to any, or they are
/// marks.
pub struct WholeWords {
    /// How many letters they begin with, as bits, by their first bytes.
    lengths: [u32; 256],
    /// The words by hashes of those letters, or of the first byte of a mark.
    words: FxHashMap<u32, Vec<Word>>,
    /// A bit for the first bits of each of the hashes: most others need no search.
    filter: [u64; 64],
    /// The first bytes of marks.
    marks: [u8x16; MARKS],
}

struct Word {
    text: &'static [u8],
    group: usize,
}

impl WholeWords {
    /// Prepares the search for all words; none if one of them may be a part of a longer word, or if
    /// there are not as many marks as are expected, which tests exclude.
    pub fn new(all: &[(&str, Vec<&'static str>)]) -> Option<Self> {
        let mut lengths = [0; 256];
        let mut words: FxHashMap<u32, Vec<Word>> = FxHashMap::default();
        let mut filter = [0; 64];
        let mut marks = Vec::new();
        for (group, (_, of_group)) in all.iter().enumerate() {
            for word in of_group {
                let text = word.trim_start_matches('=').as_bytes();
                let (first, length) = (*text.first()?, letters(text));
                let is_whole = text.len() < word.len();
                if is_whole != (length > 0) || length >= LENGTHS {
                    return None;
                }
                if length == 0 && lengths[usize::from(first)] == 0 {
                    marks.push(u8x16::splat(first));
                }
                lengths[usize::from(first.to_ascii_lowercase())] |= 1 << length;
                lengths[usize::from(first.to_ascii_uppercase())] |= 1 << length;
                let hash = hash_of_word(text, 0, length.max(1));
                filter[(hash >> 26) as usize] |= 1 << (hash >> 20 & 63);
                words.entry(hash).or_default().push(Word { text, group });
            }
        }
        Some(Self { lengths, words, filter, marks: marks.try_into().ok()? })
    }

    /// Calls with the group of every word in a text.
    pub fn each(&self, text: &str, mut found: impl FnMut(usize)) {
        let text = text.as_bytes();
        let mut is_after_letter = 0;
        for (number, block) in text.chunks(BLOCK).enumerate() {
            let (of_words, of_marks) = self.letters_and_marks(block);
            let mut starts = of_words & !(of_words << 1 | is_after_letter) | of_marks;
            is_after_letter = of_words >> (BLOCK - 1);
            while starts != 0 {
                let start = starts.trailing_zeros();
                starts &= starts - 1;
                let at = number * BLOCK + start as usize;
                let mut length = (of_words >> start).trailing_ones() as usize;
                if start as usize + length == BLOCK {
                    length = letters(&text[at..]);
                }
                let lengths = self.lengths[usize::from(text[at])];
                if lengths >> length.min(LENGTHS - 1) & 1 == 1 {
                    self.words_at(text, at, length, &mut found);
                }
            }
        }
    }

    /// Calls with the group of every word at a place, where so many letters are.
    fn words_at(&self, text: &[u8], at: usize, length: usize, found: &mut impl FnMut(usize)) {
        let hash = hash_of_word(text, at, at + length.max(1));
        if self.filter[(hash >> 26) as usize] >> (hash >> 20 & 63) & 1 == 0 {
            return;
        }
        for word in self.words.get(&hash).into_iter().flatten() {
            let (part, after) = text[at..].split_at_checked(word.text.len()).unwrap_or_default();
            let is_inside = length > 0 && after.first().is_some_and(u8::is_ascii_alphabetic);
            if part.eq_ignore_ascii_case(word.text) && !is_inside {
                found(word.group);
            }
        }
    }

    /// Which bytes of a block are letters, and which begin marks, as bits.
    #[inline]
    fn letters_and_marks(&self, block: &[u8]) -> (u64, u64) {
        let mut all = (0, 0);
        for (part, from) in block.chunks(16).zip((0..).step_by(16)) {
            let mut last = [0; 16];
            let part = part.first_chunk().unwrap_or_else(|| {
                last[..part.len()].copy_from_slice(part);
                &last
            });
            let bytes = u8x16::new(*part);
            let from_a = (bytes | u8x16::splat(b' ')) - u8x16::splat(b'a');
            let letters = from_a.min(u8x16::splat(b'z' - b'a')).simd_eq(from_a);
            let marks = self.marks.iter().map(|mark| bytes.simd_eq(*mark));
            let marks = marks.fold(u8x16::splat(0), |all, mark| all | mark);
            all.0 |= u64::from(letters.to_bitmask()) << from;
            all.1 |= u64::from(marks.to_bitmask()) << from;
        }
        all
    }
}

/// How many letters a text begins with.
fn letters(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count()
}

#[cfg(test)]
mod tests {
    use super::super::words::TEXTS;
    use super::*;
    use tamis_blocks::classify::tamis::keywords::WordSearch;

    fn found(text: &str) -> (Vec<usize>, Vec<usize>) {
        let mut whole = Vec::new();
        WholeWords::new(&TEXTS).unwrap().each(text, |group| whole.push(group));
        let mut known = Vec::new();
        WordSearch::new(&TEXTS).unwrap().each(text, |group| known.push(group));
        whole.sort_unstable();
        known.sort_unstable();
        (whole, known)
    }

    #[test]
    fn the_same_words_are_found_as_one_by_one() {
        for (text, count) in [
            ("Add to cart! Only $5 or €6", 4),
            ("read more, Sort by: filters? I do. Ärger müssen", 5),
            ("In stockings; in\u{a0}stock. Reply-to: me2you", 3),
            (&format!("{}January {}january", " ".repeat(60), "x".repeat(60)), 1),
            (&format!("{}us {}us", "y".repeat(61), "y ".repeat(30)), 1),
            ("", 0),
        ] {
            let (whole, known) = found(text);
            assert_eq!(whole, known, "{text}");
            assert_eq!(whole.len(), count, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_has_the_same_words(
            words in proptest::collection::vec("[Ia$€?£x -]|add to cart|We|us|[a-z]{1,40}", 0..60),
            joint in "[ .x]?",
        ) {
            let (whole, known) = found(&words.join(&joint));
            proptest::prop_assert_eq!(whole, known);
        }
    }

    #[test]
    fn words_that_may_be_parts_of_longer_ones_are_not_sought() {
        assert!(WholeWords::new(&[("a", vec!["part"])]).is_none());
    }
}
