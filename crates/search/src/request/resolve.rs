//! Resolves a request against the labels and scores of an index.

use super::Request;
use super::problems::{Problem, Problems};
use crate::feedback::Ranking;
use crate::{BlockRule, Predicate, TitleRule, Weights};
use std::borrow::Cow;
use tamis_index::corpus::PageFilter;
use tamis_index::index::Manifest;

/// A request, checked against an index.
#[derive(Debug, Clone)]
pub struct Resolved {
    /// The blocks that are permitted, titles aside.
    pub permits: Predicate,
    /// The treatment of titles.
    pub title: TitleRule,
    /// What blocks weigh.
    pub weights: Weights,
    /// The model and query expansion.
    pub ranking: Ranking,
    /// The pages that are searched.
    pub pages: PageFilter,
}

impl Resolved {
    /// The rule for blocks: which are permitted, titles included, and what they weigh.
    pub fn rule(&self) -> BlockRule {
        let permits = self.title.apply(self.permits.clone());
        BlockRule { permits, weights: self.weights.clone() }
    }
}

impl Request {
    /// Resolves the request against an index with this manifest.
    ///
    /// # Errors
    /// Every parameter that is wrong: a bound, rule, label or score that the index does not have, a
    /// model, a date.
    pub fn resolve(&self, manifest: &Manifest) -> std::result::Result<Resolved, Vec<Problem>> {
        let mut problems = Problems::default();
        let named = problems.take("rule", self.with_named_rule(manifest));
        let request = named.unwrap_or(Cow::Borrowed(self));
        let permits = request.read_permits(manifest, &mut problems);
        let weights = request.read_weights(manifest, &mut problems);
        let ranking = problems.take("model", self.ranking());
        let pages = self.pages.read(&mut problems);
        match (ranking, pages) {
            (Some(ranking), Some(pages)) if problems.0.is_empty() => {
                Ok(Resolved { permits, title: request.title, weights, ranking, pages })
            }
            _ => Err(problems.0),
        }
    }
}
