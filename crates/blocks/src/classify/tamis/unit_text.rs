//! The features of a unit's own text, in one pass over its characters.

use super::phrases::{self, Phrases};
use super::scan::{ScanPass, WordKind, ends_sentence};
use super::share;
use super::units::{NONE, Unit, Units};
use xxhash_rust::xxh3::xxh3_64;

/// A feature: its name and the function that computes it.
type TextFeature = (&'static str, fn(&UnitText<'_>) -> i32);

/// The features, in the order of a row.
const FEATURES: &[TextFeature] = &[
    ("characters", |text| small(text.pass.characters)),
    ("linked_words", |text| small(text.counts.linked)),
    ("link_density", |text| text.counts.link_density),
    ("links", |text| text.unit.links.min(30) as i32),
    ("tag_density", |text| text.per_word(i64::from(text.unit.tags))),
    ("breaks", |text| text.unit.breaks.min(20) as i32),
    ("images", |text| text.unit.images.min(10) as i32),
    ("ends_sentence", |text| i32::from(text.counts.ends_sentence)),
    ("capitalized", |text| share(text.pass.capitalized, text.pass.spaced.max(1))),
    ("separators", |text| text.per_word(text.pass.separators)),
    ("repeats", |text| text.copies.all),
    ("in_title", |text| text.counts.in_title),
    ("title_in", |text| text.counts.title_in),
    ("copies_before", |text| text.copies.before),
    ("says_subscribe", |text| text.says(phrases::SUBSCRIBE)),
];

/// Names of the features, in the order of a row.
pub fn names() -> impl Iterator<Item = String> {
    FEATURES.iter().map(|(name, _)| (*name).to_owned())
}

/// Number of features.
pub const WIDTH: usize = FEATURES.len();

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
    /// Sequences of letters and digits (`\w+`): what F1 is measured in.
    pub tokens: u32,
    /// Whether it has characters of a script without spaces.
    pub no_spaces: bool,
    /// Likeness to the page's title, 0 to 1024 each: the share of its words that the title has, and
    /// the reverse.
    pub in_title: i32,
    pub title_in: i32,
    pub link_density: i32,
    pub ends_sentence: bool,
    /// The kinds of its phrases, as bits.
    pub phrases: u8,
    /// Number of signs of currencies.
    pub prices: i64,
    /// How many units before it have the same text, and the last of them.
    pub copies_before: i32,
    pub copy_before: u32,
}

/// A word, in tenths.
pub const WORD: i64 = 10;
/// A character of a script without spaces, in tenths of a word (1 / 1.7).
const CHARACTER: i64 = 6;
/// Least words of long text, in tenths.
const LONG: i64 = 12 * WORD;

/// Distinct words of a short text, such as a title.
pub struct WordSet {
    hashes: Vec<u32>,
    /// A bit for each hash: most other words need no search.
    filter: u64,
    /// The last unit in which each was seen.
    seen: Vec<u32>,
}

impl WordSet {
    pub fn from_text(text: &str) -> Self {
        let mut hashes = Vec::new();
        let mut pass = ScanPass::default();
        pass.words(text, |hash, _, _| hashes.push(hash));
        hashes.sort_unstable();
        hashes.dedup();
        let mut filter = 0u64;
        for hash in &hashes {
            filter |= 1u64 << (hash >> 26);
        }
        Self { seen: vec![u32::MAX; hashes.len()], hashes, filter }
    }

