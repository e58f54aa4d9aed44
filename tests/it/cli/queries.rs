//! Queries as people type them: phrases, `+required` and `-excluded` words, and what is not
//! supported.

use crate::case::{Case, Outcome};
use serde_json::{Value, json};

/// The docnos that a query finds in `index`, best first.
fn found(case: &Case, query: &str) -> Vec<String> {
    let hits = case.tamis(&format!("search index '{query}' --json")).ends(0).json_lines();
    hits.iter().map(|hit| hit["docno"].as_str().unwrap().to_owned()).collect()
}

fn warnings(outcome: &Outcome) -> Vec<&str> {
    outcome.stderr.lines().filter(|line| line.starts_with("warning: ")).collect()
}

/// Scores are those of the words.
fn score_of_ice_1(case: &Case, query: &str) -> String {
    let hits = case.tamis(&format!("search index '{query}' --json")).ends(0).json_lines();
    hits.iter().find(|hit| hit["docno"] == "ice-1").unwrap()["score"].to_string()
}

/// Only permitted blocks count: "kettle" stands in the links of ice-1, which this rule leaves
/// out.
fn count_hits_in_long_blocks(case: &Case, query: &str) -> usize {
    case.tamis(&format!("search index '{query}' --min-words 11 --json")).ends(0).json_lines().len()
}

case!(phrases_and_signs_choose_among_the_pages_that_the_words_find, |_| {
    let case = Case::indexed();
    let all = found(&case, "penguin walks");
    assert_eq!(all.len(), 4, "{all:?}");
    // In the text of ice-1: "A penguin walks for many days".
    assert_eq!(found(&case, "\"penguin walking\""), ["ice-1"]);
    assert_eq!(found(&case, "\"walks penguin\""), [""; 0]);
    assert_eq!(found(&case, "penguin +\"many days\""), ["ice-1"]);
    assert!(!found(&case, "penguin -\"many days\"").contains(&"ice-1".to_owned()));
    assert_eq!(found(&case, "penguin +crowd"), ["ice-2"]);
    assert_eq!(found(&case, "penguin walks -bridge"), ["ice-1", "tea-1"]);
    // Stop words count neither in the phrase nor in the text: "over the ice to the sea".
    assert_eq!(found(&case, "\"ice sea\""), ["ice-1"]);
    assert_eq!(found(&case, "\"ice and the sea\""), ["ice-1"]);
    // A phrase stands within one block: the title "On the ice" is not before "penguin".
    assert_eq!(found(&case, "\"ice penguin\""), [""; 0]);
    assert_eq!(
        score_of_ice_1(&case, "\"penguin walks\" -crowd"),
        score_of_ice_1(&case, "penguin walks")
    );
    assert_eq!(
        [
            count_hits_in_long_blocks(&case, "penguin"),
            count_hits_in_long_blocks(&case, "penguin -kettle"),
            count_hits_in_long_blocks(&case, "penguin +kettle")
        ],
        [2, 2, 1]
    );
    assert!(!found(&case, "penguin -kettle").contains(&"ice-1".to_owned()));
});

case!(what_a_query_cannot_say_is_warned_of_and_read_as_words, |_| {
    let case = Case::indexed();
    let query = r#"title:ice^2 AND peng* (sea~ "walks OR NOT +the"#;
    let outcome = case.tamis(&format!("search index '{query}' --explain --json")).ends(0);
    let found = warnings(&outcome);
    let named = [
        "title:ice^2: 'title:' is ignored; --weight 'kind = title: 3'",
        "title:ice^2: the ^",
        "AND",
        "peng*: * and ? are ignored",
        "(sea~: parentheses",
        "sea~: the ~",
        "\"walks: a quote",
        "OR",
        "NOT",
        "+the is ignored",
    ];
    assert_eq!(found.len(), named.len(), "{found:#?}");
    assert!(
        named
            .iter()
            .zip(&found)
            .all(|(name, warning)| warning.starts_with(&format!("warning: {name}"))),
        "{found:#?}"
    );
    let terms = outcome.json_lines()[0]["terms"]
        .as_array()
        .unwrap()
        .iter()
        .map(|term| term["term"].clone())
        .collect::<Vec<_>>();
    assert_eq!(Value::from(terms), json!(["ic", "peng", "sea", "walk"]));
    // A word with a hyphen or a plus inside is a word.
    let outcome = case.tamis("search index 'e-mail c++ - ice'").ends(0);
    assert_eq!(warnings(&outcome), [""; 0]);
    let outcome = case.tamis("search index -- -penguin").ends(0);
    assert_eq!(outcome.stderr, "no result: only excluded words, and nothing to search for\n");
});

