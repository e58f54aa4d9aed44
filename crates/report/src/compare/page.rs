//! Formats a comparison as one self-contained HTML page: findings, figures, how to read and repeat
//! them, and all numbers.

use super::figure::{svg, topics};
use super::finding::{finding, labels, named_rules, thresholds};
use super::marks::{ALPHA, chosen, mark};
use crate::markup::escape;
use crate::page::{COUNTS, END, begin, counts, repeat};
use crate::words::{counted, fixed, joined, measure_name, p_value};
use std::fmt::Write;
use tamis_search::experiment::results::{LabelComparison, RowKind};
use tamis_search::request::TUNED;

/// Returns the page.
pub fn html(comparison: &LabelComparison) -> String {
    let lead = "One index, one view of it per label: only the blocks that a label marks as content \
                are searched, with the lengths, document frequencies and scores of an index of \
                these blocks alone.";
    let mut page = begin(&title(comparison), lead);
    page.push_str("<h2>What was found</h2>\n");
    for measure in 0..comparison.measures.len() {
        let _ = writeln!(page, "<p>{}</p>", escape(&finding(comparison, measure)));
    }
    for measure in 0..comparison.measures.len() {
        let _ = writeln!(page, "<figure>\n{}</figure>", svg(comparison, measure));
    }
    if let Some(figure) = topics(comparison, 0) {
        let _ = writeln!(page, "<figure>\n{figure}</figure>");
    }
    reading(&mut page, comparison);
    configuration(&mut page, comparison);
    numbers(&mut page, comparison);
    page.push_str(END);
    page
}

/// Returns what a comparison shows: its measures, and how many labels.
pub(super) fn title(comparison: &LabelComparison) -> String {
    let names: Vec<String> =
        comparison.measures.iter().take(2).map(|name| measure_name(name)).collect();
    format!("{} under {}", joined(&names), counted(labels(comparison).count() as u64, "label"))
}

/// Adds the explanation of the figures and their limits.
fn reading(page: &mut String, comparison: &LabelComparison) {
    let baseline = "The unfiltered text is the same search on the same index with every block \
                    permitted. Every row uses the same topics: a topic without results in a row \
                    counts as 0.";
    let tests = format!(
        "p is the p-value of the two-sided paired t-test against the unfiltered text. The more \
         rows are tested, the more differ by chance: Holm's correction over all {} bounds the \
         probability of any false positive in a measure. Significant means p < {ALPHA} after the \
         correction. There is no correction across measures.",
        counted(comparison.rows.len().saturating_sub(1) as u64, "row")
    );
    let best: Vec<String> = thresholds(comparison)
        .map(|row| format!("{} is {}.", row.name, chosen(comparison, row)))
        .collect();
    let threshold = format!(
        "{} The p-values of these rows ignore that others were tried. The labels were not chosen \
         on these topics.",
        best.join(" ")
    );
    let kept = "kept is the share of the text that a row searches: its permitted tokens by those \
                of the unfiltered text.";
    let judged = "Unjudged pages count as not relevant. Where judged@10 is lower than on the \
                  unfiltered text, the row finds pages that were never judged, and its measures \
                  may be too low.";
    let named = about_named_rules(comparison);
    page.push_str("<h2>How to read it</h2>\n");
    let paragraphs = [baseline, &tests, &threshold, &named, judged, kept];
    for paragraph in paragraphs.into_iter().filter(|text| !text.is_empty()) {
        let _ = writeln!(page, "<p>{}</p>", escape(paragraph));
    }
}

/// Returns what is to be known of the named rules: none if there is none.
fn about_named_rules(comparison: &LabelComparison) -> String {
    let mut text = String::new();
    for row in named_rules(comparison) {
        let chosen = if row.name == TUNED {
            "It was chosen for the pages of the index. If these topics helped to choose it, its \
             value is optimistic."
        } else {
            "It was not chosen on these topics."
        };
        let space = if text.is_empty() { "" } else { " " };
        let _ = write!(
            text,
            "{space}{}: weights of its own say how often the text of a block counts. {chosen}",
            row.name
        );
    }
    text
}

fn configuration(page: &mut String, comparison: &LabelComparison) {
    let topics = format!("{} ({})", comparison.topics_file, comparison.topics.len());
    let hits = comparison.hits.to_string();
    let version = format!("tamis {}", comparison.version);
    let weights = if comparison.weights.is_empty() {
        "none".to_owned()
    } else {
        comparison.weights.join("; ")
    };
    let rows = [
        ("Index", comparison.index.as_str()),
        ("Topics", &topics),
        ("Judgements", &comparison.qrels_file),
        ("Model", &comparison.model),
        ("Analyzer", &comparison.analyzer),
        ("Page titles", &comparison.title),
        ("Filter", if comparison.filter.is_empty() { "none" } else { &comparison.filter }),
        ("Weights", &weights),
        ("Results scored per topic", &hits),
        ("Program", &version),
    ];
    repeat(page, &comparison.command, &rows);
}

/// Adds all numbers: a table per measure, then a table of what they share.
fn numbers(page: &mut String, comparison: &LabelComparison) {
    page.push_str(
        "<h2>All numbers</h2>\n<p>Means over all topics, in the order of the index; - where no \
         topic differs.</p>\n",
    );
    page.push_str("<div class=\"wide\">\n<table>\n<thead><tr><th scope=\"col\"></th>");
    for measure in &comparison.measures {
        let name = escape(&measure_name(measure));
        let _ = write!(
            page,
            "<th scope=\"col\">{name}</th><th scope=\"col\">p</th><th scope=\"col\">Holm</th>"
        );
    }
    let _ = writeln!(page, "{COUNTS}</tr></thead>\n<tbody>");
    for row in &comparison.rows {
        let class = if row.kind == RowKind::Unfiltered { " class=\"base\"" } else { "" };
        let _ = write!(page, "<tr{class}><th scope=\"row\">{}</th>", escape(&row.name));
        for (measure, &mean) in row.point.means.iter().enumerate() {
            let class =
                if mark(comparison, row, measure) == Some('+') { " class=\"best\"" } else { "" };
            let (p, holm) = match row.kind {
                RowKind::Unfiltered => (String::new(), String::new()),
                _ => (p_value(row.point.p_values[measure]), p_value(row.holm[measure])),
            };
            let _ = write!(page, "<td{class}>{}</td><td>{p}</td><td>{holm}</td>", fixed(mean));
        }
        let point = &row.point;
        let _ = writeln!(page, "{}</tr>", counts(point));
    }
    page.push_str("</tbody>\n</table>\n</div>\n");
}
