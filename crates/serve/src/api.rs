//! The addresses that answer with JSON, in one list: the router is built from it, and a test holds
//! the description of the API against it.

use super::answer::{examination, explanation, index, page, topic};
use super::facts::skipped_records;
use super::failure::Failure;
use super::search_request::{Scope, check_names, check_only};
use super::site::WebRequest;
use super::work::Effort;
use serde::Serialize;
use tamis_index::error::Error;

/// The description of all these addresses, in the format of OpenAPI 3.1.
pub const DESCRIPTION: &str = include_str!("../../../docs/openapi.json");
/// Where the description is.
pub const DESCRIPTION_PATH: &str = "/api/openapi.json";

/// An address that answers with JSON.
#[derive(Clone, Copy)]
pub struct Address {
    /// Its path.
    pub path: &'static str,
    /// The names of the parameters of a search, if it takes them.
    search: Option<Scope>,
    /// How much work it is.
    pub(super) effort: Effort,
    /// The other parameters that it takes.
    others: &'static [&'static str],
    answer: fn(&WebRequest<'_>) -> Result<Vec<u8>, Failure>,
}

/// All of them.
pub const ADDRESSES: [Address; 9] = [
    Address {
        path: "/api/search",
        search: Some(Scope::Search),
        effort: Effort::Short,
        others: &[],
        answer: |request| written(&request.search(&request.asked(Scope::Search, &[])?)?),
    },
    Address {
        path: "/api/explain",
        search: Some(Scope::Search),
        effort: Effort::Short,
        others: &explanation::PARAMETERS,
        answer: |request| {
            let asked = request.asked(Scope::Search, &explanation::PARAMETERS)?;
            written(&explanation::explanation(request, &asked)?)
        },
    },
    Address {
        path: "/api/page",
        search: Some(Scope::List),
        effort: Effort::Short,
        others: &page::PARAMETERS,
        answer: |request| {
            written(&page::page(request, &request.asked(Scope::List, &page::PARAMETERS)?)?)
        },
    },
    Address {
        path: "/api/examination",
        search: Some(Scope::Search),
        effort: Effort::Long,
        others: &examination::PARAMETERS,
        answer: |request| {
            written(&examination::examination(
                request,
                &request.asked(Scope::Search, &examination::PARAMETERS)?,
            )?)
        },
    },
    Address {
        path: "/api/topic",
        search: Some(Scope::Search),
        effort: Effort::Short,
        others: &topic::PARAMETERS,
        answer: |request| {
            written(&topic::topic(request, &request.asked(Scope::Search, &topic::PARAMETERS)?)?)
        },
    },
    Address {
        path: "/api/collection",
        search: None,
        effort: Effort::Long,
        others: &[],
        answer: |request| written(&*request.snapshot.collection(request.cancel)?),
    },
    Address {
        path: "/api/losses",
        search: None,
        effort: Effort::Short,
        others: &skipped_records::PARAMETERS,
        answer: |request| {
            written(&request.losses(&skipped_records::SkippedRequest::read(request.fields)?)?)
        },
    },
    Address {
        path: "/api/index",
        search: None,
        effort: Effort::Short,
        others: &[],
        answer: |request| written(&index::offer(request)),
    },
    Address {
        path: "/api/commit",
        search: None,
        effort: Effort::Short,
        others: &[],
        answer: |request| written(&index::commit(request)),
    },
];

impl Address {
    /// The names of the parameters that it takes.
    pub fn parameters(&self) -> Vec<&'static str> {
        let of_search = self.search.map(Scope::parameters).into_iter().flatten();
        of_search.chain(self.others.iter().copied()).collect()
    }

    /// Answers a request with the bytes of a JSON value.
    pub(super) fn answer(&self, request: &WebRequest<'_>) -> Result<Vec<u8>, Failure> {
        match self.search {
            Some(scope) => check_names(request.fields, scope, self.others)?,
            None => check_only(request.fields, self.others)?,
        }
        (self.answer)(request)
    }
}

/// Writes a value as JSON. That is work too: a hundred results with their blocks are some hundred
/// kilobytes.
fn written(value: &impl Serialize) -> Result<Vec<u8>, Failure> {
    // Values have no keys but strings, so this does not fail.
    serde_json::to_vec(value).map_err(|error| Failure::Error(Error::settings(error.to_string())))
}
