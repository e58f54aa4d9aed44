use super::*;
use crate::request::SweepRequest;
use tamis_index::index::{Recipe, TunedParameter};

fn manifest(parameters: &[(&str, &str)]) -> Manifest {
    let parameter = |&(name, value): &(&str, &str)| TunedParameter {
        name: name.to_owned(),
        value: value.to_owned(),
        because: String::new(),
    };
    let parameters = parameters.iter().map(parameter).collect();
    let summary = String::new();
    let program = "0.1.0".to_owned();
    let tuned =
        TunedRule { parameters, summary, pages: 10, changed: 0, program, relabelled: Vec::new() };
    let recipe = Recipe { scores: vec!["victor".into(), "tamis".into()], ..Recipe::default() };
    let classifiers = vec!["bte".to_owned(), "words-tree".to_owned()];
    Manifest { classifiers, tuned: Some(tuned), ..Manifest::new(recipe) }
}

fn request(settings: &[(&str, &str)]) -> Request {
    let mut request = Request::default();
    for (name, value) in settings {
        request.set(name, value).unwrap();
    }
    request
}

/// The rule of a request as reports print it.
fn rule(settings: &[(&str, &str)], manifest: &Manifest) -> String {
    request(settings).rule(manifest).unwrap().to_string()
}

#[test]
fn a_name_stands_for_the_parameters() {
    let stored = [
        ("weight", "title=kind = title: 3"),
        ("weight", "repeated=repeats > 10: 0.05"),
        ("min_words", "3"),
        ("min_score.victor", "0.2"),
        ("where", "link_density < 0.5"),
        ("label", "bte"),
        ("weight_by", "score.tamis"),
    ];
    let manifest = manifest(&stored);
    assert_eq!(rule(&[("rule", "tuned")], &manifest), rule(&stored, &manifest));
    let plain = Manifest { tuned: None, ..manifest };
    assert_eq!(rule(&[("rule", "sieve")], &plain), rule(&[("sieve", "true")], &plain));
    assert_eq!(
        rule(&[("rule", "sieve"), ("sieve", "true")], &plain),
        rule(&[("sieve", "true")], &plain)
    );
}

#[test]
fn own_parameters_come_first_and_take_the_places_of_stored_ones() {
    let manifest = manifest(&[
        ("weight", "title=kind = title: 3"),
        ("weight", "words < 5: 0.2"),
        ("weight", "links=link_density > 0.5: 0.3"),
        ("min_words", "3"),
        ("max_words", "900"),
        ("where", "tokens > 1"),
        ("label", "bte"),
        ("title", "block"),
        ("weight_by", "score.tamis"),
    ]);
    let own = [
        ("rule", "tuned"),
        ("weight", "links=link_density > 0.9: 0"),
        ("weight", "words > 90: 2"),
        ("min_words", "7"),
        ("where", "tokens > 2"),
        ("label", "words-tree"),
        ("label", "bte"),
        ("title", "drop"),
        ("weight_by", "score.victor"),
    ];
    let typed = [
        ("weight", "words > 90: 2"),
        ("weight", "title=kind = title: 3"),
        ("weight", "words < 5: 0.2"),
        ("weight", "links=link_density > 0.9: 0"),
        ("min_words", "7"),
        ("max_words", "900"),
        ("where", "tokens > 2"),
        ("where", "tokens > 1"),
        ("label", "words-tree"),
        ("label", "bte"),
        ("title", "drop"),
        ("weight_by", "score.victor"),
    ];
    assert_eq!(rule(&own, &manifest), rule(&typed, &manifest));
    let twice = [("rule", "tuned"), ("weight", "title=all: 1"), ("weight", "title=all: 2")];
    let error = request(&twice).split_rule(&manifest).unwrap_err().to_string();
    assert!(error.contains("the name title twice"), "{error}");
}

#[test]
fn an_axis_takes_the_place_of_a_stored_threshold_and_varies_a_stored_weight() {
    let manifest = manifest(&[("weight", "title=kind = title: 3"), ("min_words", "3")]);
    let request = request(&[("rule", "tuned")]);
    let mut sweep = SweepRequest { request, ..SweepRequest::default() };
    sweep.set_axis("min_words", [5, 6]);
    sweep.set_axis("weight.title", [1, 2]);
    let grids = sweep.grids(&manifest, 1).unwrap();
    let points: Vec<String> = (0..4).map(|point| grids.rule(point).to_string()).collect();
    for (words, weight) in [(5, 1), (6, 1), (5, 2), (6, 2)] {
        let bound = format!("words >= {words}");
        let weights = format!(", weights title=kind = title: {weight}");
        let is_there =
            points.iter().any(|point| point.contains(&bound) && point.ends_with(&weights));
        assert!(is_there, "{points:?}");
    }
    sweep.request.set("min_words", "4").unwrap();
    let error = sweep.grids(&manifest, 1).unwrap_err().to_string();
    assert!(error.starts_with("min_words is given twice"), "{error}");
}

fn refused(settings: &[(&str, &str)], manifest: &Manifest) -> String {
    let request = request(settings);
    let error = request.rule(manifest).unwrap_err().to_string();
    let problems = request.resolve(manifest).unwrap_err();
    assert_eq!(problems[0].parameter, "rule");
    assert_eq!(problems[0].error.to_string(), error);
    error
}

#[test]
fn what_is_no_rule_is_refused() {
    let none = Manifest::new(Recipe::default());
    let tuned = [("rule", "tuned")];
    assert_eq!(refused(&tuned, &none), "the index has no tuned rule; find one by tuning");
    for (first, second) in
        [(("rule", "tuned"), ("sieve", "true")), (("sieve", "true"), ("rule", "tuned"))]
    {
        let mut both = request(&[first]);
        let error = both.set(second.0, second.1).unwrap_err().to_string();
        assert_eq!(error, "rule: found tuned and the sieve, expected one of them");
    }
    let error = Request::default().set("rule", "sive").unwrap_err().to_string();
    assert_eq!(error, "rule: found 'sive', expected sieve or tuned");
}

#[test]
fn a_stored_rule_that_the_index_cannot_use_is_refused() {
    for (name, value, expected) in [
        ("k1", "1", "found the parameter 'k1', expected one that decides about blocks"),
        ("from", "2006", "found the parameter 'from', "),
        ("rule", "sieve", "found the parameter 'rule', "),
        ("sieve", "true", "found the parameter 'sieve', "),
        ("min_wordz", "1", "found the parameter 'min_wordz', "),
        ("label", "gone", "unknown label 'gone'"),
        ("min_score.gone", "0.5", "gone"),
        ("weight_by", "score.gone", "gone"),
        ("weight", "kind = title", "a colon and a weight"),
        ("where", "words >", "where"),
        ("min_words", "many", "min_words"),
    ] {
        let manifest = manifest(&[("weight", "title=kind = title: 3"), (name, value)]);
        let error = refused(&[("rule", "tuned")], &manifest);
        let begins = "the tuned rule of the index cannot be used: ";
        assert!(error.starts_with(begins) && error.contains(expected), "{name}: {error}");
        assert!(error.ends_with("; tune the index again"), "{error}");
    }
}
