//! Formats a sweep as tables: one row per point, one row per point, topic and measure, and one row
//! per fold.

use super::words::{fixed, p_value, tested};
use tamis_eval::statistics::Equivalence;
use tamis_place::Escaped;
use tamis_search::experiment::parameter::Value;
use tamis_search::experiment::results::{Point, Sweep};

/// `sweep.tsv`: a header line, then one row per point: the parameters, the measures' means,
/// `judged_10`, `topics`, `empty_topics`, `pages`, `tokens`, `kept` (the share of the unfiltered
/// text's tokens), `p_MEASURE` for every measure (`-` if all differences are 0), and the tests of
/// equivalence with the unfiltered text: `noninferior_MEASURE` and `equivalent_MEASURE` (their
/// p-values), `power_MEASURE` and `topics_needed_MEASURE` (`-` where nothing can be tested).
pub fn sweep(sweep: &Sweep) -> String {
    points(sweep, true)
}

/// The same without the tests of equivalence, for a sweep that has none.
pub fn sweep_without_equivalence(sweep: &Sweep) -> String {
    points(sweep, false)
}

fn points(sweep: &Sweep, with_equivalence: bool) -> String {
    let mut table = String::new();
    let mut header = names(sweep);
    header.extend(sweep.measures.iter().cloned());
    header.extend(COUNTS.map(str::to_owned));
    header.extend(sweep.measures.iter().map(|m| format!("p_{m}")));
    if with_equivalence {
        header.extend(equivalence_names(&sweep.measures));
    }
    push_row(&mut table, &header);
    for point in &sweep.points {
        let mut row = point_row(sweep, point);
        if with_equivalence {
            row.extend(equivalence_cells(point));
        }
        push_row(&mut table, &row);
    }
    table
}

/// `per_topic.tsv`: a header line, then the parameters, `topic`, `measure` and `value`; the
/// unfiltered text first, each of its parameters `-`.
pub fn per_topic(sweep: &Sweep) -> String {
    let mut table = String::new();
    let mut header = names(sweep);
    header.extend(["topic", "measure", "value"].map(str::to_owned));
    push_row(&mut table, &header);
    for point in [&sweep.baseline].into_iter().chain(&sweep.points) {
        push_topics(&mut table, sweep, point);
    }
    table
}

/// `folds.tsv`: for every measure and fold the number of topics, the parameters of the point that
/// is best on the other folds, its mean on the other folds (`learned`) and on this fold
/// (`held_out`), and the mean of the unfiltered text on this fold (`unfiltered`); then a row `all`
/// over all topics. If the axes are taken alone, the first column says among which points was
/// chosen: those of one `axis`, or `all`.
pub fn folds(sweep: &Sweep) -> Option<String> {
    let mut table = String::new();
    let alone = sweep.each_alone();
    let mut header: Vec<String> =
        if alone.is_empty() { Vec::new() } else { vec!["axis".to_owned()] };
    header.extend(["measure", "fold", "topics"].map(str::to_owned));
    header.extend(names(sweep));
    header.extend(["learned", "held_out", "unfiltered", "p"].map(str::to_owned));
    push_row(&mut table, &header);
    let among = if alone.is_empty() { Vec::new() } else { vec!["all".to_owned()] };
    push_folds(&mut table, sweep, sweep, &among)?;
    for (of_axis, named) in alone.iter().zip(&sweep.alone) {
        // An axis without folds has no rows.
        let _ = push_folds(&mut table, sweep, of_axis, std::slice::from_ref(&named.axis));
    }
    Some(table)
}

