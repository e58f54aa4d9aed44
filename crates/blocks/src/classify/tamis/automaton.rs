//! Finds many words in a text at once, in any case: the automaton of Aho and Corasick ("Efficient
//! string matching: an aid to bibliographic search", CACM 18, 1975), as a table that takes a few
//! instructions a byte.

use aho_corasick::Anchored;
use aho_corasick::automaton::{Automaton as _, StateID};
use aho_corasick::dfa::DFA;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// Places of a table: as many as a `u16` tells apart, so that none is outside.
const PLACES: usize = 1 << u16::BITS;

/// An automaton for some words.
pub struct Automaton {
    /// The class of each byte: all that no word has are of one.
    classes: [u8; 256],
    /// The state after a state and a byte, at the state plus the byte's class: a state is the place
    /// where its row begins.
    next: Box<[u16; PLACES]>,
    /// The state before a text.
    start: u16,
    /// States before this one are at the end of a word.
    first_other: u16,
    /// The words that end in each of them, and their lengths.
    ends: Vec<Vec<(usize, usize)>>,
    width: usize,
}

impl Automaton {
    /// Compiles a search for some words, none of which is empty; none if a table has no place for
    /// them.
    pub fn new(words: &[&str]) -> Option<Self> {
        let search = DFA::builder().ascii_case_insensitive(true).build(words).ok()?;
        let start = search.start_state(Anchored::No).ok()?;
        let (classes, bytes) = classes(words);
        let states = states(&search, start, &bytes)?;
        let width = bytes.len();
        let places = states.iter().zip((0..PLACES).step_by(width));
        let places: FxHashMap<StateID, u16> = places.map(|(of, at)| (*of, at as u16)).collect();
        let mut next = vec![0; PLACES];
        for (row, state) in next.chunks_exact_mut(width).zip(&states) {
            for (place, byte) in row.iter_mut().zip(&bytes) {
                *place = places[&search.next_state(Anchored::No, *state, *byte)];
            }
        }
        let words_of = |state: &StateID| {
            let words = (0..search.match_len(*state)).map(|at| search.match_pattern(*state, at));
            words.map(|word| (word.as_usize(), search.pattern_len(word))).collect()
        };
        let ends = states.iter().take_while(|state| search.is_match(**state)).map(words_of);
        let ends: Vec<_> = ends.collect();
        Some(Self {
            classes,
            next: next.into_boxed_slice().try_into().ok()?,
            start: places[&start],
            first_other: u16::try_from(ends.len() * width).ok()?,
            ends,
            width,
        })
    }

    /// Calls with the number of every word in a text, and with its place there.
    pub fn each(&self, text: &str, mut found: impl FnMut(usize, Range<usize>)) {
        let mut end = 0;
        let mut state = self.start;
        while let Some((at_end, bytes)) = self.next_end(state, &text.as_bytes()[end..]) {
            state = at_end;
            end += bytes;
            for (word, length) in &self.ends[usize::from(state) / self.width] {
                found(*word, end - length..end);
            }
        }
    }

    /// The first state at the end of a word after a state, and how many bytes lead to it.
    #[inline(never)]
    fn next_end(&self, mut state: u16, bytes: &[u8]) -> Option<(u16, usize)> {
        let mut is_end = |byte: u8| {
            let class = self.classes[usize::from(byte)];
            state = self.next[usize::from(state.wrapping_add(class.into()))];
            state < self.first_other
        };
        let (fours, rest) = bytes.as_chunks::<4>();
        let mut read = 0;
        for four in fours {
            for (at, byte) in (1..).zip(four) {
                if is_end(*byte) {
                    return Some((state, read + at));
                }
            }
            read += 4;
        }
        let at = rest.iter().position(|byte| is_end(*byte))?;
        Some((state, read + at + 1))
    }
}

/// The class of each byte, and a byte of each class.
fn classes(words: &[&str]) -> ([u8; 256], Vec<u8>) {
    let mut classes = [0; 256];
    let mut bytes = vec![0];
    for byte in words.iter().flat_map(|word| word.bytes()) {
        if classes[usize::from(byte)] == 0 {
            for byte in [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()] {
                classes[usize::from(byte)] = bytes.len() as u8;
            }
            bytes.push(byte);
        }
    }
    (classes, bytes)
}

/// All states that a search can reach, those first that are at the end of a word; none if they are
/// too many.
fn states(search: &DFA, start: StateID, bytes: &[u8]) -> Option<Vec<StateID>> {
    let mut known = vec![start];
    let mut seen = FxHashSet::from_iter([start]);
    let mut at = 0;
    while let Some(state) = known.get(at).copied() {
        let after = bytes.iter().map(|byte| search.next_state(Anchored::No, state, *byte));
        known.extend(after.filter(|state| seen.insert(*state)));
        at += 1;
    }
    known.sort_by_key(|state| !search.is_match(*state));
    (known.len() * bytes.len() <= PLACES).then_some(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(words: &[&str], text: &str) -> Vec<String> {
        let automaton = Automaton::new(words).unwrap();
        let mut found = Vec::new();
        automaton.each(text, |word, part| {
            assert!(words[word].eq_ignore_ascii_case(&text[part.clone()]));
            found.push(format!("{} {}", words[word], part.start));
        });
        found
    }

    #[test]
    fn words_are_found_in_any_case_and_inside_others() {
        let words = ["post", "stop", "top", "po", "€"];
        assert_eq!(found(&words, "Post-STOP 5€"), ["po 0", "post 0", "stop 5", "top 6", "€ 11"]);
        assert_eq!(found(&words, "pos"), ["po 0"]);
        assert_eq!(found(&words, ""), [""; 0]);
    }

    #[test]
    fn too_many_words_have_no_place() {
        let words: Vec<String> = (0..9000).map(|number| format!("{number:05}")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert!(Automaton::new(&words).is_none());
    }
}
