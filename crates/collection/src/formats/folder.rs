//! Reads HTML files, one document per file. A file may be compressed.

mod saved;

use super::format::{InputFormat, Signs};
use super::jsonl;
use crate::checkpoint::Checkpoint;
use crate::compress::damage::Damage;
use crate::compress::promised::promised;
use crate::content::Refusal;
use crate::docno;
use crate::document::{Body, RawDocument, Source};
use crate::input::{Input, Raw, name_of, open};
use crate::item::{Item, RecordReport};
use crate::reason::Reason;
use crate::records::{Items, RecordStream};
use crate::settings::ReadSettings;
use crate::sniff::{self, Sniff};
use crate::stream::Stream;
use saved::Saved;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tamis_place::packing;

/// Extensions of pages. They count only if the file starts with plain text.
const EXTENSIONS: [&str; 4] = ["html", "htm", "xhtml", "shtml"];

/// Pages, each in a file of its own.
pub(super) static FORMAT: InputFormat = InputFormat {
    name: "folder",
    noun: None,
    expected: "HTML",
    signs: Signs { starts: sniff::is_html, ..Signs::NONE },
    read: |records, from| Box::new(FolderPages::one(records, from)),
};

/// An HTML file with its size and docno.
#[derive(Debug, Clone)]
pub(crate) struct PageFile {
    pub path: PathBuf,
    pub bytes: u64,
    pub docno: String,
}

/// The HTML files of a folder, in order.
pub(crate) struct FolderPages {
    files: std::vec::IntoIter<Loose>,
    settings: ReadSettings,
    read: Arc<AtomicU64>,
    /// Items of the current page that were not returned yet.
    pending: VecDeque<Item>,
    /// Number of its items already returned.
    given: u64,
    /// Number of pages before the first one of this reader.
    before: u64,
    begun: u64,
}

/// Where a page is: in a file or in memory.
enum Loose {
    File(PageFile, Sniff),
    Memory(Box<RecordStream>),
}

impl FolderPages {
    /// The pages from `from` on. `sniff` knows the formats.
    pub(crate) fn new(
        files: &[PageFile],
        settings: ReadSettings,
        read: Arc<AtomicU64>,
        from: Checkpoint,
        sniff: Sniff,
    ) -> Self {
        let before = usize::try_from(from.records).unwrap_or(usize::MAX).min(files.len());
        read.fetch_add(files[..before].iter().map(|file| file.bytes).sum(), Ordering::Relaxed);
        let files = files[before..].iter().map(|file| Loose::File(file.clone(), sniff));
        Self::from_files(files.collect(), settings, read, from)
    }

    /// The single page of an archive in memory, unless `from` is behind it.
    pub(crate) fn one(records: RecordStream, from: Checkpoint) -> Self {
        let settings = records.settings.clone();
        let pages = if from.records == 0 { vec![Loose::Memory(Box::new(records))] } else { vec![] };
        Self::from_files(pages, settings, Arc::default(), from)
    }

    fn from_files(
        files: Vec<Loose>,
        settings: ReadSettings,
        read: Arc<AtomicU64>,
        from: Checkpoint,
    ) -> Self {
        let files = files.into_iter();
        Self {
            files,
            settings,
            read,
            pending: VecDeque::new(),
            given: 0,
            before: from.records,
            begun: 0,
        }
    }
}

impl Iterator for FolderPages {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        if self.pending.is_empty() {
            let file = self.files.next()?;
            self.begun += 1;
            self.given = 0;
            self.pending = match file {
                Loose::File(file, sniff) => read(file, &self.settings, &self.read, sniff),
                Loose::Memory(mut records) => {
                    let name = docno::of_path(Path::new(&**records.name()));
                    page(&mut records, name)
                }
            };
        }
        self.given += 1;
        self.pending.pop_front()
    }
}

impl Items for FolderPages {
    fn records(&self) -> u64 {
        self.begun
    }

