//! A sweep as it is requested: a search, and parameters with several values. And a comparison: a
//! search, and labels.

use super::Request;
use super::bounds::{self, MIN_SCORE, decimal_of};
use super::named::Named;
use super::parameters::{PARAMETERS, Role, parameter, place};
use crate::experiment::parameter::Value;
use crate::experiment::results::Axis;
use crate::experiment::{Compared, NamedRule};
use crate::rule::predicate::FEATURES;
use crate::sweep::{Grid, Grids, MAX_VALUES, RuleAxis, ThresholdAxis, WeightAxis, WeightGrid};
use serde::{Deserialize, Serialize};
use tamis_eval::statistics::{Margin, SEED};
use tamis_index::error::{Error, Result};
use tamis_index::index::Manifest;

/// A sweep as it is requested. Its points are the product of the axes, or with `separately` the
/// values of each axis of blocks alone. An axis with one value holds at every point.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SweepRequest {
    pub request: Request,
    /// The axes by name: a bound on a feature (`min_words`, `max_tag_level`, `min_score.victor`),
    /// `label` (`none` permits every block), the weight of a named rule (`weight.title`), or a
    /// parameter of the ranking (`model`, `k1`, `feedback`).
    pub axes: Vec<Axis>,
    /// Whether each axis of blocks is taken alone.
    pub separately: bool,
}

/// The axes of a sweep's views, by kind.
struct ViewAxes {
    thresholds: Vec<ThresholdAxis>,
    labels: Option<RuleAxis>,
    weights: Vec<WeightAxis>,
}

/// How the refusal of a sweep without several values begins; the program names flags instead.
pub const NOTHING_TO_SWEEP: &str = "found nothing to sweep";

impl SweepRequest {
    /// Sets the values of an axis as they are typed; replaces those set before. Takes at most one
    /// value too many, which is enough to refuse them. Axes of listed parameters are in the order
    /// of the list, before others.
    pub fn set_axis<V: ToString>(&mut self, name: &str, values: impl IntoIterator<Item = V>) {
        let values = values.into_iter().take(MAX_VALUES + 1);
        let values = values.flat_map(|value| value.to_string().parse()).collect();
        self.axes.retain(|axis| axis.name != name);
        self.axes.push(Axis { name: name.to_owned(), values });
        self.axes.sort_by_key(|axis| place(&axis.name));
    }

    /// Whether a sweep can have an axis of this name, as far as the name shows.
    pub fn is_axis(name: &str) -> bool {
        match parameter(name).map(|spec| spec.role) {
            Some(Role::Threshold(..) | Role::OtherThreshold | Role::Label) => true,
            Some(role) => role.is_axis_of_rankings(),
            None => name.starts_with(MIN_SCORE) || WeightAxis::rule_of_name(name).is_some(),
        }
    }

    /// The axis of this name, if there is one.
    pub fn axis(&self, name: &str) -> Option<&Axis> {
        self.axes.iter().find(|axis| axis.name == name)
    }

    /// Returns the grid of all views, or a grid per axis, for a sweep of so many rankings.
    ///
    /// # Errors
    /// [`Error::Setting`] if there is nothing to sweep, or too much; for an unknown axis, a value
    /// that blocks cannot have, and a label or score that the index does not have.
    pub fn grids(&self, manifest: &Manifest, rankings: usize) -> Result<Grids> {
        self.find_grids(manifest, rankings)?.ok_or_else(|| {
            let expected = "expected an axis such as min_words=1..=100, label=none,bte or \
                            weight.title=1..=5";
            Error::settings(format!("{NOTHING_TO_SWEEP}, {expected}"))
        })
    }

    /// As [`grids`](Self::grids); if there is nothing to sweep, the rule of the request is the only
    /// point.
    ///
    /// # Errors
    /// As there.
    pub fn grids_or_point(&self, manifest: &Manifest, rankings: usize) -> Result<Grids> {
        if let Some(grids) = self.find_grids(manifest, rankings)? {
            return Ok(grids);
        }
        let rule = self.with_named_rule(manifest)?.split_rule(manifest)?;
        Ok(Grid::nested(ThresholdAxis::every_block(), rule).into())
    }

