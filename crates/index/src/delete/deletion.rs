//! What a deletion did.

use crate::index::StoredPage;
use schemars::JsonSchema;
use serde::Serialize;

/// What was deleted, or would be.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Deletion {
    /// The pages, in the order of the index.
    pub pages: Vec<DeletedPage>,
    /// Pages that are left in the index.
    pub left: u64,
    /// Docnos that were deleted before.
    pub already_deleted: Vec<String>,
    /// Docnos that the index never had.
    pub unknown_docnos: Vec<String>,
    /// URL prefixes that no page of the index has.
    pub unmatched_url_prefixes: Vec<String>,
    /// Pages that stay because they do not say when they were published, if that was asked.
    pub unpublished: u64,
}

/// A deleted page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DeletedPage {
    /// Its docno.
    pub docno: String,
    /// Its URL, or empty.
    pub url: String,
    /// The archive that it came from, which still has it.
    pub archive: String,
    /// The offset of its record there, in bytes.
    pub offset: u64,
}

impl From<StoredPage> for DeletedPage {
    fn from(StoredPage { docno, url, archive, offset, .. }: StoredPage) -> Self {
        Self { docno, url, archive, offset }
    }
}
