//! Expanded queries and explained scores on the command line.

use crate::case::{Case, TOPICS};
use serde_json::{Value, json};

/// Results for words, or explanations, as JSON.
fn lines(case: &Case, line: &str) -> Vec<Value> {
    case.tamis(&format!("search index {line} --json -q")).ends(0).json_lines()
}

case!(an_explanation_ends_at_the_score_of_the_result, |_| {
    let case = Case::indexed();
    for (model, ..) in tamis_search::model::MODELS {
        let flags = format!("'penguin walks zebra' --model {model} --max-link-density 0.5");
        let found = lines(&case, &flags);
        assert_eq!(found[0]["docno"], "ice-1");
        for hit in found {
            let explained =
                &lines(&case, &format!("{flags} --explain {}", hit["docno"].as_str().unwrap()))[0];
            assert_eq!(explained["score"], hit["score"], "{model}: {explained}");
            let weights = explained["terms"]
                .as_array()
                .unwrap()
                .iter()
                .map(|term| term["weight"].as_f64().unwrap());
            assert_eq!(weights.sum::<f64>(), explained["sum"].as_f64().unwrap(), "{model}");
        }
    }
    let page = &lines(&case, "penguin --max-link-density 0.5 --explain ice-1")[0];
    assert_eq!(
        (&page["pages"], &page["terms"][0]["df"], &page["terms"][0]["tf"]),
        (&json!(5), &json!(2), &json!(1))
    );
    let table = case.tamis("search index 'penguin walks' --explain ice-1").ends(0).stdout;
    let score = lines(&case, "'penguin walks'")[0]["score"].to_string();
    assert!(
        table.lines().any(|line| line.trim_start().starts_with("score") && line.ends_with(&score)),
        "{table}"
    );
});

fn search(case: &Case, line: &str) -> String {
    case.tamis(&format!("search index {line}")).ends(0).stdout
}

case!(the_reason_for_no_score_is_shown, |_| {
    let case = Case::indexed();
    assert!(
        search(&case, "kettle --explain ice-2")
            .contains("no score: no permitted block of ice-2 has a query term")
    );
    let barred = search(&case, "penguin --min-words 11 --explain tea-1");
    assert!(barred.contains("; 2 occurrences are in blocks that are not permitted"), "{barred}");
    assert!(
        search(&case, "kettle --min-words 50 --title drop --explain tea-1")
            .contains("tea-1 is not in this view")
    );
    assert!(search(&case, "'of the' --explain tea-1").contains("only stop words"));
    case.tamis("search index kettle --explain tea-9")
        .ends(1)
        .says(&["no page 'tea-9'", "case-sensitive"]);
    case.file("others", "ice-1\nice-2\n");
    case.tamis("search index kettle --docnos others --explain tea-1")
        .ends(1)
        .says(&["'tea-1' is excluded", "--docnos"]);
});

case!(the_analyzed_query_is_shown, |_| {
    let case = Case::indexed();
    case.file("topics", TOPICS);
    let query = &lines(&case, "'The walks, of walking penguins!' --explain")[0];
    let terms: Vec<_> = query["terms"]
        .as_array()
        .unwrap()
        .iter()
        .map(|t| (&t["term"], &t["query_weight"]))
        .collect();
    assert_eq!(terms, [(&json!("walk"), &json!(2.0)), (&json!("penguin"), &json!(1.0))]);
    let topics = lines(&case, "--topics topics --explain");
    let ids: Vec<&Value> = topics.iter().map(|topic| &topic["topic"]).collect();
    assert_eq!(ids, ["1", "2", "3"]);
    assert_eq!(lines(&case, "--topics topics --topic 3 --explain tea-1").len(), 1);
    let shown = case.tamis("search index --topics topics --explain").ends(0).stdout;
    assert!(
        shown.contains("3: kettle tea\n") && shown.contains("no term: only stop words"),
        "{shown}"
    );
    let run = case.tamis("search index --topics topics --topic 3").ends(0).stdout;
    assert!(!run.is_empty() && run.lines().all(|line| line.starts_with("3 ")), "{run}");
    case.tamis("search index --topics topics --topic 7")
        .ends(1)
        .says(&["no topic '7'; the first are 1, 2, 3"]);
    case.tamis("search index --topics topics --json").ends(2).says(&["--json", "--explain"]);
});

fn feedback_terms(case: &Case, flags: &str) -> Vec<String> {
    let query = &lines(case, &format!("egg --explain --fb-docs 1 {flags}"))[0];
    let terms = query["terms"].as_array().unwrap().iter();
    terms.map(|term| term["term"].as_str().unwrap().to_owned()).collect()
}

