//! Pages of which the crawler, or a limit, left only a part.

use super::*;

/// The reason, the detail and the bytes of a report.
type Report = (Reason, String, u64);

/// Reads a record with a page whose WARC head and HTTP head have more fields. Returns how many
/// documents it gives, and its reports.
fn read_with_fields(warc: &str, http: &str, body: &str, max_record: u64) -> (usize, Vec<Report>) {
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{http}\r\n{body}");
    let record = String::from_utf8(record_of(1, "response", &block, None)).unwrap();
    let record = record.replacen("WARC-Type", &format!("{warc}WARC-Type"), 1);
    let archive = Archive::from_bytes("x.warc", record.into_bytes()).unwrap();
    let settings = ReadSettings { max_record, ..ReadSettings::default() };
    let mut documents = 0;
    let mut reports = Vec::new();
    for item in archive.open(&settings).unwrap() {
        match item {
            Item::Document(_) => documents += 1,
            Item::Skipped(report) | Item::Defective(report) => {
                reports.push((report.reason, report.detail, report.bytes));
            }
        }
    }
    (documents, reports)
}

fn truncated(detail: &str, bytes: u64) -> Vec<Report> {
    vec![(Reason::Truncated, detail.to_owned(), bytes)]
}

#[test]
fn a_page_that_its_crawler_cut_off_is_reported_once_with_the_cause() {
    let length = "Content-Length: 50\r\n";
    for cause in ["length", "time", "disconnect", "unspecified"] {
        let warc = format!("WARC-Truncated: {cause}\r\n");
        assert_eq!(
            read_with_fields(&warc, "", "<p>abc", 1000),
            (1, truncated(&format!("WARC-Truncated: {cause}"), 0))
        );
    }
    let warc = "warc-truncated: length\r\n";
    assert_eq!(
        read_with_fields(warc, length, "<p>abc", 1000),
        (1, truncated("WARC-Truncated: length; 6 bytes of Content-Length 50", 44))
    );
    let chunks = "WARC-Truncated: length; chunks that end after 6 of a chunk's 9 bytes";
    assert_eq!(
        read_with_fields(warc, "Transfer-Encoding: chunked\r\n", "9\r\n<p>abc", 1000),
        (1, truncated(chunks, 3))
    );
    // Nothing is left of the page.
    let (documents, reports) = read_with_fields(warc, length, "", 1000);
    assert_eq!(
        (documents, reports[0].0, &*reports[0].1),
        (0, Reason::Truncated, "WARC-Truncated: length; empty status 200, Content-Length 50")
    );
    assert_eq!(read_with_fields("WARC-Truncated:\r\n", "", "<p>abc", 1000), (1, vec![]));
    let missing = (Reason::DamagedBody, "6 bytes of Content-Length 50".to_owned(), 44);
    assert_eq!(read_with_fields("", length, "<p>abc", 1000), (1, vec![missing]));
}

#[test]
fn what_is_missing_from_a_cut_record_is_reported_once() {
    let body = "<p>".to_owned() + &"x".repeat(2000);
    let (documents, reports) = read_with_fields("", "Content-Length: 2003\r\n", &body, 500);
    assert_eq!(
        (documents, reports.len(), reports[0].0),
        (1, 1, Reason::RecordLimit),
        "{reports:?}"
    );
    let (documents, reports) = read_with_fields(
        "",
        "Transfer-Encoding: chunked\r\n",
        &format!("7d3\r\n{body}\r\n0\r\n\r\n"),
        500,
    );
    assert_eq!(
        (documents, reports.len(), reports[0].0),
        (1, 1, Reason::RecordLimit),
        "{reports:?}"
    );
}

#[test]
fn a_response_without_a_body_is_empty_whatever_its_length() {
    let (documents, reports) = read_with_fields("", "Content-Length: 50\r\n", "", 1000);
    assert_eq!(
        (documents, &reports[..]),
        (0, &[(Reason::Empty, "status 200, Content-Length 50".to_owned(), reports[0].2)][..])
    );
}

/// The docnos with the lengths of their pages, and the reports of every record: its name, and the
/// reason, the detail and the bytes.
type Reading = (Vec<(String, usize)>, Vec<(String, Reason, String, u64)>);

fn reading(name: &str, bytes: Vec<u8>) -> Reading {
    let mut reading = Reading::default();
    for item in Archive::from_bytes(name, bytes).unwrap().open(&ReadSettings::default()).unwrap() {
        match item {
            Item::Document(document) => {
                let Body::Html(body) = document.body else { panic!() };
                reading.0.push((document.docno, body.len()));
            }
            Item::Skipped(report) | Item::Defective(report) => {
                reading.1.push((report.record, report.reason, report.detail, report.bytes));
            }
        }
    }
    reading
}

fn whole(i: usize) -> (String, usize) {
    (format!("<urn:{i}>"), page(i).len())
}

#[test]
fn a_record_behind_one_that_was_cut_off_is_read_and_the_cut_is_reported_with_its_bytes() {
    let [first, cut, third] = [0, 1, 2].map(record);
    let bytes = [&first[..], &cut[..cut.len() - 104], &third].concat();
    let length = cut.len() - 4 - cut.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap() - 4;
    let there = length - 100;
    let detail =
        format!("Content-Length {length} reaches into the next record: {there} bytes are there");
    let reports = vec![("<urn:1>".to_owned(), Reason::WrongLength, detail, 100)];
    let pages = vec![whole(0), ("<urn:1>".to_owned(), page(1).len() - 100), whole(2)];
    assert_eq!(reading("x.warc", bytes.clone()), (pages.clone(), reports.clone()));
    assert_eq!(reading("x.warc.gz", gzip(&bytes)), (pages, reports));
}

