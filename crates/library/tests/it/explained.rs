//! Expanded queries and explained scores.

use crate::case::{Case, assert_refused, settings};
use serde_json::json;
use tamis::job::TopicsJob;
use tamis::request::Request;
use tamis::{Error, Explained, Result};

/// The explanation of a query, and with a docno of its score.
fn explain(
    case: &Case,
    words: &str,
    set: &[(&str, &str)],
    docno: Option<&str>,
) -> Result<Explained> {
    let index = case.open("index");
    let request = Request::from_pairs(set.iter().copied())?;
    index.search(words).with(|job| job.request = request).explain(docno)
}

#[test]
fn an_explanation_ends_at_the_score_of_the_result() {
    let case = Case::indexed();
    for (model, ..) in tamis_search::model::MODELS {
        let set = [("model", model), ("max_link_density", "0.5")];
        let words = "penguin walks zebra";
        let found = case.find("index", words, &set).unwrap();
        assert_eq!(found[0].docno, "ice-1");
        for hit in found {
            let explained = explain(&case, words, &set, Some(&hit.docno)).unwrap();
            let page = explained.page.unwrap();
            assert_eq!(page.score, Some(hit.score), "{model}: {page:?}");
            let weights = explained.terms.iter().flat_map(|term| &term.in_page);
            assert_eq!(weights.map(|here| here.weight).sum::<f64>(), page.sum, "{model}");
        }
    }
    let set = [("max_link_density", "0.5")];
    let explained = explain(&case, "penguin", &set, Some("ice-1")).unwrap();
    let term = &explained.terms[0];
    assert_eq!((explained.pages, term.df), (5, 2));
    assert_eq!(json!(term.in_page.as_ref().unwrap().tf), json!(1));
}

#[test]
fn the_reason_for_no_score_is_told() {
    let case = Case::indexed();
    let why = |words: &str, set: &[(&str, &str)], docno: &str| {
        explain(&case, words, set, Some(docno)).unwrap().page.unwrap().why.unwrap()
    };
    let none = why("kettle", &[], "ice-2");
    assert!(none.contains("no permitted block of ice-2 has a query term"), "{none}");
    let barred = why("penguin", &[("min_words", "11")], "tea-1");
    assert!(barred.contains("; 2 occurrences are in blocks that are not permitted"), "{barred}");
    let outside = why("kettle", &[("min_words", "50"), ("title", "drop")], "tea-1");
    assert!(outside.contains("tea-1 is not in this view"), "{outside}");
    let unknown = explain(&case, "kettle", &[], Some("tea-9"));
    assert_refused(unknown, &["no page 'tea-9'", "case-sensitive"]);
    let others = [("docnos", "ice-1"), ("docnos", "ice-2")];
    let excluded = explain(&case, "kettle", &others, Some("tea-1")).unwrap_err();
    assert!(matches!(excluded, Error::UnknownPage { filtered: true, .. }), "{excluded}");
}

#[test]
fn the_analyzed_query_is_told() {
    let case = Case::judged();
    let query = explain(&case, "The walks, of walking penguins!", &[], None).unwrap();
    let terms: Vec<_> = query.terms.iter().map(|term| (&*term.term, term.query_weight)).collect();
    assert_eq!(terms, [("walk", 2.0), ("penguin", 1.0)]);
    let all = TopicsJob { topics: case.path("topics").into(), ..TopicsJob::default() };
    let index = case.open("index");
    let explained = all.explain(None, &index, &()).unwrap().result;
    let ids: Vec<_> = explained.iter().map(|topic| topic.topic.as_deref()).collect();
    assert_eq!(ids, [Some("1"), Some("2"), Some("3")]);
    assert!(explained[1].terms.is_empty(), "only stop words");
    let one = |id: &str| TopicsJob { topic: Some(id.to_owned()), ..all.clone() };
    assert_eq!(one("3").explain(Some("tea-1"), &index, &()).unwrap().result.len(), 1);
    let run = String::from_utf8(one("3").lines(&index, &()).unwrap().result).unwrap();
    assert!(!run.is_empty() && run.lines().all(|line| line.starts_with("3 ")), "{run}");
    let unknown = one("7").lines(&index, &());
    assert_refused(unknown, &["no topic '7'; the first are 1, 2, 3"]);
}

