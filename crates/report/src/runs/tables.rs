//! The tables of a comparison of runs: one per measure, the values by topic, and the topics that
//! changed most.

use super::wording::{correction, exactness, mark};
use crate::equivalence;
use crate::table::html::Sheet;
use crate::table::latex::latex as document;
use crate::table::statistics::{
    EQUIVALENT, HOLM_EQUIVALENT, HOLM_NONINFERIOR, NONINFERIOR, POWER, ShownWhere, Statistic,
    TOPICS_NEEDED, Tested,
};
use crate::table::{Cell, Column, ColumnPlace, Columns, Data, Order, Printed, Room, Table, Value};
use crate::words::{self, counted, drawn, measure_name, measures};
use tamis_eval::runs::{Against, Changed, Contender, RunComparison, System};
use tamis_eval::statistics::{ALPHA, Exactness, or_no_spread};
use tamis_place::Escaped;

/// The number of runs that a page shows at first.
const SHOWN: usize = 15;

/// Returns the tables as text, ending in a line break; with `changed` also those of the topics.
/// None of a width shows all columns.
pub fn table(comparison: &RunComparison, changed: bool, width: Option<usize>) -> String {
    let runs = comparison.runs.iter().filter(|_| changed);
    let topics = runs.map(|run| topics(comparison, run));
    printed(comparison).text(width) + &topics.collect::<String>()
}

/// Returns the tables of the measures for LaTeX.
pub fn latex(comparison: &RunComparison) -> String {
    document(&[printed(comparison)], &comparison.command, &comparison.version)
}

/// `runs.tsv`: a line per run and measure, the baseline first. With `topics`, the lines of single
/// topics come before those over all topics.
pub fn rows(comparison: &RunComparison, topics: bool) -> String {
    columns(comparison, "run").tsv(scores(comparison, topics, true))
}

/// Returns the columns of `runs.tsv`: a row per run and measure, the baseline first.
pub fn data(comparison: &RunComparison) -> Data<'_> {
    columns(comparison, "run").over(scores(comparison, false, true))
}

/// `per_topic.tsv`: `run`, `topic`, `measure`, `value` and `difference`, the baseline first.
pub fn per_topic(comparison: &RunComparison) -> String {
    let mut columns = columns(comparison, "run");
    columns.0.truncate(5);
    columns.tsv(scores(comparison, true, false))
}

/// Returns the runs in a measure for a page, the best first; empty if the comparison does not have
/// it.
pub(super) fn sheet(comparison: &RunComparison, measure: usize) -> String {
    let Some(name) = comparison.measures.get(measure) else { return String::new() };
    let mut rows: Vec<RunScores<'_>> = of_measure(comparison, measure).collect();
    let mean = |row: &RunScores<'_>| row.system.means[measure];
    rows[1..].sort_by(|a, b| mean(b).total_cmp(&mean(a)));
    let caption = format!(
        "{} over {}. + and -: significantly better and worse than {}.",
        measure_name(name),
        counted(comparison.topics.len() as u64, "topic"),
        comparison.baseline.name
    );
    let id = &format!("by-run-{measure}");
    let sheet =
        Sheet { sorted: Some(1), base: 1, shown: Some(SHOWN), ..Sheet::whole(id, &caption) };
    sheet.html(&columns(comparison, "run").for_page(rows))
}

/// The scores of a run in a measure.
struct RunScores<'a> {
    system: &'a System,
    /// How it differs from the baseline; none for the baseline itself.
    run: Option<&'a Contender>,
    measure: usize,
    /// The topic; none for all topics.
    topic: Option<usize>,
}

impl<'a> RunScores<'a> {
    /// The statistics of the difference, which single topics do not have.
    fn against(&self) -> Option<&'a Against> {
        self.run.filter(|_| self.topic.is_none()).map(|run| &run.against[self.measure])
    }

    /// The same as the statistics that all comparisons share.
    fn tested(&self) -> Option<Tested<'a>> {
        self.against().map(|of| Tested {
            difference: of.difference,
            p: [of.p(), of.corrected_p()].map(Some),
            test: of.equivalence.as_ref(),
            corrected: [of.corrected_noninferior, of.corrected_equivalent],
        })
    }

    fn value(&self) -> f64 {
        self.topic.map_or(self.system.means[self.measure], |topic| {
            self.system.per_topic[self.measure][topic]
        })
    }
}