    fn checkpoint(&self) -> Checkpoint {
        let done = self.before + self.begun;
        if self.pending.is_empty() {
            Checkpoint { records: done, ..Checkpoint::default() }
        } else {
            Checkpoint { records: done - 1, items: self.given, ..Checkpoint::default() }
        }
    }
}

fn read(file: PageFile, settings: &ReadSettings, read: &AtomicU64, sniff: Sniff) -> VecDeque<Item> {
    let name: Arc<str> = name_of(&file.path).into();
    let items = match open(&file.path) {
        Ok(opened) => {
            let (compression, _) = promised(&name);
            let stream =
                Stream::new(Input::new(Raw::File(opened), Arc::default()), compression, sniff);
            page(
                &mut RecordStream::new(name, stream, settings.clone(), Checkpoint::default()),
                file.docno,
            )
        }
        Err(error) => {
            let source = Source { archive: name, offset: 0 };
            let reason = Reason::Unreadable;
            let detail = error.to_string();
            [Item::Skipped(RecordReport {
                source,
                record: file.docno,
                reason,
                detail,
                bytes: file.bytes,
            })]
            .into()
        }
    };
    read.fetch_add(file.bytes, Ordering::Relaxed);
    items
}

/// Reads one page to its end.
fn page(file: &mut RecordStream, docno: String) -> VecDeque<Item> {
    let most = usize::try_from(file.settings.max_record).unwrap_or(usize::MAX);
    while file.stream.data().len() <= most && file.stream.fill() {}
    let length = file.stream.data().len().min(most);
    let found = body(file, length);
    file.stream.consume(length - file.stream.position() as usize);
    let left_out = file.stream.skip(u64::MAX);
    let mut reports = Vec::new();
    let mut destroyed = false;
    while let Some((_, fault)) = file.stream.fault_until(u64::MAX) {
        destroyed |= fault.damage == Damage::Corrupt;
        reports.push(file.fault_report(fault, &docno));
    }
    if destroyed {
        file.push_skipped(reports);
        return file.take_items();
    }
    if left_out > 0 && found.is_ok() {
        let detail = format!("the limit is {most} bytes");
        reports.push(file.report(0, &docno, Reason::RecordLimit, detail, left_out));
    }
    let found = match found {
        Ok(body) => {
            let Saved { url, date } = saved::saved(&body);
            let page = RawDocument::new(docno, file.source(0), Body::Html(body));
            Ok(RawDocument { url, date, ..page })
        }
        Err((reason, detail)) => {
            Err(file.report(0, &docno, reason, detail, length as u64 + left_out))
        }
    };
    file.push(found, reports);
    file.take_items()
}

/// Returns the page in the first `length` bytes of a file.
fn body(file: &mut RecordStream, length: usize) -> Result<Vec<u8>, Refusal> {
    let data = &file.stream.data()[..length];
    if data.trim_ascii_start().is_empty() {
        return Err((Reason::Empty, String::new()));
    }
    if !is_page(file.name(), data) {
        return Err(match packing(file.name(), data) {
            Some(packing) => {
                (Reason::Unreadable, format!("{packing}; unpack it and read what comes out"))
            }
            None => match jsonl::not_in_lines(data) {
                Some((found, remedy)) => (Reason::Unreadable, format!("{found}; {remedy}")),
                None => (Reason::NotHtml, sniff::describe(data).to_owned()),
            },
        });
    }
    Ok(file.stream.take(0, length))
}

/// Describes how a file is packed: by its bytes or, if they are neither known nor text, by its
/// name.
fn packing(name: &str, data: &[u8]) -> Option<&'static str> {
    packing::of_bytes(data).or_else(|| packing::of_name(name).filter(|_| !sniff::is_text(data)))
}

/// HTML by its bytes, or plain text in a file named like a page.
fn is_page(name: &str, data: &[u8]) -> bool {
    let name = name.strip_suffix(".gz").unwrap_or(name);
    let extension = Path::new(name).extension().unwrap_or_default();
    let named = EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known));
    sniff::is_html(data) || (named && sniff::is_text(data))
}
