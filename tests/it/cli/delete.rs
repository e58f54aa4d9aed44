//! `tamis delete`: pages are taken down, reported and kept out.

use crate::case::{Case, PAGES};

case!(pages_are_deleted_by_docno_list_and_url, |_| {
    let case = Case::indexed();
    case.file("list", "ice-1\n# a comment\nroad-1\n");
    let dry = case
        .tamis("delete index tea-1 --docnos list --url-prefix http://ice-2.example --dry-run")
        .ends(0);
    let urls: Vec<&str> = dry.stdout.lines().collect();
    assert_eq!(urls[0], "ice-1\thttp://ice-1.example/");
    assert_eq!(urls.len(), 4);
    dry.says(&["index: would delete 4 pages and keep 1 page"]);
    assert_eq!(case.tamis("stats index --json").ends(0).json()["pages"], PAGES.len());

    for prefix in ["''", "http://", "/"] {
        case.tamis(&format!("delete index --url-prefix {prefix}"))
            .ends(2)
            .says(&["--url-prefix: found '", "expected a host"]);
    }
    case.tamis("delete index tea-1 --docnos list")
        .ends(0)
        .says(&["index: deleted 3 pages", "2 pages left"]);
    case.tamis("inspect index tea-1").ends(1).says(&["no page 'tea-1'"]);
    assert!(!case.tamis("search index kettle").ends(0).stdout.contains("tea-1"));
    case.tamis("verify index").ends(0);
    let outcome = case.tamis("delete index tea-1 tea-9 --url-prefix http://nowhere --json").ends(3);
    let json = outcome.json();
    assert_eq!(json["already_deleted"], serde_json::json!(["tea-1"]));
    assert_eq!(json["unknown_docnos"], serde_json::json!(["tea-9"]));
    assert_eq!(json["unmatched_url_prefixes"], serde_json::json!(["http://nowhere"]));
    assert_eq!(
        (&json["left"], &json["dry_run"], json["pages"].as_array().unwrap().len()),
        (&2.into(), &false.into(), 0)
    );
    outcome.says(&[
        "index: deleted nothing",
        "1 page deleted before: tea-1",
        "never had 1 docno: tea-9",
        "starts with http://nowhere",
    ]);

    // The same command does not bring them back, nor does another archive.
    case.tamis("index pages.warc.gz --out index").ends(0).says(&["2 pages", "deleted 3"]);
    case.warc("again.warc.gz", PAGES.len());
    case.tamis("index again.warc.gz --out index").ends(0).says(&[
        "2 pages",
        "deleted 6",
        "duplicate 2",
    ]);
    let stats = case.tamis("stats index --json").ends(0).json();
    assert_eq!((&stats["pages"], &stats["skipped"]["deleted"]), (&2.into(), &6.into()));
    case.tamis("verify index").ends(0);
});

case!(a_deletion_says_what_it_needs, |_| {
    let case = Case::indexed();
    case.tamis("delete index").ends(2).says(&["DOCNO", "--docnos", "--url-prefix"]);
    case.tamis("delete pages.warc.gz ice-1").ends(1).says(&["is a WARC archive, not an index"]);
    case.tamis("delete none ice-1").ends(1).says(&["none: is not an index folder"]);
    assert!(!case.path("none").exists());
});

case!(pages_of_a_deleted_prefix_do_not_come_back_under_another_docno, |_| {
    let case = Case::indexed();
    case.tamis("delete index --url-prefix http://ice-1.example").ends(0).says(&["deleted 1 page"]);
    let line = |id: &str, host: &str| {
        format!("{{\"id\":\"{id}\",\"url\":\"https://www.{host}/later\",\"text\":\"more\"}}\n")
    };
    let pages = line("new-1", "ice-1.example") + &line("new-2", "ice-11.example");
    case.file("new.jsonl", pages);
    case.tamis("index new.jsonl --out index").ends(0).says(&["deleted 2"]);
    case.tamis("inspect index new-1").ends(1);
    case.tamis("inspect index new-2").ends(0);
    let listed = case.tamis("stats index --losses").ends(0).stdout;
    assert!(listed.contains("pages whose URL starts as this one were deleted"), "{listed}");
    let stats = case.tamis("stats index --json").ends(0).json();
    let prefixes = serde_json::json!(["http://ice-1.example"]);
    assert_eq!(stats["deleted_url_prefixes"], prefixes);
    case.tamis("verify index").ends(0);
    // A combined index keeps them out, too.
    case.file("other.jsonl", line("x", "x.example"));
    case.tamis("index other.jsonl --out other").ends(0);
    case.tamis("combine index other --out both").ends(0);
    case.file("again.jsonl", line("new-3", "ice-1.example"));
    case.tamis("index again.jsonl --out both").ends(0).says(&["deleted 3"]);
});
