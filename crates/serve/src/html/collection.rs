//! The page about the collection: what the index contains, and which records were skipped.

use super::record_reports::{filter, list};
use super::{Page, at, command, contents, layout, problems};
use crate::answers::losses::{PARAMETERS, ReportAnswer, ReportRequest, losses};
use crate::requests::{Answer, Problem, Scope, SearchRequest};
use crate::site::WebRequest;
use maud::{Markup, html};
use tamis::words::quoted;

/// Shows the collection and the list of skipped records.
///
/// # Errors
/// [`Failure`] if the index cannot be read, or the client is gone.
pub fn page(web: &WebRequest<'_>) -> Answer<Page> {
    let request = match web.search_request(Scope::List, &PARAMETERS) {
        Ok(request) => request,
        Err(failure) => return Ok(Page::Wrong(wrong(web, &problems(failure)?))),
    };
    let skipped = match ReportRequest::read(web.fields) {
        Ok(skipped) => skipped,
        Err(failure) => return whole(web, &request, &problems(failure)?, None).map(Page::Wrong),
    };
    let own = skipped.pairs_from(skipped.from);
    let own: Vec<(&str, &str)> = own.iter().map(|(name, value)| (*name, value.as_str())).collect();
    if let Some(address) = web.moved(&request, Scope::List, &own) {
        return Ok(Page::At(at("/collection", &address)));
    }
    let found = losses(web, &skipped)?;
    whole(web, &request, &[], Some((&skipped, &found))).map(Page::Shown)
}

/// The page for an address whose search has problems.
fn wrong(web: &WebRequest<'_>, problems: &[Problem]) -> Markup {
    let content = html! {
        h1 { "Collection" }
        @for problem in problems {
            p.problem { (super::shown(&problem.parameter)) ": " (problem.message) }
        }
        p { a href="/collection" { "The collection without the rule" } }
    };
    layout(web, "Collection", "/collection", None, &content)
}

fn whole(
    web: &WebRequest<'_>,
    request: &SearchRequest,
    problems: &[Problem],
    skipped: Option<(&ReportRequest, &ReportAnswer)>,
) -> Answer<Markup> {
    let collection = web.snapshot.contents(web.cancel)?;
    let encoding_sources = &collection.encoding_sources;
    let stats = format!("tamis stats {}", quoted(&web.path().display().to_string()));
    let content = html! {
        h1 { "Collection" }
        (contents::totals(&collection))
        section aria-labelledby="blocks" {
            h2 #blocks { "Words and blocks" }
            (contents::figures(&collection, request))
        }
        section aria-labelledby="repeated" {
            h2 #repeated { "Most repeated blocks" }
            (contents::most_repeated(&collection, request))
        }
        section aria-labelledby="labels" { h2 #labels { "Labels" } (contents::labels(&collection)) }
        section aria-labelledby="lost" {
            h2 #lost { "What was lost, and why" }
            (filter(web, request, problems))
            div #losses data-live {
                @match skipped {
                    Some((skipped, found)) => (list(request, skipped, found)),
                    None => p.quiet { "Nothing is listed until this is mended." },
                }
            }
        }
        section aria-labelledby="archives" {
            h2 #archives { "Archives" }
            (contents::archives(&collection))
        }
        section aria-labelledby="pages-by" {
            h2 #pages-by { "Languages and encodings" }
            div.tables {
                (contents::pages_by("Language", &collection.languages, collection.pages))
                (contents::pages_by("Encoding", &collection.encodings, collection.pages))
                (contents::pages_by("Encoding named by", encoding_sources, collection.pages))
            }
        }
        section aria-labelledby="size" { h2 #size { "Size" } (contents::sizes(&collection)) }
        (command(&stats))
    };
    Ok(layout(web, "Collection", "/collection", Some(request), &content))
}
