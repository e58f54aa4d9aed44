//! Labels for a finished index: labels added later give the same searches as labels from the build,
//! and everything that could assign them to the wrong blocks is refused.

use crate::case::{Case, assert_refused, assert_told, names};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::File;
use std::sync::atomic::{AtomicUsize, Ordering};
use tamis::job::{
    IndexJob, LabelJob, LabelLinesJob, Labelled, Ranking, RecipeSettings, RemoveLabelsJob,
    UnknownLine, VerifyJob,
};
use tamis::{Error, Progress, Result, Store, Topics, demo};
use tamis_testing::pages::PAGES;

const COLLECTION: [&str; 4] = ["demo/demo.warc.gz", "pages.warc.gz", "loose", "x.jsonl"];

/// A build of an index in several segments, with these labels.
fn build(case: &Case, out: &str, store: Store, labels: &[&str]) -> IndexJob {
    let recipe = RecipeSettings {
        store: Some(store),
        classifiers: Some(names(labels)),
        commit_every: Some(30_000),
        ..RecipeSettings::default()
    };
    IndexJob { recipe, ..case.build(out, &COLLECTION) }
}

/// The same with two labels.
fn build_with_two(case: &Case) -> IndexJob {
    build(case, "index", Store::Text, &["words-tree", "keep-all"])
}

/// A collection of more kinds than one, indexed with two labels into `index`.
fn indexed_with(store: Store) -> Case {
    let case = Case::default();
    demo::generate(&case.path("demo"), 60, 3).unwrap();
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
    let job = IndexJob {
        recipe: RecipeSettings { store: Some(store), ..build_with_two(&case).recipe },
        ..build_with_two(&case)
    };
    job.run(&()).unwrap();
    case
}

fn indexed() -> Case {
    indexed_with(Store::Text)
}

/// Indexes the collection of [`indexed`] with all labels into `whole`.
fn index_whole(case: &Case, store: Store) {
    build(case, "whole", store, &["default"]).run(&()).unwrap();
}

fn job(case: &Case, classifiers: &[&str]) -> LabelJob {
    LabelJob { index: case.path("index"), classifiers: names(classifiers), ..LabelJob::default() }
}

/// Runs a job, and returns the names of the new labels.
fn added(job: &LabelJob) -> Result<Vec<String>> {
    Ok(job.run(&())?.result.labels.into_iter().map(|label| label.name).collect())
}

/// Adds labels, and returns the names of the new ones.
fn add(case: &Case, classifiers: &[&str]) -> Result<Vec<String>> {
    added(&job(case, classifiers))
}

/// The same in the place of labels that are there.
fn replace(case: &Case, classifiers: &[&str]) -> Result<Vec<String>> {
    added(&LabelJob { replace: true, ..job(case, classifiers) })
}

fn remove(case: &Case, labels: &[&str]) -> Result<Vec<String>> {
    let index = case.path("index");
    let job = RemoveLabelsJob { index, labels: names(labels), with_rule: false };
    Ok(job.run(&())?.result.removed)
}

/// Adds a label from a file of lines; also returns the lines of what the index does not have.
fn read_lines(job: &LabelLinesJob) -> Result<(Labelled, Vec<UnknownLine>)> {
    let mut unknown = Vec::new();
    let labelled = job.run(&(), &mut |line| unknown.push(line.clone()))?.result;
    Ok((labelled, unknown))
}

fn lines_job(case: &Case, lines: &str) -> LabelLinesJob {
    let (index, lines) = (case.path("index"), case.path(lines));
    LabelLinesJob { index, lines, ..LabelLinesJob::default() }
}

/// What a search for the topics finds under a label.
fn run(case: &Case, index: &str, label: &str) -> Vec<Ranking> {
    let topics = Topics::read(case.path("demo/demo.topics")).unwrap();
    let index = case.open(index);
    let search = index.search_topics(&topics).set("label", label).unwrap();
    search.set("title", "drop").unwrap().rankings().unwrap()
}

/// The labels of every block of a page, by name.
fn labels(case: &Case, index: &str, docno: &str) -> Vec<Vec<String>> {
    let blocks = case.blocks(index, docno);
    let sorted = |mut labels: Vec<String>| {
        labels.sort_unstable();
        labels
    };
    blocks.into_iter().map(|block| sorted(block.labels)).collect()
}

