//! The URLs of pages as numbers, and the pages of some URLs.

use crate::error::Result;
use crate::index::Index;
use crate::index::schema::PAYLOAD;
use crate::index::url::{canonical, fitted};
use std::collections::HashMap;
use tantivy::columnar::StrColumn;
use tantivy::{DocAddress, SegmentReader};
use xxhash_rust::xxh3::xxh3_128;

/// A hash of a canonical URL.
pub type UrlKey = u128;

/// Returns the key of a URL; none if its canonical form is empty.
pub fn key(url: &str) -> Option<UrlKey> {
    let form = canonical(&fitted(url));
    (!form.is_empty()).then(|| xxh3_128(form.as_bytes()))
}

/// The keys of the URLs of a segment's pages.
pub struct UrlKeys {
    column: Option<StrColumn>,
    /// By the ordinals of the column, whose values are distinct.
    keys: Vec<Option<UrlKey>>,
}

impl UrlKeys {
    /// Reads the URLs of a segment.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn open(reader: &SegmentReader) -> tantivy::Result<Self> {
        let column = reader.fast_fields().str("url")?;
        let mut keys = vec![None; column.as_ref().map_or(0, |column| column.num_terms())];
        if let Some(column) = &column {
            let mut urls = column.dictionary().stream()?;
            while urls.advance() {
                keys[urls.term_ord() as usize] = str::from_utf8(urls.key()).ok().and_then(key);
            }
        }
        Ok(Self { column, keys })
    }

    /// Returns the key of a page's URL; none if it has no URL.
    pub fn key(&self, doc: u32) -> Option<UrlKey> {
        let ordinal = self.column.as_ref()?.ords().first(doc)?;
        self.keys[ordinal as usize]
    }
}

/// A page among the captures of a URL.
pub(super) struct PageAt {
    pub address: DocAddress,
    /// Its date in seconds since 1970.
    pub time: Option<i64>,
    /// The hash of its payload's digest.
    pub payload: Option<u64>,
}

/// Returns the pages whose URLs are `wanted`, by the keys of their URLs, in the order of the
/// collection.
pub(super) fn pages(
    index: &Index,
    wanted: impl Fn(UrlKey) -> bool,
) -> Result<HashMap<UrlKey, Vec<PageAt>>> {
    let mut pages = HashMap::new();
    for ordinal in index.segments_in_order() {
        add_pages(index, ordinal, &wanted, &mut pages).map_err(|e| index.error(e))?;
    }
    Ok(pages)
}

/// Adds the pages of a segment whose URLs are `wanted`.
fn add_pages(
    index: &Index,
    ordinal: u32,
    wanted: impl Fn(UrlKey) -> bool,
    pages: &mut HashMap<UrlKey, Vec<PageAt>>,
) -> tantivy::Result<()> {
    let reader = index.searcher.segment_reader(ordinal);
    let keys = UrlKeys::open(reader)?;
    let times = reader.fast_fields().column_opt::<i64>("time")?;
    let payloads = reader.fast_fields().column_opt::<u64>(PAYLOAD)?;
    for doc in reader.doc_ids_alive() {
        let Some(key) = keys.key(doc).filter(|key| wanted(*key)) else { continue };
        let time = times.as_ref().and_then(|times| times.first(doc));
        let payload = payloads.as_ref().and_then(|payloads| payloads.first(doc));
        let address = DocAddress::new(ordinal, doc);
        pages.entry(key).or_default().push(PageAt { address, time, payload });
    }
    Ok(())
}
