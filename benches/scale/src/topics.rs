//! Topics of words of the base, and made-up judgements of pages: some that have all words of a
//! topic, and as many chosen at random.

use crate::base::Base;
use crate::chance::{Purpose, below, hash, shuffle};
use crate::words::Mapping;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::ops::RangeInclusive;

const TOPICS: u64 = 100;
/// Words of a topic, by its number.
const LENGTHS: [usize; 10] = [1, 2, 3, 2, 4, 3, 1, 5, 2, 3];
/// Letters of the words of topics: longer ones are names in programs.
const LETTERS: RangeInclusive<usize> = 4..=12;
/// Shares of the base's pages that have a frequent, a middle and a rare word: at least and at most.
const BANDS: [(f64, f64); 3] = [(0.01, 0.2), (0.001, 0.01), (0.0002, 0.001)];
/// A rare word is on at least this many pages of the base: such words are in every copy.
const FEWEST: usize = 3;
/// Pages judged for a topic and a tier, of each kind.
const JUDGED: usize = 20;
/// The numbers of the files where tiers end, so that each smaller collection has judged pages.
const TIERS: [u64; 4] = [3, 12, 48, 192];

#[derive(Debug, Default)]
pub struct Topics {
    /// The words of each topic, by their numbers in the base.
    topics: Vec<Vec<u32>>,
    seed: u64,
}

/// A judged page, with what chooses it among others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Judged {
    /// The topic's number, from 0.
    pub topic: usize,
    /// How far from the start of the collection it is.
    pub tier: usize,
    /// Whether it has all words of the topic.
    pub is_match: bool,
    /// Chosen are those that come first by this.
    pub order: u64,
    pub docno: String,
}

/// A page of a file to judge.
pub struct Choice {
    pub topic: usize,
    pub tier: usize,
    pub is_match: bool,
    pub order: u64,
    /// Its place in the part of the file.
    pub place: usize,
}

impl Topics {
    /// Draws topics from pages of the base, so that a page has all words of each.
    pub fn new(base: &Base, seed: u64) -> Self {
        let mut words_of = vec![Vec::new(); base.pages.len()];
        for (word, pages) in base.pages_of.iter().enumerate() {
            for page in pages {
                words_of[*page as usize].push(word as u32);
            }
        }
        let mut topics = Vec::new();
        for topic in 0..TOPICS {
            let mut longest = Vec::new();
            for attempt in 0..1000 {
                let bits = hash(seed, Purpose::Topic, &[topic, attempt]);
                let page = below(bits, base.pages.len() as u64) as usize;
                let words = drawn(base, &words_of[page], topic as usize, bits);
                if words.len() > longest.len() {
                    longest = words;
                }
                if longest.len() == LENGTHS[topic as usize % LENGTHS.len()] {
                    break;
                }
            }
            if longest.is_empty() {
                // A base of few pages has no words of some bands.
                let bits = hash(seed, Purpose::Topic, &[topic]);
                longest.push(below(bits, base.words.len() as u64) as u32);
            }
            topics.push(longest);
        }
        Self { topics, seed }
    }

    /// Returns whether there are none, so that nothing is judged.
    pub fn is_empty(&self) -> bool {
        self.topics.is_empty()
    }

    /// Returns the topics as TREC writes them.
    pub fn text(&self, base: &Base) -> String {
        let mut text = String::new();
        for (topic, words) in self.topics.iter().enumerate() {
            let words: Vec<_> = words
                .iter()
                .map(|word| String::from_utf8_lossy(&base.words[*word as usize]))
                .collect();
            let number = topic + 1;
            let title = words.join(" ");
            write!(text, "<top>\n<num> Number: {number}\n\n<title> {title}\n\n</top>\n\n")
                .expect("a String can be written to");
        }
        text
    }

