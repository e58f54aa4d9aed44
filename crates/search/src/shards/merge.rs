//! Merges the rankings of shards: by score descending, then by docno descending, as one search
//! orders them.

use std::cmp::Ordering;
use std::collections::HashSet;
use tamis_index::error::{Error, Result};

/// Docnos and scores, best first.
pub type ShardRanking = Vec<(String, f32)>;

/// A page of a ranking.
pub(super) trait Scored {
    fn score(&self) -> f32;
    fn docno(&self) -> &str;
}

impl Scored for (String, f32) {
    fn score(&self) -> f32 {
        self.1
    }

    fn docno(&self) -> &str {
        &self.0
    }
}

/// Adds the best pages of `other` to `all`, and keeps the best `hits`.
///
/// # Errors
/// [`Error::Setting`] for a page that is in both.
pub(super) fn merge<T: Scored>(all: &mut Vec<T>, other: Vec<T>, hits: usize) -> Result<()> {
    let known: HashSet<&str> = all.iter().map(Scored::docno).collect();
    if let Some(page) = other.iter().find(|page| known.contains(page.docno())) {
        return Err(in_two(page.docno()));
    }
    all.extend(other);
    all.sort_by(order);
    all.truncate(hits);
    Ok(())
}

/// The error of a page that two shards have.
pub(super) fn in_two(docno: &str) -> Error {
    Error::settings(format!("found the page {docno} in two shards, expected every page in one"))
}

/// Checks that there is something for every topic and place of a job. `found` are the places of
/// each topic.
///
/// # Errors
/// [`Error::Setting`] for what belongs to another job.
pub(super) fn check_shape(
    found: impl ExactSizeIterator<Item = usize>,
    topics: usize,
    places: usize,
) -> Result<()> {
    let of = found.len();
    let mut found = found;
    if of == topics && found.all(|found| found == places) {
        return Ok(());
    }
    Err(Error::settings(format!(
        "found {of} topics with other views, expected {topics} topics in {places} views each"
    )))
}

/// Scores are never NaN, and 0 equals -0.
fn order<T: Scored>(a: &T, b: &T) -> Ordering {
    (b.score() + 0.0).total_cmp(&(a.score() + 0.0)).then_with(|| b.docno().cmp(a.docno()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranking(pages: &[(&str, f32)]) -> Vec<(String, f32)> {
        pages.iter().map(|(docno, score)| ((*docno).to_owned(), *score)).collect()
    }

    #[test]
    fn equal_scores_are_ordered_by_docno_descending() {
        let mut all = ranking(&[("c", 2.0), ("a", 0.0)]);
        merge(&mut all, ranking(&[("d", 2.0), ("b", -0.0)]), 3).unwrap();
        assert_eq!(all, ranking(&[("d", 2.0), ("c", 2.0), ("b", -0.0)]));
    }

    #[test]
    fn a_page_in_two_shards_is_refused() {
        let mut all = ranking(&[("a", 2.0)]);
        let error = merge(&mut all, ranking(&[("a", 1.0)]), 1).unwrap_err().to_string();
        assert_eq!(error, "found the page a in two shards, expected every page in one");
    }
}
