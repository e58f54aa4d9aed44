//! Every page has a docno that finds it, whatever its file or its collection calls it.

use crate::case::Case;
use serde_json::json;
use tamis::Topics;

/// The docnos of the pages with a penguin, sorted, as a run has them.
fn found(case: &Case) -> Vec<String> {
    case.file("topics", "1\tpenguin\n");
    let topics = Topics::read(case.path("topics")).unwrap();
    let run = case.open("index").search_topics(&topics).run().unwrap();
    let ranking = run.topic("1").unwrap();
    let mut docnos: Vec<String> = ranking.iter().map(|row| row.docno.to_owned()).collect();
    docnos.sort_unstable();
    docnos
}

#[test]
fn files_with_any_names_are_pages_of_their_own() {
    let case = Case::default();
    let names = ["a b", "a%20b", "a%2520b", " a b", " ", "\u{3000}", "100%", "x\ny"];
    for name in names {
        case.file(&format!("pages/{name}"), "<html><p>A penguin on the ice");
    }
    assert_eq!(case.index("index", &["pages"]).counts.pages, 8);
    let mut expected =
        ["a%20b", "a%2520b", "a%252520b", "%20a%20b", "%20", "%E3%80%80", "100%", "x%0Ay"];
    expected.sort_unstable();
    assert_eq!(found(&case), expected);
    for docno in expected {
        case.blocks("index", docno);
    }
}

fn page_line(name: &str) -> String {
    json!({"docno": name, "text": "A penguin on the ice"}).to_string() + "\n"
}

#[test]
fn a_document_with_any_name_is_found_and_not_added_twice() {
    let case = Case::default();
    let long = "x".repeat(70_000);
    let names = ["a b", "a%20b", " a", "a", "\u{3000}", &long, &format!("{long}y")];
    case.file("pages.jsonl", names.map(page_line).concat());
    case.file("again.jsonl", names.map(page_line).concat());
    assert_eq!(case.index("index", &["pages.jsonl"]).counts.pages, 7);
    let again = case.index("index", &["again.jsonl"]);
    assert_eq!(json!(again.counts.skipped), json!({"duplicate": 7}));
    let list = case.losses("index");
    assert!(list.contains("made of a name with white space or too many bytes"), "{list}");
    let docnos = found(&case);
    assert_eq!(docnos.len(), 7);
    assert!(["a", "a%20b"].iter().all(|name| docnos.iter().any(|docno| docno == name)));
    for docno in &docnos {
        assert!(docno.len() <= 1024, "{docno}");
        case.blocks("index", docno);
    }
    case.assert_whole("index");
}

fn record(i: usize, warc: &str, http: &str, body: &str) -> String {
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{http}{body}");
    let head = format!("WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:{i}>\r\n{warc}");
    format!("{head}Content-Length: {}\r\n\r\n{block}\r\n\r\n", block.len())
}

#[test]
fn a_page_that_is_not_whole_is_indexed_and_reported() {
    let case = Case::default();
    let page = "<p>A penguin on the ice";
    let chunked = "Transfer-Encoding: chunked\r\n\r\n";
    let records = [
        record(1, "", chunked, &format!("17\r\n{page}\r\n")),
        record(2, "", "Content-Length: 1000\r\n\r\n", page),
        record(3, "WARC-Truncated: disconnect\r\n", "\r\n", page),
        record(4, "", "", page),
        record(5, "", chunked, &format!("17\r\n{page}\r\n0\r\n\r\n")),
    ];
    case.file("pages.warc", records.concat());
    let built = case.index("index", &["pages.warc"]);
    assert_eq!((built.counts.pages, built.damaged), (5, 4));
    assert_eq!(json!(built.counts.defective), json!({"damaged_body": 3, "truncated": 1}));
    assert_eq!(found(&case).len(), 5);
    let list = case.losses("index");
    for line in [
        "<urn:1>\tflawed\tdamaged_body\t0\tchunks without the last one",
        "<urn:2>\tflawed\tdamaged_body\t977\t23 bytes of Content-Length 1000",
        "<urn:3>\tflawed\ttruncated\t0\tWARC-Truncated: disconnect",
        "<urn:4>\tflawed\tdamaged_body\t0\tno blank line between the HTTP head and the page",
    ] {
        assert!(list.contains(line), "'{line}' is not in:\n{list}");
    }
    case.assert_whole("index");
}
