//! Counts how often blocks repeat in indexes on several machines. Each machine exports the blocks
//! of its index as rows; the rows of all are counted together, and each machine writes the totals
//! as the counts of its index.

use super::segment::{NO_SITE, ReadSegment};
use crate::error::{Error, Result};
use crate::index::Index;
use crate::index::repeats::{CHUNK, CountChunk, CountedRepeats, RepeatsWriter};
use crate::index::site::LIST_DATE;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// A page that holds a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BlockPage {
    /// The hash of the block's tokens; 0 for a page of the site, whatever it holds.
    pub block: u64,
    /// The hash of the site; 0 for a page without one.
    pub site: u64,
    /// The hash of the page's URL, or of its docno if it has none: captures of a URL have the same,
    /// and count once.
    pub page: u64,
}

/// The counts of a block over all indexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockTotal {
    /// The hash of the block's tokens, not 0.
    pub block: u64,
    /// The hash of a site with pages that hold it; 0 for pages without a site.
    pub site: u64,
    /// Pages that hold it, each URL once.
    pub repeats: u32,
    /// Pages of the site that hold it; 0 without a site.
    pub site_repeats: u32,
}

/// What all indexes have together.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// By block and site. A block that is missing is on one page alone.
    blocks: HashMap<(u64, u64), (u32, u32)>,
    /// The pages of each site.
    sites: HashMap<u64, u32>,
    /// The number of sites of all indexes, and of pages with a site.
    all: (u64, u64),
}

impl Totals {
    /// Returns the totals of an index: those of its blocks that are on two pages or more, those of
    /// its sites (by their hash), and the number of all sites and of all pages with a site.
    pub fn new(
        blocks: impl IntoIterator<Item = BlockTotal>,
        sites: impl IntoIterator<Item = (u64, u32)>,
        all: (u64, u64),
    ) -> Self {
        let blocks = blocks
            .into_iter()
            .map(|total| ((total.block, total.site), (total.repeats, total.site_repeats)));
        Self { blocks: blocks.collect(), sites: sites.into_iter().collect(), all }
    }

    /// Counts the different pages of rows in memory, as a cluster does by a shuffle.
    pub fn of_rows(rows: impl IntoIterator<Item = BlockPage>) -> Self {
        let mut rows: Vec<BlockPage> = rows.into_iter().collect();
        rows.sort_unstable_by_key(|row| (row.block, row.page));
        let mut blocks = Vec::new();
        let mut sites = HashMap::new();
        for same in rows.chunk_by_mut(|a, b| a.block == b.block) {
            let repeats = different_pages(same);
            // A URL can be of several sites.
            same.sort_unstable_by_key(|row| (row.site, row.page));
            for of_site in same.chunk_by(|a, b| a.site == b.site) {
                let BlockPage { block, site, .. } = of_site[0];
                let pages = different_pages(of_site);
                if block == 0 {
                    sites.insert(site, pages);
                } else if repeats > 1 {
                    let site_repeats = if site == 0 { 0 } else { pages };
                    blocks.push(BlockTotal { block, site, repeats, site_repeats });
                }
            }
        }
        let all = (sites.len() as u64, sites.values().map(|pages| u64::from(*pages)).sum());
        Self::new(blocks, sites, all)
    }

    fn counts(&self, block: u64, site: u64) -> [u32; 2] {
        match self.blocks.get(&(block, site)) {
            _ if block == 0 => [0, 0],
            Some((repeats, site_repeats)) => [*repeats, *site_repeats],
            None => [1, u32::from(site != 0)],
        }
    }
}

/// Calls `take` with the rows of every segment of an index, each once: those of its sites, then
/// those of its blocks. The same row may come again with another segment.
///
/// # Errors
/// If the index cannot be read, and those of `take`.
pub fn each(index: &Index, mut take: impl FnMut(Vec<BlockPage>) -> Result<()>) -> Result<()> {
    for ordinal in index.segments_in_order() {
        let (segment, hashes) = ReadSegment::read(index, ordinal)?;
        let sites = sites(&segment);
        let mut rows = Vec::new();
        for doc in 0..segment.pages() {
            let site = sites[doc as usize];
            let page = segment.keys[doc as usize];
            if site != 0 {
                rows.push(BlockPage { block: 0, site, page });
            }
            for &block in &hashes[segment.rows_of(doc)] {
                if block != 0 {
                    rows.push(BlockPage { block, site, page });
                }
            }
        }
        rows.sort_unstable();
        // A page counts once, however often it holds the block.
        rows.dedup();
        take(rows)?;
    }
    Ok(())
}

/// The hash of the site of every page; 0 without one.
fn sites(segment: &ReadSegment) -> Vec<u64> {
    let hashes: Vec<u64> =
        segment.sites.iter().map(|site| xxh3_64(site.as_bytes()).max(1)).collect();
    let mut sites = Vec::with_capacity(segment.of_pages.len());
    for &site in &segment.of_pages {
        sites.push(if site == NO_SITE { 0 } else { hashes[site as usize] });
    }
    sites
}

/// Returns the number of different pages of rows that are sorted by page.
fn different_pages(rows: &[BlockPage]) -> u32 {
    rows.chunk_by(|a, b| a.page == b.page).count() as u32
}

/// Writes the counts of an index over all indexes to a folder, and returns the checksum to open
/// them with.
///
/// # Errors
/// If the index cannot be read, or the folder not written.
pub fn write_totals(index: &Index, totals: &Totals, folder: &Path) -> Result<String> {
    std::fs::create_dir_all(folder).map_err(|e| Error::io("create", folder, e))?;
    let mut writer = RepeatsWriter::new(folder);
    let mut international = false;
    for ordinal in index.segments_in_order() {
        let (segment, hashes) = ReadSegment::read(index, ordinal)?;
        let sites = sites(&segment);
        international |= segment.international;
        let mut chunk = CountChunk::default();
        for doc in 0..segment.pages() {
            let site = sites[doc as usize];
            let pages = totals.sites.get(&site).copied().unwrap_or_default();
            for hash in &hashes[segment.rows_of(doc)] {
                let [repeats, site_repeats] = totals.counts(*hash, site);
                for (plane, count) in chunk.iter_mut().zip([repeats, site_repeats, pages]) {
                    plane.push(count);
                }
                if chunk[0].len() == CHUNK {
                    writer.add(&chunk)?;
                    for plane in &mut chunk {
                        plane.clear();
                    }
                }
            }
        }
        if !chunk[0].is_empty() {
            writer.add(&chunk)?;
        }
    }
    let (sites, pages_with_site) = totals.all;
    let list = LIST_DATE.to_owned();
    let counted = CountedRepeats { sites, pages_with_site, list, international, most: Vec::new() };
    writer.finish(&index.counted_in_order()?, counted)
}
