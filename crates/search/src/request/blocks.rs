//! Which blocks a search sees and what they weigh: how it is set, and what it is in an index.

use super::Request;
use super::clause::Clause;
use super::named::Named;
use super::problems::Problems;
use crate::rule::sieve;
use crate::{BlockRule, Predicate, Weights};
use tamis_index::error::Result;
use tamis_index::index::Manifest;

impl Request {
    /// Adds a rule about blocks. Another value of the same threshold, or another kind, is replaced.
    pub fn add(&mut self, clause: Clause) {
        self.rule.retain(|other| clause.is_label() || !clause.replaces(other));
        self.rule.push(clause);
    }

    /// Sets a threshold, a rule in words or a kind; another value of a threshold is replaced.
    ///
    /// # Errors
    /// [`Error::Setting`](tamis_index::error::Error::Setting) for an unknown name, and for a value
    /// that is no number.
    pub fn set_threshold(&mut self, name: &str, value: &str) -> Result<()> {
        self.add(Clause::new(name, value)?);
        Ok(())
    }

    /// Returns the blocks that are permitted, titles aside: thresholds in the order of the list,
    /// then rules, labels and kind.
    ///
    /// # Errors
    /// [`Setting`](tamis_index::error::Error::Setting) for a value that no block can have, a rule
    /// that does not parse, and a label or score that the index does not have.
    pub fn permits(&self, manifest: &Manifest) -> Result<Predicate> {
        let request = self.with_named_rule(manifest)?;
        Problems::first(|problems| request.read_permits(manifest, problems))
    }

    /// Returns what blocks weigh.
    ///
    /// # Errors
    /// [`Setting`](tamis_index::error::Error::Setting) for a rule that does not parse, a weight out
    /// of range, and a score that the index does not have.
    pub fn weights(&self, manifest: &Manifest) -> Result<Weights> {
        let request = self.with_named_rule(manifest)?;
        Problems::first(|problems| request.read_weights(manifest, problems))
    }

    /// Returns the rule for blocks: those that are permitted, titles included, and what they weigh.
    ///
    /// # Errors
    /// As [`permits`](Self::permits) and [`weights`](Self::weights).
    pub fn rule(&self, manifest: &Manifest) -> Result<BlockRule> {
        let request = self.with_named_rule(manifest)?;
        let permits = request.title.apply(request.permits(manifest)?);
        Ok(BlockRule { permits, weights: request.weights(manifest)? })
    }

    /// Returns the rules, labels and kind that must hold besides thresholds; those of a named rule
    /// are not among them.
    ///
    /// # Errors
    /// As [`permits`](Self::permits).
    pub(super) fn side(&self, manifest: &Manifest) -> Result<Predicate> {
        Problems::first(|problems| self.read_clauses(false, manifest, problems))
    }

    /// As [`permits`](Self::permits), without a named rule; what is wrong is noted, and left out.
    pub(super) fn read_permits(&self, manifest: &Manifest, problems: &mut Problems) -> Predicate {
        let thresholds = self.read_clauses(true, manifest, problems);
        thresholds.and(self.read_clauses(false, manifest, problems))
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

    /// As [`weights`](Self::weights), without a named rule; what is wrong is noted, and left out.
    pub(super) fn read_weights(&self, manifest: &Manifest, problems: &mut Problems) -> Weights {
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
