//! Formats a comparison of runs as one self-contained HTML page: the verdict, the figure, all runs,
//! the differences by topic, how to reproduce them, and folded away what explains them.

use super::figure::{by_topics, draw, setting};
use super::finding::{best, finding, on_topics, verdict};
use super::tables::sheet;
use super::wording::{correction, exactness};
use crate::layout::{
    Section, TopicTable, figures, findings, page, paragraphs, parts, reproduce, settings,
};
use crate::svg::PageFigure;
use crate::words::{counted, drawn, joined, measure_name, measures};
use tamis_eval::runs::{Contender, RunComparison, System};
use tamis_eval::statistics::ALPHA;

pub fn html(comparison: &RunComparison) -> String {
    let mut shown = (0..comparison.measures.len())
        .map(|measure| PageFigure::new(|style| draw(comparison, measure, style)));
    let first = figures(shown.next());
    let findings = findings(comparison.measures.len(), |measure| finding(comparison, measure));
    let of_best = best(comparison).map_or(String::new(), |best| by_topic(comparison, best));
    let sections = [
        Section::open("figure", "Figure", first),
        Section::open("runs", "Runs", sheet(comparison, 0)),
        Section::open("topics", "Topics", of_best),
        Section::open("reproduce", "Reproduce", reproduction(comparison)),
        Section::folded("measures", "Other measures", other_measures(comparison, shown)),
        Section::folded("other-topics", "Topics of the other runs", other_runs(comparison)),
        Section::folded("findings", "Findings by measure", findings),
        Section::folded("method", "How to read it", reading(comparison)),
        Section::folded("settings", "Settings", configuration(comparison)),
    ];
    page(&title(comparison), &setting(comparison), &verdict(comparison), "", &sections)
}

/// Returns the differences of a run by topic.
fn by_topic(comparison: &RunComparison, place: usize) -> String {
    let Some(run) = comparison.runs.get(place).filter(|_| !comparison.measures.is_empty()) else {
        return String::new();
    };
    let Contender { system, changed, .. } = run;
    let table = TopicTable {
        id: &format!("by-topic-{place}"),
        values: by_topics(comparison, place),
        names: [&comparison.baseline.name, &system.name],
        queries: &comparison.queries,
        changed,
        shown_by: None,
        measure: &measure_name(&comparison.measures[0]),
    };
    let text = paragraphs(&[on_topics(comparison, run)]);
    text + &table.html()
}

/// Returns the differences by topic of the other runs.
fn other_runs(comparison: &RunComparison) -> String {
    let first = best(comparison);
    let others = comparison.runs.iter().enumerate().filter(|(place, _)| Some(*place) != first);
    parts(others.map(|(place, run)| (run.system.name.clone(), by_topic(comparison, place))))
}

/// Returns the figures and tables of all measures but the first.
fn other_measures(comparison: &RunComparison, rest: impl Iterator<Item = PageFigure>) -> String {
    parts((1..).zip(rest).map(|(measure, figure)| {
        let name = measure_name(&comparison.measures[measure]);
        (name, figures([figure]) + &sheet(comparison, measure))
    }))
}

fn reproduction(comparison: &RunComparison) -> String {
    let files = ["runs.tsv", "per_topic.tsv", "runs.json", "report.tex"];
    reproduce(&comparison.command, &files, None)
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
    let of = |system: &System| format!("{} ({})", system.name, system.file);
    let runs: Vec<String> = comparison.runs.iter().map(|run| of(&run.system)).collect();
    let exactness = exactness(comparison).map_or(String::new(), |how| format!(", {how}"));
    let draws = comparison.bootstrap_samples.into();
    settings([
        ("Judgements", comparison.qrels_file.clone()),
        ("Lowest relevant grade", comparison.level.to_string()),
        ("Baseline", of(&comparison.baseline)),
        ("Runs", joined(&runs)),
        ("Test", format!("{}{exactness}", comparison.test)),
        ("Correction", comparison.correction.clone()),
        ("Bootstrap intervals", drawn(draws, comparison.seed)),
        ("Program", format!("tamis {}", comparison.version)),
    ])
}
