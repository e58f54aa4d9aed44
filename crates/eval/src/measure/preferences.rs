//! A ranking against judges' preferences: counts how many it fulfils, by whether both documents
//! were retrieved, one (which then counts as ranked above the other), or none. As trec_eval's
//! preference measures (Carterette, Bennett, Chickering & Dumais, Here or There: Preference
//! Judgments for Relevance, ECIR 2008).

use super::ranking::{share, total};
use crate::trec::prefs::Judge;
use crate::trec::{Ranking, Retrieved};
use std::cmp::Ordering;
use std::collections::HashMap;

/// One topic's ranking against the preferences of its judges.
#[derive(Debug)]
pub struct Preferences<'a> {
    judges: Vec<RankedJudge<'a>>,
    /// Number of judged documents. Those retrieved come first, in the order of the ranking, up to
    /// `retrieved`.
    named: usize,
    retrieved: usize,
}

/// One judge, whose documents have positions in the ranking.
#[derive(Debug)]
struct RankedJudge<'a> {
    judge: &'a Judge,
    /// For each position, the index of its document among the judge's; none if the judge did not
    /// see it.
    at: Vec<Option<usize>>,
    counts: PreferenceCounts,
}

/// Preferences of one judge: fulfilled and all, by whether both, one or none of the two documents
/// were retrieved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct PreferenceCounts {
    pub(super) kept_both: u64,
    pub(super) both: u64,
    pub(super) kept_one: u64,
    pub(super) one: u64,
    pub(super) none: u64,
    pub(super) relevant: u64,
    pub(super) relevant_retrieved: u64,
    pub(super) nonrelevant: u64,
    pub(super) nonrelevant_retrieved: u64,
}

impl PreferenceCounts {
    /// Returns the number of fulfilled preferences, implied ones included.
    pub(super) fn kept(&self) -> u64 {
        self.kept_both + self.kept_one
    }

    /// Returns the number of all preferences.
    pub(super) fn possible(&self) -> u64 {
        self.both + self.one + self.none
    }
}

/// Which preferences a measure counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PreferencePairs {
    /// All; a preference between documents that were not retrieved is not fulfilled.
    All,
    /// Those with at least one retrieved document.
    Implied,
    /// Those between retrieved documents.
    Retrieved,
}

impl<'a> Preferences<'a> {
    /// Takes `ranking`, best first. Results with equal scores are sorted by docno, ascending:
    /// unlike its other measures, trec_eval's preference measures do so.
    pub fn new(judges: &'a [Judge], ranking: Ranking<'_>, depth: Option<usize>) -> Self {
        let mut ranking: Vec<Retrieved<'_>> = ranking.iter().collect();
        ranking.sort_by(|a, b| {
            let by_score = b.score.partial_cmp(&a.score).unwrap_or(Ordering::Equal);
            by_score.then_with(|| a.docno.cmp(b.docno))
        });
        ranking.truncate(depth.unwrap_or(usize::MAX));
        let mut docnos: Vec<&str> = judges
            .iter()
            .flat_map(|judge| judge.documents().iter().map(|(docno, _)| docno.as_str()))
            .collect();
        docnos.sort_unstable();
        docnos.dedup();
        let results = ranking.iter().map(|retrieved| retrieved.docno);
        let named_results = results.filter(|docno| docnos.binary_search(docno).is_ok());
        let mut places: HashMap<&str, usize> = named_results.zip(0..).collect();
        let retrieved = places.len();
        for docno in &docnos {
            let next = places.len();
            places.entry(docno).or_insert(next);
        }
        let judges =
            judges.iter().map(|judge| RankedJudge::new(judge, &places, retrieved)).collect();
        Self { judges, named: docnos.len(), retrieved }
    }

    /// Iterates over the counts of the judges.
    pub(super) fn counts(&self) -> impl ExactSizeIterator<Item = &PreferenceCounts> {
        self.judges.iter().map(|ranked| &ranked.counts)
    }

