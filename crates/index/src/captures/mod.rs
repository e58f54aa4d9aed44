//! The captures of a URL: the pages of an index with this URL, and the times at which an archive
//! saw it again with content that it had stored before (revisits). URLs are compared in their
//! canonical form ([`crate::index::url`]).

mod capture;
mod choice;
mod keys;
mod names;
mod revisits;

pub use capture::Capture;
pub use choice::{Choice, span, utc};
pub use keys::{UrlKey, UrlKeys, key};
pub use names::{near, record};
pub use revisits::Revisits;

use crate::error::Result;
use crate::index::Index;
use keys::pages;

/// Returns the captures of a URL, revisits included, the oldest first; those without a date that
/// can be read are last.
///
/// # Errors
/// If the index or its list of skipped records cannot be read.
pub fn captures(index: &Index, url: &str) -> Result<Vec<Capture>> {
    let Some(key) = key(url) else { return Ok(Vec::new()) };
    let mut captures = Vec::new();
    for page in pages(index, |found| found == key)?.remove(&key).unwrap_or_default() {
        captures.push(Capture::from_page(index.page_at(page.address)?));
    }
    captures.extend(Revisits::read(index)?.captures(index, key)?);
    captures.sort_by_key(|capture| (capture.time().is_none(), capture.time(), capture.revisit));
    Ok(captures)
}
