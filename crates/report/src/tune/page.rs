//! Formats what tuning found as one self-contained HTML page: the verdict, the rule, how sure it
//! is, curves, and pages of the collection with what counts of them.

use super::figure::panel;
use super::finding::{sure, verdict};
use super::samples::sample;
use crate::layout::{Page, Section, settings};
use crate::markup::escape;
use crate::words::{counted, fixed, measure_name, percent};
use std::fmt::Write;
use tamis_search::tune::{JudgedChoice, Tuned};

/// The style of what this page alone has.
const CSS: &str = include_str!("tune.css");

/// Returns the page. `flags` are the weights as [`files`](super::files) takes them.
pub fn html(tuned: &Tuned, flags: &[String]) -> String {
    let judged = tuned.judged.as_ref().map(judged_topics).unwrap_or_default();
    let of_pages = format!("What counts of {}", counted(tuned.samples.len() as u64, "page"));
    let sections = vec![
        Section::open("values", "What was found", found(tuned)),
        Section::open("rule", "The rule", rule(tuned, flags)),
        Section::open("curves", "Other rules", curves(tuned)),
        Section::open("pages", of_pages, pages(tuned)),
        Section::folded("sure", "How sure it is", how_sure(tuned)),
        Section::folded("judged", "What the judged topics say", judged),
    ];
    Page {
        title: format!("A rule for {}", counted(tuned.pages, "page")),
        lead: lead(tuned),
        verdict: vec![verdict(tuned).join(" ")],
        sections,
        style: CSS,
    }
    .html()
}

fn lead(tuned: &Tuned) -> String {
    format!(
        "Titles of {} can be queries whose page is known, and {}. The text of the pages, without \
         titles, was searched by them under {}.",
        counted(tuned.usable as u64, "page"),
        match tuned.topics {
            1 => "1 of them is a pseudo-topic".to_owned(),
            topics => format!("{topics} of them are pseudo-topics"),
        },
        counted(tuned.settings.len() as u64, "setting")
    )
}

fn found(tuned: &Tuned) -> String {
    let mut body = String::new();
    for warning in &tuned.warnings {
        let _ = writeln!(body, "<p class=\"warning\"><b>Warning:</b> {}</p>", escape(warning));
    }
    values(&mut body, tuned);
    body
}

/// A row of the table of values: its name, the measure on pseudo-topics and on judged topics, and
/// the share of the text that counts.
struct Row {
    name: &'static str,
    pseudo: Option<f64>,
    judged: Option<f64>,
    kept: Option<f64>,
}

fn rows(tuned: &Tuned) -> Vec<Row> {
    let judged = tuned.judged.as_ref();
    let mut rows = vec![
        Row {
            name: "unfiltered",
            pseudo: Some(tuned.unfiltered),
            judged: judged.map(|judged| judged.unfiltered),
            kept: Some(1.0),
        },
        Row {
            name: "sieve",
            pseudo: Some(tuned.sieve),
            judged: judged.map(|judged| judged.sieve),
            kept: Some(tuned.kept_by_sieve),
        },
    ];
    let Some(judged) = judged else {
        let kept = Some(tuned.kept);
        rows.push(Row { name: "tuned", pseudo: Some(tuned.chosen), judged: None, kept });
        return rows;
    };
    rows.push(Row {
        name: "chosen by pseudo-topics alone",
        pseudo: Some(tuned.chosen),
        judged: Some(judged.pseudo),
        kept: None,
    });
    rows.push(Row {
        name: "tuned, by both",
        pseudo: None,
        judged: Some(judged.chosen),
        kept: Some(tuned.kept),
    });
    rows
}

fn values(page: &mut String, tuned: &Tuned) {
    let mut heads = vec![String::new(), measure_name(tuned.measure)];
    heads.extend(tuned.judged.as_ref().map(|judged| {
        let topics = counted(judged.topics as u64, "judged topic");
        format!("{}, {topics}", measure_name(&judged.measure))
    }));
    heads.push("text that counts".to_owned());
    let mut cells = Vec::new();
    for row in rows(tuned) {
        let mut values = vec![row.pseudo.map(fixed)];
        if tuned.judged.is_some() {
            values.push(row.judged.map(fixed));
        }
        values.push(row.kept.map(percent));
        let values = values.into_iter().map(Option::unwrap_or_default).collect();
        cells.push((row.name.to_owned(), values));
    }
    table(page, &heads, &cells);
    let _ = writeln!(
        page,
        "<p class=\"lead\">{} is the mean of 1 divided by the rank of the page that a title \
         belongs to.</p>",
        escape(&measure_name(tuned.measure))
    );
}

