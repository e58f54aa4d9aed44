//! Counts the pages of every block: the different keys, so that captures of a URL count once.
//! Memory does not grow with the collection, but for some bytes a page (docs/scale.md): the hashes
//! are divided into partitions, one of which is sorted at a time.

use super::hashes::RowHashes;
use super::segment::{NO_SITE, ReadSegment};
use crate::disk::spool::{Spool, SpoolBytes, next};
use crate::error::{Error, Result};
use crate::index::Index;
use crate::index::repeats::{CHUNK, CountChunk, CountedRepeats, MAX, MostRepeated};
use crate::index::site::LIST_DATE;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::io::{self, Read};
use std::iter::Peekable;
use std::path::Path;

/// The hashes of a partition, about; sorting them takes 24 bytes each.
const PARTITION: u64 = 1 << 18;
/// The most partitions. Above 67 million blocks they are larger.
const MAX_PARTITIONS: u64 = 255;
/// The partition of a block that does not count: without tokens, or of a deleted page.
const NONE: u8 = u8::MAX;
const HASH: usize = 8;
/// Bytes of a hash and the number of a page.
const ENTRY: usize = 12;
/// Bytes of hashes, and as many of counts, that stay in memory: those of some 300,000 blocks.
const IN_MEMORY: usize = 4 << 20;

/// Counts the blocks of all segments of these indexes, and calls `take` with the number of the
/// segment, in the order of the indexes and of their pages, and the counts of its next rows. Spools
/// to `folder`. `stops` is called often; once it returns true, counting ends.
///
/// # Errors
/// If an index cannot be read or the disk is full, those of `take`, and [`Error::Interrupted`].
pub fn count(
    indexes: &[&Index],
    folder: &Path,
    stops: &dyn Fn() -> bool,
    take: impl FnMut(usize, &CountChunk) -> Result<()>,
) -> Result<CountedRepeats> {
    count_known(indexes, None, folder, stops, take)
}

/// As [`count`], with the hashes of all rows if they are known.
///
/// # Errors
/// As [`count`].
pub(super) fn count_known(
    indexes: &[&Index],
    known: Option<RowHashes>,
    folder: &Path,
    stops: &dyn Fn() -> bool,
    take: impl FnMut(usize, &CountChunk) -> Result<()>,
) -> Result<CountedRepeats> {
    let spool = |error| Error::io("write the hashes of blocks to", folder, error);
    let blocks: u64 = indexes.iter().map(|index| index.manifest.counts.blocks).sum();
    let partitions = blocks.div_ceil(PARTITION).clamp(1, MAX_PARTITIONS) as usize;
    let mut partitions = Partitions::new(folder, partitions, IN_MEMORY);
    let mut places: Vec<(&Index, u32)> = Vec::new();
    for index in indexes {
        places.extend(index.segments_in_order().into_iter().map(|ordinal| (*index, ordinal)));
    }
    let mut known = known.map(RowHashes::read).transpose().map_err(spool)?;
    let mut sites = Sites::default();
    let mut segments = Vec::with_capacity(places.len());
    // One after the other: several at a time would take several times the memory.
    for (index, ordinal) in places {
        if stops() {
            return Err(Error::Interrupted);
        }
        let (mut segment, hashes) = match &mut known {
            None => ReadSegment::read(index, ordinal)?,
            Some(known) => {
                let segment = ReadSegment::without_hashes(index, ordinal)?;
                let hashes = known.take(segment.rows()).map_err(spool)?;
                (segment, hashes)
            }
        };
        let from = sites.add(&mut segment);
        for doc in 0..segment.pages() {
            for hash in &hashes[segment.rows_of(doc)] {
                partitions.add(from + doc, *hash).map_err(spool)?;
            }
        }
        segments.push(segment);
    }
    let mut counts = partitions.count(&sites, stops)?;
    let by_site = sites.sizes();
    let mut most = deliver(
        &segments,
        |page| sites.pages_of(&by_site, page),
        || counts.next().map_err(spool),
        take,
    )?;
    // The sort is stable, and rows come in their order.
    most.sort_by_key(|most| Reverse(most.repeats));
    most.truncate(MAX);
    let pages_with_site = by_site.iter().map(|pages| u64::from(*pages)).sum();
    let list = LIST_DATE.to_owned();
    let international = segments.iter().any(|segment| segment.international);
    Ok(CountedRepeats { sites: by_site.len() as u64, pages_with_site, list, international, most })
}

