//! Rules that parse, and errors that point at the column.

use super::*;
use crate::rule::decimal::Decimal;
use crate::rule::predicate::RuleRow;
use proptest::prelude::*;
use std::borrow::Borrow;
use tamis_index::index::{BlockRepeats, BlockScores, Recipe};

fn manifest() -> Manifest {
    let classifiers = vec!["keep-all".into(), "words-tree".into()];
    let scores = vec!["victor".into(), "web2text:/models/a.bin".into(), "web2text:b".into()];
    Manifest { classifiers, ..Manifest::new(Recipe { scores, ..Recipe::default() }) }
}

fn permits(text: &str, row: impl Borrow<RuleRow>) -> bool {
    parse(text, &manifest()).unwrap().permits(row.borrow())
}

fn row(words: u64, anchors: u64) -> RuleRow {
    RuleRow {
        words,
        anchor_words: anchors,
        wrapped_words: words,
        wrapped_lines: 1,
        tag_level: 3,
        tokens: words,
        labels: [1].into_iter().collect(),
        title: false,
        repeats: BlockRepeats::default(),
        scores: BlockScores::default(),
    }
}

#[test]
fn and_binds_before_or_and_not_before_and() {
    let text = "words >= 11 and link_density <= 0.33 or kind = title";
    assert!(permits(text, row(11, 3)));
    assert!(!permits(text, row(11, 4)));
    assert!(permits(text, RuleRow { title: true, ..row(1, 1) }));
    assert!(permits("not words > 3 and tokens<5", row(2, 0)));
    assert!(!permits("not (words > 3 or tokens < 5)", row(2, 0)));
}

#[test]
fn labels_and_kinds_are_named() {
    assert!(permits("label = words-tree", row(1, 0)));
    assert!(permits("label != keep-all and kind != title", row(1, 0)));
    assert!(permits("text_density = 7 and tag_level < 4", row(7, 0)));
}

/// A block with this score by `victor`.
fn scored(hundredths: Option<u8>) -> RuleRow {
    let mut row = row(1, 0);
    row.scores.set(0, hundredths);
    row.scores.set(2, Some(100));
    row
}

#[test]
fn a_score_is_compared_in_hundredths_and_one_that_is_missing_with_nothing() {
    for hundredths in 0..=100u16 {
        let row = scored(Some(hundredths as u8));
        let value = Decimal::from_hundredths(hundredths);
        assert!(permits(&format!("score.victor = {value} and Score.Victor >= {value}"), &row));
        assert!(!permits(&format!("score.victor > {value} or score.victor < {value}"), &row));
    }
    assert!(permits("score.victor >= 0.295 and score.victor < 0.301", scored(Some(30))));
    assert!(!permits("score.victor >= 0 or score.victor <= 1", scored(None)));
    assert!(permits("not score.victor >= 0", scored(None)));
    assert!(permits(
        "score.web2text:b = 1 and not score.web2text:/models/a.bin >= 0",
        scored(None)
    ));
    let printed = parse("score.web2text:/models/a.bin >= 0.30", &manifest()).unwrap().to_string();
    assert_eq!(printed, "score.web2text:/models/a.bin >= 0.30");
}

#[test]
fn an_error_points_at_the_column_and_names_what_was_meant() {
    let cases = [
        ("words >= ", "column 10", "the end"),
        ("wrods >= 3", "column 1", "did you mean 'words'"),
        ("words >= 3 und kind = title", "column 12", "'and', 'or'"),
        ("words ~ 3", "column 7", "one of <"),
        ("(words > 3", "column 11", "')'"),
        ("label = word-tree", "column 9", "words-tree"),
        ("kind = heading", "column 8", "title, text, description, or h1 to h6"),
        ("words > 1e3", "column 9", "a number"),
        ("score.victory > 0.5", "column 1", "did you mean 'victor'"),
        (
            "words > 3 and score.bte > 0.5",
            "column 15",
            "known: victor, web2text:/models/a.bin, web2text:b",
        ),
        ("score.victor > 30", "column 16", "30 % is 0.3"),
        ("scores > 0.3", "column 1", "site_share, score.victor, score.web2text:"),
    ];
    for (text, column, hint) in cases {
        let error = parse(text, &manifest()).unwrap_err();
        let message = error.to_string();
        assert!(message.contains(column) && message.contains(hint), "{text}: {message}");
        assert!(matches!(error, Error::Setting(_)));
    }
}

