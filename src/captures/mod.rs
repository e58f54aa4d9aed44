//! The captures of a URL: the pages of an index with this URL, and the times at which an archive saw it again with content that
//! it had stored before (revisits). URLs are compared in their canonical form ([`crate::index::url`]).

mod choice;
mod keys;
mod names;
mod revisits;

pub use choice::Choice;
pub use keys::{Key, UrlKeys, key};
pub use names::{near, record};
pub use revisits::Revisits;

use crate::error::Result;
use crate::index::{Index, StoredPage};
use keys::pages;
use serde::Serialize;
use tamis_collection::date;

/// A capture of a URL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Capture {
    /// The page with the content; none if it is not in the index. Of a revisit, the page that it refers to.
    pub docno: Option<String>,
    /// The URL as the archive writes it.
    pub url: String,
    /// The date as the archive writes it; may be empty.
    pub date: String,
    /// The archive of the record, and of a revisit that of the revisit's record.
    pub archive: String,
    /// The offset of the record in the archive, in bytes.
    pub offset: u64,
    /// Whether the record is a revisit, which has no content of its own.
    pub revisit: bool,
}

impl Capture {
    /// Returns the capture that a page is.
    pub fn of_page(page: StoredPage) -> Self {
        let StoredPage { docno, url, date, archive, offset, .. } = page;
        Self { docno: Some(docno), url, date, archive, offset, revisit: false }
    }

    /// The date in seconds since 1970; none if it cannot be read.
    pub fn time(&self) -> Option<i64> {
        date::seconds(&self.date)
    }
}

/// Returns the captures of a URL, revisits included, the oldest first; those without a date that can be read are last.
///
/// # Errors
/// If the index or its list of losses cannot be read.
pub fn captures(index: &Index, url: &str) -> Result<Vec<Capture>> {
    let Some(key) = key(url) else { return Ok(Vec::new()) };
    let mut captures = Vec::new();
    for page in pages(index, |found| found == key)?.remove(&key).unwrap_or_default() {
        captures.push(Capture::of_page(index.page_at(page.address)?));
    }
    captures.extend(Revisits::of(index)?.captures(index, key)?);
    captures.sort_by_key(|capture| (capture.time().is_none(), capture.time(), capture.revisit));
    Ok(captures)
}
