//! A tuned rule for tests that need one: it is stored as the library stores one.

use std::path::Path;
use tamis_index::index::{Index, TunedParameter, TunedRule, store_tuned};

/// Weights and a threshold, each with a reason or without.
pub const RULE: [(&str, &str, &str); 4] = [
    ("weight", "title=kind = title: 3", "Titles say what a page is about."),
    ("weight", "repeated=repeats > 2: 0.05", "Text on many pages is the template's."),
    ("weight", "links=link_density > 0.33: 0.2", ""),
    ("max_words", "900", ""),
];

/// Returns a rule of these parameters, chosen on so many pages.
pub fn rule(parameters: &[(&str, &str, &str)], pages: u64) -> TunedRule {
    let parameter = |&(name, value, because): &(&str, &str, &str)| TunedParameter {
        name: name.to_owned(),
        value: value.to_owned(),
        because: because.to_owned(),
    };
    TunedRule {
        parameters: parameters.iter().map(parameter).collect(),
        summary: "Chosen by hand, for a test.".to_owned(),
        pages,
        changed: 0,
        program: "0.1.0".to_owned(),
        relabelled: Vec::new(),
    }
}

/// Stores these parameters as the tuned rule of the index in a folder, chosen on its pages.
#[track_caller]
pub fn store(path: &Path, parameters: &[(&str, &str, &str)]) {
    let manifest = Index::open_alone(path).unwrap().manifest;
    let rule = rule(parameters, manifest.counts.pages);
    store_tuned(path, Some(rule), &manifest).unwrap();
}