#[test]
fn feedback_adds_words_of_the_permitted_text() {
    let case = Case::indexed();
    let terms = |set: &[(&str, &str)]| {
        let set = [set, &[("fb_docs", "1")]].concat();
        let terms = explain(&case, "egg", &set, None).unwrap().terms;
        terms.into_iter().map(|term| term.term).collect::<Vec<_>>()
    };
    // RM3 only adds words that occur in at most a tenth of the pages: of five pages, none.
    assert_eq!(terms(&[("feedback", "rm3")]), ["egg"]);
    let mixture = [("model", "ql-jm"), ("feedback", "rm1-mixture")];
    let with = |more: &[(&'static str, &'static str)]| terms(&[&mixture, more].concat());
    let all = with(&[("fb_terms", "100")]);
    assert!(all.contains(&"kettl".to_owned()) && all.contains(&"autumn".to_owned()), "{all:?}");
    let filtered = with(&[("fb_terms", "100"), ("max_link_density", "0.5")]);
    assert!(!filtered.contains(&"kettl".to_owned()), "{filtered:?}");
    assert!(filtered.contains(&"autumn".to_owned()), "{filtered:?}");
    assert_eq!(with(&[("original_query_weight", "1")]), ["egg"]);
}

#[test]
fn feedback_and_parameters_that_cannot_be_are_refused() {
    let case = Case::judged();
    let takers = "expected the model ql-dirichlet or ql-dirichlet-indri";
    let rm3 = ("feedback", "rm3");
    for (set, parts) in [
        (
            &[("feedback", "rm1-mixture")][..],
            &["found the model bm25", "query likelihood", "use rm3"][..],
        ),
        (
            &[rm3, ("model", "ql-dirichlet-indri")],
            &["found the model ql-dirichlet-indri", "use rm1-mixture"],
        ),
        (&[rm3, ("fb_docs", "0")], &["fb_docs: found 0, expected 1 or more"]),
        (
            &[rm3, ("original_query_weight", "2")],
            &["original_query_weight: found 2, expected 0 to 1"],
        ),
        (&[rm3, ("fb_docs", "-1")], &["fb_docs: found -1, expected a whole number"]),
        (&[("model", "ql-jm"), ("lambda", "1")], &["lambda: found 1"]),
        (&[("mu", "30")], &["mu: found 30, but the model bm25 takes only k1, b;", takers]),
        (
            &[("k1", "1"), ("model", "dph")],
            &["k1: found 1, but the model dph takes no parameter", "model bm25 or bm25-lucene"],
        ),
        (
            &[("lambda", "0.5"), ("model", "ql-dirichlet")],
            &["takes only mu", "expected the model ql-jm or ql-jm-indri"],
        ),
        (&[("k1", "-1")], &["k1: found -1, expected 0 or more"]),
        (&[("b", "-0.5")], &["b: found -0.5, expected 0 to 1"]),
        (&[("k1", "much")], &["much", "expected a number"]),
        (&[("model", "bm52"), ("k1", "1")], &["did you mean 'bm25'"]),
    ] {
        assert_refused(case.find("index", "egg", set), parts);
    }
    case.find("index", "egg", &[("model", "pl2"), ("c", "7")]).unwrap();
    assert_refused(case.compare_with("mu 30", |_| ()), &["mu: found 30"]);
    assert_refused(case.sweep("mu 30 | grid min_words=1..=3"), &["mu: found 30", takers]);
    let recipe = settings(json!({"store": "none"}));
    case.index_with("bare", &["pages.warc.gz"], recipe);
    assert_refused(case.find("bare", "egg", &[rm3]), &["bare: stores no texts"]);
}
