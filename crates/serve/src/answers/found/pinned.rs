//! The results of a pinned rule, compared with those of the search itself.

use crate::excerpt;
use crate::requests::{Answer, Pin, SearchRequest};
use crate::site::{Ranks, WebRequest};
use serde::Serialize;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The results of a pinned rule for the query, compared with those of the search.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PinnedResults {
    /// The name of the rule.
    pub name: String,
    /// The query string of an address of a search under it, with the same query.
    pub address: String,
    /// The rule as text; empty if every block is permitted.
    pub rule: String,
    /// The model with its parameters.
    pub ranking: String,
    /// Results of the search that this rule does not have at the same place of the ranking.
    pub came: usize,
    /// Results of this rule that the search does not have.
    pub went: usize,
    /// Results of both with another rank.
    pub moved: usize,
    /// The results at the same place of the ranking, best first.
    pub hits: Vec<PinnedHit>,
}

/// A result of a pinned rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PinnedHit {
    /// Its rank under the pinned rule, from 1.
    pub rank: u32,
    /// Its rank in the search; none if it is not among the first 1,000.
    pub rank_here: Option<u32>,
    /// Its name in the collection.
    pub docno: String,
    /// Its title, or empty; cut after 300 characters.
    pub title: String,
    /// Its grade, if the query is that of a topic and the page was judged.
    pub grade: Option<i32>,
}

/// A query, for every rule that it is searched under.
#[derive(Clone, Copy)]
pub struct Searched<'a> {
    /// The request of the search.
    pub web: &'a WebRequest<'a>,
    /// The search.
    pub request: &'a SearchRequest,
    /// The ranks that are shown.
    pub shown: &'a RangeInclusive<u32>,
    /// The ranks of the search itself.
    pub here: &'a Ranks,
}

impl Searched<'_> {
    /// The results of a pinned rule, and the ranks of its first pages. `grade` returns the grade of
    /// a docno.
    pub fn pinned(
        &self,
        pin: &Pin,
        grade: impl Fn(&str) -> Option<i32>,
    ) -> Answer<(PinnedResults, Arc<Ranks>)> {
        let Self { web: WebRequest { snapshot, cancel, .. }, here, .. } = *self;
        let applied = pin.applied_to(self.request, snapshot.manifest())?;
        snapshot.check_pages(&applied)?;
        let ranks = snapshot.ranks(&applied.job(), cancel)?;
        let mut hits = Vec::new();
        for (rank, docno) in shown(&ranks, self.shown) {
            let page = snapshot.index.stored_page(snapshot.document(docno)?)?;
            hits.push(PinnedHit {
                rank,
                rank_here: here.of(docno),
                docno: page.docno.clone(),
                title: excerpt::line(&page.title),
                grade: grade(&page.docno),
            });
        }
        let is_here = |hit: &&PinnedHit| hit.rank_here.is_some_and(|at| self.shown.contains(&at));
        let both = hits.iter().filter(is_here).count();
        let same = hits.iter().filter(|hit| hit.rank_here == Some(hit.rank)).count();
        let results = PinnedResults {
            name: pin.name.clone(),
            address: applied.address(),
            rule: applied.rule_text(),
            ranking: applied.ranking.to_string(),
            came: shown(here, self.shown).count() - both,
            went: hits.len() - both,
            moved: both - same,
            hits,
        };
        Ok((results, ranks))
    }
}

/// The pages at some ranks.
fn shown<'r>(
    ranks: &'r Ranks,
    at: &RangeInclusive<u32>,
) -> impl Iterator<Item = (u32, &'r String)> {
    (1..).zip(&ranks.docnos).filter(|(rank, _)| at.contains(rank))
}