#[test]
fn a_record_cut_off_within_its_head_is_reported_by_its_name() {
    let [first, cut, third] = [0, 1, 2].map(record);
    let text = String::from_utf8(cut.clone()).unwrap();
    let detail = "the next record starts within its head".to_owned();
    for field in ["WARC-Target-URI", "Content-Type", "Content-Length"] {
        // At a line's end, and within a word.
        for kept in [text.find(field).unwrap(), text.find(field).unwrap() + 7] {
            let bytes = [&first[..], &cut[..kept], &third].concat();
            let (pages, reports) = reading("x.warc", bytes);
            assert_eq!(pages, [whole(0), whole(2)], "{field} {kept}");
            assert_eq!(
                reports,
                [("<urn:1>".to_owned(), Reason::Truncated, detail.clone(), 0)],
                "{field} {kept}"
            );
        }
    }
    for kept in 1..text.find("WARC-Target-URI").unwrap() {
        let (pages, reports) = reading("x.warc", [&first[..], &cut[..kept], &third].concat());
        assert_eq!(pages, [whole(0), whole(2)], "{kept}");
        assert!(!reports.is_empty(), "{kept}");
    }
    // A URL may end like a version line.
    let odd = text.replace("http://ex.org/1", "http://ex.org/WARC/1.0");
    let (pages, reports) = reading("x.warc", [&first[..], odd.as_bytes(), &third].concat());
    assert_eq!((pages, reports), (vec![whole(0), whole(1), whole(2)], vec![]));
}

#[test]
fn a_long_record_that_is_cut_off_costs_no_other() {
    let image =
        format!("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n{}", "x".repeat(3 << 20));
    let html = image.replace("image/png", "text/html");
    for (http, kept) in [(image, 0), (html, 1)] {
        let cut = record_of(1, "response", &http, None);
        let bytes = [&record(0)[..], &cut[..2 << 20], &record(2), &record(3)].concat();
        for bytes in [gzip(&bytes), bytes] {
            let (pages, reports) = reading("x.warc", bytes);
            assert_eq!(
                (pages.len(), &pages[pages.len() - 2..]),
                (3 + kept, &[whole(2), whole(3)][..])
            );
            let wrong: Vec<_> =
                reports.iter().filter(|report| report.1 == Reason::WrongLength).collect();
            let missing = (cut.len() - 4 - (2 << 20)) as u64;
            assert_eq!(
                (wrong.len(), wrong[0].0.as_str(), wrong[0].3),
                (1, "<urn:1>", missing),
                "{reports:?}"
            );
        }
    }
}

#[test]
fn a_page_that_quotes_records_stays_whole() {
    let quoted = String::from_utf8(record(7)).unwrap();
    for quote in [&quoted[..], &quoted[..60], "WARC/1.0\r\nWARC-Type: response\r\n", "WARC/1.0\r\n"]
    {
        for newline in ["", "\r\n"] {
            let html = format!("<html><p>an example: {newline}{quote}</html>");
            let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{html}");
            let bytes = [record(0), record_of(1, "response", &http, None), record(2)].concat();
            let (pages, reports) = reading("x.warc", bytes);
            assert_eq!(pages, [whole(0), ("<urn:1>".to_owned(), html.len()), whole(2)]);
            assert_eq!(reports, []);
        }
    }
    // An archive within an archive is one record.
    let archive = [record(7), record(8)].concat();
    let http =
        [&b"HTTP/1.1 200 OK\r\nContent-Type: application/warc\r\n\r\n"[..], &archive].concat();
    let inner = record_of(1, "response", &String::from_utf8(http).unwrap(), None);
    let (pages, reports) = reading("x.warc", [record(0), inner, record(2)].concat());
    assert_eq!(
        (pages, reports.len(), reports[0].1),
        (vec![whole(0), whole(2)], 1, Reason::NotHtml),
        "{reports:?}"
    );
}

/// A record with this field before its type.
fn with_field(i: usize, field: &str) -> Vec<u8> {
    let text = String::from_utf8(record(i)).unwrap();
    text.replacen("WARC-Type", &format!("{field}WARC-Type"), 1).into_bytes()
}

#[test]
fn a_record_behind_a_cut_one_may_have_an_unusual_head() {
    for field in ["X-Crawler: a\r\n", "Date: x\r\n"] {
        let [first, cut, third, fourth] = [0, 1, 2, 3].map(|i| with_field(i, field));
        let head = cut.windows(4).position(|bytes| bytes == b"Cont").unwrap();
        for kept in [cut.len() - 100, head] {
            let (pages, reports) =
                reading("x.warc", [&first[..], &cut[..kept], &third, &fourth].concat());
            assert_eq!(pages.iter().filter(|page| page.0 != "<urn:1>").count(), 3, "{kept}");
            assert_eq!(
                (reports.len(), reports[0].0.as_str()),
                (1, "<urn:1>"),
                "{kept}: {reports:?}"
            );
        }
    }
}

#[test]
fn a_quoted_record_that_happens_to_reach_the_end_of_its_page_is_a_part_of_it() {
    for end in ["</body></html>", ""] {
        let quote = format!(
            "<pre>WARC/1.0\r\nWARC-Type: response\r\nContent-Length: {}\r\n\r\n{end}",
            end.len()
        );
        let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>{quote}");
        let (pages, reports) = reading(
            "x.warc",
            [record(0), record_of(1, "response", &http, None), record(2)].concat(),
        );
        assert_eq!(
            (pages.len(), pages[1].1, reports),
            (3, "<html>".len() + quote.len(), vec![]),
            "{end}"
        );
    }
}
