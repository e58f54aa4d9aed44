//! The grid of a sweep: thresholds on features and other rules, and their product.

use super::weight_grid::WeightGrid;
use crate::SplitRule;
use crate::rule::decimal::Decimal;
use crate::rule::predicate::{Feature, Operator, Predicate, TitleRule};
use crate::rule::weights::{BlockRule, Weights};
use tamis_index::error::{Error, Result};
use tamis_index::index::{Manifest, scores};

/// One parameter of a sweep: a feature, `>=` or `<=`, and the thresholds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThresholdAxis {
    pub feature: Feature,
    pub comparison: Operator,
    /// The thresholds, in the order of the report.
    pub values: Vec<Decimal>,
}

/// One parameter of a sweep whose values are any rules, such as thresholds or labels.
#[derive(Debug, Clone)]
pub struct RuleAxis {
    pub name: String,
    /// The values: name and rule.
    pub values: Vec<(String, Predicate)>,
}

impl RuleAxis {
    /// Returns the axis of these labels, each once; `none` permits every block.
    ///
    /// # Errors
    /// [`Error::Setting`] for a label that the index does not have.
    pub fn of_labels<'a>(
        manifest: &Manifest,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self> {
        let mut values: Vec<(String, Predicate)> = Vec::new();
        for name in names {
            let (name, rule) = match name {
                none if none.eq_ignore_ascii_case("none") => ("none", Predicate::All),
                name => (manifest.label(name)?.1, Predicate::label(manifest, name)?),
            };
            if values.iter().all(|(known, _)| known != name) {
                values.push((name.to_owned(), rule));
            }
        }
        Ok(Self { name: "label".to_owned(), values })
    }
}

impl From<&ThresholdAxis> for RuleAxis {
    fn from(axis: &ThresholdAxis) -> Self {
        let values = axis.values.iter().map(|&value| (value.to_string(), axis.predicate(value)));
        Self { name: axis.name(), values: values.collect() }
    }
}

/// The short name of text density in the names of axes.
const DENSITY: &str = "density";

/// The most points of a sweep: each keeps a score per topic and measure.
const MAX_POINTS: usize = 100_000;

/// The most values of an axis; more are probably a typing error.
pub const MAX_VALUES: usize = 10_000;

/// A sweep's views: the product of the axes, and the unfiltered text.
#[derive(Debug, Clone)]
pub struct Grid {
    /// The axis that varies fastest; its views are nested.
    pub inner: ThresholdAxis,
    /// The other axes; the last one varies fastest.
    pub outer: Vec<RuleAxis>,
    /// The weights of blocks, and axes over them. These axes follow the outer ones.
    pub weights: WeightGrid,
    /// A rule that holds at every point.
    pub side: Predicate,
    /// How the rules treat the title.
    pub title: TitleRule,
}

/// Checks the number of points of a product of axes of these lengths.
///
/// # Errors
/// [`Error::Setting`] for more than 100,000.
pub fn check_points(lengths: impl Iterator<Item = usize> + Clone) -> Result<()> {
    let product = lengths.clone().try_fold(1, usize::checked_mul);
    if product.is_some_and(|points| points <= MAX_POINTS) {
        return Ok(());
    }
    let product: Vec<String> = lengths.map(|length| length.to_string()).collect();
    Err(Error::settings(format!(
        "found {} points, expected at most {MAX_POINTS}",
        product.join(" times ")
    )))
}

impl ThresholdAxis {
    /// Returns the inner axis of a sweep without thresholds: it permits every block.
    pub fn every_block() -> Self {
        Self {
            feature: Feature::Words,
            comparison: Operator::AtLeast,
            values: vec![Decimal::whole(0)],
        }
    }

    /// Returns the rule of one value.
    pub fn predicate(&self, value: Decimal) -> Predicate {
        Predicate::Feature(self.feature, self.comparison, value)
    }

    /// Returns the name in reports: `min_words`, `max_link_density`; `min_density` for text
    /// density.
    pub fn name(&self) -> String {
        let bound = if self.comparison == Operator::AtLeast { "min_" } else { "max_" };
        let feature =
            if self.feature == Feature::TextDensity { DENSITY } else { self.feature.name() };
        format!("{bound}{feature}")
    }

