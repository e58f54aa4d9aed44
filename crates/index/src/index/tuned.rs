//! The tuned rule of an index: parameters of a search that were chosen for its pages. It is a part
//! of the manifest.

use crate::error::{Error, Remedy, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A rule that was chosen for the pages of an index, and is stored in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TunedRule {
    /// The parameters of a request, in the order in which they are set.
    pub parameters: Vec<TunedParameter>,
    /// In one or two sentences: how it was chosen, and how sure that is.
    pub summary: String,
    /// Pages of the index when it was chosen.
    pub pages: u64,
    /// Pages that were added or deleted since.
    pub changed: u64,
    /// The version of the program that chose it.
    pub program: String,
    /// Added labels that it uses, and that were replaced by others of the same name since.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relabelled: Vec<String>,
}

/// A parameter of a tuned rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TunedParameter {
    /// Its name in a request: `weight`.
    pub name: String,
    /// Its value as it is typed: `repeated=repeats > 10: 0.05`.
    pub value: String,
    /// The reason in one sentence; may be empty.
    pub because: String,
}

impl TunedRule {
    /// Whether a label that it uses was replaced, or more than a tenth as many pages were added or
    /// deleted as it was chosen on.
    pub fn is_outdated(&self) -> bool {
        !self.relabelled.is_empty() || self.has_many_changes()
    }

    fn has_many_changes(&self) -> bool {
        u128::from(self.changed) * 10 > u128::from(self.pages)
    }

    /// Notes that labels were replaced that it uses.
    pub(crate) fn replaced(&mut self, labels: &[String]) {
        for label in labels {
            if !self.relabelled.contains(label) {
                self.relabelled.push(label.clone());
            }
        }
    }

    /// Whether another rule sets the same parameters to the same values, in the same order. The
    /// reasons may differ: they come from the pages of each index.
    pub fn is_same_rule(&self, other: &Self) -> bool {
        let values = |rule: &Self| {
            let pairs = rule.parameters.iter();
            pairs.map(|one| (one.name.clone(), one.value.clone())).collect::<Vec<_>>()
        };
        values(self) == values(other)
    }

    /// What is to be said of an outdated rule of the index in `path`; none if it is not outdated.
    pub fn warning(&self, path: &Path) -> Option<Error> {
        if !self.is_outdated() {
            return None;
        }
        if !self.has_many_changes() {
            let labels = self.relabelled.join(", ");
            let message = format!("the tuned rule uses labels that were replaced since: {labels}");
            return Some(Error::index(path, message).with_remedy(Remedy::TuneAgain));
        }
        let Self { pages, changed, .. } = self;
        let pages_of = |count: u64| if count == 1 { "page" } else { "pages" };
        let were = if *changed == 1 { "was" } else { "were" };
        let message = format!(
            "the tuned rule was chosen on {pages} {}, and {changed} {were} added or deleted since",
            pages_of(*pages)
        );
        Some(Error::index(path, message).with_remedy(Remedy::TuneAgain))
    }
}

/// Returns the tuned rule that several indexes have in common, with the pages and the changes of
/// all; none if none of them has one.
///
/// # Errors
/// [`Error::Index`] with the first index that has another rule than the first one.
pub fn common_rule<'a>(
    mut indexes: impl Iterator<Item = (&'a Path, Option<&'a TunedRule>)>,
) -> Result<Option<TunedRule>> {
    let Some((first, rule)) = indexes.next() else { return Ok(None) };
    let mut common = rule.cloned();
    for (path, rule) in indexes {
        match (&mut common, rule) {
            (None, None) => {}
            (Some(common), Some(rule)) if common.is_same_rule(rule) => {
                common.pages += rule.pages;
                common.changed += rule.changed;
                common.replaced(&rule.relabelled);
            }
            (_, found) => {
                let (found, expected) = match (&common, found) {
                    (None, _) => ("a", "none as in"),
                    (Some(_), None) => ("no", "that of"),
                    (Some(_), Some(_)) => ("another", "that of"),
                };
                let message =
                    format!("has {found} tuned rule, expected {expected} {}", first.display());
                return Err(Error::index(path, message).with_remedy(Remedy::AlikeRules));
            }
        }
    }
    Ok(common)
}

#[cfg(test)]
mod tests;
