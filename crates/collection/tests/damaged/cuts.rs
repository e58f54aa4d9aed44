//! Cuts, concatenations and deletions in plain archives against an ideal reader: it knows where every record is, so it
//! gives every intact one whole and under its own docno, whatever happened to its neighbours.

use super::gzip;
use std::collections::HashMap;
use tamis_collection::{Archive, Body, Item, Settings};

/// Files that are damaged of each format.
const CASES: u64 = 1000;
/// Records of a file.
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
fn page(name: &str, numbers: &mut Numbers) -> String {
    let quotes = ["WARC/1.0", "a line WARC/1.1\nof it", "<DOC> and then <DOCNO>", "see http://a/ 1.2.3.4 of 2008", ""];
    let mut page = format!("<html><head><title>{name}</title></head>\n<body>");
    for part in 0..1 + numbers.below(60) {
        let end = ["\n", " ", "\n\n", "\r\n", "\r\n\r\n"][numbers.below(5)];
        let quote = if numbers.below(10) == 0 { quotes[numbers.below(quotes.len())] } else { "" };
        page += &format!("<p>{name}x{part} {}{quote}{end}", "words of it ".repeat(numbers.below(8)));
    }
    page + "</body></html>"
}

/// A record before damage: its page, its bytes, and how many of them are its own; the others separate it from the next.
struct Record {
    docno: String,
    page: String,
    bytes: Vec<u8>,
    own: usize,
}

type Lay = fn(&str, &str, &mut Numbers) -> (Vec<u8>, usize);

fn warc(docno: &str, page: &str, numbers: &mut Numbers) -> (Vec<u8>, usize) {
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{page}");
    let (trec_id, kind) = match numbers.below(5) {
        0 => ("", "WARC-Warcinfo-ID: <urn:x>\r\n"),
        _ => ("WARC-TREC-ID: ", ""),
    };
    let name =
        if trec_id.is_empty() { format!("WARC-Record-ID: {docno}\r\n") } else { format!("{trec_id}{docno}\r\n") };
    let record = format!(
        "WARC/1.0\r\nWARC-Type: response\r\n{name}WARC-Target-URI: http://ex.org/{docno}\r\n{kind}\
         WARC-Date: 2009-01-13T18:05:10Z\r\nContent-Type: application/http; msgtype=response\r\n\
         Content-Length: {}\r\n\r\n{block}\r\n\r\n",
        block.len()
    );
    let own = record.len() - 4;
    (record.into_bytes(), own)
}

fn arc(docno: &str, page: &str, _: &mut Numbers) -> (Vec<u8>, usize) {
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{page}");
    let record = format!("http://ex.org/{docno} 93.184.216.34 20080430204825 text/html {}\n{block}\n", block.len());
    let own = record.len() - 1;
    (record.into_bytes(), own)
}

fn trec(docno: &str, page: &str, _: &mut Numbers) -> (Vec<u8>, usize) {
    let head = format!(
        "http://ex.org/{docno} 93.184.216.34 20080430204825 text/html {}\nHTTP/1.1 200 OK\nContent-Type: text/html",
        page.len()
    );
    let record = format!("<DOC>\n<DOCNO>{docno}</DOCNO>\n<DOCHDR>\n{head}\n</DOCHDR>\n{page}\n</DOC>\n");
    let own = record.len() - 1;
    (record.into_bytes(), own)
}

fn records(lay: Lay, file: u64, numbers: &mut Numbers) -> Vec<Record> {
    let record = |i: usize| {
        let docno = format!("f{file}r{i}");
        let page = page(&docno, numbers);
        let (bytes, own) = lay(&docno, &page, numbers);
        Record { docno, page, bytes, own }
    };
    (0..RECORDS).map(record).collect()
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
        let local = |place: usize| place.saturating_sub(at).min(size);
        let (start, end) = (local(start), local(end));
        let parts = if start == end { vec![(0, size)] } else { vec![(0, start), (end, size)] };
        pieces.extend(parts.into_iter().filter(|(a, b)| a < b).map(|(from, to)| Piece { record, from, to }));
        at += size;
    }
    pieces
}

/// Returns whether text ends within the path of a URL, so that another URL behind it may be a part of it.
fn follows_url(text: &[u8]) -> bool {
    let word = text.rsplit(|byte| byte.is_ascii_whitespace()).next().unwrap_or_default();
    let word = String::from_utf8_lossy(word);
    let path = word.split_once("http://").and_then(|(_, url)| url.split_once('/'));
    path.is_some() && !word.ends_with(|last: char| last.is_ascii_alphanumeric())
}

/// Reads a damaged file, and says where that differs from what the ideal reader gives.
fn differences(name: &str, bytes: &[u8], stored: Vec<u8>, records: &[Record], pieces: &[Piece]) -> Vec<String> {
    let mut at = 0;
    // Docnos of ARC are the file's name and the offset, so pages are told by what is in them.
    let mut intact = HashMap::new();
    for piece in pieces {
        let record = &records[piece.record];
        let is_clear = !(name.ends_with(".arc") && follows_url(&bytes[..at]));
        if piece.from == 0 && piece.to >= record.own && is_clear {
            let docno = if name.ends_with(".arc") { format!("{name}:{at}") } else { record.docno.clone() };
            intact.insert(docno, record);
        }
        at += piece.to - piece.from;
    }
    let mut wrong = Vec::new();
    let mut given = HashMap::new();
    for item in Archive::from_bytes(name, stored).unwrap().open(&Settings::default()).unwrap() {
        let Item::Document(document) = item else { continue };
        let Body::Html(body) = document.body else { panic!() };
        let body = String::from_utf8_lossy(&body).into_owned();
        for (docno, record) in &intact {
            if *docno != document.docno && body.contains(&format!("<title>{}</title>", record.docno)) {
                wrong.push(format!("{docno} is under the docno {}", document.docno));
            }
        }
        given.insert(document.docno, body);
    }
    for (docno, record) in &intact {
        match given.get(docno) {
            None => wrong.push(format!("{docno} is missing")),
            // Nobody can tell where a page ends if the start of what follows it is gone.
            Some(body) if !body.starts_with(&record.page) => wrong.push(format!("{docno} is not whole")),
            Some(_) => {}
        }
    }
    wrong
}

fn check(name: &str, lay: Lay) {
    let mut failures = Vec::new();
    for case in 0..CASES {
        let numbers = &mut Numbers(case);
        let records = records(lay, case, numbers);
        let pieces = match case % 3 {
            0 => delete(&records, numbers),
            _ => cut(&records, numbers),
        };
        let bytes: Vec<u8> = pieces.iter().flat_map(|p| &records[p.record].bytes[p.from..p.to]).copied().collect();
        let mut wrong = differences(name, &bytes, bytes.clone(), &records, &pieces);
        if case % 10 == 0 {
            // One member for the whole file says no more about its records.
            wrong.extend(differences(name, &bytes, gzip(&bytes), &records, &pieces));
        }
        if !wrong.is_empty() {
            failures.push(format!("{case}: {}", wrong.join(", ")));
        }
    }
    assert!(failures.is_empty(), "{} of {CASES}:\n{}", failures.len(), failures.join("\n"));
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
