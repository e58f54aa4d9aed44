//! `tamis label`: how labels are asked for, and what it prints. What labels hold is tested in
//! `crates/library/tests/it/label.rs`.

use crate::case::Case;
use serde_json::json;

case!(labels_of_classifiers_are_added_replaced_and_removed, |_| {
    let case = Case::indexed();
    case.tamis("label index --classifier words-tree").ends(1).says(&[
        "was built with a label words-tree",
        "--name",
        "--force",
    ]);
    case.tamis("label index --classifier bte,keep-all:x").ends(2).says(&["keep-all"]);
    case.tamis("label index --classifier bte,tree-filter").ends(0).says(&["added 2 labels"]);
    let added = case.tamis("label index --classifier bte,boilerpipe-article --json").ends(0);
    let added = added.says(&["added boilerpipe-article"]).json();
    assert_eq!(added["labels"][0]["name"], "boilerpipe-article");
    let again = case.tamis("label index --classifier bte --json").ends(0);
    assert_eq!(again.says(&["has all of these labels"]).json()["labels"], json!([]));
    case.tamis("label index --classifier bte --language de")
        .ends(1)
        .says(&["already has a label bte", "--force"]);
    case.tamis("label index --classifier bte --language de --force").ends(0);
    let removed = case.tamis("label index --remove bte,tree-filter --json").ends(0);
    let removed = removed.says(&["removed bte, tree-filter"]).json();
    assert_eq!(removed["removed"], json!(["bte", "tree-filter"]));
    case.tamis("label index").ends(2).says(&["--classifier", "--from"]);
    case.tamis("label index --classifier word-tree").ends(2).says(&["did you mean 'words-tree'?"]);
    std::fs::create_dir(case.path("moved")).unwrap();
    std::fs::rename(case.path("pages.warc.gz"), case.path("moved/pages.warc.gz")).unwrap();
    case.tamis("label index --classifier bte moved").ends(0).says(&["added bte"]);
    let stats = case.tamis("stats index").ends(0).stdout;
    assert!(stats.contains("added: "), "{stats}");
});

case!(labels_are_read_from_lines, |_| {
    let case = Case::indexed();
    let known = json!({"docno": "ice-1", "block": 3, "label": true}).to_string();
    case.file("mine.jsonl", &known);
    case.tamis("label index --from mine.jsonl").ends(0).says(&[
        "added mine (1 block content), from 1 line",
        "no line names a block of 4 pages: all boilerplate",
    ]);
    let again = case.tamis("label index --from mine.jsonl --json").ends(0);
    let again = again.says(&["index: has this label already, from the same lines"]).json();
    assert_eq!((&again["labels"], &again["lines"]), (&json!([]), &json!(1)));
    case.tamis("label index --from mine.jsonl --name 'a b'").ends(2).says(&["--name: found 'a b'"]);
    case.tamis_reading("label index --from - --name two -q", known.as_bytes()).ends(0);
    assert_eq!(case.tamis("stats index --json").json()["labels"]["two"], json!(1));
    // Lines of what the index does not have are shown.
    let gone = json!({"docno": "gone", "block": 0, "label": true});
    let high = json!({"docno": "ice-1", "block": 5, "label": true});
    case.file("some.jsonl", format!("{known}\n{gone}\n{high}\n"));
    let outcome = case.tamis("label index --from some.jsonl --json").ends(3);
    let outcome = outcome.says(&[
        "some.jsonl:2: no page gone",
        "some.jsonl:3: ice-1 has 5 blocks, found block 5",
        "2 lines of a page",
    ]);
    let lines = outcome.json_lines();
    assert_eq!(lines[0]["unknown"]["line"], json!(2));
    assert_eq!((lines.len(), &lines[2]["unknown_lines"]), (3, &json!(2)));
    // Later pages lack them, and that is told.
    case.file("late.jsonl", json!({"docno": "late", "html": "<p>late words"}).to_string());
    case.tamis("index pages.warc.gz late.jsonl --out index")
        .ends(0)
        .says(&["tamis label index --from FILE --name mine --force"]);
    let stats = case.tamis("stats index").ends(0).stdout;
    assert!(stats.contains("added: mine.jsonl; missing on 1 page"), "{stats}");
    let verdict = case.tamis("verify index").ends(0).stdout;
    assert!(verdict.contains("ok     labels    3 added (mine"), "{verdict}");
});
