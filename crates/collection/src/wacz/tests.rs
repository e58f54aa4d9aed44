use crate::{Item, Reason, Settings, WarcWriter, discover};
use std::io::{self, Write};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// A WARC file of three pages, one member each.
fn warc(folder: &TempDir) -> Vec<u8> {
    let path = folder.path().join("data.warc.gz");
    let mut writer = WarcWriter::create(&path).unwrap();
    let text: String = (0..500).map(|i| format!("<p>{}", i * i * 7919)).collect();
    for i in 0..3 {
        writer.page(&format!("page-{i}"), "http://a/", "2006-02-17T00:00:00Z", text.as_bytes()).unwrap();
    }
    writer.finish().unwrap();
    std::fs::read(path).unwrap()
}

/// A zip file with these entries behind an index; in `archive/` where the names say so.
fn zipped(entries: &[(&str, &[u8], CompressionMethod)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(io::Cursor::new(Vec::new()));
    zip.start_file("indexes/index.cdx", SimpleFileOptions::default()).unwrap();
    zip.write_all(b"com,example)/ 2006").unwrap();
    for (name, bytes, method) in entries {
        zip.start_file(*name, SimpleFileOptions::default().compression_method(*method)).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Reads the archives in a file of these bytes: returns their names, the docnos, the reasons.
fn read(folder: &TempDir, bytes: &[u8]) -> (Vec<String>, Vec<String>, Vec<Reason>) {
    let path = folder.path().join("x.wacz");
    std::fs::write(&path, bytes).unwrap();
    let (mut names, mut docnos, mut reasons) = (Vec::new(), Vec::new(), Vec::new());
    for archive in discover(&[&path]).unwrap() {
        names.push(archive.name.strip_prefix(folder.path().to_str().unwrap()).unwrap().to_owned());
        let mut reader = archive.open(&Settings::default()).unwrap();
        for item in &mut reader {
            match item {
                Item::Document(document) => docnos.push(document.docno),
                Item::Skipped(loss) | Item::Flawed(loss) => reasons.push(loss.reason),
            }
        }
    }
    (names, docnos, reasons)
}

const STORED: CompressionMethod = CompressionMethod::Stored;
const DEFLATED: CompressionMethod = CompressionMethod::Deflated;

#[test]
fn every_archive_inside_is_one_with_the_same_pages() {
    let folder = tempfile::tempdir().unwrap();
    let warc = warc(&folder);
    let bytes = zipped(&[("archive/b.warc.gz", &warc, STORED), ("archive/a.warc.gz", &warc, DEFLATED)]);
    let (names, docnos, reasons) = read(&folder, &bytes);
    assert_eq!(names, ["/x.wacz!/archive/b.warc.gz", "/x.wacz!/archive/a.warc.gz"]);
    assert_eq!(docnos, ["page-0", "page-1", "page-2", "page-0", "page-1", "page-2"]);
    assert_eq!(reasons, [Reason::NotResponse; 2]);
}

#[test]
fn a_wacz_whose_directory_is_cut_off_is_read_up_to_the_cut() {
    let folder = tempfile::tempdir().unwrap();
    let warc = warc(&folder);
    for method in [STORED, DEFLATED] {
        let bytes = zipped(&[("archive/a.warc.gz", &warc, method), ("archive/b.warc.gz", &warc, method)]);
        let directory = bytes.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
        let (_, docnos, reasons) = read(&folder, &bytes[..directory]);
        assert_eq!((docnos.len(), reasons), (6, vec![Reason::NotResponse; 2]));
        let (_, docnos, reasons) = read(&folder, &bytes[..directory - 4]);
        assert_eq!(docnos.len(), 6, "{method:?}: the last page is there up to the cut");
        assert_eq!(reasons, [Reason::NotResponse, Reason::NotResponse, Reason::Truncated], "{method:?}");
    }
}

#[test]
fn an_entry_whose_size_follows_it_is_found_without_a_directory() {
    let folder = tempfile::tempdir().unwrap();
    let warc = warc(&folder);
    let mut bytes = zipped(&[("archive/a.warc.gz", &warc, STORED), ("archive/b.warc.gz", &warc, STORED)]);
    let directory = bytes.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    bytes.truncate(directory);
    // As writers to a pipe leave it: flag 8, no sizes in the head.
    let heads: Vec<_> = (0..bytes.len() - 4).filter(|&at| bytes[at..].starts_with(b"PK\x03\x04")).collect();
    for at in &heads[1..] {
        bytes[at + 6] |= 8;
        bytes[at + 14..at + 26].fill(0);
    }
    let (names, docnos, reasons) = read(&folder, &bytes);
    assert_eq!((names.len(), docnos.len(), reasons), (2, 6, vec![Reason::NotResponse; 2]));
}

#[test]
fn a_deflated_entry_that_is_damaged_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let plain = b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 4\r\n\r\nabcd\r\n\r\n".repeat(50);
    let mut bytes = zipped(&[("archive/a.warc", &plain, DEFLATED)]);
    let crc = flate2_crc(&plain).to_le_bytes();
    let places: Vec<_> = (0..bytes.len() - 4).filter(|&at| bytes[at..].starts_with(&crc)).collect();
    places.iter().for_each(|&at| bytes[at] ^= 1);
    let (_, _, reasons) = read(&folder, &bytes);
    assert_eq!(reasons.iter().filter(|reason| **reason == Reason::NotResponse).count(), 50);
    assert_eq!(reasons.last(), Some(&Reason::DamagedMember));
}

fn flate2_crc(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

#[test]
fn what_is_no_archive_inside_is_counted_and_what_cannot_be_unpacked_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = zipped(&[("archive/readme.txt", b"nothing", STORED), ("pages/x.warc.gz", b"WARC/1.0", STORED)]);
    assert_eq!(read(&folder, &bytes).2, [Reason::NotHtml]);
    let other = folder.path().join("other.zip");
    std::fs::write(&other, zipped(&[])).unwrap();
    assert!(super::entries(&other).unwrap().is_empty(), "a zip that is not a WACZ");
    let mut bytes = zipped(&[("archive/a.warc.gz", &warc(&folder), STORED)]);
    // Method 93, zstd, in both of the entry's heads.
    for (magic, at) in [(b"PK\x03\x04", 8), (b"PK\x01\x02", 10)] {
        let head = bytes.windows(4).rposition(|bytes| bytes == magic).unwrap();
        bytes[head + at] = 93;
    }
    assert_eq!(read(&folder, &bytes).2, [Reason::Unreadable]);
}
