//! `tamis label`: labels added later give the same searches as labels from the build, and
//! everything that could assign them to the wrong blocks is reported.

use crate::case::{Case, PAGES};
use serde_json::{Value, json};
use std::fs::File;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;
use tamis::demo;

/// A collection of more kinds than one, in several segments, indexed with two labels into `index`
/// and with all eight into `whole`.
fn indexed(store: &str) -> Case {
    let case = Case::new();
    demo::generate(&case.path("demo"), 120, 3).unwrap();
    case.warc("pages.warc.gz", PAGES.len());
    case.file(
        "loose/a.html",
        "<title>loose</title><p>A page of its own, with words enough to be called content by some \
         rule.",
    );
    case.file("loose/deep/b.html", "<p>caf\u{e9} <a href=x>au lait</a></p><ul><li>one<li>two</ul>");
    let plain = json!({"docno": "plain", "text": "Two paragraphs of text.\n\nNot < HTML & not to \
                                                  be parsed as such."});
    let html = json!({"docno": "html", "html": "<p>Two paragraphs<p>of HTML"});
    // The second page of a name is not in the index, whatever it holds.
    let again = json!({"docno": "html", "html": "<p>other<p>blocks<p>here"});
    case.file("x.jsonl", format!("{plain}\n{html}\n{again}\n"));
    let collection = "demo/demo.warc.gz pages.warc.gz loose x.jsonl --commit-every 50000 -q";
    case.tamis(&format!("index {collection} --store {store} --out whole")).ends(0);
    case.tamis(&format!(
        "index {collection} --store {store} --out index --classifier words-tree,keep-all"
    ))
    .ends(0);
    case
}

/// The search under a label.
fn run(case: &Case, index: &str, label: &str) -> String {
    case.tamis(&format!(
        "search {index} --topics demo/demo.topics --label {label} --title drop --tag x -q"
    ))
    .ends(0)
    .stdout
}

/// Every label of every block of a page.
fn inspected(case: &Case, index: &str, docno: &str) -> Vec<(u64, Vec<String>)> {
    case.tamis(&format!("inspect {index} {docno} --json"))
        .ends(0)
        .json_lines()
        .into_iter()
        .map(|line| {
            let labels = line["labels"]
                .as_array()
                .unwrap()
                .iter()
                .map(|name| name.as_str().unwrap().to_owned());
            let mut labels: Vec<String> = labels.collect();
            labels.sort_unstable();
            (line["block"].as_u64().unwrap(), labels)
        })
        .collect()
}

case!(labels_that_are_added_are_those_of_an_index_made_with_them, |_| {
    for store in ["text", "all", "none"] {
        let case = indexed(store);
        let outcome = case.tamis("label index --classifier default --json").ends(0);
        let labels = outcome.json()["labels"].as_array().unwrap().clone();
        assert_eq!(labels.len(), 6, "{}", outcome.stdout);
        let of = |index: &str| case.tamis(&format!("stats {index} --json")).ends(0).json();
        let added = of("index");
        let whole = of("whole");
        assert!(added["segments"].as_u64() > Some(2), "{added}");
        assert_eq!(added["labels"], whole["labels"]);
        for label in &labels {
            let name = label["name"].as_str().unwrap();
            assert_eq!(label["content_blocks"], whole["labels"][name]);
            assert_eq!(run(&case, "index", name), run(&case, "whole", name), "{store} {name}");
        }
        assert!(!run(&case, "index", "min-words-10").is_empty());
        for docno in ["ice-1", "plain", "html", "a.html", "deep/b.html"] {
            assert_eq!(
                inspected(&case, "index", docno),
                inspected(&case, "whole", docno),
                "{store} {docno}"
            );
        }
        let verdict = case.tamis("verify index").ends(0);
        assert!(
            verdict.stdout.contains("ok     labels    6 added (min-words-10"),
            "{}",
            verdict.stdout
        );
        let rule =
            case.tamis("search index kettle --where 'label = cleaneval-rule' --json -q").ends(0);
        assert_eq!(
            rule.stdout,
            case.tamis("search whole kettle --where 'label = cleaneval-rule' --json -q").stdout
        );
    }
});

