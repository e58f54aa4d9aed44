//! Expanded queries and explained scores, under any rule, over any segments: feedback reads only
//! the permitted text and equals direct counting; a sweep with feedback is its single searches; an
//! explanation ends at the printed score.

use crate::made_up::{TestPage, build, leaf, model, pages, predicate, query, rule, weights};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use std::collections::BTreeMap;
use tamis_index::corpus::Corpus;
use tamis_search::experiment::retrieved;
use tamis_search::feedback::{Feedback, Method, Ranking, Searcher, each_view};
use tamis_search::model::{MODELS, Scores};
use tamis_search::rank::explain;
use tamis_search::{BlockRule, ModelSpec, Parameters, Predicate, Query, View, rank};

type TermWeights = BTreeMap<&'static str, f64>;

/// The permitted text of every page, counted.
fn counted(pages: &[TestPage], rule: &BlockRule) -> BTreeMap<String, TermWeights> {
    let mut counted = BTreeMap::new();
    for page in pages {
        let mut hundredths: BTreeMap<&'static str, u32> = BTreeMap::new();
        for block in page.blocks.iter().filter(|block| rule.permits(&block.row)) {
            let weight = u32::from(rule.weights.weight(&block.row).hundredths());
            for token in &block.tokens {
                *hundredths.entry(token).or_default() += weight;
            }
        }
        let tokens =
            hundredths.into_iter().map(|(term, count)| (term, f64::from(count) / 100.0)).collect();
        counted.insert(page.docno.clone(), tokens);
    }
    counted
}

/// The pages with the text of each block as many times as it weighs.
fn repeated(pages: &[TestPage], rule: &BlockRule) -> Vec<TestPage> {
    let mut repeated = pages.to_vec();
    for block in repeated.iter_mut().flat_map(|page| &mut page.blocks) {
        let permitted = rule.permits.permits(&block.row);
        let times = if permitted { rule.weights.weight(&block.row).hundredths() / 100 } else { 0 };
        block.tokens = block.tokens.repeat(times.into());
    }
    repeated
}

/// The heaviest, equal ones by the term, as shares of their sum.
fn pruned(weights: TermWeights, terms: usize) -> Vec<(&'static str, f64)> {
    let mut weights: Vec<_> = weights.into_iter().filter(|(_, weight)| *weight > 0.0).collect();
    weights.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
    weights.truncate(terms);
    let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
    weights.into_iter().map(|(term, weight)| (term, weight / sum)).collect()
}

fn pages_with(texts: &BTreeMap<String, TermWeights>, term: &str) -> usize {
    texts.values().filter(|counts| counts.contains_key(term)).count()
}

/// The expanded query by counting, from the pages that a first search gave.
fn expected(
    texts: &BTreeMap<String, TermWeights>,
    first: &[(String, f32)],
    query: &Query,
    feedback: &Feedback,
) -> Query {
    let living = texts.values().filter(|counts| !counts.is_empty()).count() as f64;
    let mut weights = TermWeights::new();
    // As the library rounds it, for equal weights are many and their order is by the term.
    let likelihood = |score: f32| (f64::from(score) - f64::from(first[0].1)).exp();
    let evidence: f64 = first.iter().map(|(_, score)| likelihood(*score)).sum();
    for (docno, score) in first {
        let counts = texts[docno].clone();
        let evidence = likelihood(*score) / evidence;
        let shares: Vec<(&str, f64)> = match feedback.method {
            Method::Rm3 => {
                let mut kept = counts;
                kept.retain(|term, _| {
                    let pages = pages_with(texts, term) as f64;
                    term.len() > 1 && term.is_ascii() && pages / living <= 0.1
                });
                let shares = pruned(kept, feedback.terms).into_iter();
                shares.map(|(term, share)| (term, share * f64::from(*score))).collect()
            }
            Method::Rm1Mixture => {
                let length: f64 = counts.values().sum();
                counts.into_iter().map(|(term, tf)| (term, evidence * (tf / length))).collect()
            }
        };
        for (term, share) in shares {
            *weights.entry(term).or_default() += share;
        }
    }
    let weights = pruned(weights, feedback.terms);
    if weights.is_empty() {
        return query.clone();
    }
    let own = feedback.original_weight;
    let original =
        query.terms.iter().map(|(term, weight)| (&**term, own * weight / query.clauses()));
    Query::weighted(
        original.chain(weights.iter().map(|(term, share)| (&**term, (1.0 - own) * share))),
    )
}

/// A rule with weights, or without.
fn any_rule(fractional: bool) -> impl Strategy<Value = BlockRule> {
    prop_oneof![predicate().prop_map(BlockRule::from), rule(fractional)]
}