case!(an_excluded_word_that_is_taken_for_a_flag_is_explained, |_| {
    let case = Case::indexed();
    let tip = "tip: to exclude a word, put the query in quotes: 'penguin -draft'";
    let outcome = case.tamis("search index penguin -draft").ends(2);
    assert!(outcome.stderr.contains(&format!("\n  {tip}\n")), "{}", outcome.stderr);
    assert!(!case.tamis("search index penguin --draft").ends(2).stderr.contains(tip));
    assert!(!case.tamis("stats index -draft").ends(2).stderr.contains(tip));
});

fn search_topics(case: &Case, line: &str) -> Outcome {
    case.tamis(&format!("search index --topics {line}")).ends(0)
}

case!(topics_are_words_without_the_flag_for_the_syntax, |_| {
    let case = Case::indexed();
    case.file("quoted", "1\t\"penguin walks\" -sea\n2\tkettle AND +bridge\n");
    case.file("plain", "1\tpenguin walks sea\n2\tkettle AND bridge\n");
    assert_eq!(search_topics(&case, "quoted").stdout, search_topics(&case, "plain").stdout);
    assert_eq!(search_topics(&case, "quoted").stderr, "");
    let outcome = search_topics(&case, "quoted --query-syntax");
    assert_eq!(outcome.stdout.lines().count(), 2, "{}", outcome.stdout);
    assert!(outcome.stdout.lines().all(|line| line.starts_with("2 Q0 ")), "{}", outcome.stdout);
    assert_eq!(
        warnings(&outcome),
        [
            "warning: topic 2: AND is read as a word; + before a word makes it required: +ice +sea",
            "warning: no result for 1 of 2 topics: 1",
        ]
    );
});

case!(an_index_without_texts_refuses_phrases_and_takes_words, |case| {
    case.warc("pages.warc.gz", 5);
    case.tamis("index pages.warc.gz --out index -q --store none").ends(0);
    assert_eq!(found(&case, "penguin +crowd -tea"), ["ice-2"]);
    for query in ["\"penguin walks\"", "penguin -\"many days\"", "penguin +e-mail"] {
        for more in ["", "--explain"] {
            let outcome = case.tamis(&format!("search index '{query}' {more}")).ends(1);
            let expected =
                "is looked for in them; build the index again with the texts of its pages";
            assert!(outcome.stderr.contains(expected), "{}", outcome.stderr);
            assert!(outcome.stderr.contains("--force --store text`"), "{}", outcome.stderr);
        }
    }
});

case!(an_explanation_shows_the_operators, |_| {
    let case = Case::indexed();
    let explained =
        case.tamis("search index 'penguin +walks -\"many days\"' --explain ice-1").ends(0).stdout;
    assert!(explained.contains("\nrequired: walk\nexcluded: \"mani dai\"\n"), "{explained}");
    assert!(
        explained.ends_with("\nnot a result: a permitted block holds \"mani dai\"\n\n"),
        "{explained}"
    );
    let json = case
        .tamis("search index 'penguin +walks -\"many days\"' --explain ice-1 --json")
        .ends(0)
        .json();
    assert_eq!(
        (&json["required"], &json["excluded"]),
        (&json!([["walk"]]), &json!([["mani", "dai"]]))
    );
    assert_eq!(json["unmet"], json!(["a permitted block holds \"mani dai\""]));
    let json = case.tamis("search index penguin --explain ice-1 --json").ends(0).json();
    assert_eq!((&json["required"], &json["unmet"]), (&json!([]), &Value::Null));
});
