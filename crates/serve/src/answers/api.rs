//! The addresses that answer with JSON, in one list: the router is built from it, and a test
//! compares it with the description of the API.

use super::found::PAGE;
use super::losses::ReportRequest;
use super::{
    compared_labels, examination, explanation, found, gold, index, losses, page, progress, topic,
};
use crate::requests::{Answer, Failure, Scope, SearchRequest, check_only};
use crate::site::Effort::{Long, Short};
use crate::site::{Effort, WebRequest};
use serde::Serialize;
use tamis::Error;

/// The description of all these addresses, in the format of OpenAPI 3.1.
pub const DESCRIPTION: &str = include_str!("../../../../docs/openapi.json");
/// Where the description is.
pub const DESCRIPTION_PATH: &str = "/api/openapi.json";

/// An address that answers with JSON.
#[derive(Clone, Copy)]
pub struct Address {
    /// Its path.
    pub path: &'static str,
    /// How much work an answer is.
    pub(crate) effort: Effort,
    /// The parameters that it takes besides those of a search.
    others: &'static [&'static str],
    made: Made,
}

/// What an answer is made of.
#[derive(Clone, Copy)]
enum Made {
    /// A search, whose parameters have the names of a scope.
    OfSearch(Scope, fn(&WebRequest<'_>, &SearchRequest) -> Answer<Vec<u8>>),
    /// The index and the other parameters.
    OfIndex(fn(&WebRequest<'_>) -> Answer<Vec<u8>>),
}
use Made::{OfIndex, OfSearch};

/// All of them.
pub const ADDRESSES: [Address; 12] = [
    address(
        "/api/search",
        Short,
        &[PAGE],
        OfSearch(Scope::Search, |web, request| written(&found::found(web, request)?)),
    ),
    address(
        "/api/explain",
        Short,
        &explanation::PARAMETERS,
        OfSearch(Scope::Search, |web, request| written(&explanation::explanation(web, request)?)),
    ),
    address(
        "/api/page",
        Short,
        &page::PARAMETERS,
        OfSearch(Scope::List, |web, request| written(&page::page(web, request)?)),
    ),
    address(
        "/api/examination",
        Long,
        &examination::PARAMETERS,
        OfSearch(Scope::Search, |web, request| written(&examination::examination(web, request)?)),
    ),
    address(
        "/api/topic",
        Short,
        &topic::PARAMETERS,
        OfSearch(Scope::Search, |web, request| written(&topic::topic(web, request)?)),
    ),
    address(
        "/api/labels",
        Long,
        &compared_labels::PARAMETERS,
        OfSearch(Scope::Search, |web, request| written(&compared_labels::labels(web, request)?)),
    ),
    address(
        "/api/judge",
        Short,
        &progress::PARAMETERS,
        OfSearch(Scope::Search, |web, request| written(&progress::progress(web, request)?)),
    ),
    address(
        "/api/judge/blocks",
        Short,
        &gold::SAMPLE,
        OfIndex(|web| written(&gold::progress(web)?)),
    ),
    address(
        "/api/collection",
        Long,
        &[],
        OfIndex(|web| written(&*web.snapshot.contents(web.cancel)?)),
    ),
    address(
        "/api/losses",
        Short,
        &losses::PARAMETERS,
        OfIndex(|web| written(&losses::losses(web, &ReportRequest::read(web.fields)?)?)),
    ),
    address("/api/index", Short, &[], OfIndex(|web| written(&index::offer(web)))),
    address("/api/commit", Short, &[], OfIndex(|web| written(&index::commit(web)))),
];

const fn address(
    path: &'static str,
    effort: Effort,
    others: &'static [&'static str],
    made: Made,
) -> Address {
    Address { path, effort, others, made }
}

impl Address {
    /// The names of the parameters that it takes.
    pub fn parameters(&self) -> Vec<&'static str> {
        let of_search = match self.made {
            OfSearch(scope, _) => scope.parameters().collect(),
            OfIndex(_) => Vec::new(),
        };
        [&of_search[..], self.others].concat()
    }

    /// Answers a request with the bytes of a JSON value.
    pub(crate) fn answer(&self, web: &WebRequest<'_>) -> Answer<Vec<u8>> {
        match self.made {
            OfSearch(scope, answer) => answer(web, &web.search_request(scope, self.others)?),
            OfIndex(answer) => {
                check_only(web.fields, self.others)?;
                answer(web)
            }
        }
    }
}

/// Writes a value as JSON. That is work too: a hundred results with their blocks are some hundred
/// kilobytes.
fn written(value: &impl Serialize) -> Answer<Vec<u8>> {
    // Values have no keys but strings, so this does not fail.
    serde_json::to_vec(value).map_err(|error| Failure::Error(Error::settings(error.to_string())))
}
