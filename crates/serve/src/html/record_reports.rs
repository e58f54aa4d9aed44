//! The list of skipped records with its filter. Without the script the filter is sent by its
//! button; with it, as it changes.

use super::table::{Column, HtmlAttributes, Sheet, Value, markup, numbers, table};
use super::{Form, at, counted, hidden, shown};
use crate::answers::losses::{Reasoned, ReportAnswer, pairs};
use crate::requests::{Problem, Scope, SearchRequest};
use crate::site::WebRequest;
use maud::{Markup, html};
use tamis::collection::Reason;
use tamis::{ReportFilter, ReportLine};

/// The form that filters the list. It keeps the query and the rule.
pub fn filter(web: &WebRequest<'_>, request: &SearchRequest, problems: &[Problem]) -> Markup {
    let form = Form { web, action: "/collection", problems, hidden: &Vec::new() };
    let reasons = Reason::ALL.map(|reason| (reason.name(), reason.name()));
    let reasons = [&[("", "any reason")][..], &reasons].concat();
    html! {
        form.filter method="get" action="/collection" data-live-form {
            (hidden(request.pairs_in(Scope::List)))
            (hidden(web.fields.given(&["rows"])))
            (form.select("reason", "Reason", &reasons))
            (form.select("outcome", "Outcome", &OUTCOMES))
            div.field {
                label for="text" { "Archive, record or detail contains" }
                input type="search" id="text" name="text" value=[web.fields.get("text")]
                    autocomplete="off" spellcheck="false" aria-describedby="problem-text";
                (form.problem("text", "text"))
            }
            button type="submit" { "Filter" }
            @for name in ["from", "rows"] { (form.problem(name, name)) }
        }
    }
}

const OUTCOMES: [(&str, &str); 3] = [
    ("", "skipped or flawed"),
    ("skipped", "skipped: not in the index"),
    ("flawed", "flawed: a problem beside"),
];

/// The lines that the filter leaves.
pub fn list(request: &SearchRequest, skipped: &ReportFilter, found: &ReportAnswer) -> Markup {
    html! {
        @if let Some(damage) = &found.damage {
            p.warning {
                "The list is not as it was committed; this is what can be read of it. "
                (shown(damage))
            }
        }
        @if found.total == 0 {
            p { "No record was lost." }
        } @else {
            (reasons(request, skipped, found))
            p.summary role="status" { (summary(found)) }
            @if !found.rows.is_empty() { (rows(found)) (paging(request, skipped, found)) }
        }
    }
}

fn summary(found: &ReportAnswer) -> Markup {
    let last = found.from + found.rows.len() - 1;
    html! {
        @if found.rows.is_empty() {
            "No line "
            @if found.matching > 0 {
                "from " (counted(found.from as u64)) " on"
            } @else {
                "matches"
            }
        } @else {
            "Lines " (counted(found.from as u64)) " to " (counted(last as u64)) " of "
            strong { (counted(found.matching)) }
        }
        @if found.matching < found.total { ", " (counted(found.total)) " in all" }
        "."
    }
}

/// How often each reason occurs; each is a link to its lines.
fn reasons(request: &SearchRequest, skipped: &ReportFilter, found: &ReportAnswer) -> Markup {
    let most = found.by_reason.iter().map(|reason| reason.lines).max().unwrap_or(1);
    let chosen = skipped.reason.map(Reason::name);
    let columns = vec![
        markup("Reason", |reason: &&Reasoned| {
            let of_reason =
                ReportFilter { reason: Reason::named(reason.reason), ..skipped.clone() };
            let address = address(request, &of_reason, 1);
            html! { a href=(address) data-live-link { (reason.reason) } }
        }),
        Column::counts("Lines", |reason: &&Reasoned| reason.lines),
        markup("", |reason: &&Reasoned| bar(reason.lines, most)),
        Column::names("Content is missing", |reason: &&Reasoned| match reason.is_damage {
            true => "yes",
            false => "no",
        }),
    ];
    let current = |reason: &Reasoned| match chosen == Some(reason.reason) {
        true => vec![("aria-current", "true".to_owned())],
        false => Vec::new(),
    };
    let rows: Vec<HtmlAttributes> = found.by_reason.iter().map(current).collect();
    let sheet = Sheet { rows: &rows, ..Sheet::scrolled("Lines by reason", "counts") };
    table(&sheet, columns, &found.by_reason)
}

/// A bar for a number that stands next to it, so it is hidden from screen readers.
fn bar(count: u64, most: u64) -> Markup {
    let width = 120.0 * count as f64 / most.max(1) as f64;
    html! {
        svg.bar width="120" height="10" aria-hidden="true" {
            rect width=(format!("{:.1}", width.max(1.0))) height="10" {}
        }
    }
}

fn rows(found: &ReportAnswer) -> Markup {
    let columns = vec![
        Column::names("Reason", |line: &&ReportLine| line.reason.name()).class("fixed"),
        Column::names("Outcome", |line: &&ReportLine| line.outcome.name()).class("fixed"),
        Column::names("Record", |line: &&ReportLine| &line.record),
        Column::names("Archive", |line: &&ReportLine| &line.archive),
        Column::counts("Offset", |line: &&ReportLine| line.offset),
        numbers("Bytes lost", |line: &&ReportLine| match line.bytes {
            0 => Value::Blank,
            bytes => Value::Count(bytes),
        }),
        Column::names("Found", |line: &&ReportLine| &line.detail).class("long"),
    ];
    let sheet = Sheet::scrolled("Lines of the list of losses", "counts stacked");
    table(&sheet, columns, &found.rows)
}

fn paging(request: &SearchRequest, skipped: &ReportFilter, found: &ReportAnswer) -> Markup {
    let from = skipped.skip + 1;
    let next = from.saturating_add(skipped.limit);
    let previous = from.saturating_sub(skipped.limit).max(1);
    let before = address(request, skipped, previous);
    let behind = address(request, skipped, next);
    html! {
        @if from > 1 || found.matching >= next as u64 {
            nav.paging aria-label="Lines" {
                @if from > 1 { a href=(before) data-live-link { "Previous lines" } }
                @if found.matching >= next as u64 {
                    a href=(behind) data-live-link { "Next lines" }
                }
            }
        }
    }
}

/// The address of these lines.
fn address(request: &SearchRequest, skipped: &ReportFilter, from: usize) -> String {
    at("/collection", &request.address_in(Scope::List, &pairs(skipped, from)))
}
