//! The runs of a comparison as a table of one measure, the best first.

use super::{
    Cell, Column, Contender, Order, Row, RunComparison, Sheet, System, counted, drawn, effect,
    escape, fixed, interval, mark, measure_name, p_value, signed, tested,
};
use tamis_eval::statistics::Exactness;

/// The number of runs that show at first.
const SHOWN: usize = 15;

/// Returns the table of a measure; empty if the comparison does not have it.
pub(super) fn sheet(comparison: &RunComparison, measure: usize) -> String {
    let Some(name) = comparison.measures.get(measure) else { return String::new() };
    let mut runs: Vec<&Contender> = comparison.runs.iter().collect();
    let mean = |run: &Contender| run.system.means[measure];
    runs.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
    let mut rows = vec![base(&comparison.baseline, measure)];
    rows.extend(runs.into_iter().map(|run| row(run, measure)));
    let caption = format!(
        "{} over {}. + and -: significantly better and worse than {}.",
        measure_name(name),
        counted(comparison.topics.len() as u64, "topic"),
        comparison.baseline.name
    );
    Sheet {
        id: format!("by-run-{measure}"),
        caption: escape(&caption),
        columns: columns(comparison),
        sorted: Some(1),
        rows,
        shown: SHOWN,
    }
    .html()
}

fn columns(comparison: &RunComparison) -> Vec<Column> {
    vec![
        Column::new("run", Order::Names),
        Column::new("mean", Order::Highest),
        Column::new("difference", Order::Highest),
        Column::wide("p", Order::Lowest),
        Column::new(format!("p ({})", comparison.correction), Order::Lowest),
        Column::wide("equiv.", Order::Lowest),
        Column::wide("95 % bootstrap", Order::Names),
        Column::wide("d_z", Order::Highest),
        Column::wide("win/tie/loss", Order::Highest),
        Column::wide("unjudged@10", Order::Lowest),
    ]
}

fn base(system: &System, measure: usize) -> Row {
    let mut cells = vec![Cell::text(&system.name), Cell::text(fixed(system.means[measure]))];
    cells.resize_with(9, Cell::default);
    cells.push(Cell::text(share(system.checks.unjudged_at_10)));
    Row { is_base: true, cells }
}

fn row(run: &Contender, measure: usize) -> Row {
    let against = &run.against[measure];
    let sign = mark(against);
    let class = if sign == Some('+') { "best" } else { "" };
    let mean = fixed(run.system.means[measure]) + &sign.map_or(String::new(), String::from);
    let cells = vec![
        Cell::text(&run.system.name),
        Cell { class, ..Cell::text(mean) },
        Cell::text(signed(against.difference)),
        Cell { hint: how_computed(against.exactness), ..Cell::text(tested(against.p())) },
        Cell::text(tested(against.corrected_p())),
        Cell::text(p_value(against.corrected_equivalent)),
        Cell {
            hint: format!("by Student's distribution {}", interval(against.student)),
            ..Cell::text(interval(against.bootstrap))
        },
        Cell::text(effect(against)),
        Cell::text(format!("{}/{}/{}", against.win, against.tie, against.loss)),
        Cell::text(share(run.system.checks.unjudged_at_10)),
    ];
    Row { is_base: false, cells }
}

/// Describes how a p-value was computed.
fn how_computed(exactness: Option<Exactness>) -> String {
    match exactness {
        None => String::new(),
        Some(Exactness::Distribution) => "of a distribution".to_owned(),
        Some(Exactness::Exact) => "exact".to_owned(),
        Some(Exactness::Sampled(chance)) => drawn(chance.samples.into(), chance.seed),
    }
}

/// Formats a share; `-` if there is none.
fn share(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), fixed)
}
