use super::*;
use crate::rule::expression::tests::expressions;
use proptest::prelude::*;
use tamis_index::index::Recipe;

fn manifest() -> Manifest {
    Manifest { classifiers: vec!["bte".into(), "a:b".into()], ..Manifest::new(Recipe::default()) }
}

fn parse(text: &str) -> Result<WeightRule> {
    WeightRule::parse(text, &manifest())
}

#[test]
fn what_reads_as_a_rule_is_one_and_otherwise_a_name_stands_in_front() {
    let table = [
        ("kind=title: 3", None, "kind = title", "3"),
        ("title=kind = title: 3", Some("title"), "kind = title", "3"),
        (
            "links = link_density > 0.5 and words < 9:0.30",
            Some("links"),
            "(link_density > 0.5 and words < 9)",
            "0.3",
        ),
        ("words=words >= 3: 2", Some("words"), "words >= 3", "2"),
        ("label = a:b: 100", None, "label = a:b", "100"),
        ("my-name_2=not label=bte:  0 ", Some("my-name_2"), "not (label = bte)", "0"),
    ];
    for (text, name, rule, weight) in table {
        let found = parse(text).unwrap();
        let found = (found.name.as_deref(), found.rule.to_string(), found.weight.to_string());
        assert_eq!(found, (name, rule.to_owned(), weight.to_owned()), "{text}");
    }
}

#[test]
fn what_is_no_weight_is_refused_with_its_place() {
    let refused = [
        (
            "kind = title",
            "weight: found 'kind = title', expected a rule, a colon and a weight, such as 'kind = \
             title: 3'",
        ),
        (
            "kind = title: 100.01",
            "weight: found '100.01', expected a number from 0 to 100 with at most two decimals",
        ),
        ("kind = title: -1", "weight: found '-1', expected a number from 0 to 100"),
        ("kind = title: 0.125", "weight: found '0.125', expected"),
        ("kind = title: 0.300", "weight: found '0.300', expected"),
        ("kind = title:", "weight: found '', expected"),
        ("kind = titel: 3", "weight: column 8: found 'titel', expected title, text, "),
        (
            "wrods > 3: 3",
            "weight: column 1: found 'wrods', expected a feature; did you mean 'words'?",
        ),
        ("words => 3: 3", "weight: column 7: found '=>', expected one of"),
        (
            "t=wrods > 3: 3",
            "weight: column 3: found 'wrods', expected a feature; did you mean 'words'?",
        ),
        (
            "a name=words > 3: 3",
            "weight: found the name 'a name', expected letters, digits, '_' and '-'",
        ),
        ("a/b=wrods > 3: 3", "weight: column 1: found 'a/b', expected a feature"),
        (": 3", "weight: column 1: found the end, expected"),
    ];
    for (text, start) in refused {
        let message = parse(text).unwrap_err().to_string();
        assert!(message.starts_with(start), "{text}: {message}");
        let written = text.parse::<WeightClause>();
        let of_index = written.and_then(|written| written.resolve(&manifest()));
        assert_eq!(of_index.unwrap_err().to_string(), message);
    }
}

#[test]
fn names_are_given_once_and_a_weight_is_set_by_its_name() {
    let parse = |rules: &[&str]| Weights::parse(rules.iter().copied(), &manifest());
    let message = parse(&["a=all: 1", "b=all: 2", "a=words > 3: 2"]).unwrap_err().to_string();
    assert_eq!(message, "weight: found the name a twice, expected another name for each");
    let mut weights = parse(&["all: 1", "title=kind = title: 2"]).unwrap();
    weights.set("title", Weight::ONE).unwrap();
    assert_eq!(weights.to_string(), "all: 1; title=kind = title: 1");
    let message = weights.set("titel", Weight::ONE).unwrap_err().to_string();
    assert_eq!(message, "weight: found no rule with the name 'titel'; did you mean 'title'?");
    let message = Weights::default().set("t", Weight::ONE).unwrap_err().to_string();
    assert!(
        message.ends_with("expected a weight with this name, such as 't=kind = title: 3'"),
        "{message}"
    );
    let many = ["all: 1"; 255];
    parse(&many[1..]).unwrap();
    assert!(parse(&many).unwrap_err().to_string().starts_with("weight: found more than 254 rules"));
}

