//! Rules that a request asks for by their names: the sieve, and the rule that was tuned for the
//! pages of an index and is stored in its manifest. A named rule stands for parameters of blocks;
//! what the request itself sets comes first.

use super::Request;
use super::bounds::MIN_SCORE;
use super::parameters::{Part, Role, SIEVE, TUNED, parameter};
use crate::TitleRule;
use crate::rule::weights::WeightClause;
use std::borrow::Cow;
use std::str::FromStr;
use tamis_index::corpus::Corpus;
use tamis_index::error::{Error, Result};
use tamis_index::index::{Index, Manifest, TunedRule};
use tamis_index::verify::{Check, Fault};

/// A rule that is asked for by its name. The switch `sieve` and the name `sieve` are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// The weights of the sieve.
    Sieve,
    /// The rule that is stored in the index.
    Tuned,
}

impl Named {
    pub fn name(self) -> &'static str {
        match self {
            Self::Sieve => SIEVE,
            Self::Tuned => TUNED,
        }
    }
}

impl FromStr for Named {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        match name {
            SIEVE => Ok(Self::Sieve),
            TUNED => Ok(Self::Tuned),
            other => {
                let found = tamis_place::shown(other);
                let problem = format!("found {found}, expected {SIEVE} or {TUNED}");
                Err(Error::setting("rule", problem))
            }
        }
    }
}

impl Request {
    /// Whether the rule is asked for that was tuned for an index.
    pub fn is_tuned(&self) -> bool {
        self.named == Some(Named::Tuned)
    }

    /// Asks for a rule by its name.
    ///
    /// # Errors
    /// [`Error::Setting`] if the other one is asked for.
    pub(super) fn name_rule(&mut self, named: Named) -> Result<()> {
        if self.named.is_some_and(|other| other != named) {
            let problem = "found tuned and the sieve, expected one of them";
            return Err(Error::setting("rule", problem));
        }
        self.named = Some(named);
        Ok(())
    }

    /// Returns the request with the parameters of its named rule in the place of the name.
    ///
    /// Its own weights come first, and one takes the place of a stored one of the same name. Its
    /// own thresholds, kind, treatment of titles and score of weights replace those of the rule;
    /// stored rules in words and labels hold besides its own.
    ///
    /// # Errors
    /// [`Error::TunedRule`] if the index has no tuned rule, or one that it cannot use.
    pub fn with_named_rule(&self, manifest: &Manifest) -> Result<Cow<'_, Self>> {
        if !self.is_tuned() {
            return Ok(Cow::Borrowed(self));
        }
        let mut request = Self { named: None, ..self.clone() };
        let rule = manifest.tuned.as_ref().ok_or_else(Error::no_tuned_rule)?;
        request.add_stored(tuned(rule, manifest)?);
        Ok(Cow::Owned(request))
    }

    /// Checks that the indexes of a corpus have the same tuned rule, if the request asks for it.
    ///
    /// # Errors
    /// [`Error::Index`] with the first index that has another one.
    pub fn check_tuned(&self, corpus: &Corpus) -> Result<()> {
        if self.is_tuned() { corpus.tuned().map(drop) } else { Ok(()) }
    }

    /// Returns the warning that the tuned rule, which the request asks for, was chosen on other
    /// pages than the corpus has.
    pub fn outdated_rule(&self, corpus: &Corpus) -> Option<Error> {
        let rule = if self.is_tuned() { corpus.tuned().ok()?? } else { return None };
        rule.warning(&corpus.indexes[0].path)
    }

    /// Adds the parameters of a stored rule behind its own.
    fn add_stored(&mut self, stored: Self) {
        for clause in stored.rule {
            if !self.rule.iter().any(|own| own.replaces(&clause)) {
                self.rule.push(clause);
            }
        }
        if self.title == TitleRule::default() {
            self.title = stored.title;
        }
        self.weights = joined(std::mem::take(&mut self.weights), stored.weights);
        self.weight_by = self.weight_by.take().or(stored.weight_by);
    }
}

/// Returns the request's own weights, then the stored ones. An own one that has the name of a
/// stored one takes its place.
fn joined(own: Vec<WeightClause>, stored: Vec<WeightClause>) -> Vec<WeightClause> {
    let (replacing, mut weights): (Vec<WeightClause>, Vec<WeightClause>) = own
        .into_iter()
        .partition(|own| own.name.is_some() && stored.iter().any(|stored| stored.name == own.name));
    for weight in stored {
        // A name that is given twice is refused where weights are resolved.
        let in_its_place = replacing.iter().filter(|own| own.name == weight.name);
        let before = weights.len();
        weights.extend(in_its_place.cloned());
        if weights.len() == before {
            weights.push(weight);
        }
    }
    weights
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
    request.split_rule(manifest).map_err(Error::tuned_rule)?;
    Ok(request)
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