/// The message for a rule that is refused.
fn message(text: &str) -> String {
    parse(text, &manifest()).unwrap_err().to_string()
}

#[test]
fn a_rule_of_any_depth_and_length_is_read_or_refused_with_the_number() {
    for between in [" or ", " and "] {
        let rule = parse(&vec!["words > 1"; 10_000].join(between), &manifest()).unwrap();
        assert!(rule.permits(&row(2, 0)) && !rule.permits(&row(1, 0)));
        assert_eq!(rule.to_string().matches(between).count(), 9_999);
        assert_eq!(parse(&rule.to_string(), &manifest()).unwrap(), rule);
    }
    let many = message(&vec!["all"; 50_000].join(" or "));
    assert_eq!(
        many,
        "where: column 70001: found one comparison too many, expected at most 10000; label the \
         blocks with a program, and test its label"
    );
    for (open, count, close) in
        [("not ", 50_000, ""), ("(", 50_000, ")"), ("(all or ", 50_000, ")"), ("not ", 50, "")]
    {
        let found = message(&[&open.repeat(count), "all", &close.repeat(count)].concat());
        assert!(found.contains("expected at most 100 nested"), "{found}");
    }
    assert!(parse(&["not ".repeat(49), "all".into()].concat(), &manifest()).is_ok());
    assert!(parse(&["(".repeat(99), "all".into(), ")".repeat(99)].concat(), &manifest()).is_ok());
    assert!(message(&"x".repeat(1 << 20)).len() < 400);
}

proptest! {
    #[test]
    fn any_nesting_reads_again_as_it_prints(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "(all or ",
                "(words > 1 and ",
                "not ",
                "(",
                "(not all and ",
            ]),
            0..120,
        ),
    ) {
        let open: String = parts.concat();
        let text = format!("{open}all{}", ")".repeat(open.matches('(').count()));
        if let Ok(rule) = parse(&text, &manifest()) {
            prop_assert_eq!(parse(&rule.to_string(), &manifest()).unwrap(), rule);
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in "[a-z_ ()<>=!0-9.é]{0,60}") {
        let _ = parse(&text, &manifest());
    }

    #[test]
    fn what_is_displayed_parses_to_the_same_rule(
        words in 0u32..50,
        density in 0u32..20,
        negate: bool,
    ) {
        let text =
            format!("words >= {words} and not text_density < {density}.5 or label = words-tree");
        let text = if negate { format!("not ({text})") } else { text };
        let predicate = parse(&text, &manifest()).unwrap();
        prop_assert_eq!(&parse(&predicate.to_string(), &manifest()).unwrap(), &predicate);
    }
}

/// The error of a rule that is read without an index.
fn at_the_door(text: &str) -> String {
    text.parse::<Expression>().unwrap_err().to_string()
}

#[test]
fn without_an_index_names_are_left_open_and_what_is_wrong_first_is_told() {
    for text in ["wrods >= 3", "score.gone > 0.5 and label = gone", "score.victor > 30"] {
        let rule: Expression = text.parse().unwrap();
        let resolved = rule.resolve(&manifest()).unwrap_err().to_string();
        assert_eq!(resolved, message(text), "{text}");
    }
    for text in ["words >= ", "wrods >= ", "words ~ 3", "(words > 3", "kind = heading", "5 and x"] {
        let scores = "score.victor, score.web2text:/models/a.bin, score.web2text:b, ";
        assert_eq!(at_the_door(text), message(text).replace(scores, ""), "{text}");
    }
    assert_eq!(at_the_door("label ="), "where: column 8: found the end, expected a label");
}

