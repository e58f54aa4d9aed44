//! The page of all labels over all topics.

use super::table::{MeasuredRow, Value, measured};
use super::{FormPage, Page, at, command_for, downloads, shown, tip, warnings};
use crate::answers::compared_labels::{ComparedLabels, labels};
use crate::answers::tested;
use crate::requests::{Answer, Pairs, SearchRequest};
use crate::site::WebRequest;
use maud::{Markup, PreEscaped, html};
use tamis::table::statistics::{DIFFERENCE, HOLM, Statistic};
use tamis::words;
use tamis::{ComparedView, RowKind};

/// Shows what each label does to the measures.
///
/// # Errors
/// [`Failure`] for a server without topics and qrels, and an index that cannot be read.
pub fn page(web: &WebRequest<'_>) -> Answer<Page> {
    web.judging()?;
    let names = ("/labels", "Labels", "Compare");
    let form = FormPage::new(web, names, &["measure"], &["q", "measure"]);
    form.page(
        |_| Ok(web.fields.given(&["measure"])),
        |request, own| Ok(compared(request, own, &labels(web, request)?).into()),
    )
}

const ROWS: &str = "Every label alone, every block, the sieve and the rule that was tuned for the \
                    index, each with its own weights, and the best value of each threshold, which \
                    was chosen on these same topics. The rule in words, the weights and the \
                    ranking of the form hold for all rows; its thresholds and its label are left \
                    out. p is that of the two-sided paired t-test against every block, after \
                    Holm's correction over all rows.";

fn compared(request: &SearchRequest, own: &Pairs, found: &ComparedLabels) -> Markup {
    let address = request.address_with(own);
    let base =
        found.rows.iter().find(|row| row.kind == RowKind::Unfiltered).map(|row| &*row.point.means);
    let rows: Vec<MeasuredRow<'_>> =
        found.rows.iter().map(|row| compared_row(request, row, base)).collect();
    html! {
        p { a href=(at("/measures", &address)) { "Measures of the rule" } }
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
        (warnings(&found.warnings))
        (measured("labels", "Label or rule", &found.measures, &COMPARED, &rows))
        details { summary { "The same as a figure" } figure { (PreEscaped(found.figure.html())) } }
        (downloads(&[
            ("labels.svg", "figure (SVG)", &address),
            ("labels.tsv", "table (TSV)", &address),
        ]))
        (command_for("The same on the command line:", &found.command))
    }
}

/// What is said of the difference of a row from every block.
static COMPARED: [Statistic; 2] = [DIFFERENCE, HOLM];

fn compared_row<'a>(
    request: &SearchRequest,
    row: &'a ComparedView,
    base: Option<&[f64]>,
) -> MeasuredRow<'a> {
    let link = |own: &[(&str, &str)]| {
        html! { a href=(at("/measures", &request.address_with(own))) { (shown(&row.name)) } }
    };
    let (kind, name) = match row.kind {
        RowKind::Label => ("label", link(&[("label", &row.name)])),
        // The switch of the sieve would be a second rule.
        RowKind::Rule => ("rule", link(&[("sieve", ""), ("rule", &row.name)])),
        RowKind::Unfiltered => ("unfiltered", html! { "every block" }),
        RowKind::Threshold => {
            let best = html! { span.quiet { "best of " (row.chosen_from) } };
            ("threshold", html! { (shown(&row.name)) " " (best) })
        }
    };
    let base = base.filter(|_| row.kind != RowKind::Unfiltered);
    let tested = (0..row.point.means.len()).map(|number| {
        let p = [row.point.p_values[number], row.holm[number]].map(Some);
        Some(tested(row.point.means[number] - base?[number], p))
    });
    MeasuredRow {
        attributes: vec![("data-kind", kind.to_owned())],
        name: Value::Html(name.into_string()),
        means: &row.point.means,
        compared: Some(tested.collect()),
        kept: Some(row.point.kept),
    }
}
