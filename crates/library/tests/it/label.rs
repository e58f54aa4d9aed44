//! Labels for a finished index: labels added later give the same searches as labels from the build,
//! and everything that could assign them to the wrong blocks is refused.

use crate::case::{Case, assert_refused, names};
use serde_json::{Value, json};
use std::path::PathBuf;
use tamis::job::{Labelled, LabelJob, LabelLinesJob, LabelsRemoved, RecipeSettings, RemoveLabelsJob};
use tamis::{Result, Store, demo};

/// Adds a label from lines, under this name.
fn from_lines(case: &Case, lines: &str, name: &str, replace: bool) -> Result<Labelled> {
    let (index, lines) = (case.path("index"), case.path(lines));
    let job = LabelLinesJob { index, lines, name: Some(name.to_owned()), replace };
    Ok(job.run(&(), &mut |_| ())?.result)
}

/// The labels of every block of a page, by name.
fn labels(case: &Case, index: &str, docno: &str) -> Vec<Vec<String>> {
    let blocks = case.open(index).blocks(docno).unwrap().expect("a page");
    let sorted = |mut labels: Vec<String>| {
        labels.sort_unstable();
        labels
    };
    blocks.into_iter().map(|block| sorted(block.labels)).collect()
}

#[test]
fn any_number_of_labels_is_added() {
    let case = Case::indexed();
    case.file("x.jsonl", json!({"docno": "ice-1", "block": 3, "label": true}).to_string());
    for number in 8..70 {
        from_lines(&case, "x.jsonl", &format!("l{number}"), false).unwrap();
    }
    from_lines(&case, "x.jsonl", "l63", true).unwrap();
    let labels = labels(&case, "index", "ice-1");
    for name in ["l63", "l64", "l69"] {
        let name = name.to_owned();
        assert!(labels[3].contains(&name) && !labels[2].contains(&name), "{name}");
    }
}
