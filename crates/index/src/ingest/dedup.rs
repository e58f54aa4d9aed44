//! Finds pages that repeat the text of an earlier page: by a hash of the text, or by SimHash
//! (Charikar, STOC 2002) over its tokens, weighted by their frequency. Pages are near duplicates if
//! their 64-bit fingerprints differ in at most three bits (Manku, Jain, Das Sarma, WWW 2007,
//! sections 2 and 5: features, bits and threshold for web pages). For a page of 400 tokens, that
//! allows about four different ones. The tokens are those of the page's content by a rule that
//! needs no model; with all of them, pages of one site are near for their menus.

use crate::analyze::{TermId, Vocabulary};
use crate::error::{Error, Result};
use crate::index::recipe::Dedup;
use crate::index::{AnalyzedPage, Fingerprint};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::Duration;
use tamis_blocks::page::BlockKind;
use xxhash_rust::xxh3::Xxh3;

/// Maximum number of bits in which the fingerprints of near duplicates differ.
pub const NEAR: u32 = 3;
/// Parts of a fingerprint: three differing bits leave at least one of four parts unchanged.
const PARTS: u32 = NEAR + 1;

/// Returns the page's fingerprint; `None` without text, because empty pages are not duplicates.
pub(super) fn fingerprint(
    dedup: Dedup,
    page: &AnalyzedPage,
    vocabulary: &Vocabulary,
) -> Option<Fingerprint> {
    match dedup {
        Dedup::Off => None,
        Dedup::Exact => exact(page),
        Dedup::Near => near(compared(page).into_iter().map(|term| vocabulary.term(term))),
    }
}

/// Least words of a block of content, and its greatest link density: most menus, lists of links and
/// labels have fewer or more.
const CONTENT_WORDS: u32 = 11;
const CONTENT_LINK_DENSITY: f32 = 0.33;
/// Least terms of the content of a page; one with fewer is compared by all of its text. Few are
/// enough: fewer terms make a fingerprint differ more, and all of the text is mostly menus.
const CONTENT_TERMS: usize = 10;

/// Returns the terms by which a page is compared: of its content, so that pages of one site are not
/// alike for their menus.
fn compared(page: &AnalyzedPage) -> Vec<TermId> {
    let mut content = Vec::new();
    let mut from = 0;
    for (block, terms) in page.blocks.all().zip(&page.block_terms) {
        let to = from + *terms as usize;
        let is_title = block.kind == BlockKind::Title;
        let is_long = block.words >= CONTENT_WORDS;
        if !is_title && is_long && block.link_density() <= CONTENT_LINK_DENSITY {
            content.extend_from_slice(&page.terms[from..to]);
        }
        from = to;
    }
    if content.len() < CONTENT_TERMS { page.terms.clone() } else { content }
}

fn exact(page: &AnalyzedPage) -> Option<Fingerprint> {
    let mut hash = Xxh3::new();
    let mut has_text = false;
    for block in page.blocks.all() {
        let text = page.blocks.text_of(block);
        if !text.is_empty() {
            hash.update(text.as_bytes());
            hash.update(b"\n");
            has_text = true;
        }
    }
    if !has_text {
        return None;
    }
    let sum = hash.digest128();
    Some(vec![(sum >> 64) as u64, sum as u64])
}

fn near<'t>(tokens: impl Iterator<Item = &'t str>) -> Option<Fingerprint> {
    let mut tokens = tokens.peekable();
    tokens.peek()?;
    Some(vec![simhash::simhash_stream(tokens)])
}

/// The pages kept so far. Batches are resolved in their order, whichever is built first.
pub(super) struct SeenPages {
    state: Mutex<DedupState>,
    turn: Condvar,
}

struct DedupState {
    /// The number of the next batch to resolve.
    next: usize,
    kept: KeptPages,
}

impl SeenPages {
    pub(super) fn new(dedup: Dedup) -> Self {
        Self {
            state: Mutex::new(DedupState { next: 0, kept: KeptPages::new(dedup) }),
            turn: Condvar::new(),
        }
    }

    /// Remembers a page of the index that is continued.
    pub(super) fn remember(&mut self, docno: &str, fingerprint: &[u64]) {
        if let Ok(state) = self.state.get_mut() {
            state.kept.insert(docno, fingerprint);
        }
    }

    /// Returns, for every page of batch `number`, the docno of the earlier page that it repeats, if
    /// any. Waits for the batches before it; fails with [`Error::Interrupted`] once `stop` is set.
    pub(super) fn resolve<'p>(
        &self,
        number: usize,
        pages: impl Iterator<Item = &'p AnalyzedPage>,
        stop: &AtomicBool,
    ) -> Result<Vec<Option<String>>> {
        const PATIENCE: Duration = Duration::from_millis(100);
        let mut state = self.state.lock().map_err(|_| Error::Interrupted)?;
        while state.next != number {
            if stop.load(Ordering::Relaxed) {
                return Err(Error::Interrupted);
            }
            state = self.turn.wait_timeout(state, PATIENCE).map_err(|_| Error::Interrupted)?.0;
        }
        let mut repeated = Vec::new();
        for page in pages {
            let fingerprint = page.fingerprint.as_deref();
            let earlier = fingerprint.and_then(|fingerprint| state.kept.find(fingerprint));
            if let (Some(fingerprint), None) = (fingerprint, &earlier) {
                state.kept.insert(&page.document.docno, fingerprint);
            }
            repeated.push(earlier);
        }
        state.next += 1;
        self.turn.notify_all();
        Ok(repeated)
    }
}