/// Returns the baseline, then the runs.
fn systems(comparison: &RunComparison) -> impl Iterator<Item = (&System, Option<&Contender>)> {
    let runs = comparison.runs.iter().map(|run| (&run.system, Some(run)));
    [(&comparison.baseline, None)].into_iter().chain(runs)
}

fn of_measure(comparison: &RunComparison, measure: usize) -> impl Iterator<Item = RunScores<'_>> {
    systems(comparison).map(move |(system, run)| RunScores { system, run, measure, topic: None })
}

/// Returns the scores of all systems in all measures, of single `topics` and of `all` together.
fn scores(comparison: &RunComparison, topics: bool, all: bool) -> Vec<RunScores<'_>> {
    let topics = (0..comparison.topics.len()).filter(|_| topics).map(Some);
    let topics: Vec<Option<usize>> = topics.chain(all.then_some(None)).collect();
    let mut rows = Vec::new();
    for (system, run) in systems(comparison) {
        for &topic in &topics {
            let measures = 0..comparison.measures.len();
            rows.extend(measures.map(|measure| RunScores { system, run, measure, topic }));
        }
    }
    rows
}

/// Returns the columns; that of the runs' names has this head.
fn columns<'a>(comparison: &'a RunComparison, head: &str) -> Columns<'a, RunScores<'a>> {
    let mean = |row: &RunScores<'a>| Cell {
        mark: Some(row.against().and_then(mark).unwrap_or(' ')),
        ..Value::Mean(row.value()).into()
    };
    // The mean difference from the baseline, or that of a topic.
    let difference = |row: &RunScores<'a>| match (row.run, row.topic) {
        (None, _) => Value::Blank,
        (Some(run), None) => Value::Difference(run.against[row.measure].difference),
        (Some(_), Some(topic)) => {
            Value::Difference(row.value() - comparison.baseline.per_topic[row.measure][topic])
        }
    };
    let name = |row: &RunScores<'a>| Value::name(&row.system.name);
    let topic = |row: &RunScores<'a>| {
        Value::name(row.topic.map_or("all", |topic| &comparison.topics[topic]))
    };
    let measure = |row: &RunScores<'a>| Value::Measure(&comparison.measures[row.measure]);
    let unjudged =
        |row: &RunScores<'a>| Value::maybe(row.system.checks.unjudged_at_10, Value::Mean);
    let mut columns = vec![
        Column::new("run", head, Order::Names, name).at(ColumnPlace::First),
        Column::file("topic", topic),
        Column::file("measure", measure),
        Column::new("value", "mean ", Order::Highest, mean).at(ColumnPlace::First),
        Column::new("difference", "difference", Order::Highest, difference)
            .short("diff.")
            .at(ColumnPlace::First),
    ];
    columns.extend(statistics(comparison));
    columns.push(
        Column::new("", "unjudged@10", Order::Lowest, unjudged)
            .meaning("share of unjudged documents among the first ten results")
            .room(Room::Wide)
            .page_only(),
    );
    Columns(columns)
}

type ScoresColumn<'a> = Column<'a, RunScores<'a>>;

/// A column of what is known of a difference.
fn column<'a, C: Into<Cell<'a>>>(
    key: &str,
    name: &str,
    order: Order,
    cell: impl Fn(&'a Against) -> C + 'a,
) -> ScoresColumn<'a> {
    Column::new(key, name, order, move |row: &RunScores<'a>| {
        row.against().map_or(Value::Blank.into(), |against| cell(against).into())
    })
}

/// The same in files alone.
fn file<'a>(key: &str, cell: impl Fn(&'a Against) -> Value<'a> + 'a) -> ScoresColumn<'a> {
    column(key, "", Order::Values, cell).hidden(true)
}

