//! The same pages in every container and compression give the same index.

use crate::case::{Case, assert_refused};
use flate2::read::MultiGzDecoder;
use serde_json::json;
use std::io::{Cursor, Read, Write};
use tamis::job::{Built, LabelJob};
use tamis_testing::pages::{PAGES, html};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

/// The WARC records of [`PAGES`], one by one, behind the file's own.
fn records(case: &Case) -> Vec<Vec<u8>> {
    case.warc("made.warc.gz", PAGES.len());
    let bytes = std::fs::read(case.path("made.warc.gz")).expect("a file");
    std::fs::remove_file(case.path("made.warc.gz")).expect("a file");
    let mut plain = String::new();
    MultiGzDecoder::new(&bytes[..]).read_to_string(&mut plain).expect("gzip");
    plain.split_inclusive("\r\n\r\nWARC/1.0").fold(Vec::new(), |mut records, part| {
        // Each part ends with the next record's version line.
        let record = part.strip_suffix("WARC/1.0").unwrap_or(part);
        let version = if records.is_empty() { "" } else { "WARC/1.0" };
        records.push(format!("{version}{record}").into_bytes());
        records
    })
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::stream::encode_all(bytes, 3).expect("zstd")
}

/// Frames behind the dictionary that they were made with, as the IIPC's proposal has them.
fn with_dictionary(records: &[Vec<u8>]) -> Vec<u8> {
    let samples: Vec<_> = records.iter().cycle().take(100).collect();
    let dictionary = zstd::dict::from_samples(&samples, 2048).expect("a dictionary");
    let stored = zstd(&dictionary);
    let mut bytes =
        [&[0x5d, 0x2a, 0x4d, 0x18], &(stored.len() as u32).to_le_bytes()[..], &stored].concat();
    let mut compressor =
        zstd::bulk::Compressor::with_dictionary(3, &dictionary).expect("a compressor");
    for record in records {
        bytes.extend(compressor.compress(record).expect("a frame"));
    }
    bytes
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes).expect("bzip2");
    encoder.finish().expect("bzip2")
}

fn wacz(warc: &[u8], method: CompressionMethod) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("archive/data.warc", SimpleFileOptions::default().compression_method(method))
        .expect("an entry");
    zip.write_all(warc).expect("an entry");
    zip.finish().expect("a zip file").into_inner()
}

/// An ARC file of the pages; they have no names there.
fn arc() -> String {
    let mut text = String::from(
        "filedesc://x.arc 0.0.0.0 20060217000000 text/plain 20\n1 0 tamis\nURL length\n",
    );
    for page in &PAGES {
        let block = format!("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n{}", html(page));
        text += &format!(
            "http://{}.example/ 1.2.3.4 20060217000000 text/html {}\n{block}\n",
            page.0,
            block.len()
        );
    }
    text
}

/// Pages, blocks and tokens of an index.
fn contents(built: &Built) -> [u64; 3] {
    [built.counts.pages, built.counts.blocks, built.counts.tokens]
}

/// Records that were skipped and defects of others, by reason.
fn losses(built: &Built) -> [serde_json::Value; 2] {
    [json!(built.counts.skipped), json!(built.counts.defective)]
}

#[test]
fn the_same_pages_in_any_container_give_the_same_index() {
    let case = Case::default();
    let records = records(&case);
    assert_eq!(records.len(), PAGES.len() + 1);
    let plain = records.concat();
    case.file("plain.warc", &plain);
    let expected = contents(&case.index("plain", &["plain.warc"]));
    assert_eq!(expected[0], 5);
    let containers: [(&str, Vec<u8>); 7] = [
        ("frames.warc.zst", records.iter().flat_map(|record| zstd(record)).collect()),
        ("dictionary.warc.zst", with_dictionary(&records)),
        ("whole.warc.zst", zstd(&plain)),
        ("streams.warc.bz2", records.iter().flat_map(|record| bzip2(record)).collect()),
        ("stored.wacz", wacz(&plain, CompressionMethod::Stored)),
        ("deflated.wacz", wacz(&plain, CompressionMethod::Deflated)),
        ("x.arc", arc().into_bytes()),
    ];
    for (name, bytes) in containers {
        // In a folder, and by a name that says nothing.
        let folder = format!("{name}.d");
        case.file(&format!("{folder}/file"), &bytes);
        let built = case.index(&format!("{name}.index"), &[&folder]);
        assert_eq!(contents(&built), expected, "{name}");
    }
    let list = case.losses("stored.wacz.index");
    assert!(list.contains("stored.wacz.d/file!/archive/data.warc\t0\t"), "{list}");
}

#[test]
fn a_zip_file_that_is_no_wacz_is_refused_by_name() {
    let case = Case::default();
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("word/document.xml", SimpleFileOptions::default()).expect("an entry");
    case.file("letter.docx", zip.finish().expect("a zip file").into_inner());
    let refused = case.build("index", &["letter.docx"]).run(&());
    assert_refused(refused, &["letter.docx", "a zip file", "not a WACZ"]);
}

