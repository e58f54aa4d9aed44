//! Formats a sweep as one self-contained HTML page: findings, figures, how to read and repeat them,
//! and all numbers. The page has no scripts and loads nothing; it supports light, dark and print.

use super::alone;
use super::figure;
use super::markup::escape;
use super::tsv;
use super::words::{self, fixed, grouped, measure_name, p_value};
use std::fmt::Write;
use tamis_search::experiment::parameter::Value;
use tamis_search::experiment::results::{Point, Sweep};

/// Returns the page.
pub fn html(sweep: &Sweep) -> String {
    let mut page = begin(&title(sweep), &lead(sweep));
    findings(&mut page, sweep);
    alone::summary(&mut page, sweep);
    choosing(&mut page, sweep);
    figures(&mut page, sweep);
    alone::sections(&mut page, sweep);
    reading(&mut page, sweep);
    configuration(&mut page, sweep);
    numbers(&mut page, sweep);
    page.push_str(END);
    page
}

/// The style of every page, which contains all that figures need.
pub const CSS: &str = include_str!("page.css");

/// Returns the start of a page up to its title and lead.
pub(super) fn begin(title: &str, lead: &str) -> String {
    begin_with_style(title, lead, "")
}

/// Returns the same with style of its own after that of every page.
pub(super) fn begin_with_style(title: &str, lead: &str, style: &str) -> String {
    let mut page =
        String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    let title = escape(title);
    let lead = escape(lead);
    let _ =
        writeln!(page, "<title>{title}</title>\n<style>\n{CSS}{style}</style>\n</head>\n<body>");
    let _ = writeln!(page, "<h1>{title}</h1>\n<p class=\"lead\">{lead}</p>");
    page
}

/// The end of a page.
pub(super) const END: &str = "</body>\n</html>\n";

/// Adds the command and the settings that reproduce the page.
pub(super) fn repeat(page: &mut String, command: &str, settings: &[(&str, &str)]) {
    let command = escape(command);
    let _ = writeln!(
        page,
        "<h2>How to repeat it</h2>\n<pre><code>{command}</code></pre>\n<table class=\"words\">"
    );
    for (name, value) in settings {
        let _ = writeln!(page, "<tr><th scope=\"row\">{name}</th><td>{}</td></tr>", escape(value));
    }
    page.push_str("</table>\n");
}

/// Returns what a sweep shows: its measures and axes.
pub(super) fn title(sweep: &Sweep) -> String {
    let names: Vec<String> = sweep.measures.iter().take(2).map(|m| measure_name(m)).collect();
    let axes: Vec<String> = sweep.axes.iter().map(|axis| axis.name.clone()).collect();
    let each = if sweep.alone.is_empty() { "" } else { ", each alone" };
    format!("{} over {}{each}", words::joined(&names), words::joined(&axes))
}

fn lead(sweep: &Sweep) -> String {
    let points = if sweep.baseline_model.is_empty() {
        "views of it"
    } else {
        "pairs of a view of it and a model"
    };
    format!(
        "One index, {} {points}: each point searches only the permitted blocks, with the lengths, \
         document frequencies and scores of an index of these blocks alone.",
        grouped(sweep.points.len() as u64)
    )
}

fn findings(page: &mut String, sweep: &Sweep) {
    page.push_str("<h2>What was found</h2>\n");
    for measure in 0..sweep.measures.len() {
        let _ = writeln!(page, "<p>{}</p>", escape(&words::finding(sweep, measure)));
    }
}

