//! The list of skipped records with its filter. Without the script the filter is sent by its
//! button; with it, as it changes.

use super::{Column, Form, at, counted, scrolled, shown, table, within};
use crate::answers::losses::{Reasoned, ReportAnswer, ReportRequest};
use crate::requests::{Problem, Scope, SearchRequest};
use crate::site::WebRequest;
use maud::{Markup, html};
use tamis::ReportLine;
use tamis::collection::Reason;

/// The form that filters the list. It keeps the query and the rule.
pub fn filter(web: &WebRequest<'_>, request: &SearchRequest, problems: &[Problem]) -> Markup {
    let form = Form { web, action: "/collection", problems, hidden: &[], first: html! {} };
    let reasons = Reason::ALL.map(|reason| (reason.name(), reason.name()));
    let reasons = [&[("", "any reason")][..], &reasons].concat();
    html! {
        form.filter method="get" action="/collection" data-live-form {
            @for (name, value) in request.pairs_in(Scope::List) {
                input type="hidden" name=(name) value=(value);
            }
            @for (name, value) in web.fields.given(&["rows"]) {
                input type="hidden" name=(name) value=(value);
            }
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
pub fn list(request: &SearchRequest, skipped: &ReportRequest, found: &ReportAnswer) -> Markup {
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
fn reasons(request: &SearchRequest, skipped: &ReportRequest, found: &ReportAnswer) -> Markup {
    let most = found.by_reason.iter().map(|reason| reason.lines).max().unwrap_or(1);
    let chosen = skipped.reason.map(Reason::name);
    let columns = [
        Column::of_names("Reason", |reason: &Reasoned| {
            let of_reason =
                ReportRequest { reason: Reason::named(reason.reason), ..skipped.clone() };
            let address = address(request, &of_reason, 1);
            html! { a href=(address) data-live-link { (reason.reason) } }
        }),
        Column::of_numbers("Lines", |reason: &Reasoned| html! { (counted(reason.lines)) }).alone(),
        Column::of_words("", |reason: &Reasoned| bar(reason.lines, most)).alone(),
        Column::of_words("Content is missing", |reason: &Reasoned| {
            html! { (if reason.is_damage { "yes" } else { "no" }) }
        })
        .alone(),
    ];
    let is_chosen = |reason: &Reasoned| chosen == Some(reason.reason);
    let table = table("counts", None, &columns, &found.by_reason, is_chosen);
    html! { @if !found.by_reason.is_empty() { (within("Lines by reason", &table)) } }
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
    let columns = [
        Column::of_words("Reason", |line: &ReportLine| html! { (line.reason.name()) })
            .sized("words fixed")
            .alone(),
        Column::of_words("Outcome", |line: &ReportLine| html! { (line.outcome.name()) })
            .sized("words fixed"),
        Column::of_words("Record", |line: &ReportLine| shown(&line.record)),
        Column::of_words("Archive", |line: &ReportLine| shown(&line.archive)),
        Column::of_numbers("Offset", |line: &ReportLine| html! { (counted(line.offset)) }),
        Column::of_numbers("Bytes lost", |line: &ReportLine| {
            html! { @if line.bytes > 0 { (counted(line.bytes)) } }
        }),
        Column::of_words("Found", |line: &ReportLine| shown(&line.detail)).sized("words long"),
    ];
    scrolled("Lines of the list of losses", "counts stacked", &columns, &found.rows)
}

fn paging(request: &SearchRequest, skipped: &ReportRequest, found: &ReportAnswer) -> Markup {
    let next = skipped.from.saturating_add(skipped.rows);
    let previous = skipped.from.saturating_sub(skipped.rows).max(1);
    let before = address(request, skipped, previous);
    let behind = address(request, skipped, next);
    html! {
        @if skipped.from > 1 || found.matching >= next as u64 {
            nav.paging aria-label="Lines" {
                @if skipped.from > 1 { a href=(before) data-live-link { "Previous lines" } }
                @if found.matching >= next as u64 {
                    a href=(behind) data-live-link { "Next lines" }
                }
            }
        }
    }
}

/// The address of these lines.
fn address(request: &SearchRequest, skipped: &ReportRequest, from: usize) -> String {
    let own = skipped.pairs_from(from);
    let own: Vec<(&str, &str)> = own.iter().map(|(name, value)| (*name, value.as_str())).collect();
    at("/collection", &request.address_in(Scope::List, &own))
}
