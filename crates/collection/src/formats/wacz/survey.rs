//! Finds the entries of a zip file by two witnesses: the headers before their data, and the
//! directory. An entry is read if either of them proves it, and every contradiction is reported.

use super::directory::{self, Directory};
use super::zip::{
    CENTRAL, DESCRIPTOR, DESCRIPTOR_SIZE, END, END_64, LOCAL, LOCAL_SIZE, Zip, ZipHead, ZipSums,
};
use std::collections::{BTreeMap, BTreeSet};
use std::io;

/// An entry, by its header, its entry in the directory, or both.
pub(super) struct FoundEntry {
    /// Position of its header.
    pub at: u64,
    pub local: Option<ZipHead>,
    pub central: Option<ZipHead>,
    /// Position of its data.
    pub start: u64,
    /// Size of its data in the file.
    pub length: u64,
    /// Checksums and sizes of the data; one of them must be right.
    pub sums: Vec<ZipSums>,
    /// What the witnesses disagree on.
    pub faults: Vec<&'static str>,
}

/// All entries of a zip file.
#[derive(Default)]
pub(super) struct Survey {
    /// In the order of their positions.
    pub found: Vec<FoundEntry>,
    /// Entries of the directory without a header or data.
    pub lost: Vec<ZipHead>,
    /// What is wrong with the directory: where, and what.
    pub faults: Vec<(u64, String)>,
    /// Whether there is a directory.
    pub listed: bool,
}

pub(super) fn survey(zip: &mut Zip) -> io::Result<Survey> {
    let mut directory = directory::read(zip)?;
    let mut walk = EntryWalk::new(zip, &directory)?;
    walk.run(zip)?;
    // Without its end, the directory is behind the last entry.
    if let (None, Some(at)) = (directory.at, walk.directory) {
        let left = directory::entries(zip, at, zip.size)?;
        let faults = std::mem::take(&mut directory.faults);
        // Its own end is damaged too, which is among the faults already.
        directory = Directory { faults, ..left };
        walk = EntryWalk::new(zip, &directory)?;
        walk.run(zip)?;
    }
    let mut survey =
        Survey { found: walk.found, listed: directory.at.is_some(), ..Survey::default() };
    survey.faults = directory.faults;
    let visited: Vec<u64> =
        survey.found.iter().filter(|found| found.central.is_some()).map(|found| found.at).collect();
    let mut left = survey.by_name();
    let mut passed = BTreeSet::new();
    for head in directory.heads {
        if !passed.insert(head.at) || visited.binary_search(&head.at).is_err() {
            let place = left.get_mut(&head.name).and_then(Vec::pop);
            survey.leave(head, place);
        }
    }
    Ok(survey)
}

impl Survey {
    /// Returns the entries that are not in the directory, by name, the first one last.
    fn by_name(&self) -> BTreeMap<Vec<u8>, Vec<usize>> {
        let mut names: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (place, found) in
            self.found.iter().enumerate().rev().filter(|(_, found)| found.central.is_none())
        {
            names
                .entry(found.local.as_ref().map(|local| local.name.clone()).unwrap_or_default())
                .or_default()
                .push(place);
        }
        names
    }

    /// Adds an entry of the directory that is at no header's position: to the header of its name,
    /// if one is left at `place`.
    fn leave(&mut self, head: ZipHead, place: Option<usize>) {
        match place.and_then(|place| self.found.get_mut(place)) {
            Some(found) => {
                found.faults.push("position");
                found.sums.extend(head.sums);
                found.compare(&head);
                found.central = Some(head);
            }
            None => self.lost.push(head),
        }
    }
}

impl FoundEntry {
    /// Adds what the header and `central` disagree on.
    fn compare(&mut self, central: &ZipHead) {
        let Some(local) = &self.local else { return self.faults.push("header") };
        let mut fields = vec![
            ("name", local.name == central.name),
            ("method", local.method == central.method),
            ("encryption", local.encrypted == central.encrypted),
        ];
        match (local.sums, central.sums) {
            (Some(one), Some(other)) => fields.extend([
                ("checksum", one.crc == other.crc),
                ("stored size", one.packed == other.packed),
                ("size", one.plain == other.plain),
            ]),
            (None, Some(sums)) => fields.push(("stored size", sums.packed == self.length)),
            (_, None) => {}
        }
        for (field, is_equal) in fields {
            if !is_equal {
                self.faults.push(field);
            }
        }
    }
}

