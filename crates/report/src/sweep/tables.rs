//! The tables of a sweep: its points, what was chosen by each measure and axis, the folds of
//! topics, and the values by topic.

use crate::equivalence;
use crate::figure;
use crate::save::Form;
use crate::table::html::Sheet;
use crate::table::latex::latex as document;
use crate::table::{Cell, Column, Columns, Order, Place, Printed, Room, Value};
use crate::views::{self, View};
use crate::words::{
    any_better, at, at_words, axis_title, axis_words, best, counted, held_out, joined,
    measure_name, nothing_gained, unfiltered, weighed,
};
use std::collections::BTreeSet;
use std::fmt::Write;
use tamis_eval::statistics::FEWEST_TOPICS;
use tamis_search::experiment::parameter::Value as Parameter;
use tamis_search::experiment::results::{Axis, Fold, HeldOut, Point, Sweep};

/// The number of rows in addition to the baseline and the best points.
const ROWS: usize = 10;

/// Returns the tables as text, ending in a line break; none of a width shows all columns. A `*`
/// marks the best mean of a measure, a `=` another that is equivalent to that of the unfiltered
/// text; lines below explain them.
pub fn table(sweep: &Sweep, width: Option<usize>) -> String {
    let shown = selected(sweep).into_iter().collect::<Vec<_>>();
    let alone = sweep.each_alone();
    let tables = printed(sweep, &alone, &shown, str::to_owned);
    let tables: Vec<String> = tables.iter().map(|table| table.text(width)).collect();
    tables.join("each axis alone:\n")
}

/// Returns the same for LaTeX; if a number of rows is asked for, that many of the best points.
pub fn latex(sweep: &Sweep, form: &Form) -> String {
    let shown = match form.top {
        Some(most) => best_points(sweep, most),
        None if !sweep.alone.is_empty() => best_points(sweep, form.rows()),
        None => selected(sweep).into_iter().collect(),
    };
    let alone = sweep.each_alone();
    let tables = printed(sweep, &alone, &shown, axis_words);
    document(&tables, &sweep.command, &sweep.version)
}

/// `sweep.tsv`: a line per point.
pub fn tsv(sweep: &Sweep) -> String {
    points(sweep, true, str::to_owned).tsv(views(sweep))
}

/// The same without the tests of equivalence, for a sweep that has none.
pub fn tsv_without_equivalence(sweep: &Sweep) -> String {
    points(sweep, false, str::to_owned).tsv(views(sweep))
}

/// `per_topic.tsv`: the parameters, `topic`, `measure` and `value`; the unfiltered text first, each
/// of its parameters `-`.
pub fn per_topic(sweep: &Sweep) -> String {
    type Row<'a> = (&'a Point, usize, usize);
    let mut columns = axes(sweep, str::to_owned, |row: &Row<'_>| Some(row.0));
    columns.push(Column::file("topic", |row: &Row<'_>| Value::name(&sweep.topics[row.1])));
    columns.push(Column::file("measure", |row: &Row<'_>| Value::Measure(&sweep.measures[row.2])));
    columns.push(Column::file("value", |row: &Row<'_>| Value::Mean(row.0.per_topic[row.2][row.1])));
    let measures = sweep.measures.len();
    let topics = sweep.topics.len();
    let of_topic = |point, topic| (0..measures).map(move |measure| (point, topic, measure));
    let of_point = |point| (0..topics).flat_map(move |topic| of_topic(point, topic));
    Columns(columns).tsv([&sweep.baseline].into_iter().chain(&sweep.points).flat_map(of_point))
}

/// The points of a sweep as rows.
pub(super) fn views(sweep: &Sweep) -> impl Iterator<Item = View<'_>> {
    (0..sweep.points.len()).map(|number| view(sweep, number))
}

/// A point as a row.
pub(super) fn view(sweep: &Sweep, number: usize) -> View<'_> {
    let point = &sweep.points[number];
    View { point, number, row: None, base: &sweep.baseline, is_base: false }
}

/// The unfiltered text as a row.
pub(super) fn base(sweep: &Sweep) -> View<'_> {
    View { point: &sweep.baseline, number: 0, row: None, base: &sweep.baseline, is_base: true }
}

/// Returns a column per axis, whose values are those of a row's point; none for a row that is no
/// single point.
fn axes<'a, R: 'a>(
    sweep: &'a Sweep,
    axis_name: impl Fn(&str) -> String,
    point: fn(&R) -> Option<&'a Point>,
) -> Vec<Column<'a, R>> {
    let mut columns = Vec::with_capacity(sweep.axes.len());
    for axis in &sweep.axes {
        let cell = move |row: &R| point(row).map_or(Value::Absent, |point| value(axis, point));
        let column = Column::new(&axis.name, axis_name(&axis.name), Order::Values, cell);
        columns.push(column.meaning(axis_title(&axis.name)));
    }
    columns
}

/// The value of a point on an axis.
fn value<'a>(axis: &Axis, point: &Point) -> Value<'a> {
    match point.value(axis) {
        Parameter::Absent => Value::Absent,
        value => Value::name(value.to_string()),
    }
}

/// Returns the columns of the points, with tests of equivalence or without.
pub(super) fn points<'a>(
    sweep: &'a Sweep,
    with_equivalence: bool,
    axis_name: impl Fn(&str) -> String,
) -> Columns<'a, View<'a>> {
    let measures = &sweep.measures;
    let mut columns = Vec::new();
    for (number, axis) in sweep.axes.iter().enumerate() {
        let cell = move |view: &View<'a>| match (view.is_base, number) {
            (true, 0) => Value::name("unfiltered"),
            (true, _) => Value::Blank,
            _ => value(axis, view.point),
        };
        let column = Column::new(&axis.name, axis_name(&axis.name), Order::Values, cell);
        columns.push(column.meaning(axis_title(&axis.name)).at(Place::First));
    }
    let mean = |view: &View<'a>, measure| Cell {
        mark: Some(mark(sweep, view, measure)),
        ..Value::Mean(view.point.means[measure]).into()
    };
    columns.extend(views::means(measures, measure_name, mean));
    columns.extend(views::DIFFERENCE.columns(measures));
    columns.extend(views::counts(sweep.topics.len()));
    let statistics = views::OF_SWEEP.iter();
    let shown = statistics.filter(|of| with_equivalence || !of.is_of_equivalence());
    columns.extend(shown.flat_map(|of| of.columns(measures)));
    Columns(columns)
}

