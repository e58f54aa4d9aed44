//! What a sweep found on each of its axes, if it takes each alone: a table, and sections of the
//! page.

use super::figure;
use super::layout::{Cell, Column, Order, Row, Sheet, figures, paragraphs};
use super::markup::escape;
use super::words::{self, HELD_OUT, fixed, measure_name, signed, tested};
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
                tested(point.p(measure)),
                words::decimals(point.kept, 2),
            ];
            if held_out {
                let found =
                    of_axis.choices.get(measure).and_then(|choice| choice.held_out.as_ref());
                row.push(found.map_or("-".to_owned(), |found| fixed(found.mean)));
                row.push(found.map_or("-".to_owned(), |found| tested(found.p())));
            }
            rows.push(row);
        }
    }
    (!alone.is_empty()).then_some(rows)
}

/// Returns the table for a page; none unless the axes are taken alone.
pub(super) fn sheet(sweep: &Sweep) -> Option<String> {
    let mut lines = table(sweep, words::axis_words)?.into_iter();
    let heads = lines.next()?;
    let mut columns = Vec::with_capacity(heads.len());
    for head in &heads {
        let order = match head.as_str() {
            "measure" | "axis" | "best" => Order::Names,
            "p" => Order::Lowest,
            _ => Order::Highest,
        };
        let is_narrow = matches!(head.as_str(), "measure" | "axis" | "best" | "difference");
        columns.push(Column { is_narrow, ..Column::new(head, order) });
    }
    let mut rows = Vec::new();
    for line in lines {
        rows.push(Row { is_base: false, cells: line.iter().map(Cell::text).collect() });
    }
    if rows.is_empty() {
        return Some(String::new());
    }
    let held_out = if heads.iter().any(|head| head == "held out") { HELD_OUT } else { "" };
    let caption =
        format!("The value that is best on these topics: expect less on others.{held_out}");
    let shown = rows.len();
    Some(Sheet { id: "by-axis".to_owned(), caption, columns, sorted: None, rows, shown }.html())
}

/// Returns a part of the page per axis: what was found, the curves, and the differences by topic.
pub(super) fn sections(sweep: &Sweep) -> String {
    let mut body = String::new();
    for (of_axis, named) in sweep.each_alone().iter().zip(&sweep.alone) {
        let _ = writeln!(body, "<h3>{}</h3>", escape(&words::axis_title(&named.axis)));
        let mut found = Vec::with_capacity(sweep.measures.len());
        for measure in 0..sweep.measures.len() {
            let checks = [words::any_better(of_axis, measure), words::held_out(of_axis, measure)];
            let mut sentences = vec![words::finding(of_axis, measure)];
            sentences.extend(checks.into_iter().flatten());
            found.push(sentences.join(" "));
        }
        body.push_str(&paragraphs(&found));
        let topics =
            (0..sweep.measures.len()).filter_map(|measure| figure::topics(of_axis, measure));
        body.push_str(&figures(figure::all(of_axis).into_iter().chain(topics)));
    }
    body
}
