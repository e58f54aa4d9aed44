//! The results of the pinned rules beside those of the rule as it is: what moved, came and went.

use crate::answers::found::{FoundPage, PinnedHit, PinnedResults, SearchAnswer};
use crate::html::grades::chip;
use crate::html::{at, named, shown, tip};
use crate::requests::{Scope, SearchRequest};
use crate::site::WebRequest;
use maud::{Markup, Render, html};

const MEANING: &str = "Left the rule as it is now, beside it the pinned ones, at the same place of \
                       the ranking. here 3: the page is at rank 3 of the rule as it is now. Pages \
                       that only one of the two has are marked.";

/// The rankings side by side.
pub fn side_by_side(web: &WebRequest<'_>, request: &SearchRequest, found: &SearchAnswer) -> Markup {
    html! {
        section.beside aria-labelledby="beside" {
            div.named {
                h2 #beside { "Side by side with the pinned rules" }
                (tip("Side by side", MEANING))
            }
            div.rankings {
                section.ranking aria-label="This rule" data-name="this" {
                    h3 { "This rule" }
                    p.facts { "as it is now" }
                    ol {
                        @for page in &found.hits { (own(web, request, found, page)) }
                    }
                }
                @for pinned in &found.pins { (of_pin(web, request, found, pinned)) }
            }
        }
        h2 { "Results of this rule" }
    }
}

/// A result of the rule as it is.
fn own(
    web: &WebRequest<'_>,
    request: &SearchRequest,
    found: &SearchAnswer,
    page: &FoundPage,
) -> Markup {
    let hit = &page.hit;
    let without =
        found.pins.iter().filter(|pinned| pinned.hits.iter().all(|other| other.docno != hit.docno));
    let without: Vec<&str> = without.map(|pinned| pinned.name.as_str()).collect();
    let note = html! {
        @if !without.is_empty() { span.moved.new { "not in " (shown(&without.join(", "))) } }
    };
    let grade = found.topic.is_some().then(|| chip(web, page.grade));
    item(request, hit.rank, (&hit.docno, &hit.title), grade, &note)
}

/// A page of a ranking.
fn item(
    request: &SearchRequest,
    rank: impl Render,
    (docno, title): (&str, &str),
    grade: Option<Markup>,
    note: &Markup,
) -> Markup {
    let of_page = at("/page", &request.address_in(Scope::List, &[("docno", docno)]));
    html! {
        li value=(rank) data-docno=(docno) {
            @if let Some(grade) = grade { (grade) " " }
            a href=(of_page) { (named(title, docno)) } " " (note)
        }
    }
}

fn of_pin(
    web: &WebRequest<'_>,
    request: &SearchRequest,
    found: &SearchAnswer,
    pinned: &PinnedResults,
) -> Markup {
    let name = tamis::Escaped(&pinned.name).to_string();
    html! {
        section.ranking aria-label=(name) data-name=(name) {
            h3 { (shown(&pinned.name)) }
            p.facts {
                span { (pinned.came) " came" } span { (pinned.went) " went" }
                span { (pinned.moved) " moved" }
            }
            @if pinned.hits.is_empty() { p.quiet { "No pages." } }
            ol {
                @for hit in &pinned.hits {
                    @let grade = found.topic.is_some().then(|| chip(web, hit.grade));
                    (item(request, hit.rank, (&hit.docno, &hit.title), grade, &here(found, hit)))
                }
            }
        }
    }
}

/// Where a result of a pinned rule is under the rule as it is.
fn here(found: &SearchAnswer, hit: &PinnedHit) -> Markup {
    let is_shown = found.hits.iter().any(|page| page.hit.docno == hit.docno);
    html! {
        @match hit.rank_here {
            None => span.moved.down { "went" },
            Some(rank) if !is_shown => span.moved.down { "went, here " (rank) },
            Some(rank) if rank < hit.rank => span.moved.up { "▲ here " (rank) },
            Some(rank) if rank > hit.rank => span.moved.down { "▼ here " (rank) },
            Some(_) => span.moved.same { "=" },
        }
    }
}

/// The ranks of a result under the pinned rules.
pub fn ranks_of_pins(found: &SearchAnswer, page: &FoundPage) -> Markup {
    html! {
        @for (pinned, rank) in found.pins.iter().zip(&page.ranks_of_pins) {
            span.of-pin {
                (shown(&pinned.name)) ": "
                @match rank { Some(rank) => (rank), None => "–" }
            }
            " "
        }
    }
}
