//! The score of a page, explained where the page is and where the counts of all shards are.

use super::counts::ViewCounts;
use super::resolved::ResolvedJob;
use crate::Query;
use crate::rank::explain::{ExplainedTerm, explanation};
use crate::result::Explained;
use crate::result::explained::ExplainedQuery;
use crate::typed::conditions::Unmet;
use serde::{Deserialize, Serialize};
use tamis_index::error::{Error, Result};

/// What shards know of one page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Holding {
    pub(super) shards: usize,
    /// By topic; none if no shard sees the page, or none is to be explained.
    pub(super) page: Option<Vec<QueryMatch>>,
    /// The shard that has the page, if its filters of pages leave it out.
    pub(super) hidden_in: Option<String>,
}

/// What the page holds of a query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct QueryMatch {
    pub length: u64,
    /// By term; df and cf are those of its shard.
    pub terms: Vec<ExplainedTerm>,
    /// The operators of the query that it does not meet.
    pub unmet: Vec<Unmet>,
}

/// What is explained: the counts of all shards, and the queries by topic.
pub(super) struct Explaining {
    pub totals: ViewCounts,
    pub queries: Vec<Query>,
    /// The page; none to explain only queries.
    pub docno: Option<String>,
}

impl Explaining {
    /// Explains every topic (id and text).
    ///
    /// # Errors
    /// [`Error::UnknownPage`] for a page that no shard sees, [`Error::Setting`] for the terms of
    /// other queries.
    pub fn explain(
        &self,
        topics: &[(String, String)],
        resolved: &ResolvedJob,
        found: Holding,
    ) -> Result<Vec<Explained>> {
        let held = match (&self.docno, found.page) {
            (Some(docno), None) => return Err(self.unknown(docno, found.hidden_in)),
            (Some(_), Some(held)) if held.len() != topics.len() => return Err(other_queries()),
            (Some(_), Some(held)) => held.into_iter().map(Some).collect(),
            (None, _) => vec![None; topics.len()],
        };
        let rule = resolved.searched()?;
        let ranking = &resolved.rankings.baseline;
        let statistics = self.totals.views[0];
        let mut explained = Vec::with_capacity(topics.len());
        for (topic, held) in held.into_iter().enumerate() {
            let (id, text) = &topics[topic];
            let query = &self.queries[topic];
            let analyzed = &resolved.queries[topic];
            let to_explain = ExplainedQuery {
                topic: Some(id),
                text,
                analyzed,
                query,
                ranking,
                rule,
                statistics,
            };
            let counts = self.totals.of_place(query, 0);
            explained.push(match (held, &self.docno) {
                (Some(QueryMatch { length, mut terms, unmet }), Some(docno)) => {
                    if terms.len() != counts.len() {
                        return Err(other_queries());
                    }
                    for (term, counts) in terms.iter_mut().zip(counts) {
                        term.statistics = counts;
                    }
                    let found = explanation(&ranking.model, query, statistics, length, terms);
                    to_explain.scored(docno, found, &unmet)
                }
                _ => to_explain.counted(&counts),
            });
        }
        Ok(explained)
    }

    /// The error of a page that no shard sees. `hidden_in` is the shard that has it.
    fn unknown(&self, docno: &str, hidden_in: Option<String>) -> Error {
        let filtered = hidden_in.is_some();
        let first = || self.totals.shards.iter().map(|shard| shard.path.clone()).min();
        let path = hidden_in.or_else(first).unwrap_or_default().into();
        Error::UnknownPage { path, docno: docno.to_owned(), filtered, hint: None }
    }
}

fn other_queries() -> Error {
    Error::settings("found the terms of other queries, expected those of this job")
}