    fn len(&self) -> i64 {
        self.hashes.len() as i64
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

/// Appends the [`FEATURES`] of the text of each unit to `rows`. Returns what later features need.
pub fn features(units: &Units, rows: &mut Vec<i32>) -> Vec<UnitCounts> {
    let mut title = WordSet::from_text(&units.title);
    let copies = copies(units);
    let mut phrases = Phrases::default();
    let mut all = Vec::with_capacity(units.all.len());
    for (number, copies) in (0..).zip(copies) {
        let text = UnitText::new(units, number, &mut title, &mut phrases, copies);
        rows.extend(FEATURES.iter().map(|(_, value)| value(&text)));
        all.push(text.counts);
    }
    all
}

/// What the features of a unit's text are computed from.
struct UnitText<'a> {
    unit: &'a Unit,
    counts: UnitCounts,
    pass: ScanPass,
    copies: UnitCopies,
}

impl<'a> UnitText<'a> {
    /// Reads the text of a unit once.
    fn new(
        units: &'a Units,
        number: u32,
        title: &mut WordSet,
        phrases: &mut Phrases,
        copies: UnitCopies,
    ) -> Self {
        let unit = &units.all[number as usize];
        let text = units.text_of(unit);
        let mut linked_spans =
            units.linked[unit.linked.start as usize..unit.linked.end as usize].iter().peekable();
        let base = unit.text.start as usize;
        let mut linked = 0;
        let mut in_title = 0i64;
        let mut title_in = 0i64;
        let mut pass = ScanPass::default();
        // The beginning of a long text shows of what kind it is.
        let phrases_end = if text.len() < 400 { 300 } else { 120 };
        phrases.begin();
        pass.words(text, |hash, start, kind| {
            while linked_spans.next_if(|span| span.end as usize <= base + start).is_some() {}
            if linked_spans.peek().is_some_and(|span| span.start as usize <= base + start) {
                linked += if kind == WordKind::Spaced { WORD } else { CHARACTER };
            }
            let (is_in, first) = title.find(hash, number);
            in_title += i64::from(is_in);
            title_in += i64::from(first);
            if start < phrases_end {
                phrases.word(hash);
            }
        });
        let words = (pass.spaced * WORD + pass.without_spaces * CHARACTER).max(WORD);
        let linked = linked.min(words);
        let long = if words >= LONG && linked * 100 < 35 * words { words } else { 0 };
        let items = (pass.spaced + pass.without_spaces).max(1);
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
            title_in: share(title_in, title.len().max(1)),
            link_density: share(linked, words),
            ends_sentence: ends_sentence(text),
            phrases: phrases.found(),
            prices: pass.prices,
            copies_before: copies.before,
            copy_before: copies.last,
        };
        Self { unit, counts, pass, copies }
    }

    /// 1 if it has a phrase of a kind.
    fn says(&self, kind: u8) -> i32 {
        i32::from(self.counts.phrases & kind != 0)
    }

    /// A count per word, in 1024ths.
    fn per_word(&self, count: i64) -> i32 {
        share(count * WORD, self.counts.words)
    }
}

/// A count, up to a bound that fits into a feature.
fn small(count: i64) -> i32 {
    count.min(1 << 20) as i32
}

/// The units of a page that begin with the same 200 bytes as a unit.
#[derive(Clone, Copy)]
struct UnitCopies {
    /// How many there are, itself included.
    all: i32,
    /// How many are before it.
    before: i32,
    /// The last one before it.
    last: u32,
}

fn copies(units: &Units) -> Vec<UnitCopies> {
    let mut hashes: Vec<(u64, u32)> = Vec::with_capacity(units.all.len());
    for (number, unit) in (0..).zip(&units.all) {
        let text = units.text_of(unit).as_bytes();
        hashes.push((xxh3_64(&text[..text.len().min(200)]), number));
    }
    hashes.sort_unstable();
    let mut copies = vec![UnitCopies { all: 1, before: 0, last: NONE }; hashes.len()];
    for same in hashes.chunk_by(|one, other| one.0 == other.0) {
        let all = same.len().min(1000) as i32;
        let mut last = NONE;
        for (before, (_, unit)) in (0..).zip(same) {
            copies[*unit as usize] = UnitCopies { all, before: before.min(1000), last };
            last = *unit;
        }
    }
    copies
}

#[cfg(test)]
mod tests;
