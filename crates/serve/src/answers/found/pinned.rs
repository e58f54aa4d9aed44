//! The results of a pinned rule, compared with those of the search itself.

use crate::excerpt;
use crate::requests::{Answer, Pin, SearchRequest};
use crate::site::{QueryRanks, WebRequest};
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

/// The results of a pinned rule at these ranks, and the ranks of its first pages. `here` are those
/// of the search itself; `grade` returns the grade of a docno.
pub fn pinned(
    web: &WebRequest<'_>,
    request: &SearchRequest,
    pin: &Pin,
    (shown, here): (&RangeInclusive<u32>, &QueryRanks),
    grade: impl Fn(&str) -> Option<i32>,
) -> Answer<(PinnedResults, Arc<QueryRanks>)> {
    let snapshot = web.snapshot;
    let applied = pin.applied_to(request, snapshot.manifest())?;
    snapshot.check_pages(&applied)?;
    let ranks = snapshot.ranks(&applied.job(), web.cancel)?;
    let mut hits = Vec::new();
    for (rank, docno) in (1..).zip(&ranks.docnos).filter(|(rank, _)| shown.contains(rank)) {
        let page = snapshot.index.stored_page(snapshot.document(docno)?)?;
        hits.push(PinnedHit {
            rank,
            rank_here: here.of(docno),
            docno: page.docno.clone(),
            title: excerpt::line(&page.title),
            grade: grade(&page.docno),
        });
    }
    let both = hits.iter().filter(|hit| hit.rank_here.is_some_and(|at| shown.contains(&at)));
    let both = both.count();
    let same = hits.iter().filter(|hit| hit.rank_here == Some(hit.rank)).count();
    let results = PinnedResults {
        name: pin.name.clone(),
        address: applied.address(),
        rule: applied.rule_text(),
        ranking: applied.ranking.to_string(),
        came: (1..).zip(&here.docnos).filter(|(rank, _)| shown.contains(rank)).count() - both,
        went: hits.len() - both,
        moved: both - same,
        hits,
    };
    Ok((results, ranks))
}