#[test]
fn names_that_are_no_words_stand_in_quotes() {
    let classifiers = vec!["my \"own\" label\\".into(), "é".into(), String::new(), "or".into()];
    let scores = vec!["web2text:/a b".into(), "web2text:b".into()];
    let recipe = Recipe { scores, ..Recipe::default() };
    let manifest = Manifest { classifiers, ..Manifest::new(recipe) };
    for (text, printed) in [
        (r#"label="my \"own\" label\\""#, r#"label = "my \"own\" label\\""#),
        (r#"label = "é" or label = """#, r#"(label = é or label = "")"#),
        (r#"label = or or label != "or""#, "(label = or or not (label = or))"),
        (r#""score.web2text:/a b" > 0.5"#, r#""score.web2text:/a b" > 0.5"#),
    ] {
        let rule: Expression = text.parse().unwrap();
        assert_eq!(rule.to_string(), printed);
        let predicate = rule.resolve(&manifest).unwrap();
        assert_eq!(predicate.to_string(), printed);
        assert_eq!(parse(printed, &manifest).unwrap(), predicate);
    }
    let message = |text| parse(text, &manifest).unwrap_err().to_string();
    assert!(
        message(r#""words" "#).ends_with("expected one of < <= = != >= >, such as words >= 11")
    );
    assert!(message(r#"words ">" 3"#).starts_with("where: column 7: found '>', expected one of <"));
    assert!(message(r#"label = "é" and "kind" = title"#).starts_with("where: column 17: found"));
    assert!(message(r#"label = "é"#).contains("column 9: found '\"'"));
}

#[test]
fn a_rule_has_a_length() {
    let long = format!("label = {}", "x".repeat(1 << 20));
    let found = "where: column 1048577: found 1048584 characters, expected at most 1048576";
    assert_eq!(at_the_door(&long), found);
    // With its parentheses it would be longer.
    let nots = "not ".repeat(40);
    let parts = vec![format!("{nots}label = {}", "\\".repeat(100)); 3_900];
    let printed = at_the_door(&parts.join(" or ").replace('\\', "~x"));
    assert!(printed.starts_with("where: column"), "{printed}");
}

pub(crate) fn expressions() -> impl Strategy<Value = Expression> {
    let name = prop_oneof!["[a-z_.:/-]{1,9}", "\\PC{0,9}", "[\\\\\" \t\nis=é,]{0,6}"];
    let name = name.prop_map(Located::nowhere).boxed();
    let value = prop_oneof!["[0-9]{1,9}", "[0-9]{1,9}\\.[0-9]{1,9}"];
    let value = value.prop_map(|text| Located::nowhere(text.parse().unwrap()));
    let feature = prop_oneof![
        prop::sample::select(FEATURES.map(|feature| feature.name().to_owned()).to_vec()),
        "score\\.\\PC{0,9}",
    ];
    let feature = prop_oneof![4 => feature.prop_map(Located::nowhere), 1 => name.clone()];
    let kinds =
        ["title", "text", "h1", "description"].map(|kind| Located::nowhere(kind.to_owned()));
    let one = prop_oneof![
        Just(Expression::All),
        (feature, prop::sample::select(Operator::ALL.to_vec()), value)
            .prop_map(|(name, operator, value)| Expression::Feature(name, operator, value)),
        name.prop_map(Expression::Label),
        prop::sample::select(kinds.to_vec()).prop_map(Expression::Kind),
    ];
    one.prop_recursive(4, 24, 4, |inner| {
        let parts = prop::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            parts.clone().prop_map(Expression::And),
            parts.prop_map(Expression::Or),
            inner.prop_map(|inner| Expression::Not(Box::new(inner))),
        ]
    })
}

proptest! {
    #[test]
    fn every_rule_reads_again_as_it_prints(rule in expressions()) {
        let text = rule.to_string();
        let again: Expression = text.parse().map_err(|error| {
            TestCaseError::fail(format!("{text}: {error}"))
        })?;
        prop_assert_eq!(again.to_string(), text);
        prop_assert_eq!(again, rule);
    }

    #[test]
    fn a_rule_says_the_same_with_an_index_and_without(text in "[a-z_ ()<>=!0-9.é\",]{0,60}") {
        let written = text.parse::<Expression>().and_then(|rule| rule.resolve(&manifest()));
        match (written, parse(&text, &manifest())) {
            (Ok(written), Ok(parsed)) => prop_assert_eq!(written, parsed),
            (written, parsed) => prop_assert_eq!(written.is_err(), parsed.is_err()),
        }
    }
}