/// Adds the folds of a sweep, the whole one or that of one of its axes; every row begins with
/// `among`.
fn push_folds(table: &mut String, whole: &Sweep, sweep: &Sweep, among: &[String]) -> Option<()> {
    for (m, measure) in sweep.measures.iter().enumerate() {
        let found = sweep.choices.get(m)?.held_out.as_ref()?;
        for (number, fold) in (1..).zip(&found.folds) {
            let mut row =
                [among, &[measure.clone(), format!("{number}"), fold.topics.len().to_string()]]
                    .concat();
            row.extend(values(whole, &sweep.points[fold.chosen]));
            row.extend([fold.learned, fold.held_out, fold.baseline].map(fixed));
            row.push("-".to_owned());
            push_row(table, &row);
        }
        let mut row =
            [among, &[measure.clone(), "all".to_owned(), sweep.topics.len().to_string()]].concat();
        row.extend(whole.axes.iter().map(|_| Value::Absent.to_string()));
        let best = sweep.best.get(m).map_or(f64::NAN, |best| sweep.points[*best].means[m]);
        row.extend([best, found.mean, sweep.baseline.means[m]].map(fixed));
        row.push(tested(found.p()));
        push_row(table, &row);
    }
    Some(())
}

/// The columns that [`counts`] fills.
pub(super) const COUNTS: [&str; 6] =
    ["judged_10", "topics", "empty_topics", "pages", "tokens", "kept"];

/// Returns the cells of a view that all its measures share.
pub(super) fn counts(point: &Point, topics: usize) -> [String; COUNTS.len()] {
    let [empty, pages, tokens] =
        [point.empty_topics, point.pages, point.tokens].map(|count| count.to_string());
    [fixed(point.judged_10), topics.to_string(), empty, pages, tokens, fixed(point.kept)]
}

fn names(sweep: &Sweep) -> Vec<String> {
    sweep.axes.iter().map(|axis| axis.name.clone()).collect()
}

/// Returns the values of a point on every axis.
pub(super) fn values(sweep: &Sweep, point: &Point) -> Vec<String> {
    sweep.axes.iter().map(|axis| point.value(axis).to_string()).collect()
}

fn point_row(sweep: &Sweep, point: &Point) -> Vec<String> {
    let mut row = values(sweep, point);
    row.extend(point.means.iter().map(|&mean| fixed(mean)));
    row.extend(counts(point, sweep.topics.len()));
    row.extend((0..point.p_values.len()).map(|measure| tested(point.p(measure))));
    row
}

/// The columns that [`equivalence_of`] fills.
pub(super) const EQUIVALENCE: [&str; 4] = ["noninferior", "equivalent", "power", "topics_needed"];

/// Returns the names of the columns of all measures, by column.
pub(super) fn equivalence_names(measures: &[String]) -> impl Iterator<Item = String> {
    EQUIVALENCE.iter().flat_map(|kind| measures.iter().map(move |m| format!("{kind}_{m}")))
}

/// Returns the cells of the tests of all measures, by column.
pub(super) fn equivalence_cells(point: &Point) -> Vec<String> {
    let mut cells = Vec::with_capacity(EQUIVALENCE.len() * point.means.len());
    for column in 0..EQUIVALENCE.len() {
        for measure in 0..point.means.len() {
            let test = point.equivalence.get(measure).and_then(Option::as_ref);
            cells.push(equivalence_of(test)[column].clone());
        }
    }
    cells
}

/// Returns the cells of a test of equivalence; `-` without one.
pub(super) fn equivalence_of(test: Option<&Equivalence>) -> [String; EQUIVALENCE.len()] {
    let needed = test.and_then(|test| test.topics_needed);
    [
        p_value(test.map(|test| test.p_noninferior)),
        p_value(test.map(|test| test.p)),
        test.map_or_else(|| "-".to_owned(), |test| fixed(test.power)),
        needed.map_or_else(|| "-".to_owned(), |topics| topics.to_string()),
    ]
}

fn push_topics(table: &mut String, sweep: &Sweep, point: &Point) {
    let values = values(sweep, point);
    for (t, topic) in sweep.topics.iter().enumerate() {
        for (m, measure) in sweep.measures.iter().enumerate() {
            let mut row = values.clone();
            row.extend([topic.clone(), measure.clone(), fixed(point.per_topic[m][t])]);
            push_row(table, &row);
        }
    }
}

/// Adds a row. No cell breaks it, whatever its text is.
pub(super) fn push_row(table: &mut String, cells: &[String]) {
    let cells: Vec<String> = cells.iter().map(|cell| Escaped(cell).to_string()).collect();
    table.push_str(&cells.join("\t"));
    table.push('\n');
}
