//! A small crawl with revisits: records of captures that had not changed.

use crate::Folder;

/// The record id with a number.
pub fn id(number: u32) -> String {
    format!("<urn:uuid:0a1b2c3d-0000-4000-8000-{number:012}>")
}

/// A record of a WARC file.
fn record(kind: &str, number: u32, url: &str, date: &str, fields: &str, text: &str) -> String {
    let block = match kind {
        "response" => format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>{text}</p>"),
        _ => "HTTP/1.1 304 Not Modified\r\n\r\n".to_owned(),
    };
    let id = id(number);
    let length = block.len();
    format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: {id}\r\nWARC-Target-URI: \
         {url}\r\nWARC-Date: {date}\r\n{fields}Content-Type: application/http\r\nContent-Length: \
         {length}\r\n\r\n{block}\r\n\r\n"
    )
}

pub fn day(month: u32) -> String {
    format!("2006-{month:02}-01T00:00:00Z")
}

fn refers(url: &str, month: u32) -> String {
    format!("WARC-Refers-To-Target-URI: {url}\r\nWARC-Refers-To-Date: {}\r\n", day(month))
}

fn refers_to(number: u32) -> String {
    format!("WARC-Refers-To: {}\r\n", id(number))
}

fn revisit(number: u32, url: &str, fields: &str) -> String {
    record("revisit", number, url, &day(number % 20), fields, "")
}

/// Writes `a.warc` with two captures of a page, 1 in February and 2 in April, and revisits that
/// name them in all ways; and `b.warc` with a page, 30, that a revisit of the first one names.
pub fn write_captures(folder: &Folder) {
    let http = "http://www.example.org/page";
    let https = "https://example.org/page/";
    let records = [
        // Before its capture.
        revisit(21, http, &refers(http, 2)),
        record(
            "response",
            1,
            http,
            &day(2),
            "WARC-Payload-Digest: sha1:AA\r\n",
            "the kettle stands on the stove",
        ),
        record(
            "response",
            2,
            https,
            &day(4),
            "WARC-Payload-Digest: sha1:BB\r\n",
            "the kettle has gone from the stove",
        ),
        // By URL and date, with the other scheme; by record id; by digest.
        revisit(3, https, &refers(https, 2)),
        revisit(5, http, &refers_to(1)),
        revisit(6, https, "WARC-Payload-Digest: SHA1:bb\r\n"),
        // Revisits of revisits, by id and by date; in a circle.
        revisit(7, http, &refers_to(5)),
        revisit(8, http, &refers(http, 6)),
        revisit(11, "http://circle.example/", &refers_to(12)),
        revisit(12, "http://circle.example/", &refers_to(11)),
        // Of captures that are in no archive, in a later one, and of another URL.
        revisit(9, http, &refers("http://gone.example/", 2)),
        revisit(10, "http://later.example/", &refers("http://later.example/", 3)),
        revisit(24, "http://mirror.example/page", &refers(http, 2)),
        // Without any reference.
        revisit(25, http, ""),
    ];
    folder.file("a.warc", records.concat());
    folder.file(
        "b.warc",
        record("response", 30, "http://later.example/", &day(3), "", "a later kettle"),
    );
}