/// A column of an interval, two fields of a file.
fn interval<'a>(
    keys: [&str; 2],
    ends: fn(&Against) -> Option<(f64, f64)>,
    hint: impl Fn(&Against) -> String + 'a,
) -> ScoresColumn<'a> {
    let value = move |against: &'a Against| Cell {
        hint: hint(against),
        ..interval_of(ends(against)).into()
    };
    column("", "95 % interval", Order::Values, value).fields(&keys).room(Room::Wide)
}

fn interval_of(ends: Option<(f64, f64)>) -> Value<'static> {
    Value::maybe(ends, |(low, high)| Value::Interval(low, high))
}

/// Returns the columns of the statistics of a difference.
fn statistics(comparison: &RunComparison) -> Vec<ScoresColumn<'_>> {
    let is_corrected = correction(comparison).is_some();
    let corrected = format!("p ({})", comparison.correction);
    let student =
        |against: &Against| format!("by Student's distribution {}", interval_of(against.student));
    let win_tie_loss =
        |&Against { win, tie, loss, .. }: &Against| Value::WinTieLoss([win, tie, loss]);
    let mut columns = vec![
        column("p", "p", Order::Lowest, |against| Cell {
            hint: how_computed(against.exactness),
            ..Value::P(against.p()).into()
        })
        .meaning(comparison.explanation.clone())
        .at(ColumnPlace::First)
        // The p-value before the correction is the last to go.
        .room(if is_corrected { Room::Spare(2) } else { Room::Wide }),
        column("corrected", &corrected, Order::Lowest, |against| Value::P(against.corrected_p()))
            .short(comparison.correction.clone())
            .at(ColumnPlace::First)
            .hidden(!is_corrected),
        interval(["bootstrap_low", "bootstrap_high"], |against| against.bootstrap, student)
            .meaning("of the mean difference, by bootstrap"),
        interval(["student_low", "student_high"], |against| against.student, |_| String::new())
            .hidden(true),
        column("d_z", "d_z", Order::Highest, |against| {
            Value::Effect(or_no_spread(against.d_z, against.no_spread))
        })
        .meaning("mean difference in standard deviations of the differences")
        .room(Room::Spare(0)),
        column("", "win/tie/loss", Order::Highest, win_tie_loss)
            .fields(&["win", "tie", "loss"])
            .meaning("topics on which the run is better, equal and worse")
            .room(Room::Spare(1)),
    ];
    columns.extend(sampling(comparison));
    columns.extend(tests_of_equivalence());
    columns
}

/// The random draws of a p-value, if it was sampled.
fn draws(against: &Against) -> Option<u64> {
    match against.exactness {
        Some(Exactness::Sampled(chance)) => Some(chance.samples.into()),
        _ => None,
    }
}

/// How p-values and intervals were computed.
fn sampling(comparison: &RunComparison) -> [ScoresColumn<'_>; 4] {
    let bootstrap =
        |against: &Against| against.bootstrap.map(|_| comparison.bootstrap_samples.into());
    let seed =
        move |against: &Against| draws(against).or(bootstrap(against)).map(|_| comparison.seed);
    let from = |against: &Against| match against.exactness {
        None => Value::Absent,
        Some(Exactness::Distribution) => Value::name("distribution"),
        Some(Exactness::Exact) => Value::name("exact"),
        Some(Exactness::Sampled(_)) => Value::name("sampled"),
    };
    [
        file("p_from", from),
        file("p_draws", |against| Value::maybe(draws(against), Value::Count)),
        file("bootstrap_draws", move |against| Value::maybe(bootstrap(against), Value::Count)),
        file("seed", move |against| Value::maybe(seed(against), Value::Count)),
    ]
}

/// What the p-value of equivalence is.
const WITHIN: &str = "p of two one-sided t-tests of a difference within the margin";

