//! The bytes of a file decide its format: wherever one is named, and for standard input.

use crate::case::{Case, PAGES, html};
use flate2::write::GzEncoder;
use std::io::Write;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Commands that read the index X.
const READERS: [&str; 9] = [
    "search X penguin",
    "sweep X --topics topics --qrels qrels --min-words 1..=2",
    "compare X --topics topics --qrels qrels",
    "eval qrels run --index X",
    "export X --format ciff --out x.ciff",
    "inspect X ice-1",
    "label X --classifier keep-all",
    "stats X",
    "verify X",
];

case!(an_archive_in_place_of_an_index_is_named_and_never_the_place_for_one, |case| {
    case.warc("crawl.warc.gz", 2);
    case.file("topics", "1\tpenguin\n");
    case.file("qrels", "1 0 ice-1 1\n");
    case.file("run", "1 Q0 ice-1 1 1.0 mine\n");
    case.file("pdf", "%PDF-1.4\n");
    case.tamis("index crawl.warc.gz --out made/index -q").ends(0);
    let archive = "crawl.warc.gz: is a WARC archive, not an index; build one from it (`tamis index \
                   crawl.warc.gz --out INDEX`)";
    for line in READERS {
        let outcome = case.tamis(&line.replace('X', "crawl.warc.gz")).ends(1).says(&[archive]);
        assert_eq!(outcome.stdout, "", "{line}");
    }
    for (name, message) in [
        (
            "pdf",
            "is a PDF file, not an index; name an index folder (`tamis index COLLECTION --out \
             INDEX` builds one)",
        ),
        ("made", "holds no index, but made/index does; name an index folder"),
        (
            "none",
            "is not an index folder; build one from a collection (`tamis index COLLECTION --out \
             none`)",
        ),
    ] {
        case.tamis(&format!("stats {name}")).ends(1).says(&[&format!("{name}: {message}")]);
    }
});

fn record_reports(case: &Case, index: &str) -> String {
    case.read(&format!("{index}/losses.tsv")).replace("damaged.warc.gz\t", "-\t")
}

case!(standard_input_is_sniffed_like_a_file, |case| {
    case.warc("pages.warc.gz", PAGES.len());
    let warc = std::fs::read(case.path("pages.warc.gz")).unwrap();
    let jsonl =
        "{\"docno\":\"a\",\"text\":\"some words\"}\n{\"docno\":\"b\",\"text\":\"more words\"}\n";
    let trec = "<DOC>\n<DOCNO>D-1</DOCNO>\n<DOCHDR>\nhttp://a\n</DOCHDR>\n<p>some words\n</DOC>\n";
    let inputs: [(&str, Vec<u8>, usize); 6] = [
        ("warc", warc.clone(), PAGES.len()),
        ("jsonl", jsonl.into(), 2),
        ("jsonl", zstd::encode_all(jsonl.as_bytes(), 3).unwrap(), 2),
        ("trecweb", gzip(trec.as_bytes()), 1),
        ("tsv", b"a\tsome words\nb\tmore words\n".to_vec(), 2),
        ("folder", html(&PAGES[0]).into_bytes(), 1),
    ];
    for (kind, bytes, pages) in inputs {
        let lines =
            case.tamis_reading("index - --out index --force --json", &bytes).ends(0).json_lines();
        assert_eq!(
            (&lines[0]["archive"]["kind"], &lines[1]["pages"]),
            (&kind.into(), &pages.into())
        );
    }
    case.tamis_reading("index - --out nothing", b"").ends(1).says(&["no page was indexed"]);
    case.tamis_reading("index - - --out two", &warc)
        .ends(2)
        .says(&["standard input (-) can be read only once"]);
    case.tamis_reading("index - --out two", b"PK\x03\x04 and so on")
        .ends(1)
        .says(&["(standard input): found a zip file, expected a stream", "save it to a file"]);
    case.tamis_reading("index - --out two", b"%PDF-1.4\n")
        .ends(1)
        .says(&["(standard input): found a PDF file", "WARC"]);
    assert!(!case.path("two").exists(), "invalid input leaves nothing behind");

    // Damage in the middle is reported as for the file.
    let mut damaged = warc;
    let at = damaged.len() / 2;
    damaged[at..at + 40].fill(0xff);
    case.file("damaged.warc.gz", &damaged);
    case.tamis("index damaged.warc.gz --out file").ends(3);
    case.tamis_reading("index - --out piped", &damaged).ends(3);
    assert!(
        record_reports(&case, "file").contains("damaged_member")
            && record_reports(&case, "file") == record_reports(&case, "piped"),
        "{}",
        record_reports(&case, "piped")
    );
});

case!(an_index_inside_the_collection_is_told, |case| {
    case.file("site/a.html", html(&PAGES[0]));
    case.tamis("index site --out site/index").ends(0);
    let again = case.tamis("index site --out site/index").ends(0);
    let again =
        again.says(&["site/index is an index and is skipped", "already in the index: 1 archive"]);
    // The index, and no record.
    assert_eq!(again.stderr.matches("skipped").count(), 1, "{}", again.stderr);
});