/// Calls `take` with the counts of all rows, which `next` returns in their order, and with what
/// `pages_of_site` returns for their pages. Returns the rows that may be the first of the most
/// repeated blocks.
fn deliver(
    segments: &[ReadSegment],
    pages_of_site: impl Fn(usize) -> u32,
    mut next: impl FnMut() -> Result<RowPages>,
    mut take: impl FnMut(usize, &CountChunk) -> Result<()>,
) -> Result<Vec<MostRepeated>> {
    let mut page = 0;
    let mut most = Vec::new();
    for (number, segment) in segments.iter().enumerate() {
        let mut chunk = CountChunk::default();
        for doc in 0..segment.pages() {
            let of_site = pages_of_site(page);
            page += 1;
            for row in segment.rows_of(doc) {
                let RowPages { repeats, site_repeats, is_candidate } = next()?;
                if is_candidate {
                    most.push(MostRepeated { repeats, segment: number, row: row as u32 });
                }
                for (plane, count) in chunk.iter_mut().zip([repeats, site_repeats, of_site]) {
                    plane.push(count);
                }
                if chunk[0].len() == CHUNK {
                    take(number, &chunk)?;
                    for plane in &mut chunk {
                        plane.clear();
                    }
                }
            }
        }
        if !chunk[0].is_empty() {
            take(number, &chunk)?;
        }
    }
    Ok(most)
}

/// The sites and the keys of all pages.
#[derive(Default)]
struct Sites {
    numbers: HashMap<String, u32>,
    /// The site of each page.
    of_pages: Vec<u32>,
    /// The key of each page: pages with the same key count as one.
    keys: Vec<u64>,
}

impl Sites {
    /// Takes those of a segment, and returns the number of its first page.
    fn add(&mut self, segment: &mut ReadSegment) -> u32 {
        let from = self.of_pages.len() as u32;
        let numbers: Vec<u32> = segment.sites.drain(..).map(|site| self.number(site)).collect();
        for site in std::mem::take(&mut segment.of_pages) {
            self.of_pages.push(numbers.get(site as usize).copied().unwrap_or(NO_SITE));
        }
        self.keys.append(&mut segment.keys);
        from
    }

    fn number(&mut self, site: String) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(site).or_insert(next)
    }

    /// Returns the number of different keys of each site.
    fn sizes(&self) -> Vec<u32> {
        let mut pages: Vec<u32> = (0..self.keys.len() as u32)
            .filter(|page| self.of_pages[*page as usize] != NO_SITE)
            .collect();
        pages.sort_unstable_by_key(|page| self.site_and_key(*page));
        pages.dedup_by_key(|page| self.site_and_key(*page));
        let mut sizes = vec![0; self.numbers.len()];
        for page in pages {
            sizes[self.of_pages[page as usize] as usize] += 1;
        }
        sizes
    }

    fn site_and_key(&self, page: u32) -> (u32, u64) {
        (self.of_pages[page as usize], self.keys[page as usize])
    }

    /// Returns the size of a page's site.
    fn pages_of(&self, sizes: &[u32], page: usize) -> u32 {
        sizes.get(self.of_pages[page] as usize).copied().unwrap_or(0)
    }
}

/// The hashes of all blocks, divided by their upper bits.
struct Partitions<'a> {
    folder: &'a Path,
    in_memory: usize,
    /// The partition of every row, one byte each.
    rows: Spool,
    /// Hash (8 bytes) and page (4 bytes) of the rows of each partition.
    hashes: Vec<Spool>,
}

/// A row of a partition.
struct PartitionRow {
    hash: u64,
    /// The key of its page.
    key: u64,
    /// The site of its page.
    site: u32,
    place: u32,
}

impl<'a> Partitions<'a> {
    /// Keeps up to about `in_memory` bytes in memory, and writes more to `folder`.
    fn new(folder: &'a Path, partitions: usize, in_memory: usize) -> Self {
        let per_partition = in_memory / partitions;
        let hashes = (0..partitions).map(|_| Spool::new(folder, per_partition)).collect();
        Self { folder, in_memory: per_partition, rows: Spool::new(folder, in_memory / 8), hashes }
    }

    /// Adds the next row, which belongs to this page; the hash 0 is that of a block that does not
    /// count.
    fn add(&mut self, page: u32, hash: u64) -> io::Result<()> {
        if hash == 0 {
            return self.rows.write(&[NONE]);
        }
        let partition = ((u128::from(hash) * self.hashes.len() as u128) >> 64) as u8;
        self.rows.write(&[partition])?;
        let mut entry = [0; ENTRY];
        entry[..HASH].copy_from_slice(&hash.to_le_bytes());
        entry[HASH..].copy_from_slice(&page.to_le_bytes());
        self.hashes[usize::from(partition)].write(&entry)
    }

