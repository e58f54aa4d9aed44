//! Cuts, concatenations and deletions in plain archives against an ideal reader: it knows where
//! every record is, so it gives every intact one whole and under its own docno, whatever happened
//! to its neighbours.

use super::gzip;
use memchr::memmem;
use std::collections::HashMap;
use std::sync::OnceLock;
use tamis_collection::{Archive, Body, Collection, Item, ReadSettings};

/// Files of each format that are damaged: of made pages, and of real ones, which are larger.
const CASES: u64 = 1000;
const REAL_CASES: u64 = 30;
const ALL_REAL_CASES: u64 = 2000;
const RECORDS: usize = 8;

/// Numbers that look random (SplitMix64; Steele, Lea and Flood, OOPSLA 2014).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number less than `n`.
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// A page whose words are its own. It has long and empty lines, and talks about archives.
fn made(name: &str, numbers: &mut Numbers) -> Vec<u8> {
    let quotes = [
        "WARC/1.0",
        "a line WARC/1.1\nof it",
        "<DOC> and then <DOCNO>",
        "see http://a/ 1.2.3.4 of 2008",
        "",
    ];
    let mut page = format!("<html><head><title>{name}</title></head>\n<body>");
    for part in 0..1 + numbers.below(60) {
        let end = ["\n", " ", "\n\n", "\r\n", "\r\n\r\n"][numbers.below(5)];
        let quote = if numbers.below(10) == 0 { quotes[numbers.below(quotes.len())] } else { "" };
        page +=
            &format!("<p>{name}x{part} {}{quote}{end}", "words of it ".repeat(numbers.below(8)));
    }
    (page + "</body></html>").into_bytes()
}

fn real(_: &str, numbers: &mut Numbers) -> Vec<u8> {
    static PAGES: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    let pages = PAGES.get_or_init(|| {
        let shared = tamis_testing::root().join(std::env::var_os("TAMIS_SHARED").unwrap());
        let archive = shared.join("data/retrieval/cfa-blog/cfa-blog.warc.gz");
        let documents =
            Collection::open(&[archive]).unwrap().into_iter().filter_map(Item::document);
        documents.map(|document| html(document.body)).filter(|page| page.len() > 2000).collect()
    });
    pages[numbers.below(pages.len())].clone()
}

fn html(body: Body) -> Vec<u8> {
    match body {
        Body::Html(html) => html,
        other => panic!("{other:?}"),
    }
}

/// A record before damage: its page, its bytes, and how many of them are its own; the others
/// separate it from the next.
struct Record {
    docno: String,
    page: Vec<u8>,
    bytes: Vec<u8>,
    own: usize,
}

type Page = fn(&str, &mut Numbers) -> Vec<u8>;
type Lay = fn(&str, &[u8], &mut Numbers) -> (Vec<u8>, usize);

const HTTP: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";

fn warc(docno: &str, page: &[u8], numbers: &mut Numbers) -> (Vec<u8>, usize) {
    let name = ["WARC-TREC-ID", "WARC-Record-ID"][numbers.below(2)];
    let head = format!(
        "WARC/1.0\r\nWARC-Type: response\r\n{name}: {docno}\r\nWARC-Target-URI: \
         http://ex.org/{docno}\r\nWARC-Date: 2009-01-13T18:05:10Z\r\nContent-Type: \
         application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n",
        HTTP.len() + page.len()
    );
    let record = [head.as_bytes(), HTTP, page, b"\r\n\r\n"].concat();
    let own = record.len() - 4;
    (record, own)
}

fn arc(docno: &str, page: &[u8], _: &mut Numbers) -> (Vec<u8>, usize) {
    let length = HTTP.len() + page.len();
    let line = format!("http://ex.org/{docno} 93.184.216.34 20080430204825 text/html {length}\n");
    let record = [line.as_bytes(), HTTP, page, b"\n"].concat();
    let own = record.len() - 1;
    (record, own)
}

fn trec(docno: &str, page: &[u8], _: &mut Numbers) -> (Vec<u8>, usize) {
    let head = format!(
        "<DOC>\n<DOCNO>{docno}</DOCNO>\n<DOCHDR>\nhttp://ex.org/{docno} 93.184.216.34 \
         20080430204825 text/html {}\nHTTP/1.1 200 OK\nContent-Type: text/html\n</DOCHDR>\n",
        page.len()
    );
    let record = [head.as_bytes(), page, b"\n</DOC>\n"].concat();
    let own = record.len() - 1;
    (record, own)
}

fn records(page: Page, lay: Lay, file: u64, numbers: &mut Numbers) -> Vec<Record> {
    let mut records = Vec::with_capacity(RECORDS);
    for i in 0..RECORDS {
        let docno = format!("f{file}r{i}");
        let page = page(&docno, numbers);
        let (bytes, own) = lay(&docno, &page, numbers);
        records.push(Record { docno, page, bytes, own });
    }
    records
}

/// A piece of a damaged file: bytes of a record, from `from` to `to`.
struct Piece {
    record: usize,
    from: usize,
    to: usize,
}

fn whole(records: &[Record], of: std::ops::Range<usize>) -> Vec<Piece> {
    of.map(|record| Piece { record, from: 0, to: records[record].bytes.len() }).collect()
}

