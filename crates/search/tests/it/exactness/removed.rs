//! `--remove-query`: a search with it is the search without it, of one result more, less the page
//! that is the query itself, with the same scores; and so is each point of a sweep.

use super::{axis, grid_of_axis, named, searched};
use crate::made_up::{TestPage, build, model, pages, recounted, rule};
use proptest::prelude::*;
use std::path::Path;
use tamis_eval::{Qrels, Topic};
use tamis_index::analyze::Analyzer;
use tamis_index::corpus::Corpus;
use tamis_search::experiment::measures::measures;
use tamis_search::experiment::{Experiment, Rankings, judged_topics};
use tamis_search::rule::predicate::{Feature, Operator};
use tamis_search::sweep::Grids;
use tamis_search::typed::Analyzed;
use tamis_search::{BlockRule, ModelSpec, Prepared, Query, Ranking, TitleRule, View, experiment};

/// The text of a page as a topic, named by its docno or by no page's.
fn topic(page: &TestPage, is_page: bool) -> Topic {
    let words: Vec<&str> = page.blocks.iter().flat_map(|block| block.tokens.clone()).collect();
    let id = if is_page { page.docno.clone() } else { format!("not-{}", page.docno) };
    Topic { id, text: words.join(" ") }
}

/// What is left of one result more.
fn expected(
    corpus: &Corpus,
    rule: &BlockRule,
    (id, query): (&str, &Query),
    model: &ModelSpec,
    hits: usize,
) -> Vec<(String, f32)> {
    let mut ranking = searched(corpus, rule, query, model, hits + 1);
    ranking.retain(|(docno, _)| docno != id);
    ranking.truncate(hits);
    ranking
}

/// The topics of pages, most of them living ones.
fn topics(pages: &[TestPage], step: usize) -> Vec<Topic> {
    (0..).zip(pages.iter().step_by(step)).map(|(n, page)| topic(page, n % 4 != 3)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_search_without_the_query_is_that_of_one_result_more_less_the_query(
        pages in pages(40),
        segments in 1usize..4,
        merged in 0usize..4,
        every in 2usize..9,
        rule in rule(false),
        model in model(),
        hits in 1usize..12,
    ) {
        let folder = tamis_testing::folder();
        let deleted = super::every(&pages, 1, every);
        let topics = topics(&pages, 2);
        let pages = recounted(pages, &deleted);
        let corpus = build(folder.path(), &pages, segments, merged, &deleted);
        let Ok(view) = View::new(&corpus, &rule) else { return Ok(()) };
        let mut analyzer = Analyzer::by_name("whitespace").unwrap();
        let analyzed: Vec<Analyzed> = topics
            .iter()
            .map(|topic| Analyzed {
                query: experiment::query(&mut analyzer, &topic.text),
                ..Analyzed::default()
            })
            .collect();
        let ids: Vec<&str> = topics.iter().map(|topic| topic.id.as_str()).collect();
        let ranking = Ranking { model, feedback: None };
        let prepared = Prepared { corpus: &corpus, rule, ranking, view: view.into(), analyzer };
        let search =
            |on| prepared.rankings_of_topics((&ids, &analyzed), hits, on, &|| false).unwrap();
        for (number, (with, without)) in search(true).iter().zip(search(false)).enumerate() {
            let (id, query) = (ids[number], &analyzed[number].query);
            let found = named(&corpus, with);
            let whole = searched(&corpus, &prepared.rule, query, &model, usize::MAX >> 1);
            let others = whole.iter().filter(|(docno, _)| docno != id).count();
            prop_assert_eq!(found.len(), others.min(hits));
            prop_assert_eq!(
                found,
                expected(&corpus, &prepared.rule, (id, query), &model, hits)
            );
            let without = named(&corpus, &without);
            prop_assert_eq!(without, searched(&corpus, &prepared.rule, query, &model, hits));
        }
    }

    #[test]
    fn a_sweep_without_the_queries_is_its_single_searches_without_them(
        pages in pages(40),
        segments in 1usize..4,
        words in prop::collection::vec(0u32..20, 1..6),
        model in model(),
        hits in 1usize..12,
        removes in prop::bool::weighted(0.8),
    ) {
        let folder = tamis_testing::folder();
        let corpus = build(folder.path(), &pages, segments, 0, &[]);
        let topics = topics(&pages, 3);
        let lines = topics.iter().map(|topic| format!("{} 0 {} 1\n", topic.id, pages[0].docno));
        let qrels = Qrels::read_from(lines.collect::<String>().as_bytes(), "qrels").unwrap();
        let (judged, _) = judged_topics(&corpus, &topics, &qrels, Path::new("qrels"), 1).unwrap();
        let queries: Vec<Query> = judged.iter().map(|topic| topic.query.clone()).collect();
        let rankings = Rankings::single(Ranking { model, feedback: None });
        let of_first = measures(["P.1"]).unwrap();
        let made = Experiment::new(&corpus, judged, of_first, rankings, Some(hits)).unwrap();
        let experiment = Experiment { remove_query: removes, keep_runs: true, ..made };
        let axis = axis(Feature::Words, Operator::AtLeast, &words);
        let grids = Grids::from(grid_of_axis(axis, TitleRule::Keep));
        let outcome = experiment.run(&grids).unwrap();
        for (number, (topic, query)) in topics.iter().zip(&queries).enumerate() {
            let id = if removes { topic.id.as_str() } else { "no page" };
            let hits = experiment.hits;
            let baseline = named(&corpus, &outcome.baseline[number].ranking);
            let unfiltered = grids.baseline().into();
            prop_assert_eq!(baseline, expected(&corpus, &unfiltered, (id, query), &model, hits));
            for point in 0..grids.points() {
                let found = named(&corpus, &outcome.points[point][number].ranking);
                let rule = grids.rule(point);
                prop_assert_eq!(found, expected(&corpus, &rule, (id, query), &model, hits));
            }
        }
    }
}
