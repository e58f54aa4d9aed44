//! Damaged or unwanted records are counted, listed with place and reason, and never stop the build.

use crate::case::{Case, assert_refused, settings};
use serde_json::json;
use tamis::job::{Loss, LossesJob};
use tamis_testing::pages::PAGES;

/// The rows of the list behind its header: archive, offset, record, reason.
fn report_rows(case: &Case) -> Vec<[String; 4]> {
    let text = case.losses("index");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("archive\toffset\trecord\toutcome\treason\tbytes\tdetail"));
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            assert_eq!(cells.len(), 7, "{line}");
            [0, 1, 2, 4].map(|cell| cells[cell].to_owned())
        })
        .collect()
}

/// What a reading of the list shows.
fn listed(case: &Case, damaged: bool) -> Vec<Loss> {
    let mut losses = Vec::new();
    let job = LossesJob { index: case.path("index"), damaged };
    job.run(|loss| losses.push(loss), &()).unwrap();
    losses
}

#[test]
fn a_file_that_is_cut_off_gives_all_before_the_cut() {
    let case = Case::default();
    case.warc("whole.warc.gz", PAGES.len());
    // A member a record, so the last one starts where the shorter file ends.
    let whole = std::fs::read(case.path("whole.warc.gz")).unwrap();
    let last = whole.windows(4).rposition(|bytes| bytes == b"\x1f\x8b\x08\0").unwrap();
    case.file("cut.warc.gz", &whole[..whole.len() - 60]);
    let files = ["cut.warc.gz", "whole.warc.gz"];
    let built = case.index("index", &files);
    assert_eq!((built.counts.pages, built.damaged), (5, 1));
    assert_eq!(json!(built.counts.defective)["truncated"], 1);
    assert_eq!(case.index("index", &files).damaged, 0, "none is new");
    let rows = report_rows(&case);
    let truncated: Vec<_> = rows.iter().filter(|row| row[3] == "truncated").collect();
    let expected = ["cut.warc.gz", &last.to_string(), "short-1", "truncated"].map(str::to_owned);
    assert_eq!(truncated, [&expected]);
    // The list again, with what is damage, and of that alone.
    let all = listed(&case, false);
    assert_eq!(all.len(), rows.len());
    let damaged: Vec<Loss> = all.into_iter().filter(|loss| loss.damaged).collect();
    assert_eq!((damaged.len(), damaged[0].line.reason.name()), (1, "truncated"));
    assert_eq!(listed(&case, true), damaged);
}

#[test]
fn a_damaged_member_costs_itself() {
    let case = Case::default();
    case.warc("pages.warc.gz", PAGES.len());
    let mut bytes = std::fs::read(case.path("pages.warc.gz")).unwrap();
    let starts: Vec<usize> =
        (0..bytes.len() - 4).filter(|&at| bytes[at..].starts_with(b"\x1f\x8b\x08\0")).collect();
    assert_eq!(starts.len(), PAGES.len() + 1);
    bytes[starts[2] + 40..starts[2] + 80].fill(0xff);
    case.file("bad.warc.gz", bytes);
    let built = case.index("index", &["bad.warc.gz"]);
    assert_eq!((built.counts.pages, built.damaged), (4, 1));
    let place = starts[2].to_string();
    let rows = report_rows(&case);
    assert!(rows.iter().any(|row| row[1] == place && row[3] == "damaged_member"), "{rows:?}");
}

#[test]
fn of_two_pages_with_one_docno_the_first_stays() {
    let case = Case::default();
    let line = |docno: &str, text: &str| format!("{{\"docno\":\"{docno}\",\"text\":\"{text}\"}}\n");
    case.file("a.jsonl", line("x", "first") + &line("x", "second"));
    case.file("b.jsonl", line("x", "third") + &line("y", "other"));
    let built = case.index("index", &["b.jsonl", "a.jsonl"]);
    assert_eq!(built.counts.pages, 2);
    assert_eq!(json!(built.counts.skipped), json!({"duplicate": 2}));
    assert_eq!(case.blocks("index", "x")[0].text, "third", "the order of the collections");
    let expected = [["a.jsonl", "0", "x", "duplicate"], ["a.jsonl", "29", "x", "duplicate"]];
    assert_eq!(report_rows(&case), expected);
}

#[test]
fn empty_pages_are_counted() {
    let case = Case::default();
    case.file("site/empty.html", "");
    case.file("site/blank.html", " \n\t ");
    case.file("site/page.html", "<p>some text</p>");
    case.file("site/tags.html", "<html><body><p></p></body></html>");
    let built = case.index("index", &["site"]);
    assert_eq!((built.counts.records, built.counts.pages), (4, 2));
    assert_eq!(json!(built.counts.skipped), json!({"empty": 2}));
    let tags = case.blocks("index", "tags.html");
    assert!(tags.is_empty(), "a page without text is a page without blocks");
    case.assert_whole("index");
    case.file("none.html", "");
    let built = case.index("nothing", &["none.html"]);
    assert_refused(built.check_pages(), &["no page was indexed: every record"]);
    assert_eq!(case.stats("nothing")["pages"], 0);
    assert!(case.find("nothing", "words", &[]).unwrap().is_empty());
}

#[test]
fn lines_that_are_no_documents_are_counted_and_the_rest_arrives() {
    let case = Case::default();
    let lines = [
        "{\"docno\":\"a\",\"text\":\"one\"}",
        "not json",
        "{\"docno\":\"b\"}",
        "",
        "{\"docno\":\"c\",\"text\":\"two\"}\n",
    ];
    case.file("x.jsonl", lines.join("\n"));
    let built = case.index("index", &["x.jsonl"]);
    assert_eq!((built.counts.pages, built.damaged), (2, 2));
    assert_eq!(json!(built.counts.skipped), json!({"damaged_record": 2}));
    let rows = report_rows(&case);
    assert_eq!(rows.iter().map(|row| row[1].as_str()).collect::<Vec<_>>(), ["27", "36"]);
}

#[test]
fn the_limits_of_a_page_keep_what_is_below_them() {
    let case = Case::default();
    let lines = [
        "{\"docno\":\"long\",\"html\":\"<p>one<p>two<p>three\"}\n",
        "{\"docno\":\"page\",\"html\":\"<p>one<p>two\"}\n",
    ];
    case.file("x.jsonl", lines.concat());
    let built = case.index_with("index", &["x.jsonl"], settings(json!({"max_blocks": 2})));
    assert_eq!((built.counts.pages, built.damaged), (2, 1));
    assert_eq!(report_rows(&case), [["x.jsonl", "0", "long", "blocks_limit"]]);
    let row = "\tflawed\tblocks_limit\t5\tblocks after the first 2: 1, left out";
    assert!(case.losses("index").contains(row));
    assert_eq!(case.blocks("index", "long").len(), 2);
    case.assert_whole("index");
    let unlimited = json!({
        "max_blocks": 0, "max_depth": 0, "max_ms": 0, "max_record": 0, "max_inflated": 0
    });
    assert_eq!(case.index_with("other", &["x.jsonl"], settings(unlimited)).counts.blocks, 5);
}
