//! All points of a sweep as a table, the best by the first measure first.

use super::{Cell, Column, Order, Row, Sheet};
use crate::tsv;
use crate::words::{self, fixed, grouped, measure_name, p_value, signed, tested};
use tamis_search::experiment::results::{Point, Sweep};

/// The number of points that show at first.
const SHOWN: usize = 10;

/// Returns the table; empty for a sweep without points.
pub(super) fn sheet(sweep: &Sweep) -> String {
    if sweep.points.is_empty() {
        return String::new();
    }
    let axes = sweep.axes.len();
    let mut order: Vec<usize> = (0..sweep.points.len()).collect();
    let mean = |point: usize| sweep.points[point].means.first().copied().unwrap_or_default();
    order.sort_by(|&a, &b| mean(b).total_cmp(&mean(a)));
    // A column of zeros says nothing.
    let with_empty = sweep.points.iter().any(|point| point.empty_topics > 0);
    let mut rows = vec![Row { is_base: true, cells: base(sweep, with_empty) }];
    for point in order {
        rows.push(Row { is_base: false, cells: cells(sweep, point, with_empty) });
    }
    let sorted = (!sweep.measures.is_empty()).then_some(axes);
    let caption = format!(
        "Means over {}. Shaded: the best of each measure on these topics; expect \
         less on others.",
        words::counted(sweep.topics.len() as u64, "topic")
    );
    Sheet {
        id: "all-points".to_owned(),
        caption,
        columns: columns(sweep, with_empty),
        sorted,
        rows,
        shown: SHOWN,
    }
    .html()
}

fn columns(sweep: &Sweep, with_empty: bool) -> Vec<Column> {
    let mut columns = Vec::new();
    for axis in &sweep.axes {
        columns.push(Column::new(&axis.name, Order::Names));
    }
    for (number, measure) in sweep.measures.iter().enumerate() {
        let name = measure_name(measure);
        if number == 0 {
            columns.push(Column::new(name, Order::Highest));
            columns.push(Column::new("difference", Order::Highest));
        } else {
            columns.push(Column::wide(name, Order::Highest));
        }
        columns.push(Column::wide("p", Order::Lowest));
        if number == 0 {
            columns.push(Column::wide("equivalent: p", Order::Lowest));
        }
    }
    columns.push(Column::new("kept", Order::Highest));
    columns.push(Column::wide("judged@10", Order::Highest));
    columns.push(Column::wide("pages", Order::Highest));
    if with_empty {
        columns.push(Column::wide("empty topics", Order::Lowest));
    }
    columns
}

/// Returns the cells of the unfiltered text.
fn base(sweep: &Sweep, with_empty: bool) -> Vec<Cell> {
    let mut cells = vec![Cell::text("unfiltered")];
    cells.resize_with(sweep.axes.len().max(1), Cell::default);
    for (number, &mean) in sweep.baseline.means.iter().enumerate() {
        cells.push(Cell::text(fixed(mean)));
        let blank = if number == 0 { 3 } else { 1 };
        cells.extend((0..blank).map(|_| Cell::default()));
    }
    cells.extend(counts(&sweep.baseline, with_empty));
    cells
}

fn cells(sweep: &Sweep, number: usize, with_empty: bool) -> Vec<Cell> {
    let point = &sweep.points[number];
    let mut cells: Vec<Cell> = tsv::values(sweep, point).iter().map(Cell::text).collect();
    for (measure, &mean) in point.means.iter().enumerate() {
        let class = if sweep.best.get(measure) == Some(&number) { "best" } else { "" };
        cells.push(Cell { class, ..Cell::text(fixed(mean)) });
        if measure == 0 {
            cells.push(Cell::text(signed(mean - sweep.baseline.means[0])));
        }
        cells.push(Cell::text(tested(point.p(measure))));
        if measure == 0 {
            let test = point.equivalence.first().and_then(Option::as_ref);
            cells.push(Cell::text(p_value(test.map(|test| test.p))));
        }
    }
    cells.extend(counts(point, with_empty));
    cells
}

/// Returns the cells of a view that all its measures share.
fn counts(point: &Point, with_empty: bool) -> Vec<Cell> {
    let counts = [words::decimals(point.kept, 3), fixed(point.judged_10), grouped(point.pages)];
    let mut cells: Vec<Cell> = counts.map(Cell::text).into();
    if with_empty {
        cells.push(Cell::text(point.empty_topics.to_string()));
    }
    cells
}
