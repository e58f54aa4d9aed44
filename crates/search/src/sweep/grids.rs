//! Several grids that one pass over the postings searches: such as an axis of words and one of
//! density, each alone.

use super::grid::{Grid, RuleAxis, ThresholdAxis, check_points};
use super::weight_grid::{WeightAxis, WeightGrid};
use crate::rule::predicate::{Predicate, TitleRule};
use crate::rule::weights::{BlockRule, Weights};
use tamis_index::error::Result;

/// Grids with the same filter and the same treatment of the title, and so with one unfiltered text.
/// Their points follow each other, and so do their rows.
#[derive(Debug, Clone)]
pub struct Grids {
    first: Grid,
    others: Vec<Grid>,
}

/// What grids of one axis each have in common.
struct SharedAxes {
    /// The axes of thresholds with one value.
    single: Vec<ThresholdAxis>,
    /// The axis of labels, if it has one value.
    label: Option<RuleAxis>,
    weights: Weights,
    rule: Predicate,
    title: TitleRule,
    rankings: usize,
}

impl SharedAxes {
    /// Returns the grid of one axis, or of none.
    fn grid(
        &self,
        threshold: Option<ThresholdAxis>,
        labels: Option<RuleAxis>,
        weight: Option<WeightAxis>,
    ) -> Result<Option<Grid>> {
        Grid::new(
            threshold.into_iter().chain(self.single.iter().cloned()).collect(),
            labels.or_else(|| self.label.clone()),
            WeightGrid { base: self.weights.clone(), axes: weight.into_iter().collect() },
            self.rule.clone(),
            self.title,
            self.rankings,
        )
    }
}

impl From<Grid> for Grids {
    fn from(grid: Grid) -> Self {
        Self { first: grid, others: Vec::new() }
    }
}

impl Grids {
    /// Returns a grid per axis with several values, for a sweep of `rankings` rankings: thresholds,
    /// then labels, then weights; none if there is nothing to sweep. A parameter with one value is
    /// part of the rule at every point.
    ///
    /// # Errors
    /// As [`check_points`].
    pub fn separately(
        axes: Vec<ThresholdAxis>,
        labels: Option<RuleAxis>,
        weights: WeightGrid,
        rule: Predicate,
        title: TitleRule,
        rankings: usize,
    ) -> Result<Option<Self>> {
        let (several, single): (Vec<_>, Vec<_>) =
            axes.into_iter().partition(|axis| axis.values.len() > 1);
        let (labels, label) = if labels.as_ref().is_some_and(|axis| axis.values.len() > 1) {
            (labels, None)
        } else {
            (None, labels)
        };
        let shared = SharedAxes { single, label, weights: weights.base, rule, title, rankings };
        let mut grids: Vec<Grid> = Vec::new();
        for axis in several {
            grids.extend(shared.grid(Some(axis), None, None)?);
        }
        if let Some(axis) = labels {
            grids.extend(shared.grid(None, Some(axis), None)?);
        }
        for axis in weights.axes {
            grids.extend(shared.grid(None, None, Some(axis))?);
        }
        check_points([grids.iter().map(Grid::points).sum(), rankings].into_iter())?;
        let Some(grids) =
            grids.into_iter().map(Self::from).reduce(|grids, next| grids.and(next.first))
        else {
            return Ok(shared.grid(None, None, None)?.map(Self::from));
        };
        Ok(Some(grids))
    }

    /// Adds a grid; its filter, its treatment of the title and its weights become those of the
    /// first one. Axes over weights stay its own.
    pub fn and(mut self, grid: Grid) -> Self {
        let Grid { side, title, weights, .. } = &self.first;
        let weights = WeightGrid { base: weights.base.clone(), ..grid.weights.clone() };
        self.others.push(Grid { side: side.clone(), title: *title, weights, ..grid });
        self
    }

    /// Returns the first grid: its filter and its treatment of the title are those of all.
    pub fn first(&self) -> &Grid {
        &self.first
    }

    /// Returns all grids, at least one.
    pub fn iter(&self) -> impl Iterator<Item = &Grid> {
        [&self.first].into_iter().chain(&self.others)
    }

    /// Returns the number of points of all grids, without the baseline.
    pub fn points(&self) -> usize {
        self.iter().map(Grid::points).sum()
    }

    /// Returns the number of rows of all grids (see [`Grid::rows`]).
    pub fn rows(&self) -> usize {
        self.iter().map(Grid::rows).sum()
    }

    /// Returns the rule of a point: what a single search would use.
    pub fn rule(&self, point: usize) -> BlockRule {
        let (grid, point) = self.located(point, Grid::points);
        grid.rule(point)
    }

    /// Returns the rule of a view beside the grids: its weights are those of the first grid,
    /// whatever its axes.
    pub fn rule_of_view(&self, view: &Predicate) -> BlockRule {
        BlockRule { permits: view.clone(), weights: self.first.weights.base.clone() }
    }

    /// Returns the rule of the unfiltered text, with the title treated as at every point.
    pub fn baseline(&self) -> Predicate {
        self.first.baseline()
    }

    /// Returns the grid of a row, and the row's number in it.
    pub(super) fn row(&self, row: usize) -> (&Grid, usize) {
        self.located(row, Grid::rows)
    }

    /// Returns the grid that holds the item of this number, and the item's number in it.
    fn located(&self, mut number: usize, items: fn(&Grid) -> usize) -> (&Grid, usize) {
        let mut grid = &self.first;
        let mut others = self.others.iter();
        while let (Some(further), Some(next)) = (number.checked_sub(items(grid)), others.next()) {
            grid = next;
            number = further;
        }
        (grid, number)
    }
}
