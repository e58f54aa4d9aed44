//! Damaged or unwanted records are counted, listed with place and reason, and never stop the run.

use crate::case::{Case, PAGES};
use serde_json::json;

/// The rows of losses.tsv behind its header: archive, offset, record, reason.
fn report_rows(case: &Case) -> Vec<[String; 4]> {
    let text = case.read("index/losses.tsv");
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

case!(a_file_that_is_cut_off_gives_all_before_the_cut, |case| {
    case.warc("whole.warc.gz", PAGES.len());
    case.warc("cut.warc.gz", PAGES.len() - 1);
    // A member a record, so the last one starts where the shorter file ends; the names differ in
    // length alone, and that in the file's own record.
    let whole = std::fs::read(case.path("whole.warc.gz")).unwrap();
    let cut = case.path("cut.warc.gz");
    let last = whole.windows(4).rposition(|bytes| bytes == b"\x1f\x8b\x08\0").unwrap();
    std::fs::write(&cut, &whole[..whole.len() - 60]).unwrap();
    case.tamis("index cut.warc.gz whole.warc.gz --out index").ends(3).says(&[
        "truncated 1",
        "(listed in index/losses.tsv)",
        "1 of them are damaged or lost: truncated 1 (`tamis stats index --losses --damaged`)",
    ]);
    case.tamis("index cut.warc.gz whole.warc.gz --out index").ends(0).says(&["; none is new"]);
    let rows = report_rows(&case);
    let truncated: Vec<_> = rows.iter().filter(|row| row[3] == "truncated").collect();
    assert_eq!(
        truncated,
        [&[
            "cut.warc.gz".to_owned(),
            last.to_string(),
            "short-1".to_owned(),
            "truncated".to_owned()
        ]]
    );
    // The list again, with what is damage, and of that alone.
    let listed = case.tamis("stats index --losses").ends(0).stdout;
    assert_eq!(listed.lines().count(), rows.len() + 1);
    let header = "archive\toffset\trecord\toutcome\treason\tdamaged\tbytes\tdetail";
    assert_eq!(listed.lines().next(), Some(header));
    let damaged = case.tamis("stats index --losses --damaged").ends(0).stdout;
    assert_eq!(damaged.lines().count(), 2);
    assert!(damaged.contains("\tflawed\ttruncated\tyes\t"), "{damaged}");
    let lines = case.tamis("stats index --losses --json").ends(0).json_lines();
    let truncated: Vec<_> = lines.iter().filter(|line| line["damaged"] == true).collect();
    assert_eq!((lines.len(), truncated.len()), (rows.len(), 1));
    assert_eq!(truncated[0]["reason"], "truncated");
    case.tamis("stats index --damaged").ends(2).says(&["--losses"]);
    let stats = case.tamis("stats index --json").ends(0).json();
    assert_eq!((&stats["pages"], &stats["flawed"]["truncated"]), (&json!(5), &json!(1)), "{stats}");
});

case!(a_damaged_member_costs_itself, |case| {
    case.warc("pages.warc.gz", PAGES.len());
    let mut bytes = std::fs::read(case.path("pages.warc.gz")).unwrap();
    let starts: Vec<usize> =
        (0..bytes.len() - 4).filter(|&at| bytes[at..].starts_with(b"\x1f\x8b\x08\0")).collect();
    assert_eq!(starts.len(), PAGES.len() + 1);
    bytes[starts[2] + 40..starts[2] + 80].fill(0xff);
    case.file("bad.warc.gz", bytes);
    case.tamis("index bad.warc.gz --out index -v")
        .ends(3)
        .says(&[&format!("bad.warc.gz:{}: skipped", starts[2])]);
    assert!(
        report_rows(&case)
            .iter()
            .any(|row| row[1] == starts[2].to_string() && row[3] == "damaged_member"),
        "{:?}",
        report_rows(&case)
    );
    assert_eq!(
        case.tamis("stats index --json").ends(0).json()["pages"],
        4,
        "{}",
        case.read("index/losses.tsv")
    );
});

case!(of_two_pages_with_one_docno_the_first_stays, |case| {
    case.file(
        "a.jsonl",
        "{\"docno\":\"x\",\"text\":\"first\"}\n{\"docno\":\"x\",\"text\":\"second\"}\n",
    );
    case.file(
        "b.jsonl",
        "{\"docno\":\"x\",\"text\":\"third\"}\n{\"docno\":\"y\",\"text\":\"other\"}\n",
    );
    case.tamis("index b.jsonl a.jsonl --out index")
        .ends(0)
        .says(&["2 pages", "skipped 2 records: duplicate 2"]);
    assert_eq!(
        case.tamis("inspect index x --json").ends(0).json()["text"],
        "third",
        "the order of the arguments"
    );
    let expected = [["a.jsonl", "0", "x", "duplicate"], ["a.jsonl", "29", "x", "duplicate"]];
    assert_eq!(report_rows(&case), expected);
});

case!(empty_pages_are_counted, |case| {
    case.file("site/empty.html", "");
    case.file("site/blank.html", " \n\t ");
    case.file("site/page.html", "<p>some text</p>");
    case.file("site/tags.html", "<html><body><p></p></body></html>");
    case.tamis("index site --out index").ends(0).says(&["2 pages", "empty 2"]);
    let tags = case.tamis("inspect index tags.html --json").ends(0);
    assert_eq!(tags.stdout, "", "a page without text is a page without blocks");
    assert!(
        case.tamis("verify index").ends(0).stdout.contains("4 records seen = 2 pages + 2 skipped")
    );
    case.file("none.html", "");
    case.tamis("index none.html --out nothing")
        .ends(1)
        .says(&["0 pages", "no page was indexed: every record"]);
    case.tamis("stats nothing").ends(0);
    assert_eq!(case.tamis("search nothing words").ends(0).stdout, "");
});

case!(lines_that_are_no_documents_are_counted_and_the_rest_arrives, |case| {
    case.file(
        "x.jsonl",
        "{\"docno\":\"a\",\"text\":\"one\"}\nnot \
         json\n{\"docno\":\"b\"}\n\n{\"docno\":\"c\",\"text\":\"two\"}\n",
    );
    case.tamis("index x.jsonl --out index").ends(3).says(&["2 pages", "damaged_record 2"]);
    let rows = report_rows(&case);
    assert_eq!(rows.iter().map(|row| row[1].as_str()).collect::<Vec<_>>(), ["27", "36"]);
});

case!(the_limits_of_a_page_keep_what_is_below_them, |case| {
    case.file(
        "x.jsonl",
        [
            "{\"docno\":\"long\",\"html\":\"<p>one<p>two<p>three\"}\n",
            "{\"docno\":\"page\",\"html\":\"<p>one<p>two\"}\n",
        ]
        .concat(),
    );
    case.tamis("index x.jsonl --out index --max-blocks 2")
        .ends(3)
        .says(&["2 pages", "blocks_limit 1"]);
    let expected = [["x.jsonl", "0", "long", "blocks_limit"]];
    assert_eq!(report_rows(&case), expected);
    assert!(
        case.read("index/losses.tsv")
            .contains("\tflawed\tblocks_limit\t5\tblocks after the first 2: 1, left out")
    );
    assert_eq!(case.tamis("inspect index long --json").ends(0).json_lines().len(), 2);
    case.tamis("verify index").ends(0);
    case.tamis(
        "index x.jsonl --out other --max-blocks 0 --max-depth 0 --max-ms 0 --max-record 0 \
         --max-inflated 0",
    )
    .ends(0);
    assert_eq!(case.tamis("stats other --json").ends(0).json()["blocks"], 5);
});
