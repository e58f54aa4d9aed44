//! The page about the collection: what the index contains, and which records were skipped.

use super::record_reports::{filter, list};
use super::{Page, at, command, contents, layout, problems};
use crate::answers::losses::{self, PARAMETERS, ReportAnswer};
use crate::requests::{Answer, Problem, Scope, SearchRequest};
use crate::site::WebRequest;
use maud::{Markup, html};
use tamis::ReportFilter;
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
    let skipped = match losses::filter(web.fields) {
        Ok(skipped) => skipped,
        Err(failure) => return whole(web, &request, &problems(failure)?, None).map(Page::Wrong),
    };
    if let Some(address) =
        web.moved(&request, Scope::List, &losses::pairs(&skipped, skipped.skip + 1))
    {
        return Ok(Page::At(at("/collection", &address)));
    }
    let found = losses::losses(web, &skipped)?;
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
    skipped: Option<(&ReportFilter, &ReportAnswer)>,
) -> Answer<Markup> {
    let collection = web.snapshot.contents(web.cancel)?;
    let stats = format!("tamis stats {}", quoted(&web.path().display().to_string()));
    let pages_by = |name, pages| contents::pages_by(name, pages, collection.pages);
    let section = |id: &str, heading: &str, content: Markup| {
        html! { section aria-labelledby=(id) { h2 id=(id) { (heading) } (content) } }
    };
    let lost = html! {
        (filter(web, request, problems))
        div #losses data-live {
            @match skipped {
                Some((skipped, found)) => (list(request, skipped, found)),
                None => p.quiet { "Fix the filter to see the list." },
            }
        }
    };
    let kinds = html! {
        div.tables {
            (pages_by("Language", &collection.languages))
            (pages_by("Encoding", &collection.encodings))
            (pages_by("Encoding named by", &collection.encoding_sources))
        }
    };
    let repeated = contents::most_repeated(&collection, request);
    let content = html! {
        h1 { "Collection" }
        (contents::totals(&collection))
        (section("blocks", "Words and blocks", contents::figures(&collection, request)))
        (section("repeated", "Most repeated blocks", repeated))
        (section("labels", "Labels", contents::labels(&collection)))
        (section("lost", "What was lost, and why", lost))
        (section("archives", "Archives", contents::archives(&collection)))
        (section("pages-by", "Languages and encodings", kinds))
        (section("size", "Size", contents::sizes(&collection)))
        (command(&stats))
    };
    Ok(layout(web, "Collection", "/collection", Some(request), &content))
}
