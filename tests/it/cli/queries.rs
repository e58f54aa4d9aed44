//! Queries as people type them: what the program warns of, and shows. What they find is asked of
//! jobs.

use crate::case::Case;
use serde_json::{Value, json};

case!(operators_are_read_in_words_and_not_in_topics, |_| {
    let case = Case::indexed();
    let found = case.tamis("search index 'title:ice +crowd' --json").ends(0);
    let found =
        found.says(&["warning: title:ice: 'title:' is ignored; --weight 'kind = title: 3'"]);
    assert_eq!(found.json()["docno"], "ice-2");
    let nothing = case.tamis("search index -- -penguin").ends(0);
    assert_eq!(nothing.stderr, "no result: only excluded words, and nothing to search for\n");
    case.file("topics", "1\t\"penguin walks\" -sea\n2\tkettle\n");
    let plain = case.tamis("search index --topics topics").ends(0).stdout;
    assert!(plain.starts_with("1 Q0 ice-1 "), "{plain}");
    let syntax = case.tamis("search index --topics topics --query-syntax").ends(0);
    assert!(syntax.stdout.starts_with("2 Q0 "), "{}", syntax.stdout);
    case.tamis("index pages.warc.gz --out bare -q --store none").ends(0);
    case.tamis("search bare '\"penguin walks\"'").ends(1).says(&[
        "is looked for in them; build the index again with the texts of its pages",
        "--force --store text`",
    ]);
});

case!(an_excluded_word_that_is_taken_for_a_flag_is_explained, |_| {
    let case = Case::indexed();
    let tip = "tip: to exclude a word, put the query in quotes: 'penguin -draft'";
    let outcome = case.tamis("search index penguin -draft").ends(2);
    assert!(outcome.stderr.contains(&format!("\n  {tip}\n")), "{}", outcome.stderr);
    assert!(!case.tamis("search index penguin --draft").ends(2).stderr.contains(tip));
    assert!(!case.tamis("stats index -draft").ends(2).stderr.contains(tip));
});

case!(an_explanation_shows_the_operators, |_| {
    let case = Case::indexed();
    let line = "search index 'penguin +walks -\"many days\"' --explain ice-1";
    let explained = case.tamis(line).ends(0).stdout;
    assert!(explained.contains("\nrequired: walk\nexcluded: \"mani dai\"\n"), "{explained}");
    assert!(
        explained.ends_with("\nnot a result: a permitted block holds \"mani dai\"\n\n"),
        "{explained}"
    );
    let json = case.tamis(&format!("{line} --json")).ends(0).json();
    assert_eq!(
        (&json["required"], &json["excluded"]),
        (&json!([["walk"]]), &json!([["mani", "dai"]]))
    );
    assert_eq!(json["unmet"], json!(["a permitted block holds \"mani dai\""]));
    let json = case.tamis("search index penguin --explain ice-1 --json").ends(0).json();
    assert_eq!((&json["required"], &json["unmet"]), (&json!([]), &Value::Null));
});
