//! The list of skipped records in the index folder: one line for every record that was not indexed,
//! and one for every defect of an indexed record. The manifest holds its length, so a line counts
//! only together with its commit.

pub use super::report_row::{HEADER, Listed, ReportRow, RowOutcome, WHOLE_COPY, each_line};
use crate::disk::{self, DiskFile};
use crate::error::{Error, Remedy, Result};
use crate::index::Manifest;
pub use crate::index::write::RECORD_REPORTS;
use std::io::{BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::Xxh3;

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
    /// Opens the list in the index folder `out`, truncates it to the bytes that `manifest`
    /// committed, and calls `known` with each of its lines. Without committed bytes it writes the
    /// header.
    ///
    /// # Errors
    /// [`Error::Io`]; [`Error::Index`] if the list is shorter than at the last commit, or has other
    /// bytes.
    pub fn open(
        out: &Path,
        manifest: &Manifest,
        mut known: impl FnMut(Listed<'_>),
    ) -> Result<Self> {
        let path = out.join(RECORD_REPORTS);
        let committed = manifest.report_list_bytes;
        let OpenList { file, found, hash } = OpenList::open(&path, committed, &mut known)
            .map_err(|e| Error::io("write", &path, e))?;
        if found < committed {
            let message =
                format!("found {found} bytes, expected {committed} as at the last commit");
            return Err(Error::index(&path, message).with_remedy(Remedy::Restore));
        }
        // The next records depend on its docnos, so they have to be those of the commit.
        if committed > 0 && self::hash(hash.digest()) != manifest.report_list_hash {
            let message = "found other bytes than at the last commit";
            return Err(Error::index(&path, message).with_remedy(Remedy::Restore));
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
    pub fn write(&mut self, row: &ReportRow) -> Result<()> {
        self.line(&row.to_string())
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

/// The file of a list, at its end.
struct OpenList {
    file: DiskFile,
    /// Its bytes before it was truncated.
    found: u64,
    /// The hash of the bytes that are left.
    hash: Xxh3,
}

impl OpenList {
    /// Opens the file in `path`, truncates it to `committed` bytes, and calls `known` with each of
    /// its lines.
    fn open(
        path: &Path,
        committed: u64,
        mut known: impl FnMut(Listed<'_>),
    ) -> std::io::Result<Self> {
        let mut file = disk::open(path)?;
        let found = file.file().metadata()?.len();
        if found > committed {
            file.set_len(committed)?;
        }
        let (_, hash) = each_line(BufReader::new(&mut file), |line| {
            if let Some(listed) = Listed::parse(line) {
                known(listed);
            }
        })?;
        file.seek(SeekFrom::End(0))?;
        Ok(Self { file, found, hash })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Recipe;
    use tamis_collection::{Reason, RecordReport, Source};

    fn row(record: &str) -> ReportRow {
        let source = Source { archive: "a\tb".into(), offset: 7 };
        let record = record.to_owned();
        let detail = "two\nlines".to_owned();
        ReportRow {
            outcome: RowOutcome::Defective,
            report: RecordReport { source, record, reason: Reason::Truncated, detail, bytes: 3 },
        }
    }

    /// Returns the message of a list that is refused.
    fn refused(folder: &Path, manifest: &Manifest) -> String {
        Ledger::open(folder, manifest, |_| ()).err().unwrap().to_string()
    }

    #[test]
    fn lines_that_were_not_committed_are_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let mut manifest = Manifest::new(Recipe::default());
        let mut ledger =
            Ledger::open(folder.path(), &manifest, |_| panic!("nothing is committed")).unwrap();
        ledger.write(&row("one")).unwrap();
        (manifest.report_list_bytes, manifest.report_list_hash) = ledger.sync().unwrap();
        ledger.write(&row("two")).unwrap();
        ledger.sync().unwrap();
        let mut known = Vec::new();
        let mut again = Ledger::open(folder.path(), &manifest, |listed| {
            known.push((listed.record.to_owned(), listed.reason));
        })
        .unwrap();
        assert_eq!(
            (known, again.sync().unwrap()),
            (
                vec![("one".to_owned(), Reason::Truncated)],
                (manifest.report_list_bytes, manifest.report_list_hash.clone())
            )
        );
        let text = std::fs::read_to_string(folder.path().join(RECORD_REPORTS)).unwrap();
        assert_eq!(text, format!("{HEADER}\na\\tb\t7\tone\tflawed\ttruncated\t3\ttwo\\nlines\n"));
        std::fs::write(folder.path().join(RECORD_REPORTS), text.replace("one", "two")).unwrap();
        let error = refused(folder.path(), &manifest);
        assert!(error.contains("losses.tsv: found other bytes than at the last commit"), "{error}");
        manifest.report_list_bytes += 1;
        let error = refused(folder.path(), &manifest);
        assert!(
            error.contains("losses.tsv: found ") && error.ends_with("build the index again"),
            "{error}"
        );
    }
}
