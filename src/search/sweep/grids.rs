//! Several grids that one pass over the postings searches: such as an axis of words and one of density, each alone.

use super::grid::{Grid, RuleAxis, ThresholdAxis, check_points};
use crate::error::Result;
use crate::search::predicate::{Predicate, TitleRule};

/// Grids with the same filter and the same treatment of the title, and so with one unfiltered text. Their points follow each
/// other, and so do their rows.
#[derive(Debug, Clone)]
pub struct Grids {
    first: Grid,
    others: Vec<Grid>,
}

impl From<Grid> for Grids {
    fn from(grid: Grid) -> Self {
        Self { first: grid, others: Vec::new() }
    }
}

impl Grids {
    /// Returns a grid per axis with several values, the labels last, for a sweep of `rankings` rankings; none if there is
    /// nothing to sweep. A parameter with one value is part of the rule at every point.
    ///
    /// # Errors
    /// As [`check_points`].
    pub fn separately(
        axes: Vec<ThresholdAxis>,
        labels: Option<RuleAxis>,
        rule: Predicate,
        title: TitleRule,
        rankings: usize,
    ) -> Result<Option<Self>> {
        let (several, single): (Vec<_>, Vec<_>) = axes.into_iter().partition(|axis| axis.values.len() > 1);
        let (labels, label) =
            if labels.as_ref().is_some_and(|axis| axis.values.len() > 1) { (labels, None) } else { (None, labels) };
        let grid = |axes: Vec<ThresholdAxis>, labels: Option<RuleAxis>| {
            let labels = labels.or_else(|| label.clone());
            Grid::of([axes, single.clone()].concat(), labels, rule.clone(), title, rankings)
        };
        if several.is_empty() && labels.is_none() {
            return Ok(grid(Vec::new(), None)?.map(Self::from));
        }
        let mut grids: Option<Self> = None;
        let of_axes = several.into_iter().map(|axis| grid(vec![axis], None));
        for grid in of_axes.chain(labels.map(|axis| grid(Vec::new(), Some(axis)))) {
            let Some(grid) = grid? else { continue };
            grids = Some(match grids {
                Some(grids) => grids.and(grid),
                None => grid.into(),
            });
        }
        let points = grids.as_ref().map_or(0, Self::points);
        check_points([points, rankings].into_iter())?;
        Ok(grids)
    }

    /// Adds a grid; its filter and its treatment of the title become those of the first one.
    pub fn and(mut self, grid: Grid) -> Self {
        let Grid { side, title, .. } = &self.first;
        self.others.push(Grid { side: side.clone(), title: *title, ..grid });
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

    /// Returns the predicate of a point: what a single search would use.
    pub fn predicate(&self, point: usize) -> Predicate {
        let (grid, point) = self.located(point, Grid::points);
        grid.predicate(point)
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
        let (mut grid, mut others) = (&self.first, self.others.iter());
        while let (Some(further), Some(next)) = (number.checked_sub(items(grid)), others.next()) {
            (grid, number) = (next, further);
        }
        (grid, number)
    }
}
