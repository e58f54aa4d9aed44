//! The addresses that answer with JSON, in one list: the router is built from it, and a test
//! compares it with the description of the API.

use super::answer::{
    compared_labels, examination, explanation, gold, index, page, progress, topic,
};
use super::facts::record_reports::{self, ReportRequest};
use super::failure::Failure;
use super::found::PAGE;
use super::search_request::{Scope, check_names, check_only};
use super::site::WebRequest;
use super::work::Effort;
use serde::Serialize;
use tamis::Error;

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
    /// How much work an answer is.
    pub(super) effort: Effort,
    /// The other parameters that it takes.
    others: &'static [&'static str],
    answer: fn(&WebRequest<'_>) -> Result<Vec<u8>, Failure>,
}

/// All of them.
pub const ADDRESSES: [Address; 12] = [
    Address {
        path: "/api/search",
        search: Some(Scope::Search),
        effort: Effort::Short,
        others: &[PAGE],
        answer: |web| written(&web.search(&web.search_request(Scope::Search, &[PAGE])?)?),
    },
    Address {
        path: "/api/explain",
        search: Some(Scope::Search),
        effort: Effort::Short,
        others: &explanation::PARAMETERS,
        answer: |web| {
            let request = web.search_request(Scope::Search, &explanation::PARAMETERS)?;
            written(&explanation::explanation(web, &request)?)
        },
    },
    Address {
        path: "/api/page",
        search: Some(Scope::List),
        effort: Effort::Short,
        others: &page::PARAMETERS,
        answer: |web| {
            written(&page::page(web, &web.search_request(Scope::List, &page::PARAMETERS)?)?)
        },
    },
    Address {
        path: "/api/examination",
        search: Some(Scope::Search),
        effort: Effort::Long,
        others: &examination::PARAMETERS,
        answer: |web| {
            written(&examination::examination(
                web,
                &web.search_request(Scope::Search, &examination::PARAMETERS)?,
            )?)
        },
    },
    Address {
        path: "/api/topic",
        search: Some(Scope::Search),
        effort: Effort::Short,
        others: &topic::PARAMETERS,
        answer: |web| {
            written(&topic::topic(web, &web.search_request(Scope::Search, &topic::PARAMETERS)?)?)
        },
    },
    Address {
        path: "/api/labels",
        search: Some(Scope::Search),
        effort: Effort::Long,
        others: &compared_labels::PARAMETERS,
        answer: |web| {
            let request = web.search_request(Scope::Search, &compared_labels::PARAMETERS)?;
            written(&compared_labels::labels(web, &request)?)
        },
    },
    Address {
        path: "/api/judge",
        search: Some(Scope::Search),
        effort: Effort::Short,
        others: &progress::PARAMETERS,
        answer: |web| {
            let request = web.search_request(Scope::Search, &progress::PARAMETERS)?;
            written(&progress::progress(web, &request)?)
        },
    },
    Address {
        path: "/api/judge/blocks",
        search: None,
        effort: Effort::Short,
        others: &gold::SAMPLE,
        answer: |web| written(&gold::progress(web)?),
    },
    Address {
        path: "/api/collection",
        search: None,
        effort: Effort::Long,
        others: &[],
        answer: |web| written(&*web.snapshot.collection(web.cancel)?),
    },
    Address {
        path: "/api/losses",
        search: None,
        effort: Effort::Short,
        others: &record_reports::PARAMETERS,
        answer: |web| written(&web.record_reports(&ReportRequest::read(web.fields)?)?),
    },
    Address {
        path: "/api/index",
        search: None,
        effort: Effort::Short,
        others: &[],
        answer: |web| written(&index::offer(web)),
    },
    Address {
        path: "/api/commit",
        search: None,
        effort: Effort::Short,
        others: &[],
        answer: |web| written(&index::commit(web)),
    },
];

impl Address {
    /// The names of the parameters that it takes.
    pub fn parameters(&self) -> Vec<&'static str> {
        let of_search = self.search.map(Scope::parameters).into_iter().flatten();
        of_search.chain(self.others.iter().copied()).collect()
    }

    /// Answers a request with the bytes of a JSON value.
    pub(super) fn answer(&self, web: &WebRequest<'_>) -> Result<Vec<u8>, Failure> {
        match self.search {
            Some(scope) => check_names(web.fields, scope, self.others)?,
            None => check_only(web.fields, self.others)?,
        }
        (self.answer)(web)
    }
}

/// Writes a value as JSON. That is work too: a hundred results with their blocks are some hundred
/// kilobytes.
fn written(value: &impl Serialize) -> Result<Vec<u8>, Failure> {
    // Values have no keys but strings, so this does not fail.
    serde_json::to_vec(value).map_err(|error| Failure::Error(Error::settings(error.to_string())))
}
