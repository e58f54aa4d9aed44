//! Several grids that one pass over the postings searches: such as an axis of words and one of density, each alone.

use super::grid::Grid;
use super::weight_grid::WeightGrid;
use crate::search::predicate::Predicate;
use crate::search::weights::BlockRule;

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
    /// Adds a grid; its filter, its treatment of the title and its weights become those of the first one. Axes over weights
    /// stay its own.
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

    /// Returns the rule of a view beside the grids: its weights are those of the first grid, whatever its axes.
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
        let (mut grid, mut others) = (&self.first, self.others.iter());
        while let (Some(further), Some(next)) = (number.checked_sub(items(grid)), others.next()) {
            (grid, number) = (next, further);
        }
        (grid, number)
    }
}
