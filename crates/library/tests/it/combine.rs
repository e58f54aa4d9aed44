//! Indexes become one, and what cannot be combined is refused by name.

use crate::case::{Case, assert_refused, settings};
use serde_json::json;
use std::ffi::OsString;
use tamis::Result;
use tamis::job::{CombineJob, Combined};
use tamis_testing::pages::PAGES;

/// Writes a file for each page.
fn write_files(case: &Case) {
    for (number, (docno, title, _, text)) in PAGES.iter().enumerate() {
        let html = format!("<title>{title}</title><p>Home</p><p>{text}</p>");
        let line = json!({ "docno": docno, "html": html }).to_string();
        case.file(&format!("file{number}.jsonl"), line + "\n");
    }
}

/// Two indexes of the pages, and one of all.
fn parts() -> Case {
    let case = Case::default();
    write_files(&case);
    case.index("a", &["file0.jsonl", "file1.jsonl"]);
    case.index("b", &["file2.jsonl", "file3.jsonl", "file4.jsonl"]);
    let all = ["file0.jsonl", "file1.jsonl", "file2.jsonl", "file3.jsonl", "file4.jsonl"];
    case.index("all", &all);
    case
}

fn job(case: &Case, indexes: &[&str], out: &str) -> CombineJob {
    CombineJob { indexes: case.paths(indexes), out: case.path(out), replace: false }
}

fn combine(case: &Case, indexes: &[&str], out: &str) -> Result<Combined> {
    Ok(job(case, indexes, out).run(&())?.result)
}

/// The names of the files in a folder.
fn files_of(case: &Case, folder: &str) -> Vec<OsString> {
    let entries = std::fs::read_dir(case.path(folder)).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
    files.sort();
    files
}

#[test]
fn a_combined_index_is_counted_replaced_on_demand_and_continued() {
    let case = parts();
    let combined = combine(&case, &["a", "b"], "c").unwrap();
    assert_eq!((combined.archives, combined.counts.pages), (5, 5));
    assert_eq!(combined.combined, case.paths(&["a", "b"]));
    case.assert_whole("c");
    let shown = |index: &str| {
        let mut stats = case.stats(index);
        for key in ["bytes", "segments"] {
            stats.as_object_mut().unwrap().remove(key);
        }
        stats
    };
    assert_eq!(shown("c"), shown("all"));
    assert_refused(combine(&case, &["a", "b"], "c"), &["c: holds an index already"]);
    let again = CombineJob { replace: true, ..job(&case, &["b", "a"], "c") };
    assert_eq!(again.run(&()).unwrap().result.counts.pages, 5);
    combine(&case, &["a"], "d").unwrap();
    assert_eq!(case.index("d", &["file4.jsonl"]).counts.pages, 3);
}

#[test]
fn what_cannot_be_combined_is_refused() {
    let case = parts();
    let recipe = settings(json!({"store": "none"}));
    case.index_with("other", &["file2.jsonl"], recipe);
    let refused = |indexes: &[&str], parts: &[&str]| {
        assert_refused(combine(&case, indexes, "c"), parts);
    };
    refused(&["a", "other"], &["other: found store none, expected text as in "]);
    refused(&["a", "all"], &["all: its page ice-1 is in ", "delete the page from one of them"]);
    let no_index = "file0.jsonl: is a JSONL collection, not an index";
    refused(&["a", "file0.jsonl"], &[no_index]);
    assert_refused(combine(&case, &["a", "b"], "file0.jsonl"), &["file0.jsonl"]);
    assert!(!case.path("c").exists());
}

#[test]
fn damage_is_reported_with_the_file_of_the_index_that_has_it() {
    let case = Case::default();
    // Texts that are not read before twelve segments become one, of several blocks of the store.
    let mut state = 1u64;
    let mut random_words = String::new();
    for _ in 0..30_000 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        random_words += &format!("{:010x} ", state >> 24);
    }
    let parts: Vec<String> = (0..12).map(|number| format!("part{number}")).collect();
    for (number, part) in parts.iter().enumerate() {
        let text = if number == 7 { &random_words } else { "kettle" };
        let line = json!({ "docno": format!("d{number}"), "text": text });
        let file = format!("file{number}.jsonl");
        case.file(&file, line.to_string());
        case.index(part, &[&file]);
    }
    let files = std::fs::read_dir(case.path("part7")).unwrap().map(|entry| entry.unwrap().path());
    let mut stores = files.filter(|file| file.extension().is_some_and(|end| end == "store"));
    let store = stores.next().unwrap();
    let mut bytes = std::fs::read(&store).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&store, bytes).unwrap();
    let name = store.file_name().unwrap().to_string_lossy();
    let indexes: Vec<&str> = parts.iter().map(String::as_str).collect();
    assert_refused(combine(&case, &indexes, "all"), &[&format!("part7/{name}:")]);
    assert!(!case.path("all").join(&*name).exists());
}

#[test]
fn a_refused_combination_leaves_nothing_of_an_interrupted_one() {
    let case = Case::default();
    for name in ["a", "b"] {
        let file = format!("{name}.jsonl");
        case.file(&file, format!("{{\"docno\":\"{name}\",\"text\":\"one\"}}\n"));
        case.index(name, &[&file]);
    }
    case.index("copy", &["a.jsonl"]);
    // As a kill leaves a folder.
    std::fs::create_dir(case.path("out")).unwrap();
    let half = format!("{}.store", "0".repeat(32));
    for name in [".tmp-joining", half.as_str()] {
        case.file(&format!("out/{name}"), "");
    }
    assert_refused(combine(&case, &["a", "copy"], "out"), &["its page a is in "]);
    assert_eq!(files_of(&case, "out"), ["tamis.lock"]);
    combine(&case, &["a", "b"], "out").unwrap();
    let whole = files_of(&case, "out");
    case.file("out/.tmp-joining", "");
    let replacing = |indexes| CombineJob { replace: true, ..job(&case, indexes, "out") };
    replacing(&["a", "copy"]).run(&()).unwrap_err();
    assert_eq!(files_of(&case, "out"), whole);
    case.assert_whole("out");
    // What is not ours stays.
    case.file("out/notes.txt", "");
    assert_refused(replacing(&["a", "b"]).run(&()), &["not part of an index"]);
    assert_eq!(files_of(&case, "out").len(), whole.len() + 1);
}
