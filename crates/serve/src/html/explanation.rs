//! The page that explains a score: the terms, their counts in the page and the view, and the steps
//! to the score.

use super::table::{Column, Order, Sheet, Value, table};
use super::{FormPage, Page, at, command, shown, warnings};
use crate::answers::explanation::{ExplainAnswer, explanation as answer};
use crate::requests::{Answer, Scope, SearchRequest};
use crate::site::WebRequest;
use maud::{Markup, html};
use tamis::{Explained, typed_tokens, words};

/// Shows how a page got its score.
///
/// # Errors
/// [`Failure`] for a page that the search does not see, and an index that cannot be read.
pub fn page(web: &WebRequest<'_>) -> Answer<Page> {
    let title = web.fields.get("docno").unwrap_or("Score");
    let form = FormPage::new(web, ("/explain", "Score", "Explain"), &["docno"], &["docno", "q"]);
    let form = FormPage { title, has_heading: true, ..form };
    form.page(
        |_| Ok(web.fields.given(&["docno"])),
        |request, _| Ok(shown_explanation(request, &answer(web, request)?).into()),
    )
}

fn shown_explanation(request: &SearchRequest, explanation: &ExplainAnswer) -> Markup {
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
        (warnings(&explanation.warnings))
        (conditions("Required", &explained.required))
        (conditions("Excluded", &explained.excluded))
        @if let Some(page) = &explained.page {
            @if let Some(why) = &page.why { p.warning { (shown(why)) } }
            @for unmet in &page.unmet { p.warning { "not a result: " (shown(unmet)) } }
        }
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

/// The terms, then the steps to the score.
fn terms(explained: &Explained) -> Markup {
    let last = explained.headings().len() - 1;
    let headings = explained.headings().iter().enumerate();
    let columns = headings.map(|(number, heading)| {
        // The first column is the name, and the last one of a page's lists blocks.
        let is_name = number == 0 || explained.page.is_some() && number == last;
        let order = if is_name { Order::Names } else { Order::Highest };
        Column::new("", *heading, order, move |row: &Vec<String>| {
            row.get(number).map_or(Value::Blank, |text| Value::name(text.clone()))
        })
    });
    let sheet = Sheet { id: "terms", ..Sheet::scrolled("Terms", "stacked") };
    table(&sheet, columns.collect(), explained.rows())
}
