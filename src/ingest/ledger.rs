//! The list of losses in the index folder: one line for every record that was not indexed, and one for every flaw of an
//! indexed record. The manifest holds its length, so a line counts only together with its commit.

use crate::disk::{self, DiskFile};
use crate::error::{Error, Remedy, Result};
pub use crate::index::write::LOSSES;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tamis_collection::Loss;
use xxhash_rust::xxh3::Xxh3;

/// Its first line.
pub const HEADER: &str = "archive\toffset\trecord\toutcome\treason\tbytes\tdetail";

/// What happened to the record of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The record is not in the index.
    Skipped,
    /// The record is counted elsewhere, as a page or as skipped; the line says what is wrong with it.
    Flawed,
}

impl Outcome {
    /// Returns the name in the list.
    pub fn name(self) -> &'static str {
        match self {
            Self::Skipped => "skipped",
            Self::Flawed => "flawed",
        }
    }
}

/// A line of the list.
#[derive(Debug, Clone)]
pub struct LossRow {
    /// What happened to the record.
    pub outcome: Outcome,
    /// The record, and the reason.
    pub loss: Loss,
}

/// Returns a text as a cell of the list, without tabs and line breaks.
pub fn cell(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], " ")
}

/// Returns the list's XXH3 in the manifest's format.
pub fn hash(xxh3: u64) -> String {
    format!("{xxh3:016x}")
}

/// The list, open for appending.
pub struct Ledger {
    path: PathBuf,
    file: BufWriter<DiskFile>,
    bytes: u64,
    hash: Xxh3,
}

impl Ledger {
    /// Opens the list in the index folder `out` and truncates it to its `committed` bytes. With 0 committed bytes it writes
    /// the header.
    ///
    /// # Errors
    /// [`Error::Io`]; [`Error::Index`] if the list is shorter than at the last commit.
    pub fn open(out: &Path, committed: u64) -> Result<Self> {
        let path = out.join(LOSSES);
        let mut hash = Xxh3::new();
        let mut open = || -> std::io::Result<(DiskFile, u64)> {
            let mut file = disk::open(&path)?;
            let found = file.file().metadata()?.len();
            if found > committed {
                file.set_len(committed)?;
            }
            let mut there = Vec::new();
            file.read_to_end(&mut there)?;
            hash.update(&there);
            file.seek(SeekFrom::End(0))?;
            Ok((file, found))
        };
        let (file, found) = open().map_err(|e| Error::io("write", &path, e))?;
        if found < committed {
            let message = format!("found {found} bytes, expected {committed} as at the last commit");
            return Err(Error::index(path, message).with_remedy(Remedy::Restore));
        }
        let mut ledger = Self { path, file: BufWriter::new(file), bytes: committed, hash };
        if committed == 0 {
            ledger.line(HEADER)?;
        }
        Ok(ledger)
    }

    /// Appends a line.
    ///
    /// # Errors
    /// [`Error::Io`] if the list cannot be written.
    pub fn write(&mut self, LossRow { outcome, loss }: &LossRow) -> Result<()> {
        let Loss { source, record, reason, detail, bytes } = loss;
        let (archive, record, detail) = (cell(&source.archive), cell(record), cell(detail));
        let (offset, outcome, reason) = (source.offset, outcome.name(), reason.name());
        self.line(&format!("{archive}\t{offset}\t{record}\t{outcome}\t{reason}\t{bytes}\t{detail}"))
    }

    /// Writes all lines to disk and returns their length in bytes and their hash.
    ///
    /// # Errors
    /// [`Error::Io`] if the list cannot be written.
    pub fn sync(&mut self) -> Result<(u64, String)> {
        let synced = self.file.flush().and_then(|()| self.file.get_mut().sync());
        synced.map_err(|e| Error::io("write", &self.path, e))?;
        Ok((self.bytes, hash(self.hash.digest())))
    }

    fn line(&mut self, line: &str) -> Result<()> {
        self.bytes += line.len() as u64 + 1;
        self.hash.update(line.as_bytes());
        self.hash.update(b"\n");
        writeln!(self.file, "{line}").map_err(|e| Error::io("write", &self.path, e))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_collection::Reason;
    use tamis_collection::Source;

    fn line(record: &str) -> LossRow {
        let source = Source { archive: "a\tb".into(), offset: 7 };
        let (record, detail) = (record.to_owned(), "two\nlines".to_owned());
        LossRow { outcome: Outcome::Flawed, loss: Loss { source, record, reason: Reason::Truncated, detail, bytes: 3 } }
    }

    #[test]
    fn lines_that_were_not_committed_are_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let mut ledger = Ledger::open(folder.path(), 0).unwrap();
        ledger.write(&line("one")).unwrap();
        let (committed, hash) = ledger.sync().unwrap();
        ledger.write(&line("two")).unwrap();
        ledger.sync().unwrap();
        assert_eq!(Ledger::open(folder.path(), committed).unwrap().sync().unwrap(), (committed, hash));
        let text = std::fs::read_to_string(folder.path().join(LOSSES)).unwrap();
        assert_eq!(text, format!("{HEADER}\na b\t7\tone\tflawed\ttruncated\t3\ttwo lines\n"));
        let error = Ledger::open(folder.path(), committed + 1).err().unwrap().to_string();
        assert!(error.contains("losses.tsv: found ") && error.ends_with("build the index again"), "{error}");
    }
}