/// Two crawls of one file: the first one was killed within a record.
fn cut(records: &[Record], numbers: &mut Numbers) -> Vec<Piece> {
    let at = numbers.below(RECORDS - 2);
    let mut pieces = whole(records, 0..at + 1);
    pieces[at].to = numbers.below(pieces[at].to);
    // Those between were never written, so that a length may reach far.
    let next = at + 1 + numbers.below(2);
    pieces.extend(whole(records, next..RECORDS));
    pieces
}

/// Removes some bytes.
fn delete(records: &[Record], numbers: &mut Numbers) -> Vec<Piece> {
    let sizes: Vec<usize> = records.iter().map(|record| record.bytes.len()).collect();
    let start = numbers.below(sizes.iter().sum());
    let most = [3, 30, 300, 3000][numbers.below(4)];
    let end = start + 1 + numbers.below(most);
    let mut at = 0;
    let mut pieces = Vec::new();
    for (record, size) in sizes.into_iter().enumerate() {
        let [start, end] = [start, end].map(|place| place.saturating_sub(at).min(size));
        let parts = if start == end { vec![(0, size)] } else { vec![(0, start), (end, size)] };
        for (from, to) in parts {
            if from < to {
                pieces.push(Piece { record, from, to });
            }
        }
        at += size;
    }
    pieces
}

/// Returns whether text ends within the path of an ARC record's URL, so that another URL behind it
/// may be a part of it.
fn follows_url(text: &[u8]) -> bool {
    let line = text.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    let url = line.strip_prefix(b"http://ex.org/");
    url.is_some_and(|url| {
        !url.contains(&b' ') && !url.last().is_some_and(u8::is_ascii_alphanumeric)
    })
}

/// Reads a damaged file, and says where that differs from what the ideal reader gives.
fn differences(
    name: &str,
    bytes: &[u8],
    stored: Vec<u8>,
    records: &[Record],
    pieces: &[Piece],
) -> Vec<String> {
    let mut at = 0;
    // Docnos of ARC are the file's name and the offset, so pages are recognised by their bytes.
    let mut intact = HashMap::new();
    for piece in pieces {
        let record = &records[piece.record];
        let is_clear = !(name.ends_with(".arc") && follows_url(&bytes[..at]));
        if piece.from == 0 && piece.to >= record.own && is_clear {
            let docno =
                if name.ends_with(".arc") { format!("{name}:{at}") } else { record.docno.clone() };
            intact.insert(docno, record);
        }
        at += piece.to - piece.from;
    }
    let mut wrong = Vec::new();
    let mut given = HashMap::new();
    for item in Archive::from_bytes(name, stored).unwrap().open(&ReadSettings::default()).unwrap() {
        let Item::Document(document) = item else { continue };
        let body = html(document.body);
        for (docno, record) in &intact {
            if *docno != document.docno
                && body != record.page
                && memmem::find(&body, &record.page).is_some()
            {
                wrong.push(format!("{docno} is under the docno {}", document.docno));
            }
        }
        given.insert(document.docno, body);
    }
    for (docno, record) in &intact {
        match given.get(docno) {
            None => wrong.push(format!("{docno} is missing")),
            // Nobody can tell where a page ends if the start of what follows it is gone.
            Some(body) if !body.starts_with(&record.page) => {
                wrong.push(format!("{docno} is not whole"));
            }
            Some(_) => {}
        }
    }
    wrong
}

fn check(name: &str, lay: Lay) {
    check_pages(name, made, lay, CASES);
    if std::env::var_os("TAMIS_SHARED").is_some() {
        let all = std::env::var_os("TAMIS_EXACTNESS").is_some_and(|which| which == "all");
        check_pages(name, real, lay, if all { ALL_REAL_CASES } else { REAL_CASES });
    }
}

fn check_pages(name: &str, page: Page, lay: Lay, cases: u64) {
    let mut failures = Vec::new();
    for case in 0..cases {
        let numbers = &mut Numbers(case);
        let records = records(page, lay, case, numbers);
        let pieces = match case % 3 {
            0 => delete(&records, numbers),
            _ => cut(&records, numbers),
        };
        let bytes: Vec<u8> =
            pieces.iter().flat_map(|p| &records[p.record].bytes[p.from..p.to]).copied().collect();
        let mut wrong = differences(name, &bytes, bytes.clone(), &records, &pieces);
        if case % 10 == 0 {
            // One member for the whole file says no more about its records.
            wrong.extend(differences(name, &bytes, gzip(&bytes), &records, &pieces));
        }
        if !wrong.is_empty() {
            failures.push(format!("{case}: {}", wrong.join(", ")));
        }
    }
    assert!(failures.is_empty(), "{} of {cases}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn no_cut_or_deletion_in_a_plain_warc_costs_an_intact_record() {
    check("x.warc", warc);
}

#[test]
fn no_cut_or_deletion_in_a_plain_arc_costs_an_intact_record() {
    check("x.arc", arc);
}

#[test]
fn no_cut_or_deletion_in_trec_web_costs_an_intact_record() {
    check("x.trecweb", trec);
}