    /// Returns the feature and comparison of an axis's [`name`](Self::name); `min_text_density` is
    /// the same as `min_density`, and `score.NAME` the same as `min_score.NAME`. None if the name
    /// is unknown.
    ///
    /// # Errors
    /// [`Error::Setting`] for a score that the index does not have.
    pub fn from_name(name: &str, manifest: &Manifest) -> Option<Result<(Feature, Operator)>> {
        let (feature, comparison) = Self::split_name(name)?;
        Some(Feature::from_name(feature, manifest)?.map(|feature| (feature, comparison)))
    }

    /// Returns what may be the name of a feature in an axis's name, and the comparison.
    pub(crate) fn split_name(name: &str) -> Option<(&str, Operator)> {
        let bounds = [("min_", Operator::AtLeast), ("max_", Operator::AtMost)];
        let bounded = bounds
            .iter()
            .find_map(|(bound, comparison)| Some((name.strip_prefix(bound)?, *comparison)));
        let (feature, comparison) = match bounded {
            None if scores::is_name(name) => (name, Operator::AtLeast),
            bounded => bounded?,
        };
        let feature = if feature == DENSITY { Feature::TextDensity.name() } else { feature };
        Some((feature, comparison))
    }

    /// Checks that blocks can have such values.
    ///
    /// # Errors
    /// [`Error::Setting`] for a share above 1, with what to write instead.
    pub fn check(&self) -> Result<()> {
        let problem = self.values.iter().find_map(|&value| value.check_for(self.feature).err());
        problem
            .map_or(Ok(()), |problem| Err(Error::settings(format!("{}: {problem}", self.name()))))
    }

    /// Returns the numbers of the values, from the loosest to the strictest.
    pub(super) fn by_strictness(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.values.len()).collect();
        order.sort_by_key(|&i| self.values[i]);
        if self.comparison == Operator::AtMost {
            order.reverse();
        }
        order
    }
}

impl Grid {
    /// Returns the grid of these axes, for a sweep of `rankings` rankings; none if there is nothing
    /// to sweep. A parameter with one value becomes part of the rule at every point. The longest
    /// axis of thresholds is the inner one, because its views are nested and cost next to nothing.
    ///
    /// # Errors
    /// As [`check_points`] and [`ThresholdAxis::check`].
    pub fn new(
        mut axes: Vec<ThresholdAxis>,
        labels: Option<RuleAxis>,
        weights: WeightGrid,
        rule: Predicate,
        title: TitleRule,
        rankings: usize,
    ) -> Result<Option<Self>> {
        for axis in &axes {
            axis.check()?;
        }
        axes.sort_by_key(|axis| axis.values.len());
        let others =
            rankings * weights.rows() * labels.as_ref().map_or(1, |axis| axis.values.len());
        let inner = match others {
            1 => axes.pop(),
            _ => axes.pop_if(|axis| axis.values.len() > 1).or(Some(ThresholdAxis::every_block())),
        };
        let Some(inner) = inner else { return Ok(None) };
        let rules = labels.into_iter().chain(axes.iter().map(RuleAxis::from));
        let (side, outer): (Vec<RuleAxis>, Vec<RuleAxis>) =
            rules.partition(|axis| axis.values.len() == 1);
        let side = side
            .into_iter()
            .flat_map(|axis| axis.values)
            .fold(rule, |side, (_, rule)| side.and(rule));
        let weight_axes = weights.axes.iter().map(|axis| axis.values.len());
        let lengths = outer.iter().map(|axis| axis.values.len()).chain(weight_axes);
        check_points(lengths.chain([inner.values.len(), rankings]))?;
        Ok(Some(Self { inner, outer, weights, side, title }))
    }

    /// Returns the grid of one axis, at whose points a rule holds as well.
    pub fn nested(inner: ThresholdAxis, rule: SplitRule) -> Self {
        let SplitRule { permits: side, title, weights } = rule;
        Self { inner, outer: Vec::new(), weights: weights.into(), side, title }
    }

    /// Returns the number of points, without the baseline.
    pub fn points(&self) -> usize {
        self.rows() * self.inner.values.len()
    }

    /// Returns the number of rows: points of the outer axes. The views of a row are nested.
    pub fn rows(&self) -> usize {
        self.outer.iter().map(|axis| axis.values.len()).product::<usize>() * self.weights.rows()
    }

    /// Returns the rule of a point: what a single search would use.
    pub fn rule(&self, point: usize) -> BlockRule {
        let weights = self.weights(point / self.inner.values.len());
        BlockRule { permits: self.predicate(point), weights }
    }