case!(feedback_adds_words_of_the_permitted_text, |_| {
    let case = Case::indexed();
    // RM3 only adds words that occur in at most a tenth of the pages: of five pages, none.
    assert_eq!(feedback_terms(&case, "--rm3"), ["egg"]);
    let all = feedback_terms(&case, "--model ql-jm --rm1-mixture --fb-terms 100");
    assert!(all.contains(&"kettl".to_owned()) && all.contains(&"autumn".to_owned()), "{all:?}");
    let filtered =
        feedback_terms(&case, "--model ql-jm --rm1-mixture --fb-terms 100 --max-link-density 0.5");
    assert!(
        !filtered.contains(&"kettl".to_owned()) && filtered.contains(&"autumn".to_owned()),
        "{filtered:?}"
    );
    let own = feedback_terms(&case, "--model ql-jm --rm1-mixture --original-query-weight 1");
    assert_eq!(own, ["egg"]);
});

fn assert_refused(case: &Case, line: &str, parts: &[&str]) {
    case.tamis(&format!("search index egg {line}")).ends(2).says(parts);
}

case!(feedback_that_cannot_be_is_refused, |_| {
    let case = Case::indexed();
    assert_refused(&case, "--rm3 --rm1-mixture", &["--rm1-mixture", "--rm3"]);
    assert_refused(
        &case,
        "--rm1-mixture",
        &["--rm1-mixture: found the model bm25", "query likelihood", "use rm3"],
    );
    assert_refused(
        &case,
        "--rm3 --model ql-dirichlet-indri",
        &["--rm3: found the model ql-dirichlet-indri", "use rm1-mixture"],
    );
    assert_refused(&case, "--rm3 --fb-docs 0", &["--fb-docs: found 0, expected 1 or more"]);
    assert_refused(
        &case,
        "--rm3 --original-query-weight 2",
        &["--original-query-weight: found 2, expected 0 to 1"],
    );
    assert_refused(&case, "--model ql-jm --lambda 1", &["--lambda: found 1"]);
    case.warc("pages.warc.gz", 5);
    case.tamis("index pages.warc.gz --out bare --store none -q").ends(0);
    case.tamis("search bare egg --rm3").ends(1).says(&["bare: stores no texts", "--store text"]);
});

case!(a_parameter_that_the_model_does_not_take_is_refused, |_| {
    let case = Case::indexed();
    let takers = "expected the model ql-dirichlet or ql-dirichlet-indri";
    assert_refused(
        &case,
        "--mu 30",
        &["--mu: found 30, but the model bm25 takes only k1, b;", takers],
    );
    assert_refused(
        &case,
        "--k1 1 --model dph",
        &["--k1: found 1, but the model dph takes no parameter", "the model bm25 or bm25-lucene"],
    );
    assert_refused(
        &case,
        "--lambda 0.5 --model ql-dirichlet",
        &["takes only mu", "expected the model ql-jm or ql-jm-indri"],
    );
    assert_refused(&case, "--k1 -1", &["--k1: found -1, expected 0 or more"]);
    assert_refused(&case, "--b -0.5", &["--b: found -0.5, expected 0 to 1"]);
    assert_refused(&case, "--k1 much", &["'much'", "expected a number"]);
    assert_refused(&case, "--rm3 --fb-docs -1", &["'-1'", "expected a whole number, 1 or more"]);
    assert_refused(&case, "--fb-docs 5", &["--rm3|--rm1-mixture"]);
    assert_refused(&case, "--model bm52 --k1 1", &["did you mean 'bm25'"]);
    case.tamis("search index egg --model pl2 --c 7 -q").ends(0);
    case.file("topics", TOPICS);
    case.file("qrels", crate::case::QRELS);
    let judged = "--topics topics --qrels qrels -q";
    case.tamis(&format!("compare index {judged} --mu 30")).ends(2).says(&["--mu: found 30"]);
    case.tamis(&format!("sweep index {judged} --min-words 1..=3 --mu 30"))
        .ends(2)
        .says(&["--mu: found 30", takers]);
    case.file("sweep.toml", "topics = 'topics'\nqrels = 'qrels'\nmin_words = '1..=3'\nk1 = 0.7\n");
    case.tamis("sweep index --config sweep.toml -q").ends(0);
    case.tamis("sweep index --config sweep.toml --model dph")
        .ends(2)
        .says(&["sweep.toml: --k1: found 0.7, but"]);
    let typed = case.tamis("sweep index --config sweep.toml --model dph --k1 1").ends(2).stderr;
    assert!(typed.starts_with("tamis: --k1: found 1, but"), "{typed}");
});

case!(a_configured_sweep_expands_its_queries, |_| {
    let case = Case::indexed();
    case.file("topics", TOPICS);
    case.file("qrels", crate::case::QRELS);
    let toml = "topics = 'topics'\nqrels = 'qrels'\nmin_words = '1..=3'\nmodel = \
                'ql-jm'\nrm1_mixture = true\nfb_docs = 2\n";
    case.file("sweep.toml", toml);
    let sweep = case.tamis("sweep index --config sweep.toml --json -q").ends(0).json();
    let model = sweep["model"].as_str().unwrap();
    assert_eq!(
        model,
        "ql-jm lambda=0.1 rm1-mixture fb-terms=10 fb-docs=2 original-query-weight=0.5"
    );
});