/// Returns the mark of a mean: of the best point, or of one that is equivalent to the unfiltered
/// text.
fn mark(sweep: &Sweep, view: &View<'_>, measure: usize) -> char {
    if view.is_base {
        ' '
    } else if sweep.best.get(measure) == Some(&view.number) {
        '*'
    } else if equivalence::is_equivalent(view.test(measure).map(|test| test.p), sweep.topics.len())
    {
        '='
    } else {
        ' '
    }
}

/// What was chosen by a measure, among all points or those of one axis.
struct Chosen<'a> {
    measure: usize,
    /// The name of the axis; empty for all.
    axis: &'a str,
    sweep: &'a Sweep,
    point: &'a Point,
}

impl Chosen<'_> {
    fn held_out(&self) -> Option<&HeldOut> {
        self.sweep.choices.get(self.measure)?.held_out.as_ref()
    }
}

/// Returns what was chosen by each measure: the best point with its mean, difference and p-value,
/// the share of the text that it keeps, and with cross-validation the mean of the held-out topics
/// with its p-value. `alone` are the sweeps of each axis, if each is taken alone.
fn chosen<'a>(
    sweep: &'a Sweep,
    alone: &'a [Sweep],
    axis_name: impl Fn(&str) -> String + 'a,
) -> (Columns<'a, Chosen<'a>>, Vec<Chosen<'a>>) {
    let no_folds = sweep.choices.iter().all(|choice| choice.held_out.is_none());
    let is_whole = alone.is_empty();
    let column =
        |name: &str, order, cell: fn(&Chosen<'a>) -> Value<'a>| Column::new("", name, order, cell);
    let columns = vec![
        column("measure", Order::Names, |row| Value::Measure(&row.sweep.measures[row.measure])),
        Column::new("", "axis", Order::Names, move |row: &Chosen<'a>| {
            Value::name(axis_name(row.axis))
        })
        .hidden(is_whole),
        column("best", Order::Names, |row| match &row.sweep.axes[..] {
            [axis] if !row.axis.is_empty() => value(axis, row.point),
            _ if row.axis.is_empty() => Value::name(at_words(row.sweep, row.point)),
            _ => Value::name(at(row.sweep, row.point)),
        }),
        column("unfiltered", Order::Highest, |row| {
            Value::Mean(row.sweep.baseline.means[row.measure])
        })
        .room(Room::Wide)
        .page_only(),
        column("mean", Order::Highest, |row| Value::Mean(row.point.means[row.measure]))
            .room(if is_whole { Room::Always } else { Room::Wide }),
        column("difference", Order::Highest, |row| {
            Value::Difference(row.point.means[row.measure] - row.sweep.baseline.means[row.measure])
        }),
        column("p", Order::Lowest, |row| Value::P(row.point.p(row.measure))).room(Room::Spare(2)),
        column("kept", Order::Highest, |row| Value::Share(row.point.kept)).room(Room::Spare(1)),
        column("held out", Order::Highest, |row| {
            Value::maybe(row.held_out(), |found| Value::Mean(found.mean))
        })
        .room(if is_whole { Room::Always } else { Room::Wide })
        .hidden(no_folds),
        column("p", Order::Lowest, |row| Value::maybe(row.held_out(), |found| Value::P(found.p())))
            .meaning("of the held-out mean")
            .room(Room::Spare(0))
            .hidden(no_folds),
    ];
    let names = sweep.alone.iter().map(|alone| alone.axis.as_str());
    let of_axes: Vec<(&Sweep, &str)> =
        if is_whole { vec![(sweep, "")] } else { alone.iter().zip(names).collect() };
    let mut rows = Vec::new();
    for measure in 0..sweep.measures.len() {
        for &(sweep, axis) in &of_axes {
            let point = best(sweep, measure);
            rows.extend(point.map(|point| Chosen { measure, axis, sweep, point }));
        }
    }
    (Columns(columns), rows)
}