    /// As [`grids`](Self::grids); none if there is nothing to sweep.
    fn find_grids(&self, manifest: &Manifest, rankings: usize) -> Result<Option<Grids>> {
        self.request.check_plain_words()?;
        let request = self.with_named_rule(manifest)?;
        let ViewAxes { thresholds, labels, weights } = self.views(&request, manifest)?;
        let rule = request.split_rule(manifest)?;
        let (title, weights) = (rule.title, WeightGrid::new(rule.weights, weights)?);
        let side = request.side(manifest)?;
        if self.separately {
            return Grids::separately(thresholds, labels, weights, side, title, rankings);
        }
        let grid = Grid::new(thresholds, labels, weights, side, title, rankings)?;
        Ok(grid.map(Grids::from))
    }

    /// Returns what all points share, with the parameters of a named rule. An axis takes the place
    /// of a stored threshold of the same name.
    fn with_named_rule(&self, manifest: &Manifest) -> Result<Request> {
        let mut request = self.request.with_named_rule(manifest)?.into_owned();
        let own = &self.request.rule;
        request.rule.retain(|clause| {
            let is_own =
                !clause.is_threshold() || own.iter().any(|own| own.name() == clause.name());
            is_own || self.axis(clause.name()).is_none()
        });
        Ok(request)
    }

    fn views(&self, request: &Request, manifest: &Manifest) -> Result<ViewAxes> {
        let mut views = ViewAxes { thresholds: Vec::new(), labels: None, weights: Vec::new() };
        for clause in &request.rule {
            if let Some(axis) = clause.axis(manifest)? {
                views.add(axis)?;
            }
        }
        for Axis { name, values } in &self.axes {
            if let Some(rule) = WeightAxis::rule_of_name(name) {
                let weights = values.iter().map(|value| decimal_of(name, value));
                let axis = WeightAxis::new(rule, weights.collect::<Result<Vec<_>>>()?);
                views.weights.push(axis.map_err(|error| of_axis(name, error))?);
                continue;
            }
            match parameter(name).map(|spec| spec.role) {
                Some(Role::Label) => {
                    let names: Vec<String> = values.iter().map(Value::to_string).collect();
                    let axis = RuleAxis::of_labels(manifest, names.iter().map(String::as_str))?;
                    views.labels = Some(axis).filter(|axis| !axis.values.is_empty());
                }
                Some(role) if role.is_axis_of_rankings() => {}
                _ => {
                    let bound = ThresholdAxis::from_name(name, manifest)
                        .ok_or_else(|| unknown_axis(name, manifest))?
                        .map_err(|error| of_axis(name, error))?;
                    views.add(bounds::axis(name, bound, values)?)?;
                }
            }
        }
        Ok(views)
    }
}

impl Request {
    /// Returns a comparison of these labels with thresholds, in which the request's rule for blocks
    /// holds as well. It has no folds.
    ///
    /// # Errors
    /// [`Error::Setting`] for a rule, label or score that the index does not have, and for
    /// operators in queries.
    pub fn compared(&self, manifest: &Manifest, labels: Vec<(u32, String)>) -> Result<Compared> {
        self.check_plain_words()?;
        let request = self.with_named_rule(manifest)?;
        let rule = request.split_rule(manifest)?;
        let mut named = vec![request.named_row(Named::Sieve, manifest)?];
        // A check of the index tells of a stored rule that it cannot use.
        if manifest.tuned.is_some() {
            named.extend(request.named_row(Named::Tuned, manifest).ok());
        }
        let margin = Margin::default();
        Ok(Compared { labels, rule, named, folds: None, seed: SEED, margin })
    }

    /// Returns a named rule as a row of a comparison: what a search with the same parameters and
    /// this rule would use.
    fn named_row(&self, named: Named, manifest: &Manifest) -> Result<NamedRule> {
        let request = Self { named: Some(named), ..self.clone() };
        let rule = request.split_rule(manifest)?;
        Ok(NamedRule { name: named.name().to_owned(), is_stored: named == Named::Tuned, rule })
    }
}

