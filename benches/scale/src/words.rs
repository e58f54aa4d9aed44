//! Which words a copy of the base has in place of those of the base. Words on more than 1 % of the
//! pages stay. Others are exchanged with words of similar frequency: the same power of two of
//! pages. The places of words on one or two pages are filled as Simon's process fills a text: with
//! a new word, or with the word of an earlier place, chosen at random. So old words become
//! frequent, and most words are rare at every size of the collection.

use crate::base::{Base, Gap, Page};
use crate::chance::{Purpose, below, fraction, hash, shuffle};
use crate::text::Case;
use rustc_hash::FxHashMap;

/// The vocabulary grows as this power of the pages: Heaps' law.
pub const GROWTH: f64 = 0.62;
/// Words of the base on at most this many pages are replaced by new ones.
const RARE: usize = 2;
/// In place of the number of a word of the base: a new word.
const NEW: u32 = u32::MAX;
const CONSONANTS: &[u8; 20] = b"bcdfghjklmnpqrstvwxz";
const VOWELS: &[u8; 6] = b"aeiouy";
/// Last letters: none by which a word looks like the plural or another form of a word.
const LAST: &[u8; 13] = b"bfghjkmpqvwxz";

#[derive(Debug)]
pub struct Lexicon<'a> {
    base: &'a Base,
    /// The words to exchange, by the power of two of pages.
    bands: Vec<Vec<u32>>,
    rare: Vec<u32>,
    seed: u64,
}

/// The words of one copy.
#[derive(Debug)]
pub struct Mapping {
    /// For each word of the base the word of the base in its place, if it is one.
    pub targets: Vec<u32>,
    /// The words, one after the other.
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl<'a> Lexicon<'a> {
    /// Sorts the words of the base into bands.
    pub fn new(base: &'a Base, seed: u64) -> Self {
        let mut bands = Vec::new();
        let mut rare = Vec::new();
        for word in 0..base.words.len() as u32 {
            let pages = base.pages_of[word as usize].len();
            if !base.is_exchanged(word) {
                continue;
            }
            if pages <= RARE {
                rare.push(word);
            } else {
                let band = pages.ilog2() as usize;
                bands.resize_with(bands.len().max(band + 1), Vec::new);
                bands[band].push(word);
            }
        }
        Self { base, bands, rare, seed }
    }

    /// Returns the share of a copy's rare places that get new words, so that the vocabulary of all
    /// copies up to this one is that of the base times a power of their number.
    pub fn fresh_share(&self, copy: u64) -> f64 {
        let growth = libm::pow((copy + 1) as f64, GROWTH) - libm::pow(copy as f64, GROWTH);
        (self.base.words.len() as f64 * growth / self.rare.len().max(1) as f64).min(1.0)
    }

    /// Returns the expected number of words in the first copies, of three letters and more. Those
    /// with digits or letters that are not ASCII come on top, and are as many in all copies.
    pub fn vocabulary(&self, copies: u64) -> u64 {
        let shares: f64 = (1..copies).map(|copy| self.fresh_share(copy)).sum();
        self.base.words.len() as u64 + (shares * self.rare.len() as f64) as u64
    }

    /// Returns the words of a copy; those of copy 0 are those of the base.
    pub fn mapping(&self, copy: u64) -> Mapping {
        let count = self.base.words.len();
        let mut targets: Vec<u32> = (0..count as u32).collect();
        let mut origins = Vec::new();
        if copy > 0 {
            self.exchange(copy, &mut targets);
            origins = self.origins(copy);
        }
        let mut new_words = FxHashMap::default();
        for (word, origin) in self.rare.iter().zip(origins) {
            let old = self.rare.get(origin as usize).copied();
            targets[*word as usize] = old.unwrap_or(NEW);
            if old.is_none() {
                new_words.insert(*word, origin);
            }
        }
        let mut bytes = Vec::new();
        let mut ends = Vec::with_capacity(count);
        for (word, target) in targets.iter().enumerate() {
            match new_words.get(&(word as u32)) {
                Some(number) => write_new(*number, &mut bytes),
                None => bytes.extend_from_slice(&self.base.words[*target as usize]),
            }
            ends.push(bytes.len() as u32);
        }
        Mapping { targets, bytes, ends }
    }

    /// Exchanges the words within each band.
    fn exchange(&self, copy: u64, targets: &mut [u32]) {
        for (band, words) in self.bands.iter().enumerate() {
            let mut others = words.clone();
            shuffle(&mut others, self.seed, Purpose::Exchange, &[copy, band as u64]);
            for (word, other) in words.iter().zip(others) {
                targets[*word as usize] = other;
            }
        }
    }

    /// Returns for each rare place of a copy the place whose word it has.
    fn origins(&self, copy: u64) -> Vec<u64> {
        let shares: Vec<f64> = (0..=copy).map(|copy| self.fresh_share(copy)).collect();
        let first = copy * self.rare.len() as u64;
        let times = first..first + self.rare.len() as u64;
        times.map(|time| self.origin(time, &shares)).collect()
    }

    /// Returns the place whose word a place has: its own, or that of a place in an earlier copy.
    fn origin(&self, mut time: u64, shares: &[f64]) -> u64 {
        let rare = self.rare.len() as u64;
        loop {
            let copy = time / rare;
            let bits = hash(self.seed, Purpose::Fresh, &[time]);
            if copy == 0 || fraction(bits) < shares[copy as usize] {
                return time;
            }
            time = below(hash(bits, Purpose::Fresh, &[]), copy * rare);
        }
    }
}

impl Mapping {
    /// Appends a page with the words of the copy.
    pub fn write(&self, page: &Page, out: &mut Vec<u8>) {
        let mut done = 0;
        for gap in &page.gaps {
            let end = gap.end as usize;
            out.extend_from_slice(&page.kept[done..end]);
            done = end;
            self.write_word(*gap, out);
        }
        out.extend_from_slice(&page.kept[done..]);
    }

    /// Returns the word in the place of one of the base.
    pub fn word(&self, word: usize) -> &[u8] {
        let start = if word == 0 { 0 } else { self.ends[word - 1] as usize };
        &self.bytes[start..self.ends[word] as usize]
    }

    fn write_word(&self, gap: Gap, out: &mut Vec<u8>) {
        let start = out.len();
        out.extend_from_slice(self.word(gap.word as usize));
        match gap.case {
            Case::Lower => {}
            Case::Capital => out[start].make_ascii_uppercase(),
            Case::Upper => out[start..].make_ascii_uppercase(),
        }
    }
}

/// Appends the new word of a number: three syllables and a letter, and more if the number is large.
fn write_new(number: u64, out: &mut Vec<u8>) {
    let mut rest = number;
    for _ in 0..3 {
        rest = write_syllable(rest, out);
    }
    out.push(LAST[(rest % LAST.len() as u64) as usize]);
    rest /= LAST.len() as u64;
    while rest > 0 {
        rest = write_syllable(rest, out);
    }
}

/// Appends a syllable, and returns what remains of the number.
fn write_syllable(number: u64, out: &mut Vec<u8>) -> u64 {
    let consonants = CONSONANTS.len() as u64;
    let vowels = VOWELS.len() as u64;
    out.push(CONSONANTS[(number % consonants) as usize]);
    out.push(VOWELS[(number / consonants % vowels) as usize]);
    number / (consonants * vowels)
}
