//! The page of all labels over all topics.

use super::{
    FormPage, MeasuredRow, Page, at, command_for, mean, measured, shown, tip, unless_moved,
};
use crate::answers::compared_labels::{ComparedLabels, ComparedRow, PARAMETERS, labels};
use crate::requests::{Answer, Scope, SearchRequest};
use crate::site::WebRequest;
use maud::{Markup, PreEscaped, html};
use tamis::words::{self, measure_name, p_value, percent, signed};

/// Shows what each label does to the measures.
///
/// # Errors
/// [`Failure`] for a server without topics and qrels, and an index that cannot be read.
pub fn page(web: &WebRequest<'_>) -> Answer<Page> {
    web.judging()?;
    let form = FormPage {
        web,
        path: "/labels",
        title: "Labels",
        name: "Labels",
        has_heading: false,
        button: "Compare",
        kept: web.fields.given(&["q", "measure"]),
        first: html! {},
    };
    form.page(web.search_request(Scope::Search, &PARAMETERS).and_then(|request| {
        let own = web.fields.given(&["measure"]);
        unless_moved(web, Scope::Search, request, &own, |of| {
            Ok(compared(of, &own, &labels(web, of)?))
        })
    }))
}

const ROWS: &str = "Every label alone, every block, the sieve and the rule that was tuned for the \
                    index, each with its own weights, and the best value of each threshold, which \
                    was chosen on these same topics. The rule in words, the weights and the ranking of \
                    the form hold for all rows; its thresholds and its label are left out. p is \
                    that of the two-sided paired t-test against every block, after Holm's \
                    correction over all rows.";

fn compared(request: &SearchRequest, own: &[(&str, &str)], found: &ComparedLabels) -> Markup {
    let address = request.address_with(own);
    html! {
        p { a href=(at("/examination", &address)) { "Examination of the rule" } }
        div.summary role="status" {
            strong { (words::counted(found.rows.len() as u64, "row")) } " over "
            (words::counted(found.topics as u64, "topic")) ", the best first. "
            (tip("Rows", ROWS)) " "
            span.quiet { (found.ranking) }
            @if !found.shared.is_empty() {
                p {
                    strong { "These hold for every label:" } " "
                    @for (number, one) in found.shared.iter().enumerate() {
                        @if number > 0 { ", " }
                        code { (shown(one)) }
                    }
                    ". For the labels alone, clear the rule."
                }
            }
        }
        @for warning in &found.warnings { p.warning { (shown(warning)) } }
        (table(request, found))
        details { summary { "The same as a figure" } figure { (PreEscaped(found.figure.html())) } }
        p.downloads {
            "Download: "
            a href=(at("/download/labels.svg", &address)) { "figure (SVG)" } ", "
            a href=(at("/download/labels.tsv", &address)) { "table (TSV)" }
        }
        (command_for("The same on the command line:", &found.command))
    }
}

fn table(request: &SearchRequest, found: &ComparedLabels) -> Markup {
    let names: Vec<String> = found.measures.iter().map(|name| measure_name(name)).collect();
    let base = found.rows.iter().find(|row| row.kind == "unfiltered").map(|row| &row.means);
    let rows = found.rows.iter().map(|row| compared_row(request, row, base));
    measured(Some("labels"), "Label or rule", &names, &rows.collect::<Vec<_>>())
}

fn compared_row<'a>(
    request: &SearchRequest,
    row: &'a ComparedRow,
    base: Option<&Vec<f64>>,
) -> MeasuredRow<'a> {
    let link = |own: &[(&str, &str)]| {
        html! { a href=(at("/examination", &request.address_with(own))) { (shown(&row.name)) } }
    };
    let name = match row.kind {
        "label" => link(&[("label", &row.name)]),
        // The switch of the sieve would be a second rule.
        "rule" => link(&[("sieve", ""), ("rule", &row.name)]),
        "unfiltered" => html! { "every block" },
        _ => html! { (shown(&row.name)) " " span.quiet { "best of " (row.chosen_from) } },
    };
    let base = base.filter(|_| row.kind != "unfiltered");
    let values = row.means.iter().enumerate().map(|(number, own)| {
        let p = p_value(row.holm[number]);
        mean(*own, base.map(|base| format!("{}, p {p}", signed(own - base[number]))))
    });
    MeasuredRow {
        data_kind: Some(row.kind),
        name,
        values: values.collect(),
        kept: percent(row.kept),
        ..MeasuredRow::default()
    }
}
