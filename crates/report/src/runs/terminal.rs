//! Formats a comparison of runs as aligned tables: one per measure, then the topics that changed
//! most.

use super::wording::{ALPHA, correction, effect, exactness, interval, mark};
use crate::equivalence;
use crate::table::{Table, with_names};
use crate::words::{
    counted, drawn, fixed, joined, measure_name, no_spread_note, p_value, signed, tested,
};
use std::fmt::Write;
use tamis_eval::runs::{Against, Contender, RunComparison};
use tamis_place::Escaped;

/// Returns the tables, ending in a line break; with `changed` also those of the topics.
pub fn table(comparison: &RunComparison, changed: bool) -> String {
    let mut text = whole(comparison).text();
    if changed {
        for run in &comparison.runs {
            topics(&mut text, comparison, run);
        }
    }
    text
}

/// Returns the tables of the measures for LaTeX.
pub fn latex(comparison: &RunComparison) -> String {
    crate::latex::tables(&[whole(comparison)], &comparison.command, &comparison.version)
}

fn whole(comparison: &RunComparison) -> Table {
    let mut blocks = Vec::new();
    for measure in 0..comparison.measures.len() {
        let mut rows = vec![header(comparison, measure), baseline(comparison, measure)];
        rows.extend(comparison.runs.iter().map(|run| row(comparison, run, measure)));
        blocks.push(rows);
    }
    let mut notes: Vec<String> = legend(comparison).into();
    notes.extend(no_spread_note(&blocks));
    notes.extend(comparison.runs.iter().filter_map(|run| equivalence::of_run(comparison, run, 0)));
    let measures: Vec<String> = comparison.measures.iter().map(|name| measure_name(name)).collect();
    let caption = format!(
        "{}; {}. Differences from {}; + and −: p < {ALPHA}",
        joined(&measures),
        counted(comparison.topics.len() as u64, "topic"),
        comparison.baseline.name
    );
    // The p-value before the correction is the last to go.
    let uncorrected = correction(comparison).map(|_| "p");
    let header = blocks.first().and_then(|block| block.first());
    let place = |head: &str| header.and_then(|row| row.iter().position(|one| one == head));
    let optional = ["d_z", "win/tie/loss"].into_iter().chain(uncorrected);
    let optional = optional.filter_map(place).collect();
    Table { label: "runs", caption, names: 1, optional, blocks, notes }
}

fn header(comparison: &RunComparison, measure: usize) -> Vec<String> {
    let mut cells = vec![measure_name(&comparison.measures[measure])];
    cells.extend(["mean ", "diff.", "p"].map(str::to_owned));
    cells.extend(correction(comparison).map(|_| comparison.correction.clone()));
    cells.extend(["equiv.", "95 % interval", "d_z", "win/tie/loss"].map(str::to_owned));
    cells
}

fn baseline(comparison: &RunComparison, measure: usize) -> Vec<String> {
    let mut cells = vec![
        comparison.baseline.name.clone(),
        format!("{} ", fixed(comparison.baseline.means[measure])),
    ];
    cells.resize(header(comparison, measure).len(), String::new());
    cells
}

fn row(comparison: &RunComparison, run: &Contender, measure: usize) -> Vec<String> {
    let against = &run.against[measure];
    let mut cells =
        vec![run.system.name.clone(), of_mean(run, measure), signed(against.difference)];
    cells.push(tested(against.p()));
    cells.extend(correction(comparison).map(|_| tested(against.corrected_p())));
    cells.push(p_value(against.corrected_equivalent));
    let Against { win, tie, loss, .. } = against;
    cells.extend([interval(against.bootstrap), effect(against), format!("{win}/{tie}/{loss}")]);
    cells
}

/// Returns a mean with its mark, or a space in its place.
fn of_mean(run: &Contender, measure: usize) -> String {
    format!("{}{}", fixed(run.system.means[measure]), mark(&run.against[measure]).unwrap_or(' '))
}

/// Returns the lines below the tables.
fn legend(comparison: &RunComparison) -> [String; 4] {
    let topics = counted(comparison.topics.len() as u64, "topic");
    let runs = counted(comparison.runs.len() as u64, "run");
    let exactness = exactness(comparison).map_or_else(String::new, |how| format!(", {how}"));
    let after =
        correction(comparison).map_or(String::new(), |name| format!(" after {name} over {runs}"));
    [
        String::new(),
        format!(
            "{topics}; differences from {}; p: {} test, two-sided{exactness}; + and -: p < \
             {ALPHA}{after}",
            comparison.baseline.name, comparison.test,
        ),
        format!(
            "equiv.: p of equivalence with {} within {} (two one-sided t-tests){after}; power: the \
             probability that one such test finds it if there is no difference",
            comparison.baseline.name,
            equivalence::distance(comparison.margin, "its mean"),
        ),
        format!(
            "interval: of the mean difference, bootstrap (BCa, {}); d_z: that mean in standard \
             deviations of the differences",
            drawn(comparison.bootstrap_samples.into(), comparison.seed)
        ),
    ]
}

/// Adds the topics that changed most in the first measure, and the documents that moved, if they
/// are known.
fn topics(text: &mut String, comparison: &RunComparison, run: &Contender) {
    let measure = measure_name(&comparison.measures[0]);
    let name = Escaped(&run.system.name);
    let baseline = Escaped(&comparison.baseline.name);
    if run.changed.is_empty() {
        let _ = writeln!(text, "\n{name}: no topic differs from {baseline} in {measure}");
        return;
    }
    let _ = writeln!(text, "\n{name}: what changed most from {baseline} in {measure}");
    let mut rows = vec![["topic", "from", "to", "diff."].map(str::to_owned).to_vec()];
    rows.extend(run.changed.iter().map(|one| {
        vec![one.topic.clone(), fixed(one.baseline), fixed(one.value), signed(one.difference)]
    }));
    let lines = with_names(1, &rows);
    let mut lines = lines.lines();
    let _ = writeln!(text, "{}", lines.next().unwrap_or_default());
    for (changed, line) in run.changed.iter().zip(lines) {
        let _ = writeln!(text, "{line}");
        for moved in &changed.moved {
            let _ = writeln!(text, "  {}", Escaped(moved));
        }
    }
}
