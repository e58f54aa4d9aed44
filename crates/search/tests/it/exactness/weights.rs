//! Weights of blocks in sweeps and comparisons, and the weights that are refused.

use super::{axis, every, grid_of_axis, indexed, length, named, repeated, searched};
use crate::made_up::{
    TestPage, build, model, pages, predicate, query, recounted, rule, scores, weight, weights,
};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use tamis_index::corpus::Corpus;
use tamis_search::model::Unit;
use tamis_search::rule::predicate::{Feature, Operator};
use tamis_search::sweep::{Grid, Grids, RuleAxis, WeightAxis, WeightGrid, compare};
use tamis_search::{BlockRule, Decimal, ModelSpec, Predicate, Query, TitleRule, View, rank};

/// Weights with axes over some of them.
pub fn weight_grid(fractional: bool) -> impl Strategy<Value = WeightGrid> {
    let axes = prop::collection::vec(prop::collection::vec(weight(fractional), 0..4), 0..3);
    (weights(fractional), axes).prop_map(|(weights, axes)| {
        let rules = weights.rules().iter().filter_map(|rule| rule.name.clone());
        let axes = rules
            .zip(axes)
            .filter(|(_, values)| !values.is_empty())
            .map(|(rule, values)| {
                WeightAxis::new(rule, values.into_iter().map(Decimal::from)).unwrap()
            })
            .collect();
        WeightGrid::new(weights.clone(), axes).unwrap()
    })
}

/// The model, or one that has a formula for this unit.
pub fn fitting(model: ModelSpec, unit: Unit) -> ModelSpec {
    match model.check_unit(unit) {
        Ok(()) => model,
        Err(_) => ModelSpec::new("bm25", &Default::default()).unwrap(),
    }
}

/// The permitted tokens of pages, weighted, in hundredths.
fn tokens(pages: &[&TestPage], rule: &BlockRule) -> u64 {
    pages.iter().map(|page| length(page, rule)).sum()
}

/// A grid over words and, unless it is empty, over tag levels.
fn grid(
    words: &[u32],
    depths: &[u32],
    weights: WeightGrid,
    permits: Predicate,
    title: TitleRule,
) -> Grid {
    let inner = axis(Feature::Words, Operator::AtLeast, words);
    let depths = axis(Feature::TagLevel, Operator::AtMost, depths);
    let outer = if depths.values.is_empty() { Vec::new() } else { vec![RuleAxis::from(&depths)] };
    Grid { inner, outer, weights, side: permits, title }
}

/// The rules of all points of grids, and of views beside them, which have the grids' weights.
fn all_rules(grids: &Grids, views: &[Predicate]) -> Vec<BlockRule> {
    let mut rules: Vec<BlockRule> = (0..grids.points()).map(|point| grids.rule(point)).collect();
    for permits in views {
        let weights = grids.first().weights.base.clone();
        rules.push(BlockRule { permits: permits.clone(), weights });
    }
    rules
}

