//! Scorers against the originals' outputs on every pair of texts of the shared data.

mod common;

use serde_json::Value;
use std::path::Path;
use tamis::accuracy::scores::{cetr, cleaneval, rouge, words};

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn scores(folder: &Path) -> Vec<Value> {
    serde_json::from_str(&read(&folder.join("scores.json"))).unwrap()
}

/// Equal but for the order of floating point operations.
#[track_caller]
fn same(what: &str, ours: &[f64], theirs: &[&Value]) {
    assert_eq!(ours.len(), theirs.len());
    for (ours, theirs) in ours.iter().zip(theirs) {
        let theirs = theirs.as_f64().unwrap();
        assert!((ours - theirs).abs() < 1e-12, "{what}: ours {ours}, the original's {theirs}");
    }
}

#[test]
fn word_scores_equal_the_originals_on_every_pair() {
    let Some(shared) = common::shared() else { return };
    let folder = shared.join("oracles/cetr-web2text/oracles/text-metrics");
    let pairs = scores(&folder);
    for pair in &pairs {
        let id = pair["id"].as_str().unwrap();
        let text = read(&folder.join(format!("{id}.pred.txt")));
        let gold = read(&folder.join(format!("{id}.ref.txt")));
        let rouge_lsum: Vec<&Value> = pair["rougeLsum_newline"].as_array().unwrap().iter().collect();
        same(id, &rouge::score(&text, &gold), &rouge_lsum);
        same(id, &words::score(&text, &gold), &[&pair["bow_p"], &pair["bow_r"], &pair["bow_f1"]]);
        let of_cetr = cetr::score(&text, &gold);
        same(id, &of_cetr, &[&pair["cetr_p"], &pair["cetr_r"], &pair["cetr_f1"]]);
        same(id, &of_cetr[2..], &[&pair["levenshtein_ratio_tokens"]]);
    }
    assert_eq!(pairs.len(), 19);
}

#[test]
fn cleaneval_s_scores_equal_the_original_s_on_every_pair() {
    let Some(shared) = common::shared() else { return };
    let folder = shared.join("oracles/cetr-web2text/oracles/cleaneval-scorer");
    let pairs = scores(&folder);
    for pair in &pairs {
        let (id, system) = (pair["id"].as_str().unwrap(), pair["system"].as_str().unwrap());
        let text = read(&folder.join(format!("{id}.{system}.clean.txt")));
        let gold = read(&folder.join(format!("{id}.ref.txt")));
        let (text_only, markup) = (cleaneval::text_only(&text, &gold), cleaneval::with_markup(&text, &gold));
        let ours = [("text", text_only), ("markup", markup), ("overall", (text_only + markup) / 2.0)];
        for (run, ours) in ours {
            // The original prints one decimal.
            let theirs = pair[run].as_f64().unwrap();
            assert!((ours - theirs).abs() <= 0.05 + 1e-9, "{id} {system} {run}: ours {ours}, the original's {theirs}");
        }
    }
    assert_eq!(pairs.len(), 18);
}
