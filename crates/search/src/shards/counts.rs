//! The counts of a shard, and their sums over shards.

use super::identity::ShardIdentity;
use crate::Query;
use crate::model::{Statistics, TermStatistics};
use crate::sweep::GlobalCounts;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tamis_index::corpus::pages::Filtered;
use tamis_index::error::{Error, Result};
use tamis_index::index::Manifest;

/// N and T of every view, df and cf of terms in every view: of one shard, or the sums over several.
/// Views have *places*: in a sweep the unfiltered text is in place 0 and the points follow; a
/// search has one place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ViewCounts {
    /// The shards that are in the sums.
    pub shards: Vec<ShardIdentity>,
    pub pages: u64,
    /// N and T, one per place.
    pub views: Vec<Statistics>,
    /// df and cf of every term, one per place.
    pub terms: BTreeMap<String, Vec<TermStatistics>>,
    /// Whether text was permitted, and all of it had the weight 0.
    pub(super) weighed_away: bool,
    /// Tokens of the pages that are searched, permitted or not; 0 for a sweep, of which the
    /// unfiltered text is a view.
    pub tokens: u64,
    /// What the filters of pages do.
    pub(super) filtered: Filtered,
}

impl ViewCounts {
    /// Adds the counts of other shards, of the same places and terms.
    pub(super) fn add(&mut self, other: Self) {
        self.shards.extend(other.shards);
        // Saturating: bytes from elsewhere may hold any numbers, and no collection has as many.
        self.pages = self.pages.saturating_add(other.pages);
        self.weighed_away |= other.weighed_away;
        self.tokens = self.tokens.saturating_add(other.tokens);
        add_filtered(&mut self.filtered, other.filtered);
        for (sum, view) in self.views.iter_mut().zip(&other.views) {
            sum.pages = sum.pages.saturating_add(view.pages);
            sum.tokens = sum.tokens.saturating_add(view.tokens);
        }
        for (term, counts) in other.terms {
            let sums = self
                .terms
                .entry(term)
                .or_insert_with(|| vec![TermStatistics::default(); counts.len()]);
            for (sum, count) in sums.iter_mut().zip(&counts) {
                sum.pages = sum.pages.saturating_add(count.pages);
                sum.occurrences = sum.occurrences.saturating_add(count.occurrences);
            }
        }
    }

    /// The recipe, the labels and the tuned rule of the shards, as rules need them.
    ///
    /// # Errors
    /// [`Error::Index`] for a recipe of another version.
    pub fn manifest(&self) -> Result<Manifest> {
        self.shards
            .first()
            .ok_or_else(|| Error::settings("found no shard, expected one"))?
            .manifest()
    }

    /// What is to be said of the tuned rule of all shards, if it is outdated.
    pub fn outdated_rule(&self) -> Option<Error> {
        ShardIdentity::outdated_rule(&self.shards)
    }

    /// The labels that pages of shards lack, with the number of these.
    pub fn lacking(&self) -> BTreeMap<&str, u64> {
        ShardIdentity::lacking(&self.shards)
    }

    /// Names the other shards of the same assignment of files; none if there are none.
    pub fn missing_shards(&self) -> Option<String> {
        ShardIdentity::missing(&self.shards)
    }

    /// Checks that there are counts for so many places, and no others.
    ///
    /// # Errors
    /// [`Error::Setting`] for counts of another job.
    pub(super) fn check(&self, places: usize) -> Result<()> {
        let mut found = self.terms.values().map(Vec::len).chain([self.views.len()]);
        match found.find(|found| *found != places) {
            Some(found) => Err(Error::settings(format!(
                "found counts of {found} views, expected those of the {places} of this job"
            ))),
            None => Ok(()),
        }
    }

    /// The counts of a query's terms in every place.
    pub(super) fn global_counts(&self, query: &Query) -> GlobalCounts {
        let mut terms = Vec::with_capacity(query.terms.len());
        for (term, _) in &query.terms {
            terms.push(match self.terms.get(term) {
                Some(counts) => counts.clone(),
                None => vec![TermStatistics::default(); self.views.len()],
            });
        }
        GlobalCounts { views: self.views.clone(), terms }
    }

    /// The counts of a query's terms in one place.
    pub(super) fn of_place(&self, query: &Query, place: usize) -> Vec<TermStatistics> {
        let mut counts = Vec::with_capacity(query.terms.len());
        for (term, _) in &query.terms {
            let of_term = self.terms.get(term);
            counts.push(of_term.map_or_else(TermStatistics::default, |counts| counts[place]));
        }
        counts
    }
}

/// Adds what filters do elsewhere. Docnos that are unknown to two shards are added twice:
/// [`Job::filtered`](super::Job::filtered) corrects it.
fn add_filtered(sum: &mut Filtered, other: Filtered) {
    let Filtered { pages, left, unknown, undated, unpublished, captures } = sum;
    for (sum, other) in [
        (pages, other.pages),
        (left, other.left),
        (unknown, other.unknown),
        (undated, other.undated),
        (unpublished, other.unpublished),
        (captures, other.captures),
    ] {
        *sum = sum.saturating_add(other);
    }
}