    /// Returns the share of fulfilled preferences, averaged over pairs of documents; judges who
    /// disagree on a pair share it.
    pub(super) fn pair_mean(&self, pairs: PreferencePairs) -> f64 {
        let mut sum = 0.0;
        let mut count = 0.0;
        for better in 0..self.named {
            for worse in better + 1..self.named {
                let counted = match pairs {
                    PreferencePairs::All => true,
                    PreferencePairs::Implied => better < self.retrieved,
                    PreferencePairs::Retrieved => worse < self.retrieved,
                };
                if !counted {
                    break;
                }
                let kept = self.judges_preferring(better, worse);
                let broken = self.judges_preferring(worse, better);
                if kept + broken > 0.0 {
                    count += 1.0;
                    sum += if better < self.retrieved { kept / (kept + broken) } else { 0.0 };
                }
            }
        }
        share(sum, count)
    }

    /// Returns the number of judges who prefer the document at position `a` to the one at `b`.
    fn judges_preferring(&self, a: usize, b: usize) -> f64 {
        self.judges.iter().filter(|judge| judge.prefers(a, b)).count() as f64
    }

    /// Returns the mean over judges of the share of fulfilled preferences, with as many
    /// non-relevant documents as relevant ones (R) for each judge: if there are more, the first R
    /// count; missing ones are fulfilled preferences. `PreferencePairs::Retrieved` looks at
    /// retrieved documents only. Follows trec_eval's quirks: a topic with a judge without
    /// preferences scores 0; and if a judge's levels alone decide, non-relevant documents also
    /// count against the first R of them.
    pub(super) fn balanced_mean(&self, pairs: PreferencePairs) -> f64 {
        let sum = total(self.judges.iter().map(|judge| self.balanced_share(judge, pairs)));
        // NaN if a judge has no preferences; that is 0 as well.
        if sum > 0.0 { sum / self.judges.len() as f64 } else { 0.0 }
    }

    /// Returns one judge's share for [`Preferences::balanced_mean`].
    fn balanced_share(&self, judge: &RankedJudge, pairs: PreferencePairs) -> f64 {
        let counts = judge.counts;
        let (relevant, nonrelevant, kept, possible) = match pairs {
            PreferencePairs::Retrieved => (
                counts.relevant_retrieved,
                counts.nonrelevant_retrieved,
                counts.kept_both,
                counts.both,
            ),
            _ => (counts.relevant, counts.nonrelevant, counts.kept(), counts.possible()),
        };
        let limit = if pairs == PreferencePairs::Retrieved { self.retrieved } else { self.named };
        let (kept, possible) = if relevant >= nonrelevant {
            let missing = relevant - nonrelevant;
            (kept + counts.relevant_retrieved * missing, possible + counts.relevant * missing)
        } else if judge.judge.by_level() {
            judge.first_nonrelevant_by_level(relevant, self.retrieved, limit)
        } else {
            judge.first_nonrelevant(counts.relevant, self.retrieved, limit)
        };
        kept as f64 / possible as f64
    }
}

impl<'a> RankedJudge<'a> {
    fn new(judge: &'a Judge, places: &HashMap<&str, usize>, retrieved: usize) -> Self {
        let mut at = vec![None; places.len()];
        for (document, (docno, _)) in judge.documents().iter().enumerate() {
            at[places[docno.as_str()]] = Some(document);
        }
        let mut ranked = Self { judge, at, counts: PreferenceCounts::default() };
        ranked.counts = ranked.count(retrieved);
        ranked
    }

    fn count(&self, retrieved: usize) -> PreferenceCounts {
        let mut counts = PreferenceCounts::default();
        for (place, level) in self.levels() {
            let here = u64::from(place < retrieved);
            if level > 0.0 {
                counts.relevant += 1;
                counts.relevant_retrieved += here;
            } else {
                counts.nonrelevant += 1;
                counts.nonrelevant_retrieved += here;
            }
            for (other, _) in self.levels().skip_while(|(other, _)| *other <= place) {
                let kept = u64::from(self.prefers(place, other));
                let any = kept + u64::from(self.prefers(other, place));
                if other < retrieved {
                    counts.kept_both += kept;
                    counts.both += any;
                } else if place < retrieved {
                    counts.kept_one += kept;
                    counts.one += any;
                } else {
                    counts.none += any;
                }
            }
        }
        counts
    }

    /// Iterates over the positions of the judge's documents, ascending, with their levels.
    fn levels(&self) -> impl Iterator<Item = (usize, f64)> {
        self.at
            .iter()
            .enumerate()
            .filter_map(|(place, document)| Some((place, self.judge.documents()[(*document)?].1)))
    }

