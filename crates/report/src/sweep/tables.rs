//! The tables of a sweep: its points, what was chosen by each measure and axis, the folds of
//! topics, and the values by topic.

use crate::equivalence;
use crate::figure;
use crate::save::Form;
use crate::table::html::Sheet;
use crate::table::latex::latex as document;
use crate::table::statistics::{DIFFERENCE, OF_SWEEP};
use crate::table::{Cell, Column, ColumnPlace, Columns, Data, Order, Printed, Room, Value};
use crate::views::{self, TopicRow, ViewRow};
use crate::words::{
    any_better, at, at_words, axis_title, axis_words, best, counted, held_out, measure_name,
    measures, nothing_gained, topics, unfiltered, weighed,
};
use std::collections::BTreeSet;
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

/// Returns the columns of `sweep.tsv`; the unfiltered text is the first row.
pub fn data(sweep: &Sweep) -> Data<'_> {
    let rows = [base(sweep)].into_iter().chain(views(sweep));
    points(sweep, true, str::to_owned).over(rows.collect())
}

/// `per_topic.tsv`: the parameters, `topic`, `measure` and `value`; the unfiltered text first, each
/// of its parameters `-`.
pub fn per_topic(sweep: &Sweep) -> String {
    topic_columns(sweep).tsv(topic_rows(sweep))
}

/// Returns the columns of `per_topic.tsv`.
pub fn per_topic_data(sweep: &Sweep) -> Data<'_> {
    topic_columns(sweep).over(topic_rows(sweep).collect())
}

fn topic_columns(sweep: &Sweep) -> Columns<'_, TopicRow<'_>> {
    let mut columns =
        axes(sweep, str::to_owned, |row: &TopicRow<'_>, _, axis| value(axis, row.0.point));
    columns.extend(views::by_topic(&sweep.topics, &sweep.measures));
    Columns(columns)
}

fn topic_rows(sweep: &Sweep) -> impl Iterator<Item = TopicRow<'_>> {
    let views = [base(sweep)].into_iter().chain(views(sweep));
    views::topic_rows(views, sweep.topics.len(), sweep.measures.len())
}

/// The points of a sweep as rows.
fn views(sweep: &Sweep) -> impl Iterator<Item = ViewRow<'_>> {
    (0..sweep.points.len()).map(|number| view(sweep, number))
}

/// A point as a row.
pub(super) fn view(sweep: &Sweep, number: usize) -> ViewRow<'_> {
    let point = &sweep.points[number];
    ViewRow { point, number, row: None, base: &sweep.baseline, is_base: false }
}

/// The unfiltered text as a row.
pub(super) fn base(sweep: &Sweep) -> ViewRow<'_> {
    ViewRow { point: &sweep.baseline, number: 0, row: None, base: &sweep.baseline, is_base: true }
}

/// Returns a column per axis, filled by its value in a row.
fn axes<'a, R: 'a>(
    sweep: &'a Sweep,
    name: impl Fn(&str) -> String,
    cell: fn(&R, usize, &'a Axis) -> Value<'a>,
) -> Vec<Column<'a, R>> {
    let column = |(number, axis): (usize, &'a Axis)| {
        let cell = move |row: &R| cell(row, number, axis);
        let column = Column::new(&axis.name, name(&axis.name), Order::Values, cell);
        column.meaning(axis_title(&axis.name)).whole()
    };
    sweep.axes.iter().enumerate().map(column).collect()
}

/// The value of a point on an axis.
fn value<'a>(axis: &Axis, point: &'a Point) -> Value<'a> {
    match point.value(axis) {
        Parameter::Absent => Value::Absent,
        value => Value::Parameter(value),
    }
}

