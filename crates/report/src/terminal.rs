//! Formats a sweep as a short table for the terminal and for LaTeX: the unfiltered text, the best
//! points, and some others.

use super::save::Form;
use super::table::Table;
use super::tsv::values;
use super::words::{
    any_better, axis_words, best, counted, decimals, fixed, held_out, joined, measure_name,
    no_spread_note, nothing_gained, tested, unfiltered, weighed,
};
use super::{alone, equivalence, figure, latex};
use std::collections::BTreeSet;
use std::fmt::Write;
use tamis_eval::statistics::FEWEST_TOPICS;
use tamis_search::experiment::results::{Point, Sweep};

/// The number of rows in addition to the baseline and the best points.
const ROWS: usize = 10;

/// Returns the table, ending in a line break. A `*` marks the best mean of a measure, a `=` another
/// that is equivalent to that of the unfiltered text; lines below explain them.
pub fn table(sweep: &Sweep) -> String {
    let shown = selected(sweep).into_iter().collect::<Vec<_>>();
    let tables = tables(sweep, &shown, |axis| axis.to_owned());
    let tables: Vec<String> = tables.iter().map(Table::text).collect();
    tables.join("each axis alone:\n")
}

/// Returns the same for LaTeX; if a number of rows is asked for, that many of the best points.
pub fn latex(sweep: &Sweep, form: &Form) -> String {
    let shown = match form.top {
        Some(most) => best_points(sweep, most),
        None if !sweep.alone.is_empty() => best_points(sweep, form.rows()),
        None => selected(sweep).into_iter().collect(),
    };
    let tables = tables(sweep, &shown, axis_words);
    latex::tables(&tables, &sweep.command, &sweep.version)
}

/// Returns the table, and if the axes are taken alone one of what was found on each.
fn tables(sweep: &Sweep, shown: &[usize], axis_name: impl Fn(&str) -> String) -> Vec<Table> {
    let mut rows = vec![header(sweep, &axis_name), row(sweep, None)];
    rows.extend(shown.iter().map(|&i| row(sweep, Some(i))));
    let measures: Vec<String> = sweep.measures.iter().map(|name| measure_name(name)).collect();
    let axes: Vec<String> = sweep.axes.iter().map(|axis| axis_words(&axis.name)).collect();
    let setting = figure::brief(sweep);
    let caption = format!(
        "{} over {}; {setting}. p: t-test against unfiltered; *: best{}",
        joined(&measures),
        joined(&axes),
        equivalence::in_caption(&rows, sweep.margin)
    );
    let mut tables = vec![Table {
        label: "sweep",
        caption,
        names: 0,
        optional: optional(sweep),
        notes: no_spread_note(std::slice::from_ref(&rows))
            .into_iter()
            .chain(notes(sweep, shown.len()))
            .collect(),
        blocks: vec![rows],
    }];
    if let Some(rows) = alone::table(sweep, &axis_name) {
        tables.push(Table {
            label: "alone",
            caption: format!("Each axis alone; {setting}. p: t-test against unfiltered"),
            names: 3,
            // The p of held-out values, the share of the text, the p of the best.
            optional: if rows[0].len() > 8 { vec![8, 6, 5] } else { vec![6, 5] },
            blocks: vec![rows],
            notes: Vec::new(),
        });
    }
    let checks = (0..sweep.measures.len()).flat_map(|measure| {
        [
            any_better(sweep, measure),
            held_out(sweep, measure),
            equivalence::least_text(sweep, measure),
            equivalence::power_at_next(sweep, measure),
        ]
    });
    if let Some(last) = tables.last_mut() {
        last.notes.extend(checks.flatten());
    }
    tables
}

/// Returns the columns that may be left out: the counts, then the last measures.
fn optional(sweep: &Sweep) -> Vec<usize> {
    let axes = sweep.axes.len();
    let counts = axes + 2 * sweep.measures.len();
    // Empty topics, pages, judged@10.
    let mut optional = vec![counts + 3, counts + 1, counts];
    for measure in (1..sweep.measures.len()).rev() {
        optional.extend([axes + 2 * measure + 1, axes + 2 * measure]);
    }
    optional
}

