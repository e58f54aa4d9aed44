//! Records that are damaged or left out, as `index` and `stats --losses` print them, with the exit
//! status; how pages are read, as the program is told and tells. What is lost is tested in
//! `crates/library/tests/it/record_reports.rs` and the files beside it.

use crate::case::PAGES;
use serde_json::json;

case!(losses_are_told_and_listed, |case| {
    case.warc("whole.warc.gz", PAGES.len());
    let whole = std::fs::read(case.path("whole.warc.gz")).unwrap();
    case.file("cut.warc.gz", &whole[..whole.len() - 60]);
    case.tamis("index cut.warc.gz whole.warc.gz --out index").ends(3).says(&[
        "truncated 1",
        "(listed in index/losses.tsv)",
        "1 record damaged or lost: truncated 1 (`tamis stats index --losses --damaged`)",
    ]);
    case.tamis("index cut.warc.gz whole.warc.gz --out index").ends(0).says(&["; none is new"]);
    let listed = case.tamis("stats index --losses").ends(0).stdout;
    assert_eq!(listed.lines().count(), case.read("index/losses.tsv").lines().count());
    let header = "archive\toffset\trecord\toutcome\treason\tdamaged\tbytes\tdetail";
    assert_eq!(listed.lines().next(), Some(header));
    let damaged = case.tamis("stats index --losses --damaged").ends(0).stdout;
    assert_eq!(damaged.lines().count(), 2);
    assert!(damaged.contains("\tflawed\ttruncated\tyes\t"), "{damaged}");
    let lines = case.tamis("stats index --losses --json").ends(0).json_lines();
    let truncated: Vec<_> = lines.iter().filter(|line| line["damaged"] == true).collect();
    assert_eq!((truncated.len(), &truncated[0]["reason"]), (1, &json!("truncated")));
    case.tamis("stats index --damaged").ends(2).says(&["--losses"]);
    case.tamis("index cut.warc.gz --out again -v").ends(3).says(&["cut.warc.gz:", "short-1"]);
    case.tamis("index cut.warc.gz --out strict --strict").ends(1);
    case.file("none.html", "");
    case.tamis("index none.html --out nothing")
        .ends(1)
        .says(&["0 pages", "no page was indexed: every record"]);
});

case!(limits_and_encodings_are_given_and_shown, |case| {
    case.file("site/page.html", b"<meta charset=koi8-r><p>caf\xe9<p>two<p>three");
    case.tamis("index site --out index --max-blocks 2 --encoding latin1")
        .ends(3)
        .says(&["1 page,", "blocks_limit 1"]);
    let block = case.tamis("inspect index page.html --json").ends(0).json_lines().remove(0);
    assert_eq!((&block["text"], &block["encoding_source"]), (&json!("café"), &json!("forced")));
    let text = case.tamis("stats index").ends(0).stdout;
    assert!(text.contains("\nencoding windows-1252             1\n"), "{text}");
    assert!(text.contains("\nencoding source forced            1\n"), "{text}");
    case.tamis(
        "index site --out other --max-blocks 0 --max-depth 0 --max-ms 0 --max-record 0 \
         --max-inflated 0",
    )
    .ends(0);
    assert_eq!(case.tamis("stats other --json").ends(0).json()["blocks"], 3);
});
