//! The tables of a comparison: its rows, and the values by topic.

use super::figure::brief;
use super::finding::{best_of_labels, labels, ranked, thresholds};
use super::marks::{chosen, mark_or_equivalent};
use crate::equivalence::{in_caption, least_row, mark_of};
use crate::save::Form;
use crate::table::html::Sheet;
use crate::table::latex::latex as document;
use crate::table::statistics::{DIFFERENCE, HOLM, HOLM_EQUIVALENT, OF_COMPARISON, P, Statistic};
use crate::table::{Cell, Column, ColumnPlace, Columns, Data, Order, Printed, Value};
use crate::views::{self, TopicRow, ViewRow};
use crate::words::{counted, joined, measure_name, unfiltered_blocks, weighed};
use tamis_eval::statistics::{ALPHA, FEWEST_TOPICS};
use tamis_search::experiment::results::{ComparedView, LabelComparison, RowKind};

/// The number of rows that a page shows at first, beside the unfiltered text.
const SHOWN: usize = 15;

/// Returns the table as text, ending in a line break, with a mark after every mean that differs
/// significantly; none of a width shows all columns. The row with the best mean in the first
/// measure comes first; equals stay in the order of the comparison.
pub fn table(comparison: &LabelComparison, width: Option<usize>) -> String {
    printed(comparison, &ranked(comparison, 0), &[]).text(width)
}

/// Returns the same with the best `most` rows alone, beside the unfiltered text and the named
/// rules. `more` tells how many rows are left out.
pub fn best_rows(
    comparison: &LabelComparison,
    most: usize,
    more: impl FnOnce(usize) -> String,
    width: Option<usize>,
) -> String {
    let shown = best(comparison, most);
    let left_out = comparison.rows.len() - shown.len();
    let more = if left_out == 0 { Vec::new() } else { vec![more(left_out)] };
    printed(comparison, &shown, &more).text(width)
}

/// Returns the best rows as a table for LaTeX, beside the unfiltered text and the named rules.
pub fn latex(comparison: &LabelComparison, form: &Form) -> String {
    let table = printed(comparison, &best(comparison, form.rows()), &[]);
    document(&[table], &comparison.command, &comparison.version)
}

/// `compare.tsv`: the unfiltered text, the best threshold of each axis, the named rules and the
/// labels, a line each.
pub fn tsv(comparison: &LabelComparison) -> String {
    columns(comparison).tsv(comparison.rows.iter().map(|row| view(comparison, row)))
}

/// Returns the columns of `compare.tsv`.
pub fn data(comparison: &LabelComparison) -> Data<'_> {
    let rows = comparison.rows.iter().map(|row| view(comparison, row));
    columns(comparison).over(rows.collect())
}

/// `per_topic.tsv`: `view`, `topic`, `measure` and `value`.
pub fn per_topic<'a>(comparison: &'a LabelComparison) -> String {
    let LabelComparison { topics, measures, rows, .. } = comparison;
    let name = |row: &TopicRow<'a>| Value::name(row.0.row.map_or("", |row| row.name.as_str()));
    let mut columns = vec![Column::file("view", name)];
    columns.extend(views::by_topic(topics, measures));
    let views = rows.iter().map(|row| view(comparison, row));
    Columns(columns).tsv(views::topic_rows(views, topics.len(), measures.len()))
}

/// Returns all rows for a page, the best by the first measure first.
pub(super) fn sheet(comparison: &LabelComparison) -> String {
    let (base, others): (Vec<&ComparedView>, Vec<&ComparedView>) =
        ranked(comparison, 0).into_iter().partition(|row| row.kind == RowKind::Unfiltered);
    let rows = base.iter().chain(&others).map(|row| view(comparison, row));
    let table = columns(comparison).for_page(rows);
    let mark = match comparison.topics.len() {
        few if few < FEWEST_TOPICS => String::new(),
        _ => format!(" {}.", mark_of(comparison.margin)),
    };
    let caption = format!(
        "Means over {}. + and -: significantly better and worse than the unfiltered text.{mark}",
        counted(comparison.topics.len() as u64, "topic")
    );
    let sorted = (!comparison.measures.is_empty()).then_some(1);
    let base = base.len();
    Sheet { sorted, base, shown: Some(SHOWN), ..Sheet::whole("all-rows", &caption) }.html(&table)
}

