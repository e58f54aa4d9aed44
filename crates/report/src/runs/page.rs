//! Formats a comparison of runs as one self-contained HTML page: the verdict, the figure, all runs,
//! the differences by topic, how to reproduce them, and folded away what explains them.

use super::figure::{differences, topics};
use super::finding::{finding, on_topics, verdict};
use super::tables::sheet;
use super::wording::{correction, exactness};
use crate::figure;
use crate::layout::{
    Page, Section, TopicTable, figures, findings, paragraphs, reproduce, settings,
};
use crate::markup::escape;
use crate::svg::PageFigure;
use crate::words::{counted, drawn, joined, measure_name, measures};
use std::fmt::Write;
use tamis_eval::runs::{Contender, RunComparison};
use tamis_eval::statistics::ALPHA;

/// Returns the page.
pub fn html(comparison: &RunComparison) -> String {
    let mut shown = (0..comparison.measures.len()).map(|measure| differences(comparison, measure));
    let first = figures(shown.next());
    let findings = findings(comparison.measures.len(), |measure| finding(comparison, measure));
    let sections = vec![
        Section::open("figure", "Figure", first),
        Section::open("runs", "Runs", sheet(comparison, 0)),
        Section::open("topics", "Topics", by_topic(comparison, most_changed(comparison))),
        Section::open("reproduce", "Reproduce", reproduction(comparison)),
        Section::folded("measures", "Other measures", other_measures(comparison, shown)),
        Section::folded("other-topics", "Topics of the other runs", other_runs(comparison)),
        Section::folded("findings", "Findings by measure", findings),
        Section::folded("method", "How to read it", reading(comparison)),
        Section::folded("settings", "Settings", configuration(comparison)),
    ];
    Page {
        title: title(comparison),
        lead: format!(
            "{}, {}",
            counted(comparison.topics.len() as u64, "topic"),
            figure::file_name(&comparison.qrels_file)
        ),
        verdict: verdict(comparison),
        sections,
        style: "",
    }
    .html()
}

/// Returns the run whose topics show: the one with the highest mean in the first measure, the first
/// of equals.
fn most_changed(comparison: &RunComparison) -> usize {
    let mean = |run: usize| comparison.runs[run].system.means.first().copied().unwrap_or_default();
    let runs = 0..comparison.runs.len();
    runs.reduce(|best, run| if mean(run) > mean(best) { run } else { best }).unwrap_or_default()
}

/// Returns the differences of a run by topic.
fn by_topic(comparison: &RunComparison, place: usize) -> String {
    let Some(run) = comparison.runs.get(place).filter(|_| !comparison.measures.is_empty()) else {
        return String::new();
    };
    let Contender { system, changed, .. } = run;
    let table = TopicTable {
        id: &format!("by-topic-{place}"),
        topics: &comparison.topics,
        queries: &comparison.queries,
        base: (&comparison.baseline.name, &comparison.baseline.per_topic[0]),
        values: (&system.name, &system.per_topic[0]),
        changed,
        shown_by: None,
        measure: &measure_name(&comparison.measures[0]),
    };
    let text = paragraphs(&[on_topics(comparison, run)]);
    text + &figures([topics(comparison, place)]) + &table.html()
}

/// Returns the differences by topic of the other runs.
fn other_runs(comparison: &RunComparison) -> String {
    let first = most_changed(comparison);
    let mut body = String::new();
    for (place, run) in comparison.runs.iter().enumerate().filter(|(place, _)| *place != first) {
        let _ = writeln!(body, "<h3>{}</h3>", escape(&run.system.name));
        body.push_str(&by_topic(comparison, place));
    }
    body
}

/// Returns the figures and tables of all measures but the first.
fn other_measures(comparison: &RunComparison, rest: impl Iterator<Item = PageFigure>) -> String {
    let mut body = String::new();
    for (measure, figure) in (1..).zip(rest) {
        let name = escape(&measure_name(&comparison.measures[measure]));
        let _ = writeln!(body, "<h3>{name}</h3>");
        body.push_str(&figures([figure]));
        body.push_str(&sheet(comparison, measure));
    }
    body
}

fn reproduction(comparison: &RunComparison) -> String {
    let files = ["runs.tsv", "per_topic.tsv", "runs.json", "report.tex"];
    reproduce(&comparison.command, &files, None, None)
}

/// Returns what a comparison shows: its measures, how many runs, and the baseline.
pub(super) fn title(comparison: &RunComparison) -> String {
    let runs = counted(comparison.runs.len() as u64, "run");
    let measures = measures(comparison.measures.iter().take(2));
    format!("{measures} of {runs} against {}", comparison.baseline.name)
}

/// Returns the explanation of the numbers and figures, and their limits.
fn reading(comparison: &RunComparison) -> String {
    let topics = format!(
        "Every number uses the same {}: those of the qrels that at least one run has{}. A run \
         without results for one of them has the score of an empty ranking there.",
        counted(comparison.topics.len() as u64, "topic"),
        if comparison.complete { ", and those that no run has (-c)" } else { "" }
    );
    let runs = counted(comparison.runs.len() as u64, "run");
    let family = match correction(comparison) {
        Some(name) => format!(
            "The more runs are tested, the more differ by chance: {name} over {runs} bounds the \
             probability of any false positive in a measure. Significant, and filled in the \
             figures, means p < {ALPHA} after the correction."
        ),
        None => format!(
            "No correction was made for testing {runs}; the more are tested, the more differ by \
             chance."
        ),
    };
    let here = exactness(comparison).map_or_else(String::new, |how| format!("Here p is {how}. "));
    let test = format!(
        "The test is {}: {}. Its two-sided p-value is the probability of a difference at least as \
         large if the runs are equally good. It does not measure the size of the difference. \
         {here}{family} There is no correction across measures.",
        comparison.test, comparison.explanation
    );
    let size = "The interval contains the true mean difference with 95 % confidence, if these \
                topics are a random sample of the topics of interest. d_z is the mean difference \
                in standard deviations of the differences.";
    let judged = "Unjudged documents count as not relevant. A run unlike the judged ones finds \
                  more of them, and its measures may be too low; the tables have the share \
                  of unjudged documents among its first ten results.";
    paragraphs(&[topics, test, size.to_owned(), judged.to_owned()])
}

fn configuration(comparison: &RunComparison) -> String {
    let base = &comparison.baseline;
    let runs: Vec<String> = comparison
        .runs
        .iter()
        .map(|run| format!("{} ({})", run.system.name, run.system.file))
        .collect();
    let baseline = format!("{} ({})", base.name, base.file);
    let level = comparison.level.to_string();
    let bootstrap = drawn(comparison.bootstrap_samples.into(), comparison.seed);
    let test = [Some(comparison.test.clone()), exactness(comparison)]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ");
    let runs = joined(&runs);
    let version = format!("tamis {}", comparison.version);
    settings(&[
        ("Judgements", comparison.qrels_file.as_str()),
        ("Lowest relevant grade", &level),
        ("Baseline", &baseline),
        ("Runs", &runs),
        ("Test", &test),
        ("Correction", &comparison.correction),
        ("Bootstrap intervals", &bootstrap),
        ("Program", &version),
    ])
}
