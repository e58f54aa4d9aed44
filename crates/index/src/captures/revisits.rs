//! Revisits and the captures they refer to. The list of skipped records holds for every revisit
//! what it refers to ([`tamis_collection::Revisit`]), so nothing else is stored: a revisit finds
//! its capture whatever order the two were read in, and when an archive with the capture is added
//! later.
//!
//! A revisit refers to the first of these that the index has: the page with the URL and the date
//! that it names; the page with the record id that it names; a page of its own URL with its
//! payload's digest (the last one before the revisit, else the first one after it). Else it may
//! name, by URL and date or by id, another revisit, and refers to what that one refers to.

use super::capture::Capture;
use super::keys::{PageAt, UrlKey, key, pages};
use super::names::{bare, record};
use crate::error::{Error, Result};
use crate::index::Index;
use crate::index::schema::payload_hash;
use crate::index::write::RECORD_REPORTS;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use tamis_collection::{Reason, Revisit, date, docno};
use tantivy::DocAddress;
use xxhash_rust::xxh3::xxh3_64;

/// The revisits of an index, in the order of its list of skipped records.
#[derive(Debug, Default)]
pub struct Revisits {
    rows: Vec<RevisitRow>,
    /// For each row the page that it refers to, and whether that page has the URL of the revisit.
    targets: Vec<Option<(DocAddress, bool)>>,
    archives: Vec<String>,
}

#[derive(Debug)]
struct RevisitRow {
    url: Box<str>,
    date: Box<str>,
    archive: u32,
    offset: u64,
    /// The key of its URL.
    key: Option<UrlKey>,
    time: Option<i64>,
    /// A hash of its record's id.
    id: Option<u64>,
    payload: Option<u64>,
    /// URL and time of the capture that it refers to.
    place: Option<(UrlKey, i64)>,
    /// A hash of the record id that it refers to.
    refers: Option<u64>,
    /// The page with that id.
    page: Option<DocAddress>,
}

#[derive(Debug, Clone, Copy)]
enum RevisitTarget {
    Page(DocAddress),
    /// The revisit in this row.
    Row(usize),
    Nothing,
}

impl Revisits {
    /// Returns the revisits of an index. If it has none, nothing is read.
    ///
    /// # Errors
    /// If the index or its list of skipped records cannot be read.
    pub fn read(index: &Index) -> Result<Self> {
        let skipped = &index.manifest.counts.skipped;
        if !skipped.iter().any(|(reason, _)| reason == Reason::Revisit.name()) {
            return Ok(Self::default());
        }
        let mut revisits = Self::default();
        let path = index.path.join(RECORD_REPORTS);
        let bytes = index.manifest.report_list_bytes;
        let named = revisits.read_list(&path, bytes).map_err(|e| Error::io("read", &path, e))?;
        for (row, id) in named {
            revisits.rows[row].page = record(index, &id)?;
        }
        revisits.resolve(index)?;
        Ok(revisits)
    }

    /// Adds the revisits of the list in `path`, of which `bytes` are committed. Returns the rows
    /// that refer to a record id, each with this id.
    fn read_list(&mut self, path: &Path, bytes: u64) -> io::Result<Vec<(usize, String)>> {
        let mut named = Vec::new();
        // Bytes after those of the commit belong to a later commit, or to none. A line is not
        // longer than a record's head.
        let mut list = BufReader::new(File::open(path)?.take(bytes));
        let mut line = Vec::new();
        while list.read_until(b'\n', &mut line)? > 0 {
            if let Some(id) = self.add(&line) {
                named.push((self.rows.len() - 1, id));
            }
            line.clear();
        }
        Ok(named)
    }

    /// Returns the number of revisits that refer to a page of the index.
    pub fn resolved(&self) -> u64 {
        self.targets.iter().flatten().count() as u64
    }

    /// Returns the number of revisits of content that is not in the index.
    pub fn unresolved(&self) -> u64 {
        self.rows.len() as u64 - self.resolved()
    }