/// Returns the columns of the points, with tests of equivalence or without.
pub(super) fn points<'a>(
    sweep: &'a Sweep,
    with_equivalence: bool,
    axis_name: impl Fn(&str) -> String,
) -> Columns<'a, ViewRow<'a>> {
    let measures = &sweep.measures;
    let axes =
        axes(sweep, axis_name, |view: &ViewRow<'a>, number, axis| match (view.is_base, number) {
            (true, 0) => Value::name("unfiltered"),
            (true, _) => Value::Blank,
            _ => value(axis, view.point),
        });
    let mut columns: Vec<_> =
        axes.into_iter().map(|column| column.at(ColumnPlace::First)).collect();
    let mean = |view: &ViewRow<'a>, measure| Cell {
        mark: Some(mark(sweep, view, measure)),
        ..Value::Mean(view.point.means[measure]).into()
    };
    columns.extend(views::means(measures, measure_name, mean));
    columns.extend(DIFFERENCE.columns(measures));
    columns.extend(views::counts(sweep.topics.len()));
    let statistics = if with_equivalence { &OF_SWEEP[..] } else { &OF_SWEEP[..1] };
    columns.extend(statistics.iter().flat_map(|of| of.columns(measures)));
    Columns(columns)
}

/// Returns the mark of a mean: of the best point, or of one that is equivalent to the unfiltered
/// text.
fn mark(sweep: &Sweep, view: &ViewRow<'_>, measure: usize) -> char {
    let p = || view.tested(measure).test.map(|test| test.p);
    match sweep.best.get(measure) {
        _ if view.is_base => ' ',
        Some(best) if *best == view.number => '*',
        _ if equivalence::is_equivalent(p(), sweep.topics.len()) => '=',
        _ => ' ',
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

impl<'a> Chosen<'a> {
    fn held_out(&self) -> Option<&'a HeldOut> {
        self.sweep.choices.get(self.measure)?.held_out.as_ref()
    }

    fn mean(&self) -> f64 {
        self.point.means[self.measure]
    }

    fn base(&self) -> f64 {
        self.sweep.baseline.means[self.measure]
    }

    /// The point by what was chosen among.
    fn best(&self) -> Value<'a> {
        match (self.axis, &self.sweep.axes[..]) {
            ("", _) => Value::name(at_words(self.sweep, self.point)),
            (_, [axis]) => value(axis, self.point),
            _ => Value::name(at(self.sweep, self.point)),
        }
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
    let room = if is_whole { Room::Always } else { Room::Wide };
    let column = |name: &str, order, room, cell: fn(&Chosen<'a>) -> Value<'a>| {
        Column::new("", name, order, cell).room(room)
    };
    let axis = move |row: &Chosen<'a>| Value::name(axis_name(row.axis));
    let columns = vec![
        column("measure", Order::Names, Room::Always, |row| {
            Value::Measure(&row.sweep.measures[row.measure])
        }),
        Column::new("", "axis", Order::Names, axis).hidden(is_whole),
        column("best", Order::Names, Room::Always, Chosen::best),
        column("unfiltered", Order::Highest, Room::Wide, |row| Value::Mean(row.base())).page_only(),
        column("mean", Order::Highest, room, |row| Value::Mean(row.mean())),
        column("difference", Order::Highest, Room::Always, |row| {
            Value::Difference(row.mean() - row.base())
        }),
        column("p", Order::Lowest, Room::Spare(2), |row| Value::P(row.point.p(row.measure))),
        column("kept", Order::Highest, Room::Spare(1), |row| Value::Share(row.point.kept)),
        column("held out", Order::Highest, room, |row| {
            Value::maybe(row.held_out(), |found| Value::Mean(found.mean))
        })
        .hidden(no_folds),
        column("p", Order::Lowest, Room::Spare(0), |row| {
            Value::maybe(row.held_out(), |found| Value::P(found.p()))
        })
        .meaning("of the held-out mean")
        .hidden(no_folds),
    ];
    let names = sweep.alone.iter().map(|alone| alone.axis.as_str());
    let of_axes: Vec<(&Sweep, &str)> =
        if is_whole { vec![(sweep, "")] } else { alone.iter().zip(names).collect() };
    let rows = (0..sweep.measures.len()).flat_map(|measure| {
        of_axes.iter().filter_map(move |&(sweep, axis)| {
            Some(Chosen { measure, axis, sweep, point: best(sweep, measure)? })
        })
    });
    (Columns(columns), rows.collect())
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
    Some((fold_columns(sweep, !alone.is_empty()), rows))
}

/// Returns the columns of `folds.tsv` of all axes together; no row without folds.
pub fn folds_data(sweep: &Sweep) -> Data<'_> {
    fold_columns(sweep, false).over(fold_rows(sweep, "all").unwrap_or_default())
}

fn fold_columns<'a>(sweep: &'a Sweep, with_axis: bool) -> Columns<'a, FoldRow<'a>> {
    let column = |key: &str, order, room, cell: fn(&FoldRow<'a>) -> Value<'a>| {
        Column::new(key, key.replace('_', " "), order, cell).room(room)
    };
    let mut columns = vec![
        column("measure", Order::Names, Room::Always, |row| {
            Value::Measure(&row.sweep.measures[row.measure])
        }),
        column("fold", Order::Highest, Room::Wide, |row| match row.fold {
            Some((number, _)) => Value::Count(number as u64),
            None => Value::name("all"),
        })
        .whole(),
        column("topics", Order::Highest, Room::Wide, |row| {
            let all = row.sweep.topics.len();
            Value::Count(row.fold.map_or(all, |(_, fold)| fold.topics.len()) as u64)
        })
        .whole(),
    ];
    if with_axis {
        let among = |row: &FoldRow<'a>| Value::name(row.among);
        columns.insert(0, column("axis", Order::Names, Room::Always, among));
    }
    columns.extend(axes(sweep, str::to_owned, |row: &FoldRow<'a>, _, axis| {
        let chosen = row.fold.map(|(_, fold)| &row.sweep.points[fold.chosen]);
        chosen.map_or(Value::Absent, |point| value(axis, point))
    }));
    columns.extend([
        column("learned", Order::Highest, Room::Wide, |row| {
            let best = || best(row.sweep, row.measure).map(|best| best.means[row.measure]);
            row.mean(|fold| fold.learned, best().unwrap_or(f64::NAN))
        }),
        column("held_out", Order::Highest, Room::Always, |row| {
            row.mean(|fold| fold.held_out, row.held_out.mean)
        }),
        column("unfiltered", Order::Highest, Room::Wide, |row| {
            row.mean(|fold| fold.baseline, row.sweep.baseline.means[row.measure])
        }),
        column("p", Order::Lowest, Room::Wide, |row| match row.fold {
            Some(_) => Value::Absent,
            None => Value::P(row.held_out.p()),
        }),
    ]);
    Columns(columns)
}

