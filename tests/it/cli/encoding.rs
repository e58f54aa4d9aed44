//! The encoding of pages, its source, and `--encoding`, from the archive to `inspect` and `stats`.

use crate::case::Case;
use serde_json::{Value, json};

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
fn page(case: &Case, index: &str, docno: &str) -> [Value; 3] {
    let mut block = case.tamis(&format!("inspect {index} {docno} --json")).ends(0).json();
    ["text", "encoding", "encoding_source"].map(|key| block[key].take())
}

case!(each_page_keeps_its_encoding_and_the_source_of_it, |case| {
    collection(&case);
    case.tamis("index site x.jsonl page.warc --out index -q").ends(0);
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
        assert_eq!(
            page(&case, "index", docno),
            [text, encoding, source].map(|text| json!(text)),
            "{docno}"
        );
    }
    let stats = case.tamis("stats index --json").ends(0).json();
    assert_eq!(stats["encodings"], json!({"KOI8-R": 1, "UTF-8": 4, "windows-1252": 2}));
    assert_eq!(
        stats["encoding_sources"],
        json!({"bom": 1, "detected": 1, "given": 2, "http": 1, "meta": 2})
    );
    let text = case.tamis("stats index").ends(0).stdout;
    assert!(text.contains("\nencoding UTF-8                    4\n"), "{text}");
    assert!(text.contains("\nencoding source meta              2\n"), "{text}");
});

fn encoding_and_source(case: &Case, page: &str) -> (Value, Value) {
    let found = case
        .tamis(&format!("extract {page} --encoding latin1 --classifier keep-all --json"))
        .ends(0)
        .json();
    (found["encoding"].clone(), found["encoding_source"].clone())
}

case!(the_users_word_outranks_header_and_meta_but_no_mark, |case| {
    collection(&case);
    case.tamis("index site x.jsonl page.warc --out index --encoding utf8 -q").ends(0);
    assert_eq!(
        page(&case, "index", "false.html"),
        ["na\u{EF}ve", "UTF-8", "forced"].map(|text| json!(text))
    );
    let stats = case.tamis("stats index --json").ends(0).json();
    assert_eq!(stats["encodings"], json!({"UTF-8": 7}));
    assert_eq!(stats["encoding_sources"], json!({"bom": 1, "forced": 4, "given": 2}));
    assert_eq!(
        encoding_and_source(&case, "site/false.html"),
        (json!("windows-1252"), json!("forced"))
    );
    assert_eq!(encoding_and_source(&case, "site/bom.html"), (json!("UTF-8"), json!("bom")));
});
