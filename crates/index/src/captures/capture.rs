//! What a capture is.

use crate::index::StoredPage;
use schemars::JsonSchema;
use serde::Serialize;
use tamis_collection::date;

/// A capture of a URL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Capture {
    /// The docno of the page with the content; none if it is not in the index. For a revisit, this
    /// is the page that it refers to.
    pub docno: Option<String>,
    /// The URL as the archive writes it.
    pub url: String,
    /// The date as the archive writes it; may be empty.
    pub date: String,
    /// The archive of the record; for a revisit, the archive of the revisit's record.
    pub archive: String,
    /// The offset of the record in the archive, in bytes.
    pub offset: u64,
    /// Whether the record is a revisit, which has no content of its own.
    pub revisit: bool,
}

impl Capture {
    /// Returns a page as a capture.
    pub fn from_page(page: StoredPage) -> Self {
        let StoredPage { docno, url, date, archive, offset, .. } = page;
        Self { docno: Some(docno), url, date, archive, offset, revisit: false }
    }

    /// The date in seconds since 1970; none if it cannot be read.
    pub fn time(&self) -> Option<i64> {
        date::seconds(&self.date)
    }
}