impl<'a> FoldRow<'a> {
    /// A mean of the fold, or that of all topics.
    fn mean(&self, of_fold: fn(&Fold) -> f64, of_all: f64) -> Value<'a> {
        Value::Mean(self.fold.map_or(of_all, |(_, fold)| of_fold(fold)))
    }
}

/// Returns the folds of a sweep, the whole one or that of one of its axes.
fn fold_rows<'a>(sweep: &'a Sweep, among: &'a str) -> Option<Vec<FoldRow<'a>>> {
    let mut rows = Vec::new();
    for measure in 0..sweep.measures.len() {
        let held_out = sweep.choices.get(measure)?.held_out.as_ref()?;
        let folds = (1..).zip(&held_out.folds).map(Some).chain([None]);
        rows.extend(folds.map(|fold| FoldRow { among, measure, sweep, held_out, fold }));
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
    let setting = figure::brief(sweep);
    let caption = format!(
        "{} over {}; {setting}. p: t-test against unfiltered; *: best{}",
        measures(&sweep.measures),
        crate::words::axes(sweep),
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
        let is_line = sweep.axes.len() == 1 || !sweep.alone.is_empty();
        let which = if is_line { "" } else { ", the best ones" };
        points += &format!(" ({shown} shown{which})");
    }
    let topics = topics(&sweep.topics);
    let against = unfiltered(sweep);
    let mut notes = vec![format!("{points}, {topics}; p: paired t-test against {against}")];
    notes.extend(weighed(&sweep.weights));
    if best(sweep, 0).is_some() {
        let best = "* best on these topics, on which it was chosen; expect less on others";
        notes.push(best.to_owned());
        let not_better = (0..sweep.measures.len()).filter(|&m| nothing_gained(sweep, m));
        let names: Vec<String> = not_better.map(|m| measure_name(&sweep.measures[m])).collect();
        if !names.is_empty() {
            let names = names.join(" and ");
            notes.push(format!("no point is better than the unfiltered text in {names}"));
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
