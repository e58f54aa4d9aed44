//! The features of a unit's own text, in one pass over its characters.

use super::phrases::{self, Phrases};
use super::scan::{Kind, Pass, ends_sentence};
use super::share;
use super::units::{Unit, Units};
use xxhash_rust::xxh3::xxh3_64;

/// Names of the features, in order.
pub const NAMES: &[&str] = &[
    "characters",
    "linked_words",
    "link_density",
    "links",
    "tag_density",
    "breaks",
    "images",
    "comma_density",
    "stops",
    "stop_density",
    "ends_sentence",
    "capitalized",
    "digits",
    "symbols",
    "separators",
    "repeats",
    "in_title",
    "title_in",
    "says_subscribe",
];

/// What later features need of a unit. Words are in tenths.
#[derive(Debug, Clone, Copy, Default)]
pub struct UnitCounts {
    /// At least a word. A character of a script without spaces counts .6 words.
    pub words: i64,
    pub linked: i64,
    /// Its words if it is long text: 12 words or more, fewer than 35 % linked.
    pub long: i64,
    pub stops: i64,
    pub commas: i64,
    pub characters: i64,
    /// Runs of letters and digits (`\w+`): what F1 is measured in.
    pub tokens: u32,
    /// Whether it has characters of a script without spaces.
    pub no_spaces: bool,
    /// Likeness to the page's title, 0 to 1024 each: the share of its words that the title has, and
    /// the reverse.
    pub in_title: i32,
    pub title_in: i32,
    pub link_density: i32,
    pub ends_sentence: bool,
    /// Whether it has words of comments.
    pub says_comment: bool,
}

/// A word, in tenths.
pub const WORD: i64 = 10;
/// A character of a script without spaces, in tenths of a word (1 / 1.7).
const CHARACTER: i64 = 6;
/// Least words of long text, in tenths.
const LONG: i64 = 12 * WORD;

/// Distinct words of a short text, such as a title.
pub struct Vocabulary {
    hashes: Vec<u32>,
    /// A bit for each hash, to say no quickly.
    filter: u64,
    /// The last unit in which each was seen.
    seen: Vec<u32>,
}

impl Vocabulary {
    pub fn from_text(text: &str) -> Self {
        let mut hashes = Vec::new();
        let mut pass = Pass::default();
        pass.words(text, |hash, _, _| hashes.push(hash));
        hashes.sort_unstable();
        hashes.dedup();
        let filter = hashes.iter().fold(0, |filter, hash| filter | 1 << (hash >> 26));
        Self { seen: vec![u32::MAX; hashes.len()], hashes, filter }
    }

    /// Whether it has a word; and whether this unit has it for the first time.
    #[inline]
    fn find(&mut self, hash: u32, unit: u32) -> (bool, bool) {
        if self.filter >> (hash >> 26) & 1 == 0 {
            return (false, false);
        }
        let Ok(at) = self.hashes.binary_search(&hash) else { return (false, false) };
        (true, std::mem::replace(&mut self.seen[at], unit) != unit)
    }
}

/// Appends the own features of all units: for each unit those of [`NAMES`].
pub fn features(units: &Units, rows: &mut Vec<i32>) -> Vec<UnitCounts> {
    let mut title = Vocabulary::from_text(&units.title);
    let repeats = repeats(units);
    let mut phrases = Phrases::default();
    let mut all = Vec::with_capacity(units.all.len());
    for ((number, unit), repeats) in (0u32..).zip(&units.all).zip(repeats) {
        all.push(Own { units, unit, number, title: &mut title }.count(&mut phrases, repeats, rows));
    }
    all
}

struct Own<'a> {
    units: &'a Units,
    unit: &'a Unit,
    number: u32,
    title: &'a mut Vocabulary,
}

impl Own<'_> {
    fn count(self, phrases: &mut Phrases, repeats: i32, row: &mut Vec<i32>) -> UnitCounts {
        let Self { units, unit, number, title } = self;
        let text = units.text_of(unit);
        let mut linked_spans =
            units.linked[unit.linked.start as usize..unit.linked.end as usize].iter().peekable();
        let base = unit.text.start as usize;
        let mut linked = 0;
        let mut in_title = 0i64;
        let mut title_in = 0i64;
        let mut pass = Pass::default();
        // Long texts only show their kind at their start.
        let shown = if text.len() < 400 { 300 } else { 120 };
        phrases.begin();
        pass.words(text, |hash, start, kind| {
            while linked_spans.next_if(|span| span.end as usize <= base + start).is_some() {}
            let worth = if kind == Kind::Spaced { WORD } else { CHARACTER };
            if linked_spans.peek().is_some_and(|span| span.start as usize <= base + start) {
                linked += worth;
            }
            let (is_in, first) = title.find(hash, number);
            in_title += i64::from(is_in);
            title_in += i64::from(first);
            if start < shown {
                phrases.word(hash);
            }
        });
        let words = (pass.spaced * WORD + pass.without_spaces * CHARACTER).max(WORD);
        let linked = linked.min(words);
        let long = if words >= LONG && linked * 100 < 35 * words { words } else { 0 };
        let items = (pass.spaced + pass.without_spaces).max(1);
        let spaced = pass.spaced.max(1);
        let found = phrases.found();
        let vocabulary = title.hashes.len().max(1) as i64;
        let counts = UnitCounts {
            words,
            linked,
            long,
            stops: pass.stops,
            commas: pass.commas,
            characters: pass.characters,
            tokens: pass.tokens,
            no_spaces: pass.without_spaces > 0,
            in_title: share(in_title, items),
            title_in: share(title_in, vocabulary),
            link_density: share(linked, words),
            ends_sentence: ends_sentence(text),
            says_comment: found & phrases::COMMENT != 0,
        };
        let small = |value: i64| value.min(1 << 20) as i32;
        row.extend([
            small(pass.characters),
            small(linked),
            counts.link_density,
            unit.links.min(30) as i32,
            share(i64::from(unit.tags) * WORD, words),
            unit.breaks.min(20) as i32,
            unit.images.min(10) as i32,
            share(pass.commas * WORD, words),
            small(pass.stops),
            share(pass.stops * WORD, words),
            i32::from(counts.ends_sentence),
            share(pass.capitalized, spaced),
            share(pass.digits, pass.characters),
            share(pass.symbols, pass.characters),
            share(pass.separators * WORD, words),
            repeats,
            counts.in_title,
            counts.title_in,
            i32::from(found & phrases::SUBSCRIBE != 0),
        ]);
        counts
    }
}

/// How many units of the page begin with the same 200 bytes.
fn repeats(units: &Units) -> Vec<i32> {
    let hash = |unit: &Unit| {
        let text = units.text_of(unit).as_bytes();
        xxh3_64(&text[..text.len().min(200)])
    };
    let mut hashes: Vec<(u64, u32)> = units.all.iter().map(hash).zip(0..).collect();
    hashes.sort_unstable();
    let mut repeats = vec![1; hashes.len()];
    for same in hashes.chunk_by(|one, other| one.0 == other.0) {
        same.iter().for_each(|(_, unit)| repeats[*unit as usize] = same.len().min(1000) as i32);
    }
    repeats
}

#[cfg(test)]
mod tests;
