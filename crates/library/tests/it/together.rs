//! Several indexes are searched as one: whatever way pages are divided over 1 to 7 indexes, any
//! rule, model, feedback and grid gives to the last bit what one index of all pages gives. So do
//! the steps of a job over shards, of which each sees its own index alone.

mod jobs;

use crate::made_up::{self, TestPage, build, model, pages, query, recounted, rule};
use proptest::prelude::*;
use std::path::{Path, PathBuf};
use tamis_index::corpus::Corpus;
use tamis_index::index::{BlockRepeats, Index};
use tamis_search::feedback::{Feedback, Method, Ranking, Searcher};
use tamis_search::model::{Scores, Unit};
use tamis_search::rank::top::Ranked;
use tamis_search::rule::predicate::{Feature, Operator};
use tamis_search::sweep::{Grid, RuleAxis, ThresholdAxis, compare};
use tamis_search::{BlockRule, Decimal, ModelSpec, Parameters, Predicate, Query, TitleRule, View};

/// Pages, and for each of them the number of its index.
fn divided() -> impl Strategy<Value = (Vec<TestPage>, Vec<usize>)> {
    (pages(40), 1usize..=7).prop_flat_map(|(pages, indexes)| {
        let places = prop::collection::vec(0..indexes, pages.len());
        (Just(pages), places)
    })
}

/// Builds one index of all pages, and the indexes of the division, some of which may be empty.
fn built(folder: &Path, pages: &[TestPage], places: &[usize]) -> (Corpus, Vec<PathBuf>) {
    let whole = build(&folder.join("whole"), pages, 3, 2, &[]);
    let most = places.iter().max().map_or(1, |most| most + 1);
    let mut paths = Vec::new();
    for number in 0..most {
        let of_index = pages
            .iter()
            .zip(places)
            .filter(|(_, place)| **place == number)
            .map(|(page, _)| page.clone());
        // Each knows the counts of its own pages alone.
        let of_index = recounted(of_index.collect(), &[]);
        let path = folder.join(number.to_string());
        build(&path, &of_index, 1 + number % 2, 0, &[]);
        paths.push(path);
    }
    (whole, paths)
}

fn together(paths: &[PathBuf]) -> Corpus {
    Corpus::new(paths.iter().map(|path| Index::open(path).unwrap()).collect()).unwrap()
}

fn named(corpus: &Corpus, hits: &[Ranked]) -> Vec<(String, u32)> {
    let order = corpus.order().unwrap();
    hits.iter().map(|hit| (order.docno(hit.document).unwrap(), hit.score.to_bits())).collect()
}

/// A model that has a formula for the unit, with feedback that can use its scores, or without any.
pub fn ranking(model: ModelSpec, unit: Unit, feedback: u8) -> Ranking {
    let model = match model.check_unit(unit) {
        Ok(()) => model,
        Err(_) => ModelSpec::new("bm25", &Parameters::default()).unwrap(),
    };
    let method =
        if model.scores() == Scores::LogLikelihood { Method::Rm1Mixture } else { Method::Rm3 };
    let feedback = match feedback {
        0 => None,
        documents => {
            Some(Feedback { documents: documents.into(), terms: 4, ..Feedback::new(method) })
        }
    };
    Ranking { model, feedback }
}

fn axis(feature: Feature, comparison: Operator, values: &[u32]) -> ThresholdAxis {
    ThresholdAxis {
        feature,
        comparison,
        values: values.iter().map(|&value| Decimal::whole(value)).collect(),
    }
}

fn repeats_of_page(corpus: &Corpus, docno: &str) -> Vec<BlockRepeats> {
    let page = corpus.indexes.iter().find_map(|index| index.page(docno).unwrap()).unwrap();
    page.blocks.into_iter().map(|block| block.repeats).collect()
}

/// What is asked of one index and of several.
#[derive(Debug)]
struct Asked {
    rule: BlockRule,
    queries: Vec<Query>,
    model: ModelSpec,
    feedback: u8,
    hits: usize,
    /// The label of a view that a sweep compares.
    label: u32,
}

fn asked() -> impl Strategy<Value = Asked> {
    let rule = prop_oneof![rule(false), rule(true)];
    let queries = prop::collection::vec(query(), 1..4);
    (rule, queries, model(), 0u8..4, 1usize..30, 0u32..2).prop_map(
        |(rule, queries, model, feedback, hits, label)| Asked {
            rule,
            queries,
            model,
            feedback,
            hits,
            label,
        },
    )
}