/// Compares the results of a sweep under a rule with single searches.
fn check_searches(
    corpus: &Corpus,
    rule: &BlockRule,
    queries: &[Query],
    model: &ModelSpec,
    hits: usize,
    found: &[Vec<(String, f32)>],
) -> Result<(), TestCaseError> {
    prop_assert_eq!(queries.len(), found.len());
    for (query, found) in queries.iter().zip(found) {
        prop_assert_eq!(found, &searched(corpus, rule, query, model, hits));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn text_that_weights_take_away_altogether_is_refused(pages in pages(8), rule in rule(true)) {
        let folder = tamis_testing::folder();
        let corpus = build(folder.path(), &pages, 2, 0, &[]);
        let pages: Vec<&TestPage> = pages.iter().collect();
        let permitted = tokens(&pages, &(&rule.permits).into());
        let weighted = tokens(&pages, &rule);
        let away = permitted > 0 && weighted == 0;
        match View::new(&corpus, &rule) {
            Ok(view) => {
                prop_assert!(!away);
                prop_assert_eq!(view.statistics.total(), weighted as f64 / 100.0);
            }
            Err(error) => {
                prop_assert!(away, "{}", error);
                prop_assert!(
                    error.to_string().starts_with("weight: found the weight 0 for every block")
                );
            }
        }
    }

    #[test]
    fn a_divergence_model_takes_whole_weights_alone(
        pages in pages(8),
        rule in rule(true),
        query in query(),
        model in model(),
    ) {
        let folder = tamis_testing::folder();
        let corpus = build(folder.path(), &pages, 1, 0, &[]);
        let by_score = rule.weights.by().is_some();
        let fractional =
            by_score || rule.weights.rules().iter().any(|rule| !rule.weight.is_whole());
        let refused = fractional && ["dph", "pl2"].contains(&model.name());
        let Ok(view) = View::new(&corpus, &rule) else { return Ok(()) };
        let found = rank::search(&corpus, &view, &query, &model, 5);
        prop_assert_eq!(
            found
                .as_ref()
                .err()
                .map(ToString::to_string)
                .is_some_and(|message| message.starts_with("model: ")),
            refused
        );
        prop_assert_eq!(found.is_err(), refused);
    }

    #[test]
    fn text_that_weighs_its_score_is_that_of_an_index_of_the_text_that_counts(
        pages in pages(40),
        segments in 1usize..4,
        (permits, weights) in (predicate(), weights(false)),
        queries in prop::collection::vec(query(), 1..4),
        model in model(),
    ) {
        let folder = tamis_testing::folder();
        let score = match scores()[0] {
            Feature::Score(score) => score,
            other => panic!("{other:?}"),
        };
        let mut pages = recounted(pages, &[]);
        // Scores of 0 and 1: a second index can hold such text no times or once.
        for row in pages.iter_mut().flat_map(|page| &mut page.blocks).map(|block| &mut block.row) {
            let whole = row
                .scores
                .hundredths(score.number())
                .map(|hundredths| if hundredths < 40 { 0 } else { 100 });
            row.scores.set(score.number(), whole);
        }
        let mut rule = BlockRule { permits, weights };
        rule.weights.weigh_by(score).unwrap();
        let corpus = build(&folder.path().join("whole"), &pages, segments, 0, &[]);
        let all: Vec<&TestPage> = pages.iter().collect();
        let counted = build(&folder.path().join("counted"), &repeated(&all, &rule), 1, 0, &[]);
        let model = fitting(model, rule.weights.unit());
        if View::new(&corpus, &rule).is_err() {
            prop_assert!(all.iter().all(|page| length(page, &rule) == 0));
            return Ok(());
        }
        for query in &queries {
            let expected = indexed(&counted, &Predicate::All.into(), query, &model);
            prop_assert_eq!(indexed(&corpus, &rule, query, &model), expected);
        }
    }

    #[test]
    fn a_sweep_of_weights_is_its_single_searches(
        pages in pages(40),
        segments in 1usize..4,
        queries in prop::collection::vec(query(), 1..4),
        models in prop::collection::vec(model(), 1..3),
        (permits, weights, others) in (predicate(), weight_grid(true), weight_grid(true)),
        words in prop::collection::vec(0u32..20, 1..6),
        depths in prop::collection::vec(0u32..9, 0..3),
        views in prop::collection::vec(predicate(), 0..4),
        title in prop::sample::select(&[TitleRule::Keep, TitleRule::Drop, TitleRule::Block][..]),
        hits in 1usize..12,
    ) {
        let folder = tamis_testing::folder();
        let deleted = every(&pages, 2, 5);
        let pages = recounted(pages, &deleted);
        let corpus = build(folder.path(), &pages, segments, 0, &deleted);
        // Points have the weights of their axes, views and grids beside them those of the rules.
        let of_rules = weights.base.unit() == Unit::Hundredths;
        let fractional = of_rules || weights.any_fractional() || others.any_fractional();
        let unit = if fractional { Unit::Hundredths } else { Unit::Tokens };
        let models: Vec<ModelSpec> = models.into_iter().map(|model| fitting(model, unit)).collect();
        let levels = axis(Feature::TagLevel, Operator::AtMost, &[8, 3]);
        let beside = Grid { weights: others, ..grid_of_axis(levels, title) };
        let grids = Grids::from(grid(&words, &depths, weights, permits, title)).and(beside);
        let rules = all_rules(&grids, &views);
        let evaluated: Vec<Option<View>> =
            rules.iter().map(|rule| View::new(&corpus, rule).ok()).collect();
        let any_refused = evaluated.iter().any(Option::is_none);
        let none_left = evaluated.iter().flatten().all(|view| view.statistics.pages == 0);
        let outcomes = compare(&corpus, &queries, &grids, &views, &models, hits, |_, ranked| {
            named(&corpus, ranked)
        });
        if any_refused && none_left {
            prop_assert!(
                outcomes.err().is_some_and(|error| error.to_string().starts_with("weight: "))
            );
            return Ok(());
        }
        for (outcome, model) in outcomes.unwrap().iter().zip(&models) {
            let found = outcome.points.iter().chain(&outcome.views);
            let statistics = outcome.statistics.iter().chain(&outcome.view_statistics);
            for ((found, statistics), (rule, view)) in
                found.zip(statistics).zip(rules.iter().zip(&evaluated))
            {
                match view {
                    Some(view) => {
                        prop_assert_eq!(*statistics, view.statistics);
                        check_searches(&corpus, rule, &queries, model, hits, found)?;
                    }
                    None => {
                        prop_assert_eq!(statistics.pages, 0);
                        prop_assert_eq!(found, &vec![Vec::new(); queries.len()]);
                    }
                }
            }
            let baseline = grids.baseline().into();
            check_searches(&corpus, &baseline, &queries, model, hits, &outcome.baseline)?;
        }
    }
}
