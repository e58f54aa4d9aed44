//! The pages of an index by encoding and language, and its revisits.

use crate::captures::Revisits;
use crate::error::Result;
use crate::index::{Index, PAGE_COLUMNS};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// Numbers of pages by the values of the columns about encoding and language.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PagesBy {
    /// Pages by encoding.
    pub encodings: BTreeMap<String, u64>,
    /// Pages by what named the encoding: the page itself, the header of HTTP, a guess.
    pub encoding_sources: BTreeMap<String, u64>,
    /// Pages by language; `und` where none was detected or declared.
    pub languages: BTreeMap<String, u64>,
}

impl PagesBy {
    /// Counts the pages.
    pub(super) fn count(index: &Index) -> Result<Self> {
        let [encodings, encoding_sources, languages] =
            PAGE_COLUMNS.map(|column| index.pages_by_value(column));
        Ok(Self {
            encodings: encodings?,
            encoding_sources: encoding_sources?,
            languages: languages?,
        })
    }
}

/// Revisits: records of pages that have not changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RevisitCounts {
    /// Revisit records that refer to a page of the index.
    pub resolved: u64,
    /// Revisit records of content that is not in the index.
    pub unresolved: u64,
}

impl RevisitCounts {
    /// Reads the revisits and finds their pages.
    pub(super) fn count(index: &Index) -> Result<Self> {
        let revisits = Revisits::read(index)?;
        Ok(Self { resolved: revisits.resolved(), unresolved: revisits.unresolved() })
    }
}
