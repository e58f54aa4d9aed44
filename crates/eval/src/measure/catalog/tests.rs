//! Tests of the list, and properties of every measure on any ranking.

use super::MEASURES;
use crate::measure::instance::Instance;
use crate::measure::judged::JudgementKind;
use crate::measure::ranking::{TopicJudgements, TopicRanking};
use crate::measure::request::parse;
use crate::measure::summary::Summary;
use proptest::prelude::*;

fn all() -> Vec<Instance> {
    let all = MEASURES.iter().flat_map(|measure| parse(measure.name).unwrap());
    all.filter(|instance| instance.needs().is_none_or(|needs| needs == JudgementKind::Qrels))
        .collect()
}

fn value(name: &str, grades: &[Option<i32>], others: &[i32]) -> f64 {
    let judged = grades.iter().flatten().copied().chain(others.iter().copied());
    let judgements = TopicJudgements::from_grades(judged, 1);
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

/// Checks the score of a ranking with relevant documents at ranks 1 and 4 of 5, of three relevant
/// ones in all; rank 3 is unjudged.
fn close(name: &str, expected: f64) {
    let value = value(name, &[Some(2), Some(0), None, Some(1), Some(0)], &[1, 0, 0, -1]);
    assert!((value - expected).abs() < 1e-12, "{name}: {value}, not {expected}");
}

#[test]
fn scores_by_hand() {
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
    close("nDCG(dcg='exp-log2')@4", (3.0 + 1.0 / 5f64.log2()) / (3.0 + 1.0 / 3f64.log2() + 0.5));
    close("ERR@5", 3.0 / 16.0 + 13.0 / 16.0 * (1.0 / 16.0) / 4.0);
    close("RBP(p=0.5)", 0.5 * (1.0 + 0.5 * 0.125));
    close("RBP(p=0.5,rel=1)", 0.5 * (1.0 + 0.125));
    // One unjudged result, at rank 3, and all behind rank 5.
    close("rbp_resid.0.5", 0.25 * 0.5 + 0.03125);
    close("unj_5", 0.2);
    close("unj_10", 0.1);
    close("AP@3", 1.0 / 3.0);
    close("relative_P_2", 0.5);
    close("relative_P_5", 2.0 / 3.0);
    close("SetP", 0.4);
    close("SetR", 2.0 / 3.0);
    close("SetP(relative=True)", 2.0 / 3.0);
    close("SetAP", 0.4 * 2.0 / 3.0);
    close("SetF", 0.5);
    close("SetF(beta=0)", 0.4);
    close("Rprec_mult@1", 1.0 / 3.0);
    // 1.4 times 3 relevant are 4.2, with nine tenths 5.1; 3 times are 9.
    close("Rprec_mult@1.4", 2.0 / 5.0);
    close("Rprec_mult@3", 2.0 / 9.0);
    close("utility", -1.0);
    close("utility.1,0,-3,0", -1.0);
    // Of eleven levels of recall, 0 and 0.1 need no relevant document, up to 0.4 one, up to 0.8
    // two.
    close("11pt_avg", (5.0 * 1.0 + 4.0 * 0.5) / 11.0);
    close("11pt_avg.1,.5", 0.25);
    close("binG", (1.0 + 1.0 / 4f64.log2()) / 3.0);
    // The costs of ranks 1 to 4 are 2, 3, 4 and 5 with the ideal gains 2, 1, 1 and then 1.
    close("G", (2.0 / 2f64.log2() + 1.0 / (2.0 + 5.0 - 3.0f64).log2()) / 4.0);
    let at_4 = (2.0 + 1.0 / 5f64.log2()) / ideal;
    close("ndcg_rel", (1.0 + at_4 + at_4) / 3.0);
    // The best gain changes behind rank 1 and behind rank 3; the ranking ends at least two ranks
    // later.
    close("Rndcg", (1.0 + 2.0 / ideal + at_4) / 3.0);
    close("yaap", (2.5f64 / 2.5).ln());
    // Above rank 4 all but the third result were judged, one of two relevant.
    close("infAP", (1.0 + 0.25 + 2.0 / 4.0 * (1.0 + 1e-5) / (2.0 + 2e-5)) / 3.0);
    close("num_nonrel_judged_ret", 2.0);
    close("RR@1", 1.0);
    // Other gains.
    close("ndcg.1=10,2=0", 10.0 / 5f64.log2() / (10.0 + 10.0 / 3f64.log2()));
}

#[test]
fn nothing_retrieved_and_nothing_relevant_score_zero() {
    // The bits, for -0 would be printed with its sign.
    for instance in all().iter().filter(|instance| instance.measure().summary == Summary::Mean) {
        // Log odds, and shares of unjudged results, need not be 0.
        if ["yaap", "rbp_resid", "unj", "utility", "judged"].contains(&instance.measure().name) {
            continue;
        }
        for grades in [vec![], vec![1, 2]] {
            let judgements = TopicJudgements::from_grades(grades, 1);
            let ranking = TopicRanking { grades: &[], judgements: &judgements };
            assert_eq!(instance.score(&ranking).to_bits(), 0, "{}", instance.name());
        }
        let value = value(&instance.name(), &[Some(0), None, Some(-1)], &[0]);
        assert_eq!(value.to_bits(), 0, "{}", instance.name());
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
        let judgements = TopicJudgements::from_grades(judged, level);
        let ranking = TopicRanking { grades: &grades, judgements: &judgements };
        for instance in all() {
            let value = instance.score(&ranking);
            match instance.measure().summary {
                Summary::Tag | Summary::Text => prop_assert!(value.is_nan()),
                _ if ["utility", "yaap"].contains(&instance.measure().name) => {
                    prop_assert!(value.is_finite());
                }
                summary if summary.whole() => prop_assert!(value >= 0.0 && value.fract() == 0.0),
                _ => prop_assert!(
                    (0.0..=1.0 + 1e-12).contains(&value),
                    "{} = {value}",
                    instance.name()
                ),
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
    fn results_after_the_cut_off_do_not_matter(
        grades in proptest::collection::vec(proptest::option::of(0..3i32), 10..30),
    ) {
        let judgements = TopicJudgements::from_grades([1, 1, 2, 0], 1);
        for name in ["P@10", "R@10", "F1@10", "nDCG@10", "Success@10", "Judged@10"] {
            let instance = parse(name).unwrap().remove(0);
            prop_assert_eq!(instance.depth(), Some(10));
            let all = TopicRanking { grades: &grades, judgements: &judgements };
            let first = TopicRanking { grades: &grades[..10], judgements: &judgements };
            prop_assert_eq!(instance.score(&all), instance.score(&first));
        }
    }
}