case!(names_that_are_there_are_refused_and_replaced_on_demand, |_| {
    let case = indexed("text");
    case.tamis("label index --classifier words-tree").ends(1).says(&[
        "was built with a label words-tree",
        "--name",
        "--force",
    ]);
    case.tamis("label index --classifier min-words-10,density-tree")
        .ends(0)
        .says(&["added 2 labels"]);
    let before = std::fs::read(case.labels("index")).unwrap();
    // The same again may be a command that was killed after its commit; in another language it is
    // another label.
    let again = case
        .tamis("label index --classifier min-words-10 --json")
        .ends(0)
        .says(&["has all of these labels"]);
    assert_eq!(again.json()["labels"], json!([]));
    case.tamis("label index --classifier min-words-10,bte").ends(0).says(&["added bte"]);
    case.tamis("label index --remove bte -q").ends(0);
    case.tamis("label index --classifier min-words-10 --language de")
        .ends(1)
        .says(&["already has a label min-words-10", "--force"]);
    case.tamis("label index --classifier min-words-10 --force").ends(0);
    assert_eq!(
        std::fs::read(case.labels("index")).unwrap(),
        before,
        "the same labels are the same bytes"
    );
    case.tamis("label index --classifier default").ends(0).says(&["added 4 labels"]);
    case.tamis("label index --classifier default").ends(0).says(&["has all of these labels"]);
    case.tamis("label index --remove density-tree,words-tree")
        .ends(2)
        .says(&["unknown added label 'words-tree'"]);
    case.tamis("label index --remove density-tree").ends(0).says(&["removed density-tree"]);
    case.tamis("search index x --label density-tree")
        .ends(2)
        .says(&["unknown label 'density-tree'"]);
    case.tamis("label index --remove all").ends(0);
    assert!(case.find_labels("index").is_none());
    case.tamis("label index").ends(2).says(&["--classifier", "--from"]);
    case.tamis("label index --classifier word-tree").ends(2).says(&["did you mean 'words-tree'?"]);
    case.tamis("label demo --classifier keep-all").ends(1).says(&["holds no index"]);
    assert!(!case.path("demo/tamis.lock").exists(), "a folder that is no index stays as it is");
});

case!(archives_that_moved_are_named_and_changed_ones_are_refused, |_| {
    let case = indexed("text");
    std::fs::create_dir(case.path("moved")).unwrap();
    for file in ["pages.warc.gz", "demo/demo.warc.gz", "x.jsonl"] {
        std::fs::rename(case.path(file), case.path("moved").join(file.rsplit('/').next().unwrap()))
            .unwrap();
    }
    const LABEL: &str = "label index --classifier cleaneval-rule";
    case.tamis(LABEL).ends(1).says(&["demo.warc.gz: cannot read", "name the collection"]);
    case.tamis(&format!("{LABEL} moved/demo.warc.gz loose moved/x.jsonl"))
        .ends(1)
        .says(&["built from pages.warc.gz", "name it"]);
    case.tamis(&format!("{LABEL} moved loose")).ends(0);
    assert_eq!(run(&case, "index", "cleaneval-rule"), run(&case, "whole", "cleaneval-rule"));
    let changed = case.read("moved/x.jsonl").replace("<p>Two", "<p>Too");
    case.file("moved/x.jsonl", changed);
    case.tamis(&format!("{LABEL} moved loose --force"))
        .ends(1)
        .says(&["x.jsonl, and no such file was found"]);
    case.file("loose/a.html", "<p>another page<p>of other blocks");
    case.tamis(&format!("{LABEL} moved loose --force"))
        .ends(1)
        .says(&["loose has changed since it was indexed"]);
    assert_eq!(
        run(&case, "index", "cleaneval-rule"),
        run(&case, "whole", "cleaneval-rule"),
        "refused labels change nothing"
    );
    let all = indexed("all");
    all.tamis("label index --classifier cleaneval-rule loose")
        .ends(2)
        .says(&["name no collection"]);
});