/// A walk over the entries, from the start of the file to the directory.
struct EntryWalk<'a> {
    /// The directory's entries by the positions of their headers.
    centrals: BTreeMap<u64, &'a ZipHead>,
    /// The same without a header at that position: the header or the position is damaged.
    doubtful: BTreeMap<u64, &'a ZipHead>,
    /// Where the directory starts, if known.
    directory: Option<u64>,
    found: Vec<FoundEntry>,
}

impl<'a> EntryWalk<'a> {
    fn new(zip: &mut Zip, directory: &'a Directory) -> io::Result<Self> {
        let mut centrals = BTreeMap::new();
        let mut doubtful = BTreeMap::new();
        for head in &directory.heads {
            let proved = header(zip, head.at, Some(head))?.is_some();
            if proved { &mut centrals } else { &mut doubtful }.entry(head.at).or_insert(head);
        }
        Ok(Self { centrals, doubtful, directory: directory.at, found: Vec::new() })
    }

    fn run(&mut self, zip: &mut Zip) -> io::Result<()> {
        let mut at = 0;
        while at < self.directory.unwrap_or(zip.size) {
            let central = match self.centrals.get(&at) {
                Some(central) => Some(*central),
                None => self.doubted(zip, at)?,
            };
            let local = header(zip, at, central)?;
            if local.is_none() && central.is_none() {
                if self.directory.is_none() && zip.has(at, CENTRAL)? {
                    self.directory = Some(at);
                    break;
                }
                at = self.next(zip, at + 1)?;
                continue;
            }
            let mut found = self.place(zip, at, local, central)?;
            if let Some(central) = central {
                found.compare(central);
                if found.local.is_some() && !zip.has(at, LOCAL)? {
                    found.faults.push("signature");
                }
            }
            at = found.start.saturating_add(found.length).max(at + 1);
            self.found.push(found);
        }
        Ok(())
    }

