use crate::Body;
use crate::{Archive, Item, ReadSettings, Reason};
use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;
use std::io::Write;

mod cut;
mod segmented;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn page(i: usize) -> String {
    format!("<html><body><p>page {i} {}</body></html>", "has words ".repeat(20))
}

fn record_of(i: usize, kind: &str, http: &str, length: Option<usize>) -> Vec<u8> {
    let length = length.unwrap_or(http.len());
    format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:{i}>\r\nWARC-Target-URI: \
         http://ex.org/{i}\r\nContent-Type: application/http; msgtype={kind}\r\nContent-Length: \
         {length}\r\n\r\n{http}\r\n\r\n"
    )
    .into_bytes()
}

fn record(i: usize) -> Vec<u8> {
    record_of(
        i,
        "response",
        &format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{}", page(i)),
        None,
    )
}

fn wrong(i: usize, length: usize) -> Vec<u8> {
    record_of(
        i,
        "response",
        &format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{}", page(i)),
        Some(length),
    )
}

/// The numbers of the pages that arrive whole, and all reasons with their offsets.
fn read_with(bytes: Vec<u8>, settings: &ReadSettings) -> (Vec<usize>, Vec<(Reason, u64)>) {
    let archive = Archive::from_bytes("x.warc.gz", bytes).unwrap();
    let mut whole = Vec::new();
    let mut skips = Vec::new();
    for item in archive.open(settings).unwrap() {
        match item {
            Item::Document(document) => {
                let i: usize = document.url.rsplit('/').next().unwrap().parse().unwrap();
                assert_eq!(document.docno, format!("<urn:{i}>"));
                if document.body == Body::Html(page(i).into_bytes()) {
                    whole.push(i);
                }
            }
            Item::Skipped(skip) | Item::Defective(skip) => {
                skips.push((skip.reason, skip.source.offset));
            }
        }
    }
    (whole, skips)
}

fn read(bytes: Vec<u8>) -> (Vec<usize>, Vec<(Reason, u64)>) {
    read_with(bytes, &ReadSettings::default())
}

#[test]
fn records_are_read_from_members_from_one_stream_and_plain() {
    let plain: Vec<u8> = (0..5).flat_map(record).collect();
    let members: Vec<u8> = (0..5).flat_map(|i| gzip(&record(i))).collect();
    for bytes in [gzip(&plain), members, plain] {
        assert_eq!(read(bytes), (vec![0, 1, 2, 3, 4], vec![]));
    }
}

/// Reads an archive of documents: returns their offsets.
fn read_offsets(bytes: Vec<u8>) -> Vec<u64> {
    let archive = Archive::from_bytes("x", bytes).unwrap();
    let mut offsets = Vec::new();
    for item in archive.open(&ReadSettings::default()).unwrap() {
        match item {
            Item::Document(document) => offsets.push(document.source.offset),
            Item::Skipped(skip) | Item::Defective(skip) => panic!("{skip:?}"),
        }
    }
    offsets
}

/// The offsets of three parts in a file of them.
fn offsets_of(parts: &[Vec<u8>]) -> Vec<u64> {
    vec![0, parts[0].len() as u64, (parts[0].len() + parts[1].len()) as u64]
}

#[test]
fn offsets_are_the_members_where_members_are_records_else_the_streams() {
    let records: Vec<_> = (0..3).map(record).collect();
    let members: Vec<_> = records.iter().map(|record| gzip(record)).collect();
    assert_eq!(read_offsets(members.concat()), offsets_of(&members));
    assert_eq!(read_offsets(gzip(&records.concat())), offsets_of(&records));
    assert_eq!(read_offsets(records.concat()), offsets_of(&records));
}

#[test]
fn wrong_lengths_lose_nothing_with_members_or_without() {
    for length in [0, 50, 10_000, 100_000_000, usize::MAX >> 1] {
        let records = [record(0), wrong(1, length), record(2), record(3)];
        for gz in [true, false] {
            let bytes: Vec<u8> =
                if gz { records.iter().flat_map(|r| gzip(r)).collect() } else { records.concat() };
            let (whole, skips) = read(bytes);
            let reasons: Vec<_> = skips.iter().map(|(reason, _)| *reason).collect();
            assert_eq!(
                (whole, reasons),
                (vec![0, 1, 2, 3], vec![Reason::WrongLength]),
                "{length} {gz}"
            );
        }
    }
}