/// Adds a table of numbers; every row has a name.
fn table(page: &mut String, heads: &[String], rows: &[(String, Vec<String>)]) {
    page.push_str("<div class=\"wide\">\n<table>\n<thead><tr>");
    for head in heads {
        let _ = write!(page, "<th scope=\"col\">{}</th>", escape(head));
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for (name, cells) in rows {
        let _ = write!(page, "<tr><th scope=\"row\">{}</th>", escape(name));
        for cell in cells {
            let _ = write!(page, "<td>{}</td>", escape(cell));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody>\n</table>\n</div>\n");
}

fn rule(tuned: &Tuned, flags: &[String]) -> String {
    let mut page = String::from(
        "<p>The first weight whose rule holds for a block says how often its \
         words count; all other blocks count once. To paste:</p>\n",
    );
    let flags = escape(&flags.join(" \\\n"));
    let _ = writeln!(page, "<pre><code>{flags}</code></pre>\n<table class=\"words rule\">");
    for one in &tuned.weights {
        let weight = escape(&one.weight);
        let because = escape(&one.because);
        let _ = writeln!(page, "<tr><th scope=\"row\">{weight}</th><td>{because}</td></tr>");
    }
    page.push_str("</table>\n");
    page
}

fn how_sure(tuned: &Tuned) -> String {
    let mut page = String::new();
    if tuned.judged.is_some() {
        page.push_str("<p>Of the choice by the pseudo-topics alone:</p>\n");
    }
    let found = sure(tuned);
    let rows: Vec<(&str, &str)> = found.iter().map(|(name, text)| (*name, text.as_str())).collect();
    page.push_str(&settings(&rows));
    if tuned.nearest.is_empty() {
        return page;
    }
    page.push_str("<p>The nearest of the settings like it:</p>\n");
    let mut nearest = Vec::with_capacity(tuned.nearest.len());
    for setting in tuned.nearest.iter().filter_map(|&number| tuned.settings.get(number)) {
        nearest.push((fixed(setting.value), setting.weights.join("; ")));
    }
    let rows: Vec<(&str, &str)> =
        nearest.iter().map(|(value, weights)| (value.as_str(), weights.as_str())).collect();
    page.push_str(&settings(&rows));
    page
}

fn judged_topics(judged: &JudgedChoice) -> String {
    let name = escape(&measure_name(&judged.measure));
    let mut page = format!(
        "<p>The best {name} of any setting on these topics is {}; it was chosen by looking at \
         them, so it is more than choosing can reach.</p>\n",
        fixed(judged.best)
    );
    if judged.curve.is_empty() {
        return page;
    }
    let _ = writeln!(
        page,
        "<p>What so many judged topics are worth: {name} on the other topics, over random draws, \
         if the drawn topics alone choose, if the pseudo-topics alone do, and if both do.</p>"
    );
    let heads = ["judged topics", "they alone", "pseudo-topics alone", "both", "sieve"];
    let mut rows = Vec::with_capacity(judged.curve.len());
    for point in &judged.curve {
        let values = [point.judged, point.pseudo, point.both, point.sieve].map(fixed);
        rows.push((point.topics.to_string(), values.into()));
    }
    table(&mut page, &heads.map(str::to_owned), &rows);
    let verdict = match judged.decide_from {
        Some(topics) => {
            format!("From {topics} judged topics on, they alone choose at least as well.")
        }
        None => "They alone choose worse than the pseudo-topics at all of these sizes.".to_owned(),
    };
    let _ = writeln!(page, "<p>{verdict}</p>");
    page
}

fn curves(tuned: &Tuned) -> String {
    if tuned.curves.is_empty() {
        return String::new();
    }
    let others = if tuned.judged.is_some() { "as the pseudo-topics chose" } else { "as chosen" };
    let mut page = format!(
        "<p>{} over the rules of each kind, with the rules of the other kinds \
         {others}. A ring marks the choice; the dashed line is the sieve, and \
         a band the 95 % confidence of the difference from it, at one weight.</p>\n",
        escape(&measure_name(tuned.measure))
    );
    if tuned.settings.iter().any(|setting| setting.cost > 0.0) {
        page.push_str(
            "<p>Titles favour some rules on every collection, so a higher point is chosen only if \
             it is enough above the sieve.</p>\n",
        );
    }
    page.push_str("<div class=\"panels\">\n");
    for curve in &tuned.curves {
        let _ = writeln!(page, "<figure>\n{}</figure>", panel(tuned, curve));
    }
    page.push_str("</div>\n");
    page
}

fn pages(tuned: &Tuned) -> String {
    if tuned.samples.is_empty() {
        return String::new();
    }
    let mut page = String::from(
        "<p>The text of pages of the index, of a long block its start. Grey text counts less: the \
         number before it says how often.</p>\n",
    );
    for one in &tuned.samples {
        sample(&mut page, one, false);
    }
    page
}