    /// Returns for pages when their URLs were seen again with their content, in seconds since 1970.
    /// A revisit of another URL with the same content is not among them.
    pub fn times(&self) -> HashMap<DocAddress, Vec<i64>> {
        let mut times: HashMap<DocAddress, Vec<i64>> = HashMap::new();
        for (row, target) in self.rows.iter().zip(&self.targets) {
            if let (Some(time), Some((page, true))) = (row.time, target) {
                times.entry(*page).or_default().push(time);
            }
        }
        times
    }

    /// Returns the revisits of a URL.
    pub(super) fn captures(&self, index: &Index, key: UrlKey) -> Result<Vec<Capture>> {
        let mut captures = Vec::new();
        for (row, target) in self.rows.iter().zip(&self.targets) {
            if row.key != Some(key) {
                continue;
            }
            let docno = match *target {
                Some((page, _)) => Some(index.page_at(page)?.docno),
                None => None,
            };
            captures.push(Capture {
                docno,
                url: row.url.to_string(),
                date: row.date.to_string(),
                archive: self.archives[row.archive as usize].clone(),
                offset: row.offset,
                revisit: true,
            });
        }
        Ok(captures)
    }

    /// Adds the revisit in a line of the list, if it is one, and returns the record id that it
    /// refers to, if it names one.
    fn add(&mut self, line: &[u8]) -> Option<String> {
        let line = str::from_utf8(line).ok()?.trim_end_matches('\n');
        let cells: Vec<&str> = line.splitn(7, '\t').collect();
        let [archive, offset, id, _, reason, _, detail] = cells[..] else { return None };
        if reason != Reason::Revisit.name() {
            return None;
        }
        // Older programs noted only that it is a revisit.
        let revisit = Revisit::parse(detail).unwrap_or_default();
        if self.archives.last().is_none_or(|last| last != archive) {
            self.archives.push(archive.to_owned());
        }
        let refers = docno(&revisit.refers_to);
        let target =
            if revisit.refers_to_url.is_empty() { &revisit.url } else { &revisit.refers_to_url };
        self.rows.push(RevisitRow {
            archive: self.archives.len() as u32 - 1,
            offset: offset.parse().unwrap_or_default(),
            key: key(&revisit.url),
            time: date::seconds(&revisit.date),
            id: id_hash(id),
            payload: payload_hash(&revisit.digest),
            place: key(target).zip(date::seconds(&revisit.refers_to_date)),
            refers: id_hash(&refers),
            page: None,
            url: revisit.url.into(),
            date: revisit.date.into(),
        });
        (!refers.is_empty()).then_some(refers)
    }

    /// Finds the page of every revisit.
    fn resolve(&mut self, index: &Index) -> Result<()> {
        let keys = self.rows.iter().flat_map(|row| [row.key, row.place.map(|(key, _)| key)]);
        let keys: HashSet<UrlKey> = keys.flatten().collect();
        let pages = pages(index, |key| keys.contains(&key))?;
        let found = follow(&self.steps(&pages));
        self.targets = Vec::with_capacity(self.rows.len());
        for (row, page) in self.rows.iter().zip(found) {
            self.targets.push(page.map(|page| (page, row.has_url_of(page, &pages))));
        }
        Ok(())
    }

    /// Returns what every revisit names.
    fn steps(&self, pages: &HashMap<UrlKey, Vec<PageAt>>) -> Vec<RevisitTarget> {
        let mut by_place = HashMap::new();
        let mut by_id = HashMap::new();
        for (number, row) in self.rows.iter().enumerate() {
            if let Some(place) = row.key.zip(row.time) {
                by_place.entry(place).or_insert(number);
            }
            if let Some(id) = row.id {
                by_id.entry(id).or_insert(number);
            }
        }
        let mut steps = Vec::with_capacity(self.rows.len());
        for (number, row) in self.rows.iter().enumerate() {
            let page = row.at_place(pages).or(row.page).or_else(|| row.with_digest(pages));
            if let Some(page) = page {
                steps.push(RevisitTarget::Page(page));
                continue;
            }
            let at_place = row.place.and_then(|place| by_place.get(&place));
            let revisit = at_place
                .filter(|other| **other != number)
                .or_else(|| row.refers.and_then(|id| by_id.get(&id)));
            steps
                .push(revisit.map_or(RevisitTarget::Nothing, |number| RevisitTarget::Row(*number)));
        }
        steps
    }
}

