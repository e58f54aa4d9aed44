//! The tables of tuning: all settings, the chosen ones, and what judged topics are worth.

use crate::table::{Cell, Column, Columns, Data, Order, Table, Value};
use crate::words::{counted, measure_name};
use tamis_search::tune::{CurvePoint, JudgedChoice, TriedSetting, Tuned};

/// `settings.tsv`: a line per setting.
pub(super) fn tsv(tuned: &Tuned) -> String {
    settings(tuned).tsv(&tuned.settings)
}

/// Returns the columns of `settings.tsv`.
pub fn data(tuned: &Tuned) -> Data<'_> {
    settings(tuned).over(tuned.settings.iter().collect())
}

fn settings<'a>(tuned: &'a Tuned) -> Columns<'a, &'a TriedSetting> {
    Columns(vec![
        Column::file(tuned.measure, |row: &&TriedSetting| Value::Mean(row.value)),
        Column::file("cost", |row: &&TriedSetting| Value::Plain(row.cost)),
        Column::file("weights", |row: &&TriedSetting| Value::name(row.weights.join("; "))),
    ])
}

/// A rule: its name, how it was chosen, the measure on pseudo-topics and on judged topics, and the
/// share of the text that counts.
struct Rule(&'static str, &'static str, Option<f64>, Option<f64>, Option<f64>);

/// Returns the unfiltered text, the sieve and what was chosen.
pub(super) fn values(tuned: &Tuned) -> Table<'_> {
    let judged = tuned.judged.as_ref();
    let unfiltered = judged.map(|judged| judged.unfiltered);
    let sieve = judged.map(|judged| judged.sieve);
    let chosen = Some(tuned.chosen);
    let kept = Some(tuned.kept);
    let mut rows = vec![
        Rule("unfiltered", "", Some(tuned.unfiltered), unfiltered, Some(1.0)),
        Rule("sieve", "", Some(tuned.sieve), sieve, Some(tuned.kept_by_sieve)),
    ];
    match judged {
        None => rows.push(Rule("tuned", "", chosen, None, kept)),
        // The choice of the titles alone need not be the rule: judged topics had their say.
        Some(judged) => rows.extend([
            Rule("by titles", "chosen by pseudo-topics alone", chosen, Some(judged.pseudo), None),
            Rule("tuned", "chosen by both kinds of topics", None, Some(judged.chosen), kept),
        ]),
    }
    let name = |row: &Rule| Cell { hint: row.1.to_owned(), ..Value::name(row.0).into() };
    let of_judged = judged.map_or(String::new(), |judged| {
        let topics = counted(judged.topics as u64, "judged topic");
        format!("{}, {topics}", measure_name(&judged.measure))
    });
    let columns = Columns(vec![
        Column::new("", "rule", Order::Names, name),
        Column::new("", "reciprocal rank", Order::Highest, |row: &Rule| {
            Value::maybe(row.2, Value::Mean)
        }),
        Column::new("", of_judged, Order::Highest, |row: &Rule| Value::maybe(row.3, Value::Mean))
            .hidden(judged.is_none()),
        Column::new("", "text kept", Order::Highest, |row: &Rule| {
            Value::maybe(row.4, Value::Percent)
        }),
    ]);
    columns.for_text(rows)
}

/// Returns what so many judged topics are worth.
pub(super) fn curve(judged: &JudgedChoice) -> Table<'_> {
    let mean = |name: &str, value: fn(&CurvePoint) -> f64| {
        Column::new("", name, Order::Highest, move |row: &&CurvePoint| Value::Mean(value(row)))
    };
    let columns = Columns(vec![
        Column::new("", "judged topics", Order::Values, |row: &&CurvePoint| {
            Value::Count(row.topics as u64)
        }),
        mean("they alone", |row| row.judged),
        mean("pseudo-topics alone", |row| row.pseudo),
        mean("both", |row| row.both),
        mean("sieve", |row| row.sieve),
    ]);
    columns.for_text(&judged.curve)
}
