//! The promise of the index: for any rule and weights, over any segments, after merges and deletes,
//! a search gives the pages, the order and the unrounded scores of a brute-force scorer over the
//! permitted tokens, and of a second index that really holds the permitted blocks alone, each as
//! many times as it weighs; and a sweep gives what single searches give.

mod columns;
mod conditions;
mod passes;
mod real;
mod removed;
#[path = "exactness/tantivy.rs"]
mod tantivy_reads;
mod weights;

use crate::counted::{self, Bag};
use crate::made_up::{
    TestBlock, TestPage, build, leaf, model, pages, predicate, query, recounted, rule, scores,
};
use crate::{formulas, indexed};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use std::collections::{BTreeMap, HashSet};
use tamis_index::corpus::{Corpus, PageFilter};
use tamis_search::experiment::retrieved;
use tamis_search::rank::top::Ranked;
use tamis_search::rule::predicate::{Feature, Operator, RuleRow};
use tamis_search::sweep::{
    Grid, Grids, RuleAxis, SweepOutcome, ThresholdAxis, WeightGrid, compare, sweep,
};
use tamis_search::{BlockRule, Decimal, ModelSpec, Predicate, Query, TitleRule, View, rank};

/// Scores every page that holds a permitted word of the query by counting tokens, page after page.
fn brute_force(
    pages: &[&TestPage],
    rule: &BlockRule,
    query: &Query,
    model: &ModelSpec,
) -> BTreeMap<String, f64> {
    let bags: Vec<Bag> = pages.iter().map(|page| bag(page, rule)).collect();
    counted::scores(&bags, query, model)
}

fn bag<'a>(page: &'a TestPage, rule: &BlockRule) -> Bag<'a> {
    let blocks = page.blocks.iter().map(|block| (block, weight(rule, &block.row)));
    let tokens =
        blocks.flat_map(|(block, weight)| block.tokens.iter().map(move |token| (*token, weight)));
    Bag::new(&page.docno, tokens.filter(|(_, weight)| *weight > 0))
}

/// The weight of a block in hundredths; 0 if the rule does not permit it.
fn weight(rule: &BlockRule, row: &RuleRow) -> u64 {
    if !rule.permits.permits(row) {
        return 0;
    }
    if let Some(first) = rule.weights.rules().iter().find(|weight| weight.rule.permits(row)) {
        return first.weight.hundredths().into();
    }
    let score = rule.weights.by().and_then(|score| row.scores.hundredths(score.number()));
    score.map_or(100, u64::from)
}

/// The permitted tokens of a page, weighted, in hundredths.
fn length(page: &TestPage, rule: &BlockRule) -> u64 {
    page.blocks.iter().map(|block| block.tokens.len() as u64 * weight(rule, &block.row)).sum()
}

/// What the index gives: unrounded scores by docno.
fn indexed(
    corpus: &Corpus,
    rule: &BlockRule,
    query: &Query,
    model: &ModelSpec,
) -> BTreeMap<String, f64> {
    indexed::scores(corpus, &View::new(corpus, rule).unwrap(), query, model)
}

/// The ranking as trec_eval would order these scores.
fn ranking(scores: &BTreeMap<String, f64>, hits: usize) -> Vec<(String, f32)> {
    let mut ranking: Vec<(String, f32)> =
        scores.iter().map(|(docno, score)| (docno.clone(), *score as f32)).collect();
    ranking.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| b.0.cmp(&a.0)));
    ranking.truncate(hits);
    ranking
}

fn searched(
    corpus: &Corpus,
    rule: &BlockRule,
    query: &Query,
    model: &ModelSpec,
    hits: usize,
) -> Vec<(String, f32)> {
    let view = View::new(corpus, rule).unwrap();
    named(corpus, &rank::search(corpus, &view, query, model, hits).unwrap())
}

fn named(corpus: &Corpus, hits: &[Ranked]) -> Vec<(String, f32)> {
    retrieved(corpus.order().unwrap(), hits).unwrap()
}

