//! All rows of a comparison as a table, the best by the first measure first.

use super::super::ranked;
use super::{
    Cell, Column, ComparedView, LabelComparison, Order, Row, RowKind, Sheet, counted, fixed,
    mark_or_equivalent, measure_name, p_value, signed, tested,
};
use crate::equivalence::mark_of;
use crate::markup::escape;
use crate::words::{decimals, unfiltered_blocks};
use tamis_eval::statistics::FEWEST_TOPICS;

/// The number of rows that show at first, beside the unfiltered text.
const SHOWN: usize = 15;

/// Returns the table.
pub(super) fn sheet(comparison: &LabelComparison) -> String {
    let (base, others): (Vec<&ComparedView>, Vec<&ComparedView>) =
        ranked(comparison).into_iter().partition(|row| row.kind == RowKind::Unfiltered);
    let mut rows = Vec::with_capacity(comparison.rows.len());
    for row in base.into_iter().chain(others) {
        let is_base = row.kind == RowKind::Unfiltered;
        rows.push(Row { is_base, cells: cells(comparison, row) });
    }
    let mark = match comparison.topics.len() {
        few if few < FEWEST_TOPICS => String::new(),
        _ => format!(" {}.", escape(&mark_of(comparison.margin))),
    };
    let caption = format!(
        "Means over {}. + and -: significantly better and worse than the unfiltered text.{mark}",
        counted(comparison.topics.len() as u64, "topic")
    );
    let sorted = (!comparison.measures.is_empty()).then_some(1);
    Sheet {
        id: "all-rows".to_owned(),
        caption,
        columns: columns(comparison),
        sorted,
        rows,
        shown: SHOWN,
    }
    .html()
}

fn columns(comparison: &LabelComparison) -> Vec<Column> {
    let mut columns = vec![Column::new("name", Order::Names)];
    for (number, measure) in comparison.measures.iter().enumerate() {
        let name = measure_name(measure);
        if number == 0 {
            columns.push(Column::new(name, Order::Highest));
            columns.push(Column::new("difference", Order::Highest));
            columns.push(Column::wide("p (Holm)", Order::Lowest));
        } else {
            columns.push(Column::wide(name, Order::Highest));
        }
    }
    columns.push(Column::new("kept", Order::Highest));
    columns.push(Column::wide("judged@10", Order::Highest));
    columns
}

fn cells(comparison: &LabelComparison, row: &ComparedView) -> Vec<Cell> {
    let is_base = row.kind == RowKind::Unfiltered;
    let mut cells = vec![Cell { hint: kind(row, &comparison.title), ..Cell::text(&row.name) }];
    for (measure, &mean) in row.point.means.iter().enumerate() {
        cells.push(of_measure(comparison, row, measure));
        if measure > 0 {
            continue;
        }
        let base = comparison.rows[0].point.means[0];
        let values = [signed(mean - base), tested(row.holm_p(0))];
        cells.extend(values.map(|value| if is_base { Cell::default() } else { Cell::text(value) }));
    }
    let point = &row.point;
    let counts = [decimals(point.kept, 3), fixed(point.judged_10)];
    cells.extend(counts.map(Cell::text));
    cells
}

/// Returns the cell of a mean: a mark where it differs significantly, and its p-values for those
/// who point at it.
fn of_measure(comparison: &LabelComparison, row: &ComparedView, measure: usize) -> Cell {
    let sign = mark_or_equivalent(comparison, row, measure);
    let class = if sign == Some('+') { "best" } else { "" };
    let text = fixed(row.point.means[measure]) + &sign.map_or(String::new(), String::from);
    let hint = match row.kind {
        RowKind::Unfiltered => String::new(),
        _ => format!(
            "p {}, after Holm's correction {}; of equivalence {}",
            tested(row.point.p(measure)),
            tested(row.holm_p(measure)),
            p_value(row.holm_equivalent.get(measure).copied().flatten())
        ),
    };
    Cell { class, hint, ..Cell::text(text) }
}

/// Names the kind of a row.
fn kind(row: &ComparedView, title: &str) -> String {
    match row.kind {
        RowKind::Unfiltered => unfiltered_blocks(title).to_owned(),
        RowKind::Threshold => format!("the best of {} thresholds, here", row.chosen_from),
        RowKind::Rule => "a rule with weights".to_owned(),
        RowKind::Label => "a label".to_owned(),
    }
}
