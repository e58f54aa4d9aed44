//! Turns named thresholds into a rule or the axes of a sweep.

use super::catalog::{PARAMETERS, Role};
use super::number::decimal;
use crate::rule::predicate::{Feature, Operator};
use crate::sweep::{Grid, Grids, MOST_VALUES, RuleAxis, ThresholdAxis, WeightGrid};
use crate::{Decimal, Predicate, TitleRule};
use tamis_index::error::{Error, Result};
use tamis_index::index::{Manifest, Score};

/// The values of each threshold, by name, as they were set.
#[derive(Debug, Clone, Default)]
pub struct Thresholds {
    /// Those of the catalog.
    named: Vec<(&'static str, Vec<f64>)>,
    /// Minimum scores.
    scores: Vec<(Score, Vec<f64>)>,
}

impl Thresholds {
    /// Sets a threshold to one value.
    pub fn set(&mut self, name: &'static str, value: f64) {
        self.set_all(name, [value]);
    }

    /// Sets a threshold to several values; replaces those set before. Takes no more than show that they are too many.
    pub fn set_all(&mut self, name: &'static str, values: impl IntoIterator<Item = f64>) {
        self.named.retain(|(known, _)| *known != name);
        self.named.push((name, values.into_iter().take(MOST_VALUES + 1).collect()));
    }

    /// Sets a minimum score to several values, as [`set_all`](Self::set_all).
    pub fn set_scores(&mut self, score: Score, values: impl IntoIterator<Item = f64>) {
        self.scores.retain(|(known, _)| *known != score);
        self.scores.push((score, values.into_iter().take(MOST_VALUES + 1).collect()));
    }

    /// Sets the values of a threshold of this name: `min_words`, `max_repeats`, `min_score.victor`.
    ///
    /// # Errors
    /// [`Error::Setting`] for an unknown name, or a score that the index does not have.
    pub fn set_named(&mut self, name: &str, values: &[f64], manifest: &Manifest) -> Result<()> {
        if let Some(score) = name.strip_prefix(MIN_SCORE) {
            self.set_scores(manifest.score(score)?, values.iter().copied());
            return Ok(());
        }
        let thresholds = || PARAMETERS.iter().filter(|spec| matches!(spec.role, Role::Threshold(..)));
        let Some(spec) = thresholds().find(|spec| spec.name == name) else {
            return Err(Error::unknown_name("threshold", name, thresholds().map(|spec| spec.name)));
        };
        self.set_all(spec.name, values.iter().copied());
        Ok(())
    }

    /// The rule that all thresholds make together, each with its one value.
    ///
    /// # Errors
    /// [`Error::Setting`] for a value that no block can have.
    pub fn rule(&self) -> Result<Predicate> {
        let axes = self.axes()?;
        let rules = axes.iter().flat_map(|axis| axis.values.iter().map(|&value| axis.predicate(value)));
        Ok(rules.fold(Predicate::All, Predicate::and))
    }

    /// One axis per threshold, in the order of [`PARAMETERS`], then the scores, each value once.
    fn axes(&self) -> Result<Vec<ThresholdAxis>> {
        let of_catalog = PARAMETERS.iter().filter_map(|spec| {
            let Role::Threshold(feature, comparison) = spec.role else { return None };
            let (name, given) = self.named.iter().find(|(name, _)| *name == spec.name)?;
            Some((*name, feature, comparison, given))
        });
        let scores = self.scores.iter();
        let scores = scores.map(|(score, given)| ("min_score", Feature::Score(*score), Operator::AtLeast, given));
        of_catalog
            .chain(scores)
            .map(|(name, feature, comparison, given)| axis(name, feature, comparison, given))
            .collect()
    }

    /// The grid of all values, see [`Grid::of`], or a grid per axis.
    ///
    /// # Errors
    /// [`Error::Setting`] if there is nothing to sweep, or too much.
    pub fn grids(
        &self,
        separately: bool,
        labels: Option<RuleAxis>,
        weights: WeightGrid,
        rule: Predicate,
        title: TitleRule,
    ) -> Result<Grids> {
        let grids = if separately {
            Grids::separately(self.axes()?, labels, weights, rule, title, 1)?
        } else {
            Grid::of(self.axes()?, labels, weights, rule, title, 1)?.map(Grids::from)
        };
        grids.ok_or_else(|| {
            Error::settings("found nothing to sweep, expected thresholds such as min_words(1..=100), labels or weights")
        })
    }
}

/// How the name of a minimum score begins.
const MIN_SCORE: &str = "min_score.";

/// Returns the axis of these values; `name` is that of the setting.
fn axis(name: &'static str, feature: Feature, comparison: Operator, given: &[f64]) -> Result<ThresholdAxis> {
    let mut values: Vec<Decimal> = Vec::with_capacity(given.len());
    let mut seen = std::collections::BTreeSet::new();
    for value in given {
        let value = decimal(name, *value)?;
        feature.check(value).map_err(|problem| Error::setting(name, problem))?;
        values.extend(Some(value).filter(|value| seen.insert(*value)));
    }
    if values.is_empty() {
        return Err(Error::setting(name, "found no value, expected one or more"));
    }
    if given.len() > MOST_VALUES {
        let problem = format!("found more than {MOST_VALUES} values, expected at most that; take larger steps");
        return Err(Error::setting(name, problem));
    }
    Ok(ThresholdAxis { feature, comparison, values })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_axis_is_the_inner_one_and_single_values_are_part_of_the_rule() {
        let mut thresholds = Thresholds::default();
        thresholds.set_all("min_words", (1..=5).map(f64::from));
        thresholds.set_all("min_density", [7.0, 8.5]);
        thresholds.set("max_link_density", 0.33);
        let grids = thresholds.grids(false, None, WeightGrid::default(), Predicate::All, TitleRule::Block).unwrap();
        let grid = grids.first();
        assert_eq!((grid.inner.name().as_str(), grid.outer[0].name.as_str()), ("min_words", "min_density"));
        assert_eq!((grids.points(), grid.side.to_string().as_str()), (10, "link_density <= 0.33"));
        let separately = thresholds.grids(true, None, WeightGrid::default(), Predicate::All, TitleRule::Block).unwrap();
        assert_eq!((separately.iter().count(), separately.points()), (2, 7));
    }

    #[test]
    fn a_sweep_needs_something_to_sweep() {
        let grid = |thresholds: &Thresholds| {
            thresholds.grids(false, None, WeightGrid::default(), Predicate::All, TitleRule::Keep)
        };
        assert!(grid(&Thresholds::default()).is_err());
        let mut empty = Thresholds::default();
        empty.set_all("min_words", []);
        assert!(grid(&empty).unwrap_err().to_string().contains("min_words"));
        // A range of four billion numbers is not expanded.
        let mut endless = Thresholds::default();
        endless.set_all("min_words", (0..=u32::MAX).map(f64::from));
        assert_eq!(
            grid(&endless).unwrap_err().to_string(),
            "min_words: found more than 10000 values, expected at most that; take larger steps"
        );
    }
}
