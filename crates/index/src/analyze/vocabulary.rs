//! The words and the terms of a batch of pages, by number. Most words of a batch come again and
//! again, so each is analyzed once, and afterwards only looked up: lower case, stop words and stems
//! cost nothing for it, and the index sorts numbers instead of texts.
//!
//! *Invariant*: a term depends on its word alone, not on the words around it, so it does not matter
//! which occurrence was analyzed. Numbers are given in the order of the pages, and nothing that is
//! written depends on them.

use super::word_map::{WordKey, WordMap};
use foldhash::fast::RandomState;
use hashbrown::HashTable;
use std::hash::BuildHasher;
use xxhash_rust::xxh3::xxh3_64;

/// Words that are looked up together.
const AT_A_TIME: usize = 16;

/// The number of a term in a [`Vocabulary`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(u32);

impl TermId {
    /// Its place among all terms of the vocabulary.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The terms of a batch of pages.
#[derive(Debug, Default)]
pub struct Vocabulary {
    /// The words seen so far, as they stand in the text; `None` for one that has no term.
    words: WordMap<Option<TermId>>,
    /// The numbers by the texts of their terms: four bytes each, which only a new word looks up.
    ids: HashTable<TermId>,
    /// Seeds the hashes of `ids`.
    seed: RandomState,
    texts: TermTexts,
    /// The hash of each term.
    hashes: Vec<u64>,
    /// The term of a new word.
    term: String,
}

/// The texts of all terms.
#[derive(Debug, Default)]
struct TermTexts {
    text: String,
    ends: Vec<usize>,
}

impl TermTexts {
    fn push(&mut self, term: &str) {
        self.text.push_str(term);
        self.ends.push(self.text.len());
    }

    #[inline]
    fn get(&self, id: TermId) -> &str {
        let start = if id.0 == 0 { 0 } else { self.ends[id.index() - 1] };
        &self.text[start..self.ends[id.index()]]
    }
}

impl Vocabulary {
    /// Appends the terms of words, in order, to `terms`. `analyze` appends the term of a new word
    /// to a text, or nothing if it has none.
    ///
    /// Words are looked up some at a time: most look-ups wait for memory, and those of one short
    /// loop wait together.
    #[inline]
    pub fn number<'t>(
        &mut self,
        mut words: impl Iterator<Item = &'t str>,
        mut analyze: impl FnMut(&str, &mut String),
        terms: &mut Vec<TermId>,
    ) {
        let mut keys = [self.words.key(""); AT_A_TIME];
        loop {
            let mut count = 0;
            for (key, word) in keys.iter_mut().zip(&mut words) {
                *key = self.words.key(word);
                count += 1;
            }
            for key in &keys[..count] {
                terms.extend(match self.words.get(*key) {
                    Some(term) => term,
                    None => self.of_new_word(*key, &mut analyze),
                });
            }
            if count < AT_A_TIME {
                return;
            }
        }
    }

    #[cold]
    fn of_new_word(
        &mut self,
        key: WordKey,
        analyze: &mut impl FnMut(&str, &mut String),
    ) -> Option<TermId> {
        let mut term = std::mem::take(&mut self.term);
        term.clear();
        analyze(key.word, &mut term);
        let id = (!term.is_empty()).then(|| self.id(&term));
        self.term = term;
        self.words.insert(key, id);
        id
    }

    /// Returns the number of a term, a new one if it has none yet.
    pub fn id(&mut self, term: &str) -> TermId {
        let Self { ids, seed, texts, hashes, .. } = self;
        let hash = seed.hash_one(term);
        if let Some(id) = ids.find(hash, |id| texts.get(*id) == term) {
            return *id;
        }
        let id = TermId(texts.ends.len() as u32);
        texts.push(term);
        hashes.push(xxh3_64(term.as_bytes()));
        ids.insert_unique(hash, id, |id| seed.hash_one(texts.get(*id)));
        id
    }

    /// Returns the text of a term.
    #[inline]
    pub fn term(&self, id: TermId) -> &str {
        self.texts.get(id)
    }

    /// Forgets the words, when all are analyzed: the terms and their numbers stay.
    pub fn forget_words(&mut self) {
        self.words = WordMap::default();
    }

    /// Returns the XXH3 of the text of a term.
    #[inline]
    pub fn hash(&self, id: TermId) -> u64 {
        self.hashes[id.index()]
    }

    /// Returns all terms, in the order of their numbers.
    pub fn ids(&self) -> impl Iterator<Item = TermId> + use<> {
        (0..self.hashes.len() as u32).map(TermId)
    }

    /// Returns the number of terms.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Whether there are no terms.
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_analyzed_once_and_a_term_has_one_number() {
        let mut vocabulary = Vocabulary::default();
        let mut analyzed = Vec::new();
        let mut ids = Vec::new();
        let words = ["Cat", "the", "cat", "Cat", "the"];
        let analyze = |word: &str, term: &mut String| {
            analyzed.push(word.to_owned());
            if word != "the" {
                *term += &word.to_lowercase();
            }
        };
        vocabulary.number(words.into_iter(), analyze, &mut ids);
        assert_eq!(analyzed, ["Cat", "the", "cat"]);
        let cat = vocabulary.id("cat");
        assert_eq!(ids, [cat; 3]);
        assert_eq!((vocabulary.len(), vocabulary.term(cat)), (1, "cat"));
    }
}