#[test]
fn a_damaged_archive_in_a_folder_is_damage() {
    let case = Case::default();
    let records = records(&case);
    let members: Vec<u8> = records.iter().flat_map(|record| zstd(record)).collect();
    // Six records: one describes the file. The first 64 KiB are gone, with the first three.
    let behind: Vec<u8> = records[3..].iter().flat_map(|record| zstd(record)).collect();
    case.file("folder/a.warc.zst", [&vec![0; 64 << 10][..], &behind].concat());
    case.file("folder/b.warc.gz", vec![0; 5000]);
    case.file("folder/c.jsonl", "{bad\n{\"id\":\"json-1\",\"text\":\"A kettle\"}\n");
    case.file("folder/d.warc.lz4", b"\x04\x22\x4d\x18\x64\x40\xa7 and so on");
    case.file("folder/logo.png", b"\x89PNG\r\n\x1a\n\0\0");
    let built = case.index("index", &["folder"]);
    assert_eq!(built.counts.pages, 4);
    let mut reasons = built.counts.skipped.clone();
    reasons.add(&built.counts.defective);
    let expected =
        json!({"damaged_member": 2, "damaged_record": 1, "not_html": 1, "unreadable": 1});
    assert_eq!(json!(reasons), expected);
    let list = case.losses("index");
    assert!(list.contains("folder/d.warc.lz4\t0\td.warc.lz4\tskipped\tunreadable\t"), "{list}");
    assert!(list.contains("lz4 data; unpack it"), "{list}");
    case.assert_whole("index");
    let mut strict = case.build("strict", &["folder"]);
    strict.max_damaged = Some(0);
    assert_refused(strict.run(&()), &["allow more damaged records"]);
    // Named directly they are the same, but what cannot be read at all is refused.
    let built = case.index("b", &["folder/b.warc.gz"]);
    assert_eq!(losses(&built)[0], json!({"damaged_member": 1}));
    assert_refused(built.check_pages(), &["no page was indexed"]);
    let refused = case.build("d", &["folder/d.warc.lz4"]).run(&());
    assert_refused(refused, &["lz4 data", "unpack"]);
    // The same archives undamaged.
    case.file("whole/a.warc.zst", members);
    assert_eq!(case.index("whole-index", &["whole"]).counts.pages, 5);
}

#[test]
fn a_damaged_wacz_loses_no_page_and_says_what_is_wrong() {
    let case = Case::default();
    let whole = wacz(&records(&case).concat(), CompressionMethod::Stored);
    let end = whole.len() - 22;
    let mut count = whole.clone();
    // The number of entries; there is one.
    count[end + 8..end + 12].fill(2);
    let mut text = whole.clone();
    let place = text.windows(7).rposition(|bytes| bytes == b"Kettle ").expect("a page");
    text[place] = b'k';
    for (name, bytes, damaged) in
        [("cut", &whole[..end - 20], 2), ("count", &count, 1), ("text", &text, 1)]
    {
        case.file(&format!("{name}/data.wacz"), bytes);
        let out = format!("{name}.index");
        let built = case.index(&out, &[name]);
        assert_eq!((built.counts.pages, built.damaged), (5, damaged), "{name}");
        let mut reasons = built.counts.skipped.clone();
        reasons.add(&built.counts.defective);
        assert_eq!(json!(reasons)["damaged_member"], damaged);
        case.assert_whole(&out);
        // Nothing is new: the damage is known by its place.
        assert_eq!(case.index(&out, &[name]).damaged, 0);
    }
    assert!(case.losses("count.index").contains("count/data.wacz\t"));
    assert!(case.losses("text.index").contains("text/data.wacz!/archive/data.warc\t"));
    // The archives are found and read once more.
    let (index, classifiers) = (case.path("count.index"), vec!["bte".to_owned()]);
    LabelJob { index, classifiers, ..LabelJob::default() }.run(&()).unwrap();
}

#[test]
fn a_damaged_frame_costs_itself() {
    let case = Case::default();
    let frames: Vec<_> = records(&case).iter().map(|record| zstd(record)).collect();
    let mut bytes = frames.concat();
    let third: usize = frames[..2].iter().map(Vec::len).sum();
    bytes[third + 40..third + 80].fill(0xff);
    case.file("bad.warc.zst", bytes);
    let built = case.index("index", &["bad.warc.zst"]);
    assert_eq!((built.counts.pages, built.damaged), (4, 1));
    let list = case.losses("index");
    assert!(list.contains(&format!("bad.warc.zst\t{third}\t")), "{list}");
    assert!(list.contains("a zstd frame that does not decompress"), "{list}");
}

#[test]
fn a_wet_page_has_a_block_a_line() {
    let case = Case::default();
    let text = "A penguin walks over the ice\nto the sea\nand in the autumn it walks back\n";
    let length = text.len();
    let record = format!(
        "WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Record-ID: <urn:wet-1>\r\nContent-Type: \
         text/plain\r\nContent-Length: {length}\r\n\r\n{text}\r\n\r\n"
    );
    case.file("x.warc.wet", record);
    let built = case.index("index", &["x.warc.wet"]);
    assert_eq!((built.counts.pages, built.counts.blocks), (1, 3));
}
