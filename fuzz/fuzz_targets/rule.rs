//! `--where`: any text is a rule or an error that points at a column.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tamis::index::manifest::{Counts, FORMAT, Manifest};
use tamis::page::Cut;
use tamis::search::expression;

fuzz_target!(|text: &str| {
    let manifest = Manifest {
        format: FORMAT,
        program: String::new(),
        analyzer: "english".into(),
        cut: Cut::Boilerpipe,
        classifiers: vec!["words-tree".into()],
        counts: Counts::default(),
        archives: Vec::new(),
    };
    // A rule prints with all its parentheses: a long chain would nest deeper than a rule may.
    if text.len() > 300 {
        return;
    }
    if let Ok(rule) = expression::parse(text, &manifest) {
        let again = expression::parse(&rule.to_string(), &manifest);
        assert_eq!(again.ok(), Some(rule));
    }
});
