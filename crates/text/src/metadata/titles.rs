//! What TITLE and OpenGraph call a page, to compare texts with.

use super::evidence::Evidence;
use super::source::{Field, Source};
use rustc_hash::FxHashSet;

/// Percent of a headline's words that are in TITLE, at least.
pub const HALF: usize = 50;

/// The titles that the head of a page has.
pub const SOURCES: [Source; 2] = [Source::TitleTag, Source::OpenGraph];

/// The words of TITLE and of OpenGraph's title.
#[derive(Debug, Default)]
pub struct Titles(Vec<FxHashSet<String>>);

impl Titles {
    /// The titles that were found.
    pub fn new(evidence: &Evidence) -> Self {
        Self(evidence.firsts(Field::Title, &SOURCES).map(words).collect())
    }

    /// Whether at least half of a text's words are in one of the titles.
    pub fn agree(&self, text: &str) -> bool {
        self.agreement(text).0 >= HALF
    }

    /// How many percent of a text's words are in one of the titles, and how many percent of the
    /// words of both they share.
    pub fn agreement(&self, text: &str) -> (usize, usize) {
        let own = words(text);
        let agreement = |title: &FxHashSet<String>| {
            let shared = title.intersection(&own).count();
            (shared * 100 / own.len().max(1), shared * 200 / (own.len() + title.len()).max(1))
        };
        self.0.iter().map(agreement).max().unwrap_or_default()
    }
}

fn words(text: &str) -> FxHashSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}
