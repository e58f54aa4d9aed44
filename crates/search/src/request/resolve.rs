//! Resolves a request against the labels and scores of an index.

use super::Request;
use super::problems::{Problem, Problems};
use crate::feedback::Ranking;
use crate::{BlockRule, SplitRule};
use std::borrow::Cow;
use tamis_index::corpus::PageFilter;
use tamis_index::index::Manifest;

/// A request, checked against an index.
#[derive(Debug, Clone)]
pub struct Resolved {
    /// Which blocks are permitted, and what they weigh.
    pub rule: SplitRule,
    /// The model and query expansion.
    pub ranking: Ranking,
    /// The pages that are searched.
    pub pages: PageFilter,
}

impl Resolved {
    /// The rule for blocks: which are permitted, titles included, and what they weigh.
    pub fn rule(&self) -> BlockRule {
        self.rule.whole()
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
        let rule = request.read_rule(manifest, &mut problems);
        let ranking = problems.take("model", self.ranking());
        let pages = self.pages.read(&mut problems);
        match (ranking, pages) {
            (Some(ranking), Some(pages)) if problems.0.is_empty() => {
                Ok(Resolved { rule, ranking, pages })
            }
            _ => Err(problems.0),
        }
    }
}
