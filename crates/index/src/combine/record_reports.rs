//! The lists of skipped records of several indexes: joined to one, and the docnos that they
//! exclude.

use crate::disk;
use crate::error::{Error, Remedy, Result};
use crate::index::Index;
use crate::ingest::ledger::{self, HEADER, Listed, RECORD_REPORTS, each_line};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::Arc;
use tamis_place::Escaped;
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// Checks that every list is as it was committed, and that no page of an index was deleted from
/// another, or left out there for its text: one ingest would not have taken it.
///
/// # Errors
/// [`Error::Index`], for a page with both indexes; [`Error::Io`].
pub(super) fn check(indexes: &[Arc<Index>]) -> Result<()> {
    let mut absent = HashMap::new();
    for (number, index) in indexes.iter().enumerate() {
        read(index, |docno, what| {
            absent.insert(xxh3_128(docno.as_bytes()), (number, what));
        })?;
    }
    if absent.is_empty() {
        return Ok(());
    }
    for index in indexes {
        let mut found = None;
        index.each_page(|docno, _| {
            if let (None, Some(of)) = (&found, absent.get(&xxh3_128(docno.as_bytes()))) {
                found = Some((docno.to_owned(), *of));
            }
        })?;
        if let Some((docno, (number, what))) = found {
            let docno = Escaped(&docno);
            let other = indexes[number].path.display();
            let message = format!("its page {docno} was {what} in {other}");
            return Err(Error::index(&index.path, message).with_remedy(Remedy::DistinctDocnos));
        }
    }
    Ok(())
}

/// Reads the list of an index. Calls `absent` with every docno that it excludes, and why.
fn read(index: &Index, mut absent: impl FnMut(&str, &'static str)) -> Result<()> {
    let path = index.path.join(RECORD_REPORTS);
    let read = committed(index).and_then(|list| {
        each_line(list, |line| {
            let Some(listed) = Listed::parse(line) else { return };
            if let Some(docno) = listed.deleted() {
                absent(docno, "deleted");
            }
            if let Some(docno) = listed.repeating() {
                absent(docno, "left out for its text");
            }
        })
    });
    let (bytes, hash) = read.map_err(|error| Error::io("read", &path, error))?;
    let manifest = &index.manifest;
    if bytes != manifest.report_list_bytes
        || ledger::hash(hash.digest()) != manifest.report_list_hash
    {
        let message = "found other bytes than at the last commit";
        return Err(Error::index(&path, message).with_remedy(Remedy::Restore));
    }
    Ok(())
}

/// Writes the list of all to the index folder `out`, and returns its length in bytes and its hash.
///
/// # Errors
/// [`Error::Io`].
pub(super) fn join(indexes: &[Arc<Index>], out: &Path) -> Result<(u64, String)> {
    let path = out.join(RECORD_REPORTS);
    let mut lists = Vec::with_capacity(indexes.len());
    for index in indexes {
        let source = index.path.join(RECORD_REPORTS);
        lists.push(committed(index).map_err(|error| Error::io("read", source, error))?);
    }
    let written: io::Result<(u64, Xxh3)> = disk::replace(&path, |file| {
        let mut list = Summed { file, bytes: 0, hash: Xxh3::new() };
        writeln!(list, "{HEADER}")?;
        for mut lines in lists {
            lines.skip_until(b'\n')?;
            io::copy(&mut lines, &mut list)?;
        }
        Ok((list.bytes, list.hash))
    });
    let (bytes, hash) = written.map_err(|error| Error::io("write", &path, error))?;
    Ok((bytes, ledger::hash(hash.digest())))
}

/// Opens the list of an index: what belongs to its last commit.
fn committed(index: &Index) -> io::Result<impl BufRead + use<>> {
    let list = File::open(index.path.join(RECORD_REPORTS))?;
    Ok(BufReader::new(list.take(index.manifest.report_list_bytes)))
}

/// Counts and hashes what is written.
struct Summed<'a> {
    file: &'a mut dyn Write,
    bytes: u64,
    hash: Xxh3,
}

impl Write for Summed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.file.write(bytes)?;
        self.bytes += n as u64;
        self.hash.update(&bytes[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