/// The pages with only their permitted blocks, and the text of each as many times as it weighs.
fn repeated(pages: &[&TestPage], rule: &BlockRule) -> Vec<TestPage> {
    let mut repeated = Vec::with_capacity(pages.len());
    for page in pages {
        let mut blocks = Vec::new();
        for block in &page.blocks {
            let weight = weight(rule, &block.row);
            if weight > 0 {
                let tokens = block.tokens.repeat((weight / 100) as usize);
                blocks.push(TestBlock { row: block.row.clone(), tokens });
            }
        }
        repeated.push(TestPage { docno: page.docno.clone(), blocks });
    }
    repeated
}

/// The permitted tokens of a page.
fn permitted_tokens(page: &TestPage, predicate: &Predicate) -> Vec<&'static str> {
    let permitted = page.blocks.iter().filter(|block| predicate.permits(&block.row));
    permitted.flat_map(|block| block.tokens.iter().copied()).collect()
}

/// The docnos of every so many pages, beginning at one of the first.
fn every(pages: &[TestPage], first: usize, step: usize) -> Vec<String> {
    pages.iter().skip(first).step_by(step).map(|page| page.docno.clone()).collect()
}

/// An axis over whole numbers, or over scores, which are compared with hundredths.
fn axis(feature: Feature, comparison: Operator, values: &[u32]) -> ThresholdAxis {
    let is_score = matches!(feature, Feature::Score(_));
    let values = values
        .iter()
        .map(|&value| match is_score {
            true => Decimal::from_hundredths(5 * value as u16),
            false => Decimal::whole(value),
        })
        .collect();
    ThresholdAxis { feature, comparison, values }
}

/// An axis over tenths of linked words.
fn axis_of_links(tenths: &[u32]) -> ThresholdAxis {
    let values = tenths
        .iter()
        .map(|tenth| format!("{}.{}", tenth / 10, tenth % 10).parse().unwrap())
        .collect();
    ThresholdAxis { feature: Feature::LinkDensity, comparison: Operator::AtMost, values }
}

/// A grid of one axis.
fn grid_of_axis(inner: ThresholdAxis, title: TitleRule) -> Grid {
    let weights = WeightGrid::default();
    Grid { inner, outer: Vec::new(), weights, side: Predicate::All, title }
}