#[test]
fn a_record_of_very_many_members_is_read_in_one_go() {
    for part in [&b""[..], b"x"] {
        // Were every member searched for records from the record's start, this would not come to an
        // end.
        let mut bytes = gzip(&wrong(0, 1 << 40));
        bytes.extend(gzip(part).repeat(200_000));
        bytes.extend(gzip(&record(1)));
        let (whole, skips) = read(bytes);
        assert_eq!(whole.last(), Some(&1));
        assert!(
            skips.iter().any(|(reason, offset)| (*reason, *offset) == (Reason::WrongLength, 0)),
            "{skips:?}"
        );
    }
}

#[test]
fn a_member_that_does_not_inflate_costs_one_record() {
    let members: Vec<_> = (0..5).map(|i| gzip(&record(i))).collect();
    let mut bytes = members.concat();
    let second: usize = members[..2].iter().map(Vec::len).sum();
    bytes[second + 40..second + 60].fill(0xff);
    assert_eq!(read(bytes), (vec![0, 1, 3, 4], vec![(Reason::DamagedMember, second as u64)]));
}

#[test]
fn a_checksum_that_differs_is_reported_and_the_page_stays() {
    let mut members: Vec<_> = (0..3).map(|i| gzip(&record(i))).collect();
    let length = members[1].len();
    members[1][length - 6] ^= 1;
    let offset = members[0].len() as u64;
    assert_eq!(read(members.concat()), (vec![0, 1, 2], vec![(Reason::DamagedMember, offset)]));
}

#[test]
fn members_that_are_no_records_are_reported_with_their_place() {
    let first = gzip(&record(0));
    let offset = first.len() as u64;
    let bytes = [first, gzip(b"not a record\r\n\r\n"), gzip(b""), gzip(&record(1))].concat();
    assert_eq!(read(bytes), (vec![0, 1], vec![(Reason::DamagedRecord, offset)]));
    let junk = [gzip(&record(0)), b"junk that is no member".to_vec(), gzip(&record(1))].concat();
    assert_eq!(read(junk), (vec![0, 1], vec![(Reason::DamagedMember, offset)]));
    let padded = [gzip(&record(0)), vec![0; 1000]].concat();
    assert_eq!(read(padded), (vec![0], vec![]));
}

#[test]
fn a_file_cut_anywhere_is_reported_unless_it_is_cut_between_records() {
    let members: Vec<_> = (0..2).map(|i| gzip(&record(i))).collect();
    let whole = members.concat();
    for cut in members[0].len() + 1..whole.len() {
        let (pages, skips) = read(whole[..cut].to_vec());
        assert_eq!(pages[0], 0);
        assert!(
            skips
                .iter()
                .any(|(reason, _)| matches!(reason, Reason::Truncated | Reason::DamagedMember)),
            "{cut}"
        );
    }
    let plain = [record(0), record(1)].concat();
    for cut in record(0).len() + 6..plain.len() - 4 {
        let (pages, skips) = read(plain[..cut].to_vec());
        assert_eq!((pages, skips[0].0), (vec![0], Reason::Truncated), "{cut}");
    }
}

fn http(head: &str, body: &str) -> String {
    format!("HTTP/1.1 {head}\r\n\r\n{body}")
}

