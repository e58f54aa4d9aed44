//! Reads a WARC file with the crates warc and fastwarc, as their documentation shows it: how many
//! records arrive, how many of them with the page that was written, and which errors are reported.
//! Prints `records TAB whole TAB errors TAB the first error`.
//!
//! usage: readers warc|fastwarc FILE

use fastwarc::warc::iter::ArchiveIterator;
use fastwarc::warc::record::{AutoDecode, SharedWarcRecord};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufReader, Read};
use warc::WarcReader;

/// More errors than this in a row are an endless loop.
const MAX_ERRORS: usize = 10_000;

#[derive(Default)]
struct ReadItems {
    records: usize,
    whole: BTreeSet<u8>,
    errors: usize,
    first: String,
}

impl ReadItems {
    fn record(&mut self, http: &[u8]) {
        self.records += 1;
        self.whole.extend(page_of(http));
    }

    fn error(&mut self, error: impl std::fmt::Display) {
        if self.errors == 0 {
            self.first = error.to_string().replace(char::is_control, " ");
        }
        self.errors += 1;
    }
}

/// The number of the page that the generators write, if a body, with or without its HTTP head, is
/// one.
fn page_of(http: &[u8]) -> Option<u8> {
    let body =
        http.windows(4).position(|four| four == b"\r\n\r\n").map_or(http, |head| &http[head + 4..]);
    let number = *body.strip_prefix(b"<html><body><p>word")?.first()?;
    let text = format!("word{} content text ", char::from(number)).repeat(20);
    (body == format!("<html><body><p>{text}</p></body></html>").as_bytes()).then_some(number)
}

fn with_warc(path: &str) -> std::io::Result<ReadItems> {
    if path.ends_with(".gz") {
        Ok(read_records(WarcReader::from_path_gzip(path)?.iter_records()))
    } else {
        // `from_path` opens a file to be made, but not to be written, which the system refuses.
        Ok(read_records(WarcReader::new(BufReader::new(File::open(path)?)).iter_records()))
    }
}

type WarcRecord = warc::Record<warc::BufferedBody>;

fn read_records(records: impl Iterator<Item = Result<WarcRecord, warc::Error>>) -> ReadItems {
    let mut items = ReadItems::default();
    for record in records {
        match record {
            Ok(record) => items.record(record.body()),
            Err(error) => items.error(error),
        }
        if items.errors >= MAX_ERRORS {
            break;
        }
    }
    items
}

fn with_fastwarc(path: &str) -> std::io::Result<ReadItems> {
    let mut items = ReadItems::default();
    for record in ArchiveIterator::from_path(path)?.with_decode_http_payload(AutoDecode::All) {
        let mut body = Vec::new();
        let read = record.and_then(|record| {
            record.with_mut(|record| {
                record.reader_mut().map_or(Ok(0), |reader| reader.read_to_end(&mut body))
            })
        });
        match read {
            Ok(_) => items.record(&body),
            Err(error) => items.error(error),
        }
        if items.errors >= MAX_ERRORS {
            break;
        }
    }
    Ok(items)
}

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let ReadItems { records, whole, errors, first } = match &arguments[1..] {
        [reader, path] if reader == "warc" => with_warc(path)?,
        [reader, path] if reader == "fastwarc" => with_fastwarc(path)?,
        _ => return Err(std::io::Error::other("usage: readers warc|fastwarc FILE")),
    };
    let whole = whole.len();
    println!("{records}\t{whole}\t{errors}\t{first}");
    Ok(())
}