/// The number of blocks that each label marks as content.
fn counts(case: &Case, index: &str) -> BTreeMap<String, u64> {
    let labels = case.open(index).contents().unwrap().labels;
    labels.into_iter().map(|label| (label.name, label.blocks)).collect()
}

/// What a check counts of labels.
fn checked_labels(case: &Case, index: &str) -> String {
    let job = VerifyJob { index: case.path(index), ..VerifyJob::default() };
    let checks = job.run(&()).unwrap().result.checks;
    checks.into_iter().find(|check| check.name == "labels").unwrap().found
}

#[test]
fn labels_that_are_added_are_those_of_an_index_made_with_them() {
    for store in [Store::Text, Store::All, Store::None] {
        let case = indexed_with(store);
        index_whole(&case, store);
        let labels_added = job(&case, &["default"]).run(&()).unwrap().result.labels;
        assert_eq!(labels_added.len(), 6);
        assert!(case.open("index").contents().unwrap().segments > 2);
        let whole = counts(&case, "whole");
        assert_eq!(counts(&case, "index"), whole);
        for label in &labels_added {
            assert_eq!(label.content, whole[&label.name]);
            let name = &label.name;
            assert_eq!(run(&case, "index", name), run(&case, "whole", name), "{store:?} {name}");
        }
        assert!(run(&case, "index", "min-words-10").iter().any(|ranking| !ranking.is_empty()));
        for docno in ["ice-1", "plain", "html", "a.html", "deep/b.html"] {
            assert_eq!(labels(&case, "index", docno), labels(&case, "whole", docno), "{docno}");
        }
        let found = checked_labels(&case, "index");
        assert!(found.starts_with("6 added (min-words-10"), "{found}");
    }
}

#[test]
fn names_that_are_there_are_refused_and_replaced_on_demand() {
    let case = indexed();
    assert_refused(add(&case, &["words-tree"]), &["was built with a label words-tree"]);
    let two = ["min-words-10", "density-tree"];
    assert_eq!(add(&case, &two).unwrap(), two);
    let before = std::fs::read(case.find_labels("index").unwrap()).unwrap();
    // The same again may be a job that was killed after its commit; in another language it is
    // another label.
    assert!(add(&case, &["min-words-10"]).unwrap().is_empty());
    assert_eq!(add(&case, &["min-words-10", "bte"]).unwrap(), ["bte"]);
    assert_eq!(remove(&case, &["bte"]).unwrap(), ["bte"]);
    let language = Some("de".to_owned());
    let german = LabelJob { language, ..job(&case, &["min-words-10"]) };
    assert_refused(added(&german), &["already has a label min-words-10"]);
    replace(&case, &["min-words-10"]).unwrap();
    let after = std::fs::read(case.find_labels("index").unwrap()).unwrap();
    assert_eq!(after, before, "the same labels are the same bytes");
    assert_eq!(add(&case, &["default"]).unwrap().len(), 4);
    assert!(add(&case, &["default"]).unwrap().is_empty());
    let mixed = remove(&case, &["density-tree", "words-tree"]);
    assert_refused(mixed, &["unknown added label 'words-tree'"]);
    assert_eq!(remove(&case, &["density-tree"]).unwrap(), ["density-tree"]);
    let search = case.find("index", "x", &[("label", "density-tree")]);
    assert_refused(search, &["unknown label 'density-tree'"]);
    remove(&case, &["all"]).unwrap();
    assert!(case.find_labels("index").is_none());
    assert_refused(add(&case, &["word-tree"]), &["did you mean 'words-tree'?"]);
    let no_index = LabelJob { index: case.path("demo"), ..job(&case, &["keep-all"]) };
    assert_refused(added(&no_index), &["holds no index"]);
    assert!(!case.path("demo/tamis.lock").exists(), "a folder that is no index stays as it is");
}