fn feedback() -> impl Strategy<Value = Feedback> {
    let method = prop::sample::select(vec![Method::Rm3, Method::Rm1Mixture]);
    let weight = prop_oneof![Just(0.0), Just(0.5), Just(1.0), 0.0f64..1.0];
    (method, 1usize..20, 1usize..6, weight).prop_map(
        |(method, terms, documents, original_weight)| Feedback {
            method,
            terms,
            documents,
            original_weight,
        },
    )
}

/// The model, or one that the method can use, with these weights.
fn fitting(model: ModelSpec, feedback: &Feedback, rule: &BlockRule) -> ModelSpec {
    let other = if feedback.method == Method::Rm3 { "bm25" } else { "ql-dirichlet-indri" };
    match feedback.check(&model).and_then(|()| model.check_unit(rule.weights.unit())) {
        Ok(()) => model,
        Err(_) => ModelSpec::new(other, &Parameters::default()).unwrap(),
    }
}

fn terms(query: &Query) -> Vec<&str> {
    query.terms.iter().map(|(term, _)| &**term).collect()
}

fn named(corpus: &Corpus, hits: &[tamis_search::rank::top::Ranked]) -> Vec<(String, f32)> {
    retrieved(corpus.order().unwrap(), hits).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn an_expanded_query_is_that_of_the_permitted_text(
        pages in pages(60),
        segments in 1usize..4,
        rule in any_rule(true),
        query in query(),
        model in model(),
        feedback in feedback(),
    ) {
        let folder = tamis_testing::folder();
        let model = fitting(model, &feedback, &rule);
        let corpus = build(folder.path(), &pages, segments, 0, &[]);
        let Ok(view) = View::new(&corpus, &rule) else { return Ok(()) };
        let searcher = Searcher::new(&corpus, &view, &model, Some(feedback)).unwrap();
        let first = named(
            &corpus,
            &rank::search(&corpus, &view, &query, &model, feedback.documents).unwrap(),
        );
        let found = searcher.query(&query).unwrap();
        let expected = expected(&counted(&pages, &rule), &first, &query, &feedback);
        prop_assert_eq!(terms(&found), terms(&expected));
        for ((term, found), (_, expected)) in found.terms.iter().zip(&expected.terms) {
            prop_assert!(
                (found - expected).abs() < 1e-6,
                "{}: found {}, expected {}",
                term,
                found,
                expected
            );
        }
        let second = rank::search(&corpus, &view, &found, &model, 20).unwrap();
        prop_assert_eq!(searcher.search(&query, 20).unwrap(), second);
    }

    #[test]
    fn an_expanded_query_with_whole_weights_is_that_of_an_index_of_repeated_text(
        pages in pages(60),
        segments in 1usize..4,
        rule in rule(false),
        query in query(),
        model in model(),
        feedback in feedback(),
    ) {
        let folder = tamis_testing::folder();
        let model = fitting(model, &feedback, &rule);
        let corpus = build(&folder.path().join("index"), &pages, segments, 0, &[]);
        let repeated =
            build(&folder.path().join("repeated"), &repeated(&pages, &rule), segments, 0, &[]);
        let Ok(view) = View::new(&corpus, &rule) else { return Ok(()) };
        let everything = View::new(&repeated, &Predicate::All).unwrap();
        let searcher = Searcher::new(&corpus, &view, &model, Some(feedback)).unwrap();
        let of_repeated = Searcher::new(&repeated, &everything, &model, Some(feedback)).unwrap();
        prop_assert_eq!(searcher.query(&query).unwrap(), of_repeated.query(&query).unwrap());
        let expected = named(&repeated, &of_repeated.search(&query, 20).unwrap());
        prop_assert_eq!(named(&corpus, &searcher.search(&query, 20).unwrap()), expected);
    }

    #[test]
    fn many_views_with_feedback_are_single_searches(
        pages in pages(40),
        views in prop::collection::vec(leaf(), 1..4),
        model in model(),
        feedback in feedback(),
        queries in prop::collection::vec(query(), 1..4),
        weights in weights(false),
    ) {
        let views: Vec<BlockRule> = views
            .into_iter()
            .map(|permits| BlockRule { permits, weights: weights.clone() })
            .collect();
        let folder = tamis_testing::folder();
        let model = fitting(model, &feedback, &views[0]);
        let corpus = build(folder.path(), &pages, 2, 0, &[]);
        let fewer = Feedback { terms: 1, ..feedback };
        let rankings =
            [feedback, fewer].map(|feedback| Ranking { model, feedback: Some(feedback) });
        let with_rankings: Vec<_> =
            views.iter().map(|view| (view.clone(), &rankings[..])).collect();
        let outcome = each_view(&corpus, &with_rankings, |view, searchers| {
            let mut of_view: Vec<Vec<Vec<(String, f32)>>> = Vec::new();
            for searcher in searchers {
                let mut of_ranking = Vec::new();
                for query in &queries {
                    of_ranking.push(named(&corpus, &searcher.search(query, 7)?));
                }
                of_view.push(of_ranking);
            }
            Ok((view, of_view))
        });
        for (place, (statistics, (number, of_view))) in outcome.unwrap().into_iter().enumerate() {
            let Ok(view) = View::new(&corpus, &views[place]) else {
                prop_assert_eq!(statistics.pages, 0);
                continue;
            };
            prop_assert_eq!((number, statistics), (place, view.statistics));
            for (ranking, of_ranking) in rankings.iter().zip(of_view) {
                let searcher =
                    Searcher::new(&corpus, &view, &ranking.model, ranking.feedback).unwrap();
                for (query, found) in queries.iter().zip(of_ranking) {
                    prop_assert_eq!(found, named(&corpus, &searcher.search(query, 7).unwrap()));
                }
            }
        }
    }

    #[test]
    fn an_explanation_ends_at_the_printed_score(
        pages in pages(30), segments in 1usize..4, rule in any_rule(true), query in query(),
    ) {
        let folder = tamis_testing::folder();
        let corpus = build(folder.path(), &pages, segments, 0, &[]);
        let Ok(view) = View::new(&corpus, &rule) else { return Ok(()) };
        let order = corpus.order().unwrap();
        let unit = view.statistics.unit;
        let texts = counted(&pages, &rule);
        for (name, ..) in MODELS {
            let model = ModelSpec::new(name, &Parameters::default()).unwrap();
            if model.check_unit(unit).is_err() {
                prop_assert!(explain::page(&corpus, &view, &query, &model, 0).is_err());
                continue;
            }
            let hits = rank::search(&corpus, &view, &query, &model, 100).unwrap();
            for document in order.visible() {
                let found = explain::page(&corpus, &view, &query, &model, document).unwrap();
                let hit = hits.iter().find(|hit| hit.document == document);
                prop_assert_eq!(found.score.map(|score| score + 0.0), hit.map(|hit| hit.score));
                let counts = &texts[&order.docno(document).unwrap()];
                let hundredths = counts.values().map(|count| (count * 100.0).round()).sum::<f64>();
                prop_assert_eq!(unit.value(found.length), hundredths / 100.0);
                let row = order.page(document);
                let docno = order.docno(document).unwrap();
                let page = pages.iter().find(|page| page.docno == docno).unwrap();
                for block in found.terms.iter().flat_map(|term| &term.blocks) {
                    let weight = rule.weights.weight(&page.blocks[block.number as usize].row);
                    prop_assert_eq!(
                        unit.value(block.weight),
                        f64::from(weight.hundredths()) / 100.0,
                        "{:?}",
                        row
                    );
                }
                for ((term, _), explained) in query.terms.iter().zip(&found.terms) {
                    prop_assert_eq!(
                        unit.value(explained.tf()),
                        counts.get(term.as_str()).copied().unwrap_or(0.0)
                    );
                    prop_assert_eq!(
                        explained.statistics.pages,
                        pages_with(&texts, term) as u64
                    );
                }
                if let Some(score) = found.score {
                    let sum: f64 = found.terms.iter().map(|term| term.weight).sum();
                    prop_assert_eq!(sum, found.sum);
                    prop_assert_eq!(
                        found.steps.iter().fold(sum, |sum, step| step.apply(sum)) as f32,
                        score
                    );
                }
            }
        }
    }
}

#[test]
fn feedback_is_of_use_in_these_pages() {
    // The properties above would hold of pages without a rare word as well.
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut longer = 0;
    let feedback = Feedback { method: Method::Rm3, terms: 5, documents: 5, original_weight: 0.5 };
    for _ in 0..20 {
        let pages = pages(60).new_tree(&mut runner).unwrap().current();
        let folder = tamis_testing::folder();
        let corpus = build(folder.path(), &pages, 2, 0, &[]);
        let view = View::new(&corpus, &Predicate::All).unwrap();
        let model = "bm25";
        let model = ModelSpec::new(model, &Parameters::default()).unwrap();
        assert_eq!(model.scores(), Scores::Weights);
        let searcher = Searcher::new(&corpus, &view, &model, Some(feedback)).unwrap();
        longer += usize::from(searcher.query(&Query::new(["ant"])).unwrap().terms.len() > 1);
    }
    assert!(longer >= 5, "{longer} of 20 queries got longer");
}
