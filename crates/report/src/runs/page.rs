//! Formats a comparison of runs as one self-contained HTML page: findings, figures, how to read and
//! repeat them, and all numbers.

use super::figure::{differences, topics};
use super::finding::{finding, on_topics};
use super::wording::{ALPHA, correction, effect, exactness, interval};
use crate::markup::escape;
use crate::page::{END, begin, repeat};
use crate::words::{counted, drawn, fixed, joined, measure_name, p_value, signed};
use std::fmt::Write;
use tamis_eval::runs::{Contender, RunComparison};
use tamis_eval::statistics::Exactness;

/// Returns the page.
pub fn html(comparison: &RunComparison) -> String {
    let lead = "Runs of the same topics, judged by the same qrels: the differences, the topics \
                they occur on, and their significance.";
    let mut page = begin(&title(comparison), lead);
    page.push_str("<h2>What was found</h2>\n");
    for measure in 0..comparison.measures.len() {
        let _ = writeln!(page, "<p>{}</p>", escape(&finding(comparison, measure)));
    }
    for measure in 0..comparison.measures.len() {
        let _ = writeln!(page, "<figure>\n{}</figure>", differences(comparison, measure));
    }
    page.push_str("<h2>Topic by topic</h2>\n");
    for (place, run) in
        comparison.runs.iter().enumerate().filter(|_| !comparison.measures.is_empty())
    {
        let text = escape(&on_topics(comparison, run));
        let _ = writeln!(page, "<p>{text}</p>\n<figure>\n{}</figure>", topics(comparison, place));
        changed(&mut page, run);
    }
    reading(&mut page, comparison);
    configuration(&mut page, comparison);
    numbers(&mut page, comparison);
    page.push_str(END);
    page
}

/// Returns what a comparison shows: its measures, how many runs, and the baseline.
pub(super) fn title(comparison: &RunComparison) -> String {
    let names: Vec<String> =
        comparison.measures.iter().take(2).map(|name| measure_name(name)).collect();
    let runs = counted(comparison.runs.len() as u64, "run");
    format!("{} of {runs} against {}", joined(&names), comparison.baseline.name)
}

/// Adds the topics that changed most, with the documents that moved.
fn changed(page: &mut String, run: &Contender) {
    if run.changed.is_empty() {
        return;
    }
    page.push_str(
        "<div class=\"wide\">\n<table class=\"words\">\n<thead><tr><th scope=\"col\">topic</th><th \
         scope=\"col\">from</th>",
    );
    page.push_str("<th scope=\"col\">to</th><th scope=\"col\">difference</th>");
    let documents = run.changed.iter().any(|one| !one.moved.is_empty());
    page.push_str(if documents {
        "<th scope=\"col\">judged documents that moved farthest</th>"
    } else {
        ""
    });
    page.push_str("</tr></thead>\n<tbody>\n");
    for one in &run.changed {
        let from = fixed(one.baseline);
        let to = fixed(one.value);
        let difference = signed(one.difference);
        let head = format!(
            "<tr><th scope=\"row\">{}</th><td>{from}</td><td>{to}</td>",
            escape(&one.topic)
        );
        let _ = write!(page, "{head}<td>{difference}</td>");
        if documents {
            let moved: Vec<String> =
                one.moved.iter().map(|moved| escape(&moved.to_string())).collect();
            let _ = write!(page, "<td>{}</td>", moved.join("<br>"));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody>\n</table>\n</div>\n");
}

/// Adds the explanation of the figures and their limits.
fn reading(page: &mut String, comparison: &RunComparison) {
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
                  more of them, and its measures may be too low; the tables below have the share \
                  of unjudged documents among its first ten results.";
    page.push_str("<h2>How to read it</h2>\n");
    for paragraph in [&topics, &test, size, judged] {
        let _ = writeln!(page, "<p>{}</p>", escape(paragraph));
    }
}

fn configuration(page: &mut String, comparison: &RunComparison) {
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
    let rows = [
        ("Judgements", comparison.qrels_file.as_str()),
        ("Lowest relevant grade", &level),
        ("Baseline", &baseline),
        ("Runs", &runs),
        ("Test", &test),
        ("Correction", &comparison.correction),
        ("Bootstrap intervals", &bootstrap),
        ("Program", &version),
    ];
    repeat(page, &comparison.command, &rows);
}

/// Describes how a p-value was computed.
fn how_computed(exactness: Option<Exactness>) -> String {
    match exactness {
        None => "-".to_owned(),
        Some(Exactness::Distribution) => "of a distribution".to_owned(),
        Some(Exactness::Exact) => "exact".to_owned(),
        Some(Exactness::Sampled(chance)) => drawn(chance.samples.into(), chance.seed),
    }
}

/// Adds a table per measure.
fn numbers(page: &mut String, comparison: &RunComparison) {
    page.push_str("<h2>All numbers</h2>\n");
    for (measure, name) in comparison.measures.iter().enumerate() {
        let _ = writeln!(
            page,
            "<h3>{}</h3>\n<div class=\"wide\">\n<table>\n<thead><tr>",
            escape(&measure_name(name))
        );
        let corrected = format!("p ({})", comparison.correction);
        for column in [
            "run",
            "mean",
            "difference",
            "p",
            "p is",
            &corrected,
            "95 % bootstrap",
            "95 % Student",
            "d_z",
            "win/tie/loss",
            "unjudged@10",
        ] {
            let _ = write!(page, "<th scope=\"col\">{}</th>", escape(column));
        }
        let base = &comparison.baseline;
        let _ = writeln!(
            page,
            "</tr></thead>\n<tbody>\n<tr class=\"base\"><th \
             scope=\"row\">{}</th><td>{}</td>{}<td>{}</td></tr>",
            escape(&base.name),
            fixed(base.means[measure]),
            "<td></td>".repeat(8),
            share(base.checks.unjudged_at_10)
        );
        for run in &comparison.runs {
            let against = &run.against[measure];
            let cells = [
                fixed(run.system.means[measure]),
                signed(against.difference),
                p_value(against.p),
                how_computed(against.exactness),
                p_value(against.corrected),
                interval(against.bootstrap),
                interval(against.student),
                effect(against.d_z),
                format!("{}/{}/{}", against.win, against.tie, against.loss),
                share(run.system.checks.unjudged_at_10),
            ];
            let _ = writeln!(
                page,
                "<tr><th scope=\"row\">{}</th><td>{}</td></tr>",
                escape(&run.system.name),
                cells.join("</td><td>")
            );
        }
        page.push_str("</tbody>\n</table>\n</div>\n");
    }
}

/// Formats a share; `-` if there is none.
fn share(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), fixed)
}
