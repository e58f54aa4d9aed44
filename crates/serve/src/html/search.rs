//! The search page.

use super::super::failure::{Failure, Problem};
use super::super::found::{Found, FoundPage};
use super::super::search_request::{MAX_HITS, Scope, SearchRequest};
use super::super::site::WebRequest;
use super::form::{Form, mend};
use super::layout::{at, counted, layout};
use super::text::{pieces, shown, url};
use super::{Page, problems};
use maud::{Markup, html};
use tamis_report::words::day;

/// Shows the form and the results.
///
/// # Errors
/// [`Failure`] if the index cannot be read, or the client is gone.
pub fn page(web: &WebRequest<'_>) -> Result<Page, Failure> {
    let request = match web.search_request(Scope::Search, &[]) {
        Ok(request) => request,
        Err(failure) => return Ok(wrong(web, None, &problems(failure)?)),
    };
    if let Some(address) = web.moved(&request, Scope::Search, &[]) {
        return Ok(Page::At(at("/", &address)));
    }
    // Also without a query: the page shows how much text the rule keeps.
    let found = match web.search(&request) {
        Ok(found) => found,
        Err(failure) => return Ok(wrong(web, Some(&request), &problems(failure)?)),
    };
    Ok(Page::Shown(whole(web, Some(&request), &[], &results(web, &request, &found))))
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
    let address = request.map(SearchRequest::address).unwrap_or_default();
    let content = html! {
        h1.hidden { "Search" }
        div.columns {
            (form.show("Search"))
            section #answer data-live data-address=(at("/", &address)) aria-label="Results" {
                (answer)
            }
        }
    };
    let title = if query.is_empty() { "Search" } else { query };
    layout(web, title, "/", request, &content)
}

fn results(web: &WebRequest<'_>, request: &SearchRequest, found: &Found) -> Markup {
    html! {
        p.summary role="status" { (summary(request, found)) }
        @for warning in &found.warnings { p.warning { (warning) } }
        @if !web.snapshot.has_texts() {
            p.warning { "This index stores no texts, so no blocks are shown: it was built with \
                         --store none." }
        }
        @if found.hits.is_empty() { (empty(web, request)) }
        ol.hits { @for hit in &found.hits { (result(request, hit)) } }
        @if found.hits.len() == request.hits && request.hits < MAX_HITS {
            p {
                a href=(at("/", &request.address_with(&[("hits", &more(request.hits))])))
                    data-live-link {
                    "More results"
                }
            }
        }
        (command(&found.command))
    }
}

/// The number of results after this one.
fn more(hits: usize) -> String {
    (if hits < 50 { 50 } else { MAX_HITS }).to_string()
}

/// The most topics to offer.
const TOPICS: usize = 300;

fn empty(web: &WebRequest<'_>, request: &SearchRequest) -> Markup {
    html! {
        @if request.words().is_empty() {
            p.quiet { "Type what to search for. The rule on this page decides which blocks of the \
                       pages count." }
            @if let Some(judging) = &web.site.judging {
                h2 { "Topics" }
                ul.topics {
                    @for topic in judging.topics.iter().take(TOPICS) {
                        li {
                            a href=(at("/", &request.address_with(&[("q", &topic.text)])))
                                data-live-link {
                                (shown(&super::super::excerpt::start(&topic.text, 200)))
                            }
                            " " span.quiet { (shown(&topic.id)) }
                        }
                    }
                }
            }
        } @else {
            p { "No page holds a word of the query in a permitted block." }
        }
    }
}

/// What the search saw, in a sentence.
fn summary(request: &SearchRequest, found: &Found) -> Markup {
    let moved = found
        .hits
        .iter()
        .filter(|page| page.rank_without_rule != Some(page.hit.rank as u32))
        .count();
    html! {
        @if !found.hits.is_empty() {
            strong {
                (found.hits.len())
                @if found.hits.len() == 1 { " result" } @else { " results" }
            }
            @if request.has_rule() { ", " (moved) " of them elsewhere without the rule" }
            ". "
        }
        "The rule keeps "
        strong { (percent(found.view.kept)) }
        " of the text, on " (counted(found.view.pages)) " pages. "
        span.quiet { (found.ranking) }
    }
}

/// A share as per cent.
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent == 0.0 || percent >= 10.0 {
        format!("{percent:.0} %")
    } else {
        format!("{percent:.1} %")
    }
}

fn result(request: &SearchRequest, found: &FoundPage) -> Markup {
    let hit = &found.hit;
    let docno = [("docno", hit.docno.as_str())];
    let page = at("/page", &request.address_in(Scope::List, &docno));
    let why = at("/explain", &request.address_with(&docno));
    html! {
        li.hit value=(hit.rank) data-docno=(hit.docno) data-score=(hit.score) {
            h2 {
                a href=(page) {
                    @if hit.title.is_empty() {
                        (shown(if hit.url.is_empty() { &hit.docno } else { &hit.url }))
                    } @else { (pieces(&found.marked_title)) }
                }
            }
            p.facts {
                (moved(found))
                span.score {
                    a href=(why) title="How the page got its score" { "score " (hit.score) }
                }
                @if !hit.date.is_empty() { " " span.date { (shown(day(&hit.date))) } }
                @if !hit.revisited.is_empty() {
                    " "
                    span.date { "revisited " (shown(day(&hit.revisited))) }
                }
                " " span.docno { (shown(&hit.docno)) }
            }
            @if !hit.url.is_empty() { p.address { (url(&hit.url)) } }
            @for block in &found.blocks {
                p.block {
                    span.number title=(format!("Block {}", block.number)) { (block.number) }
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
            None => span.moved.new title="Not among the first 1,000 without the rule" { "new" },
            Some(before) if before > rank => {
                span.moved.up title=(rank_title(before)) { "▲ from " (before) }
            },
            Some(before) if before < rank => {
                span.moved.down title=(rank_title(before)) { "▼ from " (before) }
            },
            Some(_) => span.moved.same title="The same rank without the rule" { "= same" },
        }
        " "
    }
}

fn rank_title(before: u32) -> String {
    format!("Rank {before} without the rule")
}

/// The command line that does the same.
pub fn command(command: &str) -> Markup {
    command_for("The same on the command line:", command)
}

/// A command line, and what it is for.
pub fn command_for(purpose: &str, command: &str) -> Markup {
    html! {
        div.command {
            p { (purpose) }
            pre { code #command { (tamis_place::Escaped(command).to_string()) } }
            button type="button" data-copy="command" hidden { "Copy" }
            span role="status" data-copied {}
        }
    }
}