/// The tests of equivalence with the baseline.
fn tests_of_equivalence<'a>() -> [ScoresColumn<'a>; 7] {
    let of = |key: &str, statistic: Statistic| {
        statistic.in_files().column(key.to_owned(), RunScores::tested)
    };
    [
        file("margin", |against| {
            Value::maybe(against.equivalence.as_ref(), |test| Value::Mean(test.margin))
        }),
        of("noninferior", NONINFERIOR),
        of("equivalent", EQUIVALENT),
        of("noninferior_corrected", HOLM_NONINFERIOR),
        Statistic {
            name: "equiv.",
            meaning: WITHIN,
            shown: ShownWhere::Everywhere,
            ..HOLM_EQUIVALENT
        }
        .column("equivalent_corrected".to_owned(), RunScores::tested)
        .at(ColumnPlace::First)
        .room(Room::Wide),
        of("power", POWER),
        of("topics_needed", TOPICS_NEEDED),
    ]
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

fn printed(comparison: &RunComparison) -> Printed<'_> {
    let of_measure = |(measure, name): (usize, &String)| {
        columns(comparison, &measure_name(name)).for_text(of_measure(comparison, measure))
    };
    let blocks: Vec<Table<'_>> = comparison.measures.iter().enumerate().map(of_measure).collect();
    let mut notes: Vec<String> = legend(comparison).into();
    notes.extend(blocks.iter().find_map(|block| block.no_spread_note()));
    notes.extend(comparison.runs.iter().filter_map(|run| equivalence::of_run(comparison, run, 0)));
    let caption = format!(
        "{}; {}. Differences from {}; + and −: p < {ALPHA}",
        measures(&comparison.measures),
        words::topics(&comparison.topics),
        comparison.baseline.name
    );
    Printed { label: "runs", caption, blocks, notes }
}

/// Returns the lines below the tables.
fn legend(comparison: &RunComparison) -> [String; 4] {
    let RunComparison { baseline, test, margin, seed, .. } = comparison;
    let topics = words::topics(&comparison.topics);
    let runs = counted(comparison.runs.len() as u64, "run");
    let exactness = exactness(comparison).map_or_else(String::new, |how| format!(", {how}"));
    let after =
        correction(comparison).map_or(String::new(), |name| format!(" after {name} over {runs}"));
    [
        String::new(),
        format!(
            "{topics}; differences from {}; p: {test} test, two-sided{exactness}; + and -: p < \
             {ALPHA}{after}",
            baseline.name
        ),
        format!(
            "equiv.: p of equivalence with {} within {} (two one-sided t-tests){after}; power: the \
             probability that one such test finds it if there is no difference",
            baseline.name,
            equivalence::distance(*margin, "its mean"),
        ),
        format!(
            "interval: of the mean difference, bootstrap (BCa, {}); d_z: that mean in standard \
             deviations of the differences",
            drawn(comparison.bootstrap_samples.into(), *seed)
        ),
    ]
}

/// Returns the topics that changed most in the first measure, and the documents that moved, if they
/// are known.
fn topics(comparison: &RunComparison, run: &Contender) -> String {
    let measure = measure_name(&comparison.measures[0]);
    let name = Escaped(&run.system.name);
    let baseline = Escaped(&comparison.baseline.name);
    if run.changed.is_empty() {
        return format!("\n{name}: no topic differs from {baseline} in {measure}\n");
    }
    let columns = Columns(vec![
        Column::new("", "topic", Order::Names, |one: &&Changed| Value::name(&one.topic)),
        Column::new("", "from", Order::Highest, |one: &&Changed| Value::Mean(one.baseline)),
        Column::new("", "to", Order::Highest, |one: &&Changed| Value::Mean(one.value)),
        Column::new("", "diff.", Order::Highest, |one: &&Changed| {
            Value::Difference(one.difference)
        }),
    ]);
    let table = columns.for_text(&run.changed).text();
    let mut text = format!("\n{name}: what changed most from {baseline} in {measure}\n");
    // Below its head, a line of the table for each topic.
    let moved = run.changed.iter().map(|changed| &changed.moved[..]);
    for (line, moved) in table.lines().zip([&[][..]].into_iter().chain(moved)) {
        text += &format!("{line}\n");
        text.extend(moved.iter().map(|moved| format!("  {}\n", Escaped(moved))));
    }
    text
}
