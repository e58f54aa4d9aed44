//! The page about the collection: what the index contains, and what was lost on the way.

use super::super::facts::skipped_records::{PARAMETERS, SkippedAnswer, SkippedRequest};
use super::super::failure::{Failure, Problem};
use super::super::search_request::{Scope, SearchRequest};
use super::super::site::WebRequest;
use super::layout::{at, layout};
use super::skipped_records::{filter, list};
use super::{Page, contents, problems};
use maud::{Markup, html};
use tamis_report::words::quoted;

/// Shows the collection and the list of losses.
///
/// # Errors
/// [`Failure`] if the index cannot be read, or nobody waits for the page.
pub fn page(request: &WebRequest<'_>) -> Result<Page, Failure> {
    let asked = match request.asked(Scope::List, &PARAMETERS) {
        Ok(asked) => asked,
        Err(failure) => return Ok(Page::Wrong(wrong(request, &problems(failure)?))),
    };
    let losses = match SkippedRequest::read(request.fields) {
        Ok(losses) => losses,
        Err(failure) => return whole(request, &asked, &problems(failure)?, None).map(Page::Wrong),
    };
    let own = losses.pairs_from(losses.from);
    let own: Vec<(&str, &str)> = own.iter().map(|(name, value)| (*name, value.as_str())).collect();
    if let Some(address) = request.moved(&asked, Scope::List, &own) {
        return Ok(Page::At(at("/collection", &address)));
    }
    let found = request.losses(&losses)?;
    whole(request, &asked, &[], Some((&losses, &found))).map(Page::Shown)
}

/// The address asks for a search that there is not.
fn wrong(request: &WebRequest<'_>, problems: &[Problem]) -> Markup {
    let content = html! {
        h1 { "Collection" }
        @for problem in problems { p.problem { (super::text::shown(&problem.parameter)) ": " (problem.message) } }
        p { a href="/collection" { "The collection without the rule" } }
    };
    layout(request, "Collection", "/collection", None, &content)
}

fn whole(
    request: &WebRequest<'_>,
    asked: &SearchRequest,
    problems: &[Problem],
    losses: Option<(&SkippedRequest, &SkippedAnswer)>,
) -> Result<Markup, Failure> {
    let collection = request.snapshot.collection(request.cancel)?;
    let command = format!("tamis stats {}", quoted(&request.path().display().to_string()));
    let content = html! {
        h1 { "Collection" }
        (contents::totals(&collection))
        section aria-labelledby="blocks" { h2 #blocks { "Words and blocks" } (contents::figures(&collection, asked)) }
        section aria-labelledby="repeated" { h2 #repeated { "Most repeated blocks" } (contents::most_repeated(&collection, asked)) }
        section aria-labelledby="labels" { h2 #labels { "Labels" } (contents::labels(&collection)) }
        section aria-labelledby="lost" {
            h2 #lost { "What was lost, and why" }
            (filter(request, asked, problems))
            div #losses data-live {
                @match losses {
                    Some((losses, found)) => (list(asked, losses, found)),
                    None => p.quiet { "Nothing is listed until this is mended." },
                }
            }
        }
        section aria-labelledby="archives" { h2 #archives { "Archives" } (contents::archives(&collection)) }
        section aria-labelledby="pages-by" {
            h2 #pages-by { "Languages and encodings" }
            div.tables {
                (contents::pages_by("Language", &collection.languages, collection.pages))
                (contents::pages_by("Encoding", &collection.encodings, collection.pages))
                (contents::pages_by("Encoding named by", &collection.encoding_sources, collection.pages))
            }
        }
        section aria-labelledby="size" { h2 #size { "Size" } (contents::sizes(&collection)) }
        (super::search::command(&command))
    };
    Ok(layout(request, "Collection", "/collection", Some(asked), &content))
}