    /// Returns whether the document at position `a` is preferred to the one at position `b`.
    fn prefers(&self, a: usize, b: usize) -> bool {
        self.at[a].zip(self.at[b]).is_some_and(|(a, b)| self.judge.prefers(a, b))
    }

    /// Counts fulfilled and possible preferences among the documents above the lowest level, and
    /// between all documents and the first `count` of the lowest level, up to position `limit`.
    fn first_nonrelevant_by_level(&self, count: u64, retrieved: usize, limit: usize) -> (u64, u64) {
        let documents: Vec<(usize, f64)> =
            self.levels().take_while(|(place, _)| *place < limit).collect();
        // The lowest level of all documents, retrieved or not, as in trec_eval.
        let lowest = self.levels().map(|(_, level)| level).fold(f64::INFINITY, f64::min);
        let first: Vec<usize> = documents
            .iter()
            .filter(|(_, level)| *level == lowest)
            .map(|(place, _)| *place)
            .take(usize::try_from(count).unwrap_or(usize::MAX))
            .collect();
        let is_kept = |a: usize, b: usize| u64::from(a < b && a < retrieved);
        let mut kept = 0;
        let mut possible = 0;
        for &(a, level) in &documents {
            for &(b, _) in documents.iter().filter(|(_, other)| level > *other && *other > lowest) {
                kept += is_kept(a, b);
                possible += 1;
            }
            for &b in &first {
                kept += is_kept(a, b);
                possible += 1;
            }
        }
        (kept, possible)
    }

    /// Counts fulfilled and possible preferences up to position `limit`, with only the first
    /// `count` non-relevant documents.
    fn first_nonrelevant(&self, count: u64, retrieved: usize, limit: usize) -> (u64, u64) {
        let mut left = count;
        let mut places = Vec::new();
        for (place, level) in self.levels().take_while(|(place, _)| *place < limit) {
            if level > 0.0 {
                places.push(place);
            } else if left > 0 {
                left -= 1;
                places.push(place);
            }
        }
        let mut kept = 0;
        let mut possible = 0;
        for (at, &a) in places.iter().enumerate() {
            for &b in &places[at + 1..] {
                kept += u64::from(self.prefers(a, b) && a < retrieved);
                possible += u64::from(self.prefers(a, b)) + u64::from(self.prefers(b, a));
            }
        }
        (kept, possible)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trec::{Prefs, Run};

    /// The ranking 0 a x b c against preference lines of topic 1.
    fn with(lines: &str, look: impl FnOnce(&Preferences)) {
        let prefs = Prefs::read_from(lines.as_bytes(), "p").unwrap();
        let run = Run::read_from(
            "1 Q 0 0 0 t\n1 Q a 0 9 t\n1 Q x 0 8 t\n1 Q b 0 7 t\n1 Q c 0 6 t\n".as_bytes(),
            "r",
        )
        .unwrap();
        look(&Preferences::new(prefs.topic("1").unwrap(), run.topic("1").unwrap(), None));
    }

    #[test]
    fn preferences_are_counted_by_how_many_documents_were_retrieved() {
        with("1 j 0 a 0\n1 j 0 b 1\n1 j 0 c 0\n1 j 0 y 0\n1 j 0 z 2\n", |preferences| {
            let counts = *preferences.counts().next().unwrap();
            // Both retrieved: b before c is fulfilled, before a is not. One: b before y is
            // fulfilled; z before a, b and c is not.
            assert_eq!(
                (counts.kept_both, counts.both, counts.kept_one, counts.one, counts.none),
                (1, 2, 1, 4, 1)
            );
            assert_eq!((counts.relevant, counts.relevant_retrieved), (2, 1));
            assert_eq!((counts.nonrelevant, counts.nonrelevant_retrieved), (3, 2));
            assert_eq!(preferences.pair_mean(PreferencePairs::All), 2.0 / 7.0);
            assert_eq!(preferences.pair_mean(PreferencePairs::Implied), 2.0 / 6.0);
            assert_eq!(preferences.pair_mean(PreferencePairs::Retrieved), 1.0 / 2.0);
        });
    }

    #[test]
    fn judges_share_a_pair() {
        with("1 j 0 a 1\n1 j 0 b 0\n1 k 0 a 1\n1 k 0 b 0\n1 l 0 a 0\n1 l 0 b 1\n", |preferences| {
            assert_eq!(preferences.pair_mean(PreferencePairs::All), 2.0 / 3.0);
        });
    }
}
