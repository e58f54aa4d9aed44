//! A table with words as keys. Nearly all words have at most 15 bytes, and are keys by themselves:
//! a look-up compares two numbers in the table, and follows no pointer to a text.
//!
//! The hash has a random seed, because a crawl may hold words that were chosen to collide.

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use std::collections::HashMap;
use std::hash::BuildHasher;

/// The most bytes of a short word.
const SHORT: usize = 15;

/// A word of at most [`SHORT`] bytes: these, zeros, and their number in the last byte, so that no
/// two words are the same. Not a `u128`, with which an entry of the table would have 32 bytes
/// instead of 24.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ShortWord([u64; 2]);

impl ShortWord {
    /// Loads the word in two pieces that may overlap: a copy of as many bytes as there are would be
    /// a call, and the processor would wait for it.
    #[inline]
    fn new(word: &str) -> Option<Self> {
        let word = word.as_bytes();
        if word.len() > SHORT {
            return None;
        }
        let bytes = if let (Some(first), Some(last)) = (word.first_chunk(), word.last_chunk()) {
            both(
                u64::from_le_bytes(*first).into(),
                u64::from_le_bytes(*last).into(),
                word.len() - 8,
            )
        } else if let (Some(first), Some(last)) = (word.first_chunk(), word.last_chunk()) {
            both(
                u32::from_le_bytes(*first).into(),
                u32::from_le_bytes(*last).into(),
                word.len() - 4,
            )
        } else if let (Some(first), Some(last)) = (word.first_chunk(), word.last_chunk()) {
            both(
                u16::from_le_bytes(*first).into(),
                u16::from_le_bytes(*last).into(),
                word.len() - 2,
            )
        } else {
            word.first().map_or(0, |byte| (*byte).into())
        };
        let number = bytes | (word.len() as u128) << (8 * SHORT);
        Some(Self([number as u64, (number >> 64) as u64]))
    }

    #[inline]
    fn hash(self, seed: &RandomState) -> u64 {
        let Self([low, high]) = self;
        seed.hash_one(u128::from(high) << 64 | u128::from(low))
    }
}

/// Joins the first bytes of a word with its last ones, which begin at the byte `at`. Where they
/// overlap they are the same.
#[inline]
fn both(first: u128, last: u128, at: usize) -> u128 {
    first | last << (8 * at)
}

/// A word as a key of a [`WordMap`].
#[derive(Debug, Clone, Copy)]
pub(super) struct WordKey<'t> {
    pub word: &'t str,
    short: Option<ShortWord>,
    hash: u64,
}

#[derive(Debug)]
pub(super) struct WordMap<V> {
    short: HashTable<(ShortWord, V)>,
    long: HashMap<Box<str>, V, RandomState>,
    seed: RandomState,
}

impl<V> Default for WordMap<V> {
    fn default() -> Self {
        Self { short: HashTable::new(), long: HashMap::default(), seed: RandomState::default() }
    }
}

impl<V: Copy> WordMap<V> {
    /// Returns the key of a word.
    #[inline]
    pub fn key<'t>(&self, word: &'t str) -> WordKey<'t> {
        let short = ShortWord::new(word);
        let hash = short.map_or(0, |short| short.hash(&self.seed));
        WordKey { word, short, hash }
    }

    /// Returns the value of a word.
    #[inline]
    pub fn get(&self, key: WordKey) -> Option<V> {
        match key.short {
            Some(word) => self.short.find(key.hash, |(other, _)| *other == word).map(|of| of.1),
            None => self.long.get(key.word).copied(),
        }
    }

    /// Sets the value of a word that has none.
    pub fn insert(&mut self, key: WordKey, value: V) {
        let Self { short, long, seed } = self;
        match key.short {
            Some(word) => {
                short.insert_unique(key.hash, (word, value), |(word, _)| word.hash(seed));
            }
            None => {
                long.insert(key.word.into(), value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_a_map_of_texts(words in prop::collection::vec("[a-c\0é]{0,20}", 0..60)) {
            let mut map = WordMap::default();
            let mut texts = HashMap::new();
            for (number, word) in words.iter().enumerate() {
                let key = map.key(word);
                prop_assert_eq!(map.get(key), texts.get(word).copied());
                if map.get(key).is_none() {
                    map.insert(key, number);
                    texts.insert(word.clone(), number);
                }
            }
        }
    }
}
