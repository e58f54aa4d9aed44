//! What a search or a sweep is asked, as every door of tamis asks it: the program, the library, the browser, shards and Python
//! fill a [`Request`] by the names of the [list of parameters](PARAMETERS), and resolve it against an index.
//!
//! ```text
//! flags, addresses, keywords ── set ── Request ── resolve ── Resolved: rule, ranking, filter of pages
//!                                  SweepRequest ── grids, rankings
//! ```

mod bounds;
mod call;
mod parameters;
mod rankings;
mod resolve;
mod set;
mod sweep;

pub use bounds::decimal;
pub use call::{Call, Form};
pub use parameters::{PARAMETERS, ParameterSpec, Part, Role, Shape, Whole, of_keyword, parameter};
pub use resolve::{Problem, Resolved};
pub use sweep::SweepRequest;

use crate::experiment::parameter::Parameter;
use crate::model::Parameters;
use crate::{Method, TitleRule};
use serde::{Deserialize, Serialize};
use tamis_blocks::page::BlockKind;

/// A search as it is asked: which blocks of which pages it sees, and how it ranks them. Everything has a default: all blocks of
/// all pages, ranked by BM25.
///
/// Labels, scores and rules are texts here, because each index has its own; [`resolve`](Self::resolve) checks them. It
/// serialises, so that it can be sent to other machines.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// Thresholds by name, such as `min_words` or `min_score.victor`; all must hold.
    pub thresholds: Vec<Parameter>,
    /// Labels that all must hold.
    pub labels: Vec<String>,
    /// The only kind of blocks.
    pub kind: Option<BlockKind>,
    /// Rules in words that all must hold.
    pub rules: Vec<String>,
    /// The treatment of titles.
    pub title: TitleRule,
    /// Weights of blocks: `kind = title: 3`, in the order in which they are tried.
    pub weights: Vec<String>,
    /// The score that weighs blocks: `score.victor`.
    pub weight_by: Option<String>,
    /// Whether the weights of the sieve are added.
    pub sieve: bool,
    /// The retrieval model; none for BM25.
    pub model: Option<String>,
    /// The parameters of the model.
    pub parameters: Parameters,
    /// How queries are expanded.
    pub expansion: Expansion,
    /// Which pages are searched.
    pub pages: Pages,
    /// Whether quotes, `+` and `-` in queries are operators.
    pub query_syntax: bool,
    /// The number of results; none for the default of what is asked.
    pub hits: Option<usize>,
}

/// Query expansion as it is asked. Numbers without a method are refused.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Expansion {
    /// The method; none if queries are not expanded.
    pub method: Option<Method>,
    /// The number of terms that are kept.
    pub terms: Option<usize>,
    /// The number of pages that are read.
    pub documents: Option<usize>,
    /// The weight of the original query, 0 to 1.
    pub original_weight: Option<f64>,
}

/// Filters of pages as they are asked. A search treats the other pages as if they were not in the index.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pages {
    /// The only docnos; none for all.
    pub docnos: Option<Vec<String>>,
    /// Docnos that are left out.
    pub not_docnos: Vec<String>,
    /// The first date: `2005`, `2005-12`, `2005-12-06`, or with a time, in UTC.
    pub from: Option<String>,
    /// The last date.
    pub to: Option<String>,
    /// Codes or names of languages; any if empty.
    pub languages: Vec<String>,
    /// Starts of URLs; any if empty.
    pub url_prefixes: Vec<String>,
    /// Whether only one capture of each URL is searched.
    pub collapse: bool,
    /// The date to which this capture is nearest; none for the newest one.
    pub collapse_date: Option<String>,
}

impl Pages {
    /// Whether every page is searched.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
