//! What counting needs of a segment. Its files are closed again: what was read of a mapped file
//! counts as the memory of the process until then.

use super::hashes;
use crate::captures::key;
use crate::error::Result;
use crate::index::Index;
use crate::index::postings::BlockPostings;
use crate::index::site::site;
use crate::index::url::is_international;
use std::collections::HashMap;
use std::ops::Range;
use tantivy::columnar::StrColumn;
use tantivy::index::SegmentReader;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The site of a page without one.
pub(super) const NO_SITE: u32 = u32::MAX;

/// The key of a page whose URL has none.
const NO_KEY: u64 = 0;

/// Keeps the hashes of docnos apart from those of URLs.
const DOCNO: u64 = 1;

/// A segment that was read.
pub(super) struct ReadSegment {
    /// The rows (blocks) of a page are `first_row[doc]..first_row[doc + 1]`.
    first_row: Vec<u32>,
    /// The sites of its pages.
    pub sites: Vec<String>,
    /// The number of each page's site, or [`NO_SITE`].
    pub of_pages: Vec<u32>,
    /// What each page counts as: 64 bits of the key by which captures compare its URL; of a page
    /// without a URL a hash of its docno. Two URLs have the same ones with a chance of 2^-64 per
    /// pair, which among 100 million URLs is one in 3,700.
    pub keys: Vec<u64>,
    /// Whether one of its URLs has a host that is not written in ASCII.
    pub international: bool,
}

impl ReadSegment {
    /// Reads a segment, and the hashes of its rows; 0 for a row that does not count: without
    /// tokens, or of a deleted page.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn read(index: &Index, ordinal: u32) -> Result<(Self, Vec<u64>)> {
        let reader = index.reopened(ordinal)?;
        Self::with_hashes(index, &reader).map_err(|e| index.error(e))
    }

    fn with_hashes(index: &Index, reader: &SegmentReader) -> tantivy::Result<(Self, Vec<u64>)> {
        let segment = Self::from_reader(index, reader)?;
        let postings = BlockPostings::new(reader, index.fields.text);
        let mut hashes = hashes::of_rows(&postings, &segment.first_row)?;
        for doc in (0..reader.max_doc()).filter(|&doc| reader.is_deleted(doc)) {
            hashes[segment.rows_of(doc)].fill(0);
        }
        Ok((segment, hashes))
    }

    /// Reads a segment without the hashes of its rows.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn without_hashes(index: &Index, ordinal: u32) -> Result<Self> {
        Self::from_reader(index, &index.reopened(ordinal)?).map_err(|e| index.error(e))
    }

    fn from_reader(index: &Index, reader: &SegmentReader) -> tantivy::Result<Self> {
        let first_row = index.first_rows(reader)?;
        let urls = Urls::read(reader)?;
        let of_pages = urls.sites_of_pages(reader);
        let keys = urls.keys_of_pages(reader)?;
        let Urls { sites, international, .. } = urls;
        Ok(Self { first_row, sites, of_pages, keys, international })
    }

    /// Returns the number of its rows, including those of deleted pages.
    pub fn rows(&self) -> usize {
        self.first_row.last().map_or(0, |end| *end as usize)
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

/// The sites and the keys of the URLs of a segment, by their numbers in its column.
#[derive(Default)]
struct Urls {
    column: Option<StrColumn>,
    sites: Vec<String>,
    numbers: HashMap<String, u32>,
    site_of: Vec<u32>,
    key_of: Vec<u64>,
    international: bool,
}

impl Urls {
    fn read(reader: &SegmentReader) -> tantivy::Result<Self> {
        let Some(column) = reader.fast_fields().str("url")? else { return Ok(Self::default()) };
        let mut read = Self::default();
        read.site_of.reserve_exact(column.num_terms());
        read.key_of.reserve_exact(column.num_terms());
        let mut urls = column.dictionary().stream()?;
        while urls.advance() {
            let url = String::from_utf8_lossy(urls.key());
            let site = site(&url).map_or(NO_SITE, |site| read.number(&site));
            read.site_of.push(site);
            read.international |= is_international(&url);
            read.key_of.push(key(&url).map_or(NO_KEY, |key| key as u64));
        }
        drop(urls);
        Ok(Self { column: Some(column), ..read })
    }

    /// Returns the number of a site.
    fn number(&mut self, site: &str) -> u32 {
        if let Some(number) = self.numbers.get(site) {
            return *number;
        }
        let number = self.sites.len() as u32;
        self.sites.push(site.to_owned());
        self.numbers.insert(site.to_owned(), number);
        number
    }

    /// Returns the number of a page's URL.
    fn ordinal(&self, doc: u32) -> Option<usize> {
        self.column.as_ref()?.ords().first(doc).map(|url| url as usize)
    }

    /// Returns the number of each page's site; a deleted page has none.
    fn sites_of_pages(&self, reader: &SegmentReader) -> Vec<u32> {
        let mut sites = Vec::with_capacity(reader.max_doc() as usize);
        for doc in 0..reader.max_doc() {
            let url = self.ordinal(doc).filter(|_| !reader.is_deleted(doc));
            sites.push(url.map_or(NO_SITE, |url| self.site_of[url]));
        }
        sites
    }

    /// Returns the key of each page.
    fn keys_of_pages(&self, reader: &SegmentReader) -> tantivy::Result<Vec<u64>> {
        let mut keys: Vec<u64> = (0..reader.max_doc())
            .map(|doc| self.ordinal(doc).map_or(NO_KEY, |url| self.key_of[url]))
            .collect();
        if keys.contains(&NO_KEY) {
            for (key, docno) in keys.iter_mut().zip(docnos(reader)?) {
                if *key == NO_KEY {
                    *key = docno;
                }
            }
        }
        Ok(keys)
    }
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
    let mut of_pages = Vec::with_capacity(reader.max_doc() as usize);
    for doc in 0..reader.max_doc() {
        let docno = column.as_ref().and_then(|column| column.ords().first(doc));
        of_pages.push(docno.map_or(u64::from(doc), |docno| hashes[docno as usize]));
    }
    Ok(of_pages)
}