fn same_search(whole: &Corpus, several: &Corpus, asked: &Asked) -> Result<(), TestCaseError> {
    let ranking = ranking(asked.model, asked.rule.weights.unit(), asked.feedback);
    let (one, other) = match (View::new(whole, &asked.rule), View::new(several, &asked.rule)) {
        (Ok(one), Ok(other)) => (one, other),
        (one, other) => {
            prop_assert_eq!(one.err().map(|e| e.to_string()), other.err().map(|e| e.to_string()));
            return Ok(());
        }
    };
    prop_assert_eq!(one.statistics, other.statistics);
    let Ok(of_whole) = Searcher::new(whole, &one, &ranking.model, ranking.feedback) else {
        return Ok(());
    };
    let of_several = Searcher::new(several, &other, &ranking.model, ranking.feedback).unwrap();
    for query in &asked.queries {
        let found = of_several.search(query, asked.hits).unwrap();
        let expected = of_whole.search(query, asked.hits).unwrap();
        prop_assert_eq!(named(several, &found), named(whole, &expected));
    }
    Ok(())
}

fn same_sweep(whole: &Corpus, several: &Corpus, asked: &Asked) -> Result<(), TestCaseError> {
    let grid = Grid {
        inner: axis(Feature::Words, Operator::AtLeast, &[0, 3, 7, 11, 20]),
        outer: vec![RuleAxis::from(&axis(Feature::Repeats, Operator::AtMost, &[1, 2, 40]))],
        weights: asked.rule.weights.clone().into(),
        side: asked.rule.permits.clone(),
        title: TitleRule::Keep,
    };
    let views = [Predicate::Label(asked.label, format!("label-{}", asked.label))];
    let model = [ranking(asked.model, asked.rule.weights.unit(), 0).model];
    let grids = grid.into();
    let [one, other] = [whole, several].map(|corpus| {
        compare(corpus, &asked.queries, &grids, &views, &model, asked.hits, |_, found| {
            named(corpus, found)
        })
        .map(|mut all| all.remove(0))
    });
    match (one, other) {
        (Ok(one), Ok(other)) => {
            prop_assert_eq!(one.points, other.points);
            prop_assert_eq!((one.baseline, one.views), (other.baseline, other.views));
            prop_assert_eq!(one.statistics, other.statistics);
        }
        (one, other) => {
            prop_assert_eq!(one.err().map(|e| e.to_string()), other.err().map(|e| e.to_string()));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn searches_sweeps_and_repeats_over_several_indexes_are_those_of_one(
        (pages, places) in divided(),
        asked in asked(),
    ) {
        let folder = tamis_testing::folder();
        let (whole, paths) = built(folder.path(), &pages, &places);
        let several = together(&paths);
        same_search(&whole, &several, &asked)?;
        same_sweep(&whole, &several, &asked)?;
        // A rule of repeats has them counted over all indexes.
        let rule = Predicate::Feature(Feature::Repeats, Operator::AtLeast, Decimal::whole(2));
        View::new(&several, rule).unwrap();
        for page in &pages {
            prop_assert_eq!(
                repeats_of_page(&several, &page.docno),
                repeats_of_page(&whole, &page.docno)
            );
        }
    }
}

/// Two pages of one block each.
fn page(docno: &str) -> TestPage {
    let row = tamis_search::rule::predicate::RuleRow {
        words: 3,
        wrapped_words: 3,
        wrapped_lines: 1,
        tokens: 1,
        ..tamis_search::rule::predicate::RuleRow::default()
    };
    TestPage {
        docno: docno.to_owned(),
        blocks: vec![made_up::TestBlock { row, tokens: vec!["ant"] }],
    }
}

fn open_together(paths: &[&PathBuf]) -> tamis::Result<Corpus> {
    Corpus::new(paths.iter().map(|path| Index::open(path).unwrap()).collect())
}

#[test]
fn a_docno_in_two_indexes_is_refused_with_both() {
    let folder = tamis_testing::folder();
    let a = folder.path().join("a");
    let b = folder.path().join("b");
    build(&a, &[page("d1"), page("d2")], 1, 0, &[]);
    build(&b, &[page("d2"), page("d3")], 1, 0, &[]);
    let error = open_together(&[&a, &b]).err().unwrap().to_string();
    let first = a.display();
    let second = b.display();
    assert_eq!(
        error,
        format!("{second}: its page d2 is in {first} too; delete the page from one of them")
    );
    let error = open_together(&[&a, &a]).err().unwrap().to_string();
    assert!(error.contains("is given twice"), "{error}");
}
