use super::super::axis::tests::axes;
use super::*;
use crate::feedback::Method;
use crate::model::Parameters;
use crate::request::{Expansion, Named, Pages};
use crate::rule::expression::tests::expressions;
use crate::rule::weights::WeightClause;
use proptest::prelude::*;

fn texts() -> impl Strategy<Value = String> {
    prop_oneof!["\\PC{0,9}", "[\\\\\" ,=a]{0,6}"]
}

fn clauses() -> impl Strategy<Value = Clause> {
    let thresholds = prop::sample::select(vec!["min_words", "max_link_density", "max_site_share"]);
    let score = texts().prop_map(|name| format!("min_score.{name}"));
    let name = prop_oneof![thresholds.prop_map(str::to_owned), score];
    prop_oneof![
        (name, "[0-9]{1,3}(\\.[0-9]{1,3})?")
            .prop_map(|(name, value)| Clause::new(&name, &value).unwrap()),
        expressions().prop_map(|rule| Clause::new("where", &rule.to_string()).unwrap()),
        texts().prop_map(|name| Clause::label(&name)),
        Just(Clause::new("kind", "text").unwrap()),
    ]
}

fn weights() -> impl Strategy<Value = Vec<WeightClause>> {
    let weight = ("[a-z]{1,5}", expressions(), 0u16..=100)
        .prop_filter_map("its names are known", |(name, rule, hundredths)| {
            format!("{name}={rule}: {}.{:02}", hundredths, 25).parse().ok()
        });
    prop::collection::vec(weight, 0..3)
}

fn numbers() -> impl Strategy<Value = Option<f64>> {
    prop::option::of(prop::num::f64::NORMAL)
}

fn expansions() -> impl Strategy<Value = Expansion> {
    let method = prop::option::of(prop::sample::select(Method::ALL.to_vec()));
    let count = || prop::option::of(0usize..99);
    (method, count(), count(), numbers()).prop_map(|(method, terms, documents, weight)| Expansion {
        method,
        terms,
        documents,
        original_weight: weight,
    })
}

/// Any filters; a docno has at least one character.
fn pages() -> impl Strategy<Value = Pages> {
    let docnos = || prop::collection::vec("\\PC{1,9}", 0..3);
    let date = || prop::option::of(texts());
    let lists = || prop::collection::vec(texts(), 0..3);
    (
        (prop::option::of(docnos()), docnos(), lists(), lists()),
        (date(), date(), date(), date(), date(), any::<bool>()),
    )
        .prop_map(|((docnos, not_docnos, languages, url_prefixes), dates)| {
            let (from, to, published_from, published_to, collapse_date, collapse) = dates;
            Pages {
                docnos,
                not_docnos,
                from,
                to,
                published_from,
                published_to,
                languages,
                url_prefixes,
                collapse,
                collapse_date,
            }
        })
}

fn requests() -> impl Strategy<Value = Request> {
    let named = prop::option::of(prop::sample::select(vec![Named::Sieve, Named::Tuned]));
    let title = prop::sample::select(TitleRule::ALL.to_vec());
    let parameters = (numbers(), numbers(), numbers(), numbers(), numbers())
        .prop_map(|(k1, b, mu, lambda, c)| Parameters { k1, b, mu, lambda, c });
    (
        (
            prop::collection::vec(clauses(), 0..5),
            weights(),
            prop::option::of(texts()),
            named,
            title,
        ),
        (prop::option::of(texts()), parameters, expansions(), pages()),
        (any::<bool>(), any::<bool>(), prop::option::of(0usize..9)),
    )
        .prop_map(|(blocks, ranking, (query_syntax, remove_query, hits))| {
            let (clauses, weights, weight_by, named, title) = blocks;
            let (model, parameters, expansion, pages) = ranking;
            let mut request = Request {
                title,
                weights,
                weight_by,
                named,
                model,
                parameters,
                expansion,
                pages,
                query_syntax,
                remove_query,
                hits,
                ..Request::default()
            };
            for clause in clauses {
                request.add(clause);
            }
            request
        })
}

proptest! {
    #[test]
    fn every_request_is_set_by_its_pairs(request in requests()) {
        let pairs = request.pairs();
        let again = Request::from_pairs(pairs.clone()).map_err(|error| {
            TestCaseError::fail(format!("{pairs:?}: {error}"))
        })?;
        prop_assert_eq!(&again, &request);
        let text = serde_json::to_string(&request).unwrap();
        prop_assert_eq!(serde_json::from_str::<Request>(&text).unwrap(), request);
    }

    #[test]
    fn every_sweep_is_set_by_its_pairs(
        request in requests(),
        axes in prop::collection::vec(axes(), 0..3),
        separately: bool,
    ) {
        let sweep = SweepRequest { request, axes, separately };
        prop_assert_eq!(SweepRequest::from_pairs(sweep.pairs()).unwrap(), sweep);
    }

    #[test]
    fn every_clause_and_all_filters_read_again_as_they_print(
        clause in clauses(),
        pages in pages(),
    ) {
        prop_assert_eq!(clause.to_string().parse::<Clause>().unwrap(), clause);
        prop_assert_eq!(pages.to_string().parse::<Pages>().unwrap(), pages);
    }
}

#[test]
fn synonyms_are_one_thing() {
    let pairs =
        |pairs: &[(&str, &str)]| Request::from_pairs(pairs.iter().copied()).unwrap().pairs();
    assert_eq!(pairs(&[("sieve", "true")]), pairs(&[("rule", "sieve")]));
    assert_eq!(pairs(&[("rm3", "true")]), pairs(&[("feedback", "rm3")]));
    assert_eq!(pairs(&[("rm1_mixture", "true")]), pairs(&[("feedback", "rm1-mixture")]));
    let twice = [("min_words", "5"), ("max_words", "9"), ("min_words", "7.0")];
    let expected =
        [("max_words", "9"), ("min_words", "7.0")].map(|(name, value)| pair(name, value));
    assert_eq!(pairs(&twice), expected);
}

#[test]
fn filters_of_pages_are_printed_as_conditions() {
    let text = "docnos = a-1 and docnos = \"é\\\"\" and from = 2005-12-06T09:12:33Z and \
                url_prefix = example.org/blog and collapse = url";
    let pages: Pages = text.parse().unwrap();
    assert_eq!(pages.to_string(), text);
    assert_eq!("all".parse::<Pages>().unwrap(), Pages::default());
    assert_eq!(Pages::default().to_string(), "all");
    let no_docno: Pages = "docnos = \"\"".parse().unwrap();
    assert_eq!(no_docno.docnos, Some(Vec::new()));
    for (text, problem) in [
        ("from", "column 5: found the end, expected ="),
        ("from > 2005", "column 6: found '>', expected ="),
        ("min_words = 5", "column 1: found 'min_words', expected a filter of pages"),
        ("from = 2005 or to = 2006", "column 13: found 'or', expected 'and' or the end"),
        ("from =", "column 7: found the end, expected a value"),
    ] {
        let message = text.parse::<Pages>().unwrap_err().to_string();
        assert!(message.contains(problem), "{message}");
    }
}
