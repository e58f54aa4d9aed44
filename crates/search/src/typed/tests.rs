use super::*;
use proptest::prelude::*;

fn parts(text: &str) -> Vec<String> {
    Typed::parse(text).parts.iter().map(shown).collect()
}

fn shown(part: &QueryPart) -> String {
    let sign = match part.occur {
        Occur::Should => "",
        Occur::Must => "+",
        Occur::MustNot => "-",
    };
    if part.is_phrase { format!("{sign}\"{}\"", part.text) } else { format!("{sign}{}", part.text) }
}

/// Whether nothing in the text of a part can be an operator.
fn is_plain(part: &QueryPart) -> bool {
    part.text.chars().all(|c| c.is_ascii_lowercase() || c == ' ')
        && part.text.contains(char::is_alphanumeric)
}

fn unsupported(text: &str) -> Vec<(QueryOperator, String)> {
    Typed::parse(text).unsupported.into_iter().map(|found| (found.operator, found.found)).collect()
}

#[test]
fn words_phrases_and_signs_are_read() {
    let typed = r#" open "linked data" +licence -draft +"creative commons" -"all rights" "#;
    let expected = [
        "open",
        "\"linked data\"",
        "+licence",
        "-draft",
        "+\"creative commons\"",
        "-\"all rights\"",
    ];
    assert_eq!(parts(typed), expected);
    assert!(unsupported(typed).is_empty());
    assert_eq!(
        parts("“open data” «données ouvertes» „offene Daten“"),
        ["\"open data\"", "\"données ouvertes\"", "\"offene Daten\""]
    );
    // Behind a phrase, the next part needs no space.
    assert_eq!(parts(r#"a"b c"d"e f"-g"#), ["a", "\"b c\"", "d", "\"e f\"", "-g"]);
    assert_eq!(parts(r#""""#), ["\"\""]);
    assert!(parts(" \t\n").is_empty());
}

#[test]
fn a_sign_inside_or_beside_a_word_is_no_operator() {
    for text in [
        "e-mail", "c++", "a - b", "- a", "+ a", "--json", "-> a", "---", "+", "-", "+-a", "-(",
        "1-2", "a+b", "5 -- 6",
    ] {
        assert!(Typed::parse(text).parts.iter().all(|part| part.occur == Occur::Should), "{text}");
    }
    assert_eq!(
        parts("+c++ -e-mail +#tag -.5 -日本 +😀"),
        ["+c++", "-e-mail", "+#tag", "-.5", "-日本", "+😀"]
    );
}

#[test]
fn what_is_not_supported_is_listed_and_read_as_words() {
    use QueryOperator::*;
    type Case<'a> = (&'a str, &'a [&'a str], &'a [(QueryOperator, &'a str)]);
    let cases: [Case<'_>; 17] = [
        ("cats AND dogs", &["cats", "AND", "dogs"], &[(And, "AND")]),
        (
            "cats && dogs || birds",
            &["cats", "&&", "dogs", "||", "birds"],
            &[(And, "&&"), (Or, "||")],
        ),
        ("cats OR NOT dogs", &["cats", "OR", "NOT", "dogs"], &[(Or, "OR"), (Not, "NOT")]),
        ("cats and not dogs", &["cats", "and", "not", "dogs"], &[]),
        ("cats^2 dogs^0.5", &["cats", "dogs"], &[(Boost, "cats^2"), (Boost, "dogs^0.5")]),
        (
            "\"a b\"^2 \"c d\"~5",
            &["\"a b\"", "\"c d\""],
            &[(Boost, "\"a b\"^2"), (Fuzzy, "\"c d\"~5")],
        ),
        (
            "roam~ roam~2 ~50 ^",
            &["roam", "roam", "~50", "^"],
            &[(Fuzzy, "roam~"), (Fuzzy, "roam~2")],
        ),
        ("roam~1^3", &["roam"], &[(Boost, "roam~1^3"), (Fuzzy, "roam~1^3")]),
        ("peng* * 2 * 3", &["peng*", "*", "2", "*", "3"], &[(Wildcard, "peng*")]),
        (
            "title:tea +URL:x",
            &["tea", "+x"],
            &[(Field("title"), "title:tea"), (Field("url"), "URL:x")],
        ),
        ("title:\"tea time\"", &["\"tea time\""], &[(Field("title"), "title:")]),
        ("re:invent 12:30 http://a.b/", &["re:invent", "12:30", "http://a.b/"], &[]),
        (
            "(cats dogs) f(x)",
            &["cats", "dogs", "f(x)"],
            &[(Parentheses, "(cats"), (Parentheses, "dogs)")],
        ),
        ("+(cats", &["+(cats"], &[]),
        ("\"open data", &["open", "data"], &[(LoneQuote, "\"open")]),
        ("a 5\" b", &["a", "5", "b"], &[(LoneQuote, "5\"")]),
        ("+\"open -data", &["open", "-data"], &[(LoneQuote, "+\"open")]),
    ];
    for (text, expected, listed) in cases {
        assert_eq!(parts(text), expected, "{text}");
        let listed: Vec<(QueryOperator, String)> =
            listed.iter().map(|(operator, found)| (*operator, (*found).to_owned())).collect();
        assert_eq!(unsupported(text), listed, "{text}");
    }
}