/// Returns the table of what was chosen, for a page.
pub(super) fn chosen_sheet(sweep: &Sweep) -> String {
    let alone = sweep.each_alone();
    let (columns, rows) = chosen(sweep, &alone, axis_words);
    let table = columns.for_page(rows);
    let held_out =
        if table.heads.iter().any(|head| head.name == "held out") { HELD_OUT } else { "" };
    let (id, caption) = if alone.is_empty() {
        ("by-measure", "The best point of each measure.")
    } else {
        ("by-axis", "The value that is best on these topics: expect less on others.")
    };
    Sheet::whole(id, &format!("{caption}{held_out}")).html(&table)
}

/// What a column of held-out values holds.
const HELD_OUT: &str = " held out: the mean of the topics at the value that is best on the topics \
                        of the other folds. Expect it on other topics.";

/// A fold of topics, or all of them.
struct FoldRow<'a> {
    /// Among which points was chosen: those of one axis, or all.
    among: &'a str,
    measure: usize,
    sweep: &'a Sweep,
    held_out: &'a HeldOut,
    /// The fold by its number; none for all topics.
    fold: Option<(usize, &'a Fold)>,
}

/// Returns the folds: for every measure and fold the number of topics, the parameters of the point
/// that is best on the other folds, its mean on the other folds (`learned`) and on this fold
/// (`held_out`), and the mean of the unfiltered text on this fold; then a row `all` over all
/// topics. If the axes are taken alone, the first column says among which points was chosen. None
/// without folds.
fn folds<'a>(
    sweep: &'a Sweep,
    alone: &'a [Sweep],
) -> Option<(Columns<'a, FoldRow<'a>>, Vec<FoldRow<'a>>)> {
    let mut rows = fold_rows(sweep, "all")?;
    for (of_axis, named) in alone.iter().zip(&sweep.alone) {
        // An axis without folds has no rows.
        rows.extend(fold_rows(of_axis, &named.axis).unwrap_or_default());
    }
    let column = |key: &str, order, room, cell: fn(&FoldRow<'a>) -> Value<'a>| {
        Column::new(key, key, order, cell).room(room)
    };
    let mean = |key: &str, room, of_fold: fn(&Fold) -> f64, of_all: fn(&FoldRow<'a>) -> f64| {
        let cell = move |row: &FoldRow<'a>| {
            Value::Mean(row.fold.map_or_else(|| of_all(row), |(_, fold)| of_fold(fold)))
        };
        Column::new(key, key.replace('_', " "), Order::Highest, cell).room(room)
    };
    let mut columns = Vec::new();
    if !alone.is_empty() {
        columns.push(column("axis", Order::Names, Room::Always, |row| Value::name(row.among)));
    }
    columns.push(column("measure", Order::Names, Room::Always, |row| {
        Value::Measure(&row.sweep.measures[row.measure])
    }));
    columns.push(column("fold", Order::Highest, Room::Wide, |row| match row.fold {
        Some((number, _)) => Value::Count(number as u64),
        None => Value::name("all"),
    }));
    columns.push(column("topics", Order::Highest, Room::Wide, |row| {
        Value::Count(row.fold.map_or(row.sweep.topics.len(), |(_, fold)| fold.topics.len()) as u64)
    }));
    columns.extend(axes(sweep, str::to_owned, |row: &FoldRow<'a>| {
        row.fold.map(|(_, fold)| &row.sweep.points[fold.chosen])
    }));
    columns.push(mean(
        "learned",
        Room::Wide,
        |fold| fold.learned,
        |row| best(row.sweep, row.measure).map_or(f64::NAN, |best| best.means[row.measure]),
    ));
    columns.push(mean("held_out", Room::Always, |fold| fold.held_out, |row| row.held_out.mean));
    columns.push(mean(
        "unfiltered",
        Room::Wide,
        |fold| fold.baseline,
        |row| row.sweep.baseline.means[row.measure],
    ));
    columns.push(column("p", Order::Lowest, Room::Wide, |row| match row.fold {
        Some(_) => Value::Absent,
        None => Value::P(row.held_out.p()),
    }));
    Some((Columns(columns), rows))
}