/// Adds the checks of the choice of the best point, and a table of the folds.
fn choosing(page: &mut String, sweep: &Sweep) {
    let mut checks = Vec::new();
    for measure in 0..sweep.measures.len() {
        checks.extend(words::any_better(sweep, measure));
        checks.extend(words::held_out(sweep, measure));
    }
    if checks.is_empty() {
        return;
    }
    page.push_str("<h2>Is the choice of the best point reliable?</h2>\n");
    for paragraph in checks {
        let _ = writeln!(page, "<p>{}</p>", escape(&paragraph));
    }
    let Some(table) = tsv::folds(sweep) else { return };
    page.push_str(
        "<p>For each fold: the point that is best on the other folds, its mean there (learned) and \
         on the fold itself (held_out).</p>\n",
    );
    page.push_str("<div class=\"wide\">\n<table>\n");
    let columns: Vec<&str> = table.lines().next().unwrap_or_default().split('\t').collect();
    for (number, line) in table.lines().enumerate() {
        let (cell, open) = if number == 0 { ("th scope=\"col\"", "th") } else { ("td", "td") };
        let cells = line.split('\t').enumerate().map(|(column, text)| {
            let text = if columns.get(column) == Some(&"measure") {
                measure_name(text)
            } else {
                text.to_owned()
            };
            format!("<{cell}>{}</{open}>", escape(&text))
        });
        let _ = writeln!(page, "<tr>{}</tr>", cells.collect::<String>());
    }
    page.push_str("</table>\n</div>\n");
}

fn figures(page: &mut String, sweep: &Sweep) {
    let topics = (0..sweep.measures.len()).filter_map(|measure| figure::topics(sweep, measure));
    for svg in figure::all(sweep).into_iter().chain(topics) {
        let _ = writeln!(page, "<figure>\n{svg}</figure>");
    }
}

/// How to read a heat map.
const HEAT: &str = "<p>The colours of a heat map are differences from the unfiltered text: blue is \
                    better, orange worse. Grey is what lies within half of the median 95 % \
                    confidence interval, so noise has no colour; the strongest colour is four \
                    times that, or the largest difference. A filled corner marks points that are \
                    not above the unfiltered text.</p>\n";

/// Adds the explanation of the figures and their limits.
fn reading(page: &mut String, sweep: &Sweep) {
    let baseline = "The unfiltered text is the same search on the same index with every block \
                    permitted. Every point uses the same topics: a topic without results at a \
                    point counts as 0.";
    let best = "The best point was chosen by looking at these topics, so its value is optimistic, \
                and its p-value ignores the other points that were tried. Expect lower values on \
                other topics. Rely on a threshold that was chosen on other topics, or on a level \
                that is stable over a wide range.";
    let band = "The band around a curve is the 95 % confidence interval (Student's t) of the mean \
                difference from the unfiltered text. Where the dashed line is outside the band, \
                the point differs at p < 0.05 if it is the only one tested; with a hundred points, \
                some differ by chance.";
    let judged = "Unjudged pages count as not relevant. Where judged@10 is lower than on the \
                  unfiltered text, the point finds pages that were never judged, and its measures \
                  may be too low. Where the two differ much, small differences between points mean \
                  little.";
    let alone = "Each axis is swept alone, over the same topics and against the same unfiltered \
                 text. kept is the share of the unfiltered text's tokens that a point searches; at \
                 the same share, two axes leave out equally much.";
    let kept = "kept is the share of the unfiltered text's tokens that a point searches.";
    let alone_each = !sweep.alone.is_empty();
    page.push_str("<h2>How to read it</h2>\n");
    let curves = sweep.axes.len() == 1 || alone_each;
    let kept = if alone_each { alone } else { kept };
    let paragraphs = [Some(baseline), Some(best), curves.then_some(band), Some(judged), Some(kept)];
    for paragraph in paragraphs.into_iter().flatten() {
        let _ = writeln!(page, "<p>{}</p>", escape(paragraph));
    }
    if !sweep.baseline_model.is_empty() {
        let model = escape(&sweep.baseline_model);
        let _ = writeln!(
            page,
            "<p>The unfiltered text is ranked by {model} for all points, so that they share one \
             baseline. A difference is the combined gain of threshold and model.</p>"
        );
    }
    if sweep.axes.len() >= 2 && !alone_each {
        page.push_str(HEAT);
    }
    if sweep.axes.len() > 2 && !alone_each {
        page.push_str(
            "<p>The heat map shows the two longest axes of the sweep; the other axes are fixed at \
             the best point, as its title says. The table has all points.</p>\n",
        );
    }
}

