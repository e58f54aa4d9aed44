//! Queries as people type them: phrases, `+required` and `-excluded` words, and what is not
//! supported.

use crate::case::{Case, assert_refused, names, settings};
use crate::judged::docnos;
use serde_json::json;
use tamis::Result;
use tamis::job::{Found, TopicsJob};

fn found(case: &Case, query: &str, parameters: &str) -> Vec<Found> {
    case.found(query, &format!("query_syntax true{parameters}")).unwrap().result
}

fn explained(case: &Case, query: &str, docno: Option<&str>) -> Result<tamis::Explained> {
    case.explained(query, docno, "query_syntax true")
}

#[test]
fn phrases_and_signs_choose_among_the_pages_that_the_words_find() {
    let case = Case::indexed();
    assert_eq!(found(&case, "penguin walks", "").len(), 4);
    for (query, expected) in [
        // In the text of ice-1: "A penguin walks for many days".
        ("\"penguin walking\"", &["ice-1"][..]),
        ("\"walks penguin\"", &[]),
        ("penguin +\"many days\"", &["ice-1"]),
        ("penguin +crowd", &["ice-2"]),
        ("penguin walks -bridge", &["ice-1", "tea-1"]),
        // Stop words count neither in the phrase nor in the text: "over the ice to the sea".
        ("\"ice sea\"", &["ice-1"]),
        ("\"ice and the sea\"", &["ice-1"]),
        // A phrase stands within one block: the title "On the ice" is not before "penguin".
        ("\"ice penguin\"", &[]),
    ] {
        assert_eq!(docnos(&found(&case, query, "")), expected, "{query}");
    }
    for query in ["penguin -\"many days\"", "penguin -kettle"] {
        let found = found(&case, query, "");
        assert!(!found.is_empty() && !docnos(&found).contains(&"ice-1"), "{query}");
    }
    // Scores are those of the words.
    let score = |query: &str| {
        let found = found(&case, query, "");
        found.iter().find(|found| found.hit.docno == "ice-1").unwrap().hit.score
    };
    assert_eq!(score("\"penguin walks\" -crowd"), score("penguin walks"));
    // Only permitted blocks count: "kettle" stands in the links of ice-1, which this rule leaves
    // out.
    for (query, pages) in [("penguin", 2), ("penguin -kettle", 2), ("penguin +kettle", 1)] {
        assert_eq!(found(&case, query, " | min_words 11").len(), pages, "{query}");
    }
}

#[test]
fn topics_are_words_without_the_setting_for_the_syntax() {
    let case = Case::indexed();
    let search = |topics: &str, syntax: bool| {
        case.file("topics", topics);
        let mut job = TopicsJob { topics: case.path("topics").into(), ..TopicsJob::default() };
        job.request.query_syntax = syntax;
        let outcome = job.lines(&case.open("index"), &()).unwrap();
        let notices: Vec<String> = outcome.notices.iter().map(ToString::to_string).collect();
        (String::from_utf8(outcome.result).unwrap(), notices)
    };
    let quoted = "1\t\"penguin walks\" -sea\n2\tkettle AND +bridge\n";
    let plain = search("1\tpenguin walks sea\n2\tkettle AND bridge\n", false);
    assert_eq!(search(quoted, false), plain);
    assert_eq!(plain.1, [""; 0]);
    let (run, notices) = search(quoted, true);
    assert_eq!(run.lines().count(), 2, "{run}");
    assert!(run.lines().all(|line| line.starts_with("2 Q0 ")), "{run}");
    assert_eq!(
        notices,
        [
            "topic 2: AND is read as a word; + before a word makes it required: +ice +sea",
            "no result for 1 of 2 topics: 1",
        ]
    );
}

#[test]
fn an_index_without_texts_refuses_phrases_and_takes_words() {
    let case = Case::default();
    case.warc("pages.warc.gz", 5);
    case.index_with("index", &["pages.warc.gz"], settings(json!({"store": "none"})));
    assert_eq!(docnos(&found(&case, "penguin +crowd -tea", "")), ["ice-2"]);
    let texts = ["is looked for in them"];
    for query in ["\"penguin walks\"", "penguin -\"many days\"", "penguin +e-mail"] {
        assert_refused(case.found(query, "query_syntax true"), &texts);
        assert_refused(explained(&case, query, None), &texts);
    }
}

#[test]
fn an_explanation_has_the_operators() {
    let case = Case::indexed();
    let explained = |query: &str| {
        let explained = explained(&case, query, Some("ice-1")).unwrap();
        let unmet = serde_json::to_value(&explained).unwrap()["unmet"].clone();
        (explained.required, explained.excluded, unmet)
    };
    let (required, excluded, unmet) = explained("penguin +walks -\"many days\"");
    assert_eq!((required, excluded), (vec![names(&["walk"])], vec![names(&["mani", "dai"])]));
    assert_eq!(unmet, json!(["a permitted block holds \"mani dai\""]));
    assert_eq!(explained("penguin"), (vec![], vec![], serde_json::Value::Null));
}