/// Returns the columns of the rows.
fn columns<'a>(comparison: &'a LabelComparison) -> Columns<'a, ViewRow<'a>> {
    let measures = &comparison.measures;
    let name = |view: &ViewRow<'a>| Cell {
        hint: view.row.map_or(String::new(), |row| kind(row, &comparison.title)),
        ..Value::name(view.row.map_or("", |row| row.name.as_str())).into()
    };
    let mut columns =
        vec![Column::new("view", "name", Order::Names, name).short("").at(ColumnPlace::First)];
    columns.extend(views::means(
        measures,
        |name| format!("{} ", measure_name(name)),
        |view, measure| mean(comparison, view, measure),
    ));
    columns.extend(DIFFERENCE.columns(measures));
    columns.extend(views::counts(comparison.topics.len()));
    columns.push(Column::file("chosen_from", |view: &ViewRow<'_>| {
        let chosen_from = view.row.map_or(0, |row| row.chosen_from as u64);
        if chosen_from == 0 { Value::Absent } else { Value::Count(chosen_from) }
    }));
    columns.extend(OF_COMPARISON.iter().flat_map(|of| of.columns(measures)));
    Columns(columns)
}

fn view<'a>(comparison: &'a LabelComparison, row: &'a ComparedView) -> ViewRow<'a> {
    ViewRow {
        point: &row.point,
        number: 0,
        row: Some(row),
        base: &comparison.rows[0].point,
        is_base: row.kind == RowKind::Unfiltered,
    }
}

/// Returns the cell of a mean: a mark where it differs significantly, and its p-values for those
/// who point at it.
fn mean<'a>(comparison: &LabelComparison, view: &ViewRow<'a>, measure: usize) -> Cell<'a> {
    let value = Value::Mean(view.point.means[measure]);
    let Some(row) = view.row.filter(|_| !view.is_base) else {
        return Cell { mark: Some(' '), ..value.into() };
    };
    let tested = view.tested(measure);
    let statistic = |statistic: Statistic| (statistic.value)(&tested);
    let hint = format!(
        "p {}, after Holm's correction {}; of equivalence {}",
        statistic(P),
        statistic(HOLM),
        statistic(HOLM_EQUIVALENT)
    );
    let mark = mark_or_equivalent(comparison, row, measure).unwrap_or(' ');
    Cell { mark: Some(mark), hint, ..value.into() }
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

/// Returns the best `most` rows, the unfiltered text and the named rules, the best mean first.
fn best(comparison: &LabelComparison, most: usize) -> Vec<&ComparedView> {
    let named = |row: &ComparedView| matches!(row.kind, RowKind::Unfiltered | RowKind::Rule);
    let ranked = ranked(comparison, 0).into_iter().enumerate();
    ranked.filter(|(rank, row)| *rank < most || named(row)).map(|(_, row)| row).collect()
}

/// Returns the table of these rows; `more` stands above the notes.
fn printed<'a>(
    comparison: &'a LabelComparison,
    shown: &[&'a ComparedView],
    more: &[String],
) -> Printed<'a> {
    let table = columns(comparison).for_text(shown.iter().map(|row| view(comparison, row)));
    let notes = [more, &notes(comparison)].concat();
    let measures: Vec<String> = comparison.measures.iter().map(|name| measure_name(name)).collect();
    let caption = format!(
        "{} of labels; {}. + and −: better and worse than unfiltered (p < {ALPHA}, Holm){}",
        joined(&measures),
        brief(comparison),
        in_caption(&table, comparison.margin)
    );
    Printed { label: "compare", caption, blocks: vec![table], notes }
}

/// Returns the lines below the table.
fn notes(comparison: &LabelComparison) -> Vec<String> {
    let labels = counted(labels(comparison).count() as u64, "label");
    let topics = counted(comparison.topics.len() as u64, "topic");
    let mut notes = vec![format!(
        "{labels}, {topics}; + and -: better and worse than the unfiltered text, paired t-test, p \
         < {ALPHA} after Holm's correction over {}",
        counted(comparison.rows.len().saturating_sub(1) as u64, "row")
    )];
    let is_tested = |row: &ComparedView| row.holm_equivalent.iter().any(Option::is_some);
    if comparison.topics.len() >= FEWEST_TOPICS && comparison.rows.iter().any(is_tested) {
        notes.push(format!("{} after the same correction", mark_of(comparison.margin)));
    }
    notes.extend(least_row(comparison, 0));
    if !comparison.filter.is_empty() {
        notes.push(format!("all rows but the unfiltered text: {}", comparison.filter));
    }
    notes.extend(weighed(&comparison.weights));
    notes.extend(
        thresholds(comparison).map(|row| format!("{}: {}", row.name, chosen(comparison, row))),
    );
    notes.extend(best_of_labels(comparison));
    notes
}