#[test]
fn archives_that_moved_are_named_and_changed_ones_are_refused() {
    let case = indexed();
    index_whole(&case, Store::Text);
    std::fs::create_dir(case.path("moved")).unwrap();
    for file in ["pages.warc.gz", "demo/demo.warc.gz", "x.jsonl"] {
        let moved = case.path("moved").join(file.rsplit('/').next().unwrap());
        std::fs::rename(case.path(file), moved).unwrap();
    }
    let rule = job(&case, &["cleaneval-rule"]);
    let among =
        |collections: &[&str]| LabelJob { collections: case.paths(collections), ..rule.clone() };
    assert_refused(added(&rule), &["demo.warc.gz: cannot read", "name the collection"]);
    let one_missing = among(&["moved/demo.warc.gz", "loose", "moved/x.jsonl"]);
    assert_refused(added(&one_missing), &["built from ", "pages.warc.gz", "name it"]);
    let named = among(&["moved", "loose"]);
    added(&named).unwrap();
    let expected = run(&case, "whole", "cleaneval-rule");
    assert_eq!(run(&case, "index", "cleaneval-rule"), expected);
    let again = LabelJob { replace: true, ..named };
    let changed = case.read("moved/x.jsonl").replace("<p>Two", "<p>Too");
    case.file("moved/x.jsonl", changed);
    assert_refused(added(&again), &["x.jsonl, which is none of these files"]);
    case.file("loose/a.html", "<p>another page<p>of other blocks");
    assert_refused(added(&again), &["loose has changed since it was indexed"]);
    let unchanged = run(&case, "index", "cleaneval-rule");
    assert_eq!(unchanged, expected, "refused labels change nothing");
    let all = indexed_with(Store::All);
    let named = LabelJob { collections: all.paths(&["loose"]), ..job(&all, &["cleaneval-rule"]) };
    assert_refused(added(&named), &["name no collection"]);
}

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
    let archives = case.open(index).manifest().archives.clone();
    let told = |entry: tamis::ArchiveEntry| (entry.path, entry.pages, json!(entry.skipped));
    archives.into_iter().map(told).collect()
}

fn pages_by_archive(case: &Case, index: &str) -> Vec<u64> {
    archives(case, index).into_iter().map(|(_, pages, _)| pages).collect()
}

/// Checks every number of an index against its pages, and returns how many were read.
fn check_deep(case: &Case, collections: &[&str]) -> Result<String> {
    let index = case.path("index");
    let collections = case.paths(collections);
    let job = VerifyJob { index, deep: true, collections, ..VerifyJob::default() };
    let verdict = job.run(&())?.result;
    assert!(verdict.whole(), "{verdict:?}");
    Ok(verdict.checks.into_iter().find(|check| check.name == "pages").unwrap().found)
}

#[test]
fn loose_pages_between_archives_are_found_again() {
    let case = Case::default();
    split_folder(&case);
    let build = |out: &str, labels: &[&str], commit_every| {
        let recipe = RecipeSettings {
            classifiers: Some(names(labels)),
            commit_every,
            ..RecipeSettings::default()
        };
        IndexJob { recipe, ..case.build(out, &["crawl"]) }
    };
    build("whole", &["words-tree", "cleaneval-rule"], None).run(&()).unwrap();
    // It stops at the damaged page in the second part, and goes on from there.
    let job = build("index", &["words-tree"], Some(1));
    let strict = |job: &IndexJob| IndexJob { max_damaged: Some(0), ..job.clone() };
    assert_refused(strict(&job).run(&()), &["c8.html.gz"]);
    let begun = archives(&case, "index");
    assert!(begun.len() == 3 && begun[2].1 > 0, "{begun:?}");
    assert_eq!(job.run(&()).unwrap().result.damaged, 1);
    assert_eq!(archives(&case, "index"), archives(&case, "whole"));
    add(&case, &["cleaneval-rule"]).unwrap();
    for docno in ["a.html", "c0.html", "c9.html", "e.html", "ice-2", "d"] {
        assert_eq!(labels(&case, "index", docno), labels(&case, "whole", docno), "{docno}");
    }
    let pages = check_deep(&case, &["crawl"]).unwrap();
    assert!(pages.contains("14 read again from 5 archives"), "{pages}");
    assert_eq!(check_deep(&case, &[]).unwrap(), pages);

    // A deleted page is missed in its own part, and does not come back.
    case.delete("index", &["e.html", "c9.html"]);
    assert_eq!(pages_by_archive(&case, "whole"), [1, 2, 9, 1, 1]);
    assert_eq!(pages_by_archive(&case, "index"), [1, 2, 8, 1, 0]);
    job.run(&()).unwrap();
    assert_eq!(pages_by_archive(&case, "index"), [1, 2, 8, 1, 0]);
    check_deep(&case, &[]).unwrap();
    replace(&case, &["cleaneval-rule"]).unwrap();

    // A part that grows is indexed again; one that changed is reported.
    case.file("crawl/aa.html", "<p>Came later.");
    job.run(&()).unwrap();
    check_deep(&case, &["crawl"]).unwrap();
    replace(&case, &["cleaneval-rule"]).unwrap();
    assert!(labels(&case, "index", "aa.html")[0].is_empty());
    case.file("crawl/e.html", "<p>Other words.");
    let changed =
        "crawl has changed since it was indexed: found loose pages of other names, sizes or times";
    assert_refused(replace(&case, &["cleaneval-rule"]), &[changed]);
    let verify = VerifyJob {
        index: case.path("index"),
        deep: true,
        collections: case.paths(&["crawl"]),
        ..VerifyJob::default()
    };
    assert_refused(verify.run(&()), &[changed]);
    // So is one that was only partly read.
    let part = build("part", &["words-tree"], Some(1));
    strict(&part).run(&()).unwrap_err();
    case.file("crawl/c0.html", "<p>Other words.");
    let changed = "crawl is only partly indexed, and its loose pages have changed";
    assert_refused(part.run(&()), &[changed]);
}

