//! The search page.

mod empty;
mod side_by_side;

use super::grades::chip;
use super::pins::{self, PIN_NAME, with_new_pin};
use super::{Form, Page, at, command, counted, layout, mend, pieces, problems, shown, tip, url};
use crate::answers::found::{Found, FoundPage, PAGE, found};
use crate::requests::{Answer, Problem, Scope, SearchRequest};
use crate::site::{DEPTH, WebRequest};
use empty::{first_words, why_empty};
use maud::{Markup, html};
use side_by_side::{ranks_of_pins, side_by_side};
use tamis::words::{self, day, percent};

/// Shows the form and the results.
///
/// # Errors
/// [`Failure`] if the index cannot be read, or the client is gone.
pub fn page(web: &WebRequest<'_>) -> Answer<Page> {
    let request = match web.search_request(Scope::Search, &[PAGE, PIN_NAME]) {
        Ok(request) => request,
        Err(failure) => return Ok(wrong(web, None, &problems(failure)?)),
    };
    match answer(web, &request) {
        Ok(page) => Ok(page),
        Err(failure) => Ok(wrong(web, Some(&request), &problems(failure)?)),
    }
}

fn answer(web: &WebRequest<'_>, request: &SearchRequest) -> Answer<Page> {
    if let Some(address) = with_new_pin(web, request, &[])? {
        return Ok(Page::At(at("/", &address)));
    }
    // Also without a query: the page shows how much text the rule keeps.
    let found = found(web, request)?;
    let number = found.page.to_string();
    let own: &[(&str, &str)] = if found.page == 1 { &[] } else { &[(PAGE, &number)] };
    if let Some(address) = web.moved(request, Scope::Search, own) {
        return Ok(Page::At(at("/", &address)));
    }
    let results = results(web, request, &found)?;
    Ok(Page::Shown(whole(web, Some(request), &[], &results)))
}

fn wrong(web: &WebRequest<'_>, request: Option<&SearchRequest>, problems: &[Problem]) -> Page {
    Page::Wrong(whole(web, request, problems, &mend(problems)))
}

fn whole(
    web: &WebRequest<'_>,
    request: Option<&SearchRequest>,
    problems: &[Problem],
    answer: &Markup,
) -> Markup {
    let query = web.fields.get("q").unwrap_or_default();
    let first = html! {
        div.query {
            label for="q" { "Search for" }
            input type="search" id="q" name="q" value=(query) autofocus[query.is_empty()]
                autocomplete="off" aria-describedby="problem-q"
                placeholder="words, \"a phrase\", +required, -excluded";
            button type="submit" { "Search" }
        }
        (Form { web, action: "/", problems, hidden: &[], first: html! {} }.problem("q", "q"))
    };
    let form = Form { web, action: "/", problems, hidden: &[], first };
    let page: Vec<(&str, &str)> =
        web.fields.get(PAGE).map(|page| (PAGE, page)).into_iter().collect();
    let address = request.map(|request| request.address_with(&page)).unwrap_or_default();
    let content = html! {
        h1.hidden { "Search" }
        div.columns {
            (form.show("Search"))
            section #answer tabindex="-1" data-live data-address=(at("/", &address)) aria-label="Results" {
                (answer)
            }
        }
    };
    let title = if query.is_empty() { "Search" } else { query };
    layout(web, title, "/", request, &content)
}

fn results(web: &WebRequest<'_>, request: &SearchRequest, found: &Found) -> Answer<Markup> {
    Ok(html! {
        div.summary role="status" { (summary(request, found)) }
        @for warning in &found.warnings { p.warning { (warning) } }
        @if !web.snapshot.has_texts() {
            p.warning { "This index stores no texts, so no blocks are shown: it was built with \
                         --store none." }
        }
        (pins::panel(web, "/", request, &[])?)
        @if request.words().is_empty() { (first_words(web, request)) }
        @if let Some(emptied) = &found.emptied { (why_empty(request, emptied)) }
        @if !found.pins.is_empty() { (side_by_side(web, request, found)) }
        ol.hits { @for hit in &found.hits { (result(web, request, found, hit)) } }
        (paging(request, found))
        (command(&found.command))
    })
}

/// The links to the other pages of the results.
fn paging(request: &SearchRequest, found: &Found) -> Markup {
    let last = pages(request, found);
    let to = |page: usize| match page {
        1 => at("/", &request.address()),
        page => at("/", &request.address_with(&[(PAGE, &page.to_string())])),
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

/// The number of pages of results that can be shown.
fn pages(request: &SearchRequest, found: &Found) -> usize {
    let needed = (found.total.results as usize).div_ceil(request.hits);
    needed.clamp(1, DEPTH / request.hits).max(found.page)
}

/// What the search saw, in a sentence.
fn summary(request: &SearchRequest, found: &Found) -> Markup {
    let moved = found
        .hits
        .iter()
        .filter(|page| page.rank_without_rule != Some(page.hit.rank as u32))
        .count();
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
                ", " (moved) " of them elsewhere without the rule"
            }
            ". "
        }
        "The rule keeps "
        strong { (percent(found.view.kept)) }
        " of the text, on " (words::counted(found.view.pages, "page"))
        @if !request.pages_key().is_empty() { " that pass the filters of pages" }
        ". "
        span.quiet { (found.ranking) }
        @if request.has_rule() && found.total.results > 0 { " " (tip("Elsewhere", MOVED)) }
    }
}

const MOVED: &str = "The same query is searched without the rule, too. ▲ from 12: the rule moves \
                     the page up, it was at rank 12. ▼ from 3: it moves it down. new: without \
                     the rule it is not among the first 1,000.";

fn result(
    web: &WebRequest<'_>,
    request: &SearchRequest,
    found: &Found,
    page: &FoundPage,
) -> Markup {
    let hit = &page.hit;
    let docno = [("docno", hit.docno.as_str())];
    let of_page = at("/page", &request.address_in(Scope::List, &docno));
    let why = at("/explain", &request.address_with(&docno));
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
                (moved(page))
                (ranks_of_pins(found, page))
                span.score {
                    a href=(why) {
                        "score " (hit.score) span.hidden { ": how the page got it" }
                    }
                }
                @if !hit.date.is_empty() {
                    " "
                    span.date { "captured " (shown(&day(&hit.date))) }
                }
                @if !hit.revisited.is_empty() {
                    " "
                    span.date { "revisited " (shown(&day(&hit.revisited))) }
                }
                @if let Some(published) = &hit.metadata.published {
                    " "
                    span.date { "published " (shown(&day(published))) }
                }
                @if let Some(author) = &hit.metadata.author {
                    " "
                    span.author { "by " (shown(author)) }
                }
                @if let Some(kind) = hit.metadata.kind {
                    " "
                    span.kind { (kind.name()) }
                }
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

/// How the rule moved a page.
fn moved(found: &FoundPage) -> Markup {
    let rank = found.hit.rank as u32;
    html! {
        @match found.rank_without_rule {
            None => span.moved.new { "new" },
            Some(before) if before > rank => span.moved.up { "▲ from " (before) },
            Some(before) if before < rank => span.moved.down { "▼ from " (before) },
            Some(_) => span.moved.same { "= same" },
        }
        " "
    }
}
