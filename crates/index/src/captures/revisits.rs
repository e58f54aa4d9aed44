//! Revisits and the captures they refer to. The list of losses says of every revisit what it refers
//! to ([`tamis_collection::Revisit`]), so nothing else is stored: a revisit finds its capture
//! whatever order the two were read in, and when an archive with the capture is added later.
//!
//! A revisit refers to the first of these that the index has: the page with the URL and the date
//! that it names; the page with the record id that it names; a page of its own URL with its
//! payload's digest (the last one before the revisit, else the first one after it). Else it may
//! name, by URL and date or by id, another revisit, and refers to what that one refers to.

use super::capture::Capture;
use super::keys::{Key, PageAt, key, pages};
use super::names::{bare, record};
use crate::error::{Error, Result};
use crate::index::Index;
use crate::index::schema::payload_hash;
use crate::index::write::SKIPPED_RECORDS;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use tamis_collection::{Reason, Revisit, date, docno};
use tantivy::DocAddress;
use xxhash_rust::xxh3::xxh3_64;

/// The revisits of an index, in the order of its list of losses.
#[derive(Debug, Default)]
pub struct Revisits {
    rows: Vec<RevisitRow>,
    /// For each row the page that it refers to, and whether that page has the URL of the revisit.
    targets: Vec<Option<(DocAddress, bool)>>,
    archives: Vec<String>,
}

/// A revisit.
#[derive(Debug)]
struct RevisitRow {
    url: Box<str>,
    date: Box<str>,
    archive: u32,
    offset: u64,
    /// The key of its URL.
    key: Option<Key>,
    time: Option<i64>,
    /// A hash of its record's id.
    id: Option<u64>,
    payload: Option<u64>,
    /// URL and time of the capture that it refers to.
    place: Option<(Key, i64)>,
    /// A hash of the record id that it refers to.
    refers: Option<u64>,
    /// The page with that id.
    page: Option<DocAddress>,
}

/// What a revisit names.
#[derive(Debug, Clone, Copy)]
enum Step {
    Page(DocAddress),
    /// The revisit in this row.
    Row(usize),
    Nothing,
}

