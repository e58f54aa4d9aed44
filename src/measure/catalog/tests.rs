//! The list as a list, and what must hold of every measure on any ranking.

use super::*;
use crate::measure::{Instance, Judgements, Summary, TopicRanking, parse};
use proptest::prelude::*;

fn all() -> Vec<Instance> {
    MEASURES.iter().flat_map(|measure| parse(measure.name).unwrap()).collect()
}

fn value(name: &str, grades: &[Option<i32>], others: &[i32]) -> f64 {
    let judged = grades.iter().flatten().copied().chain(others.iter().copied());
    let judgements = Judgements::of_grades(judged, 1);
    parse(name).unwrap().remove(0).score(&TopicRanking { grades, judgements: &judgements })
}

#[test]
fn names_are_unique_and_every_row_is_explained() {
    let mut names: Vec<_> = MEASURES.iter().map(|measure| measure.name.to_lowercase()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), MEASURES.len());
    for measure in MEASURES {
        assert!(!measure.explanation.is_empty() && !measure.ir_name.is_empty(), "{}", measure.name);
    }
}

#[test]
fn default_cut_offs_ascend() {
    for name in ["P", "recall", "success", "iprec_at_recall"] {
        let mut sorted = parse(name).unwrap();
        crate::measure::in_list_order(&mut sorted);
        assert_eq!(sorted, parse(name).unwrap());
    }
}

#[test]
fn by_hand() {
    // Relevant at ranks 1 and 4 of 5, three relevant in all; rank 3 is nobody's judgement.
    let grades = [Some(2), Some(0), None, Some(1), Some(0)];
    let close = |name: &str, expected: f64| {
        let value = value(name, &grades, &[1, 0, 0, -1]);
        assert!((value - expected).abs() < 1e-12, "{name}: {value}, not {expected}");
    };
    close("AP", (1.0 + 2.0 / 4.0) / 3.0);
    close("P@10", 0.2);
    close("R@1", 1.0 / 3.0);
    // P@5 is 2/5, R@5 2/3.
    close("F1@5", 2.0 * (0.4 * 2.0 / 3.0) / (0.4 + 2.0 / 3.0));
    close("Rprec", 1.0 / 3.0);
    close("RR", 1.0);
    close("bpref", (1.0 + (1.0 - 1.0 / 3.0)) / 3.0);
    close("Judged@5", 0.8);
    close("Judged@10", 0.8);
    close("Success@1", 1.0);
    // 0.5 of 3 relevant rounds to 2, 0.1 to none.
    close("IPrec@0.5", 0.5);
    close("IPrec@0.1", 1.0);
    close("IPrec@1", 0.0);
    let ideal = 2.0 + 1.0 / 3f64.log2() + 0.5;
    close("nDCG", (2.0 + 1.0 / 5f64.log2()) / ideal);
    close("nDCG@2", 2.0 / (2.0 + 1.0 / 3f64.log2()));
}

#[test]
fn nothing_retrieved_and_nothing_relevant_score_zero() {
    // The bits, for -0 would be printed with its sign.
    for instance in all().iter().filter(|instance| instance.measure().summary == Summary::Mean) {
        for grades in [vec![], vec![1, 2]] {
            let judgements = Judgements::of_grades(grades, 1);
            let ranking = TopicRanking { grades: &[], judgements: &judgements };
            assert_eq!(instance.score(&ranking).to_bits(), 0, "{}", instance.name());
        }
        if instance.measure().name != "judged" {
            let value = value(&instance.name(), &[Some(0), None, Some(-1)], &[0]);
            assert_eq!(value.to_bits(), 0, "{}", instance.name());
        }
    }
}

proptest! {
    #[test]
    fn measures_are_shares(
        grades in proptest::collection::vec(proptest::option::of(-2..5i32), 0..40),
        others in proptest::collection::vec(-2..5i32, 0..20),
        level in -1..4i32,
    ) {
        let judged = grades.iter().flatten().copied().chain(others);
        let judgements = Judgements::of_grades(judged, level);
        let ranking = TopicRanking { grades: &grades, judgements: &judgements };
        for instance in all() {
            let value = instance.score(&ranking);
            match instance.measure().summary {
                Summary::Tag => prop_assert!(value.is_nan()),
                summary if summary.whole() => prop_assert!(value >= 0.0 && value.fract() == 0.0),
                _ => prop_assert!((0.0..=1.0 + 1e-12).contains(&value), "{} = {value}", instance.name()),
            }
        }
    }

    #[test]
    fn the_ideal_ranking_is_ideal(mut grades in proptest::collection::vec(-2..5i32, 1..40)) {
        prop_assume!(grades.iter().any(|&grade| grade > 0));
        grades.sort_unstable_by(|a, b| b.cmp(a));
        let ranking: Vec<_> = grades.iter().copied().map(Some).collect();
        for name in ["nDCG", "nDCG@1", "nDCG@10", "AP", "RR", "Rprec", "bpref", "IPrec@1"] {
            prop_assert_eq!(value(name, &ranking, &[]), 1.0, "{}", name);
        }
    }

    #[test]
    fn what_lies_beyond_the_cut_off_does_not_matter(
        grades in proptest::collection::vec(proptest::option::of(0..3i32), 10..30),
    ) {
        let judgements = Judgements::of_grades([1, 1, 2, 0], 1);
        for name in ["P@10", "R@10", "F1@10", "nDCG@10", "Success@10", "Judged@10"] {
            let instance = parse(name).unwrap().remove(0);
            prop_assert_eq!(instance.depth(), Some(10));
            let score = |grades| instance.score(&TopicRanking { grades, judgements: &judgements });
            prop_assert_eq!(score(&grades), score(&grades[..10]));
        }
    }
}
