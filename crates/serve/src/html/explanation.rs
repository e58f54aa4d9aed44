//! The page that explains a score: the terms, their counts in the page and the view, and the steps
//! to the score.

use super::{FormPage, Page, at, command, shown, unless_moved};
use crate::answers::explanation::{Explanation, PARAMETERS, explanation as answer};
use crate::requests::{Answer, Scope, SearchRequest};
use crate::site::WebRequest;
use maud::{Markup, html};
use tamis::{Explained, ScoredPage, typed_tokens, words};

/// Shows how a page got its score.
///
/// # Errors
/// [`Failure`] for a page that the search does not see, and an index that cannot be read.
pub fn page(web: &WebRequest<'_>) -> Answer<Page> {
    let form = FormPage {
        web,
        path: "/explain",
        title: web.fields.get("docno").unwrap_or("Score"),
        name: "Score",
        has_heading: true,
        button: "Explain",
        kept: web.fields.given(&["docno", "q"]),
        first: html! {},
    };
    form.page(web.search_request(Scope::Search, &PARAMETERS).and_then(|request| {
        let found = answer(web, &request)?;
        let own = web.fields.given(&PARAMETERS);
        unless_moved(web, Scope::Search, request, &own, |of| Ok(shown_explanation(of, &found)))
    }))
}

fn shown_explanation(request: &SearchRequest, explanation: &Explanation) -> Markup {
    let explained = &explanation.explained;
    html! {
        h1 {
            @match explained.page.as_ref().and_then(|page| page.score) {
                Some(score) => { "Score " (score) },
                None => "Score",
            }
        }
        p.facts {
            @if let Some(page) = &explained.page {
                a href=(at("/page", &request.address_in(Scope::List, &[("docno", &page.docno)]))) {
                    (shown(&page.docno))
                }
                span { (tokens(&page.length, "permitted token")) }
            }
            a href=(at("/", &request.address())) { "All results" }
        }
        p.summary role="status" {
            "The search sees " (tokens(&explained.tokens, "token")) " on "
            (words::counted(explained.pages, "page")) ". "
            span.quiet {
                (explained.model)
                @if !explained.rule.is_empty() { ", " (shown(&explained.rule)) }
            }
        }
        @for warning in &explanation.warnings { p.warning { (warning) } }
        (conditions("Required", &explained.required))
        (conditions("Excluded", &explained.excluded))
        @if let Some(page) = &explained.page { (refusal(page)) }
        @if explained.terms.is_empty() { p { "The query has no term, only stop words." } }
        @else { (terms(explained)) }
        (command(&explanation.command))
    }
}

/// A number of tokens with its noun; under weights it has a fraction.
fn tokens(number: &serde_json::Number, noun: &str) -> String {
    let whole = number.as_u64();
    whole.map_or_else(|| format!("{number} {noun}s"), |whole| words::counted(whole, noun))
}

/// The conditions of the query's operators on a page.
fn conditions(name: &str, sequences: &[Vec<String>]) -> Markup {
    html! {
        @if !sequences.is_empty() {
            p { (name) ": " @for sequence in sequences { (shown(&typed_tokens(sequence))) " " } }
        }
    }
}

/// Why the page is no result, if it is none.
fn refusal(page: &ScoredPage) -> Markup {
    html! {
        @if let Some(why) = &page.why { p.warning { (shown(why)) } }
        @for unmet in &page.unmet { p.warning { "not a result: " (shown(unmet)) } }
    }
}

/// The terms, then the steps to the score.
fn terms(explained: &Explained) -> Markup {
    let headings = explained.headings();
    let last = headings.len() - 1;
    // The first column is the name, and the last one of a page's lists blocks.
    let is_text = |column: usize| explained.page.is_some() && column == last;
    html! {
        div.scroll tabindex="0" role="group" aria-label="Terms" {
            table.stacked #terms {
                thead {
                    tr {
                        @for (column, heading) in headings.iter().enumerate() {
                            th.words[column == 0 || is_text(column)] scope="col" { (heading) }
                        }
                    }
                }
                tbody {
                    @for row in explained.rows() {
                        tr {
                            @let cells = row.iter().zip(headings).enumerate();
                            @for (column, (cell, heading)) in cells {
                                @if column == 0 { th.words scope="row" { (shown(cell)) } }
                                @else {
                                    td.words[is_text(column)] data-label=(heading) { (cell) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