/// A folder whose loose files are in three parts, because archives are between them: pages, and one
/// that is damaged.
fn split_folder(case: &Case) {
    case.file("crawl/README.md", "What this is.");
    case.file(
        "crawl/a.html",
        "<title>first</title><p>A loose page before all archives, of some more words than few.",
    );
    case.warc("crawl/b.warc.gz", 2);
    for number in 0..8 {
        case.file(
            &format!("crawl/c{number}.html"),
            format!("<p>Loose page {number} between two archives."),
        );
    }
    case.file("crawl/c8.html.gz", b"\x1f\x8b\x08\0no page");
    case.file("crawl/c9.html", "<p>Another page, behind the one that is damaged.");
    case.file("crawl/d.jsonl", json!({"docno": "d", "html": "<p>a line"}).to_string());
    case.file(
        "crawl/e.html",
        "<p>A loose page behind all archives.<p>With two paragraphs, so that it is another one.",
    );
}

/// Path, pages and skipped records of every archive of an index.
fn archives(case: &Case, index: &str) -> Vec<(String, u64, Value)> {
    let stats = case.tamis(&format!("stats {index} --json")).ends(0).json();
    stats["archives"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            (
                entry["path"].as_str().unwrap().to_owned(),
                entry["pages"].as_u64().unwrap(),
                entry["skipped"].clone(),
            )
        })
        .collect()
}

fn pages_by_archive(case: &Case, index: &str) -> Vec<u64> {
    archives(case, index).into_iter().map(|(_, pages, _)| pages).collect::<Vec<_>>()
}

case!(loose_pages_between_archives_are_found_again, |case| {
    split_folder(&case);
    case.tamis("index crawl --out whole --classifier words-tree,cleaneval-rule -q").ends(3);
    // It stops at the damaged page in the second part, and goes on from there.
    const INDEX: &str = "index crawl --out index --classifier words-tree --commit-every 1 -q";
    case.tamis(&format!("{INDEX} --strict")).ends(1).says(&["c8.html.gz"]);
    let begun = archives(&case, "index");
    assert!(begun.len() == 3 && begun[2].1 > 0, "{begun:?}");
    case.tamis(INDEX).ends(3);
    assert_eq!(archives(&case, "index"), archives(&case, "whole"));
    case.tamis("label index --classifier cleaneval-rule").ends(0);
    for docno in ["a.html", "c0.html", "c9.html", "e.html", "ice-2", "d"] {
        assert_eq!(inspected(&case, "index", docno), inspected(&case, "whole", docno), "{docno}");
    }
    let pages = case.tamis("verify --deep index crawl").ends(0).stdout;
    assert!(pages.contains("14 read again from 5 archives"), "{pages}");
    assert_eq!(case.tamis("verify --deep index").ends(0).stdout, pages);

    // A deleted page is missed in its own part, and does not come back.
    case.tamis("delete index e.html c9.html -q").ends(0);
    assert_eq!(
        (pages_by_archive(&case, "whole"), pages_by_archive(&case, "index")),
        (vec![1, 2, 9, 1, 1], vec![1, 2, 8, 1, 0])
    );
    case.tamis(INDEX).ends(0);
    assert_eq!(pages_by_archive(&case, "index"), [1, 2, 8, 1, 0]);
    case.tamis("verify --deep index").ends(0);
    case.tamis("label index --classifier cleaneval-rule --force").ends(0);

    // A part that grows is indexed again; one that changed is reported.
    case.file("crawl/aa.html", "<p>Came later.");
    case.tamis(INDEX).ends(0);
    case.tamis("verify --deep index crawl").ends(0);
    case.tamis("label index --classifier cleaneval-rule --force").ends(0);
    assert!(inspected(&case, "index", "aa.html")[0].1.is_empty());
    case.file("crawl/e.html", "<p>Other words.");
    let changed =
        "crawl has changed since it was indexed: found loose pages of other names, sizes or times";
    case.tamis("label index --classifier cleaneval-rule --force").ends(1).says(&[changed]);
    case.tamis("verify --deep index crawl").ends(1).says(&[changed]);
    // So is one that was only partly read.
    case.tamis("index crawl --out part --strict --commit-every 1").ends(1);
    case.file("crawl/c0.html", "<p>Other words.");
    case.tamis("index crawl --out part --commit-every 1")
        .ends(1)
        .says(&["crawl is only partly indexed, and its loose pages have changed"]);
});