    /// Returns the doubtful entry of the directory at `at`, unless a header starts so soon behind
    /// it that it cannot be one.
    fn doubted(&self, zip: &mut Zip, at: u64) -> io::Result<Option<&'a ZipHead>> {
        let Some(head) = self.doubtful.get(&at) else { return Ok(None) };
        let next = zip.find(at, at + LOCAL_SIZE as u64, &[LOCAL])?;
        Ok(next.is_none().then_some(*head))
    }

    /// Returns the first position from `from` on where a header or the directory starts, or the end
    /// of the file.
    fn next(&self, zip: &mut Zip, from: u64) -> io::Result<u64> {
        let end = self.bound(zip, from);
        let signatures: &[&[u8]] =
            if self.directory.is_none() { &[LOCAL, CENTRAL] } else { &[LOCAL] };
        let found = zip.find(from, end, signatures)?.unwrap_or(end);
        // Between the data of two entries is at most a data descriptor.
        for (at, _) in self.doubtful.range(from..found.min(from + DESCRIPTOR_SIZE)) {
            if self.doubted(zip, *at)?.is_some() {
                return Ok(*at);
            }
        }
        Ok(found)
    }

    /// Returns the first position from `from` on where, by the directory, a header or the directory
    /// itself starts, or the end of the file.
    fn bound(&self, zip: &Zip, from: u64) -> u64 {
        let listed = self.centrals.range(from..).next().map(|(at, _)| *at);
        [listed, self.directory].into_iter().flatten().fold(zip.size, u64::min)
    }

    /// Finds the data of the entry at `at`.
    fn place(
        &self,
        zip: &mut Zip,
        at: u64,
        local: Option<ZipHead>,
        central: Option<&ZipHead>,
    ) -> io::Result<FoundEntry> {
        let witnesses =
            [central.and_then(|head| head.sums), local.as_ref().and_then(|head| head.sums)];
        let mut sums: Vec<ZipSums> = witnesses.into_iter().flatten().collect();
        sums.dedup();
        let described = [local.as_ref(), central].into_iter().flatten().any(|head| head.described);
        let bound = self.bound(zip, at + 1);
        let mut starts = starts(at, local.as_ref(), central);
        starts.retain(|start| *start <= bound);
        let mut place = None;
        for start in &starts {
            for packed in sums.iter().map(|sums| sums.packed) {
                let end = start.saturating_add(packed);
                let longer = place.is_none_or(|(_, length)| packed > length);
                if longer && end <= bound && self.is_end(zip, end, described)? {
                    place = Some((*start, packed));
                }
            }
            if place.is_some() {
                break;
            }
        }
        let (start, length) = match (place, starts.first()) {
            (Some(place), _) => place,
            (None, Some(start)) => self.measure(zip, *start, local.is_some(), &mut sums)?,
            (None, None) => (bound, 0),
        };
        let central = central.cloned();
        Ok(FoundEntry { at, local, central, start, length, sums, faults: Vec::new() })
    }

    /// Returns whether the data of an entry may end at `at`: before another structure, or its data
    /// descriptor.
    fn is_end(&self, zip: &mut Zip, at: u64, described: bool) -> io::Result<bool> {
        // A data descriptor has 12 bytes, or 20 with sizes of 64 bits.
        let ends = if described { &[0, 12, 20][..] } else { &[0] };
        for size in ends {
            if self.is_listed(zip, at.saturating_add(*size)) {
                return Ok(true);
            }
        }
        let found = if at < zip.size { zip.bytes(at, LOCAL.len())? } else { Vec::new() };
        Ok([LOCAL, CENTRAL, DESCRIPTOR, END, END_64].contains(&found.as_slice()))
    }

    /// Returns whether, by the directory, a header, the directory or the end of the file is at
    /// `at`.
    fn is_listed(&self, zip: &Zip, at: u64) -> bool {
        at == zip.size
            || self.directory == Some(at)
            || self.centrals.contains_key(&at)
            || self.doubtful.contains_key(&at)
    }

    /// Finds the data from `start` on if no stated size is right: they end before the next
    /// structure. If the header was not found, the data end there with their stated size.
    fn measure(
        &self,
        zip: &mut Zip,
        start: u64,
        header: bool,
        sums: &mut Vec<ZipSums>,
    ) -> io::Result<(u64, u64)> {
        let mut from = start;
        let mut end = self.next(zip, start)?;
        if !header {
            end = zip
                .find(end.saturating_sub(DESCRIPTOR_SIZE).max(start), end, &[DESCRIPTOR])?
                .unwrap_or(end);
        }
        while let Some(at) = zip.find(from, end, &[DESCRIPTOR])? {
            if let Some(found) = zip.descriptor(start, at)? {
                sums.push(found);
                return Ok((start, at - start));
            }
            from = at + 1;
        }
        if end - start >= 12
            && let Some(found) = zip.descriptor(start, end - 12)?
        {
            sums.push(found);
            end -= 12;
        }
        let stated = sums.first().map(|sums| sums.packed);
        Ok(match stated {
            // The file ends within the data; the reader sees that by their size.
            Some(packed) if end == zip.size && header => (start, packed.max(end - start)),
            Some(packed) if !header && end - start > packed => (end - packed, packed),
            _ => (start, end - start),
        })
    }
}

/// Returns the header at `at`. Where `central` says that there is one, its signature or the same
/// name is enough.
fn header(zip: &mut Zip, at: u64, central: Option<&ZipHead>) -> io::Result<Option<ZipHead>> {
    let Some(central) = central else { return zip.local(at) };
    let signed = zip.has(at, LOCAL)?;
    Ok(zip.header(at)?.filter(|local| signed || local.name == central.name))
}

/// Returns where the data of the entry at `at` may start, the most probable place first. A damaged
/// length of the name or the extra field moves it.
fn starts(at: u64, local: Option<&ZipHead>, central: Option<&ZipHead>) -> Vec<u64> {
    let fixed = at + LOCAL_SIZE as u64;
    let name = central.map(|central| central.name.len() as u64);
    let extras = [local.map(|local| local.extra), Some(0), central.map(|central| central.extra)];
    let others = name
        .into_iter()
        .flat_map(|name| extras.into_iter().flatten().map(move |extra| fixed + name + extra));
    let mut starts: Vec<u64> =
        local.map(|local| at + local.size).into_iter().chain(others).collect();
    starts.dedup();
    starts
}
