//! A collection: several archives read as one.

use crate::archive::Archive;
use crate::discover::discover;
use crate::document::Source;
use crate::error::Result;
use crate::item::{Item, RecordReport};
use crate::reader::Reader;
use crate::reason::Reason;
use crate::settings::ReadSettings;
use std::ffi::OsStr;

/// Opens the collection at `path`: an archive, a folder with everything below it, a pattern such as
/// `crawl/*.warc.gz`, or `-` for standard input.
///
/// # Errors
/// If `path` does not exist or cannot be read, or if it is a single file of unknown format.
pub fn open(path: impl AsRef<OsStr>) -> Result<Collection> {
    Collection::open(&[path])
}

/// The archives below some paths, and the settings to read them with. Iterate over it for its
/// [`Item`]s.
#[derive(Debug, Clone)]
pub struct Collection {
    archives: Vec<Archive>,
    settings: ReadSettings,
}

impl Collection {
    /// Opens several paths as one collection, in the order given; each as in [`open`].
    ///
    /// # Errors
    /// If a path does not exist or cannot be read, or if it is a single file of unknown format.
    pub fn open<S: AsRef<OsStr>>(paths: &[S]) -> Result<Self> {
        Ok(Self { archives: discover(paths)?, settings: ReadSettings::default() })
    }

    /// Sets which documents to read, and the limits.
    #[must_use]
    pub fn settings(self, settings: ReadSettings) -> Self {
        Self { settings, ..self }
    }

    /// Returns the archives, in reading order.
    pub fn archives(&self) -> &[Archive] {
        &self.archives
    }
}

impl IntoIterator for Collection {
    type Item = Item;
    type IntoIter = CollectionReader;

    fn into_iter(self) -> CollectionReader {
        let Self { archives, settings } = self;
        CollectionReader { archives: archives.into_iter(), settings, open: None, finished: 0 }
    }
}

impl IntoIterator for &Collection {
    type Item = Item;
    type IntoIter = CollectionReader;

    fn into_iter(self) -> CollectionReader {
        self.clone().into_iter()
    }
}

/// Reads the archives of a [`Collection`] one after the other. An archive that cannot be opened any
/// more is one skipped record, with [`Reason::Unreadable`].
pub struct CollectionReader {
    archives: std::vec::IntoIter<Archive>,
    settings: ReadSettings,
    open: Option<Reader>,
    /// Records of the archives that are done.
    finished: u64,
}

impl CollectionReader {
    /// Returns the number of records started so far; at the end, documents and skips must add up to
    /// it.
    pub fn records(&self) -> u64 {
        self.finished + self.open.as_ref().map_or(0, Reader::records)
    }

    /// Opens `archive`. If that fails, returns the report of a skipped record.
    fn start(&mut self, archive: &Archive) -> Option<Item> {
        match archive.open(&self.settings) {
            Ok(reader) => {
                self.open = Some(reader);
                None
            }
            Err(error) => {
                self.finished += 1;
                let source = Source { archive: archive.name.clone(), offset: 0 };
                let record = String::new();
                let detail = error.to_string();
                Some(Item::Skipped(RecordReport {
                    source,
                    record,
                    reason: Reason::Unreadable,
                    detail,
                    bytes: archive.bytes,
                }))
            }
        }
    }
}

impl Iterator for CollectionReader {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(reader) = &mut self.open {
                if let Some(item) = reader.next() {
                    return Some(item);
                }
                self.finished += reader.records();
                self.open = None;
            }
            let archive = self.archives.next()?;
            if let Some(report) = self.start(&archive) {
                return Some(report);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(docno: &str) -> String {
        format!("{{\"docno\":\"{docno}\",\"text\":\"x\"}}\n")
    }

    #[test]
    fn a_collection_gives_the_items_of_its_archives_and_a_vanished_file_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("a.jsonl", line("a1") + &line("a2")),
            ("b.jsonl", line("b")),
            ("c.jsonl", line("c") + "?\n"),
        ] {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let collection = open(folder.path()).unwrap();
        assert_eq!(collection.archives().len(), 3);
        std::fs::remove_file(folder.path().join("b.jsonl")).unwrap();
        let mut reader = collection.into_iter();
        let mut docnos = Vec::new();
        let mut reports = Vec::new();
        for item in &mut reader {
            reports.extend(item.report().map(|report| (report.reason, report.source.offset)));
            docnos.extend(item.document().map(|document| document.docno));
        }
        assert_eq!(docnos, ["a1", "a2", "c"]);
        assert_eq!(
            reports,
            [(Reason::Unreadable, 0), (Reason::DamagedRecord, line("c").len() as u64)]
        );
        assert_eq!(reader.records(), 5);
    }

    #[test]
    fn settings_apply_to_every_archive() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.jsonl"), "{\"docno\":\"a\",\"text\":\"long\"}\n")
            .unwrap();
        let collection = open(folder.path())
            .unwrap()
            .settings(ReadSettings { max_record: 4, ..ReadSettings::default() });
        for _ in 0..2 {
            let reasons: Vec<_> =
                (&collection).into_iter().filter_map(|item| Some(item.report()?.reason)).collect();
            assert_eq!(reasons, [Reason::RecordLimit]);
        }
    }
}
