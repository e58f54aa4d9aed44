//! Finds words of a text that are no parts of longer ones. Where words begin and how long they are
//! is found sixteen bytes at a time; few are as long as one that is sought.

use crate::classify::tamis::keywords::WordGroups;
use wide::u8x16;

/// Bytes that are read at once: one for each bit of a word.
const BLOCK: usize = u64::BITS as usize;
/// Lengths of words that are told apart: longer ones are not sought.
const LENGTHS: usize = 32;
/// Bytes that marks begin with.
const MARKS: usize = 5;

/// A search for words of groups. They begin with letters and are not next to any, or they are marks.
pub struct WholeWords {
    /// The row of words that begin with a byte; the first, which is empty, for most.
    rows: [u8; 256],
    /// Where the words of each row and of each length begin, and their end. The length is that of
    /// the letters that a word begins with.
    starts: Vec<u16>,
    words: Vec<Word>,
    /// The first bytes of marks.
    marks: [u8x16; MARKS],
}

struct Word {
    text: &'static str,
    group: usize,
    /// Whether it is not next to a letter.
    is_whole: bool,
}

impl WholeWords {
    /// Prepares the search for all words; none if one of them may be a part of a longer word, or if
    /// there are more marks than are expected, which tests exclude.
    pub fn new(all: WordGroups) -> Option<Self> {
        let mut words = Vec::new();
        for (group, (_, of_group)) in all.iter().enumerate() {
            for word in *of_group {
                let text = word.trim_start_matches('=');
                words.push(Word { text, group, is_whole: text.len() < word.len() });
            }
        }
        let mut rows = [0; 256];
        let mut last = 0;
        let mut marks = Vec::new();
        for word in &words {
            let first = *word.text.as_bytes().first()?;
            if first.is_ascii_alphabetic() != word.is_whole || letters(word.text) >= LENGTHS {
                return None;
            }
            if rows[usize::from(first)] == 0 {
                last += 1;
                rows[usize::from(first.to_ascii_lowercase())] = last;
                rows[usize::from(first.to_ascii_uppercase())] = last;
                marks.extend(Some(u8x16::splat(first)).filter(|_| !word.is_whole));
            }
        }
        let place = |word: &Word| {
            usize::from(rows[usize::from(word.text.as_bytes()[0])]) * LENGTHS + letters(word.text)
        };
        words.sort_by_key(place);
        let places = 0..=(usize::from(last) + 1) * LENGTHS;
        let starts = places.map(|of| words.partition_point(|word| place(word) < of) as u16);
        Some(Self { rows, starts: starts.collect(), words, marks: marks.try_into().ok()? })
    }

    /// Calls with the group of every word in a text.
    pub fn each(&self, text: &str, mut found: impl FnMut(usize)) {
        let mut is_after_letter = 0;
        for (number, block) in text.as_bytes().chunks(BLOCK).enumerate() {
            let (letters, marks) = self.letters_and_marks(block);
            let mut starts = letters & !(letters << 1 | is_after_letter) | marks;
            is_after_letter = letters >> (BLOCK - 1);
            while starts != 0 {
                let start = starts.trailing_zeros();
                starts &= starts - 1;
                let length = (letters >> start).trailing_ones() as usize;
                self.at(text, number * BLOCK + start as usize, length, &mut found);
            }
        }
    }

    /// Calls with the group of every word at a place, where so many letters are, or more if they
    /// are the last of a block.
    #[inline]
    fn at(&self, text: &str, at: usize, length: usize, found: &mut impl FnMut(usize)) {
        let length = if (at + length).is_multiple_of(BLOCK) { letters(&text[at..]) } else { length };
        let bytes = &text.as_bytes()[at..];
        let place = usize::from(self.rows[usize::from(bytes[0])]) * LENGTHS;
        let place = place + length.min(LENGTHS - 1);
        let words = self.starts[place]..self.starts[place + 1];
        for word in &self.words[usize::from(words.start)..usize::from(words.end)] {
            let is_word = bytes.get(..word.text.len()).is_some_and(|part| {
                part.eq_ignore_ascii_case(word.text.as_bytes())
                    && !(word.is_whole
                        && bytes.get(part.len()).is_some_and(u8::is_ascii_alphabetic))
            });
            if is_word {
                found(word.group);
            }
        }
    }

    /// Which bytes of a block are letters, and which begin marks, as bits.
    #[inline]
    fn letters_and_marks(&self, block: &[u8]) -> (u64, u64) {
        let (parts, rest) = block.as_chunks::<16>();
        let mut last = [0; 16];
        last[..rest.len()].copy_from_slice(rest);
        let mut all = (0, 0);
        let last = Some(last).filter(|_| !rest.is_empty());
        for (part, from) in parts.iter().chain(&last).zip((0..).step_by(16)) {
            let bytes = u8x16::new(*part);
            let from_a = (bytes | u8x16::splat(b' ')) - u8x16::splat(b'a');
            let letters = from_a.min(u8x16::splat(25)).simd_eq(from_a);
            let marks = self.marks.iter().map(|mark| bytes.simd_eq(*mark));
            let marks = marks.fold(u8x16::splat(0), |all, mark| all | mark);
            all.0 |= u64::from(letters.to_bitmask()) << from;
            all.1 |= u64::from(marks.to_bitmask()) << from;
        }
        all
    }
}

/// How many letters a text begins with.
fn letters(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_alphabetic).count()
}

#[cfg(test)]
mod tests {
    use super::super::words::TEXTS;
    use super::*;
    use crate::classify::tamis::keywords::WordSearch;

    fn found(text: &str) -> (Vec<usize>, Vec<usize>) {
        let mut whole = Vec::new();
        WholeWords::new(TEXTS).unwrap().each(text, |group| whole.push(group));
        let mut known = Vec::new();
        WordSearch::new(TEXTS).unwrap().each(text, |group| known.push(group));
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
            (&format!("{}January{}january", " ".repeat(60), "x".repeat(60)), 1),
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
        assert!(WholeWords::new(&[("a", &["part"])]).is_none());
    }
}
