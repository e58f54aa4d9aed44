//! Reads any bytes in the formats of archives: the ledger's equation holds, and a reader that
//! starts at another's checkpoint returns the same items as that one.

use tamis_collection::{Archive, ArchiveKind, Item, ReadSettings, RecordReport};
use tamis_collection::{Body, RawDocument};

/// The items of an archive, and the records that its reader counted.
pub struct ReadItems {
    pub items: Vec<Record>,
    pub records: u64,
}

/// An item in a form that compares.
#[derive(Debug, PartialEq, Eq)]
pub enum Record {
    Document(RawDocument),
    Skipped(RecordReport),
    Defective(RecordReport),
}

impl From<Item> for Record {
    fn from(item: Item) -> Self {
        match item {
            Item::Document(document) => Self::Document(document),
            Item::Skipped(report) => Self::Skipped(report),
            Item::Defective(report) => Self::Defective(report),
        }
    }
}

impl Record {
    fn counts(&self) -> bool {
        !matches!(self, Self::Defective(_))
    }
}

/// The formats with one record per line.
const LINES: [ArchiveKind; 2] = [ArchiveKind::Jsonl, ArchiveKind::Tsv];

/// Any bytes are read to their end in the format that they show, or in every format if they show
/// none. A format of lines has at most one record per line.
pub fn formats(bytes: &[u8]) {
    let shown = Archive::from_bytes("fuzz", bytes).map(|archive| archive.kind);
    let lines = bytes.split(|byte| *byte == b'\n').count() as u64;
    for kind in ArchiveKind::ALL {
        if shown.is_none_or(|shown| shown == *kind) {
            for outcome in archive(bytes, *kind) {
                let is_right =
                    !LINES.contains(kind) || !is_plain(bytes) || outcome.records <= lines;
                assert!(is_right, "{} records on {lines} lines", outcome.records);
            }
        }
    }
}

/// Returns whether no compression is looked for in a file.
fn is_plain(bytes: &[u8]) -> bool {
    let Some(start) = bytes.get(..16) else { return false };
    start.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace())
        && !bytes.starts_with(b"BZh")
}

/// Any bytes are the block of a WARC response (its head, its chunks, its compression), and of one
/// record only.
pub fn http(block: &[u8]) {
    let length = block.len();
    let head = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: \
         {length}\r\n\r\n"
    );
    let bytes = [head.as_bytes(), block, b"\r\n\r\n"].concat();
    for outcome in archive(&bytes, ArchiveKind::Warc) {
        assert_eq!(outcome.records, 1, "{:#?}", outcome.items);
    }
}

/// Reads `bytes` as an archive of `kind`, within the usual limits and within ones that most pages
/// meet.
fn archive(bytes: &[u8], kind: ArchiveKind) -> Vec<ReadItems> {
    let archive = Archive::in_memory("fuzz", kind, bytes);
    let all =
        ReadSettings { include_feeds: true, include_homepages: true, ..ReadSettings::default() };
    let tight = ReadSettings { max_record: 200, max_inflated: 150, ..all.clone() };
    [all, tight].iter().map(|settings| check(&archive, settings, chance(bytes))).collect()
}

/// Reads `archive` twice, once from its start and once in two readers, of which the second begins
/// where the first stopped; `chance` says where.
pub fn check(archive: &Archive, settings: &ReadSettings, chance: u64) -> ReadItems {
    let mut whole = archive.open(settings).expect("memory opens");
    let items: Vec<Record> = whole.by_ref().map(Record::from).collect();
    let records = whole.records();
    assert_eq!(
        items.iter().filter(|item| item.counts()).count() as u64,
        records,
        "the ledger: {items:#?}"
    );
    assert!(items.first().is_none_or(Record::counts), "a defect of nothing: {items:#?}");
    for item in &items {
        if let Record::Document(document) = item {
            check_document(document, settings);
        }
    }

    let k = (chance % (items.len() as u64 + 1)) as usize;
    let mut first = archive.open(settings).expect("memory opens");
    for item in &items[..k] {
        assert_eq!(first.next().map(Record::from).as_ref(), Some(item), "read twice");
    }
    let checkpoint = first.checkpoint();
    let mut second = archive.resume(settings, checkpoint).expect("memory opens");
    assert_eq!(second.checkpoint(), checkpoint, "behind {k} items");
    let rest: Vec<Record> = second.by_ref().map(Record::from).collect();
    assert_eq!(rest, items[k..], "behind {k} items, at {checkpoint:?}");
    assert_eq!(first.records() + second.records(), records, "behind {k} items, at {checkpoint:?}");
    ReadItems { items, records }
}

/// A document's name fits into a run, and the document is no larger than the limits.
fn check_document(document: &RawDocument, settings: &ReadSettings) {
    let docno = &document.docno;
    assert!(
        !docno.is_empty() && !docno.contains(|c: char| c.is_whitespace() || c.is_control()),
        "docno {docno:?}"
    );
    let limit = settings.max_record.max(settings.max_inflated) as usize;
    let (bytes, limit) = match &document.body {
        Body::Html(bytes) => (bytes.len(), limit),
        // A byte that is no UTF-8 becomes the three of U+FFFD.
        body => (body.size(), 3 * limit),
    };
    assert!(bytes <= limit, "{docno}: {bytes} bytes, above {limit}");
}

/// A number that depends on the bytes in no simple way (FNV-1a): every mutation tries another
/// checkpoint.
pub fn chance(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    }) >> 16
}
