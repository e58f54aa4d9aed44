//! Keeps the best k of many scored documents, in trec_eval's order: score (as f32) descending, then
//! docno descending.

use std::sync::atomic::{AtomicU32, Ordering};

/// The best k documents so far. A document is its rank in the order of docnos, so equal scores are
/// ordered by comparing integers.
#[derive(Debug, Clone)]
pub struct Top {
    /// The score in the upper bits, the docno rank in the lower ones; larger is better.
    keys: Vec<u64>,
    hits: usize,
    floor: u64,
}

/// A score below which no document can be among the best any more, as lists on several threads have
/// found so far. Equal scores are ordered by docno, so a document with this score still can.
#[derive(Debug, Default)]
pub struct Floor(AtomicU32);

impl Floor {
    /// Returns the score; none as long as any document can be among the best.
    pub fn get(&self) -> Option<f32> {
        let ordered = self.0.load(Ordering::Relaxed);
        (ordered > 0).then(|| restored(ordered))
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked {
    /// The document's rank in [`tamis_index::corpus::DocnoOrder`].
    pub document: u32,
    pub score: f32,
}

/// Returns the bits of a score so that they have the order of the numbers. Scores are never NaN.
fn ordered(score: f32) -> u32 {
    // -0 and 0 are equal scores.
    let bits = (score + 0.0).to_bits();
    if bits >> 31 == 1 { !bits } else { bits | 1 << 31 }
}

fn restored(ordered: u32) -> f32 {
    f32::from_bits(if ordered >> 31 == 1 { ordered & !(1 << 31) } else { !ordered })
}

impl Top {
    /// Returns an empty list that keeps the best `hits` documents.
    pub fn new(hits: usize) -> Self {
        Self { keys: Vec::with_capacity(hits.saturating_mul(2).min(4096)), hits, floor: 0 }
    }

    /// Whether a document with this score can be among the best: a cheap test before [`Top::push`].
    pub fn accepts(&self, score: f32) -> bool {
        u64::from(ordered(score)) >= self.floor >> 32
    }

    /// Returns the score of the last of the best so far; none as long as there are fewer.
    pub fn last(&mut self) -> Option<f32> {
        self.prune();
        (self.floor > 0).then(|| restored((self.floor >> 32) as u32))
    }

    /// Raises a floor to the score of the last of the best, if there are that many.
    pub fn raise(&mut self, floor: &Floor) {
        self.prune();
        floor.0.fetch_max((self.floor >> 32) as u32, Ordering::Relaxed);
    }

    pub fn push(&mut self, score: f32, document: u32) {
        let key = u64::from(ordered(score)) << 32 | u64::from(document);
        if key < self.floor || self.hits == 0 {
            return;
        }
        self.keys.push(key);
        if self.keys.len() >= self.hits * 2 {
            self.prune();
        }
    }

    /// Returns the best of both lists, which keep as many.
    #[must_use]
    pub fn merged(mut self, other: Self) -> Self {
        if self.keys.is_empty() {
            return other;
        }
        let keys = other.keys.into_iter().filter(|key| *key >= self.floor).collect::<Vec<_>>();
        self.keys.extend(keys);
        self.prune();
        self
    }

    fn prune(&mut self) {
        if self.keys.len() > self.hits {
            self.keys.select_nth_unstable_by(self.hits - 1, |a, b| b.cmp(a));
            self.keys.truncate(self.hits);
            self.floor = self.keys[self.hits - 1];
        }
    }

    /// Returns the best documents, best first.
    pub fn into_hits(mut self) -> Vec<Ranked> {
        self.prune();
        self.keys.sort_unstable_by(|a, b| b.cmp(a));
        self.keys
            .iter()
            .map(|key| Ranked { document: *key as u32, score: restored((key >> 32) as u32) })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_best_are_those_of_a_full_sort(
            scores in prop::collection::vec(-3i8..4, 0..200),
            hits in 0usize..30,
        ) {
            let mut top = Top::new(hits);
            let mut all = Vec::new();
            for (document, score) in scores.iter().enumerate() {
                let score = f32::from(*score) / 3.0;
                prop_assert!(top.accepts(score) || all.len() >= hits);
                top.push(score, document as u32);
                all.push(Ranked { document: document as u32, score });
            }
            all.sort_by(|a, b| b.score.total_cmp(&a.score).then(b.document.cmp(&a.document)));
            all.truncate(hits);
            prop_assert_eq!(top.into_hits(), all);
        }

        #[test]
        fn a_floor_is_never_above_the_last_of_the_best(
            scores in prop::collection::vec(-3i8..4, 0..200),
            hits in 1usize..30,
        ) {
            let floor = Floor::default();
            let mut top = Top::new(hits);
            for (document, score) in scores.iter().enumerate() {
                top.push(f32::from(*score), document as u32);
                top.raise(&floor);
            }
            let best = top.into_hits();
            match floor.get() {
                Some(floor) => prop_assert_eq!(floor, best[hits - 1].score),
                None => prop_assert!(best.len() <= hits),
            }
        }

        #[test]
        fn a_score_comes_back_as_it_went_in(score in -1e30f32..1e30) {
            prop_assert_eq!(restored(ordered(score)), score);
        }
    }
}
