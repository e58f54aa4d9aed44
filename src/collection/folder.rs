//! Loose files -> the HTML pages among them, with their paths for docnos. A page may be gzipped.

use super::input::{Input, Raw};
use super::stream::Stream;
use super::{Item, Loss, PageFile, Reason, Settings, Stretch, docno, sniff};
use crate::page::{Body, RawDocument, Source};
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Names of pages: they are believed only of files that start with plain text.
const EXTENSIONS: [&str; 4] = ["html", "htm", "xhtml", "shtml"];

/// Loose pages, in their order.
pub(super) struct Pages {
    files: std::vec::IntoIter<PageFile>,
    settings: Settings,
    read: Arc<AtomicU64>,
}

impl Pages {
    pub(super) fn new(files: Vec<PageFile>, settings: Settings, read: Arc<AtomicU64>) -> Self {
        Self { files: files.into_iter(), settings, read }
    }
}

impl Iterator for Pages {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        let file = self.files.next()?;
        let name: Arc<str> = file.path.to_string_lossy().into();
        let item = match File::open(&file.path) {
            Ok(opened) => {
                let stream = Stream::new(Input::new(Raw::File(opened), Arc::default()));
                page(&mut Stretch { name, stream, settings: self.settings.clone() }, file.docno)
            }
            Err(error) => {
                let skip = skip(&name, file.docno, Reason::Unreadable, error.to_string(), file.bytes);
                Item::Skipped(skip)
            }
        };
        self.read.fetch_add(file.bytes, Ordering::Relaxed);
        Some(item)
    }
}

/// The one page that an archive in memory is.
pub(super) fn one(mut archive: Stretch) -> impl Iterator<Item = Item> + Send {
    let name = docno(&archive.name);
    std::iter::once_with(move || page(&mut archive, name))
}

/// Reads one file to its end.
fn page(file: &mut Stretch, docno: String) -> Item {
    let limit = file.settings.max_record;
    while file.stream.data().len() as u64 <= limit && file.stream.fill() {}
    let length = file.stream.data().len();
    let refuse = |reason: Reason, detail: &str| {
        Item::Skipped(skip(&file.name, docno.clone(), reason, detail.to_owned(), length as u64))
    };
    if length as u64 > limit {
        return refuse(Reason::RecordLimit, &format!("the limit is {limit} bytes"));
    }
    if let Some((_, fault)) = file.stream.fault_until(u64::MAX) {
        return Item::Skipped(file.fault(fault, docno));
    }
    let data = file.stream.data();
    if data.trim_ascii_start().is_empty() {
        return refuse(Reason::Empty, "");
    }
    if !is_page(&file.name, data) {
        return refuse(Reason::NotHtml, sniff::describe(data));
    }
    let source = Source { archive: file.name.clone(), offset: 0 };
    let body = Body::Html(file.stream.take(0, length));
    Item::Document(RawDocument { docno, url: String::new(), date: String::new(), source, charset: None, body })
}

/// HTML by its bytes, or plain text by the name of a page.
fn is_page(name: &str, data: &[u8]) -> bool {
    let name = name.strip_suffix(".gz").unwrap_or(name);
    let extension = Path::new(name).extension().unwrap_or_default();
    let named = EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known));
    sniff::is_html(data) || (named && sniff::is_text(data))
}

fn skip(name: &Arc<str>, record: String, reason: Reason, detail: String, bytes: u64) -> Loss {
    Loss { source: Source { archive: name.clone(), offset: 0 }, record, reason, detail, bytes }
}
