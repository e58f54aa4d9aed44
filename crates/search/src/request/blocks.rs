//! Which blocks a search sees and what they weigh: how it is set, and what it is in an index.

use super::Request;
use super::clause::Clause;
use super::named::Named;
use super::problems::Problems;
use crate::rule::sieve;
use crate::{BlockRule, Predicate, SplitRule, Weights};
use tamis_index::error::Result;
use tamis_index::index::Manifest;

impl Request {
    /// Adds a rule about blocks. Another value of the same threshold, or another kind, is replaced.
    pub fn add(&mut self, clause: Clause) {
        self.rule.retain(|other| clause.is_label() || !clause.replaces(other));
        self.rule.push(clause);
    }

    /// Returns the rule for blocks: thresholds in the order of the list, then rules, labels and
    /// kind; the treatment of titles; and what blocks weigh.
    ///
    /// # Errors
    /// [`Setting`](tamis_index::error::Error::Setting) for a value that no block can have, a rule
    /// that does not parse, a weight out of range, and a label or score that the index does not
    /// have.
    pub fn split_rule(&self, manifest: &Manifest) -> Result<SplitRule> {
        let request = self.with_named_rule(manifest)?;
        Problems::first(|problems| request.read_rule(manifest, problems))
    }

    /// Returns the rule for blocks: those that are permitted, titles included, and what they weigh.
    ///
    /// # Errors
    /// As [`split_rule`](Self::split_rule).
    pub fn rule(&self, manifest: &Manifest) -> Result<BlockRule> {
        Ok(self.split_rule(manifest)?.whole())
    }

    /// Returns the rules, labels and kind that must hold besides thresholds; those of a named rule
    /// are not among them.
    ///
    /// # Errors
    /// As [`split_rule`](Self::split_rule).
    pub(super) fn side(&self, manifest: &Manifest) -> Result<Predicate> {
        Problems::first(|problems| self.read_clauses(false, manifest, problems))
    }

    /// As [`split_rule`](Self::split_rule), without a named rule; what is wrong is noted, and left
    /// out.
    pub(super) fn read_rule(&self, manifest: &Manifest, problems: &mut Problems) -> SplitRule {
        let thresholds = self.read_clauses(true, manifest, problems);
        let permits = thresholds.and(self.read_clauses(false, manifest, problems));
        let weights = self.read_weights(manifest, problems);
        SplitRule { permits, title: self.title, weights }
    }

    /// Returns the rule of all thresholds, or of all other clauses; what is wrong is noted, and
    /// left out.
    fn read_clauses(
        &self,
        thresholds: bool,
        manifest: &Manifest,
        problems: &mut Problems,
    ) -> Predicate {
        let clauses = self.rule.iter().filter(|clause| clause.is_threshold() == thresholds);
        let mut clauses: Vec<&Clause> = clauses.collect();
        clauses.sort_by_key(|clause| clause.order());
        let rules = clauses
            .into_iter()
            .filter_map(|clause| problems.take(clause.setting(), clause.resolve(manifest)));
        rules.fold(Predicate::All, Predicate::and)
    }

    fn read_weights(&self, manifest: &Manifest, problems: &mut Problems) -> Weights {
        let weights = Weights::resolve(&self.weights, manifest);
        let mut weights = problems.take("weight", weights).unwrap_or_default();
        if let Some(score) = &self.weight_by {
            let by = manifest.score(score).and_then(|score| weights.weigh_by(score));
            problems.take("weight_by", by);
        }
        if self.named == Some(Named::Sieve) {
            let added = sieve::add_sieve(&mut weights, manifest);
            problems.take("sieve", added);
        }
        weights
    }
}