#[test]
fn what_is_no_page_is_counted_by_reason() {
    let cases = [
        ("request", http("200 OK", "x"), Reason::NotResponse),
        ("response", http("404 Not Found\r\nContent-Type: text/html", "<p>x"), Reason::Status),
        ("response", http("200 OK\r\nContent-Type: image/png", "PNG"), Reason::NotHtml),
        ("response", http("200 OK", "plain"), Reason::NotHtml),
        ("response", http("200 OK\r\nContent-Type: text/html", " \n"), Reason::Empty),
        (
            "response",
            http("200 OK\r\nContent-Type: text/html\r\nContent-Encoding: lzma", "\u{1}\u{2}"),
            Reason::UnknownCoding,
        ),
    ];
    for (kind, block, reason) in cases {
        let bytes = [record(0), record_of(1, kind, &block, None), record(2)].concat();
        assert_eq!(read(bytes), (vec![0, 2], vec![(reason, record(0).len() as u64)]));
    }
}

#[test]
fn a_response_that_starts_with_zeros_is_damage_and_its_page_is_read_if_it_is_left() {
    let whole = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{}", page(1));
    let offset = vec![(Reason::DamagedBody, record(0).len() as u64)];
    for (zeros, pages) in [
        (4, vec![0, 1, 2]),
        (30, vec![0, 1, 2]),
        (38, vec![0, 1, 2]),
        (44, vec![0, 1, 2]),
        (whole.len(), vec![0, 2]),
    ] {
        let block = format!("{}{}", "\0".repeat(zeros), &whole[zeros..]);
        let bytes = [record(0), record_of(1, "response", &block, None), record(2)].concat();
        assert_eq!(read(bytes), (pages, offset.clone()), "{zeros}");
    }
}

#[test]
fn few_zeros_between_records_are_padding() {
    let many = "\0".repeat(8);
    for end in ["\r\n\r\n\0", "\0\r\n\r\n", "\0\0\0\r\n\0\r\n\0\n", "\0", &many] {
        let padded = |i| {
            let record = record(i);
            [record.strip_suffix(b"\r\n\r\n").unwrap(), end.as_bytes()].concat()
        };
        let plain: Vec<u8> = (0..3).flat_map(padded).collect();
        assert_eq!(read(plain), (vec![0, 1, 2], vec![]), "{end:?}");
        let members: Vec<u8> = (0..3).flat_map(|i| gzip(&padded(i))).collect();
        assert_eq!(read(members), (vec![0, 1, 2], vec![]), "{end:?}");
    }
    // More may have been a record.
    for hole in [9, 512, 4096] {
        let bytes = [record(0), vec![0; hole], record(1)].concat();
        let place = record(0).len() as u64;
        assert_eq!(read(bytes), (vec![0, 1], vec![(Reason::DamagedRecord, place)]), "{hole}");
    }
}

#[test]
fn a_damaged_head_never_makes_an_empty_page() {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html";
    for gap in ["\0\0\0\0", "xxxx", "\r\r", " ", "", "\r\nX: "] {
        let block = format!("{head}{gap}{}", page(1));
        let bytes = [record(0), record_of(1, "response", &block, None), record(2)].concat();
        assert_eq!(
            read(bytes),
            (vec![0, 1, 2], vec![(Reason::DamagedBody, record(0).len() as u64)]),
            "{gap:?}"
        );
    }
}

#[test]
fn long_records_without_a_page_pass_and_larger_ones_than_the_limit_are_reported() {
    let film = record_of(
        1,
        "response",
        &format!("HTTP/1.1 200 OK\r\nContent-Type: video/x\r\n\r\n{}", "x".repeat(3 << 20)),
        None,
    );
    let long = record_of(
        1,
        "response",
        &format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{}", "x".repeat(3 << 20)),
        None,
    );
    let settings = ReadSettings { max_record: 2 << 20, ..ReadSettings::default() };
    for (middle, reason) in [(film, Reason::NotHtml), (long, Reason::RecordLimit)] {
        for gz in [true, false] {
            let parts = [record(0), middle.clone(), record(2)];
            let parts: Vec<Vec<u8>> =
                if gz { parts.iter().map(|part| gzip(part)).collect() } else { parts.to_vec() };
            let offset = parts[0].len() as u64;
            assert_eq!(
                read_with(parts.concat(), &settings),
                (vec![0, 2], vec![(reason, offset)]),
                "{gz}"
            );
        }
    }
}

