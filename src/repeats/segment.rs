//! What counting needs of a segment. Its files are closed again: what was read of a mapped file counts as the memory of the
//! process until then.

use super::hashes;
use crate::captures::UrlKeys;
use crate::error::Result;
use crate::index::Index;
use crate::index::postings::BlockPostings;
use crate::index::site::site;
use std::collections::HashMap;
use std::ops::Range;
use tantivy::index::SegmentReader;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The site of a page without one.
pub(super) const NO_SITE: u32 = u32::MAX;

/// Keeps the hashes of docnos apart from those of URLs.
const DOCNO: u64 = 1;

/// A segment that was read.
pub(super) struct Segment {
    /// The rows (blocks) of a page are `first_row[doc]..first_row[doc + 1]`.
    first_row: Vec<u32>,
    /// The sites of its pages.
    pub sites: Vec<String>,
    /// The number of each page's site, or [`NO_SITE`].
    pub of_pages: Vec<u32>,
    /// What each page counts as: captures of a URL have the same key.
    pub keys: Vec<u64>,
}

impl Segment {
    /// Reads a segment, and the hashes of its rows; 0 for a row that does not count: without tokens, or of a deleted page.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn read(index: &Index, ordinal: u32) -> Result<(Self, Vec<u64>)> {
        let reader = index.reopened(ordinal)?;
        Self::of(index, &reader).map_err(|e| index.error(e))
    }

    fn of(index: &Index, reader: &SegmentReader) -> tantivy::Result<(Self, Vec<u64>)> {
        let first_row = index.first_rows(reader)?;
        let mut hashes = hashes::of_rows(&BlockPostings::open(reader, index.fields.text)?, &first_row)?;
        let (sites, of_pages) = sites(reader)?;
        let segment = Self { first_row, sites, of_pages, keys: keys(reader)? };
        for doc in (0..reader.max_doc()).filter(|&doc| reader.is_deleted(doc)) {
            hashes[segment.rows_of(doc)].fill(0);
        }
        Ok((segment, hashes))
    }

    /// Returns the number of its pages, including deleted ones.
    pub fn pages(&self) -> u32 {
        self.first_row.len() as u32 - 1
    }

    /// Returns the rows of a page.
    pub fn rows_of(&self, doc: u32) -> Range<usize> {
        self.first_row[doc as usize] as usize..self.first_row[doc as usize + 1] as usize
    }
}

/// Returns the sites of a segment's pages, and the number of each page's site; a deleted page has none.
fn sites(reader: &SegmentReader) -> tantivy::Result<(Vec<String>, Vec<u32>)> {
    let column = reader.fast_fields().str("url")?;
    let (mut sites, mut numbers, mut of_terms) = (Vec::new(), HashMap::new(), Vec::new());
    if let Some(column) = &column {
        let mut urls = column.dictionary().stream()?;
        while urls.advance() {
            let url = String::from_utf8_lossy(urls.key());
            of_terms.push(site(&url).map_or(NO_SITE, |site| {
                *numbers.entry(site.to_string()).or_insert_with(|| {
                    sites.push(site.to_string());
                    sites.len() as u32 - 1
                })
            }));
        }
    }
    let of_page = |doc: u32| {
        let term = column.as_ref().and_then(|column| column.ords().first(doc)).filter(|_| !reader.is_deleted(doc));
        term.and_then(|term| of_terms.get(term as usize)).copied().unwrap_or(NO_SITE)
    };
    let of_pages = (0..reader.max_doc()).map(of_page).collect();
    Ok((sites, of_pages))
}

/// Returns 64 bits of the key by which captures compare the URL of each page; of a page without a URL a hash of its docno. Two
/// URLs have the same ones with a chance of 2^-64 per pair, which among 100 million URLs is one in 3,700.
fn keys(reader: &SegmentReader) -> tantivy::Result<Vec<u64>> {
    let urls = UrlKeys::open(reader)?;
    let of_urls: Vec<Option<u64>> = (0..reader.max_doc()).map(|doc| urls.of(doc).map(|key| key as u64)).collect();
    let of_docnos = if of_urls.contains(&None) { docnos(reader)? } else { Vec::new() };
    let of_page = |(doc, url): (usize, Option<u64>)| url.unwrap_or_else(|| of_docnos[doc]);
    Ok(of_urls.into_iter().enumerate().map(of_page).collect())
}

/// Returns a hash of the docno of each page.
fn docnos(reader: &SegmentReader) -> tantivy::Result<Vec<u64>> {
    let column = reader.fast_fields().str("docno")?;
    let mut hashes = Vec::new();
    if let Some(column) = &column {
        let mut docnos = column.dictionary().stream()?;
        while docnos.advance() {
            hashes.push(xxh3_64_with_seed(docnos.key(), DOCNO));
        }
    }
    let term = |doc: u32| column.as_ref()?.ords().first(doc);
    let of_page = |doc: u32| term(doc).map_or(u64::from(doc), |term| hashes[term as usize]);
    Ok((0..reader.max_doc()).map(of_page).collect())
}
