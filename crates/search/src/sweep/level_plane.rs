//! Nested views as a [`Plane`]: entries and counts of a query's pages by levels.

use super::leveled::Leveled;
use super::levels::LevelPlane;
use super::pages::{TermPages, TermRows};
use super::plane::Plane;
use super::weighing::BlockWeights;
use crate::model::{Statistics, TermStatistics, Unit};
use std::cmp::Reverse;
use std::ops::Range;

impl Plane for LevelPlane {
    /// (level, tf): the views below `level`, down to the next entry's level, have this term
    /// frequency. Levels are descending.
    type Entry = Leveled;
    /// The views `0..n`.
    type Views = usize;

    fn places(&self) -> &[usize] {
        &self.places
    }

    fn unit(&self) -> Unit {
        self.unit
    }

    fn statistics(&self) -> &[Statistics] {
        &self.statistics
    }

    fn term(&self, segment: usize, rows: &TermRows) -> TermPages<Self::Entry> {
        let segment = &self.segments[segment];
        // In a loop of their own, the processor fetches many levels from memory at once.
        let levels: Vec<u8> =
            rows.entries().iter().map(|&row| segment.levels[row as usize]).collect();
        match &segment.weights {
            BlockWeights::One => {
                let mut sorted = Vec::new();
                rows.convert(|of_page, entries| {
                    if let [level] = levels[of_page.clone()] {
                        // Most pages have a word once.
                        entries.extend((level > 0).then(|| Leveled::new(level, 1)));
                        return;
                    }
                    sorted.clear();
                    sorted.extend(levels[of_page].iter().copied().filter(|&level| level > 0));
                    sorted.sort_unstable_by(|a, b| b.cmp(a));
                    push_entries(sorted.iter().map(|&level| (level, 1)), entries);
                })
            }
            weights => {
                let mut sorted = Vec::new();
                rows.convert(|of_page, entries| {
                    let rows = &rows.entries()[of_page.clone()];
                    let weighted = levels[of_page].iter().zip(rows);
                    let weighted =
                        weighted.map(|(level, row)| (*level, weights.weight(*row as usize)));
                    sorted.clear();
                    sorted.extend(weighted.filter(|(level, _)| *level > 0));
                    sorted.sort_unstable_by_key(|(level, _)| Reverse(*level));
                    push_entries(sorted.iter().copied(), entries);
                })
            }
        }
    }

    fn count<'a>(&self, pages: impl Iterator<Item = &'a [Self::Entry]>) -> Vec<TermStatistics> {
        let mut statistics = vec![TermStatistics::default(); self.places.len()];
        for entries in pages {
            statistics[entries[0].level() - 1].pages += 1;
            let mut before = 0;
            for entry in entries {
                statistics[entry.level() - 1].occurrences += entry.amount() - before;
                before = entry.amount();
            }
        }
        // A view permits all that stricter views permit.
        for view in (1..statistics.len()).rev() {
            let TermStatistics { pages, occurrences } = statistics[view];
            statistics[view - 1].pages += pages;
            statistics[view - 1].occurrences += occurrences;
        }
        statistics
    }

    #[inline]
    fn views(entries: &[Self::Entry]) -> usize {
        entries[0].level()
    }

    #[inline]
    fn union(a: usize, b: usize) -> usize {
        a.max(b)
    }

    #[inline]
    fn ranges(views: usize) -> impl Iterator<Item = Range<usize>> {
        std::iter::once(0..views)
    }

    #[inline]
    fn lengths(
        &self,
        segment: usize,
        doc: u32,
        views: usize,
        mut each: impl FnMut(Range<usize>, u64),
    ) {
        let mut from = 0;
        for step in self.segments[segment].steps(doc) {
            let end = step.level().min(views);
            if from < end {
                each(from..end, step.amount());
                from = end;
            }
        }
    }

    #[inline]
    fn most(entries: &[Self::Entry]) -> u64 {
        entries.last().map_or(0, |entry| entry.amount())
    }

    #[inline]
    fn frequencies(entries: &[Self::Entry], mut each: impl FnMut(Range<usize>, u64)) {
        for (number, entry) in entries.iter().enumerate() {
            let from = entries.get(number + 1).map_or(0, |next| next.level());
            each(from..entry.level(), entry.amount());
        }
    }
}

/// Appends the entries of a page's occurrences from their levels, which are descending, and their
/// weights.
#[inline]
fn push_entries(occurrences: impl Iterator<Item = (u8, u64)>, entries: &mut Vec<Leveled>) {
    let first = entries.len();
    let mut tf = 0;
    for (level, weight) in occurrences {
        tf += weight;
        match entries[first..].last_mut() {
            Some(last) if last.level() == usize::from(level) => *last = Leveled::new(level, tf),
            _ => entries.push(Leveled::new(level, tf)),
        }
    }
}