/// Compares the outcome of a sweep with a single search at every point.
fn check_points(
    corpus: &Corpus,
    grids: &Grids,
    queries: &[Query],
    model: &ModelSpec,
    hits: usize,
    outcome: &SweepOutcome<Vec<(String, f32)>>,
) -> Result<(), TestCaseError> {
    prop_assert_eq!(outcome.points.len(), grids.points());
    for (number, query) in queries.iter().enumerate() {
        prop_assert_eq!(
            &outcome.baseline[number],
            &searched(corpus, &grids.baseline().into(), query, model, hits)
        );
        for point in 0..grids.points() {
            let rule = grids.rule(point);
            prop_assert_eq!(
                &outcome.points[point][number],
                &searched(corpus, &rule, query, model, hits)
            );
            prop_assert_eq!(
                outcome.statistics[point],
                View::new(corpus, &rule).unwrap().statistics
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_search_is_that_of_an_index_of_the_permitted_text(
        pages in pages(40), segments in 1usize..4, merged in 0usize..4, every in 2usize..9,
        rule in prop_oneof![predicate().prop_map(BlockRule::from), rule(false)],
        queries in prop::collection::vec(query(), 1..4), model in model(), hits in 1usize..12,
    ) {
        let folder = tamis_testing::folder();
        let deleted = self::every(&pages, 1, every);
        let pages = recounted(pages, &deleted);
        let corpus = build(&folder.path().join("whole"), &pages, segments, merged, &deleted);
        let alive: Vec<&TestPage> =
            pages.iter().filter(|page| !deleted.contains(&page.docno)).collect();
        let permitted =
            build(&folder.path().join("permitted"), &repeated(&alive, &rule), 1, 0, &[]);
        if View::new(&corpus, &rule).is_err() {
            // Weights that leave nothing, which are refused.
            prop_assert!(alive.iter().all(|page| length(page, &rule) == 0));
            return Ok(());
        }
        for query in &queries {
            let expected = brute_force(&alive, &rule, query, &model);
            prop_assert_eq!(&indexed(&corpus, &rule, query, &model), &expected);
            prop_assert_eq!(&indexed(&permitted, &Predicate::All.into(), query, &model), &expected);
            let expected = ranking(&expected, hits);
            prop_assert_eq!(&searched(&corpus, &rule, query, &model, hits), &expected);
        }
    }

    #[test]
    fn a_search_with_fractional_weights_is_that_of_counted_hundredths(
        pages in pages(40),
        segments in 1usize..4,
        merged in 0usize..4,
        every in 2usize..9,
        rule in rule(true),
        queries in prop::collection::vec(query(), 1..4),
        model in model(),
        hits in 1usize..12,
    ) {
        let folder = tamis_testing::folder();
        let deleted = self::every(&pages, 1, every);
        let pages = recounted(pages, &deleted);
        let corpus = build(folder.path(), &pages, segments, merged, &deleted);
        let alive: Vec<&TestPage> =
            pages.iter().filter(|page| !deleted.contains(&page.docno)).collect();
        let model = weights::fitting(model, rule.weights.unit());
        if View::new(&corpus, &rule).is_err() {
            return Ok(());
        }
        for query in &queries {
            let expected = brute_force(&alive, &rule, query, &model);
            prop_assert_eq!(&indexed(&corpus, &rule, query, &model), &expected);
            prop_assert_eq!(
                &searched(&corpus, &rule, query, &model, hits),
                &ranking(&expected, hits)
            );
        }
    }

    #[test]
    fn every_model_is_its_formula(
        pages in pages(25),
        predicate in predicate(),
        queries in prop::collection::vec(query(), 1..4),
        model in model(),
    ) {
        let folder = tamis_testing::folder();
        let corpus = build(folder.path(), &pages, 2, 0, &[]);
        let texts: Vec<(String, Vec<&str>)> = pages
            .iter()
            .map(|page| (page.docno.clone(), permitted_tokens(page, &predicate)))
            .collect();
        for query in &queries {
            let found = indexed(&corpus, &(&predicate).into(), query, &model);
            let expected = formulas::scores(&texts, query, &model);
            prop_assert!(found.keys().eq(expected.keys()), "{:?} {:?}", found, expected);
            for (found, expected) in found.values().zip(expected.values()) {
                let near = (found - expected).abs() <= 1e-9 * expected.abs().max(1.0);
                prop_assert!(near, "{}: found {}, expected {}", model, found, expected);
            }
        }
    }

    #[test]
    fn a_sweep_is_its_single_searches(
        pages in pages(40),
        segments in 1usize..4,
        queries in prop::collection::vec(query(), 1..4),
        model in model(),
        side in leaf(),
        words in prop::collection::vec(0u32..20, 1..8),
        links in prop::collection::vec(0u32..11, 0..3),
        levels in prop::collection::vec(0u32..9, 0..3),
        title in prop::sample::select(&[TitleRule::Keep, TitleRule::Drop, TitleRule::Block][..]),
        hits in 1usize..12,
        inner in 0usize..5,
        alone in prop::collection::vec(prop::collection::vec(0u32..20, 1..4), 0..3),
        others in prop::collection::vec(self::model(), 0..3),
    ) {
        let folder = tamis_testing::folder();
        let deleted = every(&pages, 2, 5);
        let pages = recounted(pages, &deleted);
        let corpus = build(&folder.path().join("index"), &pages, segments, 0, &deleted);
        let outer = [
            axis_of_links(&links),
            axis(Feature::TagLevel, Operator::AtMost, &levels),
        ];
        let (feature, comparison) = [
            (Feature::Words, Operator::AtLeast),
            (Feature::TextDensity, Operator::AtLeast),
            (Feature::Words, Operator::AtMost),
            (scores()[0], Operator::AtLeast),
            (scores()[1], Operator::AtMost),
        ][inner];
        let grid = Grid {
            inner: axis(feature, comparison, &words),
            outer: outer
                .iter()
                .filter(|axis| !axis.values.is_empty())
                .map(RuleAxis::from)
                .collect(),
            weights: WeightGrid::default(),
            side,
            title,
        };
        // Axes beside the grid, each alone.
        let mut grids = Grids::from(grid.clone());
        for (values, feature) in alone.iter().zip([Feature::Tokens, scores()[0]]) {
            let axis = axis(feature, Operator::AtMost, values);
            grids = grids.and(grid_of_axis(axis, TitleRule::Keep));
        }
        let models: Vec<ModelSpec> = [model].into_iter().chain(others).collect();
        let score = |_: usize, ranked: &[Ranked]| named(&corpus, ranked);
        let outcomes = compare(&corpus, &queries, &grids, &[], &models, hits, score).unwrap();
        prop_assert_eq!(outcomes.len(), models.len());
        for (outcome, model) in outcomes.iter().zip(&models) {
            check_points(&corpus, &grids, &queries, model, hits, outcome)?;
        }
        let single = sweep(&corpus, &queries, &grid, &model, hits, score).unwrap();
        prop_assert_eq!(&single.points, &outcomes[0].points[..grid.points()]);
    }

    #[test]
    fn views_beside_a_sweep_are_their_single_searches(
        pages in pages(40),
        segments in 1usize..4,
        merged in 0usize..4,
        queries in prop::collection::vec(query(), 1..4),
        model in model(),
        views in prop::collection::vec(predicate(), 0..9),
        repeated in 1usize..12,
        title in prop::sample::select(&[TitleRule::Keep, TitleRule::Drop, TitleRule::Block][..]),
        hits in 1usize..12,
    ) {
        let folder = tamis_testing::folder();
        let deleted = every(&pages, 2, 5);
        let pages = recounted(pages, &deleted);
        let corpus = build(&folder.path().join("index"), &pages, segments, merged, &deleted);
        // More views than a word has bits, now and then.
        let views: Vec<Predicate> = views
            .iter()
            .cycle()
            .take(views.len() * repeated)
            .map(|v| title.apply(v.clone()))
            .collect();
        let grid = grid_of_axis(axis(Feature::Words, Operator::AtLeast, &[3, 11]), title);
        let grids = Grids::from(grid);
        let outcome = compare(
            &corpus,
            &queries,
            &grids,
            &views,
            &[model],
            hits,
            |_, ranked| named(&corpus, ranked),
        )
        .unwrap()
        .remove(0);
        check_points(&corpus, &grids, &queries, &model, hits, &outcome)?;
        prop_assert_eq!(outcome.views.len(), views.len());
        for (number, query) in queries.iter().enumerate() {
            for (view, predicate) in views.iter().enumerate() {
                prop_assert_eq!(
                    &outcome.views[view][number],
                    &searched(&corpus, &predicate.into(), query, &model, hits)
                );
            }
        }
        for (statistics, predicate) in outcome.view_statistics.iter().zip(&views) {
            prop_assert_eq!(*statistics, View::new(&corpus, predicate).unwrap().statistics);
        }
    }

    #[test]
    fn pages_that_a_filter_leaves_out_are_as_if_they_were_not_there(
        pages in pages(40),
        segments in 1usize..4,
        merged in 0usize..4,
        every in 2usize..9,
        only in any::<bool>(),
        predicate in predicate(),
        query in query(),
        model in model(),
        hits in 1usize..12,
    ) {
        let folder = tamis_testing::folder();
        let gone: HashSet<String> =
            pages.iter().skip(1).step_by(every).map(|page| page.docno.clone()).collect();
        let kept: Vec<&TestPage> =
            pages.iter().filter(|page| !gone.contains(&page.docno)).collect();
        let mut corpus = build(&folder.path().join("index"), &pages, segments, merged, &[]);
        let unseen = "no page".to_owned();
        let filter = if only {
            let docnos = kept.iter().map(|page| page.docno.clone()).chain([unseen]).collect();
            PageFilter { docnos: Some(docnos), ..PageFilter::default() }
        } else {
            PageFilter { not_docnos: gone, ..PageFilter::default() }
        };
        let filtered = corpus.filter(&filter).unwrap();
        prop_assert_eq!((filtered.pages, filtered.left), (pages.len() as u64, kept.len() as u64));
        prop_assert_eq!(filtered.unknown, u64::from(only));
        let rule = predicate.into();
        let expected = ranking(&brute_force(&kept, &rule, &query, &model), hits);
        prop_assert_eq!(&searched(&corpus, &rule, &query, &model, hits), &expected);
    }
}