    /// Returns the pages of a part of a file to judge. `place_of` has for each page of the base its
    /// place in the part.
    pub fn judge(
        &self,
        base: &Base,
        file: u64,
        mapping: &Mapping,
        place_of: &[Option<usize>],
        places: usize,
    ) -> Vec<Choice> {
        let tier = TIERS.iter().filter(|end| file >= **end).count();
        let sources = self.sources(mapping);
        let mut choices = Vec::new();
        for (topic, words) in self.topics.iter().enumerate() {
            let mut found = Vec::new();
            for page in pages_with(base, &sources, words) {
                if let Some(place) = place_of[page as usize] {
                    let parts = [topic as u64, file, place as u64];
                    found.push((hash(self.seed, Purpose::Judge, &parts), place));
                }
            }
            found.sort_unstable();
            found.truncate(JUDGED);
            for (order, place) in &found {
                let (order, place) = (*order, *place);
                choices.push(Choice { topic, tier, is_match: true, order, place });
            }
            let order = hash(self.seed, Purpose::Judge, &[topic as u64, file]);
            for number in 0..JUDGED as u64 {
                let order = hash(order, Purpose::Judge, &[number]);
                let place = below(hash(order, Purpose::Judge, &[]), places as u64) as usize;
                if found.iter().all(|(_, other)| *other != place) {
                    choices.push(Choice { topic, tier, is_match: false, order, place });
                }
            }
        }
        choices
    }

    /// Returns for each word of a topic the words of the base that became it.
    fn sources(&self, mapping: &Mapping) -> FxHashMap<u32, Vec<u32>> {
        let mut sources: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for word in self.topics.iter().flatten() {
            sources.entry(*word).or_default();
        }
        for (word, target) in mapping.targets.iter().enumerate() {
            if let Some(words) = sources.get_mut(target) {
                words.push(word as u32);
            }
        }
        sources
    }
}

/// Returns the judgements as TREC writes them: for each topic and tier those that come first.
pub fn qrels(mut judged: Vec<Judged>) -> String {
    judged.sort_unstable();
    let mut chosen: Vec<(usize, String, u64)> = Vec::new();
    for group in judged.chunk_by(|one, other| {
        (one.topic, one.tier, one.is_match) == (other.topic, other.tier, other.is_match)
    }) {
        for page in group.iter().take(JUDGED) {
            let grade = if page.is_match { [0, 1, 1, 2][(page.order & 3) as usize] } else { 0 };
            chosen.push((page.topic, page.docno.clone(), grade));
        }
    }
    chosen.sort();
    chosen.dedup_by(|one, other| (one.0, &one.1) == (other.0, &other.1));
    let mut text = String::new();
    for (topic, docno, grade) in chosen {
        writeln!(text, "{} 0 {docno} {grade}", topic + 1).expect("a String can be written to");
    }
    text
}

/// Draws words of a page, each from the next band.
fn drawn(base: &Base, words: &[u32], topic: usize, bits: u64) -> Vec<u32> {
    let mut order = words.to_vec();
    shuffle(&mut order, bits, Purpose::Topic, &[]);
    let mut chosen: Vec<u32> = Vec::new();
    for place in 0..LENGTHS[topic % LENGTHS.len()] {
        let (least, most) = BANDS[(topic / LENGTHS.len() + place) % BANDS.len()];
        let next = order.iter().copied().find(|word| {
            let pages = base.pages_of[*word as usize].len();
            let share = pages as f64 / base.pages.len() as f64;
            LETTERS.contains(&base.words[*word as usize].len())
                && pages >= FEWEST
                && (least..most).contains(&share)
                && !chosen.contains(word)
        });
        chosen.extend(next);
    }
    chosen
}

/// Returns the pages of the base whose copies have all words.
fn pages_with(base: &Base, sources: &FxHashMap<u32, Vec<u32>>, words: &[u32]) -> Vec<u32> {
    let mut all: Option<Vec<u32>> = None;
    for word in words {
        let mut pages: Vec<u32> = Vec::new();
        for source in &sources[word] {
            pages.extend(&base.pages_of[*source as usize]);
        }
        pages.sort_unstable();
        pages.dedup();
        all = Some(match all {
            None => pages,
            Some(all) => all.into_iter().filter(|page| pages.binary_search(page).is_ok()).collect(),
        });
    }
    all.unwrap_or_default()
}
