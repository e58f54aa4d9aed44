//! The page that explains a score: the terms, their counts in the page and the view, and the steps
//! to the score.

use super::form::{Form, mend};
use super::layout::{at, layout};
use super::search::command;
use super::text::shown;
use super::{Page, problems};
use crate::answers::explanation::{Explanation, PARAMETERS, explanation as answer};
use crate::requests::{Answer, Problem, Scope, SearchRequest};
use crate::site::WebRequest;
use maud::{Markup, html};
use tamis::{Explained, ScoredPage, typed_tokens, words};

/// Shows how a page got its score.
///
/// # Errors
/// [`Failure`] for a page that the search does not see, and an index that cannot be read.
pub fn page(web: &WebRequest<'_>) -> Answer<Page> {
    let found = web
        .search_request(Scope::Search, &PARAMETERS)
        .and_then(|request| Ok((answer(web, &request)?, request)));
    let (explanation, request) = match found {
        Ok(found) => found,
        Err(failure) => {
            let problems = problems(failure)?;
            let answer = html! { h1 { "Score" } (mend(&problems)) };
            return Ok(Page::Wrong(whole(web, None, &problems, &answer)));
        }
    };
    let own: Vec<(&str, &str)> =
        web.fields.get("docno").map(|docno| ("docno", docno)).into_iter().collect();
    if let Some(address) = web.moved(&request, Scope::Search, &own) {
        return Ok(Page::At(at("/explain", &address)));
    }
    Ok(Page::Shown(whole(web, Some(&request), &[], &shown_explanation(&request, &explanation))))
}

fn whole(
    web: &WebRequest<'_>,
    request: Option<&SearchRequest>,
    problems: &[Problem],
    answer: &Markup,
) -> Markup {
    let hidden: Vec<(&str, &str)> = ["docno", "q"]
        .into_iter()
        .filter_map(|name| web.fields.get(name).map(|value| (name, value)))
        .collect();
    let form = Form { web, action: "/explain", problems, hidden: &hidden, first: html! {} };
    let content = html! {
        div.columns {
            (form.show("Explain"))
            section #answer data-live aria-label="Score" { (answer) }
        }
    };
    layout(web, web.fields.get("docno").unwrap_or("Score"), "/explain", request, &content)
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
