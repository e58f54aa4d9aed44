//! The weights of a sweep: those of all points, and axes over the named ones.

use crate::rule::decimal::Decimal;
use crate::rule::weights::{Weight, WeightRule, Weights};
use tamis_index::error::{Error, Result};

/// One parameter of a sweep: the weight of a named rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeightAxis {
    /// The name of the rule.
    pub rule: String,
    /// The weights, in the order of the report.
    pub values: Vec<Weight>,
}

/// The weights of a sweep: the product of the axes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WeightGrid {
    /// The weights of all points; axes replace some.
    pub base: Weights,
    /// The axes; the last one varies fastest.
    pub axes: Vec<WeightAxis>,
}

/// The start of the name of an axis.
const PREFIX: &str = "weight.";

impl WeightAxis {
    /// Returns the axis of this rule with these weights, each once.
    ///
    /// # Errors
    /// [`Error::Setting`] for a weight out of range.
    pub fn new(rule: impl Into<String>, values: impl IntoIterator<Item = Decimal>) -> Result<Self> {
        let mut distinct = Vec::new();
        for value in values {
            let weight = Weight::try_from(value)?;
            // A repeated value would be a repeated point.
            if !distinct.contains(&weight) {
                distinct.push(weight);
            }
        }
        Ok(Self { rule: rule.into(), values: distinct })
    }

    /// Returns the name in reports: `weight.title`.
    pub fn name(&self) -> String {
        format!("{PREFIX}{}", self.rule)
    }

    /// Returns the rule of an axis's [`name`](Self::name); none if it is the name of another kind
    /// of axis.
    pub fn rule_of_name(name: &str) -> Option<&str> {
        name.strip_prefix(PREFIX)
    }
}

impl WeightGrid {
    /// Returns the grid of these weights and axes. An axis with one value sets the weight at every
    /// point.
    ///
    /// # Errors
    /// [`Error::Setting`] for an axis of a rule that `base` does not have, or two axes of one rule.
    pub fn new(mut base: Weights, axes: Vec<WeightAxis>) -> Result<Self> {
        for (number, axis) in axes.iter().enumerate() {
            if axes[..number].iter().any(|other| other.rule == axis.rule) {
                let name = axis.name();
                return Err(Error::settings(format!(
                    "{name} is given twice; expected all its values in one place"
                )));
            }
            let Some(&first) = axis.values.first() else {
                return Err(Error::settings(format!(
                    "{}: found no value, expected one or more",
                    axis.name()
                )));
            };
            let mut set = base.clone();
            set.set(&axis.rule, first)?;
            // Another axis that is taken alone has the weight as it was typed.
            if axis.values.len() == 1 {
                base = set;
            }
        }
        Ok(Self { base, axes: axes.into_iter().filter(|axis| axis.values.len() > 1).collect() })
    }

    /// Returns the number of combinations of weights; 1 without axes.
    pub fn rows(&self) -> usize {
        self.axes.iter().map(|axis| axis.values.len()).product()
    }

    /// Returns the weights of a combination.
    pub(super) fn weights(&self, row: usize) -> Weights {
        let mut weights = self.base.clone();
        let mut stride = self.rows();
        for axis in &self.axes {
            stride /= axis.values.len();
            // Every axis is that of a rule, which `new` checked.
            let _ = weights.set(&axis.rule, axis.values[row / stride % axis.values.len()]);
        }
        weights
    }

    /// Returns the axis over the weight of a rule.
    fn axis(&self, rule: &WeightRule) -> Option<&WeightAxis> {
        self.axes.iter().find(|axis| rule.name.as_deref() == Some(axis.rule.as_str()))
    }

    /// Returns whether a combination has a fractional weight.
    pub fn any_fractional(&self) -> bool {
        let of_axes = self.axes.iter().flat_map(|axis| &axis.values);
        let of_base = self
            .base
            .rules()
            .iter()
            .filter(|rule| self.axis(rule).is_none())
            .map(|rule| &rule.weight);
        self.base.by().is_some() || of_base.chain(of_axes).any(|weight| !weight.is_whole())
    }

    /// Returns the rules as they are typed; those of an axis have `varies by point` for a weight.
    pub fn texts(&self) -> Vec<String> {
        let mut texts = Vec::new();
        for rule in self.base.rules() {
            texts.push(match self.axis(rule) {
                Some(axis) => format!("{}={}: varies by point", axis.rule, rule.rule),
                None => rule.to_string(),
            });
        }
        texts.extend(self.base.text_of_score());
        texts
    }
}

impl From<Weights> for WeightGrid {
    fn from(base: Weights) -> Self {
        Self { base, axes: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_index::index::{Manifest, Recipe};

    fn weights() -> Weights {
        let rules = ["title=kind = title: 3", "all: 2", "rest=all: 0.5"];
        Weights::parse(rules, &Manifest::new(Recipe::default())).unwrap()
    }

    fn axis(rule: &str, values: &[u32]) -> WeightAxis {
        WeightAxis::new(rule, values.iter().map(|&value| Decimal::whole(value))).unwrap()
    }

    #[test]
    fn the_last_axis_runs_fastest() {
        let grid =
            WeightGrid::new(weights(), vec![axis("rest", &[1, 4]), axis("title", &[7, 8, 9])])
                .unwrap();
        let rows: Vec<String> = (0..grid.rows()).map(|row| grid.weights(row).to_string()).collect();
        assert_eq!(rows.len(), 6);
        assert_eq!(rows[0], "title=kind = title: 7; all: 2; rest=all: 1");
        assert_eq!(rows[5], "title=kind = title: 9; all: 2; rest=all: 4");
        assert_eq!((grid.axes[0].name().as_str(), grid.any_fractional()), ("weight.rest", false));
        assert_eq!(
            grid.texts(),
            ["title=kind = title: varies by point", "all: 2", "rest=all: varies by point"]
        );
    }

    #[test]
    fn one_value_is_no_axis_and_holds_everywhere() {
        let grid = WeightGrid::new(weights(), vec![axis("title", &[7])]).unwrap();
        assert_eq!(
            (grid.rows(), grid.base.to_string().starts_with("title=kind = title: 7;")),
            (1, true)
        );
        assert!(grid.any_fractional());
    }

    fn refused(axes: Vec<WeightAxis>) -> String {
        WeightGrid::new(weights(), axes).unwrap_err().to_string()
    }

    #[test]
    fn an_axis_without_rule_and_two_of_one_rule_are_refused() {
        let message = refused(vec![axis("titel", &[1, 2])]);
        assert_eq!(message, "weight: found no rule with the name 'titel'; did you mean 'title'?");
        let message = refused(vec![axis("rest", &[1, 2]), axis("rest", &[3])]);
        assert_eq!(message, "weight.rest is given twice; expected all its values in one place");
        assert_eq!(
            refused(vec![axis("rest", &[])]),
            "weight.rest: found no value, expected one or more"
        );
        assert!(WeightAxis::new("rest", [Decimal::whole(101)]).is_err());
    }
}