impl Revisits {
    /// Returns the revisits of an index. If it has none, nothing is read.
    ///
    /// # Errors
    /// If the index or its list of losses cannot be read.
    pub fn read(index: &Index) -> Result<Self> {
        let counted = index
            .manifest
            .counts
            .skipped
            .iter()
            .any(|(reason, _)| reason == Reason::Revisit.name());
        if !counted {
            return Ok(Self::default());
        }
        let mut revisits = Self::default();
        let path = index.path.join(SKIPPED_RECORDS);
        let mut lines = || -> io::Result<Vec<(usize, String)>> {
            let mut named = Vec::new();
            // Bytes behind those of the commit are of a later one, or of none. A line is not longer
            // than a record's head.
            let mut list = BufReader::new(File::open(&path)?.take(index.manifest.skipped_bytes));
            let mut line = Vec::new();
            while list.read_until(b'\n', &mut line)? > 0 {
                named.extend(revisits.add(&line).map(|refers| (revisits.rows.len() - 1, refers)));
                line.clear();
            }
            Ok(named)
        };
        let named = lines().map_err(|e| Error::io("read", &path, e))?;
        for (row, refers) in named {
            revisits.rows[row].page = record(index, &refers)?;
        }
        revisits.resolve(index)?;
        Ok(revisits)
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
    pub(super) fn captures(&self, index: &Index, key: Key) -> Result<Vec<Capture>> {
        let of_url = self.rows.iter().zip(&self.targets).filter(|(row, _)| row.key == Some(key));
        of_url
            .map(|(row, target)| {
                let docno =
                    target.map(|(page, _)| index.page_at(page)).transpose()?.map(|page| page.docno);
                let url = row.url.to_string();
                let date = row.date.to_string();
                let archive = self.archives[row.archive as usize].clone();
                Ok(Capture { docno, url, date, archive, offset: row.offset, revisit: true })
            })
            .collect()
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
        // An older program wrote no more than that it is a revisit.
        let revisit = Revisit::parse(detail).unwrap_or_default();
        if self.archives.last().is_none_or(|last| last != archive) {
            self.archives.push(archive.to_owned());
        }
        let hash =
            |id: &str| (!id.is_empty()).then(|| xxh3_64(bare(id).to_ascii_lowercase().as_bytes()));
        let refers = docno(&revisit.refers_to);
        let target =
            if revisit.refers_to_url.is_empty() { &revisit.url } else { &revisit.refers_to_url };
        self.rows.push(RevisitRow {
            archive: self.archives.len() as u32 - 1,
            offset: offset.parse().unwrap_or_default(),
            key: key(&revisit.url),
            time: date::seconds(&revisit.date),
            id: hash(id),
            payload: payload_hash(&revisit.digest),
            place: key(target).zip(date::seconds(&revisit.refers_to_date)),
            refers: hash(&refers),
            page: None,
            url: revisit.url.into(),
            date: revisit.date.into(),
        });
        (!refers.is_empty()).then_some(refers)
    }

    /// Finds the page of every revisit.
    fn resolve(&mut self, index: &Index) -> Result<()> {
        let keys = self.rows.iter().flat_map(|row| [row.key, row.place.map(|(key, _)| key)]);
        let keys: HashSet<Key> = keys.flatten().collect();
        let pages = pages(index, |key| keys.contains(&key))?;
        let steps = self.steps(&pages);
        let found = follow(&steps);
        let of_url = |row: &RevisitRow, page: &DocAddress| {
            let captures = row.key.and_then(|key| pages.get(&key));
            captures.is_some_and(|captures| captures.iter().any(|capture| capture.address == *page))
        };
        let targets = self.rows.iter().zip(found);
        self.targets =
            targets.map(|(row, page)| page.map(|page| (page, of_url(row, &page)))).collect();
        Ok(())
    }

    /// Returns what every revisit names.
    fn steps(&self, pages: &HashMap<Key, Vec<PageAt>>) -> Vec<Step> {
        let mut by_place = HashMap::new();
        let mut by_id = HashMap::new();
        for (number, row) in self.rows.iter().enumerate() {
            row.key.zip(row.time).map(|place| by_place.entry(place).or_insert(number));
            row.id.map(|id| by_id.entry(id).or_insert(number));
        }
        let page =
            |row: &RevisitRow| row.at_place(pages).or(row.page).or_else(|| row.with_digest(pages));
        let revisit = |number: usize, row: &RevisitRow| {
            let by_place =
                row.place.and_then(|place| by_place.get(&place)).filter(|other| **other != number);
            by_place.or_else(|| row.refers.and_then(|id| by_id.get(&id))).copied()
        };
        let step = |(number, row): (usize, &RevisitRow)| match page(row) {
            Some(page) => Step::Page(page),
            None => revisit(number, row).map_or(Step::Nothing, Step::Row),
        };
        self.rows.iter().enumerate().map(step).collect()
    }
}

impl RevisitRow {
    /// The page with the URL and the date that it refers to; of several, one with its digest.
    fn at_place(&self, pages: &HashMap<Key, Vec<PageAt>>) -> Option<DocAddress> {
        let (key, time) = self.place?;
        let mut there = pages.get(&key)?.iter().filter(|page| page.time == Some(time)).peekable();
        let first = there.peek()?.address;
        let same = there.find(|page| page.payload.is_some() && page.payload == self.payload);
        Some(same.map_or(first, |page| page.address))
    }

    /// The page of its own URL with its digest.
    fn with_digest(&self, pages: &HashMap<Key, Vec<PageAt>>) -> Option<DocAddress> {
        self.payload?;
        let same = pages.get(&self.key?)?.iter().filter(|page| page.payload == self.payload);
        let nearness = |page: &&PageAt| match page.time {
            Some(time) if Some(time) <= self.time => (2, time, Reverse(0)),
            Some(time) => (1, 0, Reverse(time)),
            None => (0, 0, Reverse(0)),
        };
        same.max_by_key(nearness).map(|page| page.address)
    }
}

/// Follows every step to a page. Revisits that lead to each other in a circle lead to none.
fn follow(steps: &[Step]) -> Vec<Option<DocAddress>> {
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
                Step::Page(page) => break Some(page),
                Step::Row(next) => at = next,
                Step::Nothing => break None,
            }
        };
        path.into_iter().for_each(|row| pages[row] = Some(page));
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
            Step::Row(1),
            Step::Row(2),
            Step::Page(page),
            Step::Nothing,
            Step::Row(3),
            Step::Row(6),
            Step::Row(5),
            Step::Row(7),
            Step::Row(5),
        ];
        let found = follow(&steps);
        assert_eq!(found, [Some(page), Some(page), Some(page), None, None, None, None, None, None]);
        let long: Vec<Step> = (1..=300_000).map(Step::Row).chain([Step::Page(page)]).collect();
        assert!(follow(&long).iter().all(|found| *found == Some(page)), "no recursion");
    }
}