    /// Counts every partition. `sites` are those of all pages.
    fn count(self, sites: &Sites, stops: &dyn Fn() -> bool) -> Result<RowCounts> {
        let Self { folder, in_memory, rows, hashes } = self;
        let failed = |error| Error::io("sort the hashes of blocks in", folder, error);
        let mut counts = Vec::with_capacity(hashes.len());
        for hashes in hashes {
            if stops() {
                return Err(Error::Interrupted);
            }
            let spool = Spool::new(folder, in_memory);
            counts.push(count_partition(hashes, sites, spool).map_err(failed)?);
        }
        Ok(RowCounts { rows: rows.read().map_err(failed)?, counts })
    }
}

/// Counts the rows of a partition. `sites` are those of all pages.
fn count_partition(hashes: Spool, sites: &Sites, mut spool: Spool) -> io::Result<PartitionCounts> {
    let mut bytes = Vec::new();
    hashes.read()?.read_to_end(&mut bytes)?;
    let mut entries: Vec<PartitionRow> = Vec::with_capacity(bytes.len() / ENTRY);
    for (place, entry) in (0..).zip(bytes.chunks_exact(ENTRY)) {
        let (hash, page) = entry.split_at(HASH);
        let page = page.try_into().map_or(0, u32::from_le_bytes) as usize;
        let hash = hash.try_into().map_or(0, u64::from_le_bytes);
        entries.push(PartitionRow {
            hash,
            key: sites.keys[page],
            site: sites.of_pages[page],
            place,
        });
    }
    drop(bytes);
    let (counts, most) = count_pages(&mut entries);
    drop(entries);
    for (repeats, site_repeats) in counts {
        spool.write(&(u64::from(site_repeats) << 32 | u64::from(repeats)).to_le_bytes())?;
    }
    Ok(PartitionCounts { counts: spool.read()?, most: most.into_iter().peekable(), place: 0 })
}

/// Returns for every place the number of different keys with its hash, in all and of its site; and
/// the first places of the hashes that most pages have, in their order.
fn count_pages(entries: &mut [PartitionRow]) -> (Vec<(u32, u32)>, Vec<u32>) {
    let mut counts = vec![(0, 0); entries.len()];
    // The maximum of the heap is removed first: the hash on the fewest pages, of equal ones the
    // last.
    let mut most: BinaryHeap<(Reverse<u32>, u32)> = BinaryHeap::new();
    entries.sort_unstable_by_key(|entry| (entry.hash, entry.key));
    for same in entries.chunk_by_mut(|a, b| a.hash == b.hash) {
        let repeats = different_keys(same);
        // Spellings of one URL can be of two sites, as www.github.io and github.io, so a key can be
        // in several.
        same.sort_unstable_by_key(|entry| (entry.site, entry.key));
        for of_site in same.chunk_by(|a, b| a.site == b.site) {
            let has_site = of_site[0].site != NO_SITE;
            let site_repeats = if has_site { different_keys(of_site) } else { 0 };
            for entry in of_site {
                counts[entry.place as usize] = (repeats, site_repeats);
            }
        }
        if most.len() < MAX || most.peek().is_some_and(|(Reverse(fewest), _)| repeats >= *fewest) {
            let first = same.iter().map(|entry| entry.place).min().unwrap_or_default();
            most.push((Reverse(repeats), first));
        }
        if most.len() > MAX {
            most.pop();
        }
    }
    let mut most: Vec<u32> = most.into_iter().map(|(_, place)| place).collect();
    most.sort_unstable();
    (counts, most)
}

/// Returns the number of different keys of entries that are sorted by key.
fn different_keys(entries: &[PartitionRow]) -> u32 {
    entries.chunk_by(|a, b| a.key == b.key).count() as u32
}

/// The counts of all rows, in their order.
struct RowCounts {
    rows: SpoolBytes,
    counts: Vec<PartitionCounts>,
}

/// The counts of the rows of a partition, in their order.
struct PartitionCounts {
    counts: SpoolBytes,
    /// The next places that may be among the most repeated ones.
    most: Peekable<std::vec::IntoIter<u32>>,
    place: u32,
}

/// The pages of a row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct RowPages {
    repeats: u32,
    site_repeats: u32,
    /// Whether it may be the first of one of the most repeated blocks.
    is_candidate: bool,
}

impl RowCounts {
    fn next(&mut self) -> io::Result<RowPages> {
        let [partition] = next(&mut self.rows)?;
        if partition == NONE {
            return Ok(RowPages::default());
        }
        let PartitionCounts { counts, most, place } = &mut self.counts[usize::from(partition)];
        let is_candidate = most.next_if_eq(place).is_some();
        *place += 1;
        let both = u64::from_le_bytes(next(counts)?);
        Ok(RowPages { repeats: both as u32, site_repeats: (both >> 32) as u32, is_candidate })
    }
}

#[cfg(test)]
mod tests;
