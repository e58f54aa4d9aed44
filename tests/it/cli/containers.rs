//! The same pages in every container and compression give the same index.

use crate::case::{Case, PAGES, html};
use flate2::read::MultiGzDecoder;
use std::io::{Cursor, Read, Write};
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
fn contents(case: &Case, index: &str) -> [u64; 3] {
    let stats = case.tamis(&format!("stats {index} --json")).ends(0).json();
    ["pages", "blocks", "tokens"]
        .map(|key| stats[key].as_u64().unwrap_or_else(|| panic!("{key}: {stats}")))
}

case!(the_same_pages_in_any_container_give_the_same_index, |case| {
    let records = records(&case);
    assert_eq!(records.len(), PAGES.len() + 1);
    let plain = records.concat();
    case.file("plain.warc", &plain);
    case.tamis("index plain.warc --out plain").ends(0);
    let expected = contents(&case, "plain");
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
        case.file(&format!("{name}.d/file"), &bytes);
        case.tamis(&format!("index {name}.d --out {name}.index")).ends(0).says(&["5 pages"]);
        assert_eq!(contents(&case, &format!("{name}.index")), expected, "{name}");
    }
    let list = case.read("stored.wacz.index/losses.tsv");
    assert!(list.contains("stored.wacz.d/file!/archive/data.warc\t0\t"), "{list}");
});

case!(a_zip_file_that_is_no_wacz_is_refused_by_name, |case| {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("word/document.xml", SimpleFileOptions::default()).expect("an entry");
    case.file("letter.docx", zip.finish().expect("a zip file").into_inner());
    case.tamis("index letter.docx --out index").ends(1).says(&[
        "letter.docx",
        "a zip file",
        "not a WACZ",
    ]);
});

case!(a_damaged_archive_in_a_folder_is_damage, |case| {
    let records = records(&case);
    let members: Vec<u8> = records.iter().flat_map(|record| zstd(record)).collect();
    // Six records: one describes the file. The first 64 KiB are gone, with the first three.
    let behind: Vec<u8> = records[3..].iter().flat_map(|record| zstd(record)).collect();
    case.file("folder/a.warc.zst", [&vec![0; 64 << 10][..], &behind].concat());
    case.file("folder/b.warc.gz", vec![0; 5000]);
    case.file("folder/c.jsonl", "{bad\n{\"id\":\"json-1\",\"text\":\"A kettle\"}\n");
    case.file("folder/d.warc.lz4", b"\x04\x22\x4d\x18\x64\x40\xa7 and so on");
    case.file("folder/logo.png", b"\x89PNG\r\n\x1a\n\0\0");
    let parts = ["4 pages", "damaged_member 2", "damaged_record 1", "unreadable 1", "not_html 1"];
    case.tamis("index folder --out index").ends(3).says(&parts);
    let list = case.read("index/losses.tsv");
    assert!(list.contains("folder/d.warc.lz4\t0\td.warc.lz4\tskipped\tunreadable\t"), "{list}");
    assert!(list.contains("lz4 data; unpack it"), "{list}");
    case.tamis("verify index").ends(0);
    case.tamis("index folder --out strict --strict").ends(1);
    // Named directly they are the same, but what cannot be read at all is refused.
    case.tamis("index folder/b.warc.gz --out b").ends(1).says(&["damaged_member 1"]);
    case.tamis("index folder/d.warc.lz4 --out d").ends(1).says(&["lz4 data", "unpack"]);
    // The same archives undamaged.
    case.file("whole/a.warc.zst", members);
    case.tamis("index whole --out whole-index").ends(0).says(&["5 pages"]);
});

case!(a_damaged_wacz_loses_no_page_and_says_what_is_wrong, |case| {
    let whole = wacz(&records(&case).concat(), CompressionMethod::Stored);
    let end = whole.len() - 22;
    let mut count = whole.clone();
    // The number of entries; there is one.
    count[end + 8..end + 12].fill(2);
    let mut text = whole.clone();
    let place = text.windows(7).rposition(|bytes| bytes == b"Kettle ").expect("a page");
    text[place] = b'k';
    let cases = [
        ("cut", &whole[..end - 20], "damaged_member 2"),
        ("count", &count, "damaged_member 1"),
        ("text", &text, "damaged_member 1"),
    ];
    for (name, bytes, reason) in cases {
        case.file(&format!("{name}/data.wacz"), bytes);
        case.tamis(&format!("index {name} --out {name}.index")).ends(3).says(&["5 pages", reason]);
        case.tamis(&format!("verify {name}.index")).ends(0);
        // Nothing is new: the damage is known by its place.
        case.tamis(&format!("index {name} --out {name}.index")).says(&["already in the index: "]);
    }
    assert!(case.read("count.index/losses.tsv").contains("count/data.wacz\t"));
    assert!(case.read("text.index/losses.tsv").contains("text/data.wacz!/archive/data.warc\t"));
    // The archives are found and read once more.
    case.tamis("label count.index --classifier bte").ends(0);
});

case!(a_damaged_frame_costs_itself, |case| {
    let frames: Vec<_> = records(&case).iter().map(|record| zstd(record)).collect();
    let mut bytes = frames.concat();
    let third: usize = frames[..2].iter().map(Vec::len).sum();
    bytes[third + 40..third + 80].fill(0xff);
    case.file("bad.warc.zst", bytes);
    case.tamis("index bad.warc.zst --out index").ends(3).says(&["4 pages", "damaged_member 1"]);
    assert!(case.read("index/losses.tsv").contains(&format!("bad.warc.zst\t{third}\t")));
    assert!(case.read("index/losses.tsv").contains("a zstd frame that does not decompress"));
});

case!(a_wet_page_has_a_block_a_line, |case| {
    let text = "A penguin walks over the ice\nto the sea\nand in the autumn it walks back\n";
    let length = text.len();
    let record = format!(
        "WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Record-ID: <urn:wet-1>\r\nContent-Type: \
         text/plain\r\nContent-Length: {length}\r\n\r\n{text}\r\n\r\n"
    );
    case.file("x.warc.wet", record);
    case.tamis("index x.warc.wet --out index").ends(0).says(&["1 page,", "3 blocks"]);
});
