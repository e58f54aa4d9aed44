//! Finds the directory at the end of a zip file and reads its entries, as far as they are there.

use super::zip::{
    CENTRAL, END, END_64, END_SIZE, LOCATOR_64, LONGEST_END, Zip, ZipHead, double, long, short,
};
use memchr::memmem;
use std::io;

/// The directory of a zip file, or what is left of it.
#[derive(Debug, Default)]
pub(super) struct Directory {
    /// Where it starts; `None` if it was not found.
    pub at: Option<u64>,
    pub heads: Vec<ZipHead>,
    /// What is wrong with it: where, and what.
    pub faults: Vec<(u64, String)>,
}

/// The end of the directory.
struct DirectoryEnd {
    at: u64,
    /// The number of entries on this disk and on all, as far as the fields have room.
    entries: [u64; 2],
    /// The maximum of these fields.
    most: u64,
    /// The size of the directory.
    size: u64,
    start: u64,
}

/// Reads the directory of `zip` to which its end leads.
pub(super) fn read(zip: &mut Zip) -> io::Result<Directory> {
    let Some(end) = end(zip)? else {
        let fault =
            "the zip file has no end of its directory, so it is cut off or damaged".to_owned();
        return Ok(Directory { faults: vec![(zip.size, fault)], ..Directory::default() });
    };
    if end.entries == [0, 0] && end.size == 0 {
        return Ok(Directory { at: Some(end.at), ..Directory::default() });
    }
    // Its start is stated twice: as an offset, and as a size before the end.
    let mut best = Directory::default();
    let starts = [Some(end.start), end.at.checked_sub(end.size)];
    for start in starts.into_iter().flatten().filter(|start| *start < end.at) {
        if zip.has(start, CENTRAL)? {
            let found = entries(zip, start, end.at)?;
            let better = (found.faults.is_empty(), found.heads.len())
                > (best.faults.is_empty(), best.heads.len());
            if best.at.is_none() || better {
                best = found;
            }
        }
    }
    if best.at.is_none() {
        let fault = "the zip directory is not where its end says".to_owned();
        return Ok(Directory { faults: vec![(end.at, fault)], ..best });
    }
    let found = best.heads.len() as u64;
    if let Some(stated) = end.entries.iter().find(|stated| **stated & end.most != found & end.most)
    {
        let fault = format!(
            "the end of the zip directory states {stated} entries; the directory has {found}"
        );
        best.faults.push((end.at, fault));
    } else if best.at != Some(end.start) || end.at.checked_sub(end.start) != Some(end.size) {
        best.faults.push((end.at, "the zip directory is not where its end says".to_owned()));
    }
    Ok(best)
}

/// Reads the entries from `start` to `end`. After a damaged one it continues at the next one.
pub(super) fn entries(zip: &mut Zip, start: u64, end: u64) -> io::Result<Directory> {
    let mut directory = Directory { at: Some(start), ..Directory::default() };
    let mut at = start;
    while at < end {
        let head = zip.central(at, end)?;
        let next = at + head.as_ref().map_or(0, |head| head.size);
        let whole = head.is_some();
        directory.heads.extend(head);
        if whole && (next == end || zip.has(next, CENTRAL)?) {
            at = next;
            continue;
        }
        if whole && (zip.has(next, END_64)? || zip.has(next, END)?) {
            break;
        }
        directory.faults.push((at, "an entry of the zip directory is damaged".to_owned()));
        let Some(next) = zip.find(at + 1, end, &[CENTRAL])? else { break };
        at = next;
    }
    Ok(directory)
}

/// Returns the end of the directory; `None` if there is none.
fn end(zip: &mut Zip) -> io::Result<Option<DirectoryEnd>> {
    let from = zip.size.saturating_sub(LONGEST_END);
    let tail = zip.bytes(from, LONGEST_END as usize)?;
    let mut ends = memmem::rfind_iter(&tail, END);
    let Some(found) = ends.find(|at| tail.len() - at >= END_SIZE) else { return Ok(None) };
    let at = from + found as u64;
    let bytes = &tail[found..];
    let narrow = DirectoryEnd {
        at,
        entries: [8, 10].map(|place| short(bytes, place).into()),
        most: 0xffff,
        size: long(bytes, 12).into(),
        start: long(bytes, 16).into(),
    };
    let locator = zip.bytes(at.saturating_sub(20), 20)?;
    if !locator.starts_with(LOCATOR_64) || locator.len() < 20 {
        return Ok(Some(narrow));
    }
    let at = double(&locator, 8);
    let bytes = zip.bytes(at, 56)?;
    if !bytes.starts_with(END_64) || bytes.len() < 56 {
        return Ok(Some(narrow));
    }
    let entries = [24, 32].map(|place| double(&bytes, place));
    let size = double(&bytes, 40);
    let start = double(&bytes, 48);
    Ok(Some(DirectoryEnd { at, entries, most: u64::MAX, size, start }))
}
