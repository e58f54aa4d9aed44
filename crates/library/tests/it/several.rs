//! Several indexes are searched as one: the results are those of one index of all pages.

use crate::case::{Case, assert_refused, settings};
use crate::judged::request;
use serde_json::json;
use tamis::job::{CompareJob, SearchJob, TopicsJob};
use tamis::{Index, Result};
use tamis_testing::pages::{PAGES, QRELS, TOPICS};

/// Indexes `a` of the pages 1 and 2, `b` of 3 to 5, and `index` of all.
fn parts() -> Case {
    let case = Case::default();
    for (number, (docno, title, _, text)) in PAGES.iter().enumerate() {
        let html = format!("<title>{title}</title><p>Home</p><p>{text}</p>");
        let url = format!("http://site{}.org/{docno}", number % 2);
        let line = json!({ "docno": docno, "html": html, "url": url });
        case.file(&format!("{number}.jsonl"), format!("{line}\n"));
    }
    case.file("topics", TOPICS);
    case.file("qrels", QRELS);
    let files = ["0.jsonl", "1.jsonl", "2.jsonl", "3.jsonl", "4.jsonl"];
    case.index("a", &files[..2]);
    case.index("b", &files[2..]);
    case.index("index", &files);
    case
}

fn together(case: &Case, indexes: &[&str]) -> Result<Index> {
    Index::open_all(case.paths(indexes))
}

#[test]
fn explanations_runs_and_comparisons_are_those_of_one_index() {
    let case = parts();
    let whole = case.open("index");
    for several in [["a", "b"], ["b", "a"]] {
        let several = together(&case, &several).unwrap();
        for (parameters, docno) in
            [("max_repeats 1", None), ("where site_repeats<=1", Some("ice-2"))]
        {
            let (words, request) = ("penguin water".to_owned(), request(parameters).unwrap());
            let job = SearchJob { words, request, ..SearchJob::default() };
            let found = |index| job.run(index, &()).unwrap().result;
            assert!(!found(&whole).is_empty() && found(&several) == found(&whole), "{parameters}");
            let explained = |index| job.explain(docno, index, &()).unwrap().result;
            assert_eq!(explained(&several), explained(&whole), "{parameters}");
        }
        let request = request("url_prefix site1.org | collapse url").unwrap();
        let job = TopicsJob { request, topics: case.path("topics").into(), ..TopicsJob::default() };
        let run = |index| job.lines(index, &()).unwrap().result;
        assert!(!run(&whole).is_empty() && run(&several) == run(&whole));
        let sweep = case.sweep_job("grid min_words=1..=3 | feedback rm3").unwrap();
        let swept = |index| sweep.run(index, &()).unwrap().result.points.clone();
        assert_eq!(swept(&several), swept(&whole));
        let judged = case.measured_by(&[]);
        let job = CompareJob { judged, folds: Some(2), ..CompareJob::default() };
        let compared = |index| job.run(index, &()).unwrap().result.rows.clone();
        assert_eq!(compared(&several), compared(&whole));
    }
}

#[test]
fn indexes_of_other_settings_and_labels_are_refused_with_both() {
    let case = parts();
    let refused = |indexes: &[&str], parts: &[&str]| {
        assert_refused(together(&case, indexes), parts);
    };
    case.index_with("other", &["2.jsonl"], settings(json!({"analyzer": "standard"})));
    refused(&["a", "other"], &["other: found analyzer standard, expected english as in "]);
    case.label("b", &["bte"]);
    refused(&["a", "b"], &["b: found added labels bte, expected none as in "]);
    case.label("a", &["bte"]);
    together(&case, &["a", "b"]).unwrap();
    refused(&[], &["found none, expected one or more index folders"]);
}

#[test]
fn an_index_without_pages_beside_others_does_no_harm() {
    let case = parts();
    case.file("skipped.jsonl", "{\"docno\": \"x\"}\n");
    case.index("empty", &["skipped.jsonl"]);
    let request = request("max_repeats 1").unwrap();
    let job = TopicsJob { request, topics: case.path("topics").into(), ..TopicsJob::default() };
    let run = |index: &Index| job.lines(index, &()).unwrap().result;
    let beside = run(&together(&case, &["empty", "a", "b"]).unwrap());
    assert!(!beside.is_empty() && beside == run(&case.open("index")));
}