#[test]
fn large_pages_arrive_whole() {
    for size in [100_000, (1 << 20) + 5, 5_000_000] {
        let body = format!("<html>{}", "word ".repeat(size / 5));
        let large = record_of(
            1,
            "response",
            &format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}"),
            None,
        );
        let bytes = [gzip(&record(0)), gzip(&large), gzip(&record(2))].concat();
        let archive = Archive::from_bytes("x", bytes).unwrap();
        let items: Vec<_> = archive.open(&ReadSettings::default()).unwrap().collect();
        let [Item::Document(_), Item::Document(document), Item::Document(_)] = &items[..] else {
            panic!()
        };
        assert!(document.body == Body::Html(body.into_bytes()));
    }
}

#[test]
fn a_name_is_the_trec_id_else_the_record_id_else_the_place() {
    let bare = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html; charset=koi8-r\r\n\
        Content-Length: 3\r\n\r\n<p>\r\n\r\n";
    let archive = Archive::from_bytes("a/b c.warc", bare.to_vec()).unwrap();
    let items: Vec<_> = archive.open(&ReadSettings::default()).unwrap().collect();
    let [Item::Document(document)] = &items[..] else { panic!("{items:?}") };
    assert_eq!(
        (document.docno.as_str(), document.charset.as_deref()),
        ("b%20c.warc:0", Some("koi8-r"))
    );
}

proptest! {
    #[test]
    fn random_bytes_end_without_panic(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        let mut warc = b"WARC/1.0\r\n".to_vec();
        warc.extend(&bytes);
        read_any(warc);
        let mut members = gzip(&record(0));
        members.extend(&bytes);
        read_any(members);
    }

    #[test]
    fn damaged_archives_end_without_panic_and_keep_what_is_before(
        places in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        gz in any::<bool>(),
    ) {
        let mut bytes: Vec<u8> =
            (0..6).flat_map(|i| if gz { gzip(&record(i)) } else { record(i) }).collect();
        let mut first = bytes.len();
        for (place, byte) in places {
            let at = place.index(bytes.len());
            bytes[at] = byte;
            first = first.min(at);
        }
        let before = first / (bytes.len() / 6 + 1);
        let pages = read_any(bytes);
        prop_assert!(pages >= before.saturating_sub(1));
    }
}

fn read_any(bytes: Vec<u8>) -> usize {
    let Some(archive) = Archive::from_bytes("x", bytes) else { return 0 };
    let items = archive.open(&ReadSettings::default()).unwrap();
    items.filter(|item| matches!(item, Item::Document(_))).count()
}

/// A record of this type whose block is a text.
fn wet(kind: &str, media: &str, text: &str) -> String {
    let length = text.len();
    format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:wet>\r\nContent-Type: \
         {media}\r\nContent-Length: {length}\r\n\r\n{text}\r\n\r\n"
    )
}

#[test]
fn a_conversion_is_a_page_of_plain_text() {
    let bytes = [
        wet("conversion", "text/plain", "Title\nHTTP/1.1 is a text\nas any\n"),
        wet("conversion", "text/plain", " \n"),
        wet("conversion", "application/pdf", "%PDF"),
        wet("resource", "text/plain", "a text"),
    ];
    let archive = Archive::from_bytes("x.warc.wet", bytes.concat().into_bytes()).unwrap();
    let items: Vec<_> = archive.open(&ReadSettings::default()).unwrap().collect();
    let [Item::Document(page), rest @ ..] = &items[..] else { panic!("{items:?}") };
    assert_eq!(page.body, Body::text("Title\n\nHTTP/1.1 is a text\n\nas any"));
    assert_eq!((page.docno.as_str(), &page.charset), ("<urn:wet>", &None));
    let reasons: Vec<_> = rest
        .iter()
        .map(|item| match item {
            Item::Skipped(report) => (report.reason, report.detail.as_str()),
            other => panic!("{other:?}"),
        })
        .collect();
    let expected = [
        (Reason::Empty, ""),
        (Reason::NotResponse, "conversion"),
        (Reason::NotResponse, "resource"),
    ];
    assert_eq!(reasons, expected);
}
