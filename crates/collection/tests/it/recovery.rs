//! The cases of shared/peers/make_broken_warcs.py and more of their kind: five records, of which
//! some are broken. Every intact record arrives whole, and every other one is reported.

use flate2::{Compression, write::GzEncoder};
use std::io::Write;
use tamis_collection::{Archive, Item, ReadSettings};
use tamis_collection::{Body, RawDocument};

struct Record {
    length: Option<usize>,
    newline: &'static str,
    version: &'static str,
    uri: Vec<u8>,
    trailer: &'static str,
}

impl Default for Record {
    fn default() -> Self {
        let uri = b"http://ex.org/".to_vec();
        Self { length: None, newline: "\r\n", version: "WARC/1.0", uri, trailer: "\r\n\r\n" }
    }
}

fn html(i: usize) -> String {
    format!("<html><body><p>{}</body></html>", format!("word{i} content text ").repeat(20))
}

impl Record {
    fn bytes(&self, i: usize) -> Vec<u8> {
        let html = html(i);
        let length = html.len();
        let block = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\r\n{html}"
        );
        let length = self.length.unwrap_or(block.len());
        let mut bytes = Vec::new();
        let fields: [&[u8]; 8] = [
            self.version.as_bytes(),
            b"WARC-Type: response",
            &format!("WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{i:012}>").into_bytes(),
            &[b"WARC-Target-URI: ", &self.uri[..]].concat(),
            b"WARC-Date: 2009-01-13T18:05:10Z",
            &format!("WARC-TREC-ID: rec-{i}").into_bytes(),
            b"Content-Type: application/http; msgtype=response",
            &format!("Content-Length: {length}").into_bytes(),
        ];
        for field in fields.into_iter().chain([&b""[..]]) {
            bytes.extend(field);
            bytes.extend(self.newline.bytes());
        }
        bytes.extend(block.bytes());
        bytes.extend(self.trailer.bytes());
        bytes
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn plain(i: usize) -> Vec<u8> {
    Record::default().bytes(i)
}

fn member(i: usize) -> Vec<u8> {
    gzip(&plain(i))
}

/// Five records of a kind.
fn all(record: &Record, lay: impl Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    (0..5).flat_map(|i| lay(&record.bytes(i))).collect()
}

/// Five members, some of them changed.
fn members(change: impl Fn(usize, &mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    for i in 0..5 {
        let mut member = member(i);
        change(i, &mut member);
        bytes.extend(member);
    }
    bytes
}

/// Five members, of which those with the numbers `which` are changed.
fn members_changed_at(which: &[usize], change: impl Fn(&mut Vec<u8>)) -> Vec<u8> {
    members(|i, member| {
        if which.contains(&i) {
            change(member);
        }
    })
}

/// Five members, of which the third is another.
fn third(bytes: &[u8]) -> Vec<u8> {
    members_changed_at(&[2], |member| *member = gzip(bytes))
}

/// Five plain records, of which the third is changed.
fn third_plain(change: impl Fn(String) -> String) -> Vec<u8> {
    let changed = change(String::from_utf8(plain(2)).unwrap());
    [plain(0), plain(1), changed.into_bytes(), plain(3), plain(4)].concat()
}

fn overwrite(bytes: &mut [u8], at: usize, n: usize) {
    bytes[at..at + n].fill(0xff);
}

/// A case: its name, its bytes, and what is reported in addition to the pages that arrive whole.
type Case = (&'static str, Vec<u8>, &'static [&'static str]);

/// Files in which the form is odd, but everything is there.
fn odd() -> Vec<Case> {
    let uri = b"http://ex.org/\x08\xc3\x28".to_vec();
    let raw = b"http://ex.org/a\nb c\n\nWARC-Odd: after a blank line".to_vec();
    let no_colon = String::from_utf8(plain(2)).unwrap().replace("WARC-Date: ", "WARC-Date ");
    let versions = ["WARC/0.17", "WARC/0.18", "WARC/1.0", "WARC/1.1", "warc/1.0"];
    let versions =
        [0, 1, 2, 3, 4].map(|i| Record { version: versions[i], ..Record::default() }.bytes(i));
    let streams =
        [gzip(&[plain(0), plain(1)].concat()), gzip(&[plain(2), plain(3), plain(4)].concat())]
            .concat();
    let with_trailer = |trailer| Record { trailer, ..Record::default() };
    vec![
        ("ok", all(&Record::default(), gzip), &[]),
        ("plain", all(&Record::default(), <[u8]>::to_vec), &[]),
        ("lf_only_headers", all(&Record { newline: "\n", ..Record::default() }, gzip), &[]),
        (
            "lf_only",
            all(&Record { newline: "\n", trailer: "\n\n", ..Record::default() }, <[u8]>::to_vec),
            &[],
        ),
        ("versions", versions.iter().flat_map(|record| gzip(record)).collect(), &[]),
        ("versions_plain", versions.concat(), &[]),
        ("bad_utf8_uri_in_2", third(&Record { uri, ..Record::default() }.bytes(2)), &[]),
        ("raw_line_breaks_in_2", third(&Record { uri: raw, ..Record::default() }.bytes(2)), &[]),
        ("header_no_colon_in_2", third(no_colon.as_bytes()), &[]),
        (
            "header_no_colon_plain",
            third_plain(|text| text.replace("WARC-Date: ", "WARC-Date ")),
            &[],
        ),
        ("no_trailing_crlf", all(&with_trailer(""), gzip), &[]),
        ("no_trailing_crlf_plain", all(&with_trailer(""), <[u8]>::to_vec), &[]),
        ("one_trailing_crlf_plain", all(&with_trailer("\r\n"), <[u8]>::to_vec), &[]),
        ("many_newlines_plain", all(&with_trailer("\r\n\n\n\r\n\r\n"), <[u8]>::to_vec), &[]),
        ("single_gzip_stream", gzip(&all(&Record::default(), <[u8]>::to_vec)), &[]),
        ("concatenated_streams", streams, &[]),
        ("zeros_between_members", members(|_, member| member.extend([0; 100])), &[]),
        ("empty_members", members(|_, member| member.extend(gzip(b""))), &[]),
    ]
}

/// Five members, of which the third has a Content-Length that is not that of its block.
fn third_of_length(length: usize) -> Vec<u8> {
    third(&Record { length: Some(length), ..Record::default() }.bytes(2))
}

/// Five plain records, of which the third has another text as its Content-Length.
fn third_plain_of_length(digits: &str) -> Vec<u8> {
    third_plain(|text| {
        let line = text.lines().find(|line| line.starts_with("Content-Length")).unwrap().to_owned();
        text.replacen(&line, &format!("Content-Length: {digits}"), 1)
    })
}

/// Five members, of which the third has a flipped bit this many bytes before its end.
fn third_flipped(from_end: usize) -> Vec<u8> {
    members_changed_at(&[2], |member| {
        let at = member.len() - from_end;
        member[at] ^= 1;
    })
}

/// Files in which a record is defective, but all five arrive.
fn defective() -> Vec<Case> {
    let wrong: &[&str] = &["defective wrong_length rec-2"];
    let none: &[&str] = &["defective no_length rec-2"];
    let check: &[&str] = &["defective damaged_member rec-2"];
    vec![
        ("clen_too_big_in_2", third_of_length(1_000_000), wrong),
        ("clen_huge_in_2", third_of_length(usize::MAX >> 1), wrong),
        ("clen_too_small_in_2", third_of_length(50), wrong),
        ("clen_too_big_plain", third_plain_of_length("1000"), wrong),
        ("clen_beyond_the_end_plain", third_plain_of_length("1000000"), wrong),
        ("clen_above_every_limit_plain", third_plain_of_length("1000000000000"), wrong),
        ("clen_too_small_plain", third_plain_of_length("50"), wrong),
        ("clen_no_number_plain", third_plain_of_length("many"), none),
        ("clen_too_big_single_stream", gzip(&third_plain_of_length("1000")), wrong),
        (
            "clen_above_every_limit_single_stream",
            gzip(&third_plain_of_length("1000000000000")),
            wrong,
        ),
        ("wrong_crc_in_2", third_flipped(8), check),
        ("wrong_isize_in_2", third_flipped(1), check),
    ]
}

/// Five members, of which some are damaged behind the head, so that the name is known.
fn corrupt_pages(which: &[usize]) -> Vec<u8> {
    members_changed_at(which, |member| {
        let place = member.len() - 40;
        overwrite(member, place, 20);
    })
}

/// Five members, of which one has no gzip header.
fn without_header(which: usize) -> Vec<u8> {
    members_changed_at(&[which], |member| overwrite(member, 0, 3))
}

/// Plain records of which the first is damaged. The third record's bytes that start a gzip member
/// do not make the file one of gzip.
fn damaged_start_plain() -> Vec<u8> {
    let uri = b"http://ex.org/\x1f\x8b\x08".to_vec();
    let third = Record { uri, ..Record::default() }.bytes(2);
    let mut bytes = [plain(0), plain(1), third, plain(3), plain(4)].concat();
    overwrite(&mut bytes, 0, 16);
    bytes
}

/// A case, and the numbers of the pages that arrive whole.
type PartialCase = (Case, &'static [usize]);

/// Files with bytes that are no records.
fn foreign() -> Vec<PartialCase> {
    let foreign = b"not a warc record at all\r\n\r\n";
    let first = [&gzip(b"foreign\r\n")[..], &member(0)].concat();
    let with_foreign = [member(0), member(1), gzip(foreign), member(3), member(4)].concat();
    let junk =
        [&member(0)[..], &member(1), b"junk between members", &member(2), &member(3), &member(4)]
            .concat();
    let after = [member(0), member(1), member(2), member(3), member(4), b"junk".to_vec()].concat();
    let first = [first, (1..5).flat_map(member).collect()].concat();
    let junk_plain = third_plain(|text| format!("some junk\r\n\r\n{text}"));
    vec![
        (("garbage_member_2", with_foreign, &["skipped damaged_record "]), &[0, 1, 3, 4]),
        (("foreign_first_member", first, &["skipped damaged_record "]), &[0, 1, 2, 3, 4]),
        (("junk_between_members", junk, &["skipped damaged_member "]), &[0, 1, 2, 3, 4]),
        (("junk_at_the_end", after, &["skipped damaged_member "]), &[0, 1, 2, 3, 4]),
        (
            ("junk_between_records_plain", junk_plain, &["skipped damaged_record "]),
            &[0, 1, 2, 3, 4],
        ),
    ]
}

/// Files in which records are destroyed.
fn destroyed() -> Vec<PartialCase> {
    let early = members_changed_at(&[2], |member| overwrite(member, 40, 20));
    let version = third_plain(|text| text.replacen("WARC/1.0", "\0\0\0\0\0\0\0\0", 1));
    vec![
        (
            ("damaged_start_plain", damaged_start_plain(), &["skipped damaged_record "]),
            &[1, 2, 3, 4],
        ),
        (("corrupt_bytes_in_2", early, &["skipped damaged_member "]), &[0, 1, 3, 4]),
        (
            ("corrupt_page_of_2", corrupt_pages(&[2]), &["skipped damaged_member rec-2"]),
            &[0, 1, 3, 4],
        ),
        (("corrupt_first", corrupt_pages(&[0]), &["skipped damaged_member rec-0"]), &[1, 2, 3, 4]),
        (("corrupt_last", corrupt_pages(&[4]), &["skipped damaged_member rec-4"]), &[0, 1, 2, 3]),
        (
            (
                "corrupt_neighbours",
                corrupt_pages(&[1, 2]),
                &["skipped damaged_member rec-1", "skipped damaged_member rec-2"],
            ),
            &[0, 3, 4],
        ),
        (
            (
                "corrupt_first_and_last",
                corrupt_pages(&[0, 4]),
                &["skipped damaged_member rec-0", "skipped damaged_member rec-4"],
            ),
            &[1, 2, 3],
        ),
        (("damaged_gzip_header_0", without_header(0), &["skipped damaged_member "]), &[1, 2, 3, 4]),
        (("damaged_gzip_header_2", without_header(2), &["skipped damaged_member "]), &[0, 1, 3, 4]),
        (("damaged_gzip_header_4", without_header(4), &["skipped damaged_member "]), &[0, 1, 2, 3]),
        (("damaged_version_line_plain", version, &["skipped damaged_record "]), &[0, 1, 3, 4]),
    ]
}

/// What an archive gives, the ledger's equation checked.
fn read(name: &str, bytes: Vec<u8>) -> (Vec<RawDocument>, Vec<String>) {
    let archive = Archive::from_bytes(name, bytes).unwrap();
    let mut reader = archive.open(&ReadSettings::default()).unwrap();
    let mut documents = Vec::new();
    let mut reports = Vec::new();
    let mut skipped = 0;
    for item in &mut reader {
        match item {
            Item::Document(document) => documents.push(document),
            Item::Skipped(report) => {
                skipped += 1;
                reports.push(format!("skipped {} {}", report.reason, report.record));
            }
            Item::Defective(report) => {
                reports.push(format!("defective {} {}", report.reason, report.record));
            }
        }
    }
    assert_eq!(documents.len() + skipped, reader.records() as usize, "{name}");
    (documents, reports)
}

fn check(name: &str, bytes: Vec<u8>, whole: &[usize], expected: &[&str]) {
    let (documents, reports) = read(name, bytes);
    assert_eq!(reports, expected, "{name}");
    let arrived: Vec<_> = documents.iter().map(|document| document.docno.clone()).collect();
    assert_eq!(arrived, whole.iter().map(|i| format!("rec-{i}")).collect::<Vec<_>>(), "{name}");
    for (document, i) in documents.iter().zip(whole) {
        assert!(document.body == Body::Html(html(*i).into_bytes()), "{name} {}", document.docno);
    }
}

#[test]
fn odd_forms_cost_nothing() {
    for (name, bytes, reports) in odd() {
        check(name, bytes, &[0, 1, 2, 3, 4], reports);
    }
}

#[test]
fn defective_records_arrive_and_their_defects_are_reported() {
    for (name, bytes, reports) in defective() {
        check(name, bytes, &[0, 1, 2, 3, 4], reports);
    }
}

#[test]
fn foreign_and_destroyed_records_are_reported_and_cost_only_themselves() {
    for ((name, bytes, reports), whole) in foreign().into_iter().chain(destroyed()) {
        check(name, bytes, whole, reports);
    }
}

#[test]
fn of_a_cut_file_the_last_page_arrives_as_far_as_it_is_there() {
    let gz = all(&Record::default(), gzip);
    let plain = all(&Record::default(), <[u8]>::to_vec);
    let single = gzip(&plain);
    for (name, whole, cut) in
        [("members", gz, 20), ("plain", plain, 60), ("single stream", single, 10)]
    {
        let (documents, reports) = read(name, whole[..whole.len() - cut].to_vec());
        assert_eq!(
            (documents.len(), reports),
            (5, vec!["defective truncated rec-4".to_owned()]),
            "{name}"
        );
        let Body::Html(last) = &documents[4].body else { panic!() };
        assert!(!last.is_empty() && html(4).as_bytes().starts_with(last), "{name}");
    }
}

#[test]
fn a_cut_that_leaves_nothing_of_a_page_is_a_skip_with_its_name() {
    let whole = all(&Record::default(), <[u8]>::to_vec);
    let head = plain(4).len() - html(4).len() - 4;
    let http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 000\r\n\r\n".len();
    for left in 0..=http {
        let (documents, reports) =
            read("cut", whole[..whole.len() - plain(4).len() + head - http + left].to_vec());
        assert_eq!(
            (documents.len(), reports),
            (4, vec!["skipped truncated rec-4".to_owned()]),
            "{left}"
        );
    }
    // The file that shared/peers/make_broken_warcs.py cuts.
    let whole = all(&Record::default(), gzip);
    let (documents, reports) = read("truncated_at_end", whole[..whole.len() - 60].to_vec());
    assert_eq!((documents.len(), reports), (4, vec!["skipped truncated rec-4".to_owned()]));
}

#[test]
fn behind_a_stream_that_breaks_the_next_members_arrive() {
    let mut stream = gzip(&all(&Record::default(), <[u8]>::to_vec));
    let place = stream.len() - 40;
    overwrite(&mut stream, place, 20);
    let (documents, reports) = read("stream", [stream, (5..8).flat_map(member).collect()].concat());
    // How many records of the stream arrive depends on where inflating notices.
    let last: Vec<_> =
        documents[documents.len() - 3..].iter().map(|document| document.docno.as_str()).collect();
    assert_eq!((documents[0].docno.as_str(), last), ("rec-0", vec!["rec-5", "rec-6", "rec-7"]));
    assert!(
        reports.iter().any(|report| report.starts_with("skipped damaged_member")),
        "{reports:?}"
    );
}
