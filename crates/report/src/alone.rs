//! What a sweep found on each of its axes, if it takes each alone: a table, and sections of the
//! page.

use super::figure;
use super::markup::escape;
use super::words::{self, fixed, measure_name, p_value, signed};
use std::fmt::Write;
use tamis_search::experiment::results::Sweep;

/// Returns a table, a header and a row per measure and axis: the best value with its mean,
/// difference and p-value, the share of the text that it keeps, and with cross-validation the mean
/// of the held-out topics with its p-value. None unless the axes are taken alone.
pub(super) fn table(sweep: &Sweep, axis_name: impl Fn(&str) -> String) -> Option<Vec<Vec<String>>> {
    let alone = sweep.each_alone();
    let held_out = sweep.choices.iter().any(|choice| choice.held_out.is_some());
    let mut header: Vec<&str> = vec!["measure", "axis", "best", "mean", "difference", "p", "kept"];
    header.extend(held_out.then_some(["held out", "p"]).into_iter().flatten());
    let mut rows = vec![header.into_iter().map(str::to_owned).collect()];
    for measure in 0..sweep.measures.len() {
        for (of_axis, named) in alone.iter().zip(&sweep.alone) {
            let Some(point) = words::best(of_axis, measure) else { continue };
            let mean = point.means[measure];
            let mut row = vec![
                measure_name(&sweep.measures[measure]),
                axis_name(&named.axis),
                if let [axis] = &of_axis.axes[..] {
                    point.value(axis).to_string()
                } else {
                    words::at(of_axis, point)
                },
                fixed(mean),
                signed(mean - sweep.baseline.means[measure]),
                p_value(point.p_values[measure]),
                format!("{:.2}", point.kept),
            ];
            if held_out {
                let found =
                    of_axis.choices.get(measure).and_then(|choice| choice.held_out.as_ref());
                row.push(found.map_or("-".to_owned(), |found| fixed(found.mean)));
                row.push(p_value(found.and_then(|found| found.p_value)));
            }
            rows.push(row);
        }
    }
    (!alone.is_empty()).then_some(rows)
}

/// Adds the table to a page.
pub(super) fn summary(page: &mut String, sweep: &Sweep) {
    let Some(rows) = table(sweep, str::to_owned) else { return };
    let held_out = "held out is the mean of the topics at the value that is best on the topics of \
                    the other folds: it is what to expect on other topics.";
    let held_out = if rows[0].len() > 7 { held_out } else { "" };
    let _ = writeln!(
        page,
        "<p>Each axis alone: the value that is best on these topics, so expect less on others. \
         {held_out}</p>"
    );
    page.push_str("<div class=\"wide\">\n<table>\n");
    for (number, row) in rows.iter().enumerate() {
        let (cell, open) = if number == 0 { ("th scope=\"col\"", "th") } else { ("td", "td") };
        let cells = row.iter().map(|text| format!("<{cell}>{}</{open}>", escape(text)));
        let _ = writeln!(page, "<tr>{}</tr>", cells.collect::<String>());
    }
    page.push_str("</table>\n</div>\n");
}

/// Adds a section per axis to a page: what was found, the curves, and the differences by topic.
pub(super) fn sections(page: &mut String, sweep: &Sweep) {
    for (of_axis, named) in sweep.each_alone().iter().zip(&sweep.alone) {
        let _ = writeln!(page, "<h2>{}, alone</h2>", escape(&words::axis_title(&named.axis)));
        for measure in 0..sweep.measures.len() {
            let checks = [words::any_better(of_axis, measure), words::held_out(of_axis, measure)];
            let mut sentences = vec![words::finding(of_axis, measure)];
            sentences.extend(checks.into_iter().flatten());
            let _ = writeln!(page, "<p>{}</p>", escape(&sentences.join(" ")));
        }
        let topics =
            (0..sweep.measures.len()).filter_map(|measure| figure::topics(of_axis, measure));
        for svg in figure::all(of_axis).into_iter().chain(topics) {
            let _ = writeln!(page, "<figure>\n{svg}</figure>");
        }
    }
}
