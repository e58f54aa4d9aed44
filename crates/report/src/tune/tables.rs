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
struct RuleTried(&'static str, &'static str, [Option<f64>; 3]);

/// Returns the unfiltered text, the sieve and what was chosen.
pub(super) fn values(tuned: &Tuned) -> Table<'_> {
    let judged = tuned.judged.as_ref();
    let by_judged = |value: fn(&JudgedChoice) -> f64| judged.map(value);
    let chosen = Some(tuned.chosen);
    let kept = Some(tuned.kept);
    let sieve = [Some(tuned.sieve), by_judged(|of| of.sieve), Some(tuned.kept_by_sieve)];
    let mut rows = vec![
        RuleTried(
            "unfiltered",
            "",
            [Some(tuned.unfiltered), by_judged(|of| of.unfiltered), Some(1.0)],
        ),
        RuleTried("sieve", "", sieve),
    ];
    // The choice of the titles alone need not be the rule: judged topics had their say.
    rows.extend(match judged {
        None => vec![RuleTried("tuned", "", [chosen, None, kept])],
        Some(of) => vec![
            RuleTried(
                "by titles",
                "chosen by pseudo-topics alone",
                [chosen, Some(of.pseudo), None],
            ),
            RuleTried("tuned", "chosen by both kinds of topics", [None, Some(of.chosen), kept]),
        ],
    });
    let name = |row: &RuleTried| Cell { hint: row.1.to_owned(), ..Value::name(row.0).into() };
    let of_judged = judged.map_or(String::new(), |judged| {
        let topics = counted(judged.topics as u64, "judged topic");
        format!("{}, {topics}", measure_name(&judged.measure))
    });
    let number = |place: usize, name: &str, kind: fn(f64) -> Value<'static>| {
        let cell = move |row: &RuleTried| Value::maybe(row.2[place], kind);
        Column::new("", name, Order::Highest, cell)
    };
    let columns = Columns(vec![
        Column::new("", "rule", Order::Names, name),
        number(0, "reciprocal rank", Value::Mean),
        number(1, &of_judged, Value::Mean).hidden(judged.is_none()),
        number(2, "text kept", Value::Percent),
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
