//! The list of classifiers, and each rule at its thresholds.

use super::*;

fn counts(words: u32, text_density: f32, link_density: f32) -> RuleCounts {
    RuleCounts { words, text_density: text_density.into(), link_density: link_density.into() }
}

fn is_content(name: &str, previous: RuleCounts, current: RuleCounts, next: RuleCounts) -> bool {
    rule::is_content(
        CLASSIFIERS.by_name(name).unwrap().rule().unwrap(),
        &Neighbours { previous, current, next },
    )
}

#[test]
fn the_published_rules_are_a_set() {
    assert!(DEFAULT.iter().all(|name| CLASSIFIERS.by_name(name).unwrap().rule().is_some()));
    assert!(!Set::published().needs_markup());
    for names in [&["keep-all", "keep-all"][..], &["keep-all:3"], &["none"], &["keep-all"; 65]] {
        assert!(CLASSIFIERS.set(names).is_err(), "{names:?}");
    }
}

#[test]
fn an_unknown_name_brings_the_nearest() {
    let error = CLASSIFIERS.by_name("word-tree").err().unwrap().to_string();
    assert!(error.contains("words-tree"), "{error}");
}

#[test]
fn thresholds_are_compared_as_java_does() {
    let none = RuleCounts::default();
    // In f32, 1/3 is above 0.333333 and 33/100 above 0.33, but 5/9 is below 0.555556 and 7/20 below
    // 0.35.
    assert!(!is_content("words-tree", none, counts(30, 10.0, 1.0 / 3.0), none));
    assert!(is_content("words-tree", counts(9, 9.0, 5.0 / 9.0), counts(1, 10.0, 0.0), none));
    assert!(!is_content("words-tree", counts(9, 9.0, 0.6), counts(40, 10.0, 0.0), none));
    assert!(is_content("words-tree", counts(9, 9.0, 0.6), counts(41, 10.0, 0.0), none));
    assert!(!is_content("link-density-33", none, counts(100, 10.0, 0.33), none));
    assert!(is_content("cleaneval-rule", none, counts(20, 7.0, 0.35), none));
    assert!(!is_content("density-tree", none, counts(20, 9.5, 0.0), none), "a dense last block");
    assert!(is_content("density-tree", none, counts(20, 9.5, 0.0), counts(1, 1.0, 1.0)));
    assert!(is_content("text-density-1r", none, counts(21, 10.5, 1.0), none));
    assert!(
        is_content("min-words-10", none, counts(10, 1.0, 1.0), none)
            && !is_content("min-words-15", none, counts(14, 1.0, 1.0), none)
    );
}