    /// Returns what a point permits, whatever the weights. A point is its row times the number of
    /// inner values, plus the number of its inner value.
    pub fn predicate(&self, point: usize) -> Predicate {
        self.title.apply(self.untitled(point))
    }

    /// Returns the rule of a point without the treatment of titles.
    pub fn untitled(&self, point: usize) -> Predicate {
        let row = point / self.inner.values.len();
        let inner = point % self.inner.values.len();
        self.side(row).and(self.inner.predicate(self.inner.values[inner]))
    }

    /// Whether no block can meet the rule of any point, whatever the index holds. A title that is
    /// always permitted does not count.
    pub fn is_contradiction(&self) -> bool {
        (0..self.points()).all(|point| self.title.is_contradiction(self.untitled(point)))
    }

    /// Returns the rule of the unfiltered text, with the title treated as in every point.
    pub fn baseline(&self) -> Predicate {
        self.title.apply(Predicate::All)
    }

    /// Returns the rule of a row without the inner axis.
    pub(super) fn side(&self, row: usize) -> Predicate {
        self.rules(row).into_iter().fold(self.side.clone(), |side, rule| side.and(rule.clone()))
    }

    /// Returns the weights of blocks in a row.
    pub(super) fn weights(&self, row: usize) -> Weights {
        self.weights.weights(row % self.weights.rows())
    }

    /// Returns the rule of every outer axis in a row.
    fn rules(&self, row: usize) -> Vec<&Predicate> {
        let mut rules = Vec::with_capacity(self.outer.len());
        let mut stride = self.rows();
        for axis in &self.outer {
            stride /= axis.values.len();
            let (_, rule) = &axis.values[row / stride % axis.values.len()];
            rules.push(rule);
        }
        rules
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::predicate::FEATURES;
    use tamis_index::index::Recipe;

    fn axis(feature: Feature, comparison: Operator, values: &[u32]) -> ThresholdAxis {
        ThresholdAxis {
            feature,
            comparison,
            values: values.iter().map(|&value| Decimal::whole(value)).collect(),
        }
    }

    #[test]
    fn every_name_of_an_axis_is_read_back() {
        let manifest =
            Manifest::new(Recipe { scores: vec!["c45-words".to_owned()], ..Recipe::default() });
        let of_name =
            |name: &str| ThresholdAxis::from_name(name, &manifest).map(|known| known.unwrap());
        let score = Feature::Score(manifest.score("c45-words").unwrap());
        for feature in FEATURES.into_iter().chain([score]) {
            let name = feature.name();
            for (bound, comparison) in [("min", Operator::AtLeast), ("max", Operator::AtMost)] {
                assert_eq!(
                    of_name(&axis(feature, comparison, &[]).name()),
                    Some((feature, comparison))
                );
                assert_eq!(of_name(&format!("{bound}_{name}")), Some((feature, comparison)));
            }
        }
        assert_eq!(of_name("score.c45-words"), Some((score, Operator::AtLeast)));
        assert!(
            ["words", "min_", "least_words", "min_colour"]
                .iter()
                .all(|name| of_name(name).is_none())
        );
        assert!(
            ThresholdAxis::from_name("min_score.bte", &manifest)
                .is_some_and(|known| known.is_err())
        );
    }

    #[test]
    fn the_last_axis_runs_fastest() {
        let grid = Grid {
            inner: axis(Feature::Words, Operator::AtLeast, &[1, 2, 3]),
            outer: vec![
                RuleAxis::from(&axis(Feature::TagLevel, Operator::AtMost, &[7, 8])),
                RuleAxis::from(&axis(Feature::AnchorWords, Operator::AtMost, &[4, 5])),
            ],
            weights: WeightGrid::default(),
            side: Predicate::All,
            title: TitleRule::Block,
        };
        let points: Vec<String> =
            (0..grid.points()).map(|point| grid.predicate(point).to_string()).collect();
        assert_eq!((points.len(), grid.rows()), (12, 4));
        assert_eq!(points[0], "((tag_level <= 7 and anchor_words <= 4) and words >= 1)");
        assert_eq!(points[5], "((tag_level <= 7 and anchor_words <= 5) and words >= 3)");
        assert_eq!(points[6], "((tag_level <= 8 and anchor_words <= 4) and words >= 1)");
        assert_eq!(Grid { outer: Vec::new(), ..grid }.points(), 3);
    }
}