fn row(words: u64, title: bool) -> RuleRow {
    RuleRow { words, title, ..RuleRow::default() }
}

#[test]
fn the_first_rule_that_holds_weighs_a_block() {
    let weights =
        Weights::parse(["kind = title: 3", "words > 3: 0.5", "all: 0"], &manifest()).unwrap();
    for (block, weight) in [(row(9, true), 300), (row(9, false), 50), (row(3, false), 0)] {
        assert_eq!(weights.weight(&block).hundredths(), weight, "{block:?}");
    }
    assert_eq!(Weights::default().weight(&row(1, false)), Weight::ONE);
    assert_eq!(
        (weights.unit(), weights.only_select(), weights.are_one()),
        (Unit::Hundredths, false, false)
    );
    let whole = Weights::parse(["all: 1.00", "all: 0"], &manifest()).unwrap();
    assert_eq!((whole.unit(), whole.only_select(), whole.are_one()), (Unit::Tokens, true, false));
    let rule = BlockRule { permits: Predicate::All, weights };
    assert!(rule.permits(&row(9, false)) && !rule.permits(&row(3, false)));
    let shown = "all, weights kind = title: 3; words > 3: 0.5; all: 0";
    assert_eq!((rule.to_string().as_str(), rule.is_everything()), (shown, false));
}

#[test]
fn a_score_weighs_the_blocks_for_which_no_rule_holds() {
    let manifest = Manifest::new(Recipe {
        scores: vec!["victor".into(), "c45-words".into()],
        ..Recipe::default()
    });
    let score = |name: &str| manifest.score(name).unwrap();
    let mut weights = Weights::parse(["kind = title: 3", "words > 9: 0"], &manifest).unwrap();
    weights.weigh_by(score("victor")).unwrap();
    for (words, title, hundredths, weight) in [
        (1, true, Some(7), 300),
        (10, false, Some(7), 0),
        (9, false, Some(7), 7),
        (9, false, Some(0), 0),
        (9, false, Some(100), 100),
        (9, false, None, 100),
    ] {
        let mut row = RuleRow { words, title, ..RuleRow::default() };
        row.scores.set(0, hundredths);
        assert_eq!(weights.weight(&row).hundredths(), weight, "{row:?}");
    }
    assert_eq!(
        (weights.unit(), weights.only_select(), weights.are_one()),
        (Unit::Hundredths, false, false)
    );
    assert!(weights.columns().contains(score("victor").column()));
    assert_eq!(weights.to_string(), "kind = title: 3; words > 9: 0; by score.victor");
    let message = weights.weigh_by(score("c45-words")).unwrap_err().to_string();
    assert_eq!(message, "weight: found score.c45-words after score.victor, expected one score");

    // A rule, a score, or neither: every block has a class of its own.
    let mut many = Weights::parse(["all: 2"; 153], &manifest).unwrap();
    many.weigh_by(score("victor")).unwrap();
    let amounts = many.by_class();
    assert_eq!(
        (amounts[152], amounts[153], amounts[183], amounts[253], amounts[254]),
        (200, 0, 30, 100, 100)
    );
    let message =
        many.add(WeightRule::parse("all: 2", &manifest).unwrap()).unwrap_err().to_string();
    assert!(message.starts_with("weight: found more than 153 rules beside a score"), "{message}");
}

proptest! {
    #[test]
    fn every_weight_as_it_is_written_reads_again_as_it_prints(
        hundredths in 0u16..=10_000,
        name in prop::option::of("[a-z0-9é_-]{1,9}"),
        rule in expressions().prop_filter("its names are known", Expression::has_known_names),
    ) {
        let clause = WeightClause { name, rule, weight: Weight(hundredths) };
        let text = clause.to_string();
        let again: WeightClause = text.parse().map_err(|error| {
            TestCaseError::fail(format!("{text}: {error}"))
        })?;
        prop_assert_eq!(again, clause);
    }

    #[test]
    fn every_weight_is_read_back_as_it_is_printed(
        hundredths in 0u16..=10_000,
        name in "[a-z0-9_-]{1,9}",
    ) {
        let weight = Weight(hundredths);
        prop_assert_eq!(weight.to_string().parse::<Weight>().unwrap(), weight);
        let rule = WeightRule { name: Some(name), rule: Predicate::All, weight };
        prop_assert_eq!(parse(&rule.to_string()).unwrap(), rule);
    }
}
