//! `--grid NAME=VALUES`: an axis of a sweep by its name, for any feature of blocks, the labels and any parameter of the
//! ranking.

use super::values::Values;
use std::collections::BTreeSet;
use std::str::FromStr;
use tamis_index::error::{Error, Result};
use tamis_index::index::Manifest;
use tamis_search::experiment::catalog::{PARAMETERS, ParameterSpec, Role};
use tamis_search::experiment::parameter::Value;
use tamis_search::rule::predicate::{FEATURES, Feature};
use tamis_search::sweep::{RuleAxis, ThresholdAxis, WeightAxis};

/// Axes by their names.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct GridArgs {
    /// Add an axis; may be repeated. Axes: min_FEATURE, max_FEATURE (max_tag_level=1..=9), a minimum score
    /// (score.victor=0.1..=0.9:0.1), label=none,bte, model=bm25,dph, feedback=none,rm3,rm1-mixture, a model parameter
    /// (k1=0.5..=2:0.5), or the weight of a named rule (weight.title=1..=5). All combinations are scored, unless --separately
    #[arg(long = "grid", value_name = "NAME=VALUES")]
    given: Vec<Named>,
}

/// `NAME=VALUES`, the name with underscores.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Named {
    name: String,
    values: String,
}

impl FromStr for Named {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        match text.split_once('=') {
            Some((name, values)) if !name.trim().is_empty() && !values.trim().is_empty() => {
                let (name, values) = (name.trim(), values.trim().to_owned());
                // The name of a weight is the user's own, and that of a score is a classifier's.
                let (plain, own) = name.split_at(name.find('.').unwrap_or(name.len()));
                Ok(Self { name: plain.replace('-', "_") + own, values })
            }
            _ => Err("expected a name and values, such as k1=0.5..=2:0.5 or max_tag_level=4,8".to_owned()),
        }
    }
}

impl GridArgs {
    /// Returns the distinct values of a parameter, if it is given.
    ///
    /// # Errors
    /// A usage error for invalid values and for a parameter that is given twice.
    pub fn of_parameter(&self, spec: &ParameterSpec) -> Result<Option<Vec<Value>>> {
        let named: Vec<&Named> = self.given.iter().filter(|named| named.name == spec.name).collect();
        match named[..] {
            [] => Ok(None),
            [Named { values, .. }] if spec.role.is_named() => {
                // The labels of an index are looked up in it, for their names may differ by their case.
                let name = |value: &str| match spec.role {
                    Role::Label => value.trim().to_owned(),
                    _ => value.trim().to_ascii_lowercase(),
                };
                let values: Vec<String> = values.split(',').map(name).collect();
                Ok(Some(distinct(&values).into_iter().map(Value::Name).collect()))
            }
            [named] => Ok(Some(named.values()?.as_parameter())),
            _ => Err(Error::settings(format!(
                "--grid {} is given twice; expected all its values in one flag",
                spec.name
            ))),
        }
    }

    /// Returns the thresholds, in the order given.
    ///
    /// # Errors
    /// A usage error for an unknown name and for invalid values.
    pub fn thresholds(&self, manifest: &Manifest) -> Result<Vec<ThresholdAxis>> {
        let is_threshold =
            |named: &&Named| named.weighed_rule().is_none() && others().all(|spec| spec.name != named.name);
        self.given.iter().filter(is_threshold).map(|named| named.threshold(manifest)).collect()
    }

    /// Returns the axes over the weights of named rules, in the order given.
    ///
    /// # Errors
    /// A usage error for invalid values.
    pub fn weights(&self) -> Result<Vec<WeightAxis>> {
        let axis = |named: &Named| Some(named.weight(named.weighed_rule()?));
        self.given.iter().filter_map(axis).collect()
    }

    /// Returns the axis of labels, if there is one; `none` permits every block.
    ///
    /// # Errors
    /// A usage error for a label that the index does not have, and for two such axes.
    pub fn labels(&self, manifest: &Manifest) -> Result<Option<RuleAxis>> {
        let Some(spec) = PARAMETERS.iter().find(|spec| spec.role == Role::Label) else { return Ok(None) };
        let Some(names) = self.of_parameter(spec)? else { return Ok(None) };
        let names: Vec<String> = names.iter().map(Value::to_string).collect();
        RuleAxis::of_labels(manifest, names.iter().map(String::as_str)).map(Some)
    }
}

/// Parameters that are not bounds on features of blocks.
fn others() -> impl Iterator<Item = &'static ParameterSpec> {
    PARAMETERS.iter().filter(|spec| spec.role == Role::Label || spec.role.is_of_ranking())
}

impl Named {
    /// The name of the rule whose weight the axis varies.
    fn weighed_rule(&self) -> Option<&str> {
        WeightAxis::rule_of_name(&self.name)
    }

    fn weight(&self, rule: &str) -> Result<WeightAxis> {
        WeightAxis::new(rule, self.values()?.0).map_err(|error| match error {
            Error::Setting(error) => Error::settings(format!("--grid {}: {}", self.name, error.problem)),
            error => error,
        })
    }

    fn values(&self) -> Result<Values> {
        self.values.parse().map_err(|found| Error::settings(format!("--grid {}: {found}", self.name)))
    }

    fn threshold(&self, manifest: &Manifest) -> Result<ThresholdAxis> {
        match ThresholdAxis::of_name(&self.name, manifest) {
            Some(known) => {
                let (feature, comparison) = known.map_err(|error| match error {
                    Error::Setting(error) => Error::settings(format!("--grid {}: {}", self.name, error.problem)),
                    error => error,
                })?;
                let axis = ThresholdAxis { feature, comparison, values: self.values()?.0 };
                axis.check().map(|()| axis).map_err(|error| match error {
                    Error::Setting(error) => Error::settings(format!("--grid {}", error.problem)),
                    error => error,
                })
            }
            None => Err(self.unknown(manifest)),
        }
    }

    fn unknown(&self, manifest: &Manifest) -> Error {
        let bounds = |(name, _): &(&str, Feature)| [format!("min_{name}"), format!("max_{name}")];
        let others = others().map(|spec| spec.name.to_owned()).chain(["weight.NAME".to_owned()]);
        let scores = manifest.scores().into_iter().map(|score| score.name().to_owned());
        let all: Vec<String> = FEATURES.iter().flat_map(bounds).chain(scores).chain(others).collect();
        Error::unknown_name("axis of --grid", &self.name, all.iter().map(String::as_str))
    }
}

/// Returns each name once: a model given twice would be the same point twice.
pub fn distinct(names: &[String]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    names.iter().filter(|name| seen.insert(*name)).cloned().collect()
}
