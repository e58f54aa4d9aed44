//! The addresses that answer with JSON, in one list: the router is built from it, and a test
//! compares it with the description of the API.

use super::compared_labels::labels;
use super::explanation::explanation;
use super::found::{PAGE, found};
use super::losses::{PARAMETERS as LISTED, filter, losses};
use super::measures::{MEASURE, PARAMETERS as OF_MEASURES, measures};
use super::pool::DEPTH_NAME;
use super::progress::progress;
use super::topic::{self, topic};
use super::{gold, index, page};
use crate::requests::{Answer, Failure, Scope, SearchRequest, check_only};
use crate::site::Effort::{Long, Short};
use crate::site::{Effort, WebRequest};
use serde::Serialize;
use tamis::Error;

/// The description of all these addresses, in the format of OpenAPI 3.1.
pub const DESCRIPTION: &str = include_str!("../../../../docs/openapi.json");
pub const DESCRIPTION_PATH: &str = "/api/openapi.json";

/// An address that answers with JSON.
#[derive(Clone, Copy)]
pub struct Address {
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
    Search(fn(&WebRequest<'_>, &SearchRequest) -> Answer<Vec<u8>>),
    /// A search in an address that lists something.
    List(fn(&WebRequest<'_>, &SearchRequest) -> Answer<Vec<u8>>),
    /// The index and the other parameters.
    Index(fn(&WebRequest<'_>) -> Answer<Vec<u8>>),
}
use Made::{Index, List, Search};

pub const ADDRESSES: [Address; 12] = [
    address("/api/search", Short, &[PAGE], Search(|web, of| json(&found(web, of)?))),
    address("/api/explain", Short, &["docno"], Search(|web, of| json(&explanation(web, of)?))),
    address("/api/page", Short, &page::PARAMETERS, List(|web, of| json(&page::page(web, of)?))),
    address("/api/measures", Long, &OF_MEASURES, Search(|web, of| json(&measures(web, of)?))),
    address("/api/topic", Short, &topic::PARAMETERS, Search(|web, of| json(&topic(web, of)?))),
    address("/api/labels", Long, &[MEASURE], Search(|web, of| json(&labels(web, of)?))),
    address("/api/judge", Short, &[DEPTH_NAME], Search(|web, of| json(&progress(web, of)?))),
    address("/api/judge/blocks", Short, &gold::SAMPLE, Index(|web| json(&gold::progress(web)?))),
    address("/api/collection", Long, &[], Index(|web| json(&*web.snapshot.contents(web.cancel)?))),
    address("/api/losses", Short, &LISTED, Index(|web| json(&losses(web, &filter(web.fields)?)?))),
    address("/api/index", Short, &[], Index(|web| json(&index::offer(web)))),
    address("/api/commit", Short, &[], Index(|web| json(&index::commit(web)))),
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
            Search(_) => Scope::Search.parameters().collect(),
            List(_) => Scope::List.parameters().collect(),
            Index(_) => Vec::new(),
        };
        [&of_search[..], self.others].concat()
    }

    /// Answers a request with the bytes of a JSON value.
    pub(crate) fn answer(&self, web: &WebRequest<'_>) -> Answer<Vec<u8>> {
        match self.made {
            Search(answer) => answer(web, &web.search_request(Scope::Search, self.others)?),
            List(answer) => answer(web, &web.search_request(Scope::List, self.others)?),
            Index(answer) => {
                check_only(web.fields, self.others)?;
                answer(web)
            }
        }
    }
}

/// Writes a value as JSON. That is work too: a hundred results with their blocks are some hundred
/// kilobytes.
fn json(value: &impl Serialize) -> Answer<Vec<u8>> {
    // Values have no keys but strings, so this does not fail.
    serde_json::to_vec(value).map_err(|error| Failure::Error(Error::settings(error.to_string())))
}