/// Returns the lines below the table, which has `shown` of the points.
fn notes(sweep: &Sweep, shown: usize) -> Vec<String> {
    let mut points = counted(sweep.points.len() as u64, "point");
    if shown < sweep.points.len() {
        let which =
            if sweep.axes.len() == 1 || !sweep.alone.is_empty() { "" } else { ", the best ones" };
        let _ = write!(points, " ({shown} shown{which})");
    }
    let topics = counted(sweep.topics.len() as u64, "topic");
    let mut notes =
        vec![format!("{points}, {topics}; p: paired t-test against {}", unfiltered(sweep))];
    notes.extend(weighed(&sweep.weights));
    if best(sweep, 0).is_some() {
        notes.push(
            "* best on these topics: chosen by looking at them, so expect less on others"
                .to_owned(),
        );
        let not_better: Vec<String> = (0..sweep.measures.len())
            .filter(|&m| nothing_gained(sweep, m))
            .map(|m| measure_name(&sweep.measures[m]))
            .collect();
        if !not_better.is_empty() {
            notes.push(format!(
                "no point is better than the unfiltered text in {}",
                not_better.join(" and ")
            ));
        }
    }
    let is_tested = |point: &Point| point.equivalence.iter().any(Option::is_some);
    if sweep.topics.len() >= FEWEST_TOPICS && sweep.points.iter().any(is_tested) {
        notes.push(equivalence::mark_of(sweep.margin));
    }
    notes
}

/// Returns the points to show, of every axis if each is taken alone: the best of every measure, and
/// for one axis its ends with even steps between them, for a grid the highest means of the first
/// measure.
fn selected(sweep: &Sweep) -> BTreeSet<usize> {
    let count = sweep.points.len();
    if !sweep.alone.is_empty() {
        let mut chosen = BTreeSet::new();
        for (of_axis, named) in sweep.each_alone().iter().zip(&sweep.alone) {
            chosen.extend(selected(of_axis).into_iter().map(|i| named.points[i]));
        }
        return chosen;
    }
    let mut chosen: BTreeSet<usize> = sweep.best.iter().copied().filter(|&i| i < count).collect();
    if sweep.axes.len() == 1 {
        let last = count.saturating_sub(1);
        chosen.extend((0..ROWS.min(count)).map(|k| k * last / (ROWS.min(count) - 1).max(1)));
    } else {
        chosen.extend(best_points(sweep, ROWS));
    }
    chosen
}

/// Returns the points with the highest means of the first measure, the best first.
fn best_points(sweep: &Sweep, most: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..sweep.points.len()).collect();
    order.sort_by(|&a, &b| {
        mean(&sweep.points[b]).total_cmp(&mean(&sweep.points[a])).then(a.cmp(&b))
    });
    order.truncate(most);
    order
}

fn mean(point: &Point) -> f64 {
    point.means.first().copied().unwrap_or(0.0)
}

fn header(sweep: &Sweep, axis_name: impl Fn(&str) -> String) -> Vec<String> {
    let mut cells: Vec<String> = sweep.axes.iter().map(|axis| axis_name(&axis.name)).collect();
    for measure in &sweep.measures {
        cells.extend([measure_name(measure), "p".to_owned()]);
    }
    cells.extend(["judged@10", "pages", "kept", "empty topics"].map(str::to_owned));
    cells
}

/// Returns the mark of a mean: of the best point, or of one that is equivalent to the unfiltered
/// text.
fn mark(sweep: &Sweep, index: Option<usize>, measure: usize) -> &'static str {
    let Some(index) = index else { return " " };
    let test = sweep.points[index].equivalence.get(measure).and_then(Option::as_ref);
    if sweep.best.get(measure) == Some(&index) {
        "*"
    } else if equivalence::is_equivalent(test.map(|test| test.p), sweep.topics.len()) {
        "="
    } else {
        " "
    }
}

fn row(sweep: &Sweep, index: Option<usize>) -> Vec<String> {
    let point = index.map_or(&sweep.baseline, |i| &sweep.points[i]);
    let mut cells = match index {
        Some(_) => values(sweep, point),
        None => sweep
            .axes
            .iter()
            .enumerate()
            .map(|(i, _)| if i == 0 { "unfiltered" } else { "" }.to_owned())
            .collect(),
    };
    for (m, &mean) in point.means.iter().enumerate() {
        let star = mark(sweep, index, m);
        let p = if index.is_some() { tested(point.p(m)) } else { String::new() };
        cells.extend([format!("{}{star}", fixed(mean)), p]);
    }
    cells.extend([
        fixed(point.judged_10),
        point.pages.to_string(),
        decimals(point.kept, 2),
        point.empty_topics.to_string(),
    ]);
    cells
}