impl RevisitRow {
    /// The page with the URL and the date that it refers to; of several, one with its digest.
    fn at_place(&self, pages: &HashMap<UrlKey, Vec<PageAt>>) -> Option<DocAddress> {
        let (key, time) = self.place?;
        let mut there = pages.get(&key)?.iter().filter(|page| page.time == Some(time)).peekable();
        let first = there.peek()?.address;
        let same = there.find(|page| page.payload.is_some() && page.payload == self.payload);
        Some(same.map_or(first, |page| page.address))
    }

    /// The page of its own URL with its digest.
    fn with_digest(&self, pages: &HashMap<UrlKey, Vec<PageAt>>) -> Option<DocAddress> {
        self.payload?;
        let same = pages.get(&self.key?)?.iter().filter(|page| page.payload == self.payload);
        same.max_by_key(|page| self.nearness(page)).map(|page| page.address)
    }

    /// Returns how near a page is in time: the nearest is the last one before the revisit, then
    /// comes the first one after it, then one without a date.
    fn nearness(&self, page: &PageAt) -> (u8, i64, Reverse<i64>) {
        match page.time {
            Some(time) if Some(time) <= self.time => (2, time, Reverse(0)),
            Some(time) => (1, 0, Reverse(time)),
            None => (0, 0, Reverse(0)),
        }
    }

    /// Whether a page has the URL of the revisit.
    fn has_url_of(&self, page: DocAddress, pages: &HashMap<UrlKey, Vec<PageAt>>) -> bool {
        let captures = self.key.and_then(|key| pages.get(&key));
        captures.is_some_and(|captures| captures.iter().any(|capture| capture.address == page))
    }
}

/// Returns a hash of a record's id; none if it is empty.
fn id_hash(id: &str) -> Option<u64> {
    (!id.is_empty()).then(|| xxh3_64(bare(id).to_ascii_lowercase().as_bytes()))
}

/// Follows every step to a page. Revisits that lead to each other in a circle lead to none.
fn follow(steps: &[RevisitTarget]) -> Vec<Option<DocAddress>> {
    let mut pages: Vec<Option<Option<DocAddress>>> = vec![None; steps.len()];
    let mut begun = vec![false; steps.len()];
    for start in 0..steps.len() {
        let mut at = start;
        let mut path = Vec::new();
        let page = loop {
            if let Some(known) = pages[at] {
                break known;
            }
            if std::mem::replace(&mut begun[at], true) {
                break None;
            }
            path.push(at);
            match steps[at] {
                RevisitTarget::Page(page) => break Some(page),
                RevisitTarget::Row(next) => at = next,
                RevisitTarget::Nothing => break None,
            }
        };
        for row in path {
            pages[row] = Some(page);
        }
    }
    pages.into_iter().map(Option::flatten).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_to_a_page_or_to_none() {
        let page = DocAddress::new(0, 7);
        let steps = [
            RevisitTarget::Row(1),
            RevisitTarget::Row(2),
            RevisitTarget::Page(page),
            RevisitTarget::Nothing,
            RevisitTarget::Row(3),
            RevisitTarget::Row(6),
            RevisitTarget::Row(5),
            RevisitTarget::Row(7),
            RevisitTarget::Row(5),
        ];
        let found = follow(&steps);
        assert_eq!(found, [Some(page), Some(page), Some(page), None, None, None, None, None, None]);
        let long: Vec<RevisitTarget> =
            (1..=300_000).map(RevisitTarget::Row).chain([RevisitTarget::Page(page)]).collect();
        assert!(follow(&long).iter().all(|found| *found == Some(page)), "no recursion");
    }
}
