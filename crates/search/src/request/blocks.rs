//! Which blocks a search sees and what they weigh: how it is set, and what it is in an index.

use super::Request;
use super::bounds::bound;
use super::named::check_name;
use super::parameters::{ParameterSpec, Role, parameter, place};
use super::problems::Problems;
use super::values::{add_names, switch, unknown};
use crate::experiment::parameter::{Parameter, Value};
use crate::rule::{expression, sieve};
use crate::{BlockRule, Predicate, Weights};
use tamis_blocks::page::BlockKind;
use tamis_index::error::{Error, Result};
use tamis_index::index::Manifest;

impl Request {
    /// Sets a threshold; another value of it is replaced.
    pub fn set_threshold(&mut self, name: &str, value: &str) {
        self.thresholds.retain(|threshold| threshold.name != name);
        let Ok(value) = value.parse::<Value>();
        self.thresholds.push(Parameter::new(name, value));
    }

    /// Sets a parameter of blocks to a value as it is typed.
    pub(super) fn set_blocks(&mut self, spec: &'static ParameterSpec, value: &str) -> Result<()> {
        match spec.role {
            Role::Threshold(..) => self.set_threshold(spec.name, value),
            Role::Label => add_names(&mut self.labels, value),
            Role::Kind => self.kind = Some(kind(value)?),
            Role::Where => self.rules.push(value.to_owned()),
            Role::Title => self.title = value.parse()?,
            Role::Weight => self.weights.push(value.to_owned()),
            Role::WeightBy => self.weight_by = Some(value.to_owned()),
            Role::Sieve => self.sieve = switch(spec, value)?,
            Role::Rule => self.rule = Some(check_name(value)?.to_owned()),
            _ => return Err(unknown(spec.name)),
        }
        Ok(())
    }

    /// Returns the blocks that are permitted, titles aside: thresholds in the order of the list,
    /// then rules, labels and kind.
    ///
    /// # Errors
    /// [`Error::Setting`] for a value that no block can have, a rule that does not parse, and a
    /// label or score that the index does not have.
    pub fn permits(&self, manifest: &Manifest) -> Result<Predicate> {
        let request = self.with_named_rule(manifest)?;
        let mut problems = Problems::default();
        let permits = request.read_permits(manifest, &mut problems);
        problems.first(permits)
    }

    /// Returns what blocks weigh.
    ///
    /// # Errors
    /// [`Error::Setting`] for a rule that does not parse, a weight out of range, and a score that
    /// the index does not have.
    pub fn weights(&self, manifest: &Manifest) -> Result<Weights> {
        let request = self.with_named_rule(manifest)?;
        let mut problems = Problems::default();
        let weights = request.read_weights(manifest, &mut problems);
        problems.first(weights)
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
        let mut problems = Problems::default();
        let side = self.read_side(manifest, &mut problems);
        problems.first(side)
    }

    /// As [`permits`](Self::permits), without a named rule; what is wrong is noted, and left out.
    pub(super) fn read_permits(&self, manifest: &Manifest, problems: &mut Problems) -> Predicate {
        let mut permits = Predicate::All;
        let mut thresholds: Vec<&Parameter> = self.thresholds.iter().collect();
        thresholds.sort_by_key(|threshold| place(&threshold.name));
        for Parameter { name, value } in thresholds {
            let rule = bound(name, manifest).and_then(|bound| bound.rule(value));
            let setting = parameter(name).map_or("min_score", |spec| spec.name);
            permits = permits.and(problems.take(setting, rule).unwrap_or(Predicate::All));
        }
        permits.and(self.read_side(manifest, problems))
    }

    fn read_side(&self, manifest: &Manifest, problems: &mut Problems) -> Predicate {
        let mut side = Predicate::All;
        for rule in &self.rules {
            let rule = problems.take("where", expression::parse(rule, manifest));
            side = side.and(rule.unwrap_or(Predicate::All));
        }
        for label in &self.labels {
            let label = problems.take("label", Predicate::label(manifest, label));
            side = side.and(label.unwrap_or(Predicate::All));
        }
        match self.kind {
            Some(kind) => side.and(Predicate::Kind(kind)),
            None => side,
        }
    }

    /// As [`weights`](Self::weights), without a named rule; what is wrong is noted, and left out.
    pub(super) fn read_weights(&self, manifest: &Manifest, problems: &mut Problems) -> Weights {
        let typed = self.weights.iter().map(String::as_str);
        let mut weights =
            problems.take("weight", Weights::parse(typed, manifest)).unwrap_or_default();
        if let Some(score) = &self.weight_by {
            let by = manifest.score(score).and_then(|score| weights.weigh_by(score));
            problems.take("weight_by", by);
        }
        if self.sieve {
            let added = sieve::add_sieve(&mut weights, manifest);
            problems.take("sieve", added);
        }
        weights
    }
}

fn kind(value: &str) -> Result<BlockKind> {
    match value {
        "title" => Ok(BlockKind::Title),
        "text" => Ok(BlockKind::Text),
        other => Err(Error::unknown_name("kind", other, ["title", "text"])),
    }
}