/// Returns the folds of a sweep, the whole one or that of one of its axes.
fn fold_rows<'a>(sweep: &'a Sweep, among: &'a str) -> Option<Vec<FoldRow<'a>>> {
    let mut rows = Vec::new();
    for measure in 0..sweep.measures.len() {
        let held_out = sweep.choices.get(measure)?.held_out.as_ref()?;
        for fold in (1..).zip(&held_out.folds) {
            rows.push(FoldRow { among, measure, sweep, held_out, fold: Some(fold) });
        }
        rows.push(FoldRow { among, measure, sweep, held_out, fold: None });
    }
    Some(rows)
}

/// `folds.tsv`: a line per fold; none without folds.
pub fn folds_tsv(sweep: &Sweep) -> Option<String> {
    let alone = sweep.each_alone();
    folds(sweep, &alone).map(|(columns, rows)| columns.tsv(rows))
}

/// Returns the folds for a page; empty without folds.
pub(super) fn folds_sheet(sweep: &Sweep) -> String {
    let alone = sweep.each_alone();
    let Some((columns, rows)) = folds(sweep, &alone) else { return String::new() };
    let caption = "For each fold: the point that is best on the other folds, its mean there \
                   (learned) and on the fold itself (held out).";
    Sheet::whole("by-fold", caption).html(&columns.for_page(rows))
}

/// Returns the table of these points, and if the axes are taken `alone` one of what was found on
/// each.
fn printed<'a>(
    sweep: &'a Sweep,
    alone: &'a [Sweep],
    shown: &[usize],
    axis_name: impl Fn(&str) -> String + Copy + 'a,
) -> Vec<Printed<'a>> {
    let rows = [base(sweep)].into_iter().chain(shown.iter().map(|&number| view(sweep, number)));
    let table = points(sweep, true, axis_name).for_text(rows);
    let measures: Vec<String> = sweep.measures.iter().map(|name| measure_name(name)).collect();
    let axes: Vec<String> = sweep.axes.iter().map(|axis| axis_words(&axis.name)).collect();
    let setting = figure::brief(sweep);
    let caption = format!(
        "{} over {}; {setting}. p: t-test against unfiltered; *: best{}",
        joined(&measures),
        joined(&axes),
        equivalence::in_caption(&table, sweep.margin)
    );
    let mut notes: Vec<String> = table.no_spread_note().into_iter().collect();
    notes.extend(points_notes(sweep, shown.len()));
    let mut tables = vec![Printed { label: "sweep", caption, blocks: vec![table], notes }];
    if !alone.is_empty() {
        let (columns, rows) = chosen(sweep, alone, axis_name);
        tables.push(Printed {
            label: "alone",
            caption: format!("Each axis alone; {setting}. p: t-test against unfiltered"),
            blocks: vec![columns.for_text(rows)],
            notes: Vec::new(),
        });
    }
    let checks = (0..sweep.measures.len()).flat_map(|measure| checks(sweep, measure));
    if let Some(last) = tables.last_mut() {
        last.notes.extend(checks);
    }
    tables
}

/// Returns what is known of the choice of the best point by a measure, and of how much text is
/// enough.
pub(super) fn checks(sweep: &Sweep, measure: usize) -> Vec<String> {
    let checks = [
        any_better(sweep, measure),
        held_out(sweep, measure),
        equivalence::least_text(sweep, measure),
        equivalence::power_at_next(sweep, measure),
    ];
    checks.into_iter().flatten().collect()
}

/// Returns the lines below the table, which has `shown` of the points.
fn points_notes(sweep: &Sweep, shown: usize) -> Vec<String> {
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
pub(super) fn best_points(sweep: &Sweep, most: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..sweep.points.len()).collect();
    let mean = |point: usize| sweep.points[point].means.first().copied().unwrap_or_default();
    order.sort_by(|&a, &b| mean(b).total_cmp(&mean(a)));
    order.truncate(most);
    order
}
