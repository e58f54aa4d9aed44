//! Searches for topics, for a run.

use super::query;
use crate::analyze::Analyzer;
use crate::error::{Error, Result};
use crate::search::feedback::Searcher;
use crate::search::top::Hit;
use rayon::prelude::*;
use tamis_eval::trec::Topic;
use tamis_place::is_escaped;

/// Checks the tag of a run: white space would add a column to the run's lines.
///
/// # Errors
/// [`Error::Setting`] for an empty tag, or one with white space.
pub fn check_tag(tag: &str) -> Result<()> {
    if tag.is_empty() || tag.contains(|c: char| c.is_whitespace() || is_escaped(c)) {
        return Err(Error::setting(
            "tag",
            format!("found '{tag}', expected a word without white space and control characters"),
        ));
    }
    Ok(())
}

/// Searches for every topic on all threads, and returns their rankings in the order of the topics.
///
/// # Errors
/// Errors of reading the index.
pub fn search_topics(
    searcher: &Searcher<'_>,
    analyzer: &mut Analyzer,
    topics: &[Topic],
    hits: usize,
) -> Result<Vec<Vec<Hit>>> {
    let queries: Vec<_> = topics.iter().map(|topic| query(analyzer, &topic.text)).collect();
    queries.par_iter().map(|query| searcher.search(query, hits)).collect()
}
