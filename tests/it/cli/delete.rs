//! `tamis delete`: how pages are named, and what it prints. What a deletion leaves is tested in
//! `crates/library/tests/it/delete.rs`.

use crate::case::Case;

case!(pages_are_named_by_docno_list_url_and_date, |_| {
    let case = Case::indexed();
    case.file("list", "ice-1\n# a comment\nroad-1\n");
    let dry = case
        .tamis("delete index tea-1 --docnos list --url-prefix http://ice-2.example --dry-run")
        .ends(0);
    let urls: Vec<&str> = dry.stdout.lines().collect();
    assert_eq!((urls[0], urls.len()), ("ice-1\thttp://ice-1.example/", 4));
    dry.says(&["index: would delete 4 pages and keep 1 page"]);
    case.tamis("delete index --url-prefix http://")
        .ends(2)
        .says(&["--url-prefix: found '", "expected a host"]);
    case.tamis("delete index tea-1 --docnos list")
        .ends(0)
        .says(&["index: deleted 3 pages", "2 pages left"]);
    let outcome = case.tamis("delete index tea-1 tea-9 --url-prefix http://nowhere --json").ends(3);
    let json = outcome.json();
    assert_eq!(json["already_deleted"], serde_json::json!(["tea-1"]));
    assert_eq!((&json["left"], &json["dry_run"]), (&2.into(), &false.into()));
    outcome.says(&[
        "index: deleted nothing",
        "1 page deleted before: tea-1",
        "never had 1 docno: tea-9",
        "starts with http://nowhere",
    ]);
    case.tamis("index pages.warc.gz --out index").ends(0).says(&["2 pages", "deleted 3"]);
    case.tamis("delete index").ends(2).says(&[
        "DOCNO",
        "--docnos",
        "--url-prefix",
        "--published-from",
    ]);
    case.tamis("delete index --published-from 2010 --published-to 2009")
        .ends(2)
        .says(&["--published-from: 2010 is later than 2009"]);
    case.tamis("delete index --published-to 2009")
        .ends(1)
        .says(&["does not know when its pages were published", "--metadata"]);
    let page = "{\"id\":\"a\",\"url\":\"http://a.example\",\"html\":\"<p>words\"}\n";
    case.file("silent.jsonl", page);
    case.tamis("index silent.jsonl --metadata --out dated -q").ends(0);
    case.tamis("delete dated --published-to 2009")
        .ends(0)
        .says(&["deleted nothing", "1 page stays: it does not say when published"]);
});