case!(pages_that_are_cut_another_way_are_refused_by_name, |_| {
    let case = indexed("text");
    // The same size and stamp cannot be had with other bytes, so the recipe is changed: another
    // program's cut.
    case.edit_meta("index", |meta| {
        meta.replace(r#"\"cut\":\"boilerpipe\""#, r#"\"cut\":\"atomic\""#)
    });
    let refused = case.tamis("label index --classifier cleaneval-rule").ends(1);
    refused.says(&[
        "page ",
        "of demo/demo.warc.gz: found ",
        " as in the index",
        "build the index again",
    ]);
    assert!(case.find_labels("index").is_none());
});

case!(archives_that_are_added_get_the_labels_of_classifiers, |_| {
    let case = indexed("text");
    case.tamis("label index --classifier cleaneval-rule").ends(0);
    case.file("more.jsonl", json!({"docno": "more", "html": "<p>more"}).to_string());
    const INDEX: &str = "index demo/demo.warc.gz pages.warc.gz loose x.jsonl --commit-every 50000 \
                         --out index --classifier words-tree,keep-all -q";
    case.tamis(INDEX).ends(0);
    assert_eq!(run(&case, "index", "cleaneval-rule"), run(&case, "whole", "cleaneval-rule"));
    case.tamis(&format!("{INDEX} more.jsonl")).ends(0);
    let grown = (inspected(&case, "index", "more"), run(&case, "index", "cleaneval-rule"));
    case.tamis("label index --remove all").ends(0);
    case.tamis("label index --classifier cleaneval-rule").ends(0);
    assert_eq!((inspected(&case, "index", "more"), run(&case, "index", "cleaneval-rule")), grown);
    // Labels from lines do not know new pages.
    case.file("mine.jsonl", json!({"docno": "more", "block": 0, "label": true}).to_string());
    case.tamis("label index --from mine.jsonl").ends(0);
    case.file("late.jsonl", json!({"docno": "late", "html": "<p>late words"}).to_string());
    let late = case
        .tamis(&format!("{} more.jsonl late.jsonl --json", INDEX.trim_end_matches("-q")))
        .ends(0);
    assert_eq!(late.json_lines().pop().unwrap()["pages_without_label"], json!({ "mine": 1 }));
    late.says(&[
        "the label mine was read from lines and is missing on 1 page",
        "tamis label index --from FILE --name mine --force",
    ]);
    assert_eq!(
        case.tamis("stats index --json").ends(0).json()["pages_without_label"],
        json!({ "mine": 1 })
    );
    assert!(
        case.tamis("stats index").ends(0).stdout.contains("added: mine.jsonl; missing on 1 page")
    );
    assert!(case.tamis("verify index").ends(0).stdout.contains("; mine is missing on 1"));
    case.tamis(&format!("{INDEX} more.jsonl --force")).ends(0);
    assert!(case.find_labels("index").is_none(), "a rebuilt index has none");
});

case!(an_index_that_is_not_finished_gets_no_labels, |_| {
    let case = indexed("text");
    case.edit_meta("index", |meta| meta.replace(r#"\"finished\":true"#, r#"\"finished\":false"#));
    case.tamis("label index --classifier cleaneval-rule")
        .ends(1)
        .says(&["is not finished", "tamis index"]);
});

case!(damage_to_added_labels_is_found, |_| {
    let case = indexed("text");
    case.tamis("label index --classifier cleaneval-rule").ends(0);
    let file = case.labels("index");
    let sound = std::fs::read(&file).unwrap();
    let mut bytes = sound.clone();
    bytes[0] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    let verdict = case.tamis("verify index").ends(1);
    assert!(
        verdict.stdout.contains("WRONG  labels") && verdict.stdout.contains("checksum"),
        "{}",
        verdict.stdout
    );
    let refused = ["bin:0: found bytes with the checksum", "remove the labels"];
    case.tamis("search index kettle --where 'label = cleaneval-rule'").ends(1).says(&refused);
    // Nothing copies the damage to a file with another checksum.
    case.tamis("label index --classifier bte").ends(1).says(&refused);
    // It can be replaced alone.
    case.tamis("label index --classifier cleaneval-rule --force").ends(0);
    case.tamis("verify index").ends(0);
    let mut bytes = sound.clone();
    let directory = bytes.len() - 20;
    bytes[directory] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    case.tamis("search index kettle")
        .ends(1)
        .says(&["bin: found a directory with the checksum", "remove the labels"]);
    // A file that is gone is missed, and the labels can be removed without it.
    std::fs::remove_file(&file).unwrap();
    case.tamis("search index kettle").ends(1).says(&["bin: found no file", "remove the labels"]);
    assert!(case.tamis("verify index").ends(1).stdout.contains("WRONG  labels"));
    case.tamis("label index --remove all").ends(0);
    case.tamis("search index kettle -q").ends(0);
    // Labels of another index are none of this one's, however whole they are.
    let name = file.file_name().unwrap().to_str().unwrap();
    case.file(&format!("whole/{name}"), &sound);
    let sum = name.trim_start_matches("labels-").trim_end_matches(".bin");
    case.edit_meta("whole", |meta| {
        meta.replace(r#"\"labels\":null"#, &format!(r#"\"labels\":\"{sum}\""#))
    });
    case.tamis("stats whole").ends(1).says(&["other segments"]);
    assert!(case.tamis("verify whole").ends(1).stdout.contains("WRONG  labels"));
});

/// Everything but the links, which are blocks 1, 2 and 4.
fn scored_line(docno: &str, label: Value) -> String {
    json!({"docno": docno, "block": 3, "label": label, "score": 0.7}).to_string()
}

case!(anybodys_labels_are_read_from_lines, |_| {
    let case = Case::indexed();
    let labels = [json!(true), json!("content"), json!(true), json!("content")];
    let docnos = ["ice-1", "ice-2", "tea-1", "road-1"];
    let mut lines: Vec<String> =
        docnos.into_iter().zip(labels).map(|(docno, label)| scored_line(docno, label)).collect();
    lines.push(json!({"docno": "ice-1", "block": 1, "label": "boilerplate"}).to_string());
    case.file("mine.jsonl", lines.join("\n") + "\n\n");
    let outcome = case.tamis("label index --from mine.jsonl --json").ends(0);
    outcome.says(&[
        "added mine (4 blocks content), from 5 lines",
        "no line names a block of 1 page: all boilerplate",
    ]);
    let labelled = inspected(&case, "index", "tea-1");
    let mine: Vec<u64> = labelled
        .iter()
        .filter(|(_, names)| names.contains(&"mine".to_owned()))
        .map(|(n, _)| *n)
        .collect();
    assert_eq!(mine, [3]);
    let found =
        case.tamis("search index penguin --label mine --title drop --json -q").ends(0).json_lines();
    let found: Vec<&str> = found.iter().map(|hit| hit["docno"].as_str().unwrap()).collect();
    assert_eq!(found, ["ice-2", "ice-1"], "pages that have the word in links only are not there");
    // The same lines again change nothing; others are refused.
    let labels = std::fs::read(case.labels("index")).unwrap();
    let again = case.tamis("label index --from mine.jsonl --json").ends(0);
    let again = again.says(&["index: has this label already, from the same lines"]).json();
    assert_eq!((&again["labels"], &again["lines"]), (&json!([]), &json!(5)));
    case.file("other/mine.jsonl", &lines[0]);
    case.tamis("label index --from other/mine.jsonl")
        .ends(1)
        .says(&["already has a label mine", "--force"]);
    assert_eq!(std::fs::read(case.labels("index")).unwrap(), labels);
    case.tamis("label index --from mine.jsonl --name 'a b'").ends(2).says(&["--name: found 'a b'"]);
    case.tamis_reading("label index --from - --name two -q", lines[0].as_bytes()).ends(0);
    assert_eq!(case.tamis("stats index --json").json()["labels"]["two"], json!(1));
});

case!(lines_of_unknown_pages_and_blocks_are_counted_and_malformed_ones_refused, |_| {
    let case = Case::indexed();
    let known = json!({"docno": "ice-1", "block": 3, "label": true}).to_string();
    let unknown = [
        json!({"docno": "gone", "block": 0, "label": true}),
        json!({"docno": "ice-1", "block": 5, "label": true}),
    ];
    case.file("some.jsonl", format!("{known}\n{}\n{}\n", unknown[0], unknown[1]));
    let outcome = case.tamis("label index --from some.jsonl --json").ends(3);
    let outcome = outcome.says(&[
        "some.jsonl:2: no page gone",
        "some.jsonl:3: ice-1 has 5 blocks, found block 5",
        "2 lines of a page",
    ]);
    let lines = outcome.json_lines();
    assert_eq!(lines[0]["unknown"]["line"], json!(2));
    assert_eq!((lines.len(), &lines[2]["unknown_lines"]), (3, &json!(2)));
    for (text, error) in [
        (format!("{known}\n{{\"docno\":\"ice-1\",\"block\":3}}\n"), "x.jsonl:2: found '{\"docno\""),
        (known.replace("true", "\"maybe\""), "x.jsonl:1: found"),
        (known.replace('3', "-3"), "x.jsonl:1: found"),
        (
            format!("{known}\n{}\n", known.replace("true", "false")),
            "x.jsonl:2: found another label of block 3 of ice-1",
        ),
        (unknown[0].to_string(), "none of the 1 lines of x.jsonl names a block"),
        (String::new(), "x.jsonl has no lines of labels"),
    ] {
        case.file("x.jsonl", text);
        case.tamis("label index --from x.jsonl").ends(1).says(&[error]);
    }
    case.tamis("label index --from none.jsonl").ends(1).says(&["none.jsonl: cannot open"]);
    assert_eq!(case.tamis("stats index --json").json()["labels"]["x"], Value::Null);
});

case!(any_number_of_labels_is_added, |_| {
    let case = Case::indexed();
    let line = json!({"docno": "ice-1", "block": 3, "label": true}).to_string();
    case.file("x.jsonl", &line);
    for number in 8..70 {
        case.tamis(&format!("label index --from x.jsonl --name l{number} -q")).ends(0);
    }
    case.tamis("label index --from x.jsonl --name l63 --force -q").ends(0);
    let labelled = inspected(&case, "index", "ice-1");
    for name in ["l63", "l64", "l69"] {
        let name = name.to_owned();
        assert!(labelled[3].1.contains(&name) && !labelled[2].1.contains(&name), "{name}");
    }
});

case!(a_killed_label_leaves_the_labels_before_and_locks_nobody_out, |_| {
    let case = indexed("text");
    case.tamis("label index --classifier cleaneval-rule").ends(0);
    let before = std::fs::read(case.labels("index")).unwrap();
    for wait in [0, 5, 20, 60] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
        command.args("label index --classifier default -q".split(' ')).current_dir(case.path(""));
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        // Between a commit and its end the files of both are there.
        let files = std::fs::read_dir(case.path("index")).unwrap().map(|file| file.unwrap().path());
        let is_before = |file: PathBuf| std::fs::read(file).unwrap() == before;
        let has_before = files.into_iter().any(is_before);
        let names =
            case.tamis("stats index --json").ends(0).json()["labels"].as_object().unwrap().len();
        assert!(names == 8 || (names == 3 && has_before), "{names} labels after {wait} ms");
        case.tamis("verify index").ends(0);
    }
    case.tamis("label index --classifier default").ends(0);
    let held = File::options().write(true).open(case.path("index/tamis.lock")).unwrap();
    held.lock().unwrap();
    case.tamis("label index --remove all").ends(1).says(&["is being written by"]);
});
