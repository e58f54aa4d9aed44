use super::*;
use crate::{Archive, ArchiveKind, Item, ReadSettings, Reason};
use crate::{Body, RawDocument};
use flate2::{Compression, write::GzEncoder};
use std::io::Write;

/// URL, date, type and length as they are read from a line.
fn fields(text: &str) -> Option<(String, String, String, String)> {
    let line = split(text.as_bytes())?;
    Some((
        lossy(&line.url.join(&b' ')),
        lossy(line.date),
        lossy(&line.media.join(&b' ')),
        lossy(line.length),
    ))
}

#[test]
fn lines_are_divided_as_crawlers_wrote_them() {
    let cases = [
        (
            "http://a/ 1.2.3.4 20080430204825 text/html 56",
            ["http://a/", "20080430204825", "text/html", "56"],
        ),
        (
            "http://a/b c?d=E F 1.2.3.4 19961104142103 text/html 5",
            ["http://a/b c?d=E F", "19961104142103", "text/html", "5"],
        ),
        (
            "http://a/ 1.2.3.4 19961104142103 text/html 200 fac0 - 209 IA.arc 202",
            ["http://a/", "19961104142103", "text/html", "202"],
        ),
        (
            "http://a/ 1.2.3.4 20000824015105 text/html; Charset=iso-8859-1 7",
            ["http://a/", "20000824015105", "text/html; Charset=iso-8859-1", "7"],
        ),
        (
            "http://a/ 20031219215023 63.241.16.130 text/plain 285",
            ["http://a/", "20031219215023", "text/plain", "285"],
        ),
        ("http://a/ 1.2.3.4 20110804181142  39", ["http://a/", "20110804181142", "", "39"]),
        ("http://a/ 1.2.3.4 a0d1fd text/html 3016", ["http://a/", "a0d1fd", "text/html", "3016"]),
        (
            "dns:a.org ::1 20080430204825 text/dns 56",
            ["dns:a.org", "20080430204825", "text/dns", "56"],
        ),
        (
            "http://a/ - 20080430204825 text/html -1",
            ["http://a/", "20080430204825", "text/html", "-1"],
        ),
        ("http://a/ None 2016020900 text/html 4", ["http://a/", "2016020900", "text/html", "4"]),
        (
            "http://a/ 1.2.3.4 20140401000000 text/html abc",
            ["http://a/", "20140401000000", "text/html", "abc"],
        ),
        ("filedesc:// - - - 76", ["filedesc://", "-", "-", "76"]),
    ];
    for (text, expected) in cases {
        let [url, date, media, length] = expected.map(str::to_owned);
        assert_eq!(fields(text), Some((url, date, media, length)), "{text}");
    }
    for text in [
        "http://a/ is at 1.2.3.4",
        "<a href=http://a/> 1.2.3.4 20080430204825 text/html 5",
        "1 0 InternetArchive",
        "",
    ] {
        assert_eq!(fields(text), None, "{text}");
    }
}

fn record(url: &str, page: &str, length: Option<i64>) -> String {
    let block =
        format!("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<html>{page}\n\n</html>");
    format!(
        "{url} 1.2.3.4 19970417175710 text/html {}\n{block}\n",
        length.unwrap_or(block.len() as i64)
    )
}

const FIRST: &str = "filedesc://x.arc 0.0.0.0 19970417175710 text/plain 76\n1 0 \
                     InternetArchive\nURL IP-address Archive-date Content-type \
                     Archive-length\n\n\n";

fn read(text: &str) -> (Vec<RawDocument>, Vec<(Reason, u64)>) {
    let archive = Archive::from_bytes("some/x.arc", text.as_bytes().to_vec()).unwrap();
    assert_eq!(archive.kind, ArchiveKind::Arc);
    let mut documents = Vec::new();
    let mut reports = Vec::new();
    for item in archive.open(&ReadSettings::default()).unwrap() {
        match item {
            Item::Document(document) => documents.push(document),
            Item::Skipped(report) | Item::Defective(report) => {
                reports.push((report.reason, report.source.offset));
            }
        }
    }
    (documents, reports)
}

