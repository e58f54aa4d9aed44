//! Searches for topics, for a run.

use crate::feedback::Searcher;
use crate::rank::top::Ranked;
use crate::typed::Analyzed;
use rayon::prelude::*;
use tamis_index::error::{Error, Result};
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

/// Takes the page that is the query itself out of a ranking of one page more than `hits`, and cuts
/// that at `hits`. The page counts in N and df all the same: so scores are those of the whole
/// collection, as with BEIR's `ignore_identical_ids`.
pub(crate) fn without_query(ranking: &mut Vec<Ranked>, query: Option<u32>, hits: usize) {
    ranking.retain(|hit| Some(hit.document) != query);
    ranking.truncate(hits);
}

/// Searches for every query on all threads, and returns their rankings in the order of the queries.
/// Checks `stops` before every query.
///
/// # Errors
/// Errors of reading the index, of phrases in one without texts, and [`Error::Interrupted`].
pub fn search_queries(
    searcher: &Searcher<'_>,
    queries: &[Analyzed],
    hits: usize,
    stops: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<Vec<Ranked>>> {
    queries
        .par_iter()
        .map(|analyzed| {
            if stops() {
                return Err(Error::Interrupted);
            }
            searcher.search_where(&analyzed.query, &analyzed.conditions, hits)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// From one result more than is asked for, it leaves what the whole ranking without the
        /// query begins with.
        #[test]
        fn as_many_results_are_left_as_without_the_query(
            scores in proptest::collection::vec(0u8..20, 0..12),
            query in proptest::option::of(0u32..14),
            hits in 0usize..14,
        ) {
            let mut all: Vec<Ranked> = Vec::new();
            for (document, score) in (0..).zip(&scores) {
                all.push(Ranked { document, score: f32::from(*score) });
            }
            all.sort_by(|a, b| b.score.total_cmp(&a.score).then(b.document.cmp(&a.document)));
            let mut expected = all.clone();
            expected.retain(|hit| Some(hit.document) != query);
            expected.truncate(hits);
            all.truncate(hits + 1);
            without_query(&mut all, query, hits);
            prop_assert_eq!(all, expected);
        }
    }
}
