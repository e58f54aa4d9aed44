//! Formats a comparison of runs as two tables: one row per run and measure, and one row per run,
//! topic and measure.

use crate::tsv::{equivalence_of, push_row};
use crate::words::{fixed, p_value, tested, without_spread};
use tamis_eval::runs::{Against, Contender, RunComparison, System};
use tamis_eval::statistics::Exactness;

/// `runs.tsv`: a header line, then a row per run and measure, the baseline first: `run`, `topic`
/// (`all`), `measure`, `value`, `difference`, `p`, `corrected`, the ends of the two 95 % intervals,
/// `d_z`, `win`, `tie`, `loss`, how p was computed (`distribution`, `exact`, `sampled`), the
/// numbers of draws of the test and of the bootstrap, their seed, and the test of equivalence:
/// `margin` as a difference, the p-values `noninferior` and `equivalent`, the same corrected, the
/// `power` of these topics, and `topics_needed` for a power of 0.8. With `topics`, the rows of
/// single topics come before those over all topics. `-` marks an absent value.
pub fn rows(comparison: &RunComparison, topics: bool) -> String {
    let mut table = String::new();
    let header = "run topic measure value difference p corrected bootstrap_low bootstrap_high \
                  student_low student_high d_z win tie loss p_from p_draws bootstrap_draws seed \
                  margin noninferior equivalent noninferior_corrected equivalent_corrected power \
                  topics_needed";
    push_row(&mut table, &header.split(' ').map(str::to_owned).collect::<Vec<_>>());
    for (system, run) in systems(comparison) {
        if topics {
            push_topics(&mut table, comparison, system, run, STATISTICS);
        }
        for (measure, name) in comparison.measures.iter().enumerate() {
            let value = fixed(system.means[measure]);
            let mut row = vec![system.name.clone(), "all".to_owned(), name.clone(), value];
            row.extend(statistics(comparison, run.map(|run| &run.against[measure])));
            push_row(&mut table, &row);
        }
    }
    table
}

/// `per_topic.tsv`: a header line, then `run`, `topic`, `measure`, `value` and `difference`, the
/// baseline first.
pub fn per_topic(comparison: &RunComparison) -> String {
    let mut table = String::new();
    push_row(&mut table, &["run", "topic", "measure", "value", "difference"].map(str::to_owned));
    for (system, run) in systems(comparison) {
        push_topics(&mut table, comparison, system, run, 0);
    }
    table
}

/// The number of columns after that of the difference.
const STATISTICS: usize = 21;

/// Returns the baseline, then the runs.
fn systems(comparison: &RunComparison) -> impl Iterator<Item = (&System, Option<&Contender>)> {
    [(&comparison.baseline, None)]
        .into_iter()
        .chain(comparison.runs.iter().map(|run| (&run.system, Some(run))))
}

fn push_topics(
    table: &mut String,
    comparison: &RunComparison,
    system: &System,
    run: Option<&Contender>,
    empty: usize,
) {
    for (t, topic) in comparison.topics.iter().enumerate() {
        for (m, measure) in comparison.measures.iter().enumerate() {
            let value = system.per_topic[m][t];
            let baseline = comparison.baseline.per_topic[m][t];
            let difference = run.map_or_else(none, |_| fixed(value - baseline));
            let mut row =
                vec![system.name.clone(), topic.clone(), measure.clone(), fixed(value), difference];
            row.resize(row.len() + empty, none());
            push_row(table, &row);
        }
    }
}

/// Returns the difference and its statistics.
fn statistics(comparison: &RunComparison, against: Option<&Against>) -> Vec<String> {
    let Some(against) = against else { return vec![none(); STATISTICS + 1] };
    let mut cells =
        vec![fixed(against.difference), tested(against.p()), tested(against.corrected_p())];
    for ends in [against.bootstrap, against.student] {
        cells.extend(ends.map_or([none(), none()], |(low, high)| [fixed(low), fixed(high)]));
    }
    cells.push(against.d_z.map_or_else(|| without_spread(against.no_spread), fixed));
    cells.extend([against.win, against.tie, against.loss].map(|count| count.to_string()));
    let (from, draws) = match against.exactness {
        None => (none(), None),
        Some(Exactness::Distribution) => ("distribution".to_owned(), None),
        Some(Exactness::Exact) => ("exact".to_owned(), None),
        Some(Exactness::Sampled(chance)) => ("sampled".to_owned(), Some(chance.samples)),
    };
    let bootstrap = against.bootstrap.map(|_| comparison.bootstrap_samples);
    let seed = draws.or(bootstrap).map(|_| comparison.seed.to_string());
    let draws = [draws, bootstrap].map(|draws| draws.map_or_else(none, |draws| draws.to_string()));
    cells.push(from);
    cells.extend(draws);
    cells.push(seed.unwrap_or_else(none));
    cells.extend(equivalence(against));
    cells
}

/// Returns the cells of the test of equivalence.
fn equivalence(against: &Against) -> [String; 7] {
    let test = against.equivalence.as_ref();
    let [noninferior, equivalent, power, needed] = equivalence_of(test);
    [
        test.map_or_else(none, |test| fixed(test.margin)),
        noninferior,
        equivalent,
        p_value(against.corrected_noninferior),
        p_value(against.corrected_equivalent),
        power,
        needed,
    ]
}

fn none() -> String {
    "-".to_owned()
}
