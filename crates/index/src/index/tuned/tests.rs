use super::*;

fn rule(value: &str, pages: u64, changed: u64) -> TunedRule {
    let parameter = TunedParameter {
        name: "weight".to_owned(),
        value: value.to_owned(),
        because: format!("of {pages} pages"),
    };
    let summary = "chosen by hand".to_owned();
    let program = "0.1.0".to_owned();
    let relabelled = Vec::new();
    TunedRule { parameters: vec![parameter], summary, pages, changed, program, relabelled }
}

#[test]
fn a_tenth_of_the_pages_may_change() {
    assert!(!rule("a", 100, 10).is_outdated() && rule("a", 100, 11).is_outdated());
    assert!(!rule("a", 0, 0).is_outdated() && rule("a", 0, 1).is_outdated());
    assert!(rule("a", 100, 10).warning(Path::new("i")).is_none());
    let warning = rule("a", 9, 1).warning(Path::new("i")).unwrap().to_string();
    let expected = "i: the tuned rule was chosen on 9 pages, and 1 was added or deleted since; \
                    tune the index again";
    assert_eq!(warning, expected);
}

#[test]
fn several_indexes_have_a_rule_in_common_if_its_values_are_equal() {
    let common = |rules: &[Option<TunedRule>]| {
        let places: Vec<String> = (0..rules.len()).map(|number| format!("i{number}")).collect();
        let indexes = places.iter().map(Path::new).zip(rules.iter().map(Option::as_ref));
        common_rule(indexes).map_err(|error| error.to_string())
    };
    let first = rule("kind = title: 3", 10, 1);
    let other = rule("kind = title: 2", 10, 1);
    assert_eq!(common(&[]), Ok(None));
    assert_eq!(common(&[None, None]), Ok(None));
    let sum = TunedRule { pages: 15, changed: 3, ..first.clone() };
    let second = rule("kind = title: 3", 5, 2);
    assert_eq!(common(&[Some(first.clone()), Some(second)]), Ok(Some(sum)));
    for (rules, expected) in [
        ([Some(first.clone()), None], "i1: has no tuned rule, expected that of i0"),
        ([None, Some(first.clone())], "i1: has a tuned rule, expected none as in i0"),
        ([Some(first), Some(other)], "i1: has another tuned rule, expected that of i0"),
    ] {
        let error = common(&rules).unwrap_err();
        assert!(error.starts_with(expected) && error.contains("tune them alike"), "{error}");
    }
}
