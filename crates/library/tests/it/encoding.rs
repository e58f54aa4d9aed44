//! The encoding of pages, its source, and the encoding that is given, from the archive to the
//! index.

use crate::case::{Case, settings};
use serde_json::json;
use tamis::job::{ExtractJob, PageSource};

/// One page of each kind: a mark, a `<meta>`, neither, and JSONL, which is UTF-8 by itself.
fn collection(case: &Case) {
    case.file(
        "site/bom.html",
        [b"\xEF\xBB\xBF<meta charset=koi8-r><p>".as_slice(), "na\u{EF}ve".as_bytes()].concat(),
    );
    case.file("site/meta.html", b"<meta charset=koi8-r><p>\xC1\xC2\xD7");
    case.file("site/none.html", "<p>na\u{EF}ve");
    case.file("site/false.html", "<meta charset=iso-8859-1><p>na\u{EF}ve");
    case.file(
        "x.jsonl",
        [
            "{\"docno\":\"json\",\"html\":\"<meta charset=koi8-r><p>na\u{EF}ve\"}\n",
            "{\"docno\":\"text\",\"text\":\"plain\"}",
        ]
        .concat(),
    );
    case.file("page.warc", http());
}

/// A page whose header says another encoding than it does itself.
fn http() -> Vec<u8> {
    let page = b"<meta charset=koi8-r><p>\xE9t\xE9";
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=ISO-8859-1\r\n\r\n";
    let record = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-TREC-ID: \
         http\r\nWARC-Target-URI: http://a.example/\r\nContent-Type: application/http; \
         msgtype=response\r\nContent-Length: {}\r\n\r\n{head}",
        head.len() + page.len()
    );
    [record.as_bytes(), page, b"\r\n\r\n"].concat()
}

/// Text, encoding and source of an indexed page.
fn page(case: &Case, docno: &str) -> [String; 3] {
    let block = case.blocks("index", docno).remove(0);
    [block.text, block.encoding.unwrap(), block.encoding_source.unwrap()]
}

#[test]
fn each_page_keeps_its_encoding_and_the_source_of_it() {
    let case = Case::default();
    collection(&case);
    case.index("index", &["site", "x.jsonl", "page.warc"]);
    let expected = [
        ("bom.html", "na\u{EF}ve", "UTF-8", "bom"),
        ("meta.html", "\u{430}\u{431}\u{432}", "KOI8-R", "meta"),
        ("none.html", "na\u{EF}ve", "UTF-8", "detected"),
        ("false.html", "na\u{C3}\u{AF}ve", "windows-1252", "meta"),
        ("json", "na\u{EF}ve", "UTF-8", "given"),
        ("text", "plain", "UTF-8", "given"),
        ("http", "\u{E9}t\u{E9}", "windows-1252", "http"),
    ];
    for (docno, text, encoding, source) in expected {
        assert_eq!(page(&case, docno), [text, encoding, source], "{docno}");
    }
    let stats = case.stats("index");
    assert_eq!(stats["encodings"], json!({"KOI8-R": 1, "UTF-8": 4, "windows-1252": 2}));
    let sources = json!({"bom": 1, "detected": 1, "given": 2, "http": 1, "meta": 2});
    assert_eq!(stats["encoding_sources"], sources);
}

#[test]
fn what_is_given_outranks_header_and_meta_but_no_mark() {
    let case = Case::default();
    collection(&case);
    let recipe = settings(json!({"encoding": "utf8"}));
    case.index_with("index", &["site", "x.jsonl", "page.warc"], recipe);
    assert_eq!(page(&case, "false.html"), ["na\u{EF}ve", "UTF-8", "forced"]);
    let stats = case.stats("index");
    assert_eq!(stats["encodings"], json!({"UTF-8": 7}));
    assert_eq!(stats["encoding_sources"], json!({"bom": 1, "forced": 4, "given": 2}));
    let extract = |page: &str| {
        let encoding = Some("latin1".to_owned());
        let job = ExtractJob { encoding, ..ExtractJob::default() };
        let extract = job.run(PageSource::File(case.path(page)), &()).unwrap().result;
        json!([extract.encoding, extract.encoding_source])
    };
    assert_eq!(extract("site/false.html"), json!(["windows-1252", "forced"]));
    assert_eq!(extract("site/bom.html"), json!(["UTF-8", "bom"]));
}
