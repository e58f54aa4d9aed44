//! Weights of blocks in sweeps and comparisons, and the weights that are refused.

use super::{indexed, length, named, repeated, searched};
use crate::made_up::{
    TestPage, build, model, pages, query, recounted, rule, scores, weight, weights,
};
use proptest::prelude::*;
use tamis_search::model::Unit;
use tamis_search::rule::predicate::{Feature, Operator};
use tamis_search::sweep::{Grid, Grids, RuleAxis, ThresholdAxis, WeightAxis, WeightGrid, compare};
use tamis_search::{BlockRule, Decimal, ModelSpec, Predicate, TitleRule, View, rank};

/// Weights with axes over some of them.
pub fn weight_grid(fractional: bool) -> impl Strategy<Value = WeightGrid> {
    let axes = prop::collection::vec(prop::collection::vec(weight(fractional), 0..4), 0..3);
    (weights(fractional), axes).prop_map(|(weights, axes)| {
        let rules = weights.rules().iter().filter_map(|rule| rule.name.clone());
        let axes = rules.zip(axes).filter(|(_, values)| !values.is_empty());
        let axes = axes.map(|(rule, values)| {
            WeightAxis::new(rule, values.into_iter().map(Decimal::from)).unwrap()
        });
        WeightGrid::new(weights.clone(), axes.collect()).unwrap()
    })
}

/// The model, or one that has a formula for this unit.
pub fn fitting(model: ModelSpec, unit: Unit) -> ModelSpec {
    let bm25 = || ModelSpec::new("bm25", &Default::default()).unwrap();
    model.check_unit(unit).map_or_else(|_| bm25(), |()| model)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn text_that_weights_take_away_altogether_is_refused(pages in pages(8), rule in rule(true)) {
        let folder = tempfile::tempdir().unwrap();
        let corpus = build(folder.path(), &pages, 2, 0, &[]);
        let pages: Vec<&TestPage> = pages.iter().collect();
        let tokens = |rule: &BlockRule| pages.iter().map(|page| length(page, rule)).sum::<u64>();
        let away = tokens(&(&rule.permits).into()) > 0 && tokens(&rule) == 0;
        match View::new(&corpus, &rule) {
            Ok(view) => {
                prop_assert!(!away);
                prop_assert_eq!(view.statistics.total(), tokens(&rule) as f64 / 100.0);
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
        let folder = tempfile::tempdir().unwrap();
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
        (permits, weights) in (crate::made_up::predicate(), weights(false)),
        queries in prop::collection::vec(query(), 1..4),
        model in model(),
    ) {
        let folder = tempfile::tempdir().unwrap();
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
        (permits, weights, others) in (crate::made_up::predicate(), weight_grid(true), weight_grid(true)),
        words in prop::collection::vec(0u32..20, 1..6),
        depths in prop::collection::vec(0u32..9, 0..3),
        views in prop::collection::vec(crate::made_up::predicate(), 0..4),
        title in prop::sample::select(&[TitleRule::Keep, TitleRule::Drop, TitleRule::Block][..]),
        hits in 1usize..12,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let deleted: Vec<String> =
            pages.iter().skip(2).step_by(5).map(|page| page.docno.clone()).collect();
        let pages = recounted(pages, &deleted);
        let corpus = build(folder.path(), &pages, segments, 0, &deleted);
        let values = |values: &[u32]| values.iter().map(|&value| Decimal::whole(value)).collect();
        let inner = ThresholdAxis {
            feature: Feature::Words,
            comparison: Operator::AtLeast,
            values: values(&words),
        };
        let depths = ThresholdAxis {
            feature: Feature::TagLevel,
            comparison: Operator::AtMost,
            values: values(&depths),
        };
        let outer =
            if depths.values.is_empty() { Vec::new() } else { vec![RuleAxis::from(&depths)] };
        // Points have the weights of their axes, views and grids beside them those of the rules.
        let of_rules = weights.base.unit() == Unit::Hundredths;
        let fractional = of_rules || weights.any_fractional() || others.any_fractional();
        let unit = if fractional { Unit::Hundredths } else { Unit::Tokens };
        let models: Vec<ModelSpec> = models.into_iter().map(|model| fitting(model, unit)).collect();
        let grid = Grid { inner, outer, weights, side: permits, title };
        let levels = ThresholdAxis {
            feature: Feature::TagLevel,
            comparison: Operator::AtMost,
            values: values(&[8, 3]),
        };
        let beside =
            Grid { inner: levels, outer: Vec::new(), weights: others, side: Predicate::All, title };
        let grids = Grids::from(grid).and(beside);
        let score = |_: usize, ranked: &[tamis_search::rank::top::Ranked]| named(&corpus, ranked);
        let weights = &grids.first().weights.base;
        let view =
            |permits: &Predicate| BlockRule { permits: permits.clone(), weights: weights.clone() };
        let rules: Vec<BlockRule> = (0..grids.points())
            .map(|point| grids.rule(point))
            .chain(views.iter().map(view))
            .collect();
        let evaluated: Vec<Option<View>> =
            rules.iter().map(|rule| View::new(&corpus, rule).ok()).collect();
        let any_refused = evaluated.iter().any(Option::is_none);
        let none_left = evaluated.iter().flatten().all(|view| view.statistics.pages == 0);
        let outcomes = compare(&corpus, &queries, &grids, &views, &models, hits, score);
        if any_refused && none_left {
            prop_assert!(
                outcomes.err().is_some_and(|error| error.to_string().starts_with("weight: "))
            );
            return Ok(());
        }
        for (outcome, model) in outcomes.unwrap().iter().zip(&models) {
            let places = outcome
                .points
                .iter()
                .chain(&outcome.views)
                .zip(outcome.statistics.iter().chain(&outcome.view_statistics));
            for ((found, statistics), (rule, view)) in places.zip(rules.iter().zip(&evaluated)) {
                match view {
                    Some(view) => prop_assert_eq!(*statistics, view.statistics),
                    None => prop_assert_eq!(statistics.pages, 0),
                }
                for (query, found) in queries.iter().zip(found) {
                    let expected = view
                        .as_ref()
                        .map_or_else(Vec::new, |_| searched(&corpus, rule, query, model, hits));
                    prop_assert_eq!(found, &expected);
                }
            }
            for (query, found) in queries.iter().zip(&outcome.baseline) {
                prop_assert_eq!(
                    found,
                    &searched(&corpus, &grids.baseline().into(), query, model, hits)
                );
            }
        }
    }
}
