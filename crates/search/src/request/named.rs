//! Rules that a request asks for by their names: the sieve, and the rule that was tuned for the
//! pages of an index and is stored in its manifest. A named rule stands for parameters of blocks;
//! what the request itself sets comes first.

use super::Request;
use super::bounds::MIN_SCORE;
use super::parameters::{Part, RULES, Role, SIEVE, TUNED, parameter};
use super::problems::Problems;
use crate::TitleRule;
use crate::rule::weights::WeightRule;
use std::borrow::Cow;
use std::collections::BTreeSet;
use tamis_index::corpus::Corpus;
use tamis_index::error::{Error, Result};
use tamis_index::index::{Index, Manifest, TunedRule};
use tamis_index::verify::{Check, Fault};

/// Returns a name of a rule.
///
/// # Errors
/// [`Error::Setting`] for another one.
pub(super) fn check_name(name: &str) -> Result<&str> {
    let mut names = RULES.iter().map(|(name, _)| *name);
    if names.clone().any(|known| known == name) {
        return Ok(name);
    }
    let expected = names.by_ref().collect::<Vec<_>>().join(" or ");
    let found = tamis_place::shown(name);
    Err(Error::setting("rule", format!("found {found}, expected {expected}")))
}

impl Request {
    /// Whether the rule is asked for that was tuned for an index.
    pub fn is_tuned(&self) -> bool {
        self.rule.as_deref() == Some(TUNED)
    }

    /// Returns the request with the parameters of its named rule in the place of the name.
    ///
    /// Its own weights come first, and one takes the place of a stored one of the same name. Its
    /// own thresholds, kind, treatment of titles and score of weights replace those of the rule;
    /// stored rules in words and labels hold besides its own.
    ///
    /// # Errors
    /// [`Error::Setting`] for an unknown name, and for the tuned rule beside the sieve;
    /// [`Error::TunedRule`] if the index has no tuned rule, or one that it cannot use.
    pub fn with_named_rule(&self, manifest: &Manifest) -> Result<Cow<'_, Self>> {
        let Some(name) = &self.rule else { return Ok(Cow::Borrowed(self)) };
        let mut request = Self { rule: None, ..self.clone() };
        if check_name(name)? == SIEVE {
            request.sieve = true;
            return Ok(Cow::Owned(request));
        }
        if self.sieve {
            let problem = "found tuned and the sieve, expected one of them";
            return Err(Error::setting("rule", problem));
        }
        let rule = manifest.tuned.as_ref().ok_or_else(Error::no_tuned_rule)?;
        request.add(tuned(rule, manifest)?, manifest);
        Ok(Cow::Owned(request))
    }

    /// Checks that the indexes of a corpus have the same tuned rule, if the request asks for it.
    ///
    /// # Errors
    /// [`Error::Index`] with the first index that has another one.
    pub fn check_tuned(&self, corpus: &Corpus) -> Result<()> {
        if !self.is_tuned() {
            return Ok(());
        }
        corpus.tuned().map(drop)
    }

    /// Returns the warning that the tuned rule, which the request asks for, was chosen on other
    /// pages than the corpus has.
    pub fn outdated_rule(&self, corpus: &Corpus) -> Option<Error> {
        let rule = if self.is_tuned() { corpus.tuned().ok()?? } else { return None };
        rule.warning(&corpus.indexes[0].path)
    }

    /// Adds the parameters of a stored rule behind its own.
    fn add(&mut self, stored: Self, manifest: &Manifest) {
        for threshold in stored.thresholds {
            if !self.thresholds.iter().any(|own| own.name == threshold.name) {
                self.thresholds.push(threshold);
            }
        }
        for label in stored.labels {
            if !self.labels.contains(&label) {
                self.labels.push(label);
            }
        }
        self.rules.extend(stored.rules);
        self.kind = self.kind.or(stored.kind);
        if self.title == TitleRule::default() {
            self.title = stored.title;
        }
        self.weights = joined(std::mem::take(&mut self.weights), stored.weights, manifest);
        self.weight_by = self.weight_by.take().or(stored.weight_by);
    }
}

/// Returns the request's own weights, then the stored ones. An own one that has the name of a
/// stored one takes its place.
fn joined(own: Vec<String>, stored: Vec<String>, manifest: &Manifest) -> Vec<String> {
    let stored_names: BTreeSet<String> =
        stored.iter().filter_map(|weight| name_of(weight, manifest)).collect();
    let (replacing, mut weights): (Vec<String>, Vec<String>) =
        own.into_iter().partition(|weight| {
            name_of(weight, manifest).is_some_and(|name| stored_names.contains(&name))
        });
    for weight in stored {
        let name = name_of(&weight, manifest);
        let mut places = replacing.iter();
        let places: Vec<&String> = match &name {
            Some(_) => places.by_ref().filter(|own| name_of(own, manifest) == name).collect(),
            None => Vec::new(),
        };
        if places.is_empty() {
            weights.push(weight);
        } else {
            // A name that is given twice is refused where weights are read.
            weights.extend(places.into_iter().cloned());
        }
    }
    weights
}

/// The name of a weight; none if it has none, or does not parse.
fn name_of(weight: &str, manifest: &Manifest) -> Option<String> {
    WeightRule::parse(weight, manifest).ok()?.name
}

/// Returns the parameters of a stored rule as a request, after a check against the index.
///
/// # Errors
/// [`Error::TunedRule`] with the first parameter that the index cannot use.
fn tuned(rule: &TunedRule, manifest: &Manifest) -> Result<Request> {
    let mut request = Request::default();
    for parameter in &rule.parameters {
        let name = &*parameter.name;
        if !is_storable(name) {
            let problem = format!(
                "found the parameter {}, expected one that decides about blocks",
                tamis_place::shown(name)
            );
            return Err(Error::tuned_rule(problem));
        }
        request.set(name, &parameter.value).map_err(Error::tuned_rule)?;
    }
    let mut problems = Problems::default();
    let _ = request.read_permits(manifest, &mut problems);
    let _ = request.read_weights(manifest, &mut problems);
    problems.first(request).map_err(Error::tuned_rule)
}

/// Whether a stored rule may have a parameter of this name.
fn is_storable(name: &str) -> bool {
    match parameter(name).map(|spec| spec.role) {
        Some(Role::Sieve | Role::Rule) => false,
        Some(role) => role.part() == Part::Blocks,
        // A minimum score.
        None => name.starts_with(MIN_SCORE),
    }
}

/// Whether an index with this manifest can use a tuned rule.
pub fn can_use(rule: &TunedRule, manifest: &Manifest) -> bool {
    tuned(rule, manifest).is_ok()
}

/// Checks that an index can use its tuned rule: that each parameter is one of blocks and parses,
/// and that the index has the labels and scores that it asks for. None without a tuned rule.
pub fn check_stored(index: &Index) -> Option<Check> {
    let rule = index.manifest.tuned.as_ref()?;
    let wrong = match tuned(rule, &index.manifest) {
        Ok(_) => None,
        Err(Error::TunedRule { problem, remedy }) => {
            Some(Error::index(&index.path, problem).with_remedy(remedy))
        }
        Err(error) => Some(error),
    };
    let found = match rule.parameters.len() {
        1 => "1 parameter of the tuned rule".to_owned(),
        count => format!("{count} parameters of the tuned rule"),
    };
    Some(Check::new("rule", found, wrong.map(Fault::from).into_iter().collect()))
}

#[cfg(test)]
mod tests;