#[test]
fn pages_that_are_cut_another_way_are_refused_by_name() {
    let case = indexed();
    // The same size and stamp cannot be had with other bytes, so the recipe is changed: another
    // program's cut.
    case.edit_meta("index", |meta| {
        meta.replace(r#"\"cut\":\"boilerpipe\""#, r#"\"cut\":\"atomic\""#)
    });
    let words = ["page ", "demo/demo.warc.gz: found ", " as in the index", "build the index again"];
    assert_refused(add(&case, &["cleaneval-rule"]), &words);
    assert!(case.find_labels("index").is_none());
}

#[test]
fn archives_that_are_added_get_the_labels_of_classifiers() {
    let case = indexed();
    index_whole(&case, Store::Text);
    add(&case, &["cleaneval-rule"]).unwrap();
    case.file("more.jsonl", json!({"docno": "more", "html": "<p>more"}).to_string());
    let job = build_with_two(&case);
    job.run(&()).unwrap();
    assert_eq!(run(&case, "index", "cleaneval-rule"), run(&case, "whole", "cleaneval-rule"));
    let with = |files: &[&str]| {
        let mut job = job.clone();
        job.collections.extend(case.paths(files));
        job
    };
    with(&["more.jsonl"]).run(&()).unwrap();
    let of_more = || (labels(&case, "index", "more"), run(&case, "index", "cleaneval-rule"));
    let grown = of_more();
    remove(&case, &["all"]).unwrap();
    add(&case, &["cleaneval-rule"]).unwrap();
    assert_eq!(of_more(), grown);
    // Labels from lines do not know new pages.
    case.file("mine.jsonl", json!({"docno": "more", "block": 0, "label": true}).to_string());
    read_lines(&lines_job(&case, "mine.jsonl")).unwrap();
    case.file("late.jsonl", json!({"docno": "late", "html": "<p>late words"}).to_string());
    let late = with(&["more.jsonl", "late.jsonl"]).run(&()).unwrap();
    assert_eq!(late.result.pages_without_label, BTreeMap::from([("mine".to_owned(), 1)]));
    assert_told(&late.notices, &["the label mine is missing on 1 page added later"]);
    let labels = case.open("index").contents().unwrap().labels;
    let mine = labels.iter().find(|label| label.name == "mine").unwrap();
    assert!(mine.origin.as_ref().is_some_and(|origin| origin.ends_with("mine.jsonl")));
    assert_eq!(mine.lacking, 1);
    assert!(checked_labels(&case, "index").contains("; mine is missing on 1"));
    IndexJob { replace: true, ..with(&["more.jsonl"]) }.run(&()).unwrap();
    assert!(case.find_labels("index").is_none(), "a rebuilt index has none");
}

#[test]
fn an_index_that_is_not_finished_or_is_being_written_gets_no_labels() {
    let case = Case::indexed();
    add(&case, &["bte"]).unwrap();
    let held = File::options().write(true).open(case.path("index/tamis.lock")).unwrap();
    held.lock().unwrap();
    assert_refused(remove(&case, &["all"]), &["is being written by"]);
    drop(held);
    case.edit_meta("index", |meta| meta.replace(r#"\"finished\":true"#, r#"\"finished\":false"#));
    assert_refused(replace(&case, &["bte"]), &["is not finished"]);
}

#[test]
fn damage_to_added_labels_is_found() {
    let case = Case::indexed();
    case.warc("fewer.warc.gz", 3);
    case.index("whole", &["fewer.warc.gz"]);
    add(&case, &["bte", "justext:en"]).unwrap();
    let file = case.find_labels("index").unwrap();
    let sound = std::fs::read(&file).unwrap();
    let flip = |at: usize| {
        let mut bytes = sound.clone();
        bytes[at] ^= 1;
        std::fs::write(&file, &bytes).unwrap();
    };
    flip(0);
    let faults = case.faults("index");
    assert!(faults.len() == 1 && faults[0].starts_with("labels: "), "{faults:?}");
    assert!(faults[0].contains("checksum"), "{faults:?}");
    let refused = ["bin:0: found bytes with the checksum", "remove the labels"];
    assert_refused(case.find("index", "kettle", &[("label", "bte")]), &refused);
    // Nothing copies the damage to a file with another checksum.
    assert_refused(add(&case, &["tree-filter"]), &refused);
    // It can be replaced alone.
    replace(&case, &["bte"]).unwrap();
    case.assert_whole("index");
    flip(sound.len() - 20);
    let refused = ["bin: found a directory with the checksum", "remove the labels"];
    assert_refused(case.find("index", "kettle", &[]), &refused);
    // A file that is gone is missed, and the labels can be removed without it.
    std::fs::remove_file(&file).unwrap();
    let refused = ["bin: found no file", "remove the labels"];
    assert_refused(case.find("index", "kettle", &[]), &refused);
    assert!(case.faults("index")[0].starts_with("labels: "));
    assert!(remove(&case, &["all"]).unwrap().is_empty(), "nothing tells their names");
    case.find("index", "kettle", &[]).unwrap();
    // Labels of another index are none of this one's, however whole they are.
    let name = file.file_name().unwrap().to_str().unwrap();
    case.file(&format!("whole/{name}"), &sound);
    let sum = name.trim_start_matches("labels-").trim_end_matches(".bin");
    case.edit_meta("whole", |meta| {
        meta.replace(r#"\"labels\":null"#, &format!(r#"\"labels\":\"{sum}\""#))
    });
    assert_refused(tamis::Index::open(case.path("whole")), &["other segments"]);
    assert!(case.faults("whole")[0].starts_with("labels: "));
}

/// A line about everything but the links, which are blocks 1, 2 and 4.
fn line(docno: &str, label: Value) -> String {
    json!({"docno": docno, "block": 3, "label": label, "score": 0.7}).to_string()
}

#[test]
fn anybodys_labels_are_read_from_lines() {
    let case = Case::indexed();
    let labelled = [json!(true), json!("content"), json!(true), json!("content")];
    let docnos = ["ice-1", "ice-2", "tea-1", "road-1"];
    let each = docnos.into_iter().zip(labelled);
    let mut lines: Vec<String> = each.map(|(docno, label)| line(docno, label)).collect();
    lines.push(json!({"docno": "ice-1", "block": 1, "label": "boilerplate"}).to_string());
    case.file("mine.jsonl", lines.join("\n") + "\n\n");
    let job = lines_job(&case, "mine.jsonl");
    let (added, _) = read_lines(&job).unwrap();
    assert_eq!((added.labels[0].name.as_str(), added.labels[0].content), ("mine", 4));
    let read = added.lines.unwrap();
    assert_eq!((read.lines, read.unknown_lines, read.unnamed_pages), (5, 0, 1));
    let has_mine = |labels: &Vec<String>| labels.contains(&"mine".to_owned());
    let labels = labels(&case, "index", "tea-1");
    assert_eq!(labels.iter().map(has_mine).collect::<Vec<_>>(), [false, false, false, true, false]);
    let found = case.find("index", "penguin", &[("label", "mine"), ("title", "drop")]).unwrap();
    let found: Vec<&str> = found.iter().map(|hit| hit.docno.as_str()).collect();
    assert_eq!(found, ["ice-2", "ice-1"], "pages that have the word in links only are not there");
    // The same lines again change nothing; others are refused.
    let before = std::fs::read(case.find_labels("index").unwrap()).unwrap();
    let (again, _) = read_lines(&job).unwrap();
    assert_eq!((again.labels.len(), again.lines.unwrap().lines), (0, 5));
    case.file("other/mine.jsonl", &lines[0]);
    assert_refused(
        read_lines(&lines_job(&case, "other/mine.jsonl")),
        &["already has a label mine", "replace the label"],
    );
    assert_eq!(std::fs::read(case.find_labels("index").unwrap()).unwrap(), before);
    let badly_named = LabelLinesJob { name: Some("a b".to_owned()), ..job };
    assert_refused(read_lines(&badly_named), &["name: found 'a b'"]);
}

#[test]
fn lines_of_unknown_pages_and_blocks_are_counted_and_malformed_ones_refused() {
    let case = Case::indexed();
    let known = json!({"docno": "ice-1", "block": 3, "label": true}).to_string();
    let unknown = [
        json!({"docno": "gone", "block": 0, "label": true}),
        json!({"docno": "ice-1", "block": 5, "label": true}),
    ];
    case.file("some.jsonl", format!("{known}\n{}\n{}\n", unknown[0], unknown[1]));
    let (added, lines) = read_lines(&lines_job(&case, "some.jsonl")).unwrap();
    assert_eq!(added.lines.unwrap().unknown_lines, 2);
    let unknown_line = |line, docno: &str, block, blocks| UnknownLine {
        line,
        docno: docno.to_owned(),
        block,
        blocks,
    };
    let expected = [unknown_line(2, "gone", 0, None), unknown_line(3, "ice-1", 5, Some(5))];
    assert_eq!(lines, expected);
    for (text, error) in [
        (format!("{known}\n{{\"docno\":\"ice-1\",\"block\":3}}\n"), "x.jsonl:2: found '{\"docno\""),
        (known.replace("true", "\"maybe\""), "x.jsonl:1: found"),
        (known.replace('3', "-3"), "x.jsonl:1: found"),
        (
            format!("{known}\n{}\n", known.replace("true", "false")),
            "x.jsonl:2: found another label of block 3 of ice-1",
        ),
        (unknown[0].to_string(), "x.jsonl names a block"),
        (String::new(), "x.jsonl has no lines of labels"),
    ] {
        case.file("x.jsonl", text);
        assert_refused(read_lines(&lines_job(&case, "x.jsonl")), &[error]);
    }
    assert_refused(read_lines(&lines_job(&case, "none.jsonl")), &["none.jsonl: cannot open"]);
    assert!(!counts(&case, "index").contains_key("x"));
}

#[test]
fn any_number_of_labels_is_added() {
    let case = Case::indexed();
    case.file("x.jsonl", line("ice-1", json!(true)));
    let job = |number: usize| LabelLinesJob {
        name: Some(format!("l{number}")),
        ..lines_job(&case, "x.jsonl")
    };
    for number in 8..70 {
        read_lines(&job(number)).unwrap();
    }
    read_lines(&LabelLinesJob { replace: true, ..job(63) }).unwrap();
    let labels = labels(&case, "index", "ice-1");
    for name in ["l63", "l64", "l69"] {
        let name = name.to_owned();
        assert!(labels[3].contains(&name) && !labels[2].contains(&name), "{name}");
    }
}

/// Stops once it was asked so often.
struct StopsAfter(AtomicUsize);

impl tamis::Watch for StopsAfter {}

impl Progress for StopsAfter {
    fn stops(&self) -> bool {
        let left = self.0.load(Ordering::SeqCst);
        self.0.store(left.saturating_sub(1), Ordering::SeqCst);
        left == 0
    }
}

#[test]
fn labelling_that_is_stopped_leaves_the_labels_before() {
    let case = indexed();
    add(&case, &["cleaneval-rule"]).unwrap();
    let file = case.find_labels("index").unwrap();
    let before = std::fs::read(&file).unwrap();
    let job = job(&case, &["default"]);
    for asked in [0, 1, 20] {
        let stopped = job.run(&StopsAfter(asked.into())).unwrap_err();
        assert!(matches!(stopped, Error::Interrupted), "{stopped}");
        assert_eq!(std::fs::read(case.find_labels("index").unwrap()).unwrap(), before);
        case.assert_whole("index");
    }
    assert_eq!(added(&job).unwrap().len(), 5);
}
