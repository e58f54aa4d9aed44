//! Formats a sweep as a short table for the terminal: the unfiltered text, the best points, and some others.

use super::alone;
use super::tsv::values;
use super::words::{
    any_better, best, counted, fixed, held_out, measure_name, nothing_gained, p_value, unfiltered, weighed,
};
use crate::experiment::results::{Alone, Point, Sweep};
use std::collections::BTreeSet;
use std::fmt::Write;
use tamis_place::Escaped;

/// The number of rows in addition to the baseline and the best points.
const ROWS: usize = 10;

/// Returns the table, ending in a line break. A `*` marks the best mean of a measure; a line below explains its value.
pub fn table(sweep: &Sweep) -> String {
    let mut rows = vec![header(sweep), row(sweep, None)];
    let selected = selected(sweep);
    rows.extend(selected.iter().map(|&i| row(sweep, Some(i))));
    let mut text = aligned(&rows);
    let mut points = counted(sweep.points.len() as u64, "point");
    if selected.len() < sweep.points.len() {
        let which = if sweep.axes.len() == 1 || !sweep.alone.is_empty() { "" } else { ", the best ones" };
        let _ = write!(points, " ({} shown{which})", selected.len());
    }
    let topics = counted(sweep.topics.len() as u64, "topic");
    let _ = writeln!(text, "{points}, {topics}; p: paired t-test against {}", unfiltered(sweep));
    if let Some(weights) = weighed(&sweep.weights) {
        let _ = writeln!(text, "{}", Escaped(weights));
    }
    if best(sweep, 0).is_some() {
        text.push_str("* best on these topics: chosen by looking at them, so expect less on others\n");
        let lost = (0..sweep.measures.len()).filter(|&m| nothing_gained(sweep, m)).map(|m| &sweep.measures[m]);
        let lost: Vec<String> = lost.map(|name| measure_name(name)).collect();
        if !lost.is_empty() {
            let _ = writeln!(text, "no point is better than the unfiltered text in {}", lost.join(" and "));
        }
    }
    if let Some(rows) = alone::table(sweep) {
        let _ = write!(text, "each axis alone:\n{}", with_names(3, &rows));
    }
    for measure in 0..sweep.measures.len() {
        for said in [any_better(sweep, measure), held_out(sweep, measure)].into_iter().flatten() {
            let _ = writeln!(text, "{said}");
        }
    }
    text
}

/// Returns the points to show, of every axis if each is taken alone: the best of every measure, and for one axis its ends with even steps between them, for a grid
/// the highest means of the first measure.
fn selected(sweep: &Sweep) -> BTreeSet<usize> {
    let count = sweep.points.len();
    if !sweep.alone.is_empty() {
        let of_axis = |(of_axis, named): (&Sweep, &Alone)| {
            selected(of_axis).into_iter().map(|i| named.points[i]).collect::<Vec<_>>()
        };
        return sweep.each_alone().iter().zip(&sweep.alone).flat_map(of_axis).collect();
    }
    let mut chosen: BTreeSet<usize> = sweep.best.iter().copied().filter(|&i| i < count).collect();
    if sweep.axes.len() == 1 {
        let last = count.saturating_sub(1);
        chosen.extend((0..ROWS.min(count)).map(|k| k * last / (ROWS.min(count) - 1).max(1)));
    } else {
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|&a, &b| mean(&sweep.points[b]).total_cmp(&mean(&sweep.points[a])).then(a.cmp(&b)));
        chosen.extend(order.into_iter().take(ROWS));
    }
    chosen
}

fn mean(point: &Point) -> f64 {
    point.means.first().copied().unwrap_or(0.0)
}

fn header(sweep: &Sweep) -> Vec<String> {
    let mut cells: Vec<String> = sweep.axes.iter().map(|axis| axis.name.clone()).collect();
    for measure in &sweep.measures {
        cells.extend([measure_name(measure), "p".to_owned()]);
    }
    cells.extend(["judged@10", "pages", "kept", "empty topics"].map(str::to_owned));
    cells
}

fn row(sweep: &Sweep, index: Option<usize>) -> Vec<String> {
    let point = index.map_or(&sweep.baseline, |i| &sweep.points[i]);
    let mut cells = match index {
        Some(_) => values(sweep, point),
        None => sweep.axes.iter().enumerate().map(|(i, _)| if i == 0 { "unfiltered" } else { "" }.to_owned()).collect(),
    };
    for (m, &mean) in point.means.iter().enumerate() {
        let star = if index.is_some() && sweep.best.get(m) == index.as_ref() { "*" } else { " " };
        let p = if index.is_some() { p_value(point.p_values[m]) } else { String::new() };
        cells.extend([format!("{}{star}", fixed(mean)), p]);
    }
    cells.extend([
        fixed(point.judged_10),
        point.pages.to_string(),
        format!("{:.2}", point.kept),
        point.empty_topics.to_string(),
    ]);
    cells
}

/// Aligns columns to the right, with two spaces between them and no white space at the end of a line.
pub(super) fn aligned(rows: &[Vec<String>]) -> String {
    with_names(0, rows)
}

/// Aligns the first columns, which are `names`, to the left and the others to the right. No cell breaks its line, whatever
/// its text is.
pub(super) fn with_names(names: usize, rows: &[Vec<String>]) -> String {
    let cells = |row: &Vec<String>| row.iter().map(|cell| Escaped(cell).to_string()).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(cells).collect();
    let columns = rows.first().map_or(0, Vec::len);
    let width = |c: usize| rows.iter().map(|row| row[c].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column < names { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}