#[test]
fn a_quote_between_hebrew_letters_belongs_to_the_word() {
    assert_eq!(parts("צה\"ל \"צה\"ל חזק\""), ["צה\"ל", "\"צה\"ל חזק\""]);
    assert!(unsupported("צה\"ל").is_empty());
}

fn analyzed(text: &str) -> Analyzed {
    Typed::parse(text).analyze(&mut Analyzer::by_name("english").unwrap())
}

fn sequence(tokens: &[&str]) -> Vec<String> {
    tokens.iter().map(|token| (*token).to_owned()).collect()
}

#[test]
fn excluded_words_do_not_count_and_required_ones_do() {
    let found = analyzed(
        "penguins +walking -\"the emperor's egg\" -of +the \"to be\" walk \"state of the art\"",
    );
    let words = ["penguin", "walk", "walk", "state", "art"];
    assert_eq!(found.query, Query::new(words));
    assert_eq!(found.conditions.required, [sequence(&["walk"]), sequence(&["state", "art"])]);
    assert_eq!(found.conditions.excluded, [sequence(&["emperor", "egg"])]);
    assert_eq!(
        found.empty.iter().map(|part| &*part.text).collect::<Vec<_>>(),
        ["of", "the", "to be"]
    );
    // A word of several tokens is a phrase.
    assert_eq!(analyzed("+e-mail -日本").conditions.required, [sequence(&["e", "mail"])]);
    assert_eq!(analyzed("+e-mail -日本").conditions.excluded, [sequence(&["日", "本"])]);
    assert_eq!(analyzed("+a1 +a1 \"a1\"").conditions.required, [sequence(&["a1"])]);
}

proptest! {
    /// Text without operators is the query that it always was.
    #[test]
    fn plain_words_are_plain(text in "([a-zé日\u{A0}'.,;!?/_0-9#-] ?){0,30}") {
        prop_assume!(!text.split_whitespace().any(|word| word.starts_with('-')));
        for name in ["english", "standard", "whitespace", "german"] {
            let mut analyzer = Analyzer::by_name(name).unwrap();
            let expected = Query::new(analyzer.terms(&text).iter().map(String::as_str));
            let found = Typed::parse(&text).analyze(&mut analyzer);
            prop_assert_eq!(found, Analyzed { query: expected, ..Analyzed::default() });
        }
    }

    /// What was read can be typed again.
    #[test]
    fn parts_are_read_back(text in "([a-b+\"() ^~*:-]|OR|title:|\\PC){0,24}") {
        let typed = Typed::parse(&text);
        for part in typed.parts.iter().filter(|part| !part.is_phrase) {
            prop_assert!(!part.text.is_empty() && !part.text.contains(char::is_whitespace));
        }
        prop_assert!(typed.parts.iter().map(|part| part.text.len()).sum::<usize>() <= text.len());
        if typed.parts.iter().all(is_plain) {
            prop_assert_eq!(Typed::parse(&parts(&text).join(" ")).parts, typed.parts);
        }
    }
}