impl ViewAxes {
    /// Adds an axis of thresholds.
    ///
    /// # Errors
    /// [`Error::Setting`] for a second one of the same bound.
    fn add(&mut self, axis: ThresholdAxis) -> Result<()> {
        let bound = (axis.feature, axis.comparison);
        if self.thresholds.iter().any(|other| (other.feature, other.comparison) == bound) {
            let name = axis.name();
            let problem = format!("{name} is given twice; expected all its values in one place");
            return Err(Error::settings(problem));
        }
        self.thresholds.push(axis);
        Ok(())
    }
}

/// The error of a name that is no axis, with the nearest one of the index.
fn unknown_axis(name: &str, manifest: &Manifest) -> Error {
    let bounds = FEATURES.iter().flat_map(|feature| {
        let name = feature.name();
        [format!("min_{name}"), format!("max_{name}")]
    });
    let scores = manifest.scores().into_iter().map(|score| score.name().to_owned());
    let others = PARAMETERS
        .iter()
        .filter(|spec| spec.role == Role::Label || spec.role.is_axis_of_rankings());
    let others = others.map(|spec| spec.name.to_owned()).chain(["weight.NAME".to_owned()]);
    let all: Vec<String> = bounds.chain(scores).chain(others).collect();
    Error::unknown_name("axis", name, all.iter().map(String::as_str))
}

/// Names the axis of an error.
fn of_axis(name: &str, error: Error) -> Error {
    match error {
        Error::Setting(error) => {
            let problem = format!("{name}: {}", error.problem);
            error.reworded("", problem).into()
        }
        error => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Predicate, TitleRule};
    use tamis_index::index::Recipe;

    fn manifest() -> Manifest {
        Manifest::new(Recipe::default())
    }

    fn request() -> SweepRequest {
        let request = Request { title: TitleRule::Block, ..Request::default() };
        SweepRequest { request, ..SweepRequest::default() }
    }

    #[test]
    fn the_longest_axis_is_the_inner_one_and_single_values_are_part_of_the_rule() {
        let mut request = request();
        request.set_axis("max_link_density", [0.33]);
        request.set_axis("min_density", [7.0, 8.5]);
        request.set_axis("min_words", 1..=5);
        let grids = request.grids(&manifest(), 1).unwrap();
        let grid = grids.first();
        assert_eq!(grid.inner.name(), "min_words");
        assert_eq!(grid.outer[0].name, "min_density");
        assert_eq!((grids.points(), grid.side.to_string().as_str()), (10, "link_density <= 0.33"));
        request.separately = true;
        let separately = request.grids(&manifest(), 1).unwrap();
        assert_eq!((separately.iter().count(), separately.points()), (2, 7));
    }

    fn refused(request: &SweepRequest) -> String {
        request.grids(&manifest(), 1).unwrap_err().to_string()
    }

    #[test]
    fn a_sweep_needs_something_to_sweep() {
        assert!(refused(&request()).starts_with("found nothing to sweep"));
        let mut empty = request();
        empty.set_axis("min_words", [0; 0]);
        assert_eq!(refused(&empty), "min_words: found no value, expected one or more");
        // A range of four billion numbers is not expanded.
        let mut endless = request();
        endless.set_axis("min_words", 0..=u32::MAX);
        assert_eq!(
            refused(&endless),
            "min_words: found more than 10000 values, expected at most that; take larger steps"
        );
    }

    #[test]
    fn a_bound_may_be_given_once_and_any_feature_has_bounds() {
        let mut request = request();
        request.request.set("min_words", "5").unwrap();
        request.set_axis("max_tag_level", 1..=3);
        let grids = request.grids(&manifest(), 1).unwrap();
        assert_eq!(grids.first().side.to_string(), "words >= 5");
        assert_eq!(grids.rule(0).permits.to_string(), "(words >= 5 and tag_level <= 1)");
        assert_ne!(grids.rule(0).permits, Predicate::All);
        request.set_axis("min_words", [1, 2]);
        let error = request.grids(&manifest(), 1).unwrap_err().to_string();
        assert!(error.starts_with("min_words is given twice"), "{error}");
    }
}
