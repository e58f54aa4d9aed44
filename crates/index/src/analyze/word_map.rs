//! A table with words as keys. Nearly all words have at most 15 bytes, and are keys by themselves:
//! a look-up compares two numbers in the table, and follows no pointer to a text.
//!
//! The hash has a random seed, because a crawl may hold words that were chosen to collide.

use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

/// The most bytes of a short word.
const SHORT: usize = 15;

/// A word of at most [`SHORT`] bytes: these, zeros, and their number in the last byte, so that no
/// two words are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ShortWord([u64; 2]);

impl ShortWord {
    #[inline]
    fn new(word: &str) -> Option<Self> {
        let mut bytes = [0; SHORT + 1];
        bytes
            .get_mut(..word.len())
            .filter(|_| word.len() <= SHORT)?
            .copy_from_slice(word.as_bytes());
        bytes[SHORT] = word.len() as u8;
        let number = u128::from_le_bytes(bytes);
        Some(Self([number as u64, (number >> 64) as u64]))
    }
}

impl Hash for ShortWord {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self([low, high]) = *self;
        state.write_u128(u128::from(high) << 64 | u128::from(low));
    }
}

/// Values by word.
#[derive(Debug)]
pub(super) struct WordMap<V> {
    short: HashMap<ShortWord, V, RandomState>,
    long: HashMap<Box<str>, V, RandomState>,
}

impl<V> Default for WordMap<V> {
    fn default() -> Self {
        Self { short: HashMap::default(), long: HashMap::default() }
    }
}

impl<V: Copy> WordMap<V> {
    /// Returns the value of a word.
    #[inline]
    pub fn get(&self, word: &str) -> Option<V> {
        match ShortWord::new(word) {
            Some(word) => self.short.get(&word).copied(),
            None => self.long.get(word).copied(),
        }
    }

    /// Sets the value of a word.
    pub fn insert(&mut self, word: &str, value: V) {
        match ShortWord::new(word) {
            Some(word) => self.short.insert(word, value),
            None => self.long.insert(word.into(), value),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_a_map_of_texts(words in prop::collection::vec("[a\0é]{0,20}", 0..60)) {
            let mut map = WordMap::default();
            let mut texts = HashMap::new();
            for (number, word) in words.iter().enumerate() {
                prop_assert_eq!(map.get(word), texts.get(word).copied());
                map.insert(word, number);
                texts.insert(word.clone(), number);
            }
        }
    }
}
