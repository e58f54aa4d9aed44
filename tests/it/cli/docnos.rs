//! Every page has a docno that finds it, whatever its file or its collection calls it.

use crate::case::Case;
use serde_json::json;

fn docno_of_line(line: &str) -> String {
    let cells: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(cells.len(), 6, "{line}");
    cells[2].to_owned()
}

/// The docnos of a search's results, sorted; every line is that of a run.
fn found(case: &Case, query: &str) -> Vec<String> {
    case.file("topics", format!("1\t{query}\n"));
    let run = case.tamis("search index --topics topics").ends(0).stdout;
    let mut docnos: Vec<String> = run.lines().map(docno_of_line).collect();
    docnos.sort_unstable();
    docnos
}

case!(files_with_any_names_are_pages_of_their_own, |case| {
    let names = ["a b", "a%20b", "a%2520b", " a b", " ", "\u{3000}", "100%", "x\ny"];
    for name in names {
        case.file(&format!("pages/{name}"), "<html><p>A penguin on the ice");
    }
    case.tamis("index pages --out index").ends(0).says(&["8 pages"]);
    let mut expected =
        ["a%20b", "a%2520b", "a%252520b", "%20a%20b", "%20", "%E3%80%80", "100%", "x%0Ay"]
            .map(str::to_owned);
    expected.sort_unstable();
    assert_eq!(found(&case, "penguin"), expected);
    for docno in &expected {
        case.tamis(&format!("inspect index {docno}")).ends(0);
    }
});

fn page_line(name: &str) -> String {
    json!({"docno": name, "text": "A penguin on the ice"}).to_string() + "\n"
}

case!(a_document_with_any_name_is_found_and_not_added_twice, |case| {
    let long = "x".repeat(70_000);
    let names = ["a b", "a%20b", " a", "a", "\u{3000}", &long, &format!("{long}y")];
    case.file("pages.jsonl", names.map(page_line).concat());
    case.file("again.jsonl", names.map(page_line).concat());
    case.tamis("index pages.jsonl --out index").ends(0).says(&["7 pages"]);
    case.tamis("index again.jsonl --out index").ends(0).says(&["duplicate 7"]);
    assert!(
        case.read("index/losses.tsv").contains("made of a name with white space or too many bytes")
    );
    let docnos = found(&case, "penguin");
    assert!(
        docnos.len() == 7
            && ["a", "a%20b"].iter().all(|name| docnos.iter().any(|docno| docno == name))
    );
    for docno in &docnos {
        assert!(docno.len() <= 1024, "{docno}");
        case.tamis(&format!("inspect index {docno}")).ends(0);
    }
    assert!(case.tamis("verify index").ends(0).stdout.contains("7 docnos, each once"));
});

fn record(i: usize, warc: &str, http: &str, body: &str) -> String {
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{http}{body}");
    let head = format!("WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:{i}>\r\n{warc}");
    format!("{head}Content-Length: {}\r\n\r\n{block}\r\n\r\n", block.len())
}

case!(a_page_that_is_not_whole_is_indexed_and_reported, |case| {
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
    let outcome = case.tamis("index pages.warc --out index").ends(3);
    outcome.says(&["5 pages", "damaged_body 3", "truncated 1"]);
    assert_eq!(found(&case, "penguin").len(), 5);
    let list = case.read("index/losses.tsv");
    for line in [
        "<urn:1>\tflawed\tdamaged_body\t0\tchunks without the last one",
        "<urn:2>\tflawed\tdamaged_body\t977\t23 bytes of Content-Length 1000",
        "<urn:3>\tflawed\ttruncated\t0\tWARC-Truncated: disconnect",
        "<urn:4>\tflawed\tdamaged_body\t0\tno blank line between the HTTP head and the page",
    ] {
        assert!(list.contains(line), "'{line}' is not in:\n{list}");
    }
    assert!(case.tamis("verify index").ends(0).stdout.contains("5 docnos, each once"));
});