#[test]
fn records_become_documents_named_by_their_place() {
    let first = record("http://a/", "one", None);
    let second = record("http://b/x y", "two", None);
    let (documents, reports) = read(&[FIRST, &first, &second].concat());
    let offsets = [FIRST.len(), FIRST.len() + first.len()];
    assert_eq!(reports, [(Reason::NotResponse, 0)]);
    let names: Vec<_> =
        documents.iter().map(|document| (document.docno.clone(), document.url.as_str())).collect();
    assert_eq!(
        names,
        [
            (format!("x.arc:{}", offsets[0]), "http://a/"),
            (format!("x.arc:{}", offsets[1]), "http://b/x y")
        ]
    );
    assert_eq!(documents[0].date, "19970417175710");
    assert_eq!(documents[1].body, Body::Html(b"<html>two\n\n</html>".to_vec()));
}

#[test]
fn a_length_is_believed_only_if_a_record_or_the_end_follows() {
    for length in [0, 10, 60, 64, 66, 70, 120, 5000, -1] {
        let records = [record("http://a/", "one", Some(length)), record("http://b/", "two", None)];
        let (documents, reports) = read(&[FIRST, &records.concat()].concat());
        let bodies: Vec<_> = documents.into_iter().map(|document| document.body).collect();
        let pages =
            ["one", "two"].map(|text| Body::Html(format!("<html>{text}\n\n</html>").into_bytes()));
        assert_eq!(bodies, pages, "{length}");
        let reason = if length < 0 { Reason::NoLength } else { Reason::WrongLength };
        assert_eq!(reports, [(Reason::NotResponse, 0), (reason, FIRST.len() as u64)], "{length}");
    }
}

#[test]
fn junk_between_records_and_a_cut_are_reported() {
    let whole = [
        FIRST,
        &record("http://a/", "one", None),
        "junk\nmore junk\n",
        &record("http://b/", "two", None),
    ]
    .concat();
    let (documents, reports) = read(&whole);
    assert_eq!(
        (documents.len(), reports[1].0),
        (2, Reason::WrongLength),
        "behind a record it is the record's"
    );
    let (documents, reports) = read(&whole[..whole.len() - 5]);
    assert_eq!((documents.len(), reports.last().unwrap().0), (2, Reason::Truncated));
    let junk =
        format!("{FIRST}junk where a record should be\n\n{}", record("http://b/", "two", None));
    let (documents, reports) = read(&junk);
    assert_eq!((documents.len(), reports.len()), (1, 2), "{reports:?}");
}

/// A gzip member that breaks behind a text.
fn broken(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.flush().unwrap();
    // A block of the type that does not exist.
    [encoder.get_ref(), &b"\xff"[..]].concat()
}

#[test]
fn a_line_of_two_members_that_break_ends_the_record_before_it() {
    // The length ends inside the first half of the line, which is a record's only with the second.
    let bytes = [
        broken("filedesc://x.arc 0.0.0.0 20080430204825 text/plain 30\n1 0 Archive\n"),
        broken("http://a/ 1.2.3.4 2008043020"),
        broken("4825 text/html 6\n<html>\n"),
    ];
    let archive = Archive::from_bytes("a.arc.gz", bytes.concat()).unwrap();
    let mut reader = archive.open(&ReadSettings::default()).unwrap();
    let skipped = reader.by_ref().filter(|item| matches!(item, Item::Skipped(_))).count();
    assert_eq!((skipped, reader.records()), (3, 3));
}

/// A record with a line up to the date, and a page.
fn record_with_line(line: &str, i: usize) -> String {
    let block = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html><p>page {i} has words</html>"
    );
    format!("{line} text/html {}\n{block}\n", block.len())
}

