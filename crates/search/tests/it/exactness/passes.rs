//! Grids that are too large for one pass over the postings, with rankings of several models:
//! several passes give the same results as one.

use super::axis;
use super::weights::{fitting, weight_grid};
use crate::made_up::{build, model, pages};
use proptest::prelude::*;
use std::path::Path;
use tamis_eval::measure;
use tamis_eval::trec::{Qrels, Topic};
use tamis_index::corpus::Corpus;
use tamis_search::experiment::parameter::{Parameter, Value};
use tamis_search::experiment::results::Axis;
use tamis_search::experiment::{Experiment, LEVEL_BYTES, RankingScores, Rankings, judged_topics};
use tamis_search::model::Unit;
use tamis_search::rule::predicate::{Feature, Operator};
use tamis_search::sweep::{Grid, Grids, RuleAxis, WeightGrid};
use tamis_search::{ModelSpec, Predicate, Ranking, TitleRule};

fn experiment<'a>(corpus: &'a Corpus, rankings: &Rankings, level_bytes: usize) -> Experiment<'a> {
    let topics = [("1", "ant bee"), ("2", "cat"), ("3", "dog eel fox")]
        .map(|(id, text)| Topic { id: id.to_owned(), text: text.to_owned() });
    let judged: String = (0..101).map(|n| format!("{} 0 d{n:03} {}\n", n % 3 + 1, n % 2)).collect();
    let qrels = Qrels::read_from(judged.as_bytes(), "made up").unwrap();
    let (topics, _) = judged_topics(corpus, &topics, &qrels, Path::new("made up"), 1).unwrap();
    let measures = ["map", "P_5"].map(|name| measure::parse(name).unwrap().remove(0)).to_vec();
    let experiment = Experiment::new(corpus, topics, measures, rankings.clone(), Some(20)).unwrap();
    Experiment { keep_runs: true, level_bytes, ..experiment }
}

/// The values of the measures, and the documents with their scores.
type Plain = (Vec<f64>, Vec<(u32, f32)>);

fn plain(scored: &[RankingScores]) -> Vec<Plain> {
    let mut plain = Vec::with_capacity(scored.len());
    for query in scored {
        let ranking = query.ranking.iter().map(|hit| (hit.document, hit.score)).collect();
        plain.push((query.values.clone(), ranking));
    }
    plain
}

fn ranking(model: ModelSpec) -> Ranking {
    Ranking { model, feedback: None }
}

/// Rankings of several models, which have a parameter of their own, and of the baseline's.
fn rankings(models: Vec<ModelSpec>, baseline: ModelSpec) -> Rankings {
    let numbers: Vec<Value> =
        (0..models.len()).map(|number| Value::Name(number.to_string())).collect();
    let parameters =
        numbers.iter().map(|number| vec![Parameter::new("model", number.clone())]).collect();
    let axes = vec![Axis { name: "model".to_owned(), values: numbers }];
    let all = models.into_iter().map(ranking).collect();
    Rankings { axes, all, parameters, baseline: ranking(baseline) }
}

/// A grid over thresholds of words, tag levels and anchor words, and one over tokens beside it.
fn grids(depths: u32, links: u32, weights: &WeightGrid) -> Grids {
    let depths: Vec<u32> = (1..=depths).map(|n| 2 * n).collect();
    let links: Vec<u32> = (1..=links).map(|n| 5 * n).collect();
    let outer = [
        axis(Feature::TagLevel, Operator::AtMost, &depths),
        axis(Feature::AnchorWords, Operator::AtMost, &links),
    ];
    let grid = Grid {
        inner: axis(Feature::Words, Operator::AtLeast, &[0, 4, 8, 12]),
        outer: outer.iter().map(RuleAxis::from).collect(),
        weights: weights.clone(),
        side: Predicate::All,
        title: TitleRule::Keep,
    };
    let alone = Grid {
        inner: axis(Feature::Tokens, Operator::AtLeast, &[2, 6]),
        outer: Vec::new(),
        weights: weights.base.clone().into(),
        side: Predicate::All,
        title: TitleRule::Keep,
    };
    Grids::from(grid).and(alone)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn several_passes_are_one(
        pages in pages(40),
        segments in 1usize..4,
        depths in 1u32..5,
        links in 1u32..3,
        models in prop::collection::vec(model(), 1..4),
        baseline in model(),
        rows in 1usize..4,
        weights in weight_grid(true),
    ) {
        let folder = tamis_testing::folder();
        let corpus = build(folder.path(), &pages, segments, 0, &[]);
        let grid = grids(depths, links, &weights);
        let fractional = weights.any_fractional() || weights.base.unit() == Unit::Hundredths;
        let unit = if fractional { Unit::Hundredths } else { Unit::Tokens };
        let models = models.into_iter().map(|model| fitting(model, unit)).collect();
        let rankings = rankings(models, baseline);
        let whole = experiment(&corpus, &rankings, LEVEL_BYTES);
        let blocks: usize = corpus.segments.iter().map(|segment| segment.rows()).sum();
        let parts = experiment(&corpus, &rankings, rows * (blocks + blocks / 2).max(1));
        prop_assert_eq!(
            (whole.steps(&grid), parts.steps(&grid)),
            (3, 3 * grid.rows().div_ceil(rows))
        );
        let (one, several) = match (whole.run(&grid), parts.run(&grid)) {
            (Ok(one), Ok(several)) => (one, several),
            (one, several) => {
                // Weights that leave nothing at any point.
                prop_assert_eq!(
                    one.err().map(|error| error.to_string()),
                    several.err().map(|error| error.to_string())
                );
                return Ok(());
            }
        };
        prop_assert_eq!(one.points.len(), rankings.all.len() * grid.points());
        prop_assert_eq!(plain(&one.baseline), plain(&several.baseline));
        prop_assert_eq!(
            (&one.statistics, &one.baseline_statistics),
            (&several.statistics, &several.baseline_statistics)
        );
        for (one, several) in one.points.iter().zip(&several.points) {
            prop_assert_eq!(plain(one), plain(several));
        }
    }
}