enum KeptPages {
    /// Keyed by the whole fingerprint.
    Exact(HashMap<Box<[u64]>, Box<str>>),
    /// Positions in the list, keyed by the number and value of a fingerprint's part; and the list.
    Near(HashMap<(u32, u16), Vec<u32>>, Vec<(u64, Box<str>)>),
}

impl KeptPages {
    fn new(dedup: Dedup) -> Self {
        match dedup {
            Dedup::Near => Self::Near(HashMap::new(), Vec::new()),
            Dedup::Off | Dedup::Exact => Self::Exact(HashMap::new()),
        }
    }

    fn insert(&mut self, docno: &str, fingerprint: &[u64]) {
        match self {
            Self::Exact(kept) => {
                kept.insert(fingerprint.into(), docno.into());
            }
            Self::Near(places, kept) => {
                let Some(&fingerprint) = fingerprint.first() else { return };
                let place = kept.len() as u32;
                kept.push((fingerprint, docno.into()));
                for n in 0..PARTS {
                    places.entry((n, part(fingerprint, n))).or_default().push(place);
                }
            }
        }
    }

    /// Returns the kept page that `fingerprint` repeats; among several the nearest, then the first
    /// by name, so that the result does not depend on the order in which an index is read again.
    fn find(&self, fingerprint: &[u64]) -> Option<String> {
        match self {
            Self::Exact(kept) => kept.get(fingerprint).map(|docno| docno.to_string()),
            Self::Near(places, kept) => {
                let fingerprint = *fingerprint.first()?;
                let candidates =
                    (0..PARTS).filter_map(|n| places.get(&(n, part(fingerprint, n)))).flatten();
                let candidates = candidates.map(|&place| &kept[place as usize]);
                let distances = candidates
                    .map(|(other, docno)| (simhash::hamming_distance(fingerprint, *other), docno));
                distances
                    .filter(|(distance, _)| *distance <= NEAR)
                    .min()
                    .map(|(_, docno)| docno.to_string())
            }
        }
    }
}

/// Returns the `n`th part of a fingerprint, 16 bits.
fn part(fingerprint: u64, n: u32) -> u16 {
    (fingerprint >> (n * u64::BITS / PARTS)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::Analyzer;
    use crate::blocks::classify::CLASSIFIERS;
    use crate::ingest::Options;
    use crate::ingest::analyze::analyze;
    use proptest::prelude::*;
    use tamis_collection::{Body, RawDocument, Source};

    /// Returns the fingerprint of the 400 words from this number, one of which is replaced.
    fn fingerprint_of(from: usize, replaced: usize) -> u64 {
        let mut tokens = Vec::new();
        for i in from..from + 400 {
            tokens.push(if i == replaced { "odd".to_owned() } else { format!("word{i}") });
        }
        near(tokens.iter().map(String::as_str)).unwrap()[0]
    }

    #[test]
    fn texts_that_differ_in_a_word_are_near_and_others_are_not() {
        let one = fingerprint_of(0, 9999);
        assert!(simhash::hamming_distance(one, fingerprint_of(0, 200)) <= NEAR);
        assert!(simhash::hamming_distance(one, fingerprint_of(3000, 9999)) > 10);
        assert_eq!(near([].into_iter()), None);
        assert_ne!(near(["one"].into_iter()), near(["two"].into_iter()));
    }

    /// Returns the fingerprint of a page with this menu and text.
    fn of_page(menu: &str, text: &str) -> Option<Fingerprint> {
        let html = format!("<ul><li><a href=x>{menu}</a></ul><p>{text}</p>");
        let source = Source { archive: "-".into(), offset: 0 };
        let document = RawDocument::new("a", source, Body::Markup(html));
        let mut analyzer = Analyzer::by_name("standard").unwrap();
        let mut vocabulary = Vocabulary::default();
        let classifiers = CLASSIFIERS.set::<&str>(&[]).unwrap();
        let options = Options::default();
        let page = analyze(document, &mut analyzer, &mut vocabulary, &classifiers, &options);
        fingerprint(Dedup::Near, &page, &vocabulary)
    }

    #[test]
    fn a_menu_makes_no_page_a_near_duplicate() {
        let words = |from: usize, to: usize| {
            (from..to).map(|i| format!("word{i}")).collect::<Vec<_>>().join(" ")
        };
        let menu = words(1000, 2000);
        assert_eq!(of_page(&menu, &words(0, 40)), of_page("home", &words(0, 40)));
        let one = of_page(&menu, &words(0, 40)).unwrap()[0];
        let other = of_page(&menu, &words(100, 140)).unwrap()[0];
        assert!(simhash::hamming_distance(one, other) > NEAR);
        // With next to no content, all of the text counts.
        assert_ne!(of_page(&menu, "one"), of_page("home", "one"));
    }

    proptest! {
        /// The four parts find every fingerprint within three bits, and no other.
        #[test]
        fn near_finds_what_comparing_with_all_finds(
            fingerprints in proptest::collection::vec(any::<u64>(), 1..20),
            flips in proptest::collection::vec(0u32..64, 0..6),
        ) {
            let mut kept = KeptPages::new(Dedup::Near);
            for (i, fingerprint) in fingerprints.iter().enumerate() {
                kept.insert(&i.to_string(), &[*fingerprint]);
            }
            let flipped = flips.iter().fold(fingerprints[0], |bits, flip| bits ^ (1 << flip));
            let near = fingerprints.iter().any(|other| (flipped ^ other).count_ones() <= NEAR);
            prop_assert_eq!(kept.find(&[flipped]).is_some(), near);
        }
    }
}
