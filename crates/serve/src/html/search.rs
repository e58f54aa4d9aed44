//! The search page.

mod empty;
mod side_by_side;

use super::grades::chip;
use super::pins::{self, PIN_NAME};
use super::{Form, FormPage, Page, at, command, counted, moved, pieces, shown, tip, url, warnings};
use crate::answers::found::{FoundPage, PAGE, SearchAnswer, found, page_number};
use crate::requests::{Answer, Scope, SearchRequest};
use crate::site::{DEPTH, WebRequest};
use empty::{first_words, why_empty};
use maud::{Markup, html};
use side_by_side::{ranks_of_pins, side_by_side};
use tamis::request::Part;
use tamis::words::{self, day, percent};

/// Shows the form and the results.
///
/// # Errors
/// [`Failure`] if the index cannot be read, or the client is gone.
pub fn page(web: &WebRequest<'_>) -> Answer<Page> {
    let form = FormPage::new(web, ("/", "Search", "Search"), &[PAGE, PIN_NAME], &[]);
    let form = FormPage { title: web.fields.get("q").unwrap_or("Search"), first: query, ..form };
    form.page(
        |request| {
            let number = page_number(web.fields, request.hits)?;
            Ok(if number == 1 { Vec::new() } else { vec![(PAGE, number.to_string())] })
        },
        // Also without a query: the page shows how much text the rule keeps.
        |request, _| Ok(results(web, request, &found(web, request)?)?.into()),
    )
}

fn query(form: &Form<'_>) -> Markup {
    let query = form.web.fields.get("q").unwrap_or_default();
    html! {
        div.query {
            label for="q" { "Search for" }
            input type="search" id="q" name="q" value=(query) autofocus[query.is_empty()]
                autocomplete="off" aria-describedby="problem-q"
                placeholder="words, \"a phrase\", +required, -excluded";
            button type="submit" { "Search" }
        }
        (form.problem("q", "q"))
    }
}

fn results(web: &WebRequest<'_>, request: &SearchRequest, found: &SearchAnswer) -> Answer<Markup> {
    Ok(html! {
        div.summary role="status" { (summary(request, found)) }
        (warnings(&found.warnings))
        @if !web.snapshot.has_texts() {
            p.warning { "This index stores no texts, so no blocks are shown: it was built with \
                         --store none." }
        }
        (pins::panel(web, "/", request, &Vec::new())?)
        @if request.words().is_empty() { (first_words(web, request)) }
        @if let Some(emptied) = &found.emptied { (why_empty(request, emptied)) }
        @if !found.pins.is_empty() { (side_by_side(web, request, found)) }
        ol.hits { @for hit in &found.hits { (result(web, request, found, hit)) } }
        (paging(request, found))
        (command(&found.command))
    })
}

/// The links to the other pages of the results.
fn paging(request: &SearchRequest, found: &SearchAnswer) -> Markup {
    let needed = (found.total.results as usize).div_ceil(request.hits);
    let last = needed.clamp(1, DEPTH / request.hits).max(found.page);
    let to = |page: usize| match page {
        1 => at("/", &request.address()),
        page => at("/", &request.address_with(&[(PAGE, page.to_string())])),
    };
    html! {
        @if last > 1 || found.page > 1 {
            nav.paging aria-label="Pages of results" {
                @if found.page > 1 {
                    a rel="prev" href=(to(found.page - 1)) data-live-link { "← Previous" }
                }
                span { "Page " (found.page) " of " (last) }
                @if found.page < last {
                    a rel="next" href=(to(found.page + 1)) data-live-link { "Next →" }
                }
            }
            @if found.page == last && found.total.results > (last * request.hits) as u64 {
                p.quiet { "Only the first 1,000 results are shown." }
            }
        }
    }
}

/// What the search saw, in a sentence.
fn summary(request: &SearchRequest, found: &SearchAnswer) -> Markup {
    let has_moved = |page: &&FoundPage| page.rank_without_rule != Some(page.hit.rank as u32);
    html! {
        @if found.total.results > 0 {
            strong {
                (counted(found.total.results))
                @if found.total.has_more { " or more" }
                @if found.total.results == 1 { " result" } @else { " results" }
            }
            @if let (Some(first), Some(last)) = (found.hits.first(), found.hits.last()) {
                ", " (first.hit.rank) " to " (last.hit.rank)
            }
            @if request.has_rule() {
                ", " (found.hits.iter().filter(has_moved).count())
                " of them at another rank without the rule"
            }
            ". "
        }
        "The rule keeps "
        strong { (percent(found.view.kept)) }
        " of the text, on " (words::counted(found.view.pages, "page"))
        @if !request.key(Part::Pages).is_empty() { " that pass the filters of pages" }
        ". "
        span.quiet { (found.ranking) }
        @if request.has_rule() && found.total.results > 0 { " " (tip("Ranks", MOVED)) }
    }
}

const MOVED: &str = "Ranks without the rule. ▲ from 12: the page was at rank 12, and the rule \
                     moves it up. ▼ from 3: the rule moves it down. new: without the rule it is \
                     not among the first 1,000.";

fn result(
    web: &WebRequest<'_>,
    request: &SearchRequest,
    found: &SearchAnswer,
    page: &FoundPage,
) -> Markup {
    let hit = &page.hit;
    let docno = [("docno", &hit.docno)];
    let of_page = at("/page", &request.address_in(Scope::List, &docno));
    let why = at("/explain", &request.address_with(&docno));
    let published = hit.metadata.published.as_deref().unwrap_or_default();
    let dates =
        [("captured", &*hit.date), ("revisited", &*hit.revisited), ("published", published)];
    html! {
        li.hit value=(hit.rank) data-docno=(hit.docno) data-score=(hit.score) {
            h2 {
                a href=(of_page) {
                    @if hit.title.is_empty() {
                        (shown(if hit.url.is_empty() { &hit.docno } else { &hit.url }))
                    } @else { (pieces(&page.marked_title)) }
                }
            }
            p.facts {
                @if found.topic.is_some() { (chip(web, page.grade)) " " }
                (moved(hit.rank as u32, page.rank_without_rule, "same rank")) " "
                (ranks_of_pins(found, page))
                span.score {
                    a href=(why) {
                        "score " (hit.score) span.hidden { ": how the page got it" }
                    }
                }
                @for (what, date) in dates.iter().filter(|(_, date)| !date.is_empty()) {
                    " " span.date { (what) " " (shown(&day(date))) }
                }
                @if let Some(author) = &hit.metadata.author {
                    " " span.author { "by " (shown(author)) }
                }
                @if let Some(kind) = hit.metadata.kind { " " span.kind { (kind.name()) } }
                " " span.docno { (shown(&hit.docno)) }
            }
            @if !hit.url.is_empty() { p.address { (url(&hit.url)) } }
            @for block in &page.blocks {
                p.block {
                    span.number { span.hidden { "block " } (block.number) }
                    @if let Some(weight) = block.weight { span.weight { "×" (weight) } }
                    " " (pieces(&block.pieces))
                }
            }
        }
    }
}