/// The offsets of the documents in a file.
fn read_offsets(bytes: &str) -> Vec<u64> {
    let archive = Archive::from_bytes("x.arc", bytes.as_bytes().to_vec()).unwrap();
    let documents = archive.open(&ReadSettings::default()).unwrap().filter_map(Item::document);
    documents.map(|document| document.source.offset).collect()
}

#[test]
fn a_record_behind_one_that_was_cut_off_is_read_under_its_own_offset() {
    let [first, cut, third] = [0, 1, 2]
        .map(|i| record_with_line(&format!("http://a.example/{i} 1.2.3.4 20080430204825"), i));
    // The URL of the next record may go on what is left of a URL's path.
    let path = "http://a.example/".len();
    for kept in (1..cut.len()).filter(|kept| *kept != path) {
        let bytes = format!("{first}{}{third}", &cut[..kept]);
        let next = (first.len() + kept) as u64;
        assert!(read_offsets(&bytes).contains(&next), "{kept}: {:?}", &cut[..kept]);
    }
    let nested = first.replace("http://a.example/0", "http://web.example/2008/http://a.example/0");
    assert_eq!(read_offsets(&format!("{nested}{third}")), [0, nested.len() as u64]);
}

#[test]
fn a_record_behind_a_cut_one_is_read_as_crawlers_wrote_it() {
    for line in [
        "http://ex.org/a b 1 1.2.3.4 20080430204825",
        "HTTP://ex.org/a 1.2.3.4 20080430204825",
        "http://ex.org/a - 20080430204825",
        "http://ex.org/a 1.2.3.4 20080430",
        "http://ex.org/a 1.2.3.4 200804302048251",
    ] {
        let [first, cut, third] = [0, 1, 2].map(|i| record_with_line(line, i));
        for kept in [3, line.len() / 2, line.len() + 10, cut.len() - 20] {
            let bytes = format!("{first}{}{third}", &cut[..kept]).into_bytes();
            let archive = Archive::from_bytes("x.arc", bytes).unwrap();
            let items: Vec<Item> = archive.open(&ReadSettings::default()).unwrap().collect();
            let pages: Vec<_> = items.iter().filter(|item| item.report().is_none()).collect();
            let Some(Item::Document(RawDocument { body: Body::Html(body), .. })) = pages.last()
            else {
                panic!()
            };
            assert!(body.ends_with(b"page 2 has words</html>"), "{line} {kept}: {items:?}");
            // The record before is whole: the damage is that of the one that was cut.
            let Item::Document(RawDocument { body: Body::Html(body), .. }) = &items[0] else {
                panic!()
            };
            assert!(body.ends_with(b"page 0 has words</html>"), "{line} {kept}: {items:?}");
            let reports: Vec<_> = items.iter().filter_map(Item::report).collect();
            assert!(
                reports.iter().all(|report| report.source.offset == first.len() as u64),
                "{line} {kept}: {reports:?}"
            );
            assert!(!reports.is_empty(), "{line} {kept}");
        }
    }
}

#[test]
fn a_file_whose_first_record_is_cut_is_what_its_records_are() {
    let block = "HTTP/1.1 200 OK\r\nContent-Type: \
                 text/html\r\n\r\n<html><p>see\nWARC/1.0\r\nWARC-Type: response\r\n</html>";
    let [first, second, third] = [0, 1, 2].map(|i| {
        format!("http://ex{i}.org/ 1.2.3.4 20080430204825 text/html {}\n{block}\n", block.len())
    });
    let bytes = format!("{}{second}{third}", &first[..9]).into_bytes();
    let archive = Archive::from_bytes("x", bytes).unwrap();
    assert_eq!(archive.kind, ArchiveKind::Arc);
    assert_eq!(
        archive.open(&ReadSettings::default()).unwrap().filter_map(Item::document).count(),
        2
    );
}