fn configuration(page: &mut String, sweep: &Sweep) {
    let filter = if sweep.filter.is_empty() { "none" } else { &sweep.filter };
    let hits = sweep.hits.to_string();
    let topics = format!("{} ({})", sweep.topics_file, sweep.topics.len());
    let mut axes = Vec::new();
    for axis in &sweep.axes {
        let values: Vec<String> = axis.values.iter().map(Value::to_string).collect();
        axes.push(format!("{}: {}", axis.name, values.join(", ")));
    }
    let axes = axes.join("; ");
    let version = format!("tamis {}", sweep.version);
    let held_out = sweep.choices.iter().find_map(|choice| choice.held_out.as_ref());
    let folds = held_out
        .map_or("none".to_owned(), |found| format!("{}, seed {}", found.folds.len(), found.seed));
    let weights =
        if sweep.weights.is_empty() { "none".to_owned() } else { sweep.weights.join("; ") };
    let rows = [
        ("Index", sweep.index.as_str()),
        ("Topics", &topics),
        ("Judgements", &sweep.qrels_file),
        ("Model", &sweep.model),
        ("Analyzer", &sweep.analyzer),
        ("Axes", &axes),
        ("Filter", filter),
        ("Weights", &weights),
        ("Page titles", &sweep.title),
        ("Folds of topics", &folds),
        ("Results scored per topic", &hits),
        ("Program", &version),
    ];
    repeat(page, &sweep.command, &rows);
}

/// Adds all numbers: the baseline, then one row per point.
fn numbers(page: &mut String, sweep: &Sweep) {
    page.push_str(
        "<h2>All numbers</h2>\n<p>Means over all topics; p is the p-value of the two-sided paired \
         t-test against the ",
    );
    page.push_str("unfiltered text, or - if no topic differs. The best points are shaded.</p>\n");
    page.push_str("<div class=\"wide\">\n<table>\n<thead><tr>");
    for axis in &sweep.axes {
        let _ = write!(page, "<th scope=\"col\">{}</th>", escape(&axis.name));
    }
    for measure in &sweep.measures {
        let _ = write!(
            page,
            "<th scope=\"col\">{}</th><th scope=\"col\">p</th>",
            escape(&measure_name(measure))
        );
    }
    let _ = writeln!(page, "{COUNTS}</tr></thead>\n<tbody>");
    let columns = sweep.axes.len().max(1);
    let head =
        format!("<tr class=\"base\"><th scope=\"row\" colspan=\"{columns}\">unfiltered text</th>");
    row(page, &head, sweep, None, &sweep.baseline);
    for (i, point) in sweep.points.iter().enumerate() {
        let cells: String =
            tsv::values(sweep, point).iter().map(|v| format!("<td>{}</td>", escape(v))).collect();
        row(page, &format!("<tr>{cells}"), sweep, Some(i), point);
    }
    page.push_str("</tbody>\n</table>\n</div>\n");
}

fn row(page: &mut String, head: &str, sweep: &Sweep, index: Option<usize>, point: &Point) {
    page.push_str(head);
    for (m, &mean) in point.means.iter().enumerate() {
        let class = if index.is_some() && sweep.best.get(m) == index.as_ref() {
            " class=\"best\""
        } else {
            ""
        };
        let p = if index.is_some() { p_value(point.p_values[m]) } else { String::new() };
        let _ = write!(page, "<td{class}>{}</td><td>{p}</td>", fixed(mean));
    }
    let _ = writeln!(page, "{}</tr>", counts(point));
}

/// The heads of the cells that [`counts`] returns.
pub(super) const COUNTS: &str = "<th scope=\"col\">judged@10</th><th scope=\"col\">pages</th><th \
                                 scope=\"col\">tokens</th><th scope=\"col\">kept</th><th \
                                 scope=\"col\">empty topics</th>";

/// Returns the cells of a view that all its measures share.
pub(super) fn counts(point: &Point) -> String {
    let judged = fixed(point.judged_10);
    let pages = grouped(point.pages);
    let tokens = grouped(point.tokens);
    let kept = fixed(point.kept);
    let empty = point.empty_topics;
    format!("<td>{judged}</td><td>{pages}</td><td>{tokens}</td><td>{kept}</td><td>{empty}</td>")
}
