//! `--where`: any text is a rule or an error that points at a column.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tamis::index::manifest::Manifest;
use tamis::index::recipe::Recipe;
use tamis::search::expression;

fuzz_target!(|text: &str| {
    let manifest = Manifest { classifiers: vec!["words-tree".into()], ..Manifest::new(Recipe::default()) };
    // A rule prints with all its parentheses: a long chain would nest deeper than a rule may.
    if text.len() > 300 {
        return;
    }
    if let Ok(rule) = expression::parse(text, &manifest) {
        let again = expression::parse(&rule.to_string(), &manifest);
        assert_eq!(again.ok(), Some(rule));
    }
});
