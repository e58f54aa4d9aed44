//! Pages whose record is in segments.

use super::{gzip, page, read, record, record_of};
use crate::{Archive, Item, ReadSettings, Reason};
use flate2::{Compression, write::GzEncoder};
use std::io::Write;

/// The block of the page `i`: its HTTP head has this field.
fn block(i: usize, field: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{field}\r\n{}", page(i))
}

/// The record of a segment, as [`record_of`] with these fields.
fn segment(id: usize, kind: &str, block: &str, fields: &str) -> Vec<u8> {
    let record = String::from_utf8(record_of(id, kind, block, None)).unwrap();
    record.replacen("\r\n", &format!("\r\n{fields}\r\n"), 1).into_bytes()
}

/// The page `i` in `count` records; the ids of those behind the first one are above 100.
fn segments(i: usize, count: usize, field: &str) -> Vec<Vec<u8>> {
    let block = block(i, field);
    let size = block.len().div_ceil(count);
    let mut records = Vec::new();
    for number in 1..=count {
        let part = &block[(number - 1) * size..(number * size).min(block.len())];
        let kind = if number == 1 { "response" } else { "continuation" };
        let mut fields = format!("WARC-Segment-Number: {number}");
        if number > 1 {
            fields += &format!("\r\nWARC-Segment-Origin-ID: <urn:{i}>");
        }
        if number == count {
            fields += &format!("\r\nWARC-Segment-Total-Length: {}", block.len());
        }
        records.push(segment(100 * (number - 1) + i, kind, part, &fields));
    }
    records
}

/// The details of all reports.
fn details(bytes: Vec<u8>, settings: &ReadSettings) -> Vec<(Reason, String)> {
    let archive = Archive::from_bytes("x.warc", bytes).unwrap();
    let items = archive.open(settings).unwrap();
    let reports = items.filter_map(|item| item.report().cloned());
    reports.map(|report| (report.reason, report.detail)).collect()
}

#[test]
fn a_page_in_segments_is_one_page() {
    let length = format!("Content-Length: {}\r\n", page(1).len());
    for count in 2..5 {
        for field in ["", &length] {
            let parts = segments(1, count, field);
            let joined = vec![Reason::NotResponse; count - 1];
            // One behind the other, and with other records between them.
            let between: Vec<Vec<u8>> =
                parts.iter().flat_map(|part| [part.clone(), record(2)]).collect();
            for records in [&parts, &between] {
                let plain = records.concat();
                let members = records.iter().flat_map(|record| gzip(record)).collect();
                for bytes in [plain, members] {
                    let (whole, reports) = read(bytes);
                    assert_eq!(whole.iter().filter(|i| **i == 1).count(), 1, "{count} {field}");
                    let reasons: Vec<Reason> = reports.iter().map(|(reason, _)| *reason).collect();
                    assert_eq!(reasons, joined, "{count} {field}");
                }
            }
        }
    }
}

#[test]
fn a_segment_without_the_others_names_them() {
    let parts = segments(1, 3, "");
    let settings = ReadSettings::default();
    let missing = "segment 3 of <urn:1> is missing: not in this file behind it".to_owned();
    let joined = "continuation: segment 2 of <urn:1>, which is read with it".to_owned();
    assert_eq!(
        details(parts[..2].concat(), &settings),
        [(Reason::NotResponse, joined), (Reason::Truncated, missing)]
    );
    // The order counts, as in the next file of a crawl.
    let alone = |number| {
        let detail = format!("continuation: segment {number} of <urn:1>, which is not before it");
        (Reason::NotResponse, detail)
    };
    assert_eq!(details([&parts[1][..], &parts[2]].concat(), &settings), [alone(2), alone(3)]);
    let missing = "segment 2 of <urn:1> is missing: not in this file behind it".to_owned();
    assert_eq!(
        details([&parts[0][..], &parts[2]].concat(), &settings),
        [alone(3), (Reason::Truncated, missing)]
    );
}

#[test]
fn a_first_segment_that_is_whole_or_no_page_waits_for_nothing() {
    let settings = ReadSettings::default();
    let length = format!("Content-Length: {}\r\n", page(1).len());
    let whole = segment(1, "response", &block(1, &length), "WARC-Segment-Number: 1");
    assert_eq!(details(whole, &settings), []);
    let film = "HTTP/1.1 200 OK\r\nContent-Type: video/x\r\n\r\nxxxx";
    let film = segment(1, "response", film, "WARC-Segment-Number: 1");
    let found = details([&film[..], &segments(1, 2, "")[1]].concat(), &settings);
    assert_eq!(found[0], (Reason::NotHtml, "video/x".to_owned()));
    assert_eq!(found.len(), 2);
}

#[test]
fn joined_pages_and_those_that_wait_stay_within_the_limit() {
    let parts = segments(1, 2, "");
    let bytes = block(1, "").len();
    let settings = ReadSettings { max_record: bytes as u64 - 10, ..ReadSettings::default() };
    let found = details(parts.concat(), &settings);
    let limit = format!("{bytes} bytes, the limit is {}", bytes - 10);
    assert_eq!(found[1], (Reason::RecordLimit, limit));
    // As many wait as there is room for.
    let firsts: Vec<u8> = (1..5).flat_map(|i| segments(i, 2, "").swap_remove(0)).collect();
    let waiting: Vec<String> =
        details(firsts, &settings).into_iter().map(|(_, detail)| detail).collect();
    assert!(waiting[0].contains("<urn:1> is missing: too many records wait"), "{waiting:?}");
    assert!(waiting[3].contains("<urn:4> is missing: not in this file"), "{waiting:?}");
    let many: Vec<u8> = (0..80).flat_map(|i| segments(i, 2, "").swap_remove(0)).collect();
    let archive = Archive::from_bytes("x.warc", many).unwrap();
    let mut reader = archive.open(&ReadSettings::default()).unwrap();
    let documents = reader.by_ref().filter(|item| matches!(item, Item::Document(_))).count();
    assert_eq!((documents, reader.records()), (80, 80));
}

#[test]
fn a_total_that_the_segments_do_not_have_is_reported() {
    let mut parts = segments(1, 2, "");
    let total = format!("WARC-Segment-Total-Length: {}", block(1, "").len());
    let text = String::from_utf8(parts[1].clone()).unwrap();
    parts[1] = text.replace(&total, "WARC-Segment-Total-Length: 9999").into_bytes();
    let (reason, detail) = &details(parts.concat(), &ReadSettings::default())[1];
    assert_eq!(*reason, Reason::WrongLength);
    assert!(detail.starts_with("2 segments of <urn:1> have "), "{detail}");
}

#[test]
fn damage_behind_a_waiting_segment_is_told_after_its_page() {
    // Stored without compression, so that a cut takes single bytes of the record's end.
    let mut encoder = GzEncoder::new(Vec::new(), Compression::none());
    encoder.write_all(&segments(1, 2, "").remove(0)).unwrap();
    encoder.write_all(b"\r\n").unwrap();
    let mut member = encoder.finish().unwrap();
    member.truncate(member.len() - "\ntrailer.".len());
    let archive = Archive::from_bytes("x.warc.gz", member).unwrap();
    let items: Vec<Item> = archive.open(&ReadSettings::default()).unwrap().collect();
    let [Item::Document(_), Item::Defective(missing), Item::Defective(damage)] = &items[..] else {
        panic!("{items:?}");
    };
    assert!(missing.detail.starts_with("segment 2 of <urn:1> is missing"), "{missing:?}");
    assert_eq!(damage.detail, "the file ends inside a gzip member");
}
